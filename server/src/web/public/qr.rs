//! QR codes of a published page's address: `/{username}/qr.svg` and `/{username}/qr.png`, plain or on a sticker or a print in
//! the look of the page, and `/{username}/print.pdf`, the same for printers.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use mantel_drawing::qr::{self, BLEED, Code, Print};
use mantel_model::{HexColor, Username, Way};
use serde::Deserialize;

use super::lookup;
use crate::drawings::PrintForm;
use crate::http::reply::{file, refused_in_words};
use crate::page_cache::CachedPage;
use crate::service::Result;
use crate::state::App;
use crate::web::public_rate::PublicRate;

/// Dark and light of a plain code.
const COLORS: (HexColor, HexColor) = (HexColor::rgb(0, 0, 0), HexColor::rgb(255, 255, 255));
/// The side of a picture where none is asked for, px: 50 mm at 300 dots per inch.
const SIDE: u32 = 592;

/// The parameters of a code.
#[derive(Debug, Deserialize)]
pub struct QrQuery {
    /// `plain`, `sticker` or `print`.
    form: Option<String>,
    /// The way that the code names.
    way: Option<String>,
    /// The side of the picture of a plain code, or the width of a sticker's or a print's where it is to be smaller, px.
    size: Option<u32>,
}

/// The files of a code.
#[derive(Clone, Copy, Debug)]
pub enum CodeFile {
    /// `qr.svg`: a drawing.
    Svg,
    /// `qr.png`: a picture.
    Png,
    /// `print.pdf`: a page for printers.
    Pdf,
}

impl CodeFile {
    /// Its name, and its media type.
    const fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::Svg => ("qr.svg", "image/svg+xml"),
            Self::Png => ("qr.png", "image/png"),
            Self::Pdf => ("print.pdf", "application/pdf"),
        }
    }

    fn write(self, print: &Print, form: PrintForm, size: Option<u32>) -> std::result::Result<Vec<u8>, String> {
        match self {
            Self::Pdf => print.pdf(if form == PrintForm::A6 { f64::from(BLEED) } else { 0.0 }),
            Self::Png => print.png(size),
            Self::Svg => print.svg().map(String::into_bytes),
        }
        .map_err(|why| why.to_string())
    }

    /// How the code is drawn: as asked for, otherwise plain; for printers always in the look. `None`: plain.
    fn form(self, asked: Option<&str>) -> std::result::Result<Option<PrintForm>, String> {
        match (self, asked) {
            (_, Some("sticker")) => Ok(Some(PrintForm::Sticker)),
            (Self::Pdf, None) | (_, Some("print")) => Ok(Some(PrintForm::A6)),
            (Self::Pdf, Some(_)) => Err("The form of a page for printers is print or sticker.".to_owned()),
            (_, None | Some("plain")) => Ok(None),
            (_, Some(_)) => Err("The form of a code is plain, sticker or print.".to_owned()),
        }
    }
}

/// The code of the page with the name in the path.
pub fn code(kind: CodeFile) -> MethodRouter<App> {
    let answer = move |_: PublicRate,
                       State(app): State<App>,
                       Path(name): Path<String>,
                       Query(query): Query<QrQuery>| async move {
        let asked = kind.form(query.form.as_deref()).and_then(|form| Ok((form, way(&query)?)));
        let (form, way) = match asked {
            Ok(asked) => asked,
            Err(why) => return refused_in_words(StatusCode::BAD_REQUEST, &why),
        };
        let (app, way) = (&app, way.as_ref());
        let address = |name: &Username| format!("/{name}/{}", kind.name().0);
        let draw = |page: Arc<CachedPage>| async move {
            match form {
                None => Ok(plain(app, &page.username, way, query.size, kind)),
                Some(form) => print(app, &page.username, way, (kind, form, query.size)).await,
            }
        };
        lookup::form(app, &name, address, draw).await
    };
    get(answer)
}

/// The way that the query names.
fn way(query: &QrQuery) -> std::result::Result<Option<Way>, String> {
    query.way.as_deref().map(Way::parse).transpose()
}

/// The address in a code.
fn code_address(app: &App, username: &Username, way: Option<&Way>) -> String {
    let page = app.config.page_url(username);
    way.map_or_else(|| page.clone(), |way| format!("{page}+{way}"))
}

async fn print(
    app: &App,
    username: &Username,
    way: Option<&Way>,
    (kind, form, size): (CodeFile, PrintForm, Option<u32>),
) -> Result<Response> {
    let published = app.service.published(username.as_str()).await?;
    let address = code_address(app, username, way);
    Ok(match app.drawings.print(published, address, form, move |print| kind.write(print, form, size)).await {
        Some(drawn) => drawing(drawn, kind, "public, max-age=300"),
        None => busy(),
    })
}

fn busy() -> Response {
    let retry = [(header::RETRY_AFTER, HeaderValue::from_static("5"))];
    let words = "Many prints are being drawn. Try again in a moment.\n";
    (StatusCode::SERVICE_UNAVAILABLE, retry, words).into_response()
}

fn plain(app: &App, username: &Username, way: Option<&Way>, size: Option<u32>, kind: CodeFile) -> Response {
    let code = Code::of(&code_address(app, username, way)).map_err(|why| why.to_string());
    let (dark, light) = COLORS;
    let drawn = code.and_then(|code| match kind {
        CodeFile::Png => qr::png(&code, size.unwrap_or(SIDE), dark, light).map_err(|why| why.to_string()),
        CodeFile::Svg | CodeFile::Pdf => Ok(qr::svg(&code, dark, light).into_bytes()),
    });
    drawing(drawn, kind, "public, max-age=86400")
}

/// The answer with a code in this form.
fn drawing(drawn: std::result::Result<Vec<u8>, String>, kind: CodeFile, caching: &'static str) -> Response {
    match drawn {
        Ok(bytes) => file(bytes, kind.name().1, caching),
        Err(error) => {
            // The base URL of the instance is too long, or a look's drawing has a mistake.
            tracing::error!(%error, "a QR code could not be made");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
