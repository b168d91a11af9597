//! A brief as text: short where it can be, so that what is read back is the same brief.

use serde_json::{Map, Value, json};

use super::{Backdrop, Brief, Item, detect, read};
use crate::tile::{Kind, Picture, Platform};

/// The brief as JSON people read: a field a line, an item of `links` a line, ending in a line break.
pub fn text(brief: &Brief) -> String {
    spread(&value(brief))
}

/// A brief's value as JSON people read, as [`text`] writes it.
pub fn spread(value: &Value) -> String {
    let Value::Object(fields) = value else { return format!("{value}\n") };
    let lines: Vec<String> = fields.iter().map(|(name, it)| format!("  {}: {}", json!(name), field(it))).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

fn field(value: &Value) -> String {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let lines: Vec<String> = items.iter().map(|item| format!("    {}", inline(item))).collect();
            format!("[\n{}\n  ]", lines.join(",\n"))
        }
        other => inline(other),
    }
}

/// A value on one line, with room in its braces.
fn inline(value: &Value) -> String {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let parts: Vec<String> =
                fields.iter().map(|(name, it)| format!("{}: {}", json!(name), inline(it))).collect();
            format!("{{ {} }}", parts.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// The brief as a value.
pub fn value(brief: &Brief) -> Value {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            fields.insert(name.to_owned(), Value::String(value));
        }
    };
    let written = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    put("name", Some(brief.name.clone()));
    put("username", brief.username.as_ref().map(ToString::to_string));
    put("bio", written(&brief.bio));
    put("location", written(&brief.location));
    put("avatar", brief.avatar.as_ref().map(ToString::to_string));
    put("look", brief.look.map(|look| look.to_string()));
    put("theme", brief.theme.map(|theme| theme.name().to_owned()));
    put("layout", brief.layout.map(|layout| layout.to_string()));
    put("photos", brief.photos.map(|photo| photo.to_string()));
    put("font", brief.font.map(|font| font.to_string()));
    put(
        "backdrop",
        match &brief.backdrop {
            Backdrop::Scene => None,
            Backdrop::Solid => Some("solid".to_owned()),
            Backdrop::Dots => Some("dots".to_owned()),
            Backdrop::Grid => Some("grid".to_owned()),
            Backdrop::Picture(image) => Some(image.to_string()),
        },
    );
    fields.insert("links".to_owned(), Value::Array(brief.links.iter().map(item).collect()));
    let mut whole = Map::new();
    whole.insert("mantel".to_owned(), json!(1));
    whole.append(&mut fields);
    Value::Object(whole)
}

/// An item: a string where that alone reads back as the same, else an object.
fn item(item: &Item) -> Value {
    let plain = item.size.is_none() && item.color.is_none();
    if let Some(text) = short(&item.kind).filter(|short| plain && read::alone(short).as_ref() == Some(&item.kind)) {
        return Value::String(text);
    }
    let mut fields = Map::new();
    content(&item.kind, &mut fields);
    if let Some(size) = item.size {
        fields.insert("size".to_owned(), json!(size));
    }
    if let Some(color) = item.color {
        fields.insert("color".to_owned(), json!(color));
    }
    Value::Object(fields)
}

/// The string that would be detected as this kind, if nothing else is said of it.
fn short(kind: &Kind) -> Option<String> {
    match kind {
        Kind::Text(note) if note.look.is_none() => Some(note.text.to_string()),
        Kind::Image(image) if image.url.is_none() => Some(image.src.to_string()),
        Kind::Text(_) | Kind::Heading(_) | Kind::Image(_) => None,
        Kind::Github(github) => Some(github.repo.as_str().to_owned()),
        Kind::Social(social) if social.platform == Platform::Email => Some(social.handle.to_string()),
        kind => kind.address().map(|address| address.to_string()),
    }
}

fn content(kind: &Kind, fields: &mut Map<String, Value>) {
    let mut put = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            fields.insert(name.to_owned(), json!(value));
        }
    };
    let crop = match kind {
        Kind::Link(it) => {
            put("url", Some(it.url.as_str()));
            put("title", it.title.as_deref());
            put("description", it.description.as_deref());
            &it.picture
        }
        Kind::Image(it) => {
            put("image", Some(it.src.as_str()));
            put("caption", it.title.as_deref());
            put("url", it.url.as_ref().map(crate::SafeUrl::as_str));
            &it.picture
        }
        Kind::Video(it) => {
            put("url", Some(it.url.as_str()));
            put("title", it.title.as_deref());
            &it.picture
        }
        Kind::Music(it) => {
            put("url", Some(it.url.as_str()));
            put("title", it.title.as_deref());
            &it.picture
        }
        Kind::Text(it) => return put(if it.look.is_some() { "stamp" } else { "text" }, Some(it.text.as_str())),
        Kind::Heading(it) => return put("heading", Some(it.text.as_str())),
        Kind::Github(it) => return put("repo", Some(it.repo.as_str())),
        Kind::Social(it) if it.platform == Platform::Email && detect::detect(&it.handle) == *kind => {
            return put("email", Some(it.handle.as_str()));
        }
        Kind::Social(it) => {
            let address = kind.address().filter(|address| detect::detect(address.as_str()) == *kind);
            if let Some(address) = address {
                return put("url", Some(address.as_str()));
            }
            // No address says it: written as a page file does.
            put("platform", Some(it.platform.as_str()));
            return put("handle", Some(it.handle.as_str()));
        }
    };
    picture(crop, fields);
}

fn picture(picture: &Picture, fields: &mut Map<String, Value>) {
    if let Some(alt) = &picture.alt {
        fields.insert("alt".to_owned(), json!(alt));
    }
    if let Some(focus) = picture.focus {
        fields.insert("focus".to_owned(), json!(focus));
    }
    if let Some(zoom) = picture.zoom {
        fields.insert("zoom".to_owned(), json!(zoom));
    }
}
