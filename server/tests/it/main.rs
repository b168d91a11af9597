//! One binary of tests against the real server, on SQLite and on PostgreSQL; its folders mirror the addresses.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod support;

mod admin;
mod agents;
mod auth;
mod backup;
mod bombs;
mod bucket;
mod collecting;
mod concurrency;
mod copy;
mod crash;
mod database;
mod deploy;
mod disk;
mod facts;
mod headers;
mod mcp;
mod media;
mod oauth;
mod outbound;
mod parity;
mod reset;
mod rest;
mod restart;
mod sequences;
mod serve;
mod settings;
mod site;
mod slow;
mod soak;
mod synced;
mod takedown;
