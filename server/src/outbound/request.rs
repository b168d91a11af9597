//! A request with its limits.

use std::net::IpAddr;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use url::Url;

use super::url_policy::UrlPolicy;

/// How much of a page is read, bytes; the rest is ignored.
const PAGE_BYTES: usize = 384 * 1024;
/// Maximum size of an image, bytes.
const IMAGE_BYTES: usize = 5 * 1024 * 1024;
/// Maximum number of redirects of a link.
const REDIRECTS: u8 = 3;
/// How long a fetch that somebody waits for may wait in the queue.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long an image may wait in the queue; a page can have many.
const IMAGE_QUEUE_TIMEOUT: Duration = Duration::from_secs(30);

/// How much of a body is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyLimit {
    /// All of it; more than this many bytes is an error.
    Whole(usize),
    /// The first bytes, at most this many.
    Start(usize),
    /// An HTML page up to the end of its head, at most this many bytes.
    Head(usize),
}

impl BodyLimit {
    /// The maximum number of bytes that are read.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Whole(bytes) | Self::Start(bytes) | Self::Head(bytes) => bytes,
        }
    }
}

/// One GET request.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The URL.
    pub url: &'a Url,
    /// What it is for, in the metrics.
    pub reason: &'static str,
    /// The `Accept` header.
    pub accept: &'static str,
    /// Which URLs are allowed, including redirects.
    pub policy: UrlPolicy,
    /// Maximum number of redirects.
    pub redirects: u8,
    /// How much of the body is read.
    pub body: BodyLimit,
    /// The account it is for: concurrent fetches per account are limited.
    pub account: Option<&'a str>,
    /// The address of the visitor it is for, where nobody is signed in: limited as an account is, and all of them
    /// together.
    pub visitor: Option<IpAddr>,
    /// How long to wait for a permit.
    pub queue_timeout: Duration,
    /// Additional headers; sent only to the origin of `url`, not to redirect targets.
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

impl<'a> Request<'a> {
    /// A document that must be served over https without redirects.
    pub fn strict(url: &'a Url, accept: &'static str, limit: usize) -> Self {
        Self { policy: UrlPolicy::Strict, redirects: 0, ..Self::document(url, accept, limit) }
    }

    /// A small document, such as JSON, from anywhere on the web.
    pub const fn document(url: &'a Url, accept: &'static str, limit: usize) -> Self {
        Self {
            url,
            reason: "document",
            accept,
            policy: UrlPolicy::Web,
            redirects: REDIRECTS,
            body: BodyLimit::Whole(limit),
            account: None,
            visitor: None,
            queue_timeout: QUEUE_TIMEOUT,
            headers: Vec::new(),
        }
    }

    /// The head of a web page.
    pub fn page(url: &'a Url) -> Self {
        let accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1";
        Self { reason: "page", body: BodyLimit::Head(PAGE_BYTES), ..Self::document(url, accept, PAGE_BYTES) }
    }

    /// An image. A page may refer to many, so it may wait in the queue for longer.
    pub fn image(url: &'a Url) -> Self {
        let document =
            Self::document(url, "image/webp,image/png,image/jpeg,image/avif,image/gif,image/*;q=0.5", IMAGE_BYTES);
        Self { reason: "image", queue_timeout: IMAGE_QUEUE_TIMEOUT, ..document }
    }

    /// The same request on behalf of an account.
    #[must_use]
    pub const fn for_account(mut self, account: &'a str) -> Self {
        self.account = Some(account);
        self
    }

    /// The same request on behalf of a visitor.
    #[must_use]
    pub const fn for_visitor(mut self, address: IpAddr) -> Self {
        self.visitor = Some(address);
        self
    }
}
