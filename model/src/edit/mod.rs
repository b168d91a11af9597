//! Every change to a page is an `Edit`, applied by one pure function; REST, MCP, import and the editor translate to it.

mod changes;
mod error;
mod match_tiles;
mod part;
mod plan;
mod tiles;
mod undo;

pub use changes::{Changes, display_name, moved_among, picture_name, summary};
pub use error::EditError;
pub use match_tiles::recognise;
use part::Part;
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
    let (applied, _) = apply_unmeasured(draft, edit, ids)?;
    check_length(applied.draft.bytes(), || draft.bytes())?;
    Ok(applied)
}

/// [`apply`] to a draft whose JSON is at hand. Returns also the JSON of the draft after the edit: where that changed a single part,
/// it is made from the JSON before, which takes a small part of the time. What an older version of the program wrote otherwise stays
/// so, and is measured so.
///
/// # Errors
/// As [`apply`].
pub fn apply_stored(
    draft: &Draft,
    json: &str,
    edit: Edit,
    ids: &mut dyn IdSource,
) -> Result<(Applied, String), EditError> {
    let (applied, part) = apply_unmeasured(draft, edit, ids)?;
    let after = part.json_after(json, draft, &applied.draft).unwrap_or_else(|| applied.draft.json());
    check_length(after.len(), || json.len())?;
    Ok((applied, after))
}

/// Applies an edit without a look at the length of the page; returns also what of it may differ.
fn apply_unmeasured(draft: &Draft, edit: Edit, ids: &mut dyn IdSource) -> Result<(Applied, Part), EditError> {
    let mut next = draft.clone();
    let (touched, part) = match edit {
        Edit::Replace(whole) => {
            next = *whole;
            (Vec::new(), Part::Any)
        }
        Edit::Add { tiles, after } => (tiles::add(&mut next, tiles, after.as_ref(), ids)?, Part::Any),
        Edit::Update { id, patch } => {
            let at = tiles::update(&mut next, &id, &patch)?;
            (vec![id], Part::Tile(at))
        }
        Edit::Move { id, position } => (tiles::move_to(&mut next, id, position)?, Part::Any),
        Edit::Remove { id } => (tiles::remove(&mut next, id)?, Part::Any),
        Edit::Theme(patch) => {
            next.theme = read::patch_theme(&next.theme, &patch)?;
            (Vec::new(), Part::Theme)
        }
        Edit::Profile(patch) => {
            next.profile = read::patch_profile(&next.profile, &patch)?;
            (Vec::new(), Part::Profile)
        }
    };
    if part == Part::Any {
        check_tiles(draft, &next)?;
    }
    Ok((Applied { changed: part.differs(draft, &next), draft: next, touched }, part))
}

/// Checks the list of tiles. A page already over its limit may still shrink, and be changed in place.
fn check_tiles(before: &Draft, after: &Draft) -> Result<(), EditError> {
    let count = after.tiles.len();
    if count > limits::TILES && count >= before.tiles.len() {
        return Err(EditError::TooManyTiles { count });
    }
    let twice: Vec<_> = after.problems().into_iter().filter(|problem| problem.path != "/tiles").collect();
    if twice.is_empty() { Ok(()) } else { Err(EditError::Invalid(twice)) }
}

/// Checks the length of a page as JSON, bytes. A page already over the limit may still shrink.
fn check_length(bytes: usize, before: impl FnOnce() -> usize) -> Result<(), EditError> {
    if bytes > limits::PAGE_BYTES && bytes >= before() {
        return Err(EditError::PageTooLarge { bytes, limit: limits::PAGE_BYTES });
    }
    Ok(())
}
