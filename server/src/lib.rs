//! The Mantel service: one binary that stores pages, lets their owners edit them and serves them to visitors.

pub mod api;
mod assets;
mod clock;
pub mod config;
pub mod drawings;
mod export;
pub mod heavy_work;
pub mod http;
mod keyed_rate;
mod keyed_semaphore;
pub mod link_metadata;
pub mod log;
mod mcp;
pub mod media;
pub mod metrics;
mod move_in;
pub mod ops;
pub mod outbound;
mod page_cache;
mod page_document;
mod published_page;
pub mod router;
pub mod service;
pub mod state;
pub mod store;
mod strict_json;
mod web;
