//! What is done on the page itself: choosing, writing in place, moving, and what is drawn over it for that.

mod caret;
mod coordinates;
mod drag;
mod drop_target;
mod editable_field;
mod empty_page;
mod field_element;
mod focal_point;
pub mod free_move;
mod inline_edit;
mod outline;
mod pointer_gesture;
mod resize;
mod select;
mod snap;
mod tile_bounds;
mod tile_edits;
mod toast;
pub mod view;

pub use drag::{Behind, aimed, behind, on_sheet, pressed, start_moving, stop_moving};
pub use focal_point::nudge as nudge_focus;
pub use inline_edit::{begin as write, first as first_field, key as written_key};
use leptos::prelude::*;
use mantel_model::TileId;
pub use resize::step as step_size;
pub use select::{remove, step, tapped};
pub use tile_edits::{duplicate, take_off};
use view::Frame;

use super::state::editor::{Editor, Screen};
use super::{shortcuts, upload};

/// What is under way on the page.
#[derive(Clone, Copy)]
pub struct Board {
    /// A pointer holds something.
    pub(super) held: RwSignal<bool>,
    /// Where what is held would go.
    pub(super) bar: RwSignal<Option<Frame>>,
    /// A tile that is being moved by keys.
    pub(super) moving: RwSignal<Option<Moving>>,
    /// Grows while the chosen move under a pointer.
    pub(super) follow: RwSignal<u32>,
    /// Lines that the held stand in with others.
    pub(super) guides: RwSignal<Vec<Frame>>,
    /// What a tile would be after the pointer lets go.
    pub(super) ghost: RwSignal<Option<tile_bounds::Shape>>,
    /// The next tap ends a gesture and means nothing.
    pub(super) deaf: StoredValue<bool>,
    /// What is wrong with the words that are being written.
    pub(super) wrong: RwSignal<Option<String>>,
    /// Pictures on their way to the service.
    pub(super) loads: RwSignal<Vec<upload::Load>>,
    /// Whether files are being dragged over the window.
    pub(super) offered: RwSignal<bool>,
    /// Whether single letters are keys.
    pub(super) letters: RwSignal<bool>,
}

/// A tile that is being moved by keys, and the place it would take, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moving {
    /// Which tile.
    pub id: TileId,
    /// Its place in the page once it is there.
    pub to: usize,
}

impl Board {
    /// Nothing under way.
    pub fn new() -> Self {
        Self {
            held: RwSignal::new(false),
            bar: RwSignal::new(None),
            moving: RwSignal::new(None),
            follow: RwSignal::new(0),
            guides: RwSignal::new(Vec::new()),
            ghost: RwSignal::new(None),
            deaf: StoredValue::new(false),
            wrong: RwSignal::new(None),
            loads: RwSignal::new(Vec::new()),
            offered: RwSignal::new(false),
            letters: RwSignal::new(true),
        }
    }

    /// What is chosen stands elsewhere now.
    pub(super) fn moved(self) {
        self.follow.update(|follow| *follow = follow.wrapping_add(1));
    }
}

/// Listens to keys, files and the end of the visit; in the browser alone.
pub fn begin(editor: Editor) {
    inline_edit::listen(editor);
    shortcuts::listen(editor);
    upload::listen(editor);
    select::listen(editor);
    drag::listen(editor);
}

/// Everything drawn over the page.
pub fn over(editor: Editor) -> AnyView {
    let at_rest = move || editor.board.held.get();
    let bar = move || editor.board.bar.get().map(|it| view! { <i class="e-bar" style=it.style()></i> });
    let lines = move || {
        let line = |frame: Frame| view! { <i class="e-guide" style=frame.style()></i> };
        editor.board.guides.get().into_iter().map(line).collect_view()
    };
    let ghost = move || editor.board.ghost.get().map(|it| view! { <i class="e-outcome" style=it.style()></i> });
    view! {
        {select::stops(editor)}
        <div class="e-marks" class:held=at_rest>{outline::outlines(editor)}</div>
        {bar}{lines}{ghost}
        {empty_page::ghosts(editor)}
        {upload::cards(editor)}
    }
    .into_any()
}

/// What stands at the foot of the table.
pub fn foot(editor: Editor) -> AnyView {
    view! {
        {toast::notice(editor)}
        <div class="e-offer" class:on=move || editor.board.offered.get() aria-hidden="true"><span>"Drop pictures anywhere"</span></div>
    }
    .into_any()
}

/// Whether tiles stand freely on the screen that the page is drawn for.
pub fn free(editor: Editor) -> bool {
    editor.draft.with_untracked(|draft| draft.theme.layout == mantel_model::theme::Layout::Canvas) && !narrow(editor)
}

/// Whether the page is drawn for a phone.
pub fn narrow(editor: Editor) -> bool {
    editor.screen.get_untracked() == Screen::Phone || document().body().is_some_and(|body| body.client_width() < 600)
}
