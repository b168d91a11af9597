//! The bar above a note that is being edited: bold, italic and link, each with a key. It changes the note's source, which
//! is what the field contains while it is edited.

use std::ops::Range;

use leptos::ev;
use leptos::leptos_dom::helpers::WindowListenerHandle;
use leptos::prelude::*;
use mantel_model::SafeUrl;
use mantel_model::text::formatting::{Formatted, is_marked, link, toggle, unlink};
use mantel_model::text::markup::Mark;
use mantel_model::tile::Kind;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::{elements, field_selection, inline_edit};
use crate::components::dom;
use crate::components::tile_fields::address;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::{InlineEdit, Selection};

/// Between the note and the bar, px.
const GAP: f64 = 8.0;
/// From the note's left edge to the bar: room for the note's label, px.
const LABEL: f64 = 92.0;
/// The width of the bar while it asks for an address, px.
const WIDE: f64 = 330.0;

/// The state of the bar.
#[derive(Clone, Copy)]
struct NoteBar {
    editor: Editor,
    /// What was selected in the field last, bytes of its source.
    selection: RwSignal<Range<usize>>,
    /// The source then.
    source: RwSignal<String>,
    /// Whether it asks for the address of a link.
    asking: RwSignal<bool>,
    /// What is wrong with the address.
    problem: RwSignal<Option<&'static str>>,
}

/// The bar, while a note is edited in place.
pub fn bar(editor: Editor) -> AnyView {
    let note = Memo::new(move |_| {
        let InlineEdit { selection, field } = editor.inline_edit.get()?;
        let Selection::Tile(id) = &selection else { return None };
        let plain = |kind: &Kind| matches!(kind, Kind::Text(note) if note.look.is_none());
        let formatted = editor.draft.with(|draft| draft.tile(id).is_some_and(|tile| plain(&tile.kind)));
        (field == "text" && formatted).then_some(selection)
    });
    (move || note.get().map(|note| shown(editor, note))).into_any()
}

fn shown(editor: Editor, note: Selection) -> AnyView {
    let bar = NoteBar {
        editor,
        selection: RwSignal::new(0..0),
        source: RwSignal::new(String::new()),
        asking: RwSignal::new(false),
        problem: RwSignal::new(None),
    };
    bar.listen();
    let place = move || {
        editor.layout_tick.track();
        editor.canvas.drag_tick.track();
        let frame = elements::element(&note).and_then(|element| elements::frame_of(&element))?;
        let page = elements::query(".editor-page").map_or(frame.w, |page| f64::from(page.client_width()));
        let wide = if bar.asking.get() { WIDE } else { WIDE / 2.0 };
        let left = (frame.x + LABEL).min(page - wide).max(4.0);
        Some(format!("left:{left:.0}px;top:{:.0}px", frame.y - GAP))
    };
    view! {
        <div class="editor-note-bar" role="toolbar" aria-label="Format the note" style=place on:mousedown=|event| keep_focus(&event) on:keydown=move |event| bar.key(&event)>
            {bar.button(Mark::Bold, "Bold", "b", "B")}
            {bar.button(Mark::Italic, "Italic", "i", "I")}
            {bar.button(Mark::Link, "Link", "k", "Link")}
            {move || bar.asking.get().then(|| bar.address_form())}
        </div>
    }
    .into_any()
}

/// A press on a button leaves the caret where it is.
fn keep_focus(event: &web_sys::MouseEvent) {
    if dom::closest(event, "input").is_none() {
        event.prevent_default();
    }
}

/// Moves the focus from the field to the bar; `false` if there is no bar.
pub fn focus() -> bool {
    let button = elements::query(".editor-note-bar > button");
    button.is_some_and(|button| button.focus().is_ok())
}

impl NoteBar {
    /// Follows the selection in the field, and its keys.
    fn listen(self) {
        let follow = move || {
            if let Some(field) = field()
                && let Some(selection) = field_selection::read(&field)
            {
                self.source.set(field_selection::source(&field));
                self.selection.set(selection);
            }
        };
        request_animation_frame(follow);
        let handles = [
            window_event_listener(ev::keyup, move |_| follow()),
            window_event_listener(ev::pointerup, move |_| dom::after(0, follow)),
            window_event_listener(ev::input, move |_| follow()),
            window_event_listener(ev::keydown, move |event| {
                let mark = match event.key().to_lowercase().as_str() {
                    "b" => Mark::Bold,
                    "i" => Mark::Italic,
                    "k" => Mark::Link,
                    _ => return,
                };
                let inside = dom::closest(&event, ".editor-inline-edit, .editor-note-bar").is_some();
                if inside && (event.ctrl_key() || event.meta_key()) && !event.alt_key() && !event.shift_key() {
                    event.prevent_default();
                    follow();
                    self.apply(mark);
                }
            }),
        ];
        on_cleanup(move || handles.into_iter().for_each(WindowListenerHandle::remove));
    }

    fn button(self, mark: Mark, label: &'static str, key: &'static str, shown: &'static str) -> AnyView {
        let on = Memo::new(move |_| {
            self.source.with(|source| self.selection.with(|selection| is_marked(source, selection, mark)))
        });
        let class = format!("editor-note-{key}");
        let index = if mark == Mark::Bold { "0" } else { "-1" };
        let title = format!("{label}, Ctrl {}", key.to_uppercase());
        let expanded = move || (mark == Mark::Link).then(|| self.asking.get().to_string());
        view! { <button type="button" class=class tabindex=index aria-label=label title=title aria-keyshortcuts=format!("Control+{}", key.to_uppercase()) aria-pressed=move || on.get().to_string() aria-expanded=expanded on:click=move |_| self.apply(mark)>{shown}</button> }.into_any()
    }

    /// Turns a mark on or off where the selection is; a link asks for its address first.
    fn apply(self, mark: Mark) {
        let Some(field) = field() else { return };
        let (source, selection) = (field_selection::source(&field), self.selection.get_untracked());
        let made = match mark {
            Mark::Link if is_marked(&source, &selection, Mark::Link) => unlink(&source, selection),
            Mark::Link => {
                let chosen = source.get(selection.clone()).unwrap_or_default();
                match SafeUrl::parse(chosen.trim()) {
                    Ok(url) => link(&source, selection, &url),
                    Err(_) => {
                        self.asking.set(true);
                        self.problem.set(None);
                        return dom::focus("note-address");
                    }
                }
            }
            _ => toggle(&source, selection, mark),
        };
        match made {
            Some(made) => self.write(&field, &made),
            None => self.editor.announce("Choose words first."),
        }
    }

    fn write(self, field: &HtmlElement, made: &Formatted) {
        let _ = field.focus();
        field_selection::replace(field, &made.text);
        field_selection::select(field, made.selection.clone());
        self.source.set(made.text.clone());
        self.selection.set(made.selection.clone());
    }

    /// The field of the link's address.
    fn address_form(self) -> AnyView {
        let input = NodeRef::<leptos::html::Input>::new();
        let submit = move |event: ev::SubmitEvent| {
            event.prevent_default();
            let (Some(field), Some(input)) = (field(), input.get_untracked()) else { return };
            let Ok(url) = address(input.value().trim()) else {
                return self.problem.set(Some("An address is needed, like harrow.example."));
            };
            match link(&field_selection::source(&field), self.selection.get_untracked(), &url) {
                Some(made) => {
                    self.asking.set(false);
                    self.write(&field, &made);
                }
                None => self.problem.set(Some("A link cannot stand there. Choose words of one line.")),
            }
        };
        view! {
            <form class="editor-note-link" novalidate=true on:submit=submit>
                <input class="ui-field dense" id="note-address" type="text" inputmode="url" placeholder="harrow.example" aria-label="Address of the link" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="note-address-says" node_ref=input/>
                <button class="ui-link">"Set"</button>
                <span class="ui-warning" id="note-address-says" aria-live="polite">{move || self.problem.get()}</span>
            </form>
        }
        .into_any()
    }

    /// Arrows move along the buttons; Escape and Shift Tab return to the field, Tab leaves it.
    fn key(self, event: &KeyboardEvent) {
        let typing = dom::closest(event, "input").is_some();
        match event.key().as_str() {
            "Escape" => {
                self.asking.set(false);
                self.focus_field();
            }
            "Tab" if event.shift_key() && !typing => self.focus_field(),
            "Tab" if !typing && !self.asking.get_untracked() => inline_edit::leave(self.editor, true),
            "ArrowRight" | "ArrowLeft" if !typing => {
                let next = dom::closest(event, "button").and_then(|button| {
                    if event.key() == "ArrowRight" {
                        button.next_element_sibling()
                    } else {
                        button.previous_element_sibling()
                    }
                });
                if let Some(button) = next.and_then(|next| next.dyn_into::<HtmlElement>().ok()) {
                    let _ = button.focus();
                }
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }

    /// The focus returns to the field, with the same words selected.
    fn focus_field(self) {
        if let Some(field) = field() {
            let _ = field.focus();
            field_selection::select(&field, self.selection.get_untracked());
        }
    }
}

/// The field that is being edited.
fn field() -> Option<HtmlElement> {
    elements::query(".editor-page .editor-inline-edit")
}
