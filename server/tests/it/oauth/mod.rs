//! The authorization server: the whole way of a program, and the ways it is attacked.

pub mod agent;
mod client_metadata;
mod codes;
mod consent;
mod flow;
mod redirects;
mod requests;
mod tokens;
