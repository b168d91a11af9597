//! The gallery at `/looks`: every look and palette on the sample page, and each of them whole.

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use mantel_app::site::gallery::GalleryPage;
use mantel_app::site::{Document, gallery};
use mantel_model::look::Look;
use mantel_model::theme::{Layout, Photos};
use serde::Deserialize;

use super::account::SignedIn;
use super::document::{self, Scripts};
use super::screen;
use crate::assets;
use crate::state::App;

/// What the address may ask for.
#[derive(Debug, Deserialize)]
pub struct Asked {
    layout: Option<String>,
    photos: Option<String>,
}

impl Asked {
    /// The layout asked for; one that does not exist is the usual one.
    fn layout(&self) -> Layout {
        self.layout.as_deref().and_then(Layout::parse).unwrap_or(Layout::Bento)
    }

    /// How photographs are to be printed; what does not exist is the usual way.
    fn photos(&self) -> Photos {
        self.photos.as_deref().and_then(Photos::parse).unwrap_or(Photos::Natural)
    }
}

/// `/looks`.
pub async fn all(State(app): State<App>, SignedIn(session): SignedIn, Query(asked): Query<Asked>) -> Response {
    let looks: Vec<String> = Look::ALL.iter().map(|look| format!("looks/{look}.css")).collect();
    let mut sheets = vec!["chrome.css", "door.css", "gallery.css"];
    sheets.extend(looks.iter().map(String::as_str));
    let document = Document {
        description: "The sample page in six looks and twenty-four palettes.".to_owned(),
        address: Some(format!("{}/looks", app.config.base_url)),
        picture: assets::path("/card.png").map(|path| format!("{}{path}", app.config.base_url)),
        ..document::own("Looks", &sheets)
    };
    let html = document.html(|| gallery::view(asked.layout(), session.is_some()));
    document::reply(StatusCode::OK, &html, Scripts::Own)
}

/// `/looks/{look}`: its first palette.
pub async fn look(Path(look): Path<String>, app: State<App>, signed_in: SignedIn) -> Response {
    match Look::parse(&look) {
        Some(look) => Redirect::permanent(&GalleryPage::first(look, Layout::Bento).address()).into_response(),
        None => screen::missing(&app.0, None, signed_in.0.is_some()),
    }
}

/// `/looks/{look}/{palette}`: the sample page whole.
pub async fn specimen(
    State(app): State<App>,
    SignedIn(session): SignedIn,
    Path((look, palette)): Path<(String, String)>,
    Query(asked): Query<Asked>,
) -> Response {
    let found = Look::parse(&look).and_then(|look| {
        let palette = look.entry().palettes.iter().find(|it| it.name == palette)?;
        Some(GalleryPage { palette, photos: asked.photos(), ..GalleryPage::first(look, asked.layout()) })
    });
    let Some(it) = found else { return screen::missing(&app, None, session.is_some()) };
    let title = format!("{} in {}", it.look.label(), it.palette.label);
    let sheet = format!("looks/{}.css", it.look);
    let document = Document {
        description: it.look.entry().note.to_owned(),
        address: Some(format!("{}{}", app.config.base_url, it.address())),
        ..document::own(&title, &["chrome.css", "gallery.css", &sheet])
    };
    document::reply(StatusCode::OK, &document.html(|| gallery::full_size(it)), Scripts::Own)
}
