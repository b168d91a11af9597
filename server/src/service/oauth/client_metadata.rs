//! Client ID Metadata Documents: a client identified by the https URL of its own description.

use serde_json::{Map, Value};

use super::client::Client;
use super::error::OauthError;
use super::metadata_reader::{Asker, unreadable};
use crate::service::handle::Service;

/// How long a fetched document stays current, ms.
const TTL: i64 = 60 * 60 * 1000;

/// Clients here have no secret. One that prefers to sign its requests is accepted if it also supports `none`.
fn is_public(metadata: &Map<String, Value>) -> bool {
    let lists = |name: &str| {
        metadata.get(name).and_then(Value::as_array).is_some_and(|all| all.iter().any(|method| method == "none"))
    };
    match metadata.get("token_endpoint_auth_method").and_then(Value::as_str) {
        None | Some("none") => true,
        Some(_) => lists("token_endpoint_auth_methods") || lists("token_endpoint_auth_methods_supported"),
    }
}

impl Service {
    /// The client that a document describes, fetched again after an hour. Until somebody allows the client, it is kept in
    /// memory alone.
    ///
    /// # Errors
    /// `invalid_client` when the document can't be fetched or does not describe this client.
    pub(super) async fn client_by_metadata_url(&self, id: &str, asker: Asker<'_>) -> Result<Client, OauthError> {
        let off = || {
            OauthError::new("invalid_client", "Apps described by a document are not taken here; this one can register.")
        };
        let reader = self.inner.metadata_reader.as_ref().ok_or_else(off)?;
        let (store, now) = (&self.inner.store, self.now());
        if let Some(row) = self.inner.documents.get(id, now - TTL, now) {
            return Ok(Client::of(&row));
        }
        let known = store.client(id).await?;
        if let Some(row) =
            known.as_ref().filter(|client| client.read_at.is_some_and(|at| (now - TTL..=now).contains(&at)))
        {
            return Ok(Client::of(row));
        }
        let metadata = reader.read(id, asker).await?;
        if metadata.get("client_id").and_then(Value::as_str) != Some(id) {
            return Err(unreadable("it does not name its own address as client_id"));
        }
        if !is_public(&metadata) || metadata.contains_key("client_secret") {
            return Err(unreadable("it wants a secret, and apps here have none"));
        }
        let client = Client::read(id.to_owned(), &metadata)?;
        match known {
            Some(known) => store.save_client_metadata(&client.row(known.created_at, Some(now))).await?,
            None => self.inner.documents.insert(client.row(now, Some(now))),
        }
        Ok(client)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_client_with_a_secret_is_none_of_ours() {
        let of = |text: &str| is_public(serde_json::from_str::<Value>(text).unwrap().as_object().unwrap());
        assert!(of("{}") && of(r#"{"token_endpoint_auth_method":"none"}"#));
        assert!(of(
            r#"{"token_endpoint_auth_method":"private_key_jwt","token_endpoint_auth_methods_supported":["private_key_jwt","none"]}"#
        ));
        assert!(!of(r#"{"token_endpoint_auth_method":"client_secret_basic"}"#));
        assert!(!of(r#"{"token_endpoint_auth_method":"private_key_jwt"}"#));
    }
}
