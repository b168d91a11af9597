//! A published page as a feed: `/{username}/feed.xml` (Atom, RFC 4287), what was added and when.

use std::fmt::Write as _;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use mantel_model::tile::Kind;
use mantel_model::{Username, plain_text};

use super::lookup;
use crate::clock::rfc3339;
use crate::http::{escape, etag};
use crate::service::{Published, secret};
use crate::state::App;
use crate::web::public_rate::PublicRate;

/// The feed has this many tiles, the newest.
const ENTRIES: usize = 50;

/// The feed of the page with this name.
pub async fn get(
    _: PublicRate,
    State(app): State<App>,
    Path(name): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    let (app, headers) = (&app, &headers);
    let address = |name: &Username| format!("/{name}/feed.xml");
    let answer =
        lookup::published_form(app, &name, address, |page| async move { Ok(response(app, &page, headers)) }).await;
    if let Some(counts) = lookup::counted(app, &name, &method, answer.status()).await {
        app.visits.save(&counts, "feed", headers);
    }
    answer
}

fn response(app: &App, published: &Published, request_headers: &HeaderMap) -> Response {
    let atom = atom(published, &app.config.page_url(&published.username), app.config.host());
    let etag = etag::of_content(&published.etag, atom.as_bytes());
    let mut response = atom.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/atom+xml; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    etag::conditional(request_headers, response, &etag, published.at)
}

/// The identifier of something in a feed, which stays when the page gets another address (RFC 4287, 4.2.6), by the scheme
/// `tag` (RFC 4151). The year is the one since which there are such identifiers.
fn permanent_id(host: &str, what: &str) -> String {
    let host = host.split(':').next().unwrap_or_default();
    format!("tag:{},2026:{what}", escape::escaped(host))
}

fn atom(published: &Published, url: &str, host: &str) -> String {
    let profile = &published.page.profile;
    let name = profile.name_or(published.username.as_str());
    let (name, url) = (escape::escaped(name), escape::escaped(url));
    let shown = |kind: &Kind| !matches!(kind, Kind::Heading(_) | Kind::Social(_));
    let entries: Vec<_> = published.by_age().into_iter().filter(|(tile, _)| shown(&tile.kind)).take(ENTRIES).collect();
    let updated = rfc3339(entries.first().map_or(published.at, |newest| newest.1));
    // The id of the account itself is nobody's business.
    let account = secret::hash(&published.live_version.account);
    let own = permanent_id(host, &format!("page/{}", account.get(..16).unwrap_or_default()));
    let lang = published.page.language();
    let lang = lang.map(|lang| format!(" xml:lang=\"{}\"", lang.as_str())).unwrap_or_default();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"{lang}><id>{own}</id><title>{name}</title>\
         <updated>{updated}</updated><author><name>{name}</name><uri>{url}</uri></author><link href=\"{url}\"/>\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{url}/feed.xml\"/>"
    );
    if let Some(bio) = &profile.bio {
        // Writing to a string can't fail.
        let _ = write!(out, "<subtitle>{}</subtitle>", escape::escaped(bio.as_str()));
    }
    for (tile, since) in entries {
        let (title, words) = plain_text::title_and_words(tile, published.facts.get(&tile.id));
        let (title, words) = (escape::escaped(&title), escape::escaped(&words));
        let own = permanent_id(host, &format!("tile/{}", tile.id));
        let place = || format!("{url}#tile-{}", tile.id);
        let link = tile.kind.address().map_or_else(place, |address| escape::escaped(address.as_str()));
        let lang = tile.lang.as_ref().map(|lang| format!(" xml:lang=\"{}\"", lang.as_str())).unwrap_or_default();
        let summary = if words.is_empty() { words } else { format!("<summary>{words}</summary>") };
        let since = rfc3339(since);
        let _ = write!(
            out,
            "<entry{lang}><id>{own}</id><title>{title}</title><link href=\"{link}\"/><published>{since}</published>\
             <updated>{since}</updated>{summary}</entry>"
        );
    }
    out.push_str("</feed>\n");
    out
}
