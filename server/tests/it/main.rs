//! Integration tests against the real server, on SQLite and on PostgreSQL; the folders mirror the URL paths.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod support;

mod account_settings;
mod admin;
mod admin_screen;
mod agents;
mod api;
mod asked;
mod auth;
mod backup;
mod concurrency;
mod crash;
mod database_copy;
mod database_outage;
mod documented_settings;
mod durability;
mod email_change;
mod email_verification;
mod failover;
mod full_disk;
mod garbage_collection;
mod growth;
mod headers;
mod heavy_work;
mod history_storage;
mod http;
mod import_parity;
mod insights;
mod insights_cost;
mod insights_letters;
mod link_metadata;
mod mcp;
mod metrics;
mod oauth;
mod older_pages;
mod outbound;
mod password_reset;
mod pasted_texts;
mod power_cut;
mod request_bodies;
mod resource_limits;
mod restart;
mod rights;
mod round_trips;
mod s3;
mod sanitize;
mod sequences;
mod serve;
mod slow_clients;
mod soak;
mod takedown;
mod upgrade;
mod web;
