//! The authorization server: the whole way of a program, and the ways it is attacked.

pub mod agent;
mod flow;
