//! QR codes of a published page's address: plain, `/{username}/qr.svg` and `/{username}/qr.png`, and as a sticker in the look
//! of the page, `/{username}/sticker.png`, `.svg` and `.pdf`.

use std::future::ready;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_drawing::DrawError;
use mantel_drawing::qr::{self, Code, Print};
use mantel_model::{HexColor, Username};
use serde::Deserialize;

use super::address_suffix::Place;
use super::card::picture;
use super::lookup;
use crate::service::Published;
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

/// The forms of a code.
#[derive(Clone, Copy, Debug)]
enum Form {
    Svg,
    Png,
}

/// The code as a drawing.
pub async fn svg(
    _: PublicRate,
    State(app): State<App>,
    Path(name): Path<String>,
    Query(query): Query<QrQuery>,
) -> Response {
    answer(&app, &name, &query, Form::Svg).await
}

/// The code as a picture.
pub async fn png(
    _: PublicRate,
    State(app): State<App>,
    Path(name): Path<String>,
    Query(query): Query<QrQuery>,
) -> Response {
    answer(&app, &name, &query, Form::Png).await
}

/// The sticker as a page of PDF.
pub async fn sticker_pdf(
    _: PublicRate,
    State(app): State<App>,
    Path(name): Path<String>,
    Query(query): Query<QrQuery>,
) -> Response {
    sticker(&app, &name, &query, StickerForm { ending: "pdf", kind: "application/pdf", write: |print| print.pdf(0.0) })
        .await
}

/// The sticker as a picture.
pub async fn sticker_png(
    _: PublicRate,
    State(app): State<App>,
    Path(name): Path<String>,
    Query(query): Query<QrQuery>,
) -> Response {
    sticker(&app, &name, &query, StickerForm { ending: "png", kind: "image/png", write: Print::png }).await
}

/// The sticker as a drawing.
pub async fn sticker_svg(
    _: PublicRate,
    State(app): State<App>,
    Path(name): Path<String>,
    Query(query): Query<QrQuery>,
) -> Response {
    let write = |print: &Print| print.svg().map(String::into_bytes);
    sticker(&app, &name, &query, StickerForm { ending: "svg", kind: "image/svg+xml", write }).await
}

/// A form of a sticker.
#[derive(Clone, Copy)]
struct StickerForm {
    /// The ending of its file.
    ending: &'static str,
    /// Its media type.
    kind: &'static str,
    write: fn(&Print) -> Result<Vec<u8>, DrawError>,
}

async fn sticker(app: &App, name: &str, query: &QrQuery, form: StickerForm) -> Response {
    let place = match place(query) {
        Ok(place) => place,
        Err(why) => return why,
    };
    let address = |name: &Username| format!("/{name}/sticker.{}", form.ending);
    let draw = |page: Published| async move {
        let address = code_address(app, &page.username, place.as_ref());
        let write = move |print: &Print| (form.write)(print).map_err(|why| why.to_string());
        Ok(match app.drawings.sticker(page.page, address, write).await {
            Some(drawn) => drawing(drawn, form.kind, "public, max-age=300"),
            None => {
                let retry = [(header::RETRY_AFTER, HeaderValue::from_static("5"))];
                (StatusCode::SERVICE_UNAVAILABLE, retry, "Many stickers are being drawn. Try again in a moment.\n")
                    .into_response()
            }
        })
    };
    lookup::published_form(app, name, address, draw).await
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

async fn answer(app: &App, name: &str, query: &QrQuery, form: Form) -> Response {
    let place = match place(query) {
        Ok(place) => place,
        Err(why) => return why,
    };
    let file = match form {
        Form::Svg => "qr.svg",
        Form::Png => "qr.png",
    };
    let address = |name: &Username| format!("/{name}/{file}");
    lookup::form(app, name, address, |page| ready(Ok(code(app, &page.username, place.as_ref(), query, form)))).await
}

fn code(app: &App, username: &Username, place: Option<&Place>, query: &QrQuery, form: Form) -> Response {
    let code = Code::of(&code_address(app, username, place)).map_err(|why| why.to_string());
    let (drawn, kind) = match form {
        Form::Svg => (code.map(|code| qr::svg(&code, COLORS.0, COLORS.1).into_bytes()), "image/svg+xml"),
        Form::Png => {
            let picture =
                |code| qr::png(&code, query.size.unwrap_or(SIDE), COLORS.0, COLORS.1).map_err(|why| why.to_string());
            (code.and_then(picture), "image/png")
        }
    };
    drawing(drawn, kind, "public, max-age=86400")
}

/// The answer with a code in this form.
fn drawing(drawn: Result<Vec<u8>, String>, kind: &'static str, caching: &'static str) -> Response {
    match drawn {
        Ok(bytes) => picture(bytes.into(), kind, caching),
        Err(error) => {
            // Only the base URL of the instance can be too long.
            tracing::error!(%error, "a QR code could not be made");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
