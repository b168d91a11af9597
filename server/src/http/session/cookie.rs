//! The session cookie (decisions, Accounts and keys).

use axum::http::{HeaderMap, HeaderValue, header};

use crate::config::Config;

/// Lifetime of the cookie, seconds.
const MAX_AGE: u32 = 90 * 24 * 60 * 60;

fn name(config: &Config) -> &'static str {
    // The prefix makes browsers restrict the cookie to this host, this path and https.
    if config.secure() { "__Host-mantel" } else { "mantel" }
}

/// The session's secret from the request.
pub fn read(headers: &HeaderMap, config: &Config) -> Option<String> {
    find(headers, name(config)).map(str::to_owned)
}

/// The value of a cookie.
pub(super) fn find<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|pair| pair.0 == name).map(|pair| pair.1)
}

/// The header that sets the session's secret.
pub fn set(config: &Config, secret: &str) -> Option<HeaderValue> {
    write(config, name(config), secret, MAX_AGE)
}

/// The header that deletes the cookie.
pub fn clear(config: &Config) -> Option<HeaderValue> {
    write(config, name(config), "", 0)
}

pub(super) fn write(config: &Config, name: &str, value: &str, max_age: u32) -> Option<HeaderValue> {
    let secure = if config.secure() { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).ok()
}
