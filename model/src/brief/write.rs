//! A brief as text: as short as possible while it still parses back to the same brief.

use serde_json::{Map, Value, json};

use super::types::{Backdrop, Brief, Item};
use super::{detect, read};
use crate::tile::{Kind, KindName, Picture, Platform};

/// The brief as readable JSON: one line per field and per item of `links`, ending in a line break.
pub fn text(brief: &Brief) -> String {
    pretty(&value(brief))
}

/// A brief's value as readable JSON, formatted like [`text`].
pub fn pretty(value: &Value) -> String {
    let Value::Object(fields) = value else { return format!("{value}\n") };
    let lines: Vec<String> =
        fields.iter().map(|(name, value)| format!("  {}: {}", json!(name), field(value))).collect();
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

/// A value on one line, with spaces inside its braces.
fn inline(value: &Value) -> String {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let parts: Vec<String> =
                fields.iter().map(|(name, value)| format!("{}: {}", json!(name), inline(value))).collect();
            format!("{{ {} }}", parts.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

/// The brief as a value.
pub fn value(brief: &Brief) -> Value {
    let mut fields = Map::new();
    let mut insert = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            fields.insert(name.to_owned(), Value::String(value));
        }
    };
    let written = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    insert("name", Some(brief.name.clone()));
    insert("username", brief.username.as_ref().map(ToString::to_string));
    insert("bio", written(&brief.bio));
    insert("location", written(&brief.location));
    insert("avatar", brief.avatar.as_ref().map(ToString::to_string));
    insert("lang", brief.lang.as_ref().map(ToString::to_string));
    insert("look", brief.look.map(|look| look.to_string()));
    insert("theme", brief.theme.map(|theme| theme.name().to_owned()));
    insert("layout", brief.layout.map(|layout| layout.to_string()));
    insert("photos", brief.photos.map(|photo| photo.to_string()));
    insert("font", brief.font.map(|font| font.to_string()));
    insert(
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

/// An item: a string if that alone parses back to the same item, otherwise an object.
fn item(item: &Item) -> Value {
    let plain = item.size.is_none() && item.color.is_none() && item.lang.is_none();
    if let Some(text) = shorthand(&item.kind).filter(|short| plain && read::alone(short).as_ref() == Some(&item.kind)) {
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
    if let Some(lang) = &item.lang {
        fields.insert("lang".to_owned(), json!(lang));
    }
    Value::Object(fields)
}

/// The string that would be detected as this kind, provided nothing else is set on it.
fn shorthand(kind: &Kind) -> Option<String> {
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
    let mut insert = |name: &str, value: Option<&str>| {
        if let Some(value) = value {
            fields.insert(name.to_owned(), json!(value));
        }
    };
    // Beside `image`, which alone would be a picture, the type says whose preview it is.
    if let Some(image) = kind.picture().filter(|_| kind.name() != KindName::Image) {
        insert("type", Some(kind.name().as_str()));
        insert("image", Some(image.as_str()));
    }
    let crop = match kind {
        Kind::Link(it) => {
            insert("url", Some(&detect::written(&it.url)));
            insert("title", it.title.as_deref());
            insert("description", it.description.as_deref());
            if it.me {
                fields.insert("me".to_owned(), json!(true));
            }
            &it.picture
        }
        Kind::Image(it) => {
            insert("image", Some(it.src.as_str()));
            insert("caption", it.title.as_deref());
            insert("url", it.url.as_ref().map(detect::written).as_deref());
            &it.picture
        }
        Kind::Video(it) => {
            insert("url", Some(&detect::written(&it.url)));
            insert("title", it.title.as_deref());
            &it.picture
        }
        Kind::Music(it) => {
            insert("url", Some(&detect::written(&it.url)));
            insert("title", it.title.as_deref());
            &it.picture
        }
        Kind::Text(it) => return insert(if it.look.is_some() { "stamp" } else { "text" }, Some(it.text.as_str())),
        Kind::Heading(it) => return insert("heading", Some(it.text.as_str())),
        Kind::Github(it) => return insert("repo", Some(it.repo.as_str())),
        Kind::Social(it) if it.platform == Platform::Email && detect::detect(&it.handle) == *kind => {
            return insert("email", Some(it.handle.as_str()));
        }
        Kind::Social(it) => {
            let address = kind.address().filter(|address| detect::kind_of(address.clone()) == *kind);
            if let Some(address) = address {
                return insert("url", Some(&detect::written(&address)));
            }
            // No address stands for it: written as in a page file.
            insert("platform", Some(it.platform.as_str()));
            return insert("handle", Some(it.handle.as_str()));
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
