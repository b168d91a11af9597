//! What is under way on the page itself: gestures, keyboard moves, uploads.

use leptos::prelude::*;
use mantel_model::TileId;
use web_sys::File;

use super::geometry::{Bounds, Frame};
use super::selection::Selection;

/// What is under way on the page itself.
#[derive(Clone, Copy)]
pub struct CanvasState {
    /// Whether a pointer drags something.
    pub dragging: RwSignal<bool>,
    /// Where what is dragged would be dropped.
    pub drop_bar: RwSignal<Option<Frame>>,
    /// A tile that is being moved by keys.
    pub keyboard_move: RwSignal<Option<KeyboardMove>>,
    /// Grows while the selection moves under a pointer.
    pub drag_tick: RwSignal<u32>,
    /// Lines that the dragged tiles are aligned with.
    pub snap_guides: RwSignal<Vec<Frame>>,
    /// The bounds of a tile after the pointer is released.
    pub resize_preview: RwSignal<Option<Bounds>>,
    /// The next click ends a gesture and is ignored.
    pub ignore_click: StoredValue<bool>,
    /// What is wrong with the text that is being edited in place.
    pub inline_error: RwSignal<Option<String>>,
    /// Images on their way to the service.
    pub uploads: RwSignal<Vec<Upload>>,
    /// Whether files are being dragged over the window.
    pub file_drag_over: RwSignal<bool>,
    /// Whether single letters are shortcuts.
    pub letter_shortcuts: RwSignal<bool>,
}

/// A tile that is being moved by keys, and the position it would take, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyboardMove {
    /// Which tile.
    pub id: TileId,
    /// Its position on the page once it is dropped.
    pub to: usize,
}

/// An image on its way to the service.
#[derive(Clone, Debug, PartialEq)]
pub struct Upload {
    /// Identifies it among the others.
    pub key: u32,
    /// The file's name.
    pub name: String,
    /// Object URL of the file in this browser.
    pub local: String,
    /// Whose image it replaces; without one it becomes a tile of its own.
    pub replaces: Option<Selection>,
    /// Where it was dropped.
    pub drop: Option<DropPoint>,
    /// How much of it has been sent, 0 to 1.
    pub progress: RwSignal<f64>,
    /// Why it failed; it waits to be retried.
    pub problem: RwSignal<Option<String>>,
    /// The file itself.
    pub file: StoredValue<File, LocalStorage>,
}

/// Where a file was dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct DropPoint {
    /// The point, px from the page's corner.
    pub at: (f64, f64),
    /// Where among the tiles it will be inserted.
    pub after: Option<InsertAfter>,
}

/// Where among the tiles something is inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsertAfter {
    /// Before all tiles.
    Start,
    /// Behind a tile.
    Tile(TileId),
}

impl Default for CanvasState {
    fn default() -> Self {
        Self {
            dragging: RwSignal::new(false),
            drop_bar: RwSignal::new(None),
            keyboard_move: RwSignal::new(None),
            drag_tick: RwSignal::new(0),
            snap_guides: RwSignal::new(Vec::new()),
            resize_preview: RwSignal::new(None),
            ignore_click: StoredValue::new(false),
            inline_error: RwSignal::new(None),
            uploads: RwSignal::new(Vec::new()),
            file_drag_over: RwSignal::new(false),
            letter_shortcuts: RwSignal::new(true),
        }
    }
}

impl CanvasState {
    /// The selection has moved: its outlines are measured again.
    pub fn remeasure(self) {
        self.drag_tick.update(|tick| *tick = tick.wrapping_add(1));
    }

    /// Ignores the click that follows a gesture.
    pub fn ignore_next_click(self) {
        self.ignore_click.set_value(true);
        crate::components::dom::after(0, move || self.ignore_click.set_value(false));
    }
}
