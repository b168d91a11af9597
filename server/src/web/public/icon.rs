//! The icons of a published page and its web manifest: `/{username}/icon-64.png` and others, `/{username}/manifest.webmanifest`.

use std::future::ready;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use mantel_drawing::icon::IconSize;
use mantel_drawing::tints::Tints;
use mantel_model::Username;
use mantel_model::language::Language;
use serde_json::{Value, json};

use super::drawn::{Version, kept};
use super::lookup;
use crate::assets;
use crate::drawings::{Drawing, icon_version};
use crate::http::reply::file;
use crate::service::Published;
use crate::state::App;
use crate::web::public_rate::PublicRate;

/// Our own icon, for pages whose own is not drawn yet.
const OURS: &str = "/apple-touch-icon.png";
/// What a home screen has room for, letters (Web Application Manifest, "short_name").
const SHORT: usize = 12;

/// The icon of this size of the page with the name in the path. Where it is not drawn yet: ours, until it is.
pub fn icon(size: IconSize) -> MethodRouter<App> {
    let answer = move |_: PublicRate,
                       State(app): State<App>,
                       Path(name): Path<String>,
                       Query(asked): Query<Version>,
                       headers: HeaderMap| async move {
        let (app, asked, headers) = (&app, &asked, &headers);
        let address = |name: &Username| format!("/{name}/icon-{}.{}", size.side(), size.extension());
        lookup::published_form(app, &name, address, |page| async move {
            let ours = assets::file(OURS).map_or(&[][..], |file| file.plain);
            Ok(kept(app, &page, Drawing::Icon(size), asked, headers, ("image/png", Bytes::from_static(ours))).await)
        })
        .await
    };
    get(answer)
}

/// The web manifest of the page with this name: what a home screen keeps of it.
pub async fn manifest(_: PublicRate, State(app): State<App>, Path(name): Path<String>) -> Response {
    let address = |name: &Username| format!("/{name}/manifest.webmanifest");
    lookup::published_form(&app, &name, address, |page| {
        let manifest = manifest_of(&page).to_string();
        ready(Ok(file(manifest, "application/manifest+json", "public, max-age=300")))
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
            "src": format!("/{username}/icon-{side}.{}?v={version}", size.extension()),
            "sizes": format!("{side}x{side}"),
            "type": size.mime(),
            "purpose": purpose,
        })
    };
    // All that matters lies within the part that every mask leaves.
    let mut icons =
        [IconSize::App192, IconSize::App512].map(|size| [icon(size, "any"), icon(size, "maskable")]).concat();
    // Where a window or a list of windows shows it.
    icons.push(icon(IconSize::Small, "any"));
    json!({
        "id": format!("/{username}"),
        "name": name,
        "short_name": if name.chars().count() <= SHORT { name } else { username },
        "start_url": format!("/{username}"),
        "scope": format!("/{username}"),
        "display": "minimal-ui",
        "lang": page.language().as_ref().map_or("en", Language::as_str),
        "dir": page.direction().as_str(),
        "theme_color": ground,
        "background_color": ground,
        "icons": icons,
    })
}
