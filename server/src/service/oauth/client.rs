//! OAuth clients: those that register (RFC 7591) and those identified by the URL of their metadata document.

use serde::Serialize;
use serde_json::{Map, Value};

use super::client_name;
use super::error::OauthError;
use super::metadata_reader::Asker;
use super::redirect::Redirect;
use super::scope::WRITE;
use crate::service::handle::Service;
use crate::service::secret;
use crate::store::ClientRow;

/// Maximum number of redirect addresses of a client.
const REDIRECTS: usize = 32;
/// Their maximum length together, bytes.
const REDIRECT_BYTES: usize = 8 * 1024;

/// A program that may ask people for access.
#[derive(Clone, Debug)]
pub struct Client {
    /// Its id.
    pub id: String,
    /// Its name as it states it, cleaned; empty when it states none.
    pub name: String,
    /// Where codes may be sent.
    pub redirects: Vec<Redirect>,
    /// Whether it uses refresh tokens.
    pub refresh: bool,
}

/// The reply to a registration; absent members are left out, never `null`.
#[derive(Clone, Debug, Serialize)]
pub struct Registered {
    client_id: String,
    client_id_issued_at: i64,
    #[serde(skip_serializing_if = "String::is_empty")]
    client_name: String,
    redirect_uris: Vec<String>,
    grant_types: Vec<&'static str>,
    response_types: [&'static str; 1],
    token_endpoint_auth_method: &'static str,
    scope: &'static str,
}

impl Client {
    pub(super) fn of(row: &ClientRow) -> Self {
        let texts: Vec<String> = serde_json::from_str(&row.redirects).unwrap_or_default();
        Self {
            id: row.id.clone(),
            name: row.name.clone(),
            redirects: texts.iter().filter_map(|text| Redirect::parse(text).ok()).collect(),
            refresh: row.refresh,
        }
    }

    pub(super) fn row(&self, created_at: i64, read_at: Option<i64>) -> ClientRow {
        let texts: Vec<_> = self.redirects.iter().map(Redirect::as_str).collect();
        ClientRow {
            id: self.id.clone(),
            name: self.name.clone(),
            redirects: serde_json::to_string(&texts).unwrap_or_default(),
            refresh: self.refresh,
            created_at,
            read_at,
        }
    }

    /// Reads a client's metadata from a registration or its document. Redirect addresses that no code may be sent to
    /// are left out, as long as one remains: some programs register an address for each way of starting them.
    ///
    /// # Errors
    /// `invalid_redirect_uri`, `invalid_client_metadata`.
    pub(super) fn read(id: String, metadata: &Map<String, Value>) -> Result<Self, OauthError> {
        let wrong = |words: &str| OauthError::new("invalid_client_metadata", words);
        let given = metadata.get("redirect_uris").and_then(Value::as_array);
        let given = given
            .ok_or_else(|| OauthError::new("invalid_redirect_uri", "Send redirect_uris: an array of addresses."))?;
        if given.len() > REDIRECTS {
            return Err(OauthError::new("invalid_redirect_uri", "A client has at most 32 redirect addresses."));
        }
        let read: Vec<_> = given.iter().map(|uri| Redirect::parse(uri.as_str().unwrap_or_default())).collect();
        let refusal = read.iter().find_map(|parsed| parsed.as_ref().err().copied()).unwrap_or("there is none");
        let redirects: Vec<_> = read.into_iter().flatten().collect();
        if redirects.is_empty() {
            return Err(OauthError::new(
                "invalid_redirect_uri",
                format!("No redirect address can be used: {refusal}."),
            ));
        }
        if redirects.iter().map(|redirect| redirect.as_str().len()).sum::<usize>() > REDIRECT_BYTES {
            return Err(OauthError::new(
                "invalid_redirect_uri",
                format!("The redirect addresses of a client are at most {REDIRECT_BYTES} bytes together."),
            ));
        }
        let grants = string_array(metadata, "grant_types")?;
        if !grants.is_empty() && !grants.contains(&"authorization_code") {
            return Err(wrong("The grant_types here are authorization_code and refresh_token."));
        }
        let responses = string_array(metadata, "response_types")?;
        if !responses.is_empty() && !responses.contains(&"code") {
            return Err(wrong("The one response type here is code."));
        }
        let name = match metadata.get("client_name") {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => client_name::clean(text),
            Some(_) => return Err(wrong("client_name is text.")),
        };
        Ok(Self { id, name, redirects, refresh: grants.is_empty() || grants.contains(&"refresh_token") })
    }

    /// The client's name, or whatever else identifies it to people.
    pub fn shown(&self, redirect: &Redirect) -> String {
        match (self.name.is_empty(), redirect.local()) {
            (false, _) => self.name.clone(),
            (true, true) => "An app on this computer".to_owned(),
            (true, false) => client_name::clean(redirect.origin().rsplit('/').next().unwrap_or_default()),
        }
    }

    /// The host of the client's metadata document, if it has one.
    pub fn host(&self) -> Option<&str> {
        self.id.strip_prefix("https://").map(|rest| rest.split('/').next().unwrap_or_default())
    }
}

/// An array of strings; absent and `null` count as empty.
fn string_array<'a>(metadata: &'a Map<String, Value>, field: &str) -> Result<Vec<&'a str>, OauthError> {
    let wrong = || OauthError::new("invalid_client_metadata", format!("{field} is an array of texts."));
    match metadata.get(field) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(all)) => all.iter().map(|text| text.as_str().ok_or_else(wrong)).collect(),
        Some(_) => Err(wrong()),
    }
}

impl Service {
    /// Registers a public client, which uses PKCE instead of a secret.
    ///
    /// # Errors
    /// `invalid_redirect_uri`, `invalid_client_metadata`.
    pub async fn register_client(&self, metadata: &Map<String, Value>) -> Result<Registered, OauthError> {
        let client = Client::read(format!("c_{}", secret::random(24)), metadata)?;
        let now = self.now();
        self.inner.store.add_client(&client.row(now, None)).await?;
        let mut grant_types = vec!["authorization_code"];
        grant_types.extend(client.refresh.then_some("refresh_token"));
        Ok(Registered {
            client_id: client.id,
            client_id_issued_at: now / 1000,
            client_name: client.name,
            redirect_uris: client.redirects.iter().map(|redirect| redirect.as_str().to_owned()).collect(),
            grant_types,
            response_types: ["code"],
            token_endpoint_auth_method: "none",
            scope: WRITE,
        })
    }

    /// The client with this id: registered, or identified by a metadata document.
    ///
    /// # Errors
    /// When the database does not answer, or the document can't be fetched.
    pub(super) async fn client(&self, id: &str, asker: Asker<'_>) -> Result<Option<Client>, OauthError> {
        if id.starts_with("https://") {
            return self.client_by_metadata_url(id, asker).await.map(Some);
        }
        Ok(self.inner.store.client(id).await?.as_ref().map(Client::of))
    }
}
