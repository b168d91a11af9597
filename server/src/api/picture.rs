//! `GET /api/v1/page/picture`, and `GET /api/v1/public/{username}/picture`: pages as a browser shows them.

use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use mantel_model::Username;

use crate::browser::Format;
use crate::http::client_address::ClientAddress;
use crate::http::error::Refusal;
use crate::http::etag;
use crate::http::identity::Reader;
use crate::http::rate_limit::Kind;
use crate::http::redirect;
use crate::http::reply::{Reply, file};
use crate::page_picture::{View, page_picture, public_picture};
use crate::service::Error;
use crate::state::App;

/// The owner's page: the draft, what is live, or a version of the history.
pub async fn own(State(app): State<App>, Reader(caller): Reader, RawQuery(query): RawQuery) -> Reply {
    let view = view(&query.unwrap_or_default())?;
    let picture = page_picture(&app, &caller, &view).await?;
    Ok(file(picture.bytes, picture.format.mime(), "private, no-cache"))
}

/// A published page, as it was drawn after its last publish; nothing is drawn now.
pub async fn public(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Reply {
    app.rate_limits.take_address(Kind::Public, address)?;
    let width = view(&query.unwrap_or_default())?.width;
    let Ok(username) = Username::parse(&name) else {
        return Err(Error::PageNotFound(name.chars().take(64).collect()).into());
    };
    let published = match app.service.published(username.as_str()).await {
        Err(missing @ Error::PageNotFound(_)) => {
            let renamed = app.service.published_by_old_name(username.as_str()).await?.ok_or(missing)?;
            let target = format!("/api/v1/public/{}/picture?width={}", renamed.username, width.name());
            return Ok(redirect::renamed(&target));
        }
        found => found?,
    };
    let tag = format!("\"{}-{}\"", published.etag.trim_matches('"'), width.name());
    if etag::unchanged(&headers, &tag) {
        return Ok(etag::not_modified(&tag));
    }
    let picture = public_picture(&app, &published, width).await?;
    Ok(etag::tagged(file(picture, Format::WebP.mime(), "public, max-age=300"), &tag))
}

/// What a query asks for.
fn view(query: &str) -> Result<View, Refusal> {
    let fields: Vec<_> = url::form_urlencoded::parse(query.as_bytes()).collect();
    Ok(View::read(fields.iter().map(|(name, value)| (&**name, &**value)))?)
}
