//! A published page as a contact: `/{username}.vcf`.

use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mantel_model::Username;
use mantel_model::plain_text::vcard::{Card, vcard};

use super::lookup;
use crate::clock::rfc3339;
use crate::http::etag;
use crate::media::{Variant, is_hash};
use crate::service::{Published, Result};
use crate::state::App;

/// What follows the name in the address.
pub const SUFFIX: &str = ".vcf";

/// The contact of the page with this name.
pub async fn get(app: &App, name: &str, method: &Method, headers: &HeaderMap) -> Response {
    let address = |name: &Username| format!("/{name}{SUFFIX}");
    let answer =
        lookup::published_form(app, name, address, |page| async move { contact(app, &page, headers).await }).await;
    if let Some(counts) = lookup::counted(app, name, method, answer.status()).await {
        app.visits.save(&counts, "contact", headers);
    }
    answer
}

async fn contact(app: &App, published: &Published, request_headers: &HeaderMap) -> Result<Response> {
    let photo = photo(app, published).await?;
    let url = app.config.page_url(&published.username);
    let (username, revised) = (published.username.as_str(), rfc3339(published.at));
    let card = Card { url: &url, username, revised: &revised, photo: photo.as_deref() };
    let text = vcard(&published.page, card);
    let etag = etag::of_content(&published.etag, text.as_bytes());
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/vcard; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    let file = format!("inline; filename=\"{username}{SUFFIX}\"");
    if let Ok(disposition) = HeaderValue::from_str(&file) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok(etag::conditional(request_headers, response, &etag, published.at))
}

/// The avatar, small, if it is one of the pictures stored here.
async fn photo(app: &App, published: &Published) -> Result<Option<String>> {
    let avatar = published.page.profile.avatar.as_ref().and_then(|avatar| avatar.own_name());
    let Some(hash) = avatar.filter(|name| is_hash(name)) else { return Ok(None) };
    if app.blocked_media.blocks(hash).await {
        return Ok(None);
    }
    Ok(app.media.variant(hash, Variant::Portrait).await?.map(|jpeg| STANDARD.encode(jpeg)))
}
