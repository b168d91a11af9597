//! The authorization server: the whole way of a program, and the ways it is attacked.

pub mod agent;
mod codes;
mod consent;
mod document;
mod flow;
mod redirects;
mod requests;
mod tokens;
