//! The JSON field: line numbers, highlighting and warnings behind a plain text area, which keeps all native behaviour.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement, KeyboardEvent};

use super::brief_state::LocatedWarning;
use super::state::{BriefEditor, JsonError, Tab};
use crate::components::{dom, icon};

/// A line and the warnings about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Line {
    number: u32,
    text: String,
    notes: Vec<String>,
}

/// The field, its warnings, and the buttons to open a file and to copy.
///
/// Without focus, every warning is shown below its line; with focus, only those of the caret's line.
pub fn field(editor: BriefEditor) -> AnyView {
    let area = NodeRef::<leptos::html::Textarea>::new();
    let tab_leaves = RwSignal::new(false);
    let focused = RwSignal::new(false);
    let caret_line = RwSignal::new(0_u32);
    let lines = Memo::new(move |_| if editor.tab.get() == Tab::Json { lines(editor) } else { Vec::new() });
    Effect::new(move |_| {
        if let (Some(line), Some(area)) = (editor.reveal_line.get(), area.get()) {
            editor.reveal_line.set(None);
            caret_line.set(line);
            request_animation_frame(move || scroll_to_line(&area, line));
        }
    });
    let update_caret_line = move || {
        if let Some(area) = area.get_untracked() {
            caret_line.set(line_at_caret(&area));
        }
    };
    let key = move |event: KeyboardEvent| tab_key(editor, &event, tab_leaves);
    let typed = move |event| {
        editor.set_json(event_target_value(&event));
        update_caret_line();
    };
    let pointer_down = move |event: web_sys::PointerEvent| {
        if let Some(area) = area.get_untracked() {
            place_caret(&event, &area);
        }
    };
    view! {
        <div class="brief-json">
            <p class="brief-json-error ui-warning" role="status">{move || editor.json_error.get().map(|error| error.message)}</p>
            <div class="brief-json-editor" class:focused=move || focused.get()>
                <textarea class="brief-json-input" id="json" node_ref=area aria-label="The page as JSON. Tab indents; press Escape, then Tab, to leave." aria-describedby="json-notes" spellcheck="false" autocomplete="off" autocapitalize="none" wrap="soft" prop:value=move || editor.json_text.get() on:input=typed on:keydown=key on:keyup=move |_| update_caret_line() on:pointerup=move |_| update_caret_line() on:focus=move |_| { focused.set(true); update_caret_line(); } on:blur=move |_| { tab_leaves.set(false); focused.set(false); }></textarea>
                <div class="brief-json-lines" aria-hidden="true" on:pointerdown=pointer_down><For each=move || lines.get() key=Line::clone children=move |shown| line(shown, caret_line)/></div>
            </div>
            {notes(editor)}
            <p class="ui-muted brief-hint">"Paste anything here: a page file, half a page file, or the whole answer from a chat. Mantel finds the brief in it."</p>
            {actions(editor)}
        </div>
    }
    .into_any()
}

fn actions(editor: BriefEditor) -> AnyView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        dom::copy(editor.json_text.get_untracked(), move |worked| {
            copied.set(worked);
            editor.announce(if worked {
                "Copied"
            } else {
                "The browser did not allow copying. Select the text and copy it."
            });
            dom::after(2000, move || copied.set(false));
        });
    };
    view! {
        <p class="brief-actions">
            <label class="ui-button quiet brief-file-button"><input class="ui-sr-only" type="file" accept=".json,.txt,.md,application/json,text/plain" on:change=move |event| open_file(editor, &event)/>"Open a file"</label>
            <button type="button" class="ui-button quiet" on:click=copy>{icon::stroke(icon::COPY)}{move || if copied.get() { "Copied" } else { "Copy JSON" }}</button>
        </p>
    }
    .into_any()
}

fn lines(editor: BriefEditor) -> Vec<Line> {
    let error = editor.json_error.get();
    editor.json_text.with(|text| {
        let plain =
            text.split('\n').zip(1..).map(|(text, number)| Line { number, text: text.to_owned(), notes: Vec::new() });
        let mut lines: Vec<Line> = plain.collect();
        let mut note = |line: u32, message: String| {
            let index = usize::try_from(line).ok().and_then(|number| number.checked_sub(1));
            if let Some(line) = index.and_then(|index| lines.get_mut(index)) {
                line.notes.push(message);
            }
        };
        editor.state.with(|state| {
            for LocatedWarning { warning, .. } in &state.warnings {
                if let Some(line) = warning.line {
                    note(line, warning.message.clone());
                }
            }
        });
        if let Some(JsonError { message, line }) = error {
            note(line, message);
        }
        lines
    })
}

fn line(line: Line, caret_line: RwSignal<u32>) -> AnyView {
    let number = line.number;
    let warned = !line.notes.is_empty();
    let note = warned.then(
        || view! { <div class="brief-json-warning ui-warning" class:here=move || caret_line.get() == number>{line.notes.join(" ")}</div> },
    );
    view! { <div class="brief-json-line" class:warned=warned data-line=number.to_string()>{highlighted(&line.text)}{"\u{200b}"}</div>{note} }.into_any()
}

/// The line of the caret, from 1.
fn line_at_caret(area: &HtmlTextAreaElement) -> u32 {
    let offset = usize::try_from(area.selection_start().ok().flatten().unwrap_or_default()).unwrap_or_default();
    let before = area.value().encode_utf16().take(offset).filter(|unit| *unit == u16::from(b'\n')).count();
    u32::try_from(before).unwrap_or_default() + 1
}

/// A press on the lines shown without focus puts the caret at the pressed position.
fn place_caret(event: &web_sys::PointerEvent, area: &HtmlTextAreaElement) {
    event.prevent_default();
    let place = caret_at(event.client_x(), event.client_y());
    let line = dom::closest(event, "[data-line]")
        .and_then(|element| element.get_attribute("data-line"))
        .and_then(|number| number.parse::<u32>().ok());
    let Some(line) = line else {
        let _ = area.focus();
        return;
    };
    let column = place.map_or(0, |(node, offset)| column(&node, offset));
    let _ = area.focus();
    let at = line_start(&area.value(), line) + column;
    let _ = area.set_selection_range(at, at);
}

/// The text node and the offset at a point; `None` in browsers without `caretPositionFromPoint`.
fn caret_at(x: i32, y: i32) -> Option<(web_sys::Node, u32)> {
    let get = |from: &wasm_bindgen::JsValue, name: &str| js_sys::Reflect::get(from, &name.into()).ok();
    let document = document();
    let caret_position: js_sys::Function = get(&document, "caretPositionFromPoint")?.dyn_into().ok()?;
    let place = caret_position.call2(&document, &x.into(), &y.into()).ok()?;
    let node = get(&place, "offsetNode")?.dyn_into().ok()?;
    Some((node, get(&place, "offset")?.as_f64()? as u32))
}

/// The column of an offset in a highlighted text node.
fn column(node: &web_sys::Node, offset: u32) -> u32 {
    let mut own = node.clone();
    if let Some(parent) = node.parent_element().filter(|parent| parent.tag_name().eq_ignore_ascii_case("span")) {
        own = parent.unchecked_into();
    }
    let mut before = 0;
    while let Some(sibling) = own.previous_sibling() {
        before += sibling.text_content().map_or(0, |text| text.encode_utf16().count());
        own = sibling;
    }
    u32::try_from(before).unwrap_or_default() + offset
}

/// The offset of the start of a line, in UTF-16 units like the browser's.
fn line_start(text: &str, line: u32) -> u32 {
    let lines = text.split('\n').take(usize::try_from(line).unwrap_or(1).saturating_sub(1));
    u32::try_from(lines.map(|line| line.encode_utf16().count() + 1).sum::<usize>()).unwrap_or_default()
}

/// A line with syntax highlighting: keys, strings and the rest.
fn highlighted(line: &str) -> Vec<AnyView> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find('"') {
        let (before, from) = rest.split_at(at);
        let end = string_end(from);
        let (text, after) = from.split_at(end);
        let class = if after.trim_start().starts_with(':') { "k" } else { "s" };
        out.push(before.to_owned().into_any());
        out.push(view! { <span class=class>{text.to_owned()}</span> }.into_any());
        rest = after;
    }
    out.push(rest.to_owned().into_any());
    out
}

/// The end of a string that starts with a quotation mark, in bytes.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (index, character) in text.char_indices().skip(1) {
        match character {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return index + 1,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The warnings as a list: for screen readers; visible only if they have no line.
fn notes(editor: BriefEditor) -> AnyView {
    let list = Memo::new(move |_| editor.state.with(|state| state.warnings.clone()));
    let item = |LocatedWarning { warning, .. }: LocatedWarning| {
        let text = warning.line.map_or(warning.message.clone(), |line| format!("Line {line}: {}", warning.message));
        view! { <li class:ui-sr-only=warning.line.is_some()>{text}</li> }
    };
    view! { <ul class="brief-json-warnings ui-warning" id="json-notes">{move || list.get().into_iter().map(item).collect_view()}</ul> }
        .into_any()
}

/// Tab indents; Escape followed by Tab leaves the field.
fn tab_key(editor: BriefEditor, event: &KeyboardEvent, tab_leaves: RwSignal<bool>) {
    match event.key().as_str() {
        "Escape" => tab_leaves.set(true),
        "Tab" if !tab_leaves.get_untracked() && !event.shift_key() => {
            let Some(area) = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok()) else {
                return;
            };
            event.prevent_default();
            let start = area.selection_start().ok().flatten().unwrap_or_default();
            let end = area.selection_end().ok().flatten().unwrap_or_default();
            if area.set_range_text_with_start_and_end_and_mode("  ", start, end, "end").is_ok() {
                editor.set_json(area.value());
            }
        }
        _ => tab_leaves.set(false),
    }
}

fn open_file(editor: BriefEditor, event: &web_sys::Event) {
    let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else { return };
    if let Some(file) = input.files().and_then(|files| files.get(0)) {
        dom::read_file(&file, move |text| editor.set_json(text));
    }
    input.set_value("");
}

/// Puts the caret at the start of a line and scrolls it into view.
fn scroll_to_line(area: &HtmlTextAreaElement, line: u32) {
    let at = line_start(&area.value(), line);
    let _ = area.focus();
    let _ = area.set_selection_range(at, at);
    if let Ok(Some(element)) = document().query_selector(&format!("[data-line=\"{line}\"]")) {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Center);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
