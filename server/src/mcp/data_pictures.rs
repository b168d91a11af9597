//! Pictures within a call: a `data:` address where a picture is expected. Each is kept as an upload is, and the call goes on
//! with its address. A dry run keeps them too: what no page shows is deleted later.

use axum::body::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::GeneralPurpose;
use base64::engine::{DecodePaddingMode, GeneralPurposeConfig};
use mantel_model::Problem;
use serde_json::{Map, Value, json};

use crate::http::error::Refusal;
use crate::picture_upload;
use crate::service::Caller;
use crate::state::App;
use crate::strict_json;

/// The most pictures within one call. The length of a message bounds their bytes.
const PICTURES: usize = 10;
/// The fields that hold a picture.
const FIELDS: [&str; 4] = ["src", "image", "avatar", "backdrop"];
/// The fields whose items are tiles: a picture among them is one.
const LISTS: [&str; 3] = ["links", "inputs", "tiles"];
/// A model that writes base64 itself often loses the end.
const BROKEN: &str = "the base64 of this picture is broken or was cut; send all of it, or the file to the address that \
                      list_options gives with the topic upload";
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Keeps the pictures of a call, and puts their addresses in their places.
///
/// # Errors
/// Everything that is no picture, with its place; or why one can't be kept.
pub async fn keep(app: &App, caller: &Caller, arguments: &mut Map<String, Value>) -> Result<(), Refusal> {
    unfold(arguments);
    let mut found = Vec::new();
    for (name, value) in arguments.iter() {
        find(value, &mut vec![Step::Field(name)], &mut found);
    }
    if found.is_empty() {
        return Ok(());
    }
    if let Some(found) = found.get(PICTURES) {
        return Err(Refusal::invalid(&found.path, format!("one call holds at most {PICTURES} pictures")));
    }
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for Found { path, address, tile } in found {
        match read(&address) {
            Ok((kind, file)) => files.push((path, tile, kind, file)),
            Err(why) => problems.push(Problem::new(path, why)),
        }
    }
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let _permit = app.media.upload_permit().await;
    let mut whole = Value::Object(std::mem::take(arguments));
    for (path, tile, kind, file) in files {
        let kept = picture_upload::keep(app, caller, file, Some(kind)).await.map_err(|why| why.at(&path))?;
        if let Some(place) = whole.pointer_mut(&path) {
            *place = if tile { json!({ "image": kept.src }) } else { Value::String(kept.src) };
        }
    }
    if let Value::Object(whole) = whole {
        *arguments = whole;
    }
    Ok(())
}

/// Makes pictures visible that stand where text does: a whole page as text becomes the page, one input becomes a list of one.
/// Other text is left as it is, so that its reader says what is wrong with it.
fn unfold(arguments: &mut Map<String, Value>) {
    if let Some(Value::String(text)) = arguments.get("file")
        && text.trim_start().starts_with('{')
        && contains_data(text)
        && strict_json::check_values(text.as_bytes()).is_ok()
        && let Ok(page @ Value::Object(_)) = serde_json::from_str(text)
    {
        arguments.insert("file".to_owned(), page);
    }
    let single = arguments.get("input").and_then(Value::as_str).is_some_and(is_data);
    if single
        && !arguments.contains_key("inputs")
        && let Some(picture) = arguments.shift_remove("input")
    {
        arguments.insert("inputs".to_owned(), json!([picture]));
    }
}

fn contains_data(text: &str) -> bool {
    text.contains("data:") || text.contains("DATA:")
}

/// A picture in a call.
struct Found {
    /// Where it stands.
    path: String,
    /// Its `data:` address.
    address: String,
    /// Whether it stands where a tile does.
    tile: bool,
}

/// A step on the way to a value.
#[derive(Clone, Copy)]
enum Step<'a> {
    Field(&'a str),
    Item(usize),
}

/// The path of a value (RFC 6901).
fn pointer(way: &[Step<'_>]) -> String {
    let step = |step: &Step<'_>| match step {
        Step::Field(name) => format!("/{}", name.replace('~', "~0").replace('/', "~1")),
        Step::Item(at) => format!("/{at}"),
    };
    way.iter().map(step).collect()
}

/// The first places below a value where a picture stands as a `data:` address, at most one more than a call may hold. A
/// message is nested at most [`mantel_model::limits::JSON_DEPTH`] deep. Paths are written for these places alone: names may be
/// as long as the message, and what lies below them as wide.
fn find<'a>(value: &'a Value, way: &mut Vec<Step<'a>>, found: &mut Vec<Found>) {
    let mut below = |step: Step<'a>, value: &'a Value| {
        way.push(step);
        find(value, way, found);
        way.pop();
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(at, item)| below(Step::Item(at), item)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| below(Step::Field(name), value)),
        Value::String(text) if found.len() <= PICTURES && is_data(text) => {
            let tile = matches!(way.as_slice(), [.., Step::Field(list), Step::Item(_)] if LISTS.contains(list));
            if tile || matches!(way.last(), Some(Step::Field(name)) if FIELDS.contains(name)) {
                found.push(Found { path: pointer(way), address: text.clone(), tile });
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
    let file = BASE64.decode(data).map_err(|_| BROKEN)?;
    Ok((kind.to_ascii_lowercase(), file.into()))
}
