//! One look at an address: asked politely, and what an answer means for the next time.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use mantel_model::facts::Facts;
use url::Url;

use crate::outbound::{Ask, Fetched, Outbound};

/// The longest that anybody's "later" is believed, ms.
const LATEST: i64 = 24 * 60 * 60 * 1000;
/// How long to wait where an answer asks for time and does not say how much, ms.
const SOME_TIME: i64 = 15 * 60 * 1000;
/// How long a look waits for its turn: nobody waits for it.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// Longest JSON document that is read, bytes.
const DOCUMENT: usize = 256 * 1024;

/// What a document was called when it was last read, so that it need not be sent again unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    /// Its `ETag`.
    pub etag: Option<String>,
    /// Its `Last-Modified`.
    pub modified: Option<String>,
}

/// What was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// What is known now.
    pub facts: Facts,
    /// What it was called.
    pub validators: Validators,
}

/// Why nothing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is what it was.
    Same,
    /// Its host asks for time: this many ms.
    Later(i64),
    /// It can't be had, or says nothing that can be read.
    Failed,
}

/// What a look gives.
pub type Looked = Result<Read, Unread>;

/// A look under way.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The way out.
    pub outbound: &'a Outbound,
    /// What the page links to.
    pub url: &'a Url,
    /// What it was called the last time.
    pub known: &'a Validators,
    /// For which account.
    pub account: &'a str,
    /// Now, ms.
    pub now: i64,
    /// The instance's token for GitHub, where it has one.
    pub token: Option<&'a str>,
}

impl Look<'_> {
    /// Asks for JSON that has to be there.
    pub async fn json(&self, url: &Url, headers: HeaderMap) -> Result<(serde_json::Value, Validators), Unread> {
        let fetched = self.ask(Ask::document(url, "application/json", DOCUMENT), headers).await?;
        let value = serde_json::from_slice(&fetched.body).map_err(|_| Unread::Failed)?;
        Ok((value, validators(&fetched.headers)))
    }

    /// Asks for what has to be there, unless it is what it was.
    pub async fn ask(&self, mut ask: Ask<'_>, headers: HeaderMap) -> Result<Fetched, Unread> {
        let known = [(header::IF_NONE_MATCH, &self.known.etag), (header::IF_MODIFIED_SINCE, &self.known.modified)];
        for (name, value) in known {
            if let Some(value) = value.as_deref().and_then(|value| HeaderValue::from_str(value).ok()) {
                ask.headers.push((name, value));
            }
        }
        ask.headers.extend(headers.into_iter().filter_map(|(name, value)| Some((name?, value))));
        (ask.account, ask.patience) = (Some(self.account), PATIENCE);
        let fetched = self.outbound.ask(&ask).await.map_err(|why| {
            tracing::debug!(url = %ask.url, %why, "nothing was fetched");
            Unread::Failed
        })?;
        self.judged(fetched)
    }

    fn judged(&self, fetched: Fetched) -> Result<Fetched, Unread> {
        let limited = fetched.headers.get("x-ratelimit-remaining").is_some_and(|header| header == "0");
        match fetched.status {
            StatusCode::OK => Ok(fetched),
            StatusCode::NOT_MODIFIED => Err(Unread::Same),
            StatusCode::TOO_MANY_REQUESTS => Err(Unread::Later(self.wait(&fetched.headers))),
            StatusCode::FORBIDDEN if limited || fetched.headers.contains_key(header::RETRY_AFTER) => {
                Err(Unread::Later(self.wait(&fetched.headers)))
            }
            StatusCode::SERVICE_UNAVAILABLE if fetched.headers.contains_key(header::RETRY_AFTER) => {
                Err(Unread::Later(self.wait(&fetched.headers)))
            }
            _ => Err(Unread::Failed),
        }
    }

    /// How long a host asks to be left alone, ms.
    fn wait(&self, headers: &HeaderMap) -> i64 {
        let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<i64>().ok();
        let after = number("retry-after").and_then(|number| number.checked_mul(1000));
        let reset = || number("x-ratelimit-reset")?.checked_mul(1000)?.checked_sub(self.now);
        after.or_else(reset).unwrap_or(SOME_TIME).clamp(1000, LATEST)
    }
}

/// What a document is called.
pub fn validators(headers: &HeaderMap) -> Validators {
    let text =
        |name| headers.get(name).and_then(|header_value: &HeaderValue| header_value.to_str().ok()).map(str::to_owned);
    let short = |text: &String| text.len() <= 512;
    Validators { etag: text(header::ETAG).filter(short), modified: text(header::LAST_MODIFIED).filter(short) }
}

/// The facts of one reading, and those of another where the first has none.
pub fn joined(first: Facts, second: Facts) -> Facts {
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
