//! `POST /api/v1/images`: uploads a picture and returns its address; and the addresses below it, each of which takes one
//! picture without a credential.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Multipart, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};

use super::call;
use crate::http::body::BodyLimit;
use crate::http::client_address;
use crate::http::error::Refusal;
use crate::http::identity::Editor;
use crate::http::rate_limit::Kind;
use crate::http::reply::{self, Reply};
use crate::picture_upload::{self, UPLOADS};
use crate::service::{Caller, Error, Idempotent, Operation, StoredReply};
use crate::state::App;

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

    /// Checks that the caller may upload before it reads the body.
    async fn from_request(request: Request, app: &App) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        let caller = uploader(&mut parts, app).await;
        Self::receive(app, caller, parts, body).await
    }
}

impl Upload {
    /// Waits for a permit and reads the body, if there is a caller.
    async fn receive(app: &App, caller: Result<Caller, Refusal>, parts: Parts, body: Body) -> Result<Self, Refusal> {
        let limit = BodyLimit::upload(app.config.body_time);
        let caller = match caller {
            Ok(caller) => caller,
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

/// The caller, who may upload.
async fn uploader(parts: &mut Parts, app: &App) -> Result<Caller, Refusal> {
    let Editor(caller) = Editor::from_request_parts(parts, app).await?;
    app.service.require(&caller, Operation::AddPicture).await?;
    Ok(caller)
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
    match app.service.reply_once(&caller, Operation::AddPicture, key, store).await? {
        Idempotent::New(stored) => Ok(reply::stored(stored)),
        Idempotent::Replayed(stored) => Ok(reply::replayed(stored)),
    }
}

async fn store(app: &App, caller: &Caller, file: Bytes, content_type: Option<String>) -> Result<StoredReply, Refusal> {
    let picture = picture_upload::keep(app, caller, file, content_type).await?;
    Ok(reply::to_store(StatusCode::CREATED, "", &picture))
}

/// `POST /api/v1/images/{address}`: takes one picture without a credential, for the caller that asked for the address
/// (the tool `list_options`). The address is spent once the picture has arrived, whatever becomes of it.
pub async fn post_to_address(State(app): State<App>, Path(secret): Path<String>, request: Request) -> Reply {
    let (parts, body) = request.into_parts();
    let caller = uploader_by_address(&app, &secret, &parts).await;
    let Upload { content_type, file, _permit, .. } = Upload::receive(&app, caller, parts, body).await?;
    // What the credential may do is asked again: it may have been revoked while the picture arrived.
    let caller = app.service.spend_upload_address(&secret).await.map_err(address_refusal)?;
    Ok(reply::stored(store(&app, &caller, file, content_type).await?))
}

/// The caller that an upload address stands for. Unknown addresses count against the sender's, uploads against the caller's
/// edits.
async fn uploader_by_address(app: &App, secret: &str, parts: &Parts) -> Result<Caller, Refusal> {
    match app.service.upload_caller(secret).await {
        Ok(caller) => {
            app.rate_limits.take_caller(Kind::Edits, &caller)?;
            Ok(caller)
        }
        Err(error) => {
            let sender = client_address::of_request(parts, &app.config.trusted_proxies);
            app.rate_limits.take_address(Kind::Public, sender)?;
            Err(address_refusal(error))
        }
    }
}

fn address_refusal(error: Error) -> Refusal {
    match error {
        Error::Unknown(_) => Refusal::new(
            "not_found",
            "This upload address is good no more: it was used, for it takes one file, its five minutes are over, or the credential that \
             asked for it was revoked. Ask for another with list_options and the topic upload.",
        ),
        other => other.into(),
    }
}
