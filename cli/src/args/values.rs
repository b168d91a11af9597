//! Flag values, parsed by the model before anything is sent: a mistake is answered with the nearest valid name.

use std::ffi::OsStr;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use mantel_model::closed_set::ClosedSet;
use mantel_model::look::{Look, Palette};
use mantel_model::nearest_name::nearest;
use mantel_model::profile::Focus;
use mantel_model::{HexColor, TileId};
use serde_json::{Value, json};

/// Parses a member of a closed set; lists all members in help and completions.
#[derive(Clone, Copy, Debug)]
pub struct Named<T>(PhantomData<T>);

/// The parser of a closed set.
pub const fn named<T>() -> Named<T> {
    Named(PhantomData)
}

impl<T: ClosedSet + Send + Sync> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let read = |text: String| T::named(&text).ok_or_else(|| T::not_a_member(&text));
        StringValueParser::new().try_map(read).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(T::all().iter().map(|member| PossibleValue::new(member.wire()))))
    }
}

/// A look: one of the six, or a retired name that maps to one.
#[derive(Clone, Copy, Debug)]
pub struct LookName;

impl TypedValueParser for LookName {
    type Value = Look;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Look, Error> {
        let read =
            |text: String| Look::parse(&text).or_else(|| Look::retired(&text)).ok_or_else(|| Look::not_a_member(&text));
        StringValueParser::new().try_map(read).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Look::ALL.iter().map(|look| PossibleValue::new(look.as_str()))))
    }
}

/// A palette of any look.
pub fn palette(name: &str) -> Result<Palette, String> {
    let names: Vec<&str> = Look::ALL.iter().flat_map(|look| look.palettes()).map(Palette::name).collect();
    Palette::find(name).ok_or_else(|| match nearest(name, &names) {
        Some(near) => format!("\"{name}\" is not a palette; did you mean \"{near}\"?"),
        None => format!("\"{name}\" is not a palette; mantel options looks lists the four of each look"),
    })
}

/// A colour, or `none` to reset it to the look's.
pub fn color(text: &str) -> Result<Value, String> {
    if clears(text) { Ok(Value::Null) } else { HexColor::parse(text).map(|value| json!(value)) }
}

/// An address or path, or `none` to remove it.
pub fn place(text: &str) -> Result<Value, String> {
    Ok(if clears(text) { Value::Null } else { json!(text) })
}

/// Text; an empty one removes the field.
pub fn text_or_null(text: &str) -> Result<Value, String> {
    Ok(if text.trim().is_empty() { Value::Null } else { json!(text) })
}

fn clears(text: &str) -> bool {
    matches!(text.trim(), "" | "none")
}

/// `on` or `off`.
pub fn switch(text: &str) -> Result<bool, String> {
    match text {
        "on" | "true" | "yes" => Ok(true),
        "off" | "false" | "no" => Ok(false),
        _ => Err("use on or off".to_owned()),
    }
}

/// A tile's id.
pub fn tile_id(text: &str) -> Result<TileId, String> {
    TileId::parse(text)
}

/// `x,y` in percent, or `none`.
pub fn focus(text: &str) -> Result<Value, String> {
    if clears(text) {
        return Ok(Value::Null);
    }
    match numbers(text)?[..] {
        [x, y] => {
            let point = json!({ "x": x, "y": y });
            let read: Result<Focus, _> = serde_json::from_value(point.clone());
            read.map(|_| point).map_err(|error| error.to_string())
        }
        _ => Err("give two numbers, percent from the left and from the top: 50,20".to_owned()),
    }
}

/// `x,y,w,h`, optionally followed by rotation and layer, or `none`.
pub fn pos(text: &str) -> Result<Value, String> {
    if clears(text) {
        return Ok(Value::Null);
    }
    match numbers(text)?[..] {
        [x, y, w, h] => Ok(json!({ "x": x, "y": y, "w": w, "h": h })),
        [x, y, w, h, r] => Ok(json!({ "x": x, "y": y, "w": w, "h": h, "r": r })),
        [x, y, w, h, r, z] => Ok(json!({ "x": x, "y": y, "w": w, "h": h, "r": r, "z": z })),
        _ => Err("give x,y,w,h in units of a canvas 1200 wide, then the rotation and the layer if wanted: 0,304,592,288,-3,1".to_owned()),
    }
}

fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let read = |text: &str| text.trim().parse().map_err(|_| format!("\"{}\" is not a number", text.trim()));
    text.split(',').map(read).collect()
}

/// A number, or `none`.
pub fn number(text: &str) -> Result<Value, String> {
    if clears(text) {
        return Ok(Value::Null);
    }
    let value: f64 = text.trim().parse().map_err(|_| "give a number".to_owned())?;
    serde_json::Number::from_f64(value).map(Value::Number).ok_or_else(|| "give a number".to_owned())
}

/// A JSON object.
pub fn object(text: &str) -> Result<Value, String> {
    match serde_json::from_str(text) {
        Ok(it @ Value::Object(_)) => Ok(it),
        Ok(_) => Err("give a JSON object: {\"title\": \"Shop\"}".to_owned()),
        Err(error) => Err(format!("this is not JSON: {error}")),
    }
}
