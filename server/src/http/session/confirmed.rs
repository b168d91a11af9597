//! Proof that somebody typed their password a moment ago in this session: a cookie that lasts ten minutes.

use axum::http::{HeaderMap, HeaderValue};

use super::cookie;
use super::device::Devices;
use crate::config::Config;

/// How long a password counts as just typed, ms.
const FRESH: i64 = 10 * 60_000;

fn name(config: &Config) -> &'static str {
    if config.secure() { "__Host-mantel-confirmed" } else { "mantel-confirmed" }
}

/// The header that proves that the password of this session was typed at `now`, ms.
pub fn set(devices: &Devices, config: &Config, session: &str, now: i64) -> Option<HeaderValue> {
    let value = format!("{now}.{}", devices.sign("confirmed", &format!("{now} {session}")));
    cookie::write(config, name(config), &value, u32::try_from(FRESH / 1000).unwrap_or_default())
}

/// Whether the password of this session was typed within the last ten minutes.
pub fn is_fresh(devices: &Devices, headers: &HeaderMap, config: &Config, session: &str, now: i64) -> bool {
    let Some((at, signature)) = cookie::find(headers, name(config)).and_then(|value| value.split_once('.')) else {
        return false;
    };
    let Ok(time) = at.parse::<i64>() else { return false };
    (0..FRESH).contains(&(now - time)) && devices.verifies("confirmed", &format!("{at} {session}"), signature)
}
