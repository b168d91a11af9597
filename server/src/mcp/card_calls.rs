//! The calls of tools that take single changes back, for the buttons of a card: edits that the agent may make anyway.

use std::collections::HashSet;

use mantel_model::api::{ChangesView, FieldChange, TileChange};
use mantel_model::{Draft, Tile, TileId};
use serde_json::{Map, Value, json};

use crate::service::Comparison;

/// Moves that a card takes back; the editor takes back more.
const MOVES: usize = 6;

/// For each change, in the order of the publish dialog, the calls that take it back as a JSON array; empty where none do.
pub fn revert_calls(comparison: &Comparison, changes: &ChangesView) -> Vec<String> {
    let (after, version) = (&comparison.after.draft, comparison.after.version);
    let before = comparison.before.as_ref().map(|before| &before.draft);
    let mut all: Vec<Vec<Value>> = Vec::new();
    if !changes.profile.is_empty() {
        all.push(vec![call("set_profile", fields_before(&changes.profile))]);
    }
    if !changes.theme.is_empty() {
        all.push(vec![call("set_theme", theme_before(&changes.theme, before))]);
    }
    all.extend(changes.added.iter().map(|tile| vec![call("remove_tile", json!({ "id": tile.id }))]));
    all.extend(changes.changed.iter().map(changed));
    if !changes.moved.is_empty() {
        all.push(before.map(|before| moves(before, after, changes)).unwrap_or_default());
    }
    all.extend(
        changes.removed.iter().map(|tile| before.map(|before| removed(before, after, tile)).unwrap_or_default()),
    );
    all.into_iter().map(|calls| based(calls, version)).collect()
}

fn call(name: &str, arguments: Value) -> Value {
    json!({ "name": name, "arguments": arguments })
}

/// The calls as text; the first is made on this version, so that nothing is taken back that was not seen.
fn based(mut calls: Vec<Value>, version: i64) -> String {
    match calls.first_mut() {
        Some(first) => first["arguments"]["baseVersion"] = json!(version),
        None => return String::new(),
    }
    Value::Array(calls).to_string()
}

fn fields_before(changes: &[FieldChange]) -> Value {
    let field = |change: &FieldChange| (change.field.clone(), change.before.clone().unwrap_or_default());
    Value::Object(changes.iter().map(field).collect::<Map<_, _>>())
}

/// A look without its palette would come with its first one.
fn theme_before(changes: &[FieldChange], before: Option<&Draft>) -> Value {
    let mut fields = fields_before(changes);
    if fields.get("style").is_some()
        && let Some(theme) = before.and_then(|before| serde_json::to_value(&before.theme).ok())
    {
        fields["preset"] = theme["preset"].clone();
    }
    fields
}

/// A tile that became one of another type cannot be patched.
fn changed(change: &TileChange) -> Vec<Value> {
    if change.before.kind.name() != change.after.kind.name() {
        return Vec::new();
    }
    vec![call("update_tile", json!({ "id": change.id, "patch": fields_before(&change.fields()) }))]
}

/// The tile again, behind the nearest tile before it that is still there.
fn removed(before: &Draft, after: &Draft, tile: &Tile) -> Vec<Value> {
    let at = before.position(&tile.id).unwrap_or_default();
    let behind = before.tiles.iter().take(at).rev().find(|other| after.tile(&other.id).is_some());
    let mut calls = vec![call("add_tile", json!({ "tile": tile }))];
    match behind {
        Some(behind) => calls[0]["arguments"]["after"] = json!(behind.id),
        None if after.tiles.is_empty() => {}
        None => calls.push(call("move_tile", json!({ "id": tile.id, "position": 0 }))),
    }
    calls
}

/// Each moved tile behind the one that was before it.
fn moves(before: &Draft, after: &Draft, changes: &ChangesView) -> Vec<Value> {
    if changes.moved.len() > MOVES {
        return Vec::new();
    }
    let moved: HashSet<&TileId> = changes.moved.iter().map(|one| &one.id).collect();
    let mut order: Vec<&TileId> = after.tiles.iter().map(|tile| &tile.id).collect();
    let mut calls = Vec::new();
    let mut last: Option<&TileId> = None;
    for id in before.tiles.iter().map(|tile| &tile.id).filter(|id| after.tile(id).is_some()) {
        if moved.contains(id) {
            order.retain(|other| *other != id);
            let position = last.and_then(|last| order.iter().position(|other| *other == last)).map_or(0, |at| at + 1);
            order.insert(position, id);
            calls.push(call("move_tile", json!({ "id": id, "position": position })));
        }
        last = Some(id);
    }
    calls
}
