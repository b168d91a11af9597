//! A published page for terminals: at `/{username}.txt`, and at `/{username}` for programs of the command line
//! (docs/design/cards.md, 8).

use std::sync::Arc;

use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::Username;
use mantel_model::plain_text::terminal::{self, Addresses, Form};

use super::lookup;
use crate::heavy_work;
use crate::http::error::Refusal;
use crate::http::terminal_client;
use crate::page_cache::CachedPage;
use crate::service::{Error, Result};
use crate::state::App;

/// What follows the name in the address of the text.
pub const SUFFIX: &str = ".txt";

/// A request for the page as terminals show it.
pub struct TerminalRequest<'a> {
    name: &'a str,
    /// `.txt`, or nothing at the page's own address.
    suffix: &'static str,
    query: Option<&'a str>,
    form: Form,
}

impl<'a> TerminalRequest<'a> {
    /// The request for the first segment of a path, if it is one: for a `.txt` always, for a page where a program of the
    /// command line asks.
    pub fn of(segment: &'a str, parts: &'a Parts) -> Option<Self> {
        let headers = &parts.headers;
        let (name, suffix) = match segment.strip_suffix(SUFFIX) {
            Some(name) => (name, SUFFIX),
            // Another extension is another form of the page.
            None if terminal_client::is_one(headers) && !segment.contains('.') => (segment, ""),
            None => return None,
        };
        let query = parts.uri.query();
        // A browser would show codes instead of colours.
        let plain = terminal_client::wants_plain(query, headers) || terminal_client::accepts_html(headers);
        Some(Self { name, suffix, query, form: if plain { Form::Plain } else { Form::Color } })
    }

    /// The page with this name; a redirect where it is spelled otherwise or was renamed, a text where there is none.
    pub async fn response(&self, app: &App) -> Response {
        let query = self.query.map(|query| format!("?{query}")).unwrap_or_default();
        let address = |name: &Username| format!("/{name}{}{query}", self.suffix);
        let drawn = |page: Arc<CachedPage>| async move { self.drawn(app, page.username.as_str()).await };
        match lookup::other_form(app, self.name, address, drawn).await {
            Ok(response) => response,
            Err(Error::PageNotFound(_)) => {
                plain_text((StatusCode::NOT_FOUND, "There is no published page here.\n").into_response())
            }
            Err(error) => refused(&error.into()),
        }
    }

    async fn drawn(&self, app: &App, username: &str) -> Result<Response> {
        let published = app.service.published(username).await?;
        let url = app.config.page_url(&published.username);
        let curl = terminal::curl(&url);
        let addresses = Addresses { page: &url, plain: &curl };
        let draw = || terminal::page(&published.page, addresses, &published.facts, self.form);
        let mut response = plain_text(heavy_work::run(draw).await.into_response());
        if !self.suffix.is_empty() {
            // Search engines find the page itself.
            response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
            if let Ok(canonical) = HeaderValue::from_str(&format!("<{url}>; rel=\"canonical\"")) {
                response.headers_mut().insert(header::LINK, canonical);
            }
        }
        Ok(response)
    }
}

/// A refusal as text.
pub fn refused(refusal: &Refusal) -> Response {
    let (title, detail) = refusal.title_and_detail();
    let words = format!("{title}\n{}\n", terminal::sanitized(detail));
    let mut response = plain_text((refusal.status(), words).into_response());
    response.headers_mut().extend(refusal.headers().clone());
    response
}

/// Text that no cache keeps: at a page's own address a cache could take it for the document, or the document for it. For the
/// same reason it has no entity tag.
fn plain_text(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
