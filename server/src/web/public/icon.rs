//! The icons of a published page and its web manifest: `/{username}/icon-64.png` and others, `/{username}/manifest.webmanifest`.

use std::future::ready;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use mantel_drawing::icon::IconSize;
use mantel_drawing::tints::Tints;
use mantel_model::Username;
use mantel_model::language::{Direction, Language};
use serde_json::{Value, json};

use super::card::{Version, kept, picture};
use super::lookup;
use crate::assets;
use crate::drawings::{Drawing, icon_version, version};
use crate::http::security_headers;
use crate::service::Published;
use crate::state::App;
use crate::web::public_rate::PublicRate;

/// Our own icon, for pages whose own is not drawn yet.
const OURS: &str = "/apple-touch-icon.png";
/// What a home screen has room for, letters (Web Application Manifest, "short_name").
const SHORT: usize = 12;

/// The icon of 32 pixels.
pub async fn small(rate: PublicRate, app: State<App>, name: Path<String>, v: Query<Version>, h: HeaderMap) -> Response {
    get(rate, app, name, v, h, IconSize::Small).await
}

/// The icon of 64 pixels.
pub async fn tab(rate: PublicRate, app: State<App>, name: Path<String>, v: Query<Version>, h: HeaderMap) -> Response {
    get(rate, app, name, v, h, IconSize::Tab).await
}

/// The icon of 180 pixels.
pub async fn touch(rate: PublicRate, app: State<App>, name: Path<String>, v: Query<Version>, h: HeaderMap) -> Response {
    get(rate, app, name, v, h, IconSize::Touch).await
}

/// The icon of 192 pixels.
pub async fn app_192(
    rate: PublicRate,
    app: State<App>,
    name: Path<String>,
    v: Query<Version>,
    h: HeaderMap,
) -> Response {
    get(rate, app, name, v, h, IconSize::App192).await
}

/// The icon of 512 pixels.
pub async fn app_512(
    rate: PublicRate,
    app: State<App>,
    name: Path<String>,
    v: Query<Version>,
    h: HeaderMap,
) -> Response {
    get(rate, app, name, v, h, IconSize::App512).await
}

/// The icon of the page with this name. Where it is not drawn yet: ours, until it is.
async fn get(
    _: PublicRate,
    State(app): State<App>,
    Path(name): Path<String>,
    Query(asked): Query<Version>,
    headers: HeaderMap,
    size: IconSize,
) -> Response {
    let (app, headers) = (&app, &headers);
    let address = |name: &Username| format!("/{name}/icon-{}.png", size.side());
    let icon = |page: Published| async move { Ok(icon(app, &page, size, asked.v.as_deref(), headers).await) };
    lookup::published_form(app, &name, address, icon).await
}

async fn icon(
    app: &App,
    page: &Published,
    size: IconSize,
    asked: Option<&str>,
    request_headers: &HeaderMap,
) -> Response {
    let drawing = Drawing::Icon(size);
    match app.drawings.kept(page, drawing).await {
        Some(icon) => kept(icon, "image/png", &version(page, drawing), asked, request_headers),
        None => {
            app.drawings.want(&page.username, drawing);
            let ours = assets::file(OURS).map_or_else(Bytes::new, |file| Bytes::from_static(file.plain));
            picture(ours, "image/png", "no-store")
        }
    }
}

/// The web manifest of the page with this name: what a home screen keeps of it.
pub async fn manifest(_: PublicRate, State(app): State<App>, Path(name): Path<String>) -> Response {
    let address = |name: &Username| format!("/{name}/manifest.webmanifest");
    lookup::published_form(&app, &name, address, |page| {
        let mut response = manifest_of(&page).to_string().into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/manifest+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=300"));
        security_headers::allow_nothing(headers);
        ready(Ok(response))
    })
    .await
}

/// <https://www.w3.org/TR/appmanifest/>
fn manifest_of(published: &Published) -> Value {
    let (page, username) = (&published.page, published.username.as_str());
    let name = page.profile.name_or(username);
    let ground = Tints::of(&page.theme).bg;
    let version = icon_version(published);
    let icon = |size: IconSize, purpose: &str| {
        let side = size.side();
        json!({
            "src": format!("/{username}/icon-{side}.png?v={version}"),
            "sizes": format!("{side}x{side}"),
            "type": "image/png",
            "purpose": purpose,
        })
    };
    // All that matters lies within the part that every mask leaves.
    let icons = [IconSize::App192, IconSize::App512].map(|size| [icon(size, "any"), icon(size, "maskable")]).concat();
    let direction = match page.direction() {
        Direction::LeftToRight => "ltr",
        Direction::RightToLeft => "rtl",
    };
    json!({
        "id": format!("/{username}"),
        "name": name,
        "short_name": if name.chars().count() <= SHORT { name } else { username },
        "start_url": format!("/{username}"),
        "scope": format!("/{username}"),
        "display": "minimal-ui",
        "lang": page.language().as_ref().map_or("en", Language::as_str),
        "dir": direction,
        "theme_color": ground,
        "background_color": ground,
        "icons": icons,
    })
}
