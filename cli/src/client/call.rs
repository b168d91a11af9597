//! A request before it is sent.

use super::picture::Picture;
use super::retry::Repeat;

/// A request.
pub struct Call<'a> {
    pub method: &'static str,
    pub path: &'a str,
    pub body: Body<'a>,
    /// The `Idempotency-Key`, which makes a repeat safe.
    pub key: Option<String>,
    pub repeat: Repeat,
}

/// The request body.
pub enum Body<'a> {
    None,
    Json(String),
    Picture(&'a Picture),
}
