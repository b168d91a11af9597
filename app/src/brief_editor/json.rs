//! The JSON field: line numbers, colours and warnings behind a plain text area, so that everything a text area can do still works.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement, KeyboardEvent};

use super::state::Work;
use crate::components::{dom, icon};

/// A line and what was noticed in it.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    at: u32,
    words: String,
    noticed: Vec<String>,
}

/// The field, its notes, and the ways in and out.
///
/// Read, every sentence stands under its line; written in, the line with the caret shows its own and the rest make room.
pub fn field(work: Work) -> AnyView {
    let area = NodeRef::<leptos::html::Textarea>::new();
    let leave = RwSignal::new(false);
    let focused = RwSignal::new(false);
    let here = RwSignal::new(0_u32);
    let lines = Memo::new(move |_| if work.tab.get() == super::state::Tab::Json { lines(work) } else { Vec::new() });
    Effect::new(move |_| {
        if let (Some(line), Some(area)) = (work.line.get(), area.get()) {
            work.line.set(None);
            here.set(line);
            request_animation_frame(move || jump(&area, line));
        }
    });
    let moved = move || {
        if let Some(area) = area.get_untracked() {
            here.set(caret_line(&area));
        }
    };
    let key = move |event: KeyboardEvent| tab_key(work, &event, leave);
    let typed = move |event| {
        work.typed(event_target_value(&event));
        moved();
    };
    let enter = move |event: web_sys::PointerEvent| {
        if let Some(area) = area.get_untracked() {
            pressed(&event, &area);
        }
    };
    view! {
        <div class="n-json">
            <p class="n-stop m-warn" role="status">{move || work.trouble.get().map(|it| it.0)}</p>
            <div class="n-paper" class:focused=move || focused.get()>
                <textarea class="n-code" id="json" node_ref=area aria-label="The page as JSON. Tab indents; press Escape, then Tab, to leave." aria-describedby="json-notes" spellcheck="false" autocomplete="off" autocapitalize="none" wrap="soft" prop:value=move || work.text.get() on:input=typed on:keydown=key on:keyup=move |_| moved() on:pointerup=move |_| moved() on:focus=move |_| { focused.set(true); moved(); } on:blur=move |_| { leave.set(false); focused.set(false); }></textarea>
                <div class="n-lines" aria-hidden="true" on:pointerdown=enter>{move || lines.get().into_iter().map(|it| line(it, here)).collect_view()}</div>
            </div>
            {notes(work)}
            <p class="m-soft n-hint">"Paste anything here: a page file, half a page file, or the whole answer from a chat. Mantel finds the brief in it."</p>
            {acts(work)}
        </div>
    }
    .into_any()
}

fn acts(work: Work) -> AnyView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        dom::copy(work.text.get_untracked(), move |done| {
            copied.set(done);
            work.tell(if done { "Copied" } else { "The browser did not allow copying. Select the text and copy it." });
            dom::after(2000, move || copied.set(false));
        });
    };
    view! {
        <p class="n-acts">
            <label class="m-button quiet n-open"><input class="m-hidden" type="file" accept=".json,.txt,.md,application/json,text/plain" on:change=move |event| open(work, &event)/>"Open a file"</label>
            <button type="button" class="m-button quiet" on:click=copy>{icon::stroke(icon::COPY)}{move || if copied.get() { "Copied" } else { "Copy JSON" }}</button>
        </p>
    }
    .into_any()
}

fn lines(work: Work) -> Vec<Line> {
    let stop = work.trouble.get();
    work.text.with(|text| {
        let plain = text.split('\n').zip(1..).map(|(it, at)| Line { at, words: it.to_owned(), noticed: Vec::new() });
        let mut lines: Vec<Line> = plain.collect();
        let mut note = |line: u32, words: String| {
            let at = usize::try_from(line).ok().and_then(|number| number.checked_sub(1));
            if let Some(line) = at.and_then(|at| lines.get_mut(at)) {
                line.noticed.push(words);
            }
        };
        work.held.with(|held| {
            for warning in &held.warnings {
                if let Some(line) = warning.line {
                    note(line, warning.message.clone());
                }
            }
        });
        if let Some((words, line)) = stop {
            note(line, words);
        }
        lines
    })
}

fn line(line: Line, here: RwSignal<u32>) -> AnyView {
    let at = line.at;
    let warned = !line.noticed.is_empty();
    let note = warned.then(
        || view! { <div class="n-note m-warn" class:here=move || here.get() == at>{line.noticed.join(" ")}</div> },
    );
    view! { <div class="n-l" class:warned=warned data-line=at.to_string()>{colored(&line.words)}{"\u{200b}"}</div>{note} }.into_any()
}

/// The line the caret is in, from 1.
fn caret_line(area: &HtmlTextAreaElement) -> u32 {
    let at = usize::try_from(area.selection_start().ok().flatten().unwrap_or_default()).unwrap_or_default();
    let before = area.value().encode_utf16().take(at).filter(|unit| *unit == u16::from(b'\n')).count();
    u32::try_from(before).unwrap_or_default() + 1
}

/// A press on the lines as they are read puts the caret into the line pressed.
fn pressed(event: &web_sys::PointerEvent, area: &HtmlTextAreaElement) {
    event.prevent_default();
    let place = caret_at(event.client_x(), event.client_y());
    let line = dom::around(event, "[data-line]")
        .and_then(|element| element.get_attribute("data-line"))
        .and_then(|it| it.parse::<u32>().ok());
    let Some(line) = line else {
        let _ = area.focus();
        return;
    };
    let column = place.map_or(0, |(node, offset)| column(&node, offset));
    let _ = area.focus();
    let at = line_start(&area.value(), line) + column;
    let _ = area.set_selection_range(at, at);
}

/// The text and the place in it under a point; browsers without the call know the line alone.
fn caret_at(x: i32, y: i32) -> Option<(web_sys::Node, u32)> {
    let get = |from: &wasm_bindgen::JsValue, name: &str| js_sys::Reflect::get(from, &name.into()).ok();
    let document = document();
    let ask: js_sys::Function = get(&document, "caretPositionFromPoint")?.dyn_into().ok()?;
    let place = ask.call2(&document, &x.into(), &y.into()).ok()?;
    let node = get(&place, "offsetNode")?.dyn_into().ok()?;
    Some((node, get(&place, "offset")?.as_f64()? as u32))
}

/// How far into its line a place in a coloured text is.
fn column(node: &web_sys::Node, offset: u32) -> u32 {
    let mut own = node.clone();
    if let Some(parent) = node.parent_element().filter(|parent| parent.tag_name().eq_ignore_ascii_case("span")) {
        own = parent.unchecked_into();
    }
    let mut before = 0;
    while let Some(it) = own.previous_sibling() {
        before += it.text_content().map_or(0, |text| text.encode_utf16().count());
        own = it;
    }
    u32::try_from(before).unwrap_or_default() + offset
}

/// Where a line starts, in UTF-16 units as the browser counts.
fn line_start(text: &str, line: u32) -> u32 {
    let lines = text.split('\n').take(usize::try_from(line).unwrap_or(1).saturating_sub(1));
    u32::try_from(lines.map(|line| line.encode_utf16().count() + 1).sum::<usize>()).unwrap_or_default()
}

/// Names, texts and the rest of a line, each in its colour.
fn colored(line: &str) -> Vec<AnyView> {
    let mut out = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find('"') {
        let (before, from) = rest.split_at(at);
        let end = closing(from);
        let (text, after) = from.split_at(end);
        let class = if after.trim_start().starts_with(':') { "k" } else { "s" };
        out.push(before.to_owned().into_any());
        out.push(view! { <span class=class>{text.to_owned()}</span> }.into_any());
        rest = after;
    }
    out.push(rest.to_owned().into_any());
    out
}

/// Where a text that starts with a quotation mark ends, in bytes.
fn closing(text: &str) -> usize {
    let mut escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        match it {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return at + 1,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The sentences once more: read with the field, and seen where they belong to no line.
fn notes(work: Work) -> AnyView {
    let list = Memo::new(move |_| work.held.with(|it| it.warnings.clone()));
    let one = |warning: mantel_model::brief::Warning| {
        let words = warning.line.map_or(warning.message.clone(), |line| format!("Line {line}: {}", warning.message));
        view! { <li class:m-hidden=warning.line.is_some()>{words}</li> }
    };
    view! { <ul class="n-notes m-warn" id="json-notes">{move || list.get().into_iter().map(one).collect_view()}</ul> }
        .into_any()
}

/// Tab indents; Escape, then Tab, leaves.
fn tab_key(work: Work, event: &KeyboardEvent, leave: RwSignal<bool>) {
    match event.key().as_str() {
        "Escape" => leave.set(true),
        "Tab" if !leave.get_untracked() && !event.shift_key() => {
            let Some(area) = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok()) else {
                return;
            };
            event.prevent_default();
            let start = area.selection_start().ok().flatten().unwrap_or_default();
            let end = area.selection_end().ok().flatten().unwrap_or_default();
            if area.set_range_text_with_start_and_end_and_mode("  ", start, end, "end").is_ok() {
                work.typed(area.value());
            }
        }
        _ => leave.set(false),
    }
}

fn open(work: Work, event: &web_sys::Event) {
    let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else { return };
    if let Some(file) = input.files().and_then(|files| files.get(0)) {
        dom::read_file(&file, move |text| work.typed(text));
    }
    input.set_value("");
}

/// Puts the caret at the start of a line and brings it into view.
fn jump(area: &HtmlTextAreaElement, line: u32) {
    let at = line_start(&area.value(), line);
    let _ = area.focus();
    let _ = area.set_selection_range(at, at);
    if let Ok(Some(it)) = document().query_selector(&format!("[data-line=\"{line}\"]")) {
        let how = web_sys::ScrollIntoViewOptions::new();
        how.set_block(web_sys::ScrollLogicalPosition::Center);
        it.scroll_into_view_with_scroll_into_view_options(&how);
    }
}
