//! The state of the tile list: which tiles it lists, which rows are drawn, the row that is dragged.

use std::collections::{HashMap, HashSet};

use leptos::prelude::*;
use mantel_model::edit::picture_name;
use mantel_model::facts::Facts;
use mantel_model::layout::size_class::shown_title;
use mantel_model::{Draft, Tile, TileId};

use super::{folding, unseen_changes};
use crate::components::{dom, tile_label};
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// Height of a row, px.
pub const ROW: f64 = 43.0;
/// Height of the profile's row with the divider below it, px.
pub const HEAD: f64 = 51.0;
/// Above this number of tiles there is a filter, and only rows in view are rendered.
pub const LONG: usize = 60;
/// Rows rendered beyond the view on either side.
const SPARE: usize = 8;

/// The signals of the list, handed to its rows.
#[derive(Clone, Copy)]
pub struct TileList {
    /// The editor.
    pub editor: Editor,
    /// The tiles listed, in order: without those of folded sections, unless there is a filter.
    pub ids: Memo<Vec<TileId>>,
    /// The headings whose sections are folded.
    pub folded: RwSignal<HashSet<TileId>>,
    /// How many tiles the section of each heading has.
    pub sections: Memo<HashMap<TileId, usize>>,
    /// The text to filter by; empty lists all tiles.
    pub filter: RwSignal<String>,
    /// The row that is being moved.
    pub drag: RwSignal<Option<RowDrag>>,
    /// What others did to tiles, until the tiles are selected.
    pub marks: Memo<HashMap<TileId, String>>,
    /// Why the service rejected an edit of a tile.
    pub refused: Memo<HashMap<TileId, String>>,
    /// The element that scrolls.
    pub scroller: NodeRef<leptos::html::Div>,
    /// The scroll position and the height of the view, px.
    view: RwSignal<(f64, f64)>,
}

impl TileList {
    /// The list of a page.
    pub fn new(editor: Editor) -> Self {
        let filter = RwSignal::new(String::new());
        let folded = folding::folded(editor);
        let ids = Memo::new(move |_| {
            let sought = filter.get().trim().to_lowercase();
            let facts = editor.facts.get();
            editor.draft.with(|page| {
                if sought.is_empty() {
                    return folded.with(|folded| folding::unfolded(page, folded));
                }
                let fits = |tile: &&Tile| title(page, tile, &facts).to_lowercase().contains(&sought);
                page.tiles.iter().filter(fits).map(|item| item.id.clone()).collect()
            })
        });
        let refused = Memo::new(move |_| {
            editor
                .rejected_edits()
                .into_iter()
                .filter_map(|rejected_edit| Some((rejected_edit.edit.tile()?.clone(), rejected_edit.reason)))
                .collect()
        });
        Self {
            editor,
            ids,
            folded,
            sections: editor.draft_memo(folding::section_lengths),
            filter,
            drag: RwSignal::new(None),
            marks: unseen_changes::marks(editor),
            refused,
            scroller: NodeRef::new(),
            view: RwSignal::new((0.0, 0.0)),
        }
    }

    /// The row that keys act on: the last selected one.
    pub fn active(self) -> Option<Selection> {
        self.editor.selected.with(|chosen| chosen.last().cloned())
    }

    /// Whether no filter is set, so that rows can be moved.
    pub fn whole(self) -> bool {
        self.filter.with_untracked(|filter| filter.trim().is_empty())
    }

    /// The tiles whose rows are rendered: those in view, the active one and the one being moved.
    pub fn drawn(self) -> Vec<TileId> {
        let all = self.ids.get();
        if all.len() <= LONG {
            return all;
        }
        let (top, height) = self.view.get();
        let first = rows((top - HEAD) / ROW).saturating_sub(SPARE);
        let last = rows((top + height - HEAD) / ROW) + SPARE;
        let active = self.active();
        let held = self.drag.with(|drag| drag.as_ref().map(|drag| drag.id.clone()));
        let keep = |(at, id): &(usize, &TileId)| {
            (first..=last).contains(at)
                || held.as_ref() == Some(id)
                || matches!(&active, Some(Selection::Tile(it)) if it == *id)
        };
        all.iter().enumerate().filter(keep).map(|(_, id)| id.clone()).collect()
    }

    /// Whether a row is among those being moved.
    pub fn is_held(self, id: &TileId) -> bool {
        let at = self.ids.with(|ids| ids.iter().position(|other| other == id));
        self.drag.with(|drag| drag.as_ref().is_some_and(|drag| at.is_some_and(|at| drag.rows().contains(&at))))
    }

    /// Stores the scroll position and the height.
    pub fn measure(self) {
        if let Some(it) = self.scroller.get_untracked() {
            let now = (f64::from(it.scroll_top()), f64::from(it.client_height()));
            if self.view.get_untracked() != now {
                self.view.set(now);
            }
        }
    }

    /// Scrolls a row into view. Uses the stored measurements: measuring again would force a layout of the whole page.
    pub fn show(self, selection: &Selection) {
        let top = match selection {
            Selection::Profile => Some(0.0),
            Selection::Tile(id) => {
                self.ids.with_untracked(|ids| ids.iter().position(|other| other == id)).map(|at| HEAD + row_top(at))
            }
        };
        let (from, height) = self.view.get_untracked();
        let (Some(top), Some(it)) = (top.filter(|_| height > 0.0), self.scroller.get_untracked()) else { return };
        if top < from {
            it.set_scroll_top(whole(if top <= HEAD { 0.0 } else { top - ROW }));
        } else if top + ROW > from + height {
            it.set_scroll_top(whole(top + 2.0 * ROW - height));
        }
    }

    /// Measures when the list is first laid out, and whenever its height changes.
    pub fn watch(self) {
        let Some(element) = self.scroller.get() else { return };
        dom::on_resize(&element, move || self.measure());
    }
}

/// The top of a row, px below the profile's.
pub fn row_top(at: usize) -> f64 {
    f64::from(u32::try_from(at).unwrap_or(u32::MAX)) * ROW
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few hundred at most, and never below none"
)]
fn rows(count: f64) -> usize {
    count.max(0.0) as usize
}

#[expect(clippy::cast_possible_truncation, reason = "px on a screen")]
fn whole(px: f64) -> i32 {
    px as i32
}

/// The title of a tile in the list.
pub fn title(draft: &Draft, tile: &Tile, facts: &HashMap<TileId, Facts>) -> String {
    let shown = shown_title(tile, facts.get(&tile.id)).replace('\n', " ");
    if !shown.trim().is_empty() {
        return shown;
    }
    picture_name(draft, tile).unwrap_or_else(|| tile_label::title(&tile.kind))
}

/// A row that is being moved.
#[derive(Clone, Debug, PartialEq)]
pub struct RowDrag {
    /// The tile of the row.
    pub id: TileId,
    /// How many rows move: with a heading those of its section, unless it moves alone.
    pub rows: usize,
    /// Whether a heading leaves the tiles of its section behind.
    pub alone: bool,
    /// The index of the first row before.
    pub from: usize,
    /// Its index if it were dropped now.
    pub to: usize,
    /// How far a pointer has dragged it, px; `None` when the keyboard moves it.
    pub by: Option<f64>,
}

impl RowDrag {
    /// The indexes of the rows that move, before they move.
    pub const fn rows(&self) -> std::ops::Range<usize> {
        self.from..self.from + self.rows
    }
}

/// All items that are listed, in order.
pub fn selections(list: TileList) -> Vec<Selection> {
    let tiles = list.ids.with_untracked(|ids| ids.iter().cloned().map(Selection::Tile).collect::<Vec<_>>());
    std::iter::once(Selection::Profile).chain(tiles).collect()
}

/// Selects the rows between the one that was selected first and this one.
pub fn select_to(list: TileList, selection: &Selection) {
    let all = selections(list);
    let place = |selection: &Selection| all.iter().position(|other| other == selection);
    let first = list.editor.selected.with_untracked(|chosen| chosen.first().cloned());
    let from = first.and_then(|selection| place(&selection));
    if let (Some(from), Some(to)) = (from, place(selection)) {
        let range = all
            .get(from.min(to)..=from.max(to))
            .unwrap_or_default()
            .iter()
            .filter(|other| **other != Selection::Profile);
        let mut range: Vec<Selection> = range.cloned().collect();
        if from > to {
            range.reverse();
        }
        list.editor.selected.set(range);
    } else {
        list.editor.select(Some(selection.clone()));
    }
}
