//! Resizing a tile in the grid, by its corner or with Shift and arrow keys.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::{KindName, Size};
use mantel_model::{Draft, Edit, Tile, TileId};
use serde_json::json;
use web_sys::PointerEvent;

use super::{elements, pointer_gesture};
use crate::editor::state::editor::Editor;
use crate::editor::state::geometry::{Bounds, Frame};
use crate::editor::state::selection::Selection;
use crate::editor::state::tile_names;

/// Whether a tile can be resized in the present layout.
pub fn fits(draft: &Draft, id: &TileId) -> bool {
    draft.theme.layout == Layout::Bento && draft.tile(id).is_some_and(has_size)
}

/// The handle that resizes a tile.
pub fn corner(editor: Editor, id: TileId) -> AnyView {
    let hold = move |event: PointerEvent| {
        event.prevent_default();
        event.stop_propagation();
        begin(editor, &id, &event);
    };
    view! { <i class="editor-resize-handle se" aria-hidden="true" on:pointerdown=hold></i> }.into_any()
}

fn begin(editor: Editor, id: &TileId, event: &PointerEvent) {
    let selection = Selection::Tile(id.clone());
    let frame = elements::element(&selection).and_then(|element| elements::frame_of(&element));
    let size = editor.draft.with_untracked(|draft| draft.tile(id).map(|tile| tile.size));
    let (Some(frame), Some(size)) = (frame, size) else { return };
    let aim = Rc::new(Cell::new(size));
    let aimed = Rc::clone(&aim);
    let from = (event.client_x(), event.client_y());
    editor.canvas.dragging.set(true);
    let moved = move |event: &PointerEvent| {
        let by = (f64::from(event.client_x() - from.0), f64::from(event.client_y() - from.1));
        let (to, ghost) = aim_at(frame, size, by);
        aimed.set(to);
        editor.canvas.resize_preview.set(Some(Bounds { frame: ghost, angle: 0.0 }));
    };
    let id = id.clone();
    let ended = move |kept: bool| {
        editor.canvas.dragging.set(false);
        editor.canvas.resize_preview.set(None);
        editor.canvas.ignore_next_click();
        if kept {
            set(editor, &id, aim.get());
        }
    };
    pointer_gesture::follow(event.pointer_id(), Box::new(moved), Box::new(ended));
}

/// The size that a tile of `frame` gets when its corner is dragged by so much, and the frame of that size.
fn aim_at(frame: Frame, size: Size, by: (f64, f64)) -> (Size, Frame) {
    let (columns, rows) = size.cells();
    let (cell_w, cell_h) = (frame.w / f64::from(columns), frame.h / f64::from(rows));
    let (wide, tall) = (frame.w + by.0 > cell_w * 1.5, frame.h + by.1 > cell_h * 1.5);
    let to = of(wide, tall);
    let (columns, rows) = to.cells();
    (to, Frame { w: cell_w * f64::from(columns), h: cell_h * f64::from(rows), ..frame })
}

const fn of(wide: bool, tall: bool) -> Size {
    match (wide, tall) {
        (false, false) => Size::S,
        (true, false) => Size::W,
        (false, true) => Size::T,
        (true, true) => Size::L,
    }
}

fn set(editor: Editor, id: &TileId, size: Size) {
    let name = editor.draft.with_untracked(|draft| tile_names::name_of(draft, &Selection::Tile(id.clone())));
    let edit = Edit::Update { id: id.clone(), patch: json!({ "size": size.as_str() }) };
    if editor.edit(edit, &format!("Changed the size of {name}")) {
        editor.announce(&format!("{} is {} now", tile_names::capitalized(&name), tile_names::size_word(size)));
    }
}

/// Resizes the selected tiles by one step, in one undo step: wider, narrower, taller, shorter.
pub fn step(editor: Editor, key: &str) {
    let to = |size: Size| {
        let (columns, rows) = size.cells();
        match key {
            "ArrowRight" => of(true, rows == 2),
            "ArrowLeft" => of(false, rows == 2),
            "ArrowDown" => of(columns == 2, true),
            _ => of(columns == 2, false),
        }
    };
    let ids: Vec<TileId> =
        editor.selected_tiles().into_iter().filter(|id| editor.draft.with_untracked(|draft| fits(draft, id))).collect();
    match ids.as_slice() {
        [] => {}
        [one] => {
            if let Some(size) = editor.draft.with_untracked(|draft| draft.tile(one).map(|tile| tile.size)) {
                set(editor, one, to(size));
            }
        }
        many => set_all(editor, many, to),
    }
}

/// Gives several tiles the sizes that `to` makes of theirs, in one undo step.
pub fn set_all(editor: Editor, ids: &[TileId], to: impl Fn(Size) -> Size) {
    let mut draft = editor.draft.get_untracked();
    let names = tile_names::names(&draft, ids);
    for tile in draft.tiles.iter_mut().filter(|tile| ids.contains(&tile.id) && has_size(tile)) {
        tile.size = to(tile.size);
    }
    if editor.replace_draft(&draft, &format!("Changed the size of {names}"), "") {
        editor.announce(&format!("{} changed their size", tile_names::capitalized(&names)));
    }
}

/// Whether a tile of this type has a size.
pub fn has_size(tile: &Tile) -> bool {
    !matches!(tile.kind.name(), KindName::Heading | KindName::Social)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_cell_more_takes_the_next() {
        let frame = Frame { x: 0.0, y: 0.0, w: 100.0, h: 100.0 };
        assert_eq!(aim_at(frame, Size::S, (40.0, 10.0)).0, Size::S);
        assert_eq!(aim_at(frame, Size::S, (60.0, 10.0)).0, Size::W);
        assert_eq!(aim_at(frame, Size::S, (60.0, 70.0)).0, Size::L);
        let large = Frame { w: 200.0, h: 200.0, ..frame };
        assert_eq!(aim_at(large, Size::L, (-60.0, 0.0)), (Size::T, Frame { w: 100.0, ..large }));
    }
}
