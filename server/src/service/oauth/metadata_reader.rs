//! Fetches client metadata documents, with a rate limit per minute.

use std::num::NonZeroU32;

use axum::http::header;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde_json::{Map, Value};
use url::Url;

use super::error::OauthError;
use crate::outbound::{Fetched, Outbound, Request};
use crate::strict_json;

/// Longest document, bytes (decisions, Credential lifetimes).
const LENGTH: usize = 32 * 1024;
/// Longest address, bytes.
const ADDRESS: usize = 1024;
/// Documents read per minute: from one host, and in all.
const PER_MINUTE_AND_HOST: NonZeroU32 = NonZeroU32::MIN.saturating_add(29);
const PER_MINUTE_OVERALL: NonZeroU32 = NonZeroU32::MIN.saturating_add(119);

/// Fetches client metadata documents.
#[derive(Debug)]
pub struct MetadataReader {
    outbound: Outbound,
    per_host: DefaultKeyedRateLimiter<String>,
    in_all: DefaultDirectRateLimiter,
}

impl MetadataReader {
    /// A reader that uses this HTTP client.
    pub fn new(outbound: Outbound) -> Self {
        Self {
            outbound,
            per_host: RateLimiter::keyed(Quota::per_minute(PER_MINUTE_AND_HOST)),
            in_all: RateLimiter::direct(Quota::per_minute(PER_MINUTE_OVERALL)),
        }
    }

    pub(super) async fn read(&self, id: &str) -> Result<Map<String, Value>, OauthError> {
        let url = address(id)?;
        let host = url.host_str().unwrap_or_default().to_owned();
        if self.per_host.check_key(&host).is_err() || self.in_all.check().is_err() {
            return Err(unreadable("too many were asked for; try again in a minute"));
        }
        self.per_host.retain_recent();
        let fetched = self
            .outbound
            .get(&Request::strict(&url, "application/json", LENGTH))
            .await
            .map_err(|error| unreadable(error.0))?;
        object(&fetched)
    }
}

pub(super) fn unreadable(why: &str) -> OauthError {
    OauthError::new("invalid_client", format!("The description of the app could not be read: {why}."))
}

/// Parses a client id that is the address of a document: https, in canonical spelling, with a path.
fn address(id: &str) -> Result<Url, OauthError> {
    let url = Url::parse(id).ok().filter(|value| id.len() <= ADDRESS && value.as_str() == id);
    let url = url.ok_or_else(|| unreadable("its address is not written the one way it should be"))?;
    let good = url.scheme() == "https"
        && url.path() != "/"
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if good { Ok(url) } else { Err(unreadable("its address must be https with a path")) }
}

fn object(fetched: &Fetched) -> Result<Map<String, Value>, OauthError> {
    let kind = fetched.headers.get(header::CONTENT_TYPE).and_then(|header| header.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if kind != "application/json" && !(kind.starts_with("application/") && kind.ends_with("+json")) {
        return Err(unreadable("it is not JSON"));
    }
    match strict_json::parse(&fetched.body) {
        Ok(Value::Object(metadata)) => Ok(metadata),
        _ => Err(unreadable("it is not a JSON object")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_spelling() {
        assert!(address("https://claude.ai/oauth/mcp-oauth-client-metadata").is_ok());
        for bad in [
            "https://claude.ai",
            "https://claude.ai/",
            "http://claude.ai/x",
            "https://Claude.ai/x",
            "https://claude.ai:443/x",
            "https://claude.ai/a/../x",
            "https://u@claude.ai/x",
            "https://claude.ai/x#y",
            "https://claude.ai\\x",
            "https://claude.ai/x y",
        ] {
            assert!(address(bad).is_err(), "{bad}");
        }
    }
}
