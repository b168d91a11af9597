//! The Mantel service: one binary that keeps pages, lets their owners edit them and shows them to visitors.

pub mod admin;
mod assets;
mod auth;
pub mod backup;
mod brought;
mod bundle;
pub mod config;
pub mod enrich;
pub mod far;
mod gate;
pub mod log;
mod mail;
mod mcp;
pub mod media;
mod net;
mod oauth;
pub mod outbound;
pub mod pictures;
mod rates;
pub mod rest;
pub mod router;
mod seats;
pub mod serve;
pub mod service;
mod site;
pub mod state;
pub mod store;
