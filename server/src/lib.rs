//! The Mantel service: one binary that keeps pages, lets their owners edit them and shows them to visitors.

pub mod admin;
mod assets;
mod auth;
mod bundle;
pub mod config;
pub mod enrich;
mod gate;
pub mod log;
mod mail;
mod mcp;
pub mod media;
mod net;
mod oauth;
pub mod outbound;
mod rates;
pub mod rest;
pub mod router;
pub mod serve;
pub mod service;
mod site;
pub mod state;
pub mod store;
