//! A QR code of a published page's address: `/{username}/qr.svg` and `/{username}/qr.png`.

use std::future::ready;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_drawing::qr::{self, Code};
use mantel_model::{HexColor, Username};
use serde::Deserialize;

use super::address_suffix::Place;
use super::lookup;
use crate::http::security_headers;
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

async fn answer(app: &App, name: &str, query: &QrQuery, form: Form) -> Response {
    let place = match query.place.as_deref().map(Place::parse).transpose() {
        Ok(place) => place,
        Err(why) => return (StatusCode::BAD_REQUEST, why).into_response(),
    };
    let file = match form {
        Form::Svg => "qr.svg",
        Form::Png => "qr.png",
    };
    let address = |name: &Username| format!("/{name}/{file}");
    lookup::form(app, name, address, |page| ready(code(app, &page.username, place.as_ref(), query, form))).await
}

fn code(app: &App, username: &Username, place: Option<&Place>, query: &QrQuery, form: Form) -> Result<Response> {
    let mut address = app.config.page_url(username);
    if let Some(place) = place {
        address.push('+');
        address.push_str(place.as_str());
    }
    let drawn = Code::of(&address).map_err(|why| why.to_string()).and_then(|code| match form {
        Form::Svg => Ok((qr::svg(&code, COLORS.0, COLORS.1).into_bytes(), "image/svg+xml")),
        Form::Png => {
            let picture =
                qr::png(&code, query.size.unwrap_or(SIDE), COLORS.0, COLORS.1).map_err(|why| why.to_string())?;
            Ok((picture, "image/png"))
        }
    });
    let (body, kind) = match drawn {
        Ok(drawn) => drawn,
        Err(error) => {
            // Only the base URL of the instance can be too long.
            tracing::error!(%error, address, "a QR code could not be made");
            return Ok(StatusCode::INTERNAL_SERVER_ERROR.into_response());
        }
    };
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    security_headers::allow_nothing(headers);
    Ok(response)
}
