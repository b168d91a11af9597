//! What is asked for, and under which limits.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use url::Url;

use super::Rules;

/// The longest page that is read, bytes; what is beyond is left unread.
const PAGE: usize = 384 * 1024;
/// The largest picture, bytes.
const PICTURE: usize = 5 * 1024 * 1024;
/// How often an owner's link may lead on.
const REDIRECTS: u8 = 3;
/// How long somebody who waits for the answer waits for their turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a picture waits for it, one of many on a page.
const LONG_PATIENCE: Duration = Duration::from_secs(30);

/// How much of a body is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// All of it, which must not be more than this many bytes.
    Whole(usize),
    /// Its beginning: no more than this many bytes.
    Start(usize),
    /// A page up to the end of its head: no more than this many bytes.
    Head(usize),
}

impl Take {
    /// The most bytes there will be.
    pub const fn limit(self) -> usize {
        match self {
            Self::Whole(it) | Self::Start(it) | Self::Head(it) => it,
        }
    }
}

/// One GET.
#[derive(Clone, Debug)]
pub struct Ask<'a> {
    /// What to get.
    pub url: &'a Url,
    /// What kinds are wanted: the `Accept` header.
    pub accept: &'static str,
    /// What the address, and each it leads to, has to be.
    pub rules: Rules,
    /// How often it may lead on.
    pub redirects: u8,
    /// How much is wanted.
    pub take: Take,
    /// For whom: an account has few fetches at once.
    pub account: Option<&'a str>,
    /// How long to wait for a turn, where much is fetched at once.
    pub patience: Duration,
    /// Further headers. They stay with the host that they are for.
    pub headers: Vec<(HeaderName, HeaderValue)>,
}

impl<'a> Ask<'a> {
    /// A document at an address that has to be https and lead nowhere else.
    pub fn strictly(url: &'a Url, accept: &'static str, limit: usize) -> Self {
        Self { rules: Rules::Strict, redirects: 0, ..Self::document(url, accept, limit) }
    }

    /// A small document, such as JSON, somewhere on the web.
    pub const fn document(url: &'a Url, accept: &'static str, limit: usize) -> Self {
        let take = Take::Whole(limit);
        let (rules, patience) = (Rules::Web, PATIENCE);
        Self { url, accept, rules, redirects: REDIRECTS, take, account: None, patience, headers: Vec::new() }
    }

    /// The head of a web page.
    pub fn page(url: &'a Url) -> Self {
        let accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1";
        Self { take: Take::Head(PAGE), ..Self::document(url, accept, PAGE) }
    }

    /// A picture. A page may name many, and they take turns.
    pub fn picture(url: &'a Url) -> Self {
        let document =
            Self::document(url, "image/webp,image/png,image/jpeg,image/avif,image/gif,image/*;q=0.5", PICTURE);
        Self { patience: LONG_PATIENCE, ..document }
    }

    /// The same, for an account.
    #[must_use]
    pub const fn of(mut self, account: &'a str) -> Self {
        self.account = Some(account);
        self
    }
}
