//! A published page in the cache: rendered once, encoded once per encoding, with its JSON and plain text.

use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use mantel_model::Username;

use super::encoding::{Effort, Encoding};
use super::prepared_response::PreparedResponse;
use crate::http::etag;
use crate::http::zero_copy::FileBackedBytes;
use crate::store::{CounterSlot, LiveVersion};

/// Memory of a cached page besides its bodies: names, headers, map entries.
const OVERHEAD: usize = 16 * 1024;
/// A page is recompressed at full effort after this many requests, if the compressor is idle.
const RECOMPRESS_AFTER: u32 = 3;
/// After this many requests a page waits for the compressor, and is sent without copying from then on.
const ZERO_COPY_AFTER: u32 = 64;

/// How a frequently requested page is promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// Recompression at full effort.
    Recompress,
    /// The same, with bodies that can be sent without copying.
    ZeroCopy,
}

/// A response from the cache.
#[derive(Debug)]
pub struct CachedResponse {
    /// The response.
    pub response: Response,
    /// The body, if it can be sent without copying.
    pub zero_copy: Option<FileBackedBytes>,
}

impl From<Response> for CachedResponse {
    fn from(response: Response) -> Self {
        Self { response, zero_copy: None }
    }
}

/// The HTML document of a page, in every encoding requested so far.
#[derive(Debug)]
pub struct CachedDocument {
    /// The common part of its entity tags.
    etag_base: String,
    headers: HeaderMap,
    html: Bytes,
    effort: Effort,
    identity: PreparedResponse,
    gzip: OnceLock<PreparedResponse>,
    brotli: OnceLock<PreparedResponse>,
}

impl CachedDocument {
    /// A document with the common part of its entity tags (without quotes), its headers and its HTML.
    pub fn new(etag_base: String, mut headers: HeaderMap, html: impl Into<Bytes>) -> Self {
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        let html = html.into();
        let etag = etag_of(&etag_base, Encoding::Identity, Effort::Quick);
        let identity = PreparedResponse::new(headers.clone(), &etag, html.clone());
        let (gzip, brotli) = (OnceLock::new(), OnceLock::new());
        Self { etag_base, headers, html, effort: Effort::Quick, identity, gzip, brotli }
    }

    /// The document compressed at full effort, which takes a good part of a second; file-backed if a folder for the
    /// file is given.
    fn recompressed(&self, folder: Option<&Path>) -> Self {
        let new = Self::new(self.etag_base.clone(), self.headers.clone(), self.html.clone());
        let new = Self { effort: Effort::Best, ..new };
        for (encoding, old_cell, new_cell) in
            [(Encoding::Gzip, &self.gzip, &new.gzip), (Encoding::Brotli, &self.brotli, &new.brotli)]
        {
            let known = old_cell.get().filter(|_| self.effort == Effort::Best).cloned();
            let response = known.unwrap_or_else(|| new.encode(encoding));
            let _ = new_cell.set(match folder {
                Some(folder) => response.file_backed(folder),
                None => response,
            });
        }
        new
    }

    /// The minimum number of requests so far, judging by its promotion.
    fn min_requests(&self) -> u32 {
        match self.effort {
            Effort::Quick => 0,
            Effort::Best if self.brotli.get().is_some_and(|response| response.zero_copy().is_some()) => ZERO_COPY_AFTER,
            Effort::Best => RECOMPRESS_AFTER,
        }
    }

    /// The response in an encoding, if it was encoded before.
    fn prepared(&self, encoding: Encoding) -> Option<&PreparedResponse> {
        match encoding {
            Encoding::Identity => Some(&self.identity),
            Encoding::Gzip => self.gzip.get(),
            Encoding::Brotli => self.brotli.get(),
        }
    }

    /// The response in an encoding, encoded now if necessary.
    fn response(&self, encoding: Encoding) -> &PreparedResponse {
        let cell = match encoding {
            Encoding::Identity => return &self.identity,
            Encoding::Gzip => &self.gzip,
            Encoding::Brotli => &self.brotli,
        };
        cell.get_or_init(|| self.encode(encoding))
    }

    /// Encodes the response; uncompressed if that fails.
    fn encode(&self, encoding: Encoding) -> PreparedResponse {
        self.try_encode(encoding).unwrap_or_else(|| {
            let etag = etag_of(&self.etag_base, Encoding::Identity, self.effort);
            PreparedResponse::new(self.headers.clone(), &etag, self.html.clone())
        })
    }

    fn try_encode(&self, encoding: Encoding) -> Option<PreparedResponse> {
        let body = encoding.encode(&self.html, self.effort)?;
        let mut headers = self.headers.clone();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()?));
        Some(PreparedResponse::new(headers, &etag_of(&self.etag_base, encoding, self.effort), body.into()))
    }

    /// The entity tag by which the client already has this page, in whatever encoding.
    fn matching_etag<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let values = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let mut tags = values.flat_map(|value| value.split(',')).map(|tag| tag.trim().trim_start_matches("W/"));
        tags.find(|tag| self.is_own_etag(tag))
    }

    fn is_own_etag(&self, tag: &str) -> bool {
        let suffix = tag.strip_prefix('"').and_then(|rest| rest.strip_prefix(self.etag_base.as_str()));
        tag == "*" || suffix.is_some_and(|suffix| matches!(suffix, "p\"" | "g\"" | "G\"" | "b\"" | "B\""))
    }
}

fn etag_of(base: &str, encoding: Encoding, effort: Effort) -> String {
    format!("\"{base}{}\"", encoding.etag_suffix(effort))
}

/// A published page in the cache.
#[derive(Debug)]
pub struct CachedPage {
    /// Its username.
    pub username: Username,
    /// What it was rendered from.
    pub from: RenderedFrom,
    document: RwLock<Arc<CachedDocument>>,
    json: PreparedResponse,
    text: PreparedResponse,
    /// The entity tag of JSON and plain text.
    etag: String,
    /// The change counter when it was last confirmed to be current.
    changes: AtomicU64,
    /// Until when that confirmation counts, ms.
    fresh_until: AtomicU64,
    last_used: AtomicU64,
    requests: AtomicU32,
    bytes: usize,
}

/// The state that a page was rendered from.
#[derive(Debug)]
pub struct RenderedFrom {
    /// The state of the page.
    pub standing: LiveVersion,
    /// The change counter of its account.
    pub place: CounterSlot,
    /// When it was rendered, ms.
    pub at: u64,
    /// The image metadata counter at that time, if the metadata of some of its images was incomplete.
    pub unsettled_at: Option<u64>,
}

/// A published page, rendered in each representation.
#[derive(Debug)]
pub struct RenderedPage {
    /// The HTML document.
    pub document: CachedDocument,
    /// JSON, with its headers.
    pub json: (HeaderMap, Vec<u8>),
    /// Plain text, with its headers.
    pub text: (HeaderMap, String),
    /// The entity tag of JSON and plain text, quotes included.
    pub etag: String,
    /// Whether the metadata of its images is complete, as far as it can be.
    pub images_settled: bool,
}

impl CachedPage {
    /// A rendered page, not yet fresh.
    pub fn new(username: Username, from: RenderedFrom, rendered: RenderedPage) -> Self {
        // Both compressed encodings together are smaller than the document.
        let bytes = 2 * rendered.document.html.len() + rendered.json.1.len() + rendered.text.1.len() + OVERHEAD;
        Self {
            username,
            from,
            document: RwLock::new(Arc::new(rendered.document)),
            json: PreparedResponse::new(rendered.json.0, &rendered.etag, rendered.json.1.into()),
            text: PreparedResponse::new(rendered.text.0, &rendered.etag, rendered.text.1.into()),
            etag: rendered.etag,
            changes: AtomicU64::new(0),
            fresh_until: AtomicU64::new(0),
            last_used: AtomicU64::new(0),
            requests: AtomicU32::new(0),
            bytes,
        }
    }

    /// The maximum memory that it takes, bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// When it was last requested, ms.
    pub fn last_used(&self) -> u64 {
        self.last_used.load(Ordering::Relaxed)
    }

    /// Sets when it was last requested.
    pub fn set_last_used(&self, now: u64) {
        self.last_used.store(now, Ordering::Relaxed);
    }

    /// Makes it fresh until this time, while the change counter stays the same.
    pub fn mark_fresh(&self, changes: u64, until: u64) {
        self.changes.store(changes, Ordering::Release);
        self.fresh_until.store(until, Ordering::Release);
    }

    /// Whether it is fresh at this time and this value of the change counter.
    pub fn is_fresh(&self, changes: u64, now: u64) -> bool {
        self.changes.load(Ordering::Acquire) == changes && now < self.fresh_until.load(Ordering::Acquire)
    }

    /// Takes over the encodings of the previous entry, if the document is the same.
    pub fn reuse_encodings(self, previous: &Self) -> Self {
        let (current, previous) = (self.document(), previous.document());
        if current.etag_base == previous.etag_base && current.html == previous.html {
            // Counts on from the previous promotion, so a compression still running for the old entry is done again
            // here.
            self.requests.store(previous.min_requests(), Ordering::Relaxed);
            *self.document.write().unwrap_or_else(PoisonError::into_inner) = previous;
        }
        self
    }

    fn document(&self) -> Arc<CachedDocument> {
        Arc::clone(&self.document.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The response with the page's document, if it was encoded for such a client before.
    pub fn prepared_html(&self, headers: &HeaderMap) -> Option<CachedResponse> {
        let document = self.document();
        let prepared = document.prepared(Encoding::for_client(headers))?;
        let etag = document.matching_etag(headers);
        let zero_copy = etag.is_none().then(|| prepared.zero_copy()).flatten();
        Some(CachedResponse { response: conditional(prepared, etag), zero_copy })
    }

    /// The response with the page's document.
    pub fn html(&self, headers: &HeaderMap) -> Response {
        let document = self.document();
        conditional(document.response(Encoding::for_client(headers)), document.matching_etag(headers))
    }

    /// The response with the page as JSON.
    pub fn json(&self, headers: &HeaderMap) -> Response {
        conditional(&self.json, etag::unchanged(headers, &self.etag).then_some(self.etag.as_str()))
    }

    /// The response with the page as plain text.
    pub fn text(&self, headers: &HeaderMap) -> Response {
        conditional(&self.text, etag::unchanged(headers, &self.etag).then_some(self.etag.as_str()))
    }

    /// Counts a request, and returns the promotion that it triggers, if any.
    pub fn record_request(&self) -> Option<Promotion> {
        if self.requests.load(Ordering::Relaxed) >= ZERO_COPY_AFTER {
            return None;
        }
        match self.requests.fetch_add(1, Ordering::Relaxed) + 1 {
            RECOMPRESS_AFTER => Some(Promotion::Recompress),
            ZERO_COPY_AFTER => Some(Promotion::ZeroCopy),
            _ => None,
        }
    }

    /// Compresses the document at full effort, and serves that from then on.
    pub fn recompress(&self, folder: Option<&Path>) {
        let recompressed = Arc::new(self.document().recompressed(folder));
        *self.document.write().unwrap_or_else(PoisonError::into_inner) = recompressed;
    }
}

/// 304 for a client that has this entity tag, the whole response otherwise.
fn conditional(prepared: &PreparedResponse, etag: Option<&str>) -> Response {
    match etag {
        Some(etag) => prepared.not_modified(etag),
        None => prepared.ok(),
    }
}
