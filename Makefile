# Mantel. `make` lists what there is.
.PHONY: help serve binary test site lint fmt bench looks properties crash synced soak backups slow restarts nodes deny parity crowd fuzz fuzz-api mcp inside same-site

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

serve: ## install what is missing, build, serve http://localhost:3000
	@.ci/serve

binary: ## build the server as it is given away, and say where it is
	@.ci/serve binary

test: ## install what is missing, run every test
	@.ci/test

site: ## build the browser's half and print its sizes
	@.ci/setup build && .ci/site

lint: ## formatting and clippy, both halves
	@.ci/test lint

fmt: ## format
	@cargo fmt --all

bench: ## measure: the page beside nginx, edits beside the database, start, memory, weights, keystrokes
	@.ci/bench

looks: ## pictures of every look, palette and layout, with a contact sheet, in end2end/shots
	@.ci/looks

properties: ## the model's promises, each with 20,000 cases that no run had before
	@PROPTEST_CASES=20000 cargo test --locked -p mantel-model

crash: ## kill the server 200 times in a stream of edits and look for lost ones
	@CRASH_ROUNDS=200 CRASH_LIFE=1500 cargo test --locked -p mantel-server --test it crash -- --nocapture

synced: ## follow the system calls of 1,000 edits: each is on disk before it is answered (needs strace)
	@SYNCED=1000 cargo test --locked -p mantel-server --test it durability -- --nocapture --test-threads=1

soak: ## every kind of call for twenty minutes: memory, open files and the write-ahead log stay flat
	@.ci/soak

backups: ## twenty backups in a stream of edits, on both databases, each restored, checked and compared
	@BACKUP_ROUNDS=20 cargo test --locked -p mantel-server --test it backup -- --nocapture --test-threads=1

slow: ## 2,000 connections that are slow in four ways, while others are served
	@SLOW=2000 cargo test --locked -p mantel-server --test it slow_clients -- --nocapture --test-threads=1

restarts: ## twenty restarts under load: no call fails
	@RESTARTS=20 cargo test --locked -p mantel-server --test it restart -- --nocapture

nodes: ## the tests of the service on PostgreSQL and the editor's live story against two servers behind a balancer
	@.ci/nodes

deny: ## licences, bans and sources of everything that is depended on (deny.toml)
	@.ci/deny

parity: ## random operations by REST, by MCP and in the model; random pages between databases: all the same
	@SEQUENCES=$${SEQUENCES:-2000} ROUND_TRIPS=$${ROUND_TRIPS:-1000} cargo test --locked -p mantel-server --test it sequences -- --nocapture

crowd: ## 32 clients, 500 edits each at once, on both databases, one server and two
	@CROWD_EDITS=500 cargo test --locked -p mantel-server --test it concurrency -- --nocapture --test-threads=1

fuzz: ## every reader of bytes from outside, fuzzed for a minute each
	@.ci/fuzz-targets

fuzz-api: ## 5,000 calls and more made from the API's description, good ones and bad ones, for two accounts
	@.ci/fuzz

mcp: ## the MCP server against the protocol's own suites and clients
	@.ci/setup build && .ci/mcp

inside: ## the server in a network where every name leads inside: it connects to none of them
	@.ci/inside

same-site: ## compare with what cargo-leptos builds, where it is installed
	@.ci/same-site
