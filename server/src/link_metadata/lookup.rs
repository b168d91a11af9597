//! One lookup of an address: conditional requests, and what a response means for the next lookup.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use mantel_model::facts::Facts;
use url::Url;

use crate::outbound::{Fetched, Outbound, Request};

/// The longest `Retry-After` that is honoured, ms.
const MAX_RETRY_AFTER: i64 = 24 * 60 * 60 * 1000;
/// How long to wait when a host asks for a pause without stating its length, ms.
const DEFAULT_RETRY_AFTER: i64 = 15 * 60 * 1000;
/// How long a lookup may wait in the queue: nobody is waiting for it.
pub const QUEUE_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum size of a JSON document, bytes.
const DOCUMENT_BYTES: usize = 256 * 1024;

/// The validators of a document when it was last read, for conditional requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    /// Its `ETag`.
    pub etag: Option<String>,
    /// Its `Last-Modified`.
    pub modified: Option<String>,
}

/// What a lookup found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// The facts.
    pub facts: Facts,
    /// The validators of the document that they come from.
    pub validators: Validators,
}

/// Why a lookup found nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupError {
    /// The document has not changed.
    NotModified,
    /// Its host asks for a pause of this many ms.
    RetryAfter(i64),
    /// It can't be fetched or parsed.
    Failed(Failure),
}

/// How a lookup failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It answered with this status.
    Status(StatusCode),
    /// Nothing answered.
    Silence,
    /// Anything else: it answered with what can't be read, or could not be asked.
    Other,
}

impl Failure {
    /// Whether visitors find nothing either. Other statuses are often meant for programs: those that ask for a credential, for
    /// a pause or for a browser.
    pub fn is_of_visitors(self) -> bool {
        match self {
            Self::Status(status) => {
                let broken = status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE;
                broken || matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE)
            }
            Self::Silence => true,
            Self::Other => false,
        }
    }
}

/// The result of a lookup.
pub type LookupResult = Result<Metadata, LookupError>;

/// A lookup.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'a> {
    /// The HTTP client.
    pub outbound: &'a Outbound,
    /// The address.
    pub url: &'a Url,
    /// The validators of the last lookup.
    pub validators: &'a Validators,
    /// The account it is for.
    pub account: &'a str,
    /// Now, ms.
    pub now: i64,
    /// The instance's token for GitHub, where it has one.
    pub github_token: Option<&'a str>,
}

impl Lookup<'_> {
    /// Fetches a JSON document.
    pub async fn json(&self, url: &Url, headers: HeaderMap) -> Result<(serde_json::Value, Validators), LookupError> {
        let fetched = self.send(Request::document(url, "application/json", DOCUMENT_BYTES), headers).await?;
        let value = serde_json::from_slice(&fetched.body).map_err(|_| LookupError::Failed(Failure::Other))?;
        Ok((value, validators(&fetched.headers)))
    }

    /// Fetches a document, unless it is unchanged.
    pub async fn send(&self, mut request: Request<'_>, headers: HeaderMap) -> Result<Fetched, LookupError> {
        let conditions =
            [(header::IF_NONE_MATCH, &self.validators.etag), (header::IF_MODIFIED_SINCE, &self.validators.modified)];
        for (name, value) in conditions {
            if let Some(value) = value.as_deref().and_then(|value| HeaderValue::from_str(value).ok()) {
                request.headers.push((name, value));
            }
        }
        request.headers.extend(headers.into_iter().filter_map(|(name, value)| Some((name?, value))));
        (request.account, request.queue_timeout) = (Some(self.account), QUEUE_TIMEOUT);
        let fetched = self.outbound.send(&request).await.map_err(|why| {
            tracing::debug!(url = %request.url, %why, "nothing was fetched");
            LookupError::Failed(if why.is_silence() { Failure::Silence } else { Failure::Other })
        })?;
        self.check_status(fetched)
    }

    fn check_status(&self, fetched: Fetched) -> Result<Fetched, LookupError> {
        let limited = fetched.headers.get("x-ratelimit-remaining").is_some_and(|remaining| remaining == "0");
        match fetched.status {
            StatusCode::OK => Ok(fetched),
            StatusCode::NOT_MODIFIED => Err(LookupError::NotModified),
            StatusCode::TOO_MANY_REQUESTS => Err(LookupError::RetryAfter(self.retry_after(&fetched.headers))),
            StatusCode::FORBIDDEN if limited || fetched.headers.contains_key(header::RETRY_AFTER) => {
                Err(LookupError::RetryAfter(self.retry_after(&fetched.headers)))
            }
            StatusCode::SERVICE_UNAVAILABLE if fetched.headers.contains_key(header::RETRY_AFTER) => {
                Err(LookupError::RetryAfter(self.retry_after(&fetched.headers)))
            }
            status => Err(LookupError::Failed(Failure::Status(status))),
        }
    }

    /// How long a host asks to pause, ms.
    fn retry_after(&self, headers: &HeaderMap) -> i64 {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<i64>().ok();
        let after = number("retry-after").and_then(|seconds| seconds.checked_mul(1000));
        let reset = || number("x-ratelimit-reset")?.checked_mul(1000)?.checked_sub(self.now);
        after.or_else(reset).unwrap_or(DEFAULT_RETRY_AFTER).clamp(1000, MAX_RETRY_AFTER)
    }
}

/// The validators of a response.
pub fn validators(headers: &HeaderMap) -> Validators {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).map(str::to_owned);
    let is_short = |text: &String| text.len() <= 512;
    Validators { etag: text(header::ETAG).filter(is_short), modified: text(header::LAST_MODIFIED).filter(is_short) }
}

/// Fills the gaps of the first facts from the second.
pub fn merge(first: Facts, second: Facts) -> Facts {
    Facts {
        title: first.title.or(second.title),
        description: first.description.or(second.description),
        image: first.image.or(second.image),
        icon: first.icon.or(second.icon),
        artist: first.artist.or(second.artist),
        duration: first.duration.or(second.duration),
        stars: first.stars.or(second.stars),
        language: first.language.or(second.language),
        fetched_at: None,
    }
}
