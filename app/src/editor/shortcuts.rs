//! Keyboard shortcuts (screens, 2 "Keys"): each has a visible equivalent, and single-letter shortcuts can be switched
//! off.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement, KeyboardEvent};

use super::canvas::{drag, focal_point, free_move, inline_edit, resize, select, tile_edits};
use crate::components::dom;
use crate::components::local_storage;
use crate::components::tile_label::tile_count;
use crate::editor::state::dialog::{Dialog, Screen};
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// The storage key of whether single-letter shortcuts are on.
const LETTERS: &str = "mantel:letters";

/// Listens on the window, so that every other part of the screen handles a key first.
pub fn listen(editor: Editor) {
    editor.canvas.letter_shortcuts.set(local_storage::get(LETTERS).as_deref() != Some("off"));
    std::mem::forget(window_event_listener(ev::keydown, move |event| pressed(editor, &event)));
}

/// Where a key was pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// In a field.
    Field,
    /// On the page, or nowhere.
    Page,
    /// On a control.
    Control,
}

fn whereabouts(event: &KeyboardEvent) -> Where {
    let within = |selector: &str| dom::closest(event, selector).is_some();
    if within("input:not([type=checkbox],[type=radio],[type=range],[type=color]),textarea,select,[contenteditable]") {
        return Where::Field;
    }
    let nowhere = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlElement>().ok())
        .is_none_or(|element| element.tag_name() == "BODY");
    if nowhere || within(".editor-tab-stop") { Where::Page } else { Where::Control }
}

fn pressed(editor: Editor, event: &KeyboardEvent) {
    if event.is_composing() || event.default_prevented() || editor.canvas.dragging.get_untracked() {
        return;
    }
    if dom::closest(event, ".editor-inline-edit").is_some() && inline_edit::key(editor, event) {
        return;
    }
    if dom::closest(event, "dialog,[role=dialog]").is_some() {
        return;
    }
    let place = whereabouts(event);
    let done = if event.ctrl_key() || event.meta_key() {
        combined(editor, event, place)
    } else if place == Where::Field {
        false
    } else if editor.canvas.keyboard_move.with_untracked(Option::is_some) {
        moving(editor, event)
    } else {
        (place == Where::Page && on_page(editor, event)) || single(editor, event)
    };
    if done {
        event.prevent_default();
    }
}

/// Shortcuts with ⌘ or Ctrl.
fn combined(editor: Editor, event: &KeyboardEvent, place: Where) -> bool {
    let (key, shift) = (event.key().to_lowercase(), event.shift_key());
    if key == "enter" {
        editor.open_dialog(Dialog::Publish);
        return true;
    }
    if place == Where::Field {
        return false;
    }
    match key.as_str() {
        "z" if shift => editor.redo(),
        "z" => editor.undo(),
        "y" => editor.redo(),
        "d" => tile_edits::duplicate(editor),
        "a" => {
            let all = editor.draft.with_untracked(|draft| {
                draft.tiles.iter().map(|tile| Selection::Tile(tile.id.clone())).collect::<Vec<_>>()
            });
            editor.announce(&format!("{} chosen", tile_count(all.len())));
            editor.selected.set(all);
        }
        _ => return false,
    }
    true
}

/// Keys while a tile is moved by keyboard.
fn moving(editor: Editor, event: &KeyboardEvent) -> bool {
    match event.key().as_str() {
        "Enter" | " " | "m" | "M" => drag::stop_moving(editor, true),
        "Escape" => drag::stop_moving(editor, false),
        key @ ("ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End") => {
            drag::step_keyboard_move(editor, key)
        }
        "Tab" => {
            drag::stop_moving(editor, false);
            return false;
        }
        _ => {}
    }
    true
}

/// Keys on the page.
fn on_page(editor: Editor, event: &KeyboardEvent) -> bool {
    let any = editor.selected.with_untracked(|chosen| !chosen.is_empty());
    match event.key().as_str() {
        "Escape" if any => editor.select(None),
        "Enter" => return enter(editor),
        "Delete" | "Backspace" if any => select::remove(editor),
        "PageDown" => select::step(editor, 1),
        "PageUp" => select::step(editor, -1),
        key @ ("ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown") => arrow(editor, event, key, any),
        _ => return false,
    }
    true
}

fn enter(editor: Editor) -> bool {
    editor.show_inspector();
    let Some(selection) = untrack(|| editor.selected_one()) else { return false };
    match inline_edit::first_field(editor, &selection) {
        Some(field) => inline_edit::begin(editor, &selection, field, None),
        None => return false,
    }
    true
}

fn arrow(editor: Editor, event: &KeyboardEvent, key: &str, any: bool) {
    let (shift, alt) = (event.shift_key(), event.alt_key());
    let tiles = !editor.selected_tiles().is_empty();
    let free = any && tiles && untrack(|| editor.is_free_layout());
    match (free, shift, alt) {
        (true, true, true) => free_move::nudge(editor, key, false, true),
        (_, false, true) => focal_point::nudge(editor, key),
        (true, _, false) => free_move::nudge(editor, key, shift, false),
        (false, true, _) => resize::step(editor, key),
        (false, false, false) => select::step(editor, if matches!(key, "ArrowRight" | "ArrowDown") { 1 } else { -1 }),
    }
}

/// Single letters and signs, everywhere except in fields, unless they are switched off.
fn single(editor: Editor, event: &KeyboardEvent) -> bool {
    if !editor.canvas.letter_shortcuts.get_untracked() || event.alt_key() {
        return false;
    }
    let free = untrack(|| editor.is_free_layout());
    match event.key().as_str() {
        "n" | "N" | "/" => editor.focus_paste_field(),
        "m" | "M" => drag::start_moving(editor),
        "p" | "P" => editor
            .screen
            .update(|screen| *screen = if *screen == Screen::Phone { Screen::Desktop } else { Screen::Phone }),
        "z" | "Z" => editor.full_size.update(|full| *full = !*full),
        "\\" => editor.panels_shown.update(|shown| *shown = !*shown),
        "?" => editor.open_dialog(Dialog::Shortcuts),
        "," if free => free_move::rotate(editor, -1.0),
        "." if free => free_move::rotate(editor, 1.0),
        "[" if free => free_move::layer(editor, -1.0),
        "]" if free => free_move::layer(editor, 1.0),
        "0" if free => free_move::place_automatically(editor, &editor.selected_tiles()),
        _ => return false,
    }
    true
}

/// The list of shortcuts, over the editor.
pub fn dialog(editor: Editor) -> AnyView {
    let shown = move || (editor.dialog.get() == Some(Dialog::Shortcuts)).then(|| list(editor));
    shown.into_any()
}

/// What each key does, by section.
const KEYS: [(&str, &[(&str, &str)]); 6] = [
    (
        "Everywhere",
        &[
            ("N or /", "Paste field"),
            ("Ctrl Z, Ctrl Shift Z", "Undo, redo"),
            ("P", "Phone or desktop"),
            ("Z", "Fit or 100%"),
            ("\\", "Show or hide the sides"),
            ("Ctrl Enter", "What would be published"),
            ("?", "This list"),
        ],
    ),
    (
        "On the page",
        &[
            ("Arrows", "Choose in reading order"),
            ("Enter", "Write the words; Esc leaves"),
            ("Esc", "Choose nothing"),
            ("Ctrl A, Shift click, Ctrl click", "Choose several"),
            ("Ctrl D", "Duplicate"),
            ("Delete", "Remove"),
        ],
    ),
    (
        "What is chosen",
        &[("M, arrows, Enter", "Move; Esc puts back"), ("Shift arrows", "Size"), ("Alt arrows", "Focus of a picture")],
    ),
    ("In a note", &[("Ctrl B, Ctrl I", "Bold, italic"), ("Ctrl K", "Link"), ("Tab", "To the buttons above it")]),
    (
        "In the list",
        &[
            ("Shift arrows", "Choose several"),
            ("Alt arrows", "Move, a heading with its tiles"),
            ("Alt Shift arrows, Alt drag", "A heading alone"),
            ("Left, right", "Fold and unfold a section"),
        ],
    ),
    (
        "On the canvas",
        &[
            ("Arrows, Shift arrows", "Move by 8, by 1"),
            ("Page down, Page up", "Choose the next, the one before"),
            ("Alt Shift arrows", "Size"),
            (", and .", "Turn"),
            ("[ and ]", "Behind, before"),
            ("0", "Place automatically"),
        ],
    ),
];

fn list(editor: Editor) -> AnyView {
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(it) = dialog.get() {
            let it: HtmlDialogElement = it;
            let _ = it.show_modal();
        }
    });
    let apple = apple();
    let row = move |(keys, does): &(&'static str, &'static str)| view! { <div><dt>{printed(keys, apple)}</dt><dd>{*does}</dd></div> };
    let part = move |(name, rows): &(&'static str, &'static [(&'static str, &'static str)])| view! { <section><h3>{*name}</h3><dl>{rows.iter().map(row).collect_view()}</dl></section> };
    let close = move || {
        if let Some(it) = dialog.get_untracked() {
            it.close();
        }
    };
    let outside = move |event: web_sys::MouseEvent| {
        if dom::closest(&event, ".editor-shortcuts-body").is_none() {
            close();
        }
    };
    view! {
        <dialog class="editor-shortcuts" node_ref=dialog aria-labelledby="keys-title" on:close=move |_| editor.dialog_closed() on:click=outside>
            <div class="editor-shortcuts-body">
                <header role="presentation"><h2 id="keys-title">"Keys"</h2><button type="button" class="ui-button quiet" on:click=move |_| close()>"Close"</button></header>
                <div class="editor-shortcuts-list">{KEYS.iter().map(part).collect_view()}</div>
                <label class="editor-letter-keys"><input type="checkbox" prop:checked=move || editor.canvas.letter_shortcuts.get() on:change=move |event| letters(editor, event_target_checked(&event))/>"Single letters are keys"</label>
            </div>
        </dialog>
    }
    .into_any()
}

/// Whether the platform is Apple's.
fn apple() -> bool {
    let platform = window().navigator().platform().unwrap_or_default();
    ["Mac", "iP"].iter().any(|prefix| platform.starts_with(prefix))
}

/// Keys as they are labelled on the keyboard.
fn printed(keys: &str, apple: bool) -> String {
    if apple {
        keys.replace("Ctrl Shift ", "⇧⌘").replace("Ctrl ", "⌘").replace("Alt ", "⌥ ").replace("Shift ", "⇧ ")
    } else {
        keys.to_owned()
    }
}

fn letters(editor: Editor, on: bool) {
    editor.canvas.letter_shortcuts.set(on);
    local_storage::set(LETTERS, if on { "on" } else { "off" });
}

#[cfg(test)]
mod tests {
    use super::printed;

    #[test]
    fn keys_are_told_as_the_keyboard_has_them() {
        assert_eq!(printed("Ctrl Z, Ctrl Shift Z", false), "Ctrl Z, Ctrl Shift Z");
        assert_eq!(printed("Ctrl Z, Ctrl Shift Z", true), "⌘Z, ⇧⌘Z");
        assert_eq!(printed("Alt Shift arrows", true), "⌥ ⇧ arrows");
    }
}
