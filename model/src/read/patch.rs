//! Patches: the patch is merged into the current value as JSON, and the result is read strictly.
//! So a patch accepts what a whole value does, and halves of a focus point (decisions, The page over REST); problems have
//! the paths that the caller sent.

use serde::Serialize;
use serde_json::{Map, Value};

use super::fields::{At, Report};
use super::{Reading, profile, reading, theme, tile};
use crate::problem::Problem;
use crate::profile::Profile;
use crate::theme::Theme;
use crate::tile::{Kind, Tile};

/// The profile with the fields of the patch; `null` takes one away.
pub fn profile(current: &Profile, patch: &Value) -> Reading<Profile> {
    reading(&laid_over(current, as_object(patch, "a profile")?), |at| profile::profile(at, false))
}

/// The theme with the fields of the patch; a new look brings its first palette unless one is named.
pub fn theme(current: &Theme, patch: &Value) -> Reading<Theme> {
    let map = as_object(patch, "a theme")?;
    let mut base = written(current);
    match map.get("style") {
        Some(Value::Null) => {
            return Err(vec![Problem::new("/style", theme::style_null(current.look()))]);
        }
        // Another look has other palettes: without a `preset` in the patch it takes its first.
        Some(style) if theme::look_of(style) != Some(current.look()) => {
            base.remove("preset");
        }
        _ => {}
    }
    merge(&mut base, map);
    reading(&Value::Object(base), theme::theme)
}

/// The content of a tile with the fields of the patch, read by today's rules for these fields alone.
pub fn content(current: &Kind, patch: &Value) -> Reading<Kind> {
    let map = as_object(patch, "a tile")?;
    let fields: Vec<&str> = map.keys().map(String::as_str).collect();
    reading(&laid_over(current, map), |at| tile::content(&at, current.name(), tile::Rules::Patched(&fields)))
}

/// The tile with the fields of the patch; its id and type stay.
pub fn tile(current: &Tile, patch: &Value) -> Reading<Tile> {
    let map = as_object(patch, "a tile")?;
    let mut fixed = Vec::new();
    for (name, now) in [("id", current.id.as_str()), ("type", current.kind.name().as_str())] {
        if map.get(name).is_some_and(|sent| sent.as_str() != Some(now)) {
            let message =
                format!("the {name} of a tile stays as it is ({now}); remove the tile and add another instead");
            fixed.push(Problem::new(format!("/{name}"), message));
        }
    }
    if map.contains_key("facts") {
        fixed.push(Problem::new("/facts", "facts are filled in by the service; set the tile's own fields instead"));
    }
    let mut patch = map.clone();
    patch.retain(|name, _| !matches!(name.as_str(), "id" | "type" | "facts"));
    let fields: Vec<&str> = patch.keys().map(String::as_str).collect();
    let rules = tile::Rules::Patched(&fields);
    let read = reading(&laid_over(current, &patch), |at| tile::tile(at, tile::IdRule::Needed, rules));
    match read {
        Ok(read) if fixed.is_empty() => Ok(read.with_id(current.id.clone())),
        Ok(_) => Err(fixed),
        Err(more) => Err(fixed.into_iter().chain(more).collect()),
    }
}

fn as_object<'a>(patch: &'a Value, owner: &'static str) -> Reading<&'a Map<String, Value>> {
    let report = Report::default();
    let found = At::root(patch, &report).fields(owner).and(patch.as_object());
    report.verdict(found)
}

fn laid_over(current: &impl Serialize, patch: &Map<String, Value>) -> Value {
    let mut base = written(current);
    let points = ["focus", "avatarFocus"].into_iter().filter(|name| patch.get(*name).is_some_and(Value::is_object));
    let points: Vec<&str> = points.collect();
    for name in &points {
        base.entry(*name).or_insert_with(|| Value::Object(Map::new()));
    }
    merge(&mut base, patch);
    for point in points {
        match base.get_mut(point) {
            // Nothing of a point, laid over none, is none.
            Some(point) if point.as_object().is_some_and(Map::is_empty) => *point = Value::Null,
            found => centre(found),
        }
    }
    Value::Object(base)
}

/// Half a focus point has its other half in the middle, where pictures without one have both.
fn centre(point: Option<&mut Value>) {
    let Some(Value::Object(point)) = point else { return };
    for half in ["x", "y"] {
        if point.get(half).is_none_or(Value::is_null) {
            point.insert(half.to_owned(), 50.into());
        }
    }
}

fn written(current: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(current) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// Merges by RFC 7396, except that `null` is kept and read as absent, so that unknown fields are reported even then.
fn merge(base: &mut Map<String, Value>, patch: &Map<String, Value>) {
    for (name, value) in patch {
        match (base.get_mut(name), value) {
            (Some(Value::Object(inner)), Value::Object(patch)) => merge(inner, patch),
            _ => {
                base.insert(name.clone(), value.clone());
            }
        }
    }
}
