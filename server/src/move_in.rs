//! Moving in: a page elsewhere is fetched through the one outbound client and read by the model. The reply is what was
//! found, never the page itself, so that nobody can read other sites through this server.

use std::net::IpAddr;

use axum::http::StatusCode;
use mantel_model::api::{Import, MoveIn, MovedInReply};
use mantel_model::move_in::{self, LeftOut, MovedIn};
use mantel_model::{Problem, SafeUrl};
use serde_json::Value;
use url::Url;

use crate::heavy_work;
use crate::http::rate_limit::Kind;
use crate::link_metadata::page;
use crate::outbound::{BodyLimit, FetchError, Fetched, Outbound, Request};
use crate::service::{Caller, Error};
use crate::state::App;

/// Largest page that is fetched, bytes.
const PAGE_BYTES: usize = 2 * 1024 * 1024;

/// What to do with a page that a server is not given.
const SAVE_IT: &str = "Open it in your browser, choose “Save page as”, and bring the file.";

/// For whom a page is fetched: their fetches at once are limited.
#[derive(Clone, Debug)]
pub enum Asker {
    /// A caller with a credential.
    Caller(Caller),
    /// Somebody without one, at this address.
    Visitor(IpAddr),
}

/// Reads a page elsewhere, or the file that somebody saved of one.
///
/// # Errors
/// `Elsewhere` with what to do instead, or `Invalid` for what is no address.
pub async fn read(outbound: &Outbound, asker: &Asker, request: &MoveIn) -> Result<MovedIn, Error> {
    match request {
        MoveIn::File(text) => {
            let found = heavy_work::run_for_bytes(text.len(), || move_in::read(text, None)).await;
            found.map_err(|error| Error::Elsewhere(error.to_string()))
        }
        MoveIn::Address(address) => {
            let url = web_address(address)?;
            let fetched = fetch(outbound, asker, &url).await?;
            let html = page::html(&fetched.body, fetched.content_type());
            let Some(html) = html else { return Err(Error::Elsewhere(no_page(&fetched))) };
            let found =
                heavy_work::run_for_bytes(html.len(), || move_in::read(&html, Some(fetched.url.as_str()))).await;
            found.map_err(|error| Error::Elsewhere(error.to_string()))
        }
    }
}

/// The import with the brief of what its file leads to or holds, where that is a page elsewhere: one address of a service
/// that is known, or a saved page or export; other files stay as they are. And what the owner should know of it.
///
/// # Errors
/// As [`read`].
pub async fn resolve(app: &App, caller: &Caller, mut import: Import) -> Result<(Import, Vec<Problem>), Error> {
    let Value::String(text) = &import.file else { return Ok((import, Vec::new())) };
    let (outbound, asker) = (&app.outbound, Asker::Caller(caller.clone()));
    let found = match move_in::known_address(text) {
        Some(known) => {
            app.rate_limits.take_account(Kind::MoveIn, &caller.account)?;
            read(outbound, &asker, &MoveIn::Address(known.address.to_string())).await?
        }
        None if heavy_work::run_for_bytes(text.len(), || move_in::is_elsewhere(text)).await => {
            read(outbound, &asker, &MoveIn::File(text.clone())).await?
        }
        None => return Ok((import, Vec::new())),
    };
    let reply = MovedInReply::of(&found);
    let left_out = |left: LeftOut| {
        let address = left.url.filter(|url| *url != left.title).map(|url| format!(" ({url})")).unwrap_or_default();
        Problem::new(String::new(), format!("“{}”{address} was not taken. {}", left.title, left.reason))
    };
    let notes = reply.warnings.into_iter().chain(reply.left.into_iter().map(left_out)).collect();
    import.file = reply.brief;
    Ok((import, notes))
}

/// The address of a page, completed with `https://` where that is missing.
fn web_address(text: &str) -> Result<Url, Error> {
    let wrong = |words: &str| Error::Invalid(vec![Problem::new("/address", words)]);
    let whole = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let known = move_in::known_address(text).map(|known| known.address);
    let address = match known {
        Some(address) => address,
        None => {
            SafeUrl::parse(&whole).map_err(|_| wrong("this is no address of a page; give one like linktr.ee/ines"))?
        }
    };
    let url = Url::parse(address.as_str()).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    url.ok_or_else(|| wrong("the address of a page starts with https or http"))
}

async fn fetch(outbound: &Outbound, asker: &Asker, url: &Url) -> Result<Fetched, Error> {
    if !outbound.is_enabled() {
        let words = format!("This service reads nothing from the web (OUTBOUND=off). {SAVE_IT}");
        return Err(Error::Elsewhere(words));
    }
    let body = BodyLimit::Whole(PAGE_BYTES);
    let request = Request { reason: "move in", body, ..Request::page(url) };
    let request = match asker {
        Asker::Caller(caller) => request.for_account(&caller.account),
        Asker::Visitor(address) => request.for_visitor(*address),
    };
    let host = url.host_str().unwrap_or_default();
    let fetched = outbound.send(&request).await.map_err(|error| match error {
        FetchError::BUSY => Error::Elsewhere("Too much is read at once just now. Try again in a moment.".to_owned()),
        FetchError(why) => {
            Error::Elsewhere(format!("{host} could not be read: {why}. Is the address right? If so: {SAVE_IT}"))
        }
    })?;
    match fetched.status {
        StatusCode::OK => Ok(fetched),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(Error::Elsewhere(format!(
            "There is no page at that address: {host} answered {}. Is it written right?",
            fetched.status.as_u16()
        ))),
        status => Err(Error::Elsewhere(format!(
            "{host} answered {} and did not let us read the page. {SAVE_IT}",
            status.as_u16()
        ))),
    }
}

/// Why something that was fetched is not read: only pages are.
fn no_page(fetched: &Fetched) -> String {
    let kind = fetched.content_type().split(';').next().unwrap_or_default().trim();
    let what = match kind.split('/').next() {
        Some("image") => "a picture",
        Some("video" | "audio") => "a recording",
        _ if kind == "application/pdf" => "a PDF",
        _ => "a file, not a page",
    };
    format!("That address is {what}. Give the address of the page itself, or bring the file.")
}
