//! An editing call as it came: its body, the version of its `If-Match`, its `Idempotency-Key`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::Response;
use mantel_model::api;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Reply;
use crate::http::error::Refusal;
use crate::http::{etag, json_body, reply};
use crate::service::{Caller, Error, Once, Outcome, Said, SavedChange, WriteOptions, secret};
use crate::state::App;

/// The header that makes a repeat safe (draft-ietf-httpapi-idempotency-key-header).
pub const KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Longest key, characters.
const KEY_LENGTH: usize = 255;

/// A call with a JSON body.
#[derive(Debug)]
pub struct Call {
    /// Its body.
    pub body: Value,
    headers: HeaderMap,
    hash: String,
}

/// A call whose body may be left out; an absent one is an empty object.
#[derive(Debug)]
pub struct BareCall(pub Call);

impl<S: Send + Sync> FromRequest<S> for Call {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let (line, headers, bytes) = taken(request, state).await?;
        let body = json_body::json(&headers, &bytes)?;
        Ok(Self { body, hash: hash(&line, &bytes), headers })
    }
}

impl<S: Send + Sync> FromRequest<S> for BareCall {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let (line, headers, bytes) = taken(request, state).await?;
        let empty = bytes.is_empty();
        let body = if empty { Value::Object(Map::new()) } else { json_body::json(&headers, &bytes)? };
        Ok(Self(Call { body, hash: hash(&line, &bytes), headers }))
    }
}

async fn taken<S: Send + Sync>(request: Request, state: &S) -> Result<(String, HeaderMap, Bytes), Refusal> {
    let line = format!("{} {}", request.method(), request.uri().path());
    let headers = request.headers().clone();
    Ok((line, headers, json_body::bytes(request, state).await?))
}

fn hash(line: &str, bytes: &[u8]) -> String {
    secret::hash([line.as_bytes(), b"\n", bytes].concat())
}

/// The Idempotency-Key of a request, if it brings one.
///
/// # Errors
/// When it is not 1 to 255 visible characters of ASCII.
pub fn key(headers: &HeaderMap) -> Result<Option<String>, Refusal> {
    let Some(value) = headers.get(KEY) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default();
    let good = (1..=KEY_LENGTH).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    let words = format!("an Idempotency-Key is 1 to {KEY_LENGTH} visible ASCII characters, like a random UUID");
    if good { Ok(Some(text.to_owned())) } else { Err(Refusal::invalid("/Idempotency-Key", words)) }
}

impl Call {
    /// The version an edit was made from, by the body or by `If-Match`.
    ///
    /// # Errors
    /// When `If-Match` can't be read, or the two disagree.
    pub fn base(&self, said: &api::Terms) -> Result<Option<i64>, Refusal> {
        etag::base(&self.headers, said.base_version)
    }

    /// On what terms the edit is made.
    ///
    /// # Errors
    /// When `If-Match` can't be read, or disagrees with the body.
    pub fn terms(&self, said: &api::Terms) -> Result<WriteOptions, Refusal> {
        Ok(WriteOptions { base: self.base(said)?, dry_run: said.dry_run, once: None })
    }

    /// Makes what creates something, once for each `Idempotency-Key`, and replies 201.
    pub async fn once<B: Serialize>(
        &self,
        app: &App,
        caller: &Caller,
        terms: WriteOptions,
        say: impl Fn(&SavedChange) -> B + Send + Sync + Clone + 'static,
        run: impl AsyncFnOnce(WriteOptions) -> Result<Outcome, Error>,
    ) -> Reply {
        let key = key(&self.headers)?.filter(|_| !terms.dry_run);
        let Some(key) = key else { return Ok(reply::done(StatusCode::CREATED, run(terms).await?, say)) };
        if let Some(said) = app.service.said_before(caller, &key, &self.hash).await? {
            return Ok(again(said));
        }
        let write = say.clone();
        let once = Once {
            key: key.clone(),
            call: self.hash.clone(),
            say: Arc::new(move |outcome| said(StatusCode::CREATED, &outcome.page.etag, &write(outcome))),
        };
        match run(WriteOptions { once: Some(once), ..terms }).await {
            Ok(done) => Ok(reply::done(StatusCode::CREATED, done, say)),
            // The same call, made at the same time, may have been first.
            Err(error) => match app.service.said_before(caller, &key, &self.hash).await? {
                Some(said) => Ok(again(said)),
                None => Err(error.into()),
            },
        }
    }
}

fn said(status: StatusCode, etag: &str, body: &impl Serialize) -> Said {
    let body = serde_json::to_string(body).unwrap_or_default();
    Said { status: status.as_u16(), etag: etag.to_owned(), body }
}

/// The reply of the first time.
pub fn again(said: Said) -> Response {
    let status = StatusCode::from_u16(said.status).unwrap_or(StatusCode::OK);
    let mut response = reply::written(status, said.body.into_bytes());
    response.headers_mut().insert("idempotency-replayed", axum::http::HeaderValue::from_static("true"));
    if said.etag.is_empty() { response } else { etag::tagged(response, &said.etag) }
}
