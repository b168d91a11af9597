//! The schema of the brief: the form that authors are told to write. The importer accepts more than it allows.

use serde_json::{Map, Value, json};

use super::keywords::{
    DIALECT, choice, flag, focus, image, language, look, marker, object, palette, repo, required_text, text, url,
    username, zoom,
};
use crate::limits;
use crate::look::Look;
use crate::theme::{Font, Layout, Photos};
use crate::tile::{Size, TileColor};

/// The brief (specification, Page file: the brief).
pub fn brief() -> Value {
    let fields = vec![
        ("$schema", text("Address of this schema.", limits::URL_BYTES)),
        ("mantel", marker()),
        ("name", required_text("Display name.", limits::NAME)),
        ("username", username()),
        ("bio", text("A few sentences.", limits::BIO)),
        ("location", text("A place, in words.", limits::LOCATION)),
        ("avatar", image("The picture")),
        ("lang", language("Language of the page; guessed from its words when it is left out.")),
        ("look", look(Look::Painted)),
        ("theme", palette()),
        ("layout", choice("bento is a grid, list one column, canvas places tiles freely.", Some(Layout::Bento))),
        ("photos", choice("How photos are printed.", Some(Photos::Natural))),
        ("font", choice("Typeface.", Some(Font::Look))),
        (
            "backdrop",
            json!({ "description": "solid, dots, grid, or the address of a picture.", "type": "string",
            "minLength": 1, "maxLength": limits::URL_BYTES }),
        ),
        (
            "links",
            json!({ "description": "What the page holds, in order.", "type": "array",
            "maxItems": limits::TILES, "items": { "$ref": "#/$defs/item" } }),
        ),
    ];
    let body = object("A whole page in a small file.", fields, &["name", "links"]);
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!(DIALECT));
    schema.insert("title".to_owned(), json!("Mantel brief"));
    schema.extend(body.as_object().cloned().unwrap_or_default());
    schema.insert("$defs".to_owned(), json!({ "item": item(), "focus": focus() }));
    Value::Object(schema)
}

/// A string, or an object with exactly one of the content fields.
fn item() -> Value {
    let short = "A link, an email, owner/repo, the address of a picture, or a short note: its kind is found out.";
    json!({
        "oneOf": [
            required_text(short, limits::URL_BYTES),
            object("A link, video, music or social profile.", with_looks(with_picture(vec![
                ("url", url("Where it goes")),
                ("title", text("Its name.", limits::TITLE)),
                ("description", text("A line about it.", limits::DESCRIPTION)),
                ("me", flag("Whether it leads to the same person elsewhere.")),
            ])), &["url"]),
            object("A picture.", with_looks(with_picture(vec![
                ("image", image("The picture")),
                ("caption", text("The words under it.", limits::TITLE)),
                ("url", url("Makes the picture clickable")),
            ])), &["image"]),
            object("A section title: starts a new section.", vec![
                ("heading", required_text("Its words.", limits::TITLE)),
            ], &["heading"]),
            object("A note: **bold**, *italic* and [text](url) links.", with_looks(vec![
                ("text", required_text("Its words.", limits::TEXT)),
            ]), &["text"]),
            object("A short round badge.", with_looks(vec![
                ("stamp", required_text("Its words.", limits::TEXT)),
            ]), &["stamp"]),
            object("An email address.", with_looks(vec![
                ("email", json!({ "type": "string", "format": "email", "maxLength": limits::HANDLE })),
                ("title", text("Its name.", limits::TITLE)),
                ("description", text("A line about it.", limits::DESCRIPTION)),
            ]), &["email"]),
            object("A code repository.", with_looks(vec![("repo", repo())]), &["repo"]),
        ]
    })
}

type Fields = Vec<(&'static str, Value)>;

fn with_picture(mut fields: Fields) -> Fields {
    fields.push(("alt", text("What the picture shows, for people who cannot see it.", limits::ALT)));
    fields.push(("focus", json!({ "$ref": "#/$defs/focus" })));
    fields.push(("zoom", zoom()));
    fields
}

fn with_looks(mut fields: Fields) -> Fields {
    fields.push(("size", choice::<Size>("Cells it takes: s 1x1, w 2x1, t 1x2, l 2x2.", None)));
    fields.push(("color", choice("Its colour.", Some(TileColor::Auto))));
    fields.push(("lang", language("Language of its words, where it is another than the page's.")));
    fields
}
