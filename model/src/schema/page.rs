//! The schema of the full page file.

use serde_json::{Map, Value, json};

use super::keywords::{
    DIALECT, choice, color, flag, focus, image, language, look, marker, number, object, one_of, palette, repo,
    required_text, text, url, username, zoom,
};
use crate::limits;
use crate::look::Look;
use crate::read::tile::{FieldValue, OwnField, about, own_fields};
use crate::theme::{BackgroundStyle, Theme};
use crate::tile::{KindName, NoteLook, Platform, Size, TileColor};

/// The full page file (specification, Page; decisions, The page over REST).
pub fn page() -> Value {
    let tile: Vec<Value> =
        KindName::ALL.iter().map(|kind_name| json!({ "$ref": format!("#/$defs/{kind_name}") })).collect();
    let fields = vec![
        ("$schema", text("Address of this schema.", limits::URL_BYTES)),
        ("mantel", marker()),
        ("username", username()),
        ("profile", json!({ "$ref": "#/$defs/profile" })),
        ("theme", json!({ "$ref": "#/$defs/theme" })),
        (
            "tiles",
            json!({ "description": "Every tile, in reading order.", "type": "array",
            "maxItems": limits::TILES, "items": { "oneOf": tile } }),
        ),
    ];
    let body = object("A complete Mantel page: profile, theme and every tile.", fields, &["profile", "theme", "tiles"]);
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), json!(DIALECT));
    schema.insert("title".to_owned(), json!("Mantel page"));
    schema.extend(body.as_object().cloned().unwrap_or_default());
    schema.insert("$defs".to_owned(), definitions());
    Value::Object(schema)
}

fn definitions() -> Value {
    let mut all = Map::new();
    all.insert("profile".to_owned(), profile());
    all.insert("theme".to_owned(), theme());
    for kind in KindName::ALL {
        all.insert(kind.as_str().to_owned(), tile(*kind));
    }
    for (name, schema) in shared() {
        all.insert(name.to_owned(), schema);
    }
    Value::Object(all)
}

fn profile() -> Value {
    let fields = vec![
        ("name", text("Display name.", limits::NAME)),
        ("bio", text("A few sentences.", limits::BIO)),
        ("avatar", image("The picture")),
        ("location", text("A place, in words.", limits::LOCATION)),
        ("avatarFocus", json!({ "$ref": "#/$defs/focus" })),
        ("avatarZoom", zoom()),
        (
            "pageTitle",
            text("What search engines and link previews call the page; the name without it.", limits::PAGE_TITLE),
        ),
        (
            "pageDescription",
            text("What search engines and link previews say about it; the bio without it.", limits::PAGE_DESCRIPTION),
        ),
        ("lang", language("Language of the page; guessed from its words when it is left out.")),
        ("listed", flag("Whether it is in the sitemap, and search engines may list it; true when it is left out.")),
    ];
    object("Who the page is about.", fields, &[])
}

fn theme() -> Value {
    let base = Theme::of(Look::Cozy);
    let mut fields =
        vec![("style", look(Look::Cozy)), ("preset", palette()), ("accent", color("Replaces the palette's accent."))];
    fields.extend(Theme::CHOICES.iter().map(|field| {
        let names: Vec<_> = (field.values)().into_iter().map(|(name, _)| name).collect();
        (field.name, one_of(field.about, &names, Some((field.value)(&base))))
    }));
    fields.extend(Theme::SWITCHES.iter().map(|field| (field.name, flag(field.about))));
    fields.push(("background", background()));
    object("How the page looks. Every field may be left out.", fields, &[])
}

fn background() -> Value {
    let fields = vec![
        ("style", choice("Kind of backdrop.", Some(BackgroundStyle::Scene))),
        ("image", image("The picture of an image backdrop")),
        ("dim", number("Share of the page colour over the picture.", limits::DIM)),
        ("blur", number("Blur of the picture, px.", limits::BLUR)),
        ("grain", flag("Whether the look's grain shows.")),
        ("color", color("The page colour, replacing the palette's.")),
    ];
    object("What lies behind the tiles.", fields, &[])
}

/// A tile type: the shared fields and its own, from the table that the reader uses.
fn tile(kind: KindName) -> Value {
    let reference = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    let mut fields = vec![("id", reference("id")), ("type", json!({ "const": kind.as_str() }))];
    fields.extend(own_fields(kind).iter().map(|field| (field.name, own_field(field))));
    fields.extend([("size", reference("size")), ("color", reference("color"))]);
    fields.push(("lang", language("Language of its words, where it is another than the page's.")));
    fields.push(("pos", reference("pos")));
    fields.push(("facts", json!({ "description": "Filled in by the service; ignored when read.", })));
    let needed = own_fields(kind).iter().filter(|field| field.required).map(|field| field.name);
    let required: Vec<_> = std::iter::once("type").chain(needed).collect();
    object(about(kind), fields, &required)
}

fn own_field(field: &OwnField) -> Value {
    match field.value {
        FieldValue::Url => url(field.about),
        FieldValue::Image => image(field.about),
        FieldValue::Text(most) => text(field.about, most),
        FieldValue::Words(most) => required_text(field.about, most),
        FieldValue::Focus => json!({ "$ref": "#/$defs/focus" }),
        FieldValue::Zoom => zoom(),
        FieldValue::Repo => repo(),
        FieldValue::Platform => choice::<Platform>(field.about, None),
        FieldValue::Flag => flag(field.about),
        FieldValue::NoteLook => choice::<NoteLook>(field.about, None),
    }
}

/// Definitions that several types reference.
fn shared() -> Vec<(&'static str, Value)> {
    let id = json!({ "description": "Stable for life; leave it out for a new tile.", "type": "string",
        "pattern": "^t_[a-z2-7]{12}$" });
    vec![
        ("id", id),
        ("size", choice::<Size>("Cells it takes: s 1x1, w 2x1, t 1x2, l 2x2.", None)),
        ("color", choice("Its colour.", Some(TileColor::Auto))),
        ("pos", pos()),
        ("focus", focus()),
    ]
}

fn pos() -> Value {
    let fields = vec![
        ("x", number("Left edge.", limits::POS_X)),
        ("y", number("Top edge, growing downwards.", limits::POS_Y)),
        ("w", number("Width.", limits::POS_SIDE)),
        ("h", number("Height.", limits::POS_SIDE)),
        ("r", number("Rotation in degrees; 0 when left out.", limits::POS_R)),
        ("z", number("Layer, higher on top; 0 when left out.", limits::POS_Z)),
    ];
    let about = "Place on a canvas 1200 units wide; without one the tile is placed automatically.";
    object(about, fields, &["x", "y", "w", "h"])
}
