//! Editing text in place, in the tile's own type.
//!
//! While a field is edited, its element contains plain text; the nodes that the page rendered are kept aside and put
//! back at the end, so that the renderer finds its own nodes.

use std::cell::{Cell, RefCell};

use leptos::ev;
use leptos::prelude::*;
use mantel_model::layout::size_class;
use mantel_model::{Draft, Edit, number};
use serde_json::{Map, Value};
use web_sys::{Element, HtmlElement, Node};

use super::editable_field::{fields, value};
use super::field_element::{children, place_of, show_rendered, show_source, text};
use super::{caret, elements, note_bar};
use crate::components::dom;
use crate::components::tile_fields::{InPlaceField, NOTE};
use crate::editor::state::breakpoint::Breakpoint;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::{InlineEdit, Selection};
use crate::editor::state::tile_names;
use crate::render::tile::markup;

/// How long after the last keystroke the text is sent, ms (decisions, The browser and the API).
const PAUSE: u64 = 800;
/// The smallest font size that is edited without enlarging the page, px.
const READABLE: f64 = 15.0;

/// The field that Enter edits first.
pub fn first_field(editor: Editor, selection: &Selection) -> Option<InPlaceField> {
    editor.draft.with_untracked(|draft| fields(draft, selection).first().copied())
}

/// The field under a pointer.
pub fn field_at(editor: Editor, selection: &Selection, event: &web_sys::Event) -> Option<InPlaceField> {
    let all = editor.draft.with_untracked(|draft| fields(draft, selection));
    all.iter().find(|field| dom::closest(event, &format!(".{}", field.class)).is_some()).copied()
}

/// Moves on to the next field of the item, or back; `false` if there is none.
pub fn next(editor: Editor, by: isize) -> bool {
    let Some(InlineEdit { selection, field }) = editor.inline_edit.get_untracked() else { return false };
    let all = editor.draft.with_untracked(|draft| fields(draft, &selection));
    let at = all.iter().position(|other| other.name == field).and_then(|index| index.checked_add_signed(by));
    let Some(next) = at.and_then(|at| all.get(at)) else { return false };
    begin(editor, &selection, *next, None);
    true
}

/// An edit in progress.
struct Session {
    writing: InlineEdit,
    field: InPlaceField,
    element: HtmlElement,
    /// The nodes that the page rendered in it.
    kept: Vec<Node>,
    /// Whether the element was created for this edit, because the page renders none for an empty field.
    fresh: bool,
    /// The text that was sent last.
    sent: String,
    /// The draft at that time: others may have changed the field since, or removed the tile.
    seen: Draft,
    /// The tile's appearance before its type was fitted here, and after.
    worn: Option<[TileAppearance; 2]>,
    fitted: bool,
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
    static LATEST: Cell<u32> = const { Cell::new(0) };
    /// Whether a pointer is down, and whether the page is to be zoomed to fit again when it is released.
    static DOWN: Cell<(bool, bool)> = const { Cell::new((false, false)) };
}

/// Starts to edit a field; the caret goes to a point of the window, or to the end of the text.
pub fn begin(editor: Editor, selection: &Selection, field: InPlaceField, point: Option<(f64, f64)>) {
    let enlarged = SESSION.with_borrow(|session| session.as_ref().is_some_and(|session| session.fitted));
    end(editor, false);
    editor.select(Some(selection.clone()));
    let Some(whole) = elements::element(selection) else { return };
    let Some((element, fresh)) = place_of(&whole, field) else { return };
    let own = editor.draft.with_untracked(|draft| value(draft, selection, field));
    let words = if own.is_empty() { text(&element) } else { own };
    let kept = children(&element);
    let caret = point.and_then(|(x, y)| caret::offset_at(x, y)).filter(|_| text(&element) == words);
    element.set_text_content(Some(&words));
    show_source(&element, field);
    let fitted = enlarged || enlarge(editor, &element);
    let writing = InlineEdit { selection: selection.clone(), field: field.name };
    let session = Session {
        writing: writing.clone(),
        field,
        element: element.clone(),
        kept,
        fresh,
        sent: words,
        seen: editor.draft.get_untracked(),
        worn: None,
        fitted,
    };
    SESSION.replace(Some(session));
    let _ = element.focus();
    caret::place(&element, caret);
    if let Selection::Tile(id) = selection
        && editor
            .canvas
            .sample_words
            .try_update_value(|sample| sample.take_if(|sample| *sample == *id))
            .flatten()
            .is_some()
    {
        caret::select_all(&element);
    }
    editor.canvas.inline_error.set(None);
    editor.inline_edit.set(Some(writing));
    if fitted {
        dom::after(0, move || show(&element));
    }
}

/// Draws the page at full size if the field's text is too small to edit; returns whether it did. On a phone it is always
/// drawn at full size.
fn enlarge(editor: Editor, element: &HtmlElement) -> bool {
    if editor.full_size.get_untracked() || editor.breakpoint.get_untracked() == Breakpoint::Phone {
        return false;
    }
    let size = elements::computed_style(element).and_then(|style| style.get_property_value("font-size").ok());
    let size: f64 = size.and_then(|size| number::read(size.trim_end_matches("px"))).unwrap_or(READABLE);
    let fit = elements::query(".editor-page").and_then(|element| {
        element.style().get_property_value("--fit").ok().and_then(|property_value| number::read(&property_value))
    });
    let small = size * fit.unwrap_or(1.0) < READABLE;
    if small {
        editor.full_size.set(true);
    }
    small
}

fn show(element: &HtmlElement) {
    let how = web_sys::ScrollIntoViewOptions::new();
    how.set_block(web_sys::ScrollLogicalPosition::Nearest);
    how.set_inline(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&how);
}

/// Classes and inline style of a tile.
type TileAppearance = (String, String);
fn worn(whole: &Element) -> TileAppearance {
    (whole.class_name(), whole.get_attribute("style").unwrap_or_default())
}

/// The text in the field as it would be sent, and how many characters exceed the limit.
fn written(session: &Session) -> (String, usize) {
    let raw = text(&session.element);
    let words =
        if session.field.lines { raw.trim().to_owned() } else { raw.split_whitespace().collect::<Vec<_>>().join(" ") };
    let over = words.chars().count().saturating_sub(session.field.most);
    (words, over)
}

/// Text was typed: it is sent after a pause, and the tile is fitted to it at once.
fn typed(editor: Editor) {
    let wrong = SESSION.with_borrow_mut(|it| {
        let session = it.as_mut()?;
        let (words, over) = written(session);
        fit_type_size(session, &words);
        let most = session.field.most;
        (over > 0).then(|| format!("{} too many: it holds {most} characters.", over))
    });
    if editor.canvas.inline_error.with_untracked(|inline_error| *inline_error != wrong) {
        editor.canvas.inline_error.set(wrong);
    }
    editor.canvas.remeasure();
    let latest = LATEST.get().wrapping_add(1);
    LATEST.set(latest);
    dom::after(PAUSE, move || {
        if LATEST.get() == latest {
            commit(editor);
        }
    });
}

/// Fits the type to the text while it is edited, as the renderer would.
fn fit_type_size(session: &mut Session, words: &str) {
    let Selection::Tile(_) = &session.writing.selection else { return };
    let Some(whole) = elements::element(&session.writing.selection) else { return };
    if session.field.name == "description" {
        return;
    }
    let plain = if session.field.name == "text" { markup::plain(words) } else { words.to_owned() };
    let before = session.worn.take().map_or_else(|| worn(&whole), |[before, _]| before);
    let list = whole.class_list();
    let to = format!("fit-{}", size_class::fit(&plain));
    if !list.contains(&to) {
        let _ = list.remove_5("fit-1", "fit-2", "fit-3", "fit-4", "fit-5");
        let _ = list.add_1(&to);
    }
    if session.field == NOTE {
        let _ = whole.style().set_property("--n", &markup::display_width(words).to_string());
    }
    session.worn = Some([before, worn(&whole)]);
}

/// Sends the text if it has changed. Text over the limit stays in the field and is not sent.
pub fn commit(editor: Editor) {
    let edit = SESSION.with_borrow_mut(|it| {
        let session = it.as_mut()?;
        let (words, over) = written(session);
        if over > 0 || words == session.sent || (words.is_empty() && !session.field.optional) {
            return None;
        }
        session.sent.clone_from(&words);
        Some((session.writing.clone(), session.field, session.seen.clone(), words))
    });
    let Some((writing, field, seen, words)) = edit else { return };
    let selection = &writing.selection;
    let same = editor.draft.with_untracked(|now| {
        let stands = matches!(selection, Selection::Profile)
            || matches!(selection, Selection::Tile(id) if now.tile(id).is_some());
        stands && value(now, selection, field) == value(&seen, selection, field)
    });
    if same {
        send(editor, &writing, words, None);
        let now = editor.draft.get_untracked();
        SESSION.with_borrow_mut(|it| {
            if let Some(session) = it.as_mut() {
                session.seen = now;
            }
        });
    } else {
        // Somebody else has changed the field or removed the tile, which does not show here yet.
        send(editor, &writing, words, Some(&seen));
    }
}

/// Sends text; `seen` is the draft as the writer saw it, if it differs from the present one.
fn send(editor: Editor, writing: &InlineEdit, words: String, seen: Option<&Draft>) {
    let InlineEdit { selection, field } = writing;
    let name = match seen {
        Some(seen) => tile_names::name_of(seen, selection),
        None => editor.draft.with_untracked(|draft| tile_names::name_of(draft, selection)),
    };
    let (edit, label) = (edit_of(writing, words), format!("Wrote in {name}"));
    let gesture = format!("write {selection:?} {field}");
    match seen {
        Some(seen) => editor.edit_based_on(seen, edit, &label, &gesture),
        None => editor.edit_in_gesture(edit, &label, &gesture),
    };
}

/// The edit that sets a field.
fn edit_of(InlineEdit { selection, field }: &InlineEdit, words: String) -> Edit {
    let value = if words.is_empty() { Value::Null } else { Value::String(words) };
    let patch = Value::Object(Map::from_iter([((*field).to_owned(), value)]));
    match selection {
        Selection::Profile => Edit::Profile(patch),
        Selection::Tile(id) => Edit::Update { id: id.clone(), patch },
    }
}

/// Ends the edit: sends the text and restores the page's nodes. `refocus` focuses the edited item.
pub fn leave(editor: Editor, refocus: bool) {
    if end(editor, refocus).is_some_and(|end| end) {
        match DOWN.get().0 {
            // What is being pressed must stay under the pointer until it is released.
            true => DOWN.set((true, true)),
            false => fit_again(editor),
        }
    }
}

fn fit_again(editor: Editor) {
    editor.full_size.set(false);
    let chosen = editor.selected.with_untracked(|chosen| chosen.last().cloned());
    request_animation_frame(move || {
        if let Some(element) = chosen.as_ref().and_then(elements::element) {
            show(&element);
        }
    });
}

/// Ends a session; returns whether the page was enlarged for it, `None` if there was no session.
fn end(editor: Editor, refocus: bool) -> Option<bool> {
    cut(editor);
    commit(editor);
    LATEST.set(LATEST.get().wrapping_add(1));
    let session = SESSION.take()?;
    put_back(&session);
    editor.end_gesture();
    editor.canvas.inline_error.set(None);
    if editor.inline_edit.with_untracked(|writing| writing.as_ref() == Some(&session.writing)) {
        editor.inline_edit.set(None);
    }
    if refocus {
        elements::focus_stop(&session.writing.selection, true);
    }
    Some(session.fitted)
}

/// Cuts text over the limit, and notifies the user.
fn cut(editor: Editor) {
    let most = SESSION.with_borrow(|it| {
        let session = it.as_ref()?;
        let (words, over) = written(session);
        let kept: String = words.chars().take(session.field.most).collect();
        (over > 0).then(|| session.element.set_text_content(Some(&kept)))?;
        Some((session.field.label, session.field.most))
    });
    if let Some((label, most)) = most {
        editor.notify(&format!("{label}: the first {most} characters were kept, it holds no more."), false);
    }
}

fn put_back(session: &Session) {
    let element = &session.element;
    show_rendered(element);
    element.set_text_content(None);
    for node in &session.kept {
        let _ = element.append_child(node);
    }
    let body = element.parent_element();
    if session.fresh {
        element.remove();
        if let Some(body) = body.filter(|body| body.query_selector(".title, .desc").ok().flatten().is_none()) {
            let _ = body.class_list().toggle_with_force("blank", body.class_list().contains("body"));
        }
    }
    if let (Some([before, since]), Some(whole)) = (&session.worn, elements::element(&session.writing.selection)) {
        // Anything the page has redrawn meanwhile is left as it is.
        if whole.class_name() == since.0 {
            whole.set_class_name(&before.0);
        }
        if whole.get_attribute("style").as_ref() == Some(&since.1) {
            let _ = whole.set_attribute("style", &before.1);
        }
    }
}

/// Listens for input and for requests by other parts of the editor to edit a field.
pub fn listen(editor: Editor) {
    std::mem::forget((
        window_event_listener(ev::input, move |event| {
            if dom::closest(&event, ".editor-inline-edit").is_some() {
                typed(editor);
            }
        }),
        window_event_listener(ev::focusout, move |event| {
            if dom::closest(&event, ".editor-inline-edit").is_some() {
                dom::after(0, move || left(editor));
            }
        }),
        window_event_listener(ev::pagehide, move |_| {
            commit(editor);
        }),
        window_event_listener(ev::pointerdown, |_| DOWN.set((true, false))),
        window_event_listener(ev::pointerup, move |_| pointer_released(editor)),
        window_event_listener(ev::pointercancel, move |_| pointer_released(editor)),
    ));
    // A tile redrawn around the field has lost the editing class: it is added again.
    Effect::new(move |_| {
        editor.draft.track();
        dom::after(0, || {
            drop(SESSION.with_borrow(|session| {
                session.as_ref().map(|session| session.element.class_list().add_1("editor-inline-edit"))
            }))
        });
    });
    Effect::new(move |_| {
        let requested = editor.inline_edit.get();
        let open = SESSION.with_borrow(|session| session.as_ref().map(|session| session.writing.clone()));
        if requested == open {
            return;
        }
        leave(editor, false);
        if let Some(requested) = requested {
            request_animation_frame(move || begin_requested(editor, &requested));
        }
    });
}

fn pointer_released(editor: Editor) {
    if DOWN.replace((false, false)).1 {
        dom::after(0, move || {
            if SESSION.with_borrow(Option::is_none) {
                fit_again(editor);
            }
        });
    }
}

fn begin_requested(editor: Editor, requested: &InlineEdit) {
    let all = editor.draft.with_untracked(|draft| fields(draft, &requested.selection));
    if let Some(field) = all.iter().find(|field| field.name == requested.field) {
        begin(editor, &requested.selection, *field, None);
    }
}

/// Ends the edit when the focus has moved elsewhere; losing the window's focus does not count.
fn left(editor: Editor) {
    let active = document().active_element();
    let here = SESSION.with_borrow(|session| {
        session.as_ref().is_none_or(|session| active.as_ref() == Some(session.element.as_ref()))
    });
    let here = here || active.is_some_and(|active| active.closest(".editor-note-bar").ok().flatten().is_some());
    if !here {
        leave(editor, false);
    }
}

/// Handles a key in a field that is edited in place; `true` if it was handled.
pub fn key(editor: Editor, event: &web_sys::KeyboardEvent) -> bool {
    let Some(field) = SESSION.with_borrow(|session| session.as_ref().map(|session| session.field)) else {
        return false;
    };
    match event.key().as_str() {
        "Escape" => leave(editor, true),
        "Enter" if !field.lines || event.ctrl_key() || event.meta_key() => leave(editor, true),
        "Tab" if !event.shift_key() && field == NOTE && note_bar::focus() => {}
        "Tab" if next(editor, if event.shift_key() { -1 } else { 1 }) => {}
        "Tab" => leave(editor, true),
        _ => return false,
    }
    event.prevent_default();
    true
}
