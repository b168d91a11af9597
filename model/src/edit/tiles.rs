//! Edits of the list of tiles; each returns the ids it touched.

use std::collections::HashSet;

use serde_json::Value;

use super::EditError;
use crate::id::{IdSource, TileId};
use crate::page::Draft;
use crate::read;
use crate::tile::NewTile;

type Touched = Result<Vec<TileId>, EditError>;

/// Adds tiles behind `after`, or at the end. A tile keeps the id that it brings, unless a tile of the page has it.
///
/// # Errors
/// An unknown `after`.
pub fn add(draft: &mut Draft, new: Vec<NewTile>, after: Option<&TileId>, ids: &mut dyn IdSource) -> Touched {
    let at = match after {
        Some(id) => find(draft, id)? + 1,
        None => draft.tiles.len(),
    };
    let mut taken: HashSet<TileId> = draft.tiles.iter().map(|tile| tile.id.clone()).collect();
    let mut touched = Vec::with_capacity(new.len());
    let mut tiles = Vec::with_capacity(new.len());
    for mut tile in new {
        let wish = tile.id.take().filter(|id| !taken.contains(id));
        let id = wish.unwrap_or_else(|| ids.fresh(&|id| taken.contains(id)));
        taken.insert(id.clone());
        touched.push(id.clone());
        tiles.push(tile.with_id(id));
    }
    draft.tiles.splice(at..at, tiles);
    Ok(touched)
}

/// Changes the fields of a tile that the patch names; returns its place in the list.
///
/// # Errors
/// An unknown id, and every problem of the patch.
pub fn update(draft: &mut Draft, id: &TileId, patch: &Value) -> Result<usize, EditError> {
    let found = draft.tiles.iter_mut().enumerate().find(|(_, tile)| tile.id == *id);
    let Some((at, tile)) = found else { return Err(EditError::TileNotFound(id.clone())) };
    *tile = read::patch_tile(tile, patch)?;
    Ok(at)
}

/// Moves a tile to a position, 0 for the first; beyond the end is the end.
///
/// # Errors
/// An unknown id.
pub fn move_to(draft: &mut Draft, id: TileId, position: usize) -> Touched {
    let tile = draft.tiles.remove(find(draft, &id)?);
    draft.tiles.insert(position.min(draft.tiles.len()), tile);
    Ok(vec![id])
}

/// Removes a tile.
///
/// # Errors
/// An unknown id.
pub fn remove(draft: &mut Draft, id: TileId) -> Touched {
    draft.tiles.remove(find(draft, &id)?);
    Ok(vec![id])
}

fn find(draft: &Draft, id: &TileId) -> Result<usize, EditError> {
    draft.position(id).ok_or_else(|| EditError::TileNotFound(id.clone()))
}
