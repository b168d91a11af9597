//! A published page as a feed: `/{username}/feed.xml` (Atom, RFC 4287), what was added and when.

use std::fmt::Write as _;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::plain_text;
use mantel_model::tile::Kind;

use super::page::{PageLookup, find};
use crate::clock::rfc3339;
use crate::http::client_address::ClientAddress;
use crate::http::rate_limit;
use crate::http::{etag, redirect, xml};
use crate::service::{Error, Published};
use crate::state::App;
use crate::web::screen;

/// The feed has this many tiles, the newest.
const ENTRIES: usize = 50;

/// The feed of the page with this name.
pub async fn get(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    if let Err(error) = app.rate_limits.take_address(rate_limit::Kind::Public, address) {
        return screen::error_screen(&error.into());
    }
    let found = match find(&app, &name).await {
        Ok(PageLookup::Exact(page)) => app.service.published(page.username.as_str()).await,
        Ok(PageLookup::OtherSpelling(page)) => return redirect::permanent(&format!("/{}/feed.xml", page.username)),
        Ok(PageLookup::Renamed(username)) => return redirect::renamed(&format!("/{username}/feed.xml")),
        Err(why) => Err(why),
    };
    match found {
        Ok(published) => response(&app, &published, &headers),
        Err(Error::PageNotFound(_)) => (StatusCode::NOT_FOUND, "There is no published page here.\n").into_response(),
        Err(error) => screen::error_screen(&error.into()),
    }
}

fn response(app: &App, published: &Published, request_headers: &HeaderMap) -> Response {
    if etag::unchanged(request_headers, &published.etag) {
        return etag::not_modified(&published.etag);
    }
    let mut response = atom(published, &app.config.page_url(&published.username)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/atom+xml; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    etag::tagged(response, &published.etag)
}

fn atom(published: &Published, url: &str) -> String {
    let profile = &published.page.profile;
    let name = if profile.name.is_empty() { published.username.as_str() } else { profile.name.as_str() };
    let (name, url) = (xml::escaped(name), xml::escaped(url));
    let shown = |kind: &Kind| !matches!(kind, Kind::Heading(_) | Kind::Social(_));
    let entries: Vec<_> = published.by_age().into_iter().filter(|(tile, _)| shown(&tile.kind)).take(ENTRIES).collect();
    let updated = rfc3339(entries.first().map_or(published.at, |newest| newest.1));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><id>{url}</id><title>{name}</title>\
         <updated>{updated}</updated><author><name>{name}</name><uri>{url}</uri></author><link href=\"{url}\"/>\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{url}/feed.xml\"/>"
    );
    if let Some(bio) = &profile.bio {
        // Writing to a string can't fail.
        let _ = write!(out, "<subtitle>{}</subtitle>", xml::escaped(bio.as_str()));
    }
    for (tile, since) in entries {
        let (title, words) = plain_text::title_and_words(tile, published.facts.get(&tile.id));
        let (title, words) = (xml::escaped(&title), xml::escaped(&words));
        let own = format!("{url}#tile-{}", tile.id);
        let link = tile.kind.address().map_or(own.clone(), |address| xml::escaped(address.as_str()));
        let since = rfc3339(since);
        let _ = write!(
            out,
            "<entry><id>{own}</id><title>{title}</title><link href=\"{link}\"/><published>{since}</published>\
             <updated>{since}</updated><summary>{words}</summary></entry>"
        );
    }
    out.push_str("</feed>\n");
    out
}
