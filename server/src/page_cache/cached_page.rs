//! A published page in the cache: rendered once in each representation, encoded once per encoding.

use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::SystemTime;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use mantel_model::Username;

use super::encoding::{Effort, Encoding};
use super::prepared_response::PreparedResponse;
use crate::http::etag::date_of;
use crate::http::security_headers;
use crate::http::zero_copy::FileBackedBytes;
use crate::insights::PageCounts;
use crate::page_document::{OwnTypefaces, with_own_typefaces};
use crate::store::{CounterSlot, LiveVersion};

/// Memory of a cached page besides its bodies: names, headers, map entries, and what its typefaces add to its document.
const OVERHEAD: usize = 32 * 1024;
/// A page gets its typefaces inside and is recompressed at full effort after this many requests, if the compressor is idle.
const RECOMPRESS_AFTER: u32 = 3;
/// After this many requests a page waits for the compressor, and is sent without copying from then on.
const ZERO_COPY_AFTER: u32 = 64;

/// How a frequently requested page is promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// Typefaces inside, and recompression at full effort.
    Recompress,
    /// The same, with bodies that can be sent without copying.
    ZeroCopy,
}

/// A response from the cache.
#[derive(Debug)]
pub struct CachedResponse {
    /// The page, for counting.
    pub counts: Arc<PageCounts>,
    /// The form of it.
    pub representation: Representation,
    /// The response.
    pub response: Response,
    /// The body, if it can be sent without copying.
    pub zero_copy: Option<FileBackedBytes>,
}

/// A form in which a page is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representation {
    /// The HTML document.
    Html,
    /// JSON.
    Json,
    /// Plain text.
    Text,
}

/// One representation of a page, in every encoding requested so far.
#[derive(Debug)]
pub struct CachedDocument {
    /// The common part of its entity tags.
    etag_base: String,
    headers: HeaderMap,
    body: Bytes,
    /// Its `Last-Modified`.
    modified: Option<SystemTime>,
    effort: Effort,
    /// Whether its typefaces are inside it, which marks its entity tags.
    own_typefaces: bool,
    identity: PreparedResponse,
    gzip: OnceLock<PreparedResponse>,
    brotli: OnceLock<PreparedResponse>,
}

impl CachedDocument {
    /// A document with the common part of its entity tags (without quotes), its headers and its body.
    pub fn new(etag_base: String, headers: HeaderMap, body: impl Into<Bytes>) -> Self {
        Self::with_effort(etag_base, headers, body.into(), Effort::Quick, false)
    }

    fn with_effort(
        etag_base: String,
        mut headers: HeaderMap,
        body: Bytes,
        effort: Effort,
        own_typefaces: bool,
    ) -> Self {
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        let modified = date_of(&headers, &header::LAST_MODIFIED);
        let etag = etag_of(&etag_base, own_typefaces, Encoding::Identity, effort);
        let identity = PreparedResponse::new(headers.clone(), &etag, body.clone());
        let (gzip, brotli) = (OnceLock::new(), OnceLock::new());
        Self { etag_base, headers, body, modified, effort, own_typefaces, identity, gzip, brotli }
    }

    /// Its content, not compressed.
    pub const fn body(&self) -> &Bytes {
        &self.body
    }

    /// Its headers.
    pub const fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The document with its typefaces inside, compressed at full effort, which takes a good part of a second; file-backed if a folder
    /// for the file is given.
    fn recompressed(&self, folder: Option<&Path>) -> Self {
        let mut new = self.with_typefaces().unwrap_or_else(|| {
            let (etag_base, headers, body) = (self.etag_base.clone(), self.headers.clone(), self.body.clone());
            Self::with_effort(etag_base, headers, body, Effort::Best, self.own_typefaces)
        });
        if let Some(folder) = folder {
            new.identity = new.identity.file_backed(folder);
        }
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

    /// The document with its typefaces inside, unless it was compressed at full effort, and so they are inside already or can't be.
    fn with_typefaces(&self) -> Option<Self> {
        let html = std::str::from_utf8(&self.body).ok().filter(|_| self.effort == Effort::Quick)?;
        let OwnTypefaces { html, style_hash } = with_own_typefaces(html)?;
        let mut headers = self.headers.clone();
        security_headers::allow_only_inline_style(&mut headers, &style_hash);
        security_headers::allow_inline_fonts(&mut headers);
        Some(Self::with_effort(self.etag_base.clone(), headers, html.into(), Effort::Best, true))
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
            let etag = self.etag(Encoding::Identity);
            PreparedResponse::new(self.headers.clone(), &etag, self.body.clone())
        })
    }

    fn try_encode(&self, encoding: Encoding) -> Option<PreparedResponse> {
        let body = encoding.encode(&self.body, self.effort)?;
        let mut headers = self.headers.clone();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()?));
        Some(PreparedResponse::new(headers, &self.etag(encoding), body.into()))
    }

    fn etag(&self, encoding: Encoding) -> String {
        etag_of(&self.etag_base, self.own_typefaces, encoding, self.effort)
    }

    /// The entity tag by which the client already has this document, in whatever encoding; any (`*`) when it has it by its
    /// date, which counts only without entity tags (RFC 9110, 13.1.3).
    fn matching_etag<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        if !headers.contains_key(header::IF_NONE_MATCH) {
            let since = date_of(headers, &header::IF_MODIFIED_SINCE)?;
            return self.modified.is_some_and(|modified| modified <= since).then_some("*");
        }
        let values = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let mut tags = values.flat_map(|value| value.split(',')).map(|tag| tag.trim().trim_start_matches("W/"));
        tags.find(|tag| self.is_own_etag(tag))
    }

    fn is_own_etag(&self, tag: &str) -> bool {
        let suffix = tag.strip_prefix('"').and_then(|rest| rest.strip_prefix(self.etag_base.as_str()));
        let suffix = suffix.and_then(|rest| rest.strip_suffix('"'));
        tag == "*" || suffix.is_some_and(|suffix| Encoding::ETAG_SUFFIXES.contains(&suffix))
    }

    /// Whether both have the same body under the same entity tags; that of a document with its typefaces inside contains a hash of it
    /// without them.
    fn is_same(&self, other: &Self) -> bool {
        self.etag_base == other.etag_base && (other.own_typefaces || self.body == other.body)
    }
}

fn etag_of(base: &str, own_typefaces: bool, encoding: Encoding, effort: Effort) -> String {
    format!("\"{base}{}{}\"", if own_typefaces { "t" } else { "" }, encoding.etag_suffix(effort))
}

/// A published page in the cache.
#[derive(Debug)]
pub struct CachedPage {
    /// Its username.
    pub username: Username,
    /// What it was rendered from.
    pub from: RenderedFrom,
    /// What is counted of it.
    pub counts: Arc<PageCounts>,
    html: RwLock<Arc<CachedDocument>>,
    json: Arc<CachedDocument>,
    text: Arc<CachedDocument>,
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
    pub html: CachedDocument,
    /// JSON.
    pub json: CachedDocument,
    /// Plain text.
    pub text: CachedDocument,
    /// Whether the metadata of its images is complete, as far as it can be.
    pub images_settled: bool,
    /// What is counted of it: nothing yet.
    pub counts: Arc<PageCounts>,
}

impl CachedPage {
    /// A rendered page, not yet fresh.
    pub fn new(username: Username, from: RenderedFrom, rendered: RenderedPage) -> Self {
        let RenderedPage { html, json, text, counts, images_settled: _ } = rendered;
        // Both compressed encodings together are smaller than the document.
        let bytes = 2 * (html.body.len() + json.body.len() + text.body.len()) + OVERHEAD;
        Self {
            username,
            from,
            counts,
            html: RwLock::new(Arc::new(html)),
            json: Arc::new(json),
            text: Arc::new(text),
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

    /// Takes over the documents of the previous entry that are the same, with their encodings and dates.
    pub fn reuse_encodings(mut self, previous: &Self) -> Self {
        let (current, html) = (self.document(Representation::Html), previous.document(Representation::Html));
        if current.is_same(&html) {
            // Counts on from the previous promotion, so a compression still running for the old entry is done again
            // here.
            self.requests.store(html.min_requests(), Ordering::Relaxed);
            self.replace_html(html);
        }
        for (current, previous) in [(&mut self.json, &previous.json), (&mut self.text, &previous.text)] {
            if current.is_same(previous) {
                *current = Arc::clone(previous);
            }
        }
        self
    }

    fn replace_html(&self, html: Arc<CachedDocument>) {
        *self.html.write().unwrap_or_else(PoisonError::into_inner) = html;
    }

    /// A document.
    pub fn document(&self, representation: Representation) -> Arc<CachedDocument> {
        match representation {
            Representation::Html => Arc::clone(&self.html.read().unwrap_or_else(PoisonError::into_inner)),
            Representation::Json => Arc::clone(&self.json),
            Representation::Text => Arc::clone(&self.text),
        }
    }

    /// The response with a representation, if it was encoded for such a client before.
    pub fn prepared(&self, representation: Representation, headers: &HeaderMap) -> Option<CachedResponse> {
        let document = self.document(representation);
        let prepared = document.prepared(Encoding::for_client(headers))?;
        let etag = document.matching_etag(headers);
        let zero_copy = etag.is_none().then(|| prepared.zero_copy()).flatten();
        let counts = Arc::clone(&self.counts);
        Some(CachedResponse { counts, representation, response: conditional(prepared, etag), zero_copy })
    }

    /// The response with the page's document.
    pub fn html(&self, headers: &HeaderMap) -> Response {
        self.response(Representation::Html, headers)
    }

    /// The response with the page as JSON.
    pub fn json(&self, headers: &HeaderMap) -> Response {
        self.response(Representation::Json, headers)
    }

    /// The response with the page as plain text.
    pub fn text(&self, headers: &HeaderMap) -> Response {
        self.response(Representation::Text, headers)
    }

    fn response(&self, representation: Representation, headers: &HeaderMap) -> Response {
        let document = self.document(representation);
        conditional(document.response(Encoding::for_client(headers)), document.matching_etag(headers))
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

    /// Puts its typefaces into the HTML document and compresses it at full effort, and serves that from then on.
    pub fn recompress(&self, folder: Option<&Path>) {
        self.replace_html(Arc::new(self.document(Representation::Html).recompressed(folder)));
    }
}

/// 304 for a client that has this entity tag, the whole response otherwise.
fn conditional(prepared: &PreparedResponse, etag: Option<&str>) -> Response {
    match etag {
        Some(etag) => prepared.not_modified(etag),
        None => prepared.ok(),
    }
}
