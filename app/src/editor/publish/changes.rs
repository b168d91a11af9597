//! The changes that would be published, as rows, and how one of them is undone.

use crate::editor::state::editor::Editor;
use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::api::ChangesView;
use mantel_model::edit::display_name;

/// What a row is about. Rows are keyed by it, so that a row stays when others go.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum ChangeRow {
    /// The profile.
    Profile,
    /// The look and the rest of the theme.
    Theme,
    /// A tile that is added.
    Added(TileId),
    /// A tile whose fields changed.
    Changed(TileId),
    /// All tiles that moved.
    Moved,
    /// A tile that is removed.
    Removed(TileId),
}

impl ChangeRow {
    /// The index of its section.
    pub const fn part(&self) -> usize {
        match self {
            Self::Profile | Self::Theme => 0,
            Self::Added(_) => 1,
            Self::Changed(_) => 2,
            Self::Moved => 3,
            Self::Removed(_) => 4,
        }
    }
}

/// The rows of some changes.
pub fn rows_of(changes: &ChangesView) -> Vec<ChangeRow> {
    let mut rows = Vec::new();
    rows.extend((!changes.profile.is_empty()).then_some(ChangeRow::Profile));
    rows.extend((!changes.theme.is_empty()).then_some(ChangeRow::Theme));
    rows.extend(changes.added.iter().map(|tile| ChangeRow::Added(tile.id.clone())));
    rows.extend(changes.changed.iter().map(|tile| ChangeRow::Changed(tile.id.clone())));
    rows.extend((!changes.moved.is_empty()).then_some(ChangeRow::Moved));
    rows.extend(changes.removed.iter().map(|tile| ChangeRow::Removed(tile.id.clone())));
    rows
}

/// Undoes the change of one row, by an ordinary edit of the draft.
pub fn put_back(editor: Editor, row: &ChangeRow) {
    let Some(mut draft) = editor.live.get_untracked() else {
        return take_out(editor, row);
    };
    let live = draft.clone();
    draft = editor.draft.get_untracked();
    let words = match row {
        ChangeRow::Profile => {
            draft.profile = live.profile;
            "Put the profile back".to_owned()
        }
        ChangeRow::Theme => {
            draft.theme = live.theme;
            "Put the look back".to_owned()
        }
        ChangeRow::Added(_) => return take_out(editor, row),
        ChangeRow::Changed(id) => {
            let Some(before) = live.tile(id).cloned() else { return };
            let words = format!("Put {} back", display_name(&before));
            draft.tiles.iter_mut().filter(|tile| tile.id == *id).for_each(|tile| *tile = before.clone());
            words
        }
        ChangeRow::Moved => {
            in_order(&mut draft.tiles, &live.tiles);
            "Put tiles back in place".to_owned()
        }
        ChangeRow::Removed(id) => {
            let Some(at) = live.position(id) else { return };
            let Some(before) = live.tile(id).cloned() else { return };
            // Behind the nearest preceding tile that is still there.
            let behind = live.tiles.iter().take(at).rev().find_map(|tile| draft.position(&tile.id));
            let words = format!("Put {} back", display_name(&before));
            draft.tiles.insert(behind.map_or(0, |behind| behind + 1), before);
            words
        }
    };
    editor.replace_draft(&draft, &words, "");
    editor.announce(&words);
}

fn take_out(editor: Editor, row: &ChangeRow) {
    let ChangeRow::Added(id) = row else { return };
    let mut draft = editor.draft.get_untracked();
    let words = draft.tile(id).map(|tile| format!("Took {} out", display_name(tile))).unwrap_or_default();
    draft.tiles.retain(|tile| tile.id != *id);
    editor.replace_draft(&draft, &words, "");
    editor.announce(&words);
}

/// Puts the tiles that both lists have into the order of `like`, in the positions they occupy.
fn in_order(tiles: &mut [mantel_model::Tile], like: &[mantel_model::Tile]) {
    let known = |tile: &mantel_model::Tile| like.iter().any(|other| other.id == tile.id);
    let mut ordered: Vec<mantel_model::Tile> =
        like.iter().filter_map(|tile| tiles.iter().find(|own| own.id == tile.id).cloned()).rev().collect();
    for tile in tiles.iter_mut().filter(|tile| known(tile)) {
        if let Some(next) = ordered.pop() {
            *tile = next;
        }
    }
}
