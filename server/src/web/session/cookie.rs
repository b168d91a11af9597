//! The session cookie (decisions, Accounts and keys).

use axum::http::{HeaderMap, HeaderValue, header};

use crate::config::Config;

/// The longest a session lasts, seconds.
const LIFE: u32 = 90 * 24 * 60 * 60;

fn name(config: &Config) -> &'static str {
    // The prefix makes browsers hold the cookie to this host, this path and https.
    if config.secure() { "__Host-mantel" } else { "mantel" }
}

/// The session's secret in the request.
pub fn read(headers: &HeaderMap, config: &Config) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
    let mut pairs = all.flat_map(|it| it.split(';')).filter_map(|it| it.trim().split_once('='));
    pairs.find(|pair| pair.0 == name(config)).map(|pair| pair.1.to_owned())
}

/// Sets the session's secret.
pub fn set(config: &Config, secret: &str) -> Option<HeaderValue> {
    write(config, secret, LIFE)
}

/// Takes the cookie back.
pub fn clear(config: &Config) -> Option<HeaderValue> {
    write(config, "", 0)
}

fn write(config: &Config, value: &str, age: u32) -> Option<HeaderValue> {
    let secure = if config.secure() { "; Secure" } else { "" };
    let text = format!("{}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}", name(config));
    HeaderValue::from_str(&text).ok()
}
