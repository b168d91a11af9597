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
    let values = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|pair| pair.0 == name(config)).map(|pair| pair.1.to_owned())
}

/// The header that sets the session's secret.
pub fn set(config: &Config, secret: &str) -> Option<HeaderValue> {
    write(config, secret, MAX_AGE)
}

/// The header that deletes the cookie.
pub fn clear(config: &Config) -> Option<HeaderValue> {
    write(config, "", 0)
}

fn write(config: &Config, value: &str, max_age: u32) -> Option<HeaderValue> {
    let secure = if config.secure() { "; Secure" } else { "" };
    let text = format!("{}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}", name(config));
    HeaderValue::from_str(&text).ok()
}
