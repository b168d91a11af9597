//! What is in progress on the page itself: gestures, keyboard moves, uploads.

use leptos::prelude::*;
use mantel_model::TileId;
use web_sys::File;

use super::geometry::{Bounds, Frame};
use super::selection::Selection;
use super::upload_batch::UploadBatch;

/// What is in progress on the page itself.
#[derive(Clone, Copy)]
pub struct CanvasState {
    /// Whether a pointer is dragging something.
    pub dragging: RwSignal<bool>,
    /// The indicator of where the dragged item would be dropped.
    pub drop_bar: RwSignal<Option<Frame>>,
    /// The tile that is being moved by keyboard.
    pub keyboard_move: RwSignal<Option<KeyboardMove>>,
    /// Incremented while a drag moves the selection.
    pub drag_tick: RwSignal<u32>,
    /// The lines that the dragged tiles are aligned with.
    pub snap_guides: RwSignal<Vec<Frame>>,
    /// The bounds that a tile would get if the pointer were released now.
    pub resize_preview: RwSignal<Option<Bounds>>,
    /// Whether the next click ends a gesture and is ignored.
    pub ignore_click: StoredValue<bool>,
    /// What is wrong with the text that is being edited in place.
    pub inline_error: RwSignal<Option<String>>,
    /// Images being uploaded.
    pub uploads: RwSignal<Vec<Upload>>,
    /// Whether files are being dragged over the window.
    pub file_drag_over: RwSignal<bool>,
    /// Whether single-letter shortcuts are on.
    pub letter_shortcuts: RwSignal<bool>,
    /// The selection that a drag left: its inspector stays closed until it is pressed, so that it does not cover what
    /// is dragged next. Empty while there is none.
    pub dragged: RwSignal<Vec<Selection>>,
    /// The tile that was just added with sample words: they are selected when editing it begins, so that typing
    /// replaces them.
    pub sample_words: StoredValue<Option<TileId>>,
}

/// A tile that is being moved by keyboard, and the index it would get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyboardMove {
    /// The tile.
    pub id: TileId,
    /// Its index on the page if it is dropped now.
    pub to: usize,
}

/// An image being uploaded.
#[derive(Clone, Debug, PartialEq)]
pub struct Upload {
    /// Identifies the upload.
    pub key: u32,
    /// The file's name.
    pub name: String,
    /// The object URL of the file in this browser.
    pub local: String,
    /// The item whose image it replaces; without one, it becomes a new tile.
    pub replaces: Option<Selection>,
    /// The batch of the tile that it becomes, and its index there.
    pub batch: Option<(UploadBatch, usize)>,
    /// Where it was dropped.
    pub drop: Option<DropPoint>,
    /// The share that has been sent, 0 to 1.
    pub progress: RwSignal<f64>,
    /// Why it failed, while it waits for a retry.
    pub problem: RwSignal<Option<String>>,
    /// The file itself.
    pub file: StoredValue<File, LocalStorage>,
}

/// Where a file was dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct DropPoint {
    /// The point, px from the page's corner.
    pub at: (f64, f64),
    /// The position among the tiles at which it will be inserted.
    pub after: Option<InsertAfter>,
}

/// A position among the tiles at which something is inserted.
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
            dragged: RwSignal::new(Vec::new()),
            sample_words: StoredValue::new(None),
        }
    }
}

impl CanvasState {
    /// The selection has moved: measures its outlines again.
    pub fn remeasure(self) {
        self.drag_tick.update(|tick| *tick = tick.wrapping_add(1));
    }

    /// Ignores the click that follows a gesture.
    pub fn ignore_next_click(self) {
        self.ignore_click.set_value(true);
        crate::components::dom::after(0, move || self.ignore_click.set_value(false));
    }
}
