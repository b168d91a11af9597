//! The full difference between two drafts: for dry runs, the dialog before publishing and `mantel plan`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::edit::{Changes, summary};
use crate::id::TileId;
use crate::page::Draft;
use crate::problem::Problem;
use crate::tile::Tile;

/// A field of the profile or the theme that differs. A missing side means the field is absent there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldChange {
    /// Its name.
    pub field: String,
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// What it would become.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
}

/// A tile whose fields differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TileChange {
    /// Which tile.
    pub id: TileId,
    /// What it is.
    pub before: Tile,
    /// What it would become.
    pub after: Tile,
}

impl TileChange {
    /// The fields that differ, in the order of the tile before, then new ones.
    pub fn fields(&self) -> Vec<FieldChange> {
        let map = |tile: &Tile| match serde_json::to_value(tile) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        };
        let (before, after) = (map(&self.before), map(&self.after));
        let mut names: Vec<String> = before.keys().filter(|key| before.get(*key) != after.get(*key)).cloned().collect();
        names.extend(after.keys().filter(|key| !before.contains_key(*key)).cloned());
        fields(&names, &self.before, &self.after)
    }
}

/// A tile whose position differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TileMove {
    /// Which tile.
    pub id: TileId,
    /// Its index now, from 0.
    pub from: usize,
    /// Its index afterwards, from 0.
    pub to: usize,
}

/// The differences from one draft to another. A tile that both moves and changes is in both lists.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChangesView {
    /// All of it in one line: "Added Print shop".
    pub summary: String,
    /// Fields of the profile.
    pub profile: Vec<FieldChange>,
    /// Fields of the theme.
    pub theme: Vec<FieldChange>,
    /// Tiles added.
    pub added: Vec<Tile>,
    /// Tiles whose fields differ.
    pub changed: Vec<TileChange>,
    /// Tiles that move: a smallest set that explains the new order.
    pub moved: Vec<TileMove>,
    /// Tiles removed.
    pub removed: Vec<Tile>,
}

impl ChangesView {
    /// The differences from `before` to `after`.
    pub fn between(before: &Draft, after: &Draft) -> Self {
        let changes = Changes::between(before, after);
        let tiles = |page: &Draft, ids: &[TileId]| ids.iter().filter_map(|id| page.tile(id).cloned()).collect();
        let changed = |id: &TileId| {
            Some(TileChange { id: id.clone(), before: before.tile(id)?.clone(), after: after.tile(id)?.clone() })
        };
        let moved =
            |id: &TileId| Some(TileMove { id: id.clone(), from: before.position(id)?, to: after.position(id)? });
        Self {
            summary: summary(before, after),
            profile: fields(&changes.profile, &before.profile, &after.profile),
            theme: fields(&changes.theme, &before.theme, &after.theme),
            added: tiles(after, &changes.added),
            changed: changes.changed.iter().filter_map(changed).collect(),
            moved: changes.moved.iter().filter_map(moved).collect(),
            removed: tiles(before, &changes.removed),
        }
    }
}

fn fields(names: &[String], before: &impl Serialize, after: &impl Serialize) -> Vec<FieldChange> {
    let map = |value| if let Ok(Value::Object(map)) = value { map } else { Map::new() };
    let (before, after) = (map(serde_json::to_value(before)), map(serde_json::to_value(after)));
    let change = |name: &String| FieldChange {
        field: name.clone(),
        before: before.get(name).cloned(),
        after: after.get(name).cloned(),
    };
    names.iter().map(change).collect()
}

/// Reply to an edit with `dryRun`: nothing was changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DryRun {
    /// Always `true`.
    pub dry_run: bool,
    /// The draft's version, now as before; 0 where there is no page yet.
    pub version: u64,
    /// Whether the draft would differ from what is live.
    pub unpublished_changes: bool,
    /// What would change.
    pub changes: ChangesView,
    /// What a forgiving import would default or drop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warnings: Option<Vec<Problem>>,
}
