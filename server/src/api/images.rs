//! `POST /api/v1/images`: uploads a picture and returns its address.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode, header};

use super::call;
use crate::http::body::BodyLimit;
use crate::http::error::Refusal;
use crate::http::identity::Editor;
use crate::http::reply::{self, Reply};
use crate::picture_upload;
use crate::service::{Caller, Idempotent, StoredReply};
use crate::state::App;

/// The path for uploads.
pub const UPLOADS: &str = "/api/v1/images";

/// An uploaded file.
#[derive(Debug)]
pub struct Upload {
    caller: Caller,
    headers: HeaderMap,
    /// The content type that the client declared.
    content_type: Option<String>,
    file: Bytes,
    /// Held until the reply is ready: limits how many uploads are in memory at once.
    _permit: Option<tokio::sync::OwnedSemaphorePermit>,
}

impl FromRequest<App> for Upload {
    type Rejection = Refusal;

    /// Checks that the caller may upload and waits for a permit before it reads the body.
    async fn from_request(request: Request, app: &App) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        let limit = BodyLimit::upload(app.config.body_time);
        let caller = match Editor::from_request_parts(&mut parts, app).await {
            Ok(Editor(caller)) => caller,
            Err(refusal) => {
                limit.discard(body).await;
                return Err(refusal);
            }
        };
        let permit = app.media.upload_permit().await;
        let whole = limit.read(body).await?;
        let headers = parts.headers.clone();
        let (content_type, file) = file(Request::from_parts(parts, whole.clone().into()), whole, app).await?;
        Ok(Self { caller, headers, content_type, file, _permit: permit })
    }
}

/// The file in a body: the whole body, or the field `file` of a form.
async fn file(request: Request, whole: Bytes, app: &App) -> Result<(Option<String>, Bytes), Refusal> {
    let content_type =
        request.headers().get(header::CONTENT_TYPE).and_then(|headers| headers.to_str().ok()).map(str::to_owned);
    if !content_type.as_deref().is_some_and(|kind| kind.to_ascii_lowercase().starts_with("multipart/form-data")) {
        return Ok((content_type, whole));
    }
    let message = "The form can't be read; send multipart/form-data with the picture as the field \"file\".";
    let unreadable = || Refusal::new("image_unreadable", message);
    let mut form = Multipart::from_request(request, app).await.map_err(|_| unreadable())?;
    while let Some(field) = form.next_field().await.map_err(|_| unreadable())? {
        if field.name() == Some("file") {
            let content_type = field.content_type().map(str::to_owned);
            return Ok((content_type, field.bytes().await.map_err(|_| unreadable())?));
        }
    }
    Err(Refusal::new("image_unreadable", "The form has no field \"file\"; send the picture as that."))
}

/// Checks and stores a picture, and replies with its address.
pub async fn post(State(app): State<App>, upload: Upload) -> Reply {
    let Upload { caller, headers, content_type, file, _permit } = upload;
    // Only the file identifies the call: a form that is sent again has another boundary.
    let key = call::idempotency_key(&headers, &[b"POST ", UPLOADS.as_bytes(), b"\n", &file])?;
    let store = async || store(&app, &caller, file, content_type).await;
    match app.service.reply_once(&caller, key, store).await? {
        Idempotent::New(stored) => Ok(reply::stored(stored)),
        Idempotent::Replayed(stored) => Ok(reply::replayed(stored)),
    }
}

async fn store(app: &App, caller: &Caller, file: Bytes, content_type: Option<String>) -> Result<StoredReply, Refusal> {
    let picture = picture_upload::keep(app, caller, file, content_type).await?;
    Ok(reply::to_store(StatusCode::CREATED, "", &picture))
}
