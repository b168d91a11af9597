//! A call to an editing endpoint: its body, the version of its `If-Match`, its `Idempotency-Key`.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use mantel_model::api;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::heavy_work;
use crate::http::error::Refusal;
use crate::http::reply::Reply;
use crate::http::{body_reader, etag, json_body, reply};
use crate::service::{Caller, Error, IdempotencyKey, Idempotent, Operation, Outcome, SavedChange, WriteOptions};
use crate::state::App;

/// The header that makes retries safe (draft-ietf-httpapi-idempotency-key-header).
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Longest key, characters.
const KEY_LENGTH: usize = 255;

/// A call with a JSON body.
#[derive(Debug)]
pub struct Call {
    /// Its body.
    pub body: Value,
    headers: HeaderMap,
    /// Method and path.
    line: String,
    bytes: Bytes,
}

/// A call with an optional JSON body; an absent one counts as an empty object.
#[derive(Debug)]
pub struct OptionalBodyCall(pub Call);

impl<S: Send + Sync> FromRequest<S> for Call {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let (line, headers, bytes) = read(request).await?;
        let body = heavy_work::run_for_bytes(bytes.len(), || json_body::json(&headers, &bytes)).await?;
        Ok(Self { body, headers, line, bytes })
    }
}

impl<S: Send + Sync> FromRequest<S> for OptionalBodyCall {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let (line, headers, bytes) = read(request).await?;
        let empty = bytes.is_empty();
        let body = if empty {
            Value::Object(Map::new())
        } else {
            heavy_work::run_for_bytes(bytes.len(), || json_body::json(&headers, &bytes)).await?
        };
        Ok(Self(Call { body, headers, line, bytes }))
    }
}

/// Method and path, headers, body.
async fn read(request: Request) -> Result<(String, HeaderMap, Bytes), Refusal> {
    let line = format!("{} {}", request.method(), request.uri().path());
    let headers = request.headers().clone();
    Ok((line, headers, body_reader::json(request).await?))
}

/// The `Idempotency-Key` of a request, if it has one; `request` is what distinguishes the call from others.
///
/// # Errors
/// When it is not 1 to 255 visible characters of ASCII.
pub fn idempotency_key(headers: &HeaderMap, request: &[&[u8]]) -> Result<Option<IdempotencyKey>, Refusal> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let key = value.to_str().unwrap_or_default();
    if (1..=KEY_LENGTH).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(Some(IdempotencyKey::new(key.to_owned(), request.concat())));
    }
    let message = format!("an Idempotency-Key is 1 to {KEY_LENGTH} visible ASCII characters, like a random UUID");
    Err(Refusal::invalid("/Idempotency-Key", message))
}

/// Refuses `dryRun` for a call that has nothing to preview.
pub fn no_dry_run(what: &str) -> Refusal {
    Refusal::invalid("/dryRun", format!("{what} can't be tried; leave dryRun out"))
}

impl Call {
    /// The version that an edit is based on, from the body or `If-Match`.
    ///
    /// # Errors
    /// When `If-Match` can't be read, or the two disagree.
    pub fn base(&self, body: &api::Terms) -> Result<Option<i64>, Refusal> {
        etag::base_version(&self.headers, body.base_version)
    }

    /// The conditions of the edit.
    ///
    /// # Errors
    /// When `If-Match` can't be read, or disagrees with the body.
    pub fn options(&self, body: &api::Terms) -> Result<WriteOptions, Refusal> {
        Ok(WriteOptions::new(self.base(body)?, body.dry_run))
    }

    /// Creates something once per `Idempotency-Key`, and replies 201.
    pub async fn create_once<B: Serialize>(
        &self,
        app: &App,
        caller: &Caller,
        operation: Operation,
        options: WriteOptions,
        body: impl Fn(&SavedChange) -> B + Send + Sync + Clone + 'static,
        run: impl AsyncFnOnce(WriteOptions) -> Result<Outcome, Error>,
    ) -> Reply {
        let key = idempotency_key(&self.headers, &[self.line.as_bytes(), b"\n", &self.bytes])?;
        let stored_body = body.clone();
        let write_reply =
            move |change: &SavedChange| reply::to_store(StatusCode::CREATED, &change.page.etag, &stored_body(change));
        match app.service.run_once(caller, operation, key, options, write_reply, run).await? {
            Idempotent::New(outcome) => Ok(reply::outcome(StatusCode::CREATED, outcome, body)),
            Idempotent::Replayed(stored) => Ok(reply::replayed(stored)),
        }
    }
}
