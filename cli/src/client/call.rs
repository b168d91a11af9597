//! A call before it is sent.

use super::picture::Picture;
use super::retry::Repeat;

/// A call.
pub struct Call<'a> {
    pub method: &'static str,
    pub path: &'a str,
    pub body: Body<'a>,
    /// What makes a repeat harmless.
    pub key: Option<String>,
    pub repeat: Repeat,
}

/// What it carries.
pub enum Body<'a> {
    None,
    Json(String),
    Picture(&'a Picture),
}
