//! The form that loads a page file: received into a temporary file, and recognised by its content.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::time::Duration;

use axum::extract::multipart::Field;
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request};
use axum::response::Response;
use mantel_model::limits::{BODY_BYTES, PICTURE_BYTES};

use crate::http::body::BodyLimit;
use crate::http::error::Refusal;
use crate::http::rate_limit::Kind;
use crate::http::session::csrf;
use crate::http::session::csrf::RequestOrigin;
use crate::media::bundle::Bundle;
use crate::media::{FileType, is_archive};
use crate::service::{Error, Session};
use crate::state::App;
use crate::web::account::require_sign_in::RequireSignIn;
use crate::web::screen;

/// Maximum size of a file, bytes: all pictures that an account may have, and the page.
const FILE_BYTES: u64 = (PICTURE_BYTES + 4 * BODY_BYTES) as u64;
/// A larger file is received up to this size, so that its sender gets to see why it was refused.
const RECEIVED: u64 = 2 * FILE_BYTES;
/// A sender that is silent for this long is gone.
const STALL: Duration = Duration::from_secs(10);
/// How much of a file tells what it is, bytes.
const START: usize = 512;
/// What to load instead.
const WANTED: &str = "Load what “Page file” or “Page file with pictures” saves, or a brief.";

/// A posted form.
#[derive(Debug)]
pub struct ImportForm {
    /// Who sent it.
    pub session: Session,
    /// The file, or why it can't be loaded.
    pub file: Result<LoadedFile, Error>,
    /// Whether the owner has confirmed that it replaces the draft.
    pub replace: bool,
    /// Limits how many are on disk at once.
    _permit: Option<tokio::sync::OwnedSemaphorePermit>,
}

/// A file that may hold a page.
#[derive(Debug)]
pub enum LoadedFile {
    /// Text.
    Text(String),
    /// A page file with pictures.
    Bundle(Bundle),
}

impl FromRequest<App> for ImportForm {
    type Rejection = Response;

    /// Checks that the sender is signed in before it reads the body.
    async fn from_request(request: Request, app: &App) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let limit = BodyLimit::upload(app.config.body_time);
        let refused = if csrf::origin(&parts.headers, &app.config) == RequestOrigin::CrossSite {
            let detail = "This form was sent from another site. Open it here and send it again.";
            Err(screen::error_screen(&Refusal::new("cross_site", detail)))
        } else {
            RequireSignIn::from_request_parts(&mut parts, app).await
        };
        let session = match refused {
            Ok(RequireSignIn(session)) => session,
            Err(response) => {
                limit.discard(body).await;
                return Err(response);
            }
        };
        if let Err(error) = app.rate_limits.take_caller(Kind::Edits, &session.caller) {
            limit.discard(body).await;
            return Err(screen::error_screen(&error.into()));
        }
        let permit = app.media.import_permit().await;
        let incomplete =
            || screen::error_screen(&Refusal::new("invalid_input", "The form did not arrive whole; send it again."));
        let form = async {
            let form = Multipart::from_request(Request::from_parts(parts, body), app).await.ok()?;
            receive(form, app).await.ok()
        };
        let received = tokio::time::timeout(limit.timeout, form).await.ok().flatten().ok_or_else(incomplete)?;
        let (file, replace) = received;
        let file = match file {
            Ok(file) => tokio::task::spawn_blocking(move || recognised(file)).await.unwrap_or(Err(Error::Internal)),
            Err(error) => Err(error),
        };
        Ok(Self { session, file, replace, _permit: permit })
    }
}

/// The form can't be read to its end.
struct Incomplete;

/// The field `file` in a temporary file, or why it is refused; and whether `replace` says yes.
async fn receive(mut form: Multipart, app: &App) -> Result<(Result<File, Error>, bool), Incomplete> {
    let (mut file, mut replace) = (Err(unreadable("Choose a file first.")), false);
    while let Some(field) = form.next_field().await.map_err(|_| Incomplete)? {
        match field.name() {
            Some("file") => file = received(field, app).await?,
            Some("replace") => replace = is_yes(field).await?,
            _ => {}
        }
    }
    Ok((file, replace))
}

async fn is_yes(mut field: Field<'_>) -> Result<bool, Incomplete> {
    let mut text: Vec<u8> = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|_| Incomplete)? {
        // However much it is, no more than a little is kept.
        text.extend(chunk.iter().take(8));
        text.truncate(8);
    }
    Ok(text == b"yes")
}

async fn received(mut field: Field<'_>, app: &App) -> Result<Result<File, Error>, Incomplete> {
    let mut file = match tempfile::tempfile_in(&app.config.data_dir) {
        Ok(file) => file,
        Err(error) => return Ok(Err(write_error(&error))),
    };
    let mut length = 0_u64;
    loop {
        let chunk = tokio::time::timeout(STALL, field.chunk()).await.map_err(|_| Incomplete)?;
        let Some(chunk) = chunk.map_err(|_| Incomplete)? else { break };
        length += chunk.len() as u64;
        if length > RECEIVED {
            break;
        }
        if length > FILE_BYTES {
            continue;
        }
        let written = tokio::task::spawn_blocking(move || file.write_all(&chunk).map(|()| file)).await;
        file = match written {
            Ok(Ok(file)) => file,
            Ok(Err(error)) => return Ok(Err(write_error(&error))),
            Err(_) => return Ok(Err(Error::Internal)),
        };
    }
    if length > FILE_BYTES { Ok(Err(too_large(length))) } else { Ok(Ok(file)) }
}

fn write_error(error: &io::Error) -> Error {
    tracing::error!(%error, "a page file could not be received");
    if error.kind() == io::ErrorKind::StorageFull { Error::StorageFull } else { Error::Internal }
}

fn unreadable(message: impl Into<String>) -> Error {
    Error::Unreadable { message: message.into(), line: None, column: None }
}

fn too_large(length: u64) -> Error {
    let (mib, most) = (length.div_ceil(1024 * 1024), BODY_BYTES / (1024 * 1024));
    unreadable(format!(
        "This file has {mib} MB. A page file has at most {most} MB, and its pictures are in a zip file."
    ))
}

/// What a received file holds.
fn recognised(mut file: File) -> Result<LoadedFile, Error> {
    let mut start = Vec::new();
    let length = read_start(&mut file, &mut start).map_err(|error| write_error(&error))?;
    if is_archive(&start) {
        let bundle = Bundle::open(file).map_err(|error| unreadable(sentence(&error.to_string())))?;
        return Ok(LoadedFile::Bundle(bundle));
    }
    if let Some(what) = other_kind(&start) {
        return Err(unreadable(format!("{what} {WANTED}")));
    }
    if length > BODY_BYTES as u64 {
        return Err(too_large(length));
    }
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes)).map_err(|error| write_error(&error))?;
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    let text = text.ok_or_else(|| unreadable(format!("This file is not text. {WANTED}")))?;
    if text.trim().is_empty() {
        return Err(unreadable("The file is empty: choose a page file or a brief."));
    }
    Ok(LoadedFile::Text(text))
}

fn read_start(file: &mut File, start: &mut Vec<u8>) -> io::Result<u64> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(0))?;
    file.take(START as u64).read_to_end(start)?;
    Ok(length)
}

/// What a file is that holds no page, from its first bytes.
fn other_kind(start: &[u8]) -> Option<&'static str> {
    let film = start.get(4..8) == Some(b"ftyp");
    let page = start.trim_ascii_start().get(..15).unwrap_or(start).to_ascii_lowercase();
    match start {
        _ if FileType::detect(start).is_ok() => Some("This is a picture; drop it on the page in the editor."),
        [b'%', b'P', b'D', b'F', ..] => Some("This is a PDF."),
        _ if film => Some("This is a film or a picture of a kind that can’t be read here."),
        [0x1a, 0x45, 0xdf, 0xa3, ..] => Some("This is a film."),
        [b'I', b'D', b'3', ..] | [b'O', b'g', b'g', b'S', ..] | [b'f', b'L', b'a', b'C', ..] => {
            Some("This is a sound recording.")
        }
        [0x1f, 0x8b, ..] | [b'R', b'a', b'r', b'!', ..] | [b'7', b'z', 0xbc, 0xaf, ..] => {
            Some("This is an archive, but not one that the settings save.")
        }
        _ if page.starts_with(b"<!doctype html") || page.starts_with(b"<html") => Some("This is a web page."),
        _ => None,
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}. {WANTED}", letters.as_str())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    /// What is said about a file with these bytes.
    fn said(bytes: &[u8]) -> String {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        recognised(file).unwrap_err().to_string()
    }

    #[test]
    fn every_other_file_is_told_what_it_is() {
        let png = b"\x89PNG\r\n\x1a\n rest";
        let cases: [(&[u8], &str); 9] = [
            (b" \n", "The file is empty"),
            (png, "This is a picture"),
            (b"%PDF-1.7 rest", "This is a PDF."),
            (b"\0\0\0\x18ftypmp42", "This is a film"),
            (b"\x1f\x8b\x08", "This is an archive"),
            (b"  <!DOCTYPE html><a href='https://harrow.example'>", "This is a web page."),
            (b"\xff\xfe{\0}\0", "This file is not text."),
            (b"PK\x03\x04 and nothing", "The zip file is damaged"),
            (&[b' '; BODY_BYTES + 1], "This file has 2 MB."),
        ];
        for (bytes, expected) in cases {
            assert!(said(bytes).starts_with(expected), "{}", said(bytes));
        }
    }
}
