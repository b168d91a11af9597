//! Fields, their values and how they changed, as people read them.

use serde_json::Value;

use crate::closed_set::ClosedSet;
use crate::look::Look;
use crate::theme::{Align, AvatarShape, BackgroundStyle, Effect, Font, Layout, Photos, Radius, TileStyle};
use crate::tile::{Platform, Size, TileColor};

/// Characters of a value that are shown.
const SHOWN: usize = 60;

/// The name of a field as people read it: `tileStyle` is "Tile style".
pub fn field_label(field: &str) -> String {
    let mut out = String::new();
    for letter in field.chars() {
        if letter.is_uppercase() {
            out.push(' ');
        }
        if out.is_empty() { out.extend(letter.to_uppercase()) } else { out.extend(letter.to_lowercase()) }
    }
    match field {
        "style" => "Look".to_owned(),
        "preset" => "Palette".to_owned(),
        "bio" => "About".to_owned(),
        "location" => "Place".to_owned(),
        "pageTitle" => "Title for search engines".to_owned(),
        "pageDescription" => "Description for search engines".to_owned(),
        "pos" => "Position".to_owned(),
        "color" => "Colour".to_owned(),
        "url" => "Address".to_owned(),
        "src" | "image" => "Picture".to_owned(),
        "alt" => "Alternative text".to_owned(),
        "lang" => "Language".to_owned(),
        "me" => "This is me, too".to_owned(),
        "listed" => "In search engines".to_owned(),
        _ => out,
    }
}

/// A value as people read it.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Null => "Nothing".to_owned(),
        Value::Bool(true) => "On".to_owned(),
        Value::Bool(false) => "Off".to_owned(),
        Value::String(text) => text.clone(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| format!("{} {}", field_label(name), value_text(value)))
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    }
}

/// How a field changed: "From small to wide", "Motion turned off", "Another picture". `None` stands for a field that is not set.
pub fn change_text(field: &str, before: Option<&Value>, after: Option<&Value>) -> String {
    let (before, after) = (before.filter(|value| !value.is_null()), after.filter(|value| !value.is_null()));
    let label = field_label(field);
    match field {
        "pos" => position_change(before, after),
        "focus" | "zoom" | "avatarFocus" | "avatarZoom" => "The picture is cropped differently".to_owned(),
        "src" | "image" => picture_change("picture", before, after),
        "avatar" if [before, after].into_iter().flatten().any(|value| choice(field, value).is_none()) => {
            picture_change("portrait", before, after)
        }
        "background" => background_change(before, after),
        "look" if before.or(after).and_then(Value::as_str) == Some("stamp") => {
            (if after.is_some() { "A stamp now" } else { "A note now" }).to_owned()
        }
        _ => {
            let read = |value: &Value| choice(field, value).unwrap_or_else(|| quoted(value));
            match (before, after) {
                (_, Some(Value::Bool(on))) => format!("{label} turned {}", if *on { "on" } else { "off" }),
                (Some(before), Some(after)) if field == "size" => {
                    format!("From {} to {}", read(before).to_lowercase(), read(after).to_lowercase())
                }
                (Some(before), Some(after)) => format!("{label}: from {} to {}", read(before), read(after)),
                (None, Some(after)) => format!("{label}: {}", read(after)),
                (_, None) => format!("{label}: removed"),
            }
        }
    }
}

/// The label of a value that is one of a few choices.
fn choice(field: &str, value: &Value) -> Option<String> {
    fn label<T: ClosedSet>(name: &str) -> Option<String> {
        T::named(name).map(|member| member.shown().replace('’', "'"))
    }
    let name = value.as_str()?;
    match field {
        "size" => label::<Size>(name),
        "color" => label::<TileColor>(name),
        "style" => label::<Look>(name),
        "preset" => Look::ALL.iter().find_map(|look| Some(look.palette(name)?.entry().label.to_owned())),
        "layout" => label::<Layout>(name),
        "font" => label::<Font>(name),
        "radius" => label::<Radius>(name),
        "align" => label::<Align>(name),
        "tileStyle" => label::<TileStyle>(name),
        "effect" => label::<Effect>(name),
        "avatar" => label::<AvatarShape>(name),
        "photos" => label::<Photos>(name),
        "platform" => label::<Platform>(name),
        _ => None,
    }
}

/// A value of people's own in quotation marks; numbers and colours as they are.
fn quoted(value: &Value) -> String {
    let text = value_text(value);
    let shown = match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.clone(),
    };
    if value.is_string() && !text.starts_with('#') && !text.contains("://") { format!("“{shown}”") } else { shown }
}

fn picture_change(what: &str, before: Option<&Value>, after: Option<&Value>) -> String {
    match (before, after) {
        (Some(_), Some(_)) => format!("Another {what}"),
        (None, _) => format!("A {what} was added"),
        (_, None) => format!("The {what} was removed"),
    }
}

/// Which way a tile went on the canvas; the specification's units say nothing to people.
fn position_change(before: Option<&Value>, after: Option<&Value>) -> String {
    let (Some(before), Some(after)) = (before, after) else {
        return (if after.is_some() { "Given its own place on the canvas" } else { "Placed automatically" }).to_owned();
    };
    let by = |name: &str| {
        let number = |value: &Value| value.get(name).and_then(Value::as_f64).unwrap_or_default();
        number(after) - number(before)
    };
    let way = |name: &str, less: &'static str, more: &'static str| match by(name) {
        by if by < 0.0 => Some(less),
        by if by > 0.0 => Some(more),
        _ => None,
    };
    let both = |first: Option<&str>, second: Option<&str>| {
        let both: Vec<&str> = first.into_iter().chain(second).collect();
        (!both.is_empty()).then(|| both.join(" and "))
    };
    let moved = both(way("x", "left", "right"), way("y", "up", "down")).map(|ways| format!("moved {ways}"));
    let sized = both(way("w", "narrower", "wider"), way("h", "lower", "taller")).map(|ways| format!("made {ways}"));
    let turned = way("r", "turned left", "turned right").map(str::to_owned);
    let layered = way("z", "sent back", "brought forward").map(str::to_owned);
    let parts: Vec<String> = [moved, sized, turned, layered].into_iter().flatten().collect();
    let text = if parts.is_empty() { "placed differently".to_owned() } else { parts.join(", ") };
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The parts of the background that differ.
fn background_change(before: Option<&Value>, after: Option<&Value>) -> String {
    let part = |value: Option<&Value>, name: &str| value.and_then(|value| value.get(name)).cloned();
    let parts = ["style", "color", "image", "dim", "blur", "grain"].into_iter().filter_map(|name| {
        let (before, after) = (part(before, name), part(after, name));
        if before == after {
            return None;
        }
        Some(match name {
            "style" => {
                let label = |value: &Value| BackgroundStyle::parse(value.as_str()?).map(BackgroundStyle::label);
                let label = after.as_ref().and_then(label).unwrap_or("from the look");
                format!("Background: {}", label.to_lowercase())
            }
            "color" => change_text("pageColor", before.as_ref(), after.as_ref()),
            "image" => picture_change("background picture", before.as_ref(), after.as_ref()),
            "grain" => change_text("grain", before.as_ref(), Some(&after.unwrap_or(Value::Bool(false)))),
            _ => format!("The background picture's {name} changed"),
        })
    });
    parts.collect::<Vec<_>>().join(". ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::theme::Theme;

    #[test]
    fn changes_are_sentences_without_wire_names() {
        let text = |field: &str, before: Value, after: Value| change_text(field, Some(&before), Some(&after));
        let pos = |x: i32, z: i32| json!({ "x": x, "y": 0, "w": 288, "h": 288, "r": 0, "z": z });
        for (sentence, expected) in [
            (text("size", json!("s"), json!("w")), "From small to wide"),
            (text("motion", json!(true), json!(false)), "Motion turned off"),
            (text("style", json!("cozy"), json!("lofi")), "Look: from Cozy to Lofi"),
            (text("color", json!("auto"), json!("mint")), "Colour: from Auto to Mint"),
            (text("src", json!("/media/1f"), json!("/media/2a")), "Another picture"),
            (text("avatar", json!("look"), json!("circle")), "Avatar: from The look's to Circle"),
            (text("avatar", Value::Null, json!("/media/1f")), "A portrait was added"),
            (text("pos", Value::Null, pos(0, 0)), "Given its own place on the canvas"),
            (text("pos", pos(0, 0), pos(144, 1)), "Moved right, brought forward"),
            (text("pos", pos(0, 0), Value::Null), "Placed automatically"),
            (
                text("url", json!("https://a.example"), json!("https://b.example")),
                "Address: from https://a.example to https://b.example",
            ),
            (text("artist", Value::Null, json!("Ines")), "Artist: “Ines”"),
            (
                text("background", json!({ "style": "scene", "grain": true }), json!({ "style": "dots" })),
                "Background: dots. Grain turned off",
            ),
        ] {
            assert_eq!(sentence, expected);
        }
    }

    #[test]
    fn every_choice_of_a_theme_is_shown_by_its_label() {
        for field in Theme::CHOICES {
            for (name, label) in (field.values)() {
                assert_eq!(choice(field.name, &json!(name)), Some(label.replace('’', "'")), "{} {name}", field.name);
            }
        }
    }
}
