//! The focal point of a picture: dragged on the picture, or moved with Alt and an arrow key.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use mantel_model::Edit;
use mantel_model::number::Percent;
use mantel_model::profile::Focus;
use serde_json::json;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, PointerEvent};

use super::{elements, pointer_gesture, tile_bounds};
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;
use crate::editor::state::tile_names;

/// How far an arrow key with Alt moves it, percent.
const STEP: f64 = 5.0;

/// The picture of a selection on the canvas.
fn picture(selection: &Selection) -> Option<HtmlElement> {
    let within = if *selection == Selection::Profile { ".avatar img" } else { ".media .crop img" };
    elements::element(selection)?.query_selector(within).ok().flatten()?.dyn_into().ok()
}

/// The focal point, percent; the middle where none is set.
fn point(editor: Editor, selection: &Selection) -> (f64, f64) {
    let focus = |focus: Option<Focus>| focus.map_or((50.0, 50.0), |focus| (focus.x.get(), focus.y.get()));
    editor.draft.with(|draft| match selection {
        Selection::Profile => focus(draft.profile.avatar_focus),
        Selection::Tile(id) => focus(draft.tile(id).and_then(|tile| tile.kind.crop()?.focus)),
    })
}

/// The ring at the focal point.
pub fn ring(editor: Editor, selection: Selection) -> AnyView {
    let held = RwSignal::new(None::<(f64, f64)>);
    let its = selection.clone();
    // Pixels from the corner of the outline: the focal point is a percentage of the picture's box within it.
    let at = move || {
        editor.layout_tick.track();
        let (x, y) = held.get().unwrap_or_else(|| point(editor, &its));
        let outline = tile_bounds::of(&its)?.frame;
        let frame = picture(&its)?.parent_element().and_then(|parent| elements::frame_of(&parent))?;
        let left = frame.x - outline.x + frame.w * x / 100.0;
        let top = frame.y - outline.y + frame.h * y / 100.0;
        Some(format!("left:{left:.1}px;top:{top:.1}px"))
    };
    let hold = move |event: PointerEvent| {
        event.prevent_default();
        event.stop_propagation();
        begin(editor, &selection, held, &event);
    };
    view! { <i class="editor-focal-point" style=at aria-hidden="true" on:pointerdown=hold></i> }.into_any()
}

fn begin(editor: Editor, selection: &Selection, held: RwSignal<Option<(f64, f64)>>, event: &PointerEvent) {
    let Some(image) = picture(selection) else { return };
    let Some(bounds) = image.parent_element().map(|parent| parent.get_bounding_client_rect()) else { return };
    let from = point_untracked(editor, selection);
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let aim = Rc::new(Cell::new(from));
    let aimed = Rc::clone(&aim);
    editor.canvas.dragging.set(true);
    let shown = image.clone();
    let moved = move |event: &PointerEvent| {
        let dx = (f64::from(event.client_x()) - x) / bounds.width().max(1.0) * 100.0;
        let dy = (f64::from(event.client_y()) - y) / bounds.height().max(1.0) * 100.0;
        let to = ((from.0 + dx).clamp(0.0, 100.0), (from.1 + dy).clamp(0.0, 100.0));
        aimed.set(to);
        held.set(Some(to));
        live(&shown, to);
    };
    let selection = selection.clone();
    let ended = move |kept: bool| {
        editor.canvas.dragging.set(false);
        editor.canvas.ignore_next_click();
        let to = aim.get();
        if !(kept && to != from && set(editor, &selection, to, "")) {
            live(&image, from);
        }
        held.set(None);
    };
    pointer_gesture::follow(event.pointer_id(), Box::new(moved), Box::new(ended));
}

fn point_untracked(editor: Editor, selection: &Selection) -> (f64, f64) {
    untrack(|| point(editor, selection))
}

fn live(image: &HtmlElement, (x, y): (f64, f64)) {
    let at = format!("{x:.1}% {y:.1}%");
    let _ = image.style().set_property("object-position", &at);
    let _ = image.style().set_property("transform-origin", &at);
}

fn set(editor: Editor, selection: &Selection, (x, y): (f64, f64), gesture: &str) -> bool {
    let focus = Focus { x: Percent::clamped(x.round()), y: Percent::clamped(y.round()) };
    let words =
        editor.draft.with_untracked(|draft| format!("Moved the focus of {}", tile_names::name_of(draft, selection)));
    let edit = match selection {
        Selection::Profile => Edit::Profile(json!({ "avatarFocus": focus })),
        Selection::Tile(id) => Edit::Update { id: id.clone(), patch: json!({ "focus": focus }) },
    };
    editor.edit_in_gesture(edit, &words, gesture)
}

/// Alt and an arrow key: moves the focal point of the selection by one step.
pub fn nudge(editor: Editor, key: &str) {
    let Some(selection) = untrack(|| editor.selected_one()).filter(|item| picture(item).is_some()) else { return };
    let (x, y) = point_untracked(editor, &selection);
    let to = match key {
        "ArrowLeft" => (x - STEP, y),
        "ArrowRight" => (x + STEP, y),
        "ArrowUp" => (x, y - STEP),
        _ => (x, y + STEP),
    };
    if set(editor, &selection, to, &format!("focus {selection:?}")) {
        editor.announce(&format!(
            "Focus at {:.0} percent across, {:.0} down",
            to.0.clamp(0.0, 100.0),
            to.1.clamp(0.0, 100.0)
        ));
    }
}
