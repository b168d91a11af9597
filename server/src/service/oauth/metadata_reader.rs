//! Fetches client metadata documents, within rates per minute: for one account or address, from one host, and for all
//! addresses where nobody is signed in.

use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde_json::{Map, Value};
use url::Url;

use super::error::OauthError;
use crate::keyed_rate::KeyedRate;
use crate::outbound::{Fetched, Outbound, Request};
use crate::strict_json;

/// Longest document, bytes (decisions, Credential lifetimes).
const LENGTH: usize = 32 * 1024;
/// Longest address, bytes.
const ADDRESS: usize = 1024;
/// Documents read per minute for one account or one address.
const PER_MINUTE_AND_ASKER: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);
/// Documents read per minute from one host.
const PER_MINUTE_AND_HOST: NonZeroU32 = NonZeroU32::MIN.saturating_add(29);
/// Documents read per minute for everybody who is not signed in.
const PER_MINUTE_FOR_VISITORS: NonZeroU32 = NonZeroU32::MIN.saturating_add(119);

/// For whom a document is read: limits count by it.
#[derive(Clone, Copy, Debug)]
pub enum Asker<'a> {
    /// Somebody who is signed in, by their account.
    Account(&'a str),
    /// Somebody who is not, by the address that limits count by.
    Visitor(IpAddr),
}

/// Fetches client metadata documents.
#[derive(Debug)]
pub struct MetadataReader {
    outbound: Outbound,
    per_account: KeyedRate<String>,
    per_visitor: KeyedRate<IpAddr>,
    per_host: KeyedRate<String>,
    visitors: DefaultDirectRateLimiter,
}

impl MetadataReader {
    /// A reader that uses this HTTP client.
    pub fn new(outbound: Outbound) -> Self {
        Self {
            outbound,
            per_account: KeyedRate::new(Quota::per_minute(PER_MINUTE_AND_ASKER)),
            per_visitor: KeyedRate::new(Quota::per_minute(PER_MINUTE_AND_ASKER)),
            per_host: KeyedRate::new(Quota::per_minute(PER_MINUTE_AND_HOST)),
            visitors: RateLimiter::direct(Quota::per_minute(PER_MINUTE_FOR_VISITORS)),
        }
    }

    pub(super) async fn read(&self, id: &str, asker: Asker<'_>) -> Result<Map<String, Value>, OauthError> {
        let url = address(id)?;
        let host = url.host_str().unwrap_or_default().to_owned();
        // The narrowest limit first, so that nobody uses up another's.
        if !self.admits(asker) || self.per_host.take(&host).is_err() {
            return Err(unreadable("too many were asked for; try again in a minute"));
        }
        let request = Request::strict(&url, "application/json", LENGTH);
        let request = match asker {
            Asker::Account(account) => request.for_account(account),
            Asker::Visitor(address) => request.for_visitor(address),
        };
        let fetched = self.outbound.get(&request).await.map_err(|error| unreadable(error.0))?;
        object(&fetched)
    }

    /// Whether an account or an address may have another document read.
    fn admits(&self, asker: Asker<'_>) -> bool {
        match asker {
            Asker::Account(account) => self.per_account.take(&account.to_owned()).is_ok(),
            Asker::Visitor(address) => self.per_visitor.take(&address).is_ok() && self.visitors.check().is_ok(),
        }
    }

    /// Drops what the limits no longer need; called regularly.
    pub fn forget_full(&self) {
        self.per_account.forget_full();
        self.per_visitor.forget_full();
        self.per_host.forget_full();
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
    let kind = fetched.content_type().split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
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
