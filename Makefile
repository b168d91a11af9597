# Mantel. `make` lists the targets.
.PHONY: help serve watch binary test site lint fmt bench looks properties crash synced soak soak-attacked backups slow bodies restarts nodes walks deny parity crowd fuzz fuzz-api mcp inside same-site dist readers insights move-in power-cuts failovers

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

serve: ## install what is missing, build, serve http://localhost:3000
	@.ci/serve

watch: ## the same while developing: build and restart after each change, quickly instead of small
	@.ci/watch

binary: ## build the release server and print its path
	@.ci/serve binary

test: ## install what is missing, run every test
	@.ci/test

site: ## build the browser code and compare its sizes with their budgets
	@.ci/setup build && .ci/site && .ci/site budget

lint: ## check formatting and run clippy, native and wasm
	@.ci/test lint

fmt: ## format the Rust code
	@cargo fmt --all

bench: ## measure: the page against nginx, edits against the database, start, memory, weights, keystrokes
	@.ci/bench

looks: ## screenshots of every look, palette and layout, with a contact sheet, in end2end/shots
	@.ci/looks

properties: ## the model's properties, with 20,000 new random cases each
	@PROPTEST_CASES=20000 cargo test --locked -p mantel-model

crash: ## kill the server 200 times during a stream of edits, and PostgreSQL in turn, and check that none is lost
	@CRASH_ROUNDS=200 CRASH_LIFE=1500 cargo test --locked -p mantel-server --test it crash -- --nocapture

failovers: ## kill PostgreSQL's primary 50 times during a stream of edits and promote its standby, directly, behind PgBouncer and by Patroni
	@FAILOVERS=50 cargo test --locked -p mantel-server --test it failover -- --nocapture --test-threads=1

power-cuts: ## rebuild the data folder as 1,000 power cuts may leave it, and check that nothing acknowledged is lost (needs strace)
	@POWER_CUTS=1000 cargo test --locked -p mantel-server --test it power_cut -- --nocapture

synced: ## trace the system calls of 1,000 edits: each is on disk before it is acknowledged (needs strace)
	@SYNCED=1000 cargo test --locked -p mantel-server --test it durability -- --nocapture --test-threads=1

soak: ## every kind of call for twenty minutes: memory, open files and the write-ahead log stay flat
	@.ci/soak

soak-attacked: ## visits beside attackers for an hour: none fails, memory stays flat (Linux, iproute2)
	@.ci/soak attacked

backups: ## twenty backups during a stream of edits, on both databases, each restored, checked and compared
	@BACKUP_ROUNDS=20 cargo test --locked -p mantel-server --test it backup -- --nocapture --test-threads=1

slow: ## 2,000 slow connections of four kinds, while others are served
	@SLOW=2000 cargo test --locked -p mantel-server --test it slow_clients -- --nocapture --test-threads=1

bodies: ## 400 bodies that stop one byte short, and 512 over HTTP/2: memory, and visits beside them
	@BODIES=400 cargo test --locked -p mantel-server --test it request_bodies::an_attacked_server -- --nocapture

restarts: ## twenty restarts under load: no call fails
	@RESTARTS=20 cargo test --locked -p mantel-server --test it restart -- --nocapture

nodes: ## the service tests on PostgreSQL and the editor's collaboration tests, against two servers behind a balancer
	@.ci/nodes

walks: ## 1,000 random walks of several tabs and an agent in a browser: nothing is lost (WALKS, SEED)
	@.ci/walks

deny: ## check licences, bans and sources of all dependencies (deny.toml)
	@.ci/deny

parity: ## random operations over REST, over MCP and in the model, and random pages between databases: the same results
	@SEQUENCES=$${SEQUENCES:-2000} ROUND_TRIPS=$${ROUND_TRIPS:-1000} cargo test --locked -p mantel-server --test it sequences -- --nocapture

crowd: ## 32 clients with 500 concurrent edits each, on both databases, one server and two
	@CROWD_EDITS=500 cargo test --locked -p mantel-server --test it concurrency -- --nocapture --test-threads=1

readers: ## time every reader on inputs of 1 MiB made to be slow: none takes more than 150 ms
	@cargo run --locked --quiet --release -p mantel-worst-case

insights: ## what counting costs: a million visits over 100,000 pages
	@.ci/insights

move-in: ## time the reading of saved pages in wasm: 5 MB take less than 300 ms
	@.ci/move-in

fuzz: ## fuzz every parser of external bytes for a minute each
	@.ci/fuzz-targets

fuzz-api: ## 5,000 calls and more generated from the API description, valid and invalid, for two accounts
	@.ci/fuzz

mcp: ## the MCP server against the protocol's own suites and clients
	@.ci/setup build && .ci/mcp

inside: ## run the server in a network where every name resolves to an internal address: it connects to none
	@.ci/inside

same-site: ## compare the site with what cargo-leptos builds, if it is installed
	@.ci/same-site

dist: ## what a release holds, in one folder: static programs, Debian package, OCI image, bill of materials, checksums
	@.ci/dist
