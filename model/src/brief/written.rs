//! The brief as it should be written, as a JSON Schema; the reader accepts far more.

use schemars::{Schema, json_schema};

use crate::look::Look;
use crate::theme::{Font, Layout, Photos};
use crate::tile::{Size, TileColor};
use crate::{limits, look::Palette};

fn names<T: Copy>(all: &[T], name: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|it| name(*it)).collect()
}

/// The schema served at `/schema/brief.schema.json`.
pub fn schema() -> Schema {
    let palettes: Vec<&str> = Look::ALL.iter().flat_map(|it| it.palettes().map(Palette::name)).collect();
    let text = |limit: usize| json_schema!({ "type": "string", "maxLength": limit });
    let crop = json_schema!({
        "type": "object", "additionalProperties": false, "required": ["x", "y"],
        "description": "The point of the picture kept in view, percent of each side.",
        "properties": { "x": { "type": "number", "minimum": 0, "maximum": 100 }, "y": { "type": "number", "minimum": 0, "maximum": 100 } }
    });
    let shared = |own: serde_json::Value| {
        let mut fields = serde_json::json!({
            "size": { "enum": names(Size::ALL, Size::as_str), "description": "s 1x1, w 2x1, t 1x2, l 2x2" },
            "color": { "enum": names(TileColor::ALL, TileColor::as_str) }
        });
        if let (Some(fields), serde_json::Value::Object(own)) = (fields.as_object_mut(), own) {
            fields.extend(own);
        }
        fields
    };
    let item = |required: &str, own: serde_json::Value| serde_json::json!({ "type": "object", "additionalProperties": false, "required": [required], "properties": shared(own) });
    let picture = serde_json::json!({ "alt": text(limits::ALT), "focus": crop, "zoom": { "type": "number", "minimum": 1, "maximum": 3 } });
    let with = |mut own: serde_json::Value| {
        if let (Some(own), Some(picture)) = (own.as_object_mut(), picture.as_object()) {
            own.extend(picture.clone());
        }
        own
    };
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "brief.schema.json",
        "title": "Mantel brief",
        "description": "A small file that describes a whole page. The importer is forgiving; this is how it is best written.",
        "type": "object",
        "required": ["name", "links"],
        "additionalProperties": false,
        "properties": {
            "$schema": { "type": "string" },
            "mantel": { "const": 1, "description": "Format marker." },
            "name": { "type": "string", "minLength": 1, "maxLength": limits::NAME, "description": "Display name." },
            "username": { "type": "string", "pattern": "^[A-Za-z0-9_-]{3,30}$", "description": "The page's address; can also be chosen when it is loaded." },
            "bio": text(limits::BIO),
            "location": text(limits::LOCATION),
            "avatar": { "type": "string", "maxLength": limits::URL_BYTES, "description": "Address of a picture." },
            "look": { "enum": names(Look::ALL, Look::as_str), "default": "painted" },
            "theme": { "enum": palettes, "description": "A palette of the look; its first is the default." },
            "layout": { "enum": names(Layout::ALL, Layout::as_str), "default": "bento" },
            "photos": { "enum": names(Photos::ALL, Photos::as_str) },
            "font": { "enum": names(Font::ALL, Font::as_str) },
            "backdrop": { "type": "string", "maxLength": limits::URL_BYTES, "description": "solid, dots, grid, or the address of a picture." },
            "links": {
                "type": "array", "maxItems": limits::TILES,
                "items": { "anyOf": [
                    { "type": "string", "minLength": 1, "maxLength": limits::TEXT, "description": "An address, an email, owner/repo, or a short note; the kind of tile is found out." },
                    item("url", with(serde_json::json!({ "url": text(limits::URL_BYTES), "title": text(limits::TITLE), "description": text(limits::DESCRIPTION) }))),
                    item("email", serde_json::json!({ "email": text(limits::HANDLE) })),
                    item("repo", serde_json::json!({ "repo": { "type": "string", "pattern": "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,38}/[A-Za-z0-9_.-]{1,100}$" } })),
                    item("heading", serde_json::json!({ "heading": text(limits::TITLE) })),
                    item("text", serde_json::json!({ "text": text(limits::TEXT) })),
                    item("stamp", serde_json::json!({ "stamp": text(limits::TEXT) })),
                    item("image", with(serde_json::json!({ "image": text(limits::URL_BYTES), "caption": text(limits::TITLE), "url": text(limits::URL_BYTES) })))
                ] }
            }
        }
    })
}
