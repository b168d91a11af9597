//! Client ID Metadata Documents: a client named by the https address of what it says of itself.

use std::num::NonZeroU32;

use axum::http::header;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use serde_json::{Map, Value};
use url::Url;

use super::{Client, OauthError, Service};
use crate::outbound::{Ask, Fetched, Outbound};

/// How long what was read counts, ms.
const KEPT: i64 = 60 * 60 * 1000;
/// Longest document, bytes (decisions, Credential lifetimes).
const LENGTH: usize = 32 * 1024;
/// Longest address, bytes.
const ADDRESS: usize = 1024;
/// Documents read a minute: from one host, and at all.
const FROM_HOST: NonZeroU32 = NonZeroU32::MIN.saturating_add(29);
const AT_ALL: NonZeroU32 = NonZeroU32::MIN.saturating_add(119);

/// The reader of documents, where the instance allows it.
#[derive(Debug)]
pub struct Documents {
    outbound: Outbound,
    from_host: DefaultKeyedRateLimiter<String>,
    at_all: DefaultDirectRateLimiter,
}

impl Documents {
    /// A reader over the one way out.
    pub fn new(outbound: Outbound) -> Self {
        Self {
            outbound,
            from_host: RateLimiter::keyed(Quota::per_minute(FROM_HOST)),
            at_all: RateLimiter::direct(Quota::per_minute(AT_ALL)),
        }
    }

    async fn read(&self, id: &str) -> Result<Map<String, Value>, OauthError> {
        let url = address(id)?;
        let host = url.host_str().unwrap_or_default().to_owned();
        if self.from_host.check_key(&host).is_err() || self.at_all.check().is_err() {
            return Err(wrong("too many were asked for; try again in a minute"));
        }
        self.from_host.retain_recent();
        let fetched = self
            .outbound
            .get(&Ask::strictly(&url, "application/json", LENGTH))
            .await
            .map_err(|error| wrong(error.0))?;
        object(&fetched)
    }
}

fn wrong(why: &str) -> OauthError {
    OauthError::new("invalid_client", format!("The description of the app could not be read: {why}."))
}

/// An id that is the address of a document: https, one spelling only, with a path.
fn address(id: &str) -> Result<Url, OauthError> {
    let url = Url::parse(id).ok().filter(|value| id.len() <= ADDRESS && value.as_str() == id);
    let url = url.ok_or_else(|| wrong("its address is not written the one way it should be"))?;
    let good = url.scheme() == "https"
        && url.path() != "/"
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if good { Ok(url) } else { Err(wrong("its address must be https with a path")) }
}

fn object(fetched: &Fetched) -> Result<Map<String, Value>, OauthError> {
    let kind = fetched.headers.get(header::CONTENT_TYPE).and_then(|header| header.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if kind != "application/json" && !(kind.starts_with("application/") && kind.ends_with("+json")) {
        return Err(wrong("it is not JSON"));
    }
    match crate::http::json_body::read(&fetched.body) {
        Ok(Value::Object(said)) => Ok(said),
        _ => Err(wrong("it is not a JSON object")),
    }
}

/// Clients here have no secret. One that would rather sign its requests is taken if it also does without.
fn public(said: &Map<String, Value>) -> bool {
    let lists =
        |name: &str| said.get(name).and_then(Value::as_array).is_some_and(|all| all.iter().any(|it| it == "none"));
    match said.get("token_endpoint_auth_method").and_then(Value::as_str) {
        None | Some("none") => true,
        Some(_) => lists("token_endpoint_auth_methods") || lists("token_endpoint_auth_methods_supported"),
    }
}

impl Service {
    /// The client that a document describes, read anew after an hour.
    ///
    /// # Errors
    /// `invalid_client`, when it can't be had or does not describe this client.
    pub(super) async fn client_by_metadata_url(&self, id: &str) -> Result<Client, OauthError> {
        let off = || {
            OauthError::new("invalid_client", "Apps described by a document are not taken here; this one can register.")
        };
        let documents = self.inner.documents.as_ref().ok_or_else(off)?;
        let (store, now) = (&self.inner.store, self.now());
        let known = store.client(id).await?;
        if let Some(row) = known.as_ref().filter(|it| it.read_at.is_some_and(|at| (now - KEPT..=now).contains(&at))) {
            return Ok(Client::of(row));
        }
        let said = documents.read(id).await?;
        if said.get("client_id").and_then(Value::as_str) != Some(id) {
            return Err(wrong("it does not name its own address as client_id"));
        }
        if !public(&said) || said.contains_key("client_secret") {
            return Err(wrong("it wants a secret, and apps here have none"));
        }
        let client = Client::read(id.to_owned(), &said)?;
        store.save_client_metadata(&client.row(known.map_or(now, |it| it.created_at), Some(now))).await?;
        Ok(client)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
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

    #[test]
    fn a_client_with_a_secret_is_none_of_ours() {
        let of = |text: &str| public(serde_json::from_str::<Value>(text).unwrap().as_object().unwrap());
        assert!(of("{}") && of(r#"{"token_endpoint_auth_method":"none"}"#));
        assert!(of(
            r#"{"token_endpoint_auth_method":"private_key_jwt","token_endpoint_auth_methods_supported":["private_key_jwt","none"]}"#
        ));
        assert!(!of(r#"{"token_endpoint_auth_method":"client_secret_basic"}"#));
        assert!(!of(r#"{"token_endpoint_auth_method":"private_key_jwt"}"#));
    }
}
