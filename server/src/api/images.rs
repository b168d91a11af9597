//! `POST /api/v1/images`: a picture is uploaded and gets its address.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use mantel_model::api::ImageReply;

use super::{Reply, call};
use crate::http::error::Refusal;
use crate::http::identity::Editor;
use crate::http::middleware::Bounds;
use crate::http::reply;
use crate::media::Refused;
use crate::service::{Caller, Error, Said, secret};
use crate::state::App;

/// Where pictures are uploaded.
pub const UPLOADS: &str = "/api/v1/images";

/// A file as it came.
#[derive(Debug)]
pub struct Upload {
    caller: Caller,
    headers: HeaderMap,
    /// What the sender says it is.
    said: Option<String>,
    file: Bytes,
    /// Kept until the reply is made: so many uploads are in memory at once and no more.
    _turn: Option<tokio::sync::OwnedSemaphorePermit>,
}

impl FromRequest<App> for Upload {
    type Rejection = Refusal;

    /// Reads the body only of somebody who may upload, in their turn.
    async fn from_request(request: Request, app: &App) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        let bounds = Bounds::upload(app.config.body_time);
        let caller = match Editor::from_request_parts(&mut parts, app).await {
            Ok(Editor(caller)) => caller,
            Err(refusal) => {
                bounds.discard(body).await;
                return Err(refusal);
            }
        };
        let turn = app.media.turn().await;
        let whole = bounds.gather(body).await?;
        let headers = parts.headers.clone();
        let (said, file) = file(Request::from_parts(parts, whole.clone().into()), whole, app).await?;
        Ok(Self { caller, headers, said, file, _turn: turn })
    }
}

/// The file of a body: all of it, or the field `file` of a form.
async fn file(request: Request, whole: Bytes, app: &App) -> Result<(Option<String>, Bytes), Refusal> {
    let said = request.headers().get(header::CONTENT_TYPE).and_then(|headers| headers.to_str().ok()).map(str::to_owned);
    if !said.as_deref().is_some_and(|it| it.to_ascii_lowercase().starts_with("multipart/form-data")) {
        return Ok((said, whole));
    }
    let torn = "The form can't be read; send multipart/form-data with the picture as the field \"file\".";
    let torn = || Refusal::new("image_unreadable", torn);
    let mut form = Multipart::from_request(request, app).await.map_err(|_| torn())?;
    while let Some(field) = form.next_field().await.map_err(|_| torn())? {
        if field.name() == Some("file") {
            let said = field.content_type().map(str::to_owned);
            return Ok((said, field.bytes().await.map_err(|_| torn())?));
        }
    }
    Err(Refusal::new("image_unreadable", "The form has no field \"file\"; send the picture as that."))
}

/// Checks, keeps and names a picture.
pub async fn post(State(app): State<App>, upload: Upload) -> Reply {
    let Upload { caller, headers, said, file, _turn } = upload;
    // The file is the call: a form that is sent again has another boundary.
    let once =
        call::key(&headers)?.map(|key| (key, secret::hash([b"POST ", UPLOADS.as_bytes(), b"\n", &file].concat())));
    if let Some((key, call)) = &once
        && let Some(before) = app.service.said_before(&caller, key, call).await?
    {
        return Ok(call::again(before));
    }
    let picture = app.media.admit(file, said).await?;
    let hash = picture.hash.clone();
    let src = format!("/media/{hash}");
    let body = ImageReply { src, width: picture.width, height: picture.height };
    let file = app.service.store_picture(&caller, picture, &app.media.shelf).await?;
    // So that the first page that names it knows its measure and colours.
    app.media.sketched(&hash, file).await.map_err(Error::from)?;
    if let Some((key, call)) = &once {
        let body = serde_json::to_string(&body).unwrap_or_default();
        let said = Said { status: StatusCode::CREATED.as_u16(), etag: String::new(), body };
        app.service.keep_said(&caller, key, call, said).await?;
    }
    Ok(reply::json(StatusCode::CREATED, &body))
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::TooLarge(words) => Self::new("image_too_large", words),
            Refused::Unsupported(words) => Self::new("image_unsupported", words),
            Refused::Unreadable(words) => Self::new("image_unreadable", words),
        }
    }
}
