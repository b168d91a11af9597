//! Prints differences tile by tile: added, removed, changed and moved.

use mantel_model::Tile;
use mantel_model::api::{ChangesView, FieldChange};
use serde_json::{Map, Value};

use super::char_grid::cut;
use super::style::{Styler, clean};
use super::tile;

/// One line per difference, with its type in front: `+` added, `-` removed, `~` changed, `>` moved.
pub fn lines(changes: &ChangesView, width: usize, styler: &Styler) -> String {
    let mut out = String::new();
    for (name, fields) in [("profile", &changes.profile), ("theme", &changes.theme)] {
        if !fields.is_empty() {
            out.push_str(&format!("{} {}\n", styler.yellow("~"), styler.bold(name)));
            fields.iter().for_each(|change| out.push_str(&field(change, width, styler)));
        }
    }
    let mut row = |mark: String, tile: &Tile| {
        out.push_str(&format!("{mark} {}\n", tile::line(tile, None, width.saturating_sub(2), styler)));
    };
    changes.removed.iter().for_each(|tile| row(styler.red("-"), tile));
    changes.added.iter().for_each(|tile| row(styler.green("+"), tile));
    for change in &changes.changed {
        out.push_str(&format!(
            "{} {}\n",
            styler.yellow("~"),
            tile::line(&change.after, None, width.saturating_sub(2), styler)
        ));
        differing(&change.before, &change.after).iter().for_each(|change| out.push_str(&field(change, width, styler)));
    }
    for step in &changes.moved {
        out.push_str(&format!(
            "{} {}  position {} → {}\n",
            styler.blue(">"),
            styler.dim(step.id.as_str()),
            step.from,
            step.to
        ));
    }
    out
}

/// `    title  "Shop" → "Print shop"`
fn field(change: &FieldChange, width: usize, styler: &Styler) -> String {
    // For an object, such as a background or a position, only the members that differ are shown.
    if let (Some(Value::Object(was)), Some(Value::Object(now))) = (&change.before, &change.after) {
        let inside = fields_between(was, now, &format!("{}.", change.field));
        return inside.iter().map(|change| field(change, width, styler)).collect();
    }
    let room = width.saturating_sub(change.field.len() + 12) / 2;
    let side = |value: &Option<Value>| match value {
        None | Some(Value::Null) => "none".to_owned(),
        Some(value) => cut(&clean(&value.to_string()), room.max(12)),
    };
    let (was, now) = (side(&change.before), side(&change.after));
    format!("    {}  {} → {}\n", change.field, styler.red(&was), styler.green(&now))
}

fn differing(before: &Tile, after: &Tile) -> Vec<FieldChange> {
    let map = |tile: &Tile| match serde_json::to_value(tile) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    fields_between(&map(before), &map(after), "")
}

fn fields_between(was: &Map<String, Value>, now: &Map<String, Value>, prefix: &str) -> Vec<FieldChange> {
    let gone = was.keys().filter(|key| !now.contains_key(*key));
    let names = now.keys().filter(|key| was.get(*key) != now.get(*key)).chain(gone);
    let change = |name: &String| FieldChange {
        field: format!("{prefix}{name}"),
        before: was.get(name).cloned(),
        after: now.get(name).cloned(),
    };
    names.map(change).collect()
}
