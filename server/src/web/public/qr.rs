//! QR codes of a published page's address: plain, `/{username}/qr.svg` and `/{username}/qr.png`, and as a sticker in the look
//! of the page, `/{username}/sticker.png`, `.svg` and `.pdf`.

use std::future::ready;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use mantel_drawing::qr::{self, Code, Print};
use mantel_model::{HexColor, Username};
use serde::Deserialize;

use super::address_suffix::Place;
use super::drawn::file;
use super::lookup;
use crate::page_cache::CachedPage;
use crate::state::App;
use crate::web::public_rate::PublicRate;

/// Dark and light of a plain code.
const COLORS: (HexColor, HexColor) = (HexColor::rgb(0, 0, 0), HexColor::rgb(255, 255, 255));
/// The side of a picture where none is asked for, px: 50 mm at 300 dots per inch.
const SIDE: u32 = 592;

/// The parameters of a code.
#[derive(Debug, Deserialize)]
pub struct QrQuery {
    /// The place that the code names.
    place: Option<String>,
    /// The side of a picture, px.
    size: Option<u32>,
}

/// The forms of a plain code.
#[derive(Clone, Copy, Debug)]
pub enum CodeForm {
    /// A drawing.
    Svg,
    /// A picture.
    Png,
}

/// The forms of a sticker.
#[derive(Clone, Copy, Debug)]
pub enum StickerForm {
    /// A page for printers.
    Pdf,
    /// A picture.
    Png,
    /// A drawing.
    Svg,
}

impl StickerForm {
    /// The ending of its file, and its media type.
    const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::Pdf => ("pdf", "application/pdf"),
            Self::Png => ("png", "image/png"),
            Self::Svg => ("svg", "image/svg+xml"),
        }
    }

    fn write(self, print: &Print) -> Result<Vec<u8>, String> {
        match self {
            Self::Pdf => print.pdf(0.0),
            Self::Png => print.png(),
            Self::Svg => print.svg().map(String::into_bytes),
        }
        .map_err(|why| why.to_string())
    }
}

/// The plain code of the page with the name in the path.
pub fn code(form: CodeForm) -> MethodRouter<App> {
    let answer = move |_: PublicRate,
                       State(app): State<App>,
                       Path(name): Path<String>,
                       Query(query): Query<QrQuery>| async move {
        let place = match place(&query) {
            Ok(place) => place,
            Err(why) => return why,
        };
        let file = match form {
            CodeForm::Svg => "qr.svg",
            CodeForm::Png => "qr.png",
        };
        let (app, place) = (&app, place.as_ref());
        let address = |name: &Username| format!("/{name}/{file}");
        let draw = |page: Arc<CachedPage>| ready(Ok(plain(app, &page.username, place, query.size, form)));
        lookup::form(app, &name, address, draw).await
    };
    get(answer)
}

/// The sticker of the page with the name in the path.
pub fn sticker(form: StickerForm) -> MethodRouter<App> {
    let answer = move |_: PublicRate,
                       State(app): State<App>,
                       Path(name): Path<String>,
                       Query(query): Query<QrQuery>| async move {
        let place = match place(&query) {
            Ok(place) => place,
            Err(why) => return why,
        };
        let (ending, kind) = form.file();
        let (app, place) = (&app, place.as_ref());
        let address = |name: &Username| format!("/{name}/sticker.{ending}");
        lookup::published_form(app, &name, address, |page| async move {
            let address = code_address(app, &page.username, place);
            Ok(match app.drawings.sticker(page.page, address, move |print| form.write(print)).await {
                Some(drawn) => drawing(drawn, kind, "public, max-age=300"),
                None => busy(),
            })
        })
        .await
    };
    get(answer)
}

fn busy() -> Response {
    let retry = [(header::RETRY_AFTER, HeaderValue::from_static("5"))];
    let words = "Many stickers are being drawn. Try again in a moment.\n";
    (StatusCode::SERVICE_UNAVAILABLE, retry, words).into_response()
}

/// The place that the query names, or the answer that it is none.
fn place(query: &QrQuery) -> Result<Option<Place>, Response> {
    let place = query.place.as_deref().map(Place::parse).transpose();
    place.map_err(|why| (StatusCode::BAD_REQUEST, why).into_response())
}

/// The address in a code.
fn code_address(app: &App, username: &Username, place: Option<&Place>) -> String {
    let page = app.config.page_url(username);
    place.map_or_else(|| page.clone(), |place| format!("{page}+{}", place.as_str()))
}

fn plain(app: &App, username: &Username, place: Option<&Place>, size: Option<u32>, form: CodeForm) -> Response {
    let code = Code::of(&code_address(app, username, place)).map_err(|why| why.to_string());
    let (drawn, kind) = match form {
        CodeForm::Svg => (code.map(|code| qr::svg(&code, COLORS.0, COLORS.1).into_bytes()), "image/svg+xml"),
        CodeForm::Png => {
            let side = size.unwrap_or(SIDE);
            let picture = |code| qr::png(&code, side, COLORS.0, COLORS.1).map_err(|why| why.to_string());
            (code.and_then(picture), "image/png")
        }
    };
    drawing(drawn, kind, "public, max-age=86400")
}

/// The answer with a code in this form.
fn drawing(drawn: Result<Vec<u8>, String>, kind: &'static str, caching: &'static str) -> Response {
    match drawn {
        Ok(bytes) => file(bytes, kind, caching),
        Err(error) => {
            // The base URL of the instance is too long, or a look's drawing has a mistake.
            tracing::error!(%error, "a QR code could not be made");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
