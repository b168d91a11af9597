//! Pictures within a call: a `data:` address where a picture is expected. Each is kept as an upload is, and the call goes on
//! with its address. A dry run keeps them too: what no page shows is deleted later.

use axum::body::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::GeneralPurpose;
use base64::engine::{DecodePaddingMode, GeneralPurposeConfig};
use mantel_model::Problem;
use serde_json::{Map, Value};

use crate::http::error::Refusal;
use crate::picture_upload;
use crate::service::Caller;
use crate::state::App;

/// The most pictures within one call. The length of a message bounds their bytes.
const PICTURES: usize = 10;
/// The fields that hold a picture.
const FIELDS: [&str; 3] = ["src", "image", "avatar"];
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Keeps the pictures of a call, and puts their addresses in their places.
///
/// # Errors
/// Everything that is no picture, with its place; or why one can't be kept.
pub async fn keep(app: &App, caller: &Caller, arguments: &mut Map<String, Value>) -> Result<(), Refusal> {
    let mut found = Vec::new();
    for (name, value) in arguments.iter() {
        find(value, name, &format!("/{name}"), &mut found);
    }
    if found.is_empty() {
        return Ok(());
    }
    if let Some((path, _)) = found.get(PICTURES) {
        return Err(Refusal::invalid(path, format!("one call holds at most {PICTURES} pictures")));
    }
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for (path, address) in found {
        match read(&address) {
            Ok((kind, file)) => files.push((path, kind, file)),
            Err(why) => problems.push(Problem::new(path, why)),
        }
    }
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let _permit = app.media.upload_permit().await;
    let mut whole = Value::Object(std::mem::take(arguments));
    for (path, kind, file) in files {
        let kept = picture_upload::keep(app, caller, file, Some(kind)).await?;
        if let Some(place) = whole.pointer_mut(&path) {
            *place = Value::String(kept.src);
        }
    }
    if let Value::Object(whole) = whole {
        *arguments = whole;
    }
    Ok(())
}

/// The places below a value where a picture stands as a `data:` address. A message is nested at most
/// [`mantel_model::limits::JSON_DEPTH`] deep.
fn find(value: &Value, name: &str, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) if FIELDS.contains(&name) && is_data(text) => found.push((path.to_owned(), text.clone())),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                find(item, "", &format!("{path}/{at}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let escaped = name.replace('~', "~0").replace('/', "~1");
                find(value, name, &format!("{path}/{escaped}"), found);
            }
        }
        _ => {}
    }
}

fn is_data(text: &str) -> bool {
    text.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// The media type and the bytes of a `data:` address (RFC 2397).
fn read(address: &str) -> Result<(String, Bytes), &'static str> {
    let wrong = "a picture within a call is data:image/png;base64, followed by the file in base64";
    let (head, data) = address.get(5..).and_then(|rest| rest.split_once(',')).ok_or(wrong)?;
    let mut head = head.split(';').map(str::trim);
    let kind = head.next().filter(|kind| kind.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("image/")));
    let encoded = head.next_back().is_some_and(|last| last.eq_ignore_ascii_case("base64"));
    let kind = kind.filter(|_| encoded).ok_or(wrong)?;
    let data: Vec<u8> = data.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let file = BASE64.decode(data).map_err(|_| "the base64 of this picture is broken or was cut; send all of it")?;
    Ok((kind.to_ascii_lowercase(), file.into()))
}
