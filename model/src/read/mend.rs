//! Mends what a tile of an older or foreign page file has that new input may not have, before it is read: the forgiving
//! counterpart of [`super::tile::Rules`] (decisions, Handles and addresses).

use serde_json::{Map, Value};

use crate::safe_url::{SafeUrl, shortened, without_credentials};
use crate::tile::{Platform, handle, media_site};

/// Mends a tile in place. Returns the fields concerned, each with a sentence that says what was done.
pub(crate) fn mend(tile: &mut Map<String, Value>) -> Vec<(&'static str, String)> {
    let mut told = Vec::new();
    for field in ["url", "image", "src", "text", "handle"] {
        if let Some(cut) = text(tile, field).and_then(without_credentials) {
            tile.insert(field.to_owned(), cut.into());
            told.push((field, crate::safe_url::CREDENTIALS_CUT.to_owned()));
        }
    }
    match text(tile, "type") {
        Some("social") => told.extend(mend_handle(tile)),
        // One with an id comes from a server, which drew it as what it is.
        Some("video" | "music") if tile.get("id").is_some_and(Value::is_string) => {}
        Some("video") => told.extend(mend_site(tile, media_site::is_video, "a video site")),
        Some("music") => told.extend(mend_site(tile, media_site::is_music, "a streaming service")),
        _ => {}
    }
    told
}

fn text<'a>(tile: &'a Map<String, Value>, field: &str) -> Option<&'a str> {
    tile.get(field).and_then(Value::as_str)
}

/// A handle that can't be mended becomes a link if it is an address, and stays otherwise: nothing is lost.
fn mend_handle(tile: &mut Map<String, Value>) -> Option<(&'static str, String)> {
    let platform = Platform::parse(text(tile, "platform")?)?;
    let written = text(tile, "handle")?.to_owned();
    match handle::read(platform, &written) {
        Ok(handle) if handle.as_str() == written => None,
        Ok(handle) => {
            let words = format!("“{}” was read as {handle}.", shortened(&written));
            tile.insert("handle".to_owned(), handle.as_str().into());
            Some(("handle", words))
        }
        Err(message) => match SafeUrl::parse(&written) {
            Ok(url) => {
                tile.retain(|name, _| !matches!(name.as_str(), "platform" | "handle"));
                tile.insert("type".to_owned(), "link".into());
                tile.insert("url".to_owned(), url.as_str().into());
                Some(("handle", format!("This became a link: {message}.")))
            }
            Err(_) => Some(("handle", format!("This was kept as it is, but leads nowhere: {message}."))),
        },
    }
}

/// An address that is on no such site becomes a link, which has every field of such a tile.
fn mend_site(
    tile: &mut Map<String, Value>,
    is_site: fn(&SafeUrl) -> bool,
    site: &str,
) -> Option<(&'static str, String)> {
    let url = SafeUrl::parse(text(tile, "url")?).ok()?;
    if is_site(&url) {
        return None;
    }
    tile.insert("type".to_owned(), "link".into());
    Some(("type", format!("“{}” is not on {site}, so this became a link.", shortened(url.as_str()))))
}
