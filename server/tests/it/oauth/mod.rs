//! The authorization server: the whole flow of a client, and attacks on it.

pub mod agent;
mod client_metadata;
mod codes;
mod consent;
mod flow;
mod redirects;
mod requests;
mod tokens;
