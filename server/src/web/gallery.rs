//! The gallery at `/looks`: every look and palette on the sample page, and each of them in full.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::app::Gallery;
use mantel_app::site::Document;
use mantel_app::site::gallery::GalleryPage;
use mantel_model::look::Look;
use mantel_model::theme::{Layout, Photos};
use serde::Deserialize;

use super::document;
use super::public_rate::PublicRate;
use super::screen;
use crate::assets;
use crate::http::security_headers::ScriptPolicy;
use crate::http::session::SignedIn;
use crate::state::App;

/// The query parameters.
#[derive(Debug, Deserialize)]
pub struct GalleryQuery {
    layout: Option<String>,
    photos: Option<String>,
}

impl GalleryQuery {
    /// The requested layout; the default for one that does not exist.
    fn layout(&self) -> Layout {
        self.layout.as_deref().and_then(Layout::parse).unwrap_or(Layout::Bento)
    }

    /// The requested photo treatment; the default for one that does not exist.
    fn photos(&self) -> Photos {
        self.photos.as_deref().and_then(Photos::parse).unwrap_or(Photos::Natural)
    }
}

/// `/looks`.
pub async fn all(
    _: PublicRate,
    State(app): State<App>,
    SignedIn(session): SignedIn,
    Query(query): Query<GalleryQuery>,
) -> Response {
    let looks: Vec<String> = Look::ALL.iter().map(|look| format!("looks/{look}.css")).collect();
    let mut stylesheets = vec!["ui.css", "site.css", "gallery.css"];
    stylesheets.extend(looks.iter().map(String::as_str));
    let document = Document {
        description: "The sample page in six looks and twenty-four palettes.".to_owned(),
        address: Some(format!("{}/looks", app.config.base_url)),
        picture: assets::path("/card.png").map(|path| format!("{}{path}", app.config.base_url)),
        ..document::with_title("Looks", &stylesheets)
    };
    let gallery = Gallery { layout: query.layout(), signed_in: session.is_some() };
    let key = format!("/looks {} {}", query.layout(), session.is_some());
    document::shared(document::screen(StatusCode::OK, document, ScriptPolicy::Own, gallery), key)
}

/// `/looks/{look}`: redirects to its first palette.
pub async fn look(_: PublicRate, Path(look): Path<String>, app: State<App>, signed_in: SignedIn) -> Response {
    match Look::parse(&look) {
        Some(look) => Redirect::permanent(&GalleryPage::first(look, Layout::Bento).address()).into_response(),
        None => screen::not_found(&app.0, None, signed_in.0.is_some()),
    }
}

/// `/looks/{look}/{palette}`: the sample page in full.
pub async fn specimen(
    _: PublicRate,
    State(app): State<App>,
    SignedIn(session): SignedIn,
    Path((look, palette)): Path<(String, String)>,
    Query(query): Query<GalleryQuery>,
) -> Response {
    let found = Look::parse(&look).and_then(|look| {
        let palette = look.entry().palettes.iter().find(|entry| entry.name == palette)?;
        Some(GalleryPage { palette, photos: query.photos(), ..GalleryPage::first(look, query.layout()) })
    });
    let Some(specimen) = found else { return screen::not_found(&app, None, session.is_some()) };
    let title = format!("{} in {}", specimen.look.label(), specimen.palette.label);
    let stylesheet = format!("looks/{}.css", specimen.look);
    let document = Document {
        description: specimen.look.entry().note.to_owned(),
        address: Some(format!("{}{}", app.config.base_url, specimen.address())),
        ..document::with_title(&title, &["ui.css", "gallery.css", &stylesheet])
    };
    let key = format!("{} {} {}", specimen.address(), query.layout(), query.photos());
    document::shared(document::screen(StatusCode::OK, document, ScriptPolicy::Own, specimen), key)
}
