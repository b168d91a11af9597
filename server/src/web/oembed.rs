//! oEmbed (oembed.com): what other sites ask to show a page in a small frame.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::Username;
use serde::Deserialize;
use serde_json::{Value, json};

use super::public::lookup;
use super::public_rate::PublicRate;
use crate::http::{escape, reply};
use crate::service::Error;
use crate::state::App;

/// Size of the frame where there is room, px.
const SIZE: (u32, u32) = (480, 560);

/// The parameters of a request (oEmbed, 2.2).
#[derive(Debug, Deserialize)]
pub struct Request {
    url: Option<String>,
    maxwidth: Option<String>,
    maxheight: Option<String>,
    format: Option<String>,
}

/// `GET /oembed?url=…`: how to show the page at this address.
pub async fn get(_: PublicRate, State(app): State<App>, request: Result<Query<Request>, QueryRejection>) -> Response {
    let Ok(Query(request)) = request else { return refused(StatusCode::BAD_REQUEST, "Each parameter is said once.") };
    if request.format.as_deref().is_some_and(|format| format != "json") {
        return refused(StatusCode::NOT_IMPLEMENTED, "Only the format json is answered.");
    }
    let Some(url) = request.url else { return refused(StatusCode::BAD_REQUEST, "url is the address of a page.") };
    let sides = [(request.maxwidth, SIZE.0), (request.maxheight, SIZE.1)];
    let sides = sides.map(|(most, own)| match most.as_deref().map(str::parse::<u32>) {
        None => Some(own),
        Some(Ok(most)) if most > 0 => Some(own.min(most)),
        Some(_) => None,
    });
    let [Some(width), Some(height)] = sides else {
        return refused(StatusCode::BAD_REQUEST, "maxwidth and maxheight are whole numbers of pixels, from 1.");
    };
    let Some(name) = named(&app, &url) else { return refused(StatusCode::NOT_FOUND, "This is no page of this site.") };
    match lookup::published(&app, &name).await {
        Ok(page) => {
            let title = page.page.profile.name_or(page.username.as_str());
            let address = app.config.page_url(&page.username);
            let (src, words) = (escape::escaped(&format!("{address}/embed")), escape::escaped(title));
            answer(
                StatusCode::OK,
                &json!({
                    "version": "1.0",
                    "type": "rich",
                    "title": title,
                    "author_name": title,
                    "author_url": address,
                    "provider_name": "Mantel",
                    "provider_url": app.config.base_url,
                    "cache_age": 3600,
                    "width": width,
                    "height": height,
                    "html": format!("<iframe src=\"{src}\" title=\"{words}\" width=\"{width}\" height=\"{height}\" \
                        style=\"border:0;max-width:100%\" loading=\"lazy\" sandbox=\"allow-popups allow-popups-to-escape-sandbox allow-scripts\"></iframe>"),
                }),
            )
        }
        Err(Error::PageNotFound(_) | Error::TakenDown) => {
            refused(StatusCode::NOT_FOUND, "There is no published page there.")
        }
        Err(error) => crate::http::error::Refusal::from(error).into_response(),
    }
}

/// `GET /oembed/providers.json`: this site as an entry of the list of providers (oembed.com/providers.json).
pub async fn providers(_: PublicRate, State(app): State<App>) -> Response {
    let base = &app.config.base_url;
    let endpoint = json!({ "schemes": [format!("{base}/*")], "url": format!("{base}/oembed"), "formats": ["json"], "discovery": true });
    answer(StatusCode::OK, &json!([{ "provider_name": "Mantel", "provider_url": base, "endpoints": [endpoint] }]))
}

/// The name in the address of a page here, with or without what follows it.
fn named(app: &App, url: &str) -> Option<Username> {
    let path = url.strip_prefix(&app.config.base_url)?.strip_prefix('/')?;
    let name = path.split(['/', '?', '#', '+']).next()?;
    Username::parse(name).ok()
}

fn refused(status: StatusCode, why: &str) -> Response {
    answer(status, &json!({ "error": why }))
}

fn answer(status: StatusCode, body: &Value) -> Response {
    let mut response = reply::json(status, body);
    let headers = response.headers_mut();
    if status == StatusCode::OK {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    }
    response
}
