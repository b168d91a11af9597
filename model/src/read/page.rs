//! Reading a whole page: a draft, or the full page file.

use std::collections::HashSet;

use super::fields::{At, Fields};
use super::tile::{IdRule, Rules, tile};
use super::{messages, profile, theme};
use crate::id::{IdSource, TileId};
use crate::limits;
use crate::page::{Draft, FORMAT, PageFile, too_many};
use crate::tile::{NewTile, Tile};
use crate::username::Username;

/// Where tiles without an id get one from.
pub enum Ids<'a> {
    /// From this source.
    Given(&'a mut dyn IdSource),
    /// From nowhere: each tile must have its own.
    Needed,
}

/// `{ profile, theme, tiles }`.
pub fn draft(at: At<'_>, ids: Ids<'_>, rules: Rules<'_>) -> Option<Draft> {
    let fields = at.fields("a draft")?;
    fields.only(&["profile", "theme", "tiles"]);
    parts(&fields, ids, rules)
}

/// The full page file.
pub fn page_file(at: At<'_>, ids: Ids<'_>, rules: Rules<'_>) -> Option<PageFile> {
    let fields = at.fields("a page")?;
    fields.only(&["$schema", "mantel", "username", "profile", "theme", "tiles"]);
    if let Some(marker) = fields.get("mantel").filter(|field| field.value.as_u64() != Some(FORMAT)) {
        marker.wrong(messages::mismatch("the format number 1", marker.value));
    }
    let schema = fields.parsed("$schema", |schema| match schema.len() {
        0..=limits::URL_BYTES => Ok(schema.to_owned()),
        _ => Err("the address of the schema is too long; leave it out".to_owned()),
    });
    let username = fields.parsed("username", Username::parse);
    let draft = parts(&fields, ids, rules);
    Some(PageFile { schema, username, draft: draft? })
}

fn parts(fields: &Fields<'_>, ids: Ids<'_>, rules: Rules<'_>) -> Option<Draft> {
    let profile = fields.need("profile").and_then(|at| profile::profile(at, rules == Rules::Stored));
    let theme = fields.need("theme").and_then(theme::theme);
    let tiles = fields.need("tiles").and_then(|at| tiles(&at, ids, rules));
    Some(Draft { profile: profile?, theme: theme?, tiles: tiles? })
}

fn tiles(at: &At<'_>, ids: Ids<'_>, rules: Rules<'_>) -> Option<Vec<Tile>> {
    let rule = if matches!(ids, Ids::Needed) { IdRule::Needed } else { IdRule::Optional };
    let count = at.value.as_array().map_or(0, Vec::len);
    if count > limits::TILES {
        at.wrong(too_many(count));
        return None;
    }
    let mut read: Vec<NewTile> = Vec::new();
    let mut taken: HashSet<TileId> = HashSet::new();
    for place in at.items()? {
        let Some(tile) = tile(place.clone(), rule, rules) else { continue };
        if let Some(id) = tile.id.as_ref().filter(|id| !taken.insert((*id).clone())) {
            place.wrong_at("id", format!("the id {id} is used twice; leave it out to get a new one"));
        }
        read.push(tile);
    }
    Some(with_ids(read, taken, ids))
}

fn with_ids(read: Vec<NewTile>, mut taken: HashSet<TileId>, mut ids: Ids<'_>) -> Vec<Tile> {
    let mut out = Vec::with_capacity(read.len());
    for mut tile in read {
        let id = match (tile.id.take(), &mut ids) {
            (Some(id), _) => id,
            (None, Ids::Given(source)) => source.fresh(&|id| taken.contains(id)),
            // The missing id is already recorded, so the reading fails.
            (None, Ids::Needed) => continue,
        };
        taken.insert(id.clone());
        out.push(tile.with_id(id));
    }
    out
}
