//! Every change to a page is an `Edit`, applied by one pure function; REST, MCP, import and the editor translate to it.

mod changes;
mod error;
mod match_tiles;
mod plan;
mod tiles;
mod undo;

pub use changes::{Changes, display_name, moved_among, picture_name, summary};
pub use error::EditError;
pub use match_tiles::recognise;
pub(crate) use plan::difference;
pub use plan::plan;
use serde_json::Value;
pub use undo::{Undone, adds_only, undo};

use crate::id::{IdSource, TileId};
use crate::page::Draft;
use crate::tile::NewTile;
use crate::{limits, read};

/// A change to a draft (specification, States: any edit).
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The whole draft becomes this one (`PUT`, import with replace, restore).
    Replace(Box<Draft>),
    /// Tiles are added in order.
    Add {
        /// What to add.
        tiles: Vec<NewTile>,
        /// The tile to insert after; without one, tiles go to the end.
        after: Option<TileId>,
    },
    /// Fields of a tile change; see [`crate::read::patch_tile`].
    Update {
        /// Which tile.
        id: TileId,
        /// The fields sent.
        patch: Value,
    },
    /// A tile moves.
    Move {
        /// Which tile.
        id: TileId,
        /// Its new index in the list, from 0; past the end means the end.
        position: usize,
    },
    /// A tile goes.
    Remove {
        /// Which tile.
        id: TileId,
    },
    /// Fields of the theme change; see [`crate::read::patch_theme`].
    Theme(Value),
    /// Fields of the profile change; see [`crate::read::patch_profile`].
    Profile(Value),
}

/// The result of an edit.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The draft after it.
    pub draft: Draft,
    /// Whether anything differs: only then does the version grow (decisions, The page over REST).
    pub changed: bool,
    /// The tiles added, updated, moved or removed, in the order of the edit.
    pub touched: Vec<TileId>,
}

/// Applies an edit and leaves the given draft untouched; ids of new tiles come from `ids`.
///
/// # Errors
/// An [`EditError`] that says what to fix; all problems of an input are reported at once.
pub fn apply(draft: &Draft, edit: Edit, ids: &mut dyn IdSource) -> Result<Applied, EditError> {
    let mut next = draft.clone();
    let touched = match edit {
        Edit::Replace(whole) => {
            next = *whole;
            Vec::new()
        }
        Edit::Add { tiles, after } => tiles::add(&mut next, tiles, after.as_ref(), ids)?,
        Edit::Update { id, patch } => tiles::update(&mut next, id, &patch)?,
        Edit::Move { id, position } => tiles::move_to(&mut next, id, position)?,
        Edit::Remove { id } => tiles::remove(&mut next, id)?,
        Edit::Theme(patch) => {
            next.theme = read::patch_theme(&next.theme, &patch)?;
            Vec::new()
        }
        Edit::Profile(patch) => {
            next.profile = read::patch_profile(&next.profile, &patch)?;
            Vec::new()
        }
    };
    within_limits(draft, &next)?;
    Ok(Applied { changed: next != *draft, draft: next, touched })
}

/// Checks the limits of the whole page. A page already over a limit may still shrink.
fn within_limits(before: &Draft, after: &Draft) -> Result<(), EditError> {
    let count = after.tiles.len();
    if count > limits::TILES && count >= before.tiles.len() {
        return Err(EditError::TooManyTiles { count });
    }
    let twice: Vec<_> = after.problems().into_iter().filter(|problem| problem.path != "/tiles").collect();
    if !twice.is_empty() {
        return Err(EditError::Invalid(twice));
    }
    let bytes = after.bytes();
    if bytes > limits::PAGE_BYTES && bytes >= before.bytes() {
        return Err(EditError::PageTooLarge { bytes, limit: limits::PAGE_BYTES });
    }
    Ok(())
}
