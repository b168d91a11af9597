//! The Mantel service: one binary that keeps pages, lets their owners edit them and shows them to visitors.

pub mod api;
mod assets;
mod clock;
pub mod config;
mod export;
pub mod http;
mod keyed_semaphore;
pub mod link_metadata;
pub mod log;
mod mcp;
pub mod media;
pub mod ops;
pub mod outbound;
mod page_cache;
pub mod router;
pub mod service;
pub mod state;
pub mod store;
mod strict_json;
mod web;
