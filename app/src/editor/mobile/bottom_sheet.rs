//! A bottom sheet: closed by a downward swipe, Escape, its button or a tap outside; it traps the focus, and restores it
//! when it closes.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, PointerEvent};

use crate::components::dom;
use crate::editor::state::editor::Editor;

/// How far a sheet must be dragged to close, px.
const PULLED: i32 = 60;
/// The elements of a sheet that can be focused.
const FOCUSABLE: &str = "button,a[href],input:not([type=file]),textarea,select,[tabindex='0']";

/// The options of a bottom sheet.
#[derive(Clone, Copy)]
pub struct BottomSheet {
    /// The heading, which also names the sheet for screen readers.
    pub title: &'static str,
    /// Further classes.
    pub class: &'static str,
    /// Whether the page behind it is dimmed.
    pub veil: bool,
}

/// The bottom sheet with its contents and its footer.
pub fn bottom_sheet(editor: Editor, its: BottomSheet, inside: AnyView, foot: AnyView) -> AnyView {
    let own = NodeRef::<leptos::html::Section>::new();
    Effect::new(move |_| {
        if let Some(it) = own.get() {
            let _ = it.focus();
        }
    });
    let close = move || editor.close_dialog();
    let key = move |event: KeyboardEvent| {
        if event.key() == "Tab" {
            trap_focus(&event);
        }
    };
    view! {
        {its.veil.then(|| view! { <div class="editor-scrim" on:click=move |_| close()></div> })}
        <section class=format!("editor-bottom-sheet {}", its.class) role="dialog" aria-modal=its.veil.to_string() aria-label=its.title tabindex="-1" node_ref=own on:keydown=key>
            {head(its.title.into_any(), close)}
            <div class="editor-bottom-sheet-body">{inside}</div>
            {foot}
        </section>
    }
    .into_any()
}

/// The header: drag handle, heading and close button.
pub fn head(title: AnyView, close: impl Fn() + Copy + Send + Sync + 'static) -> AnyView {
    let from = StoredValue::new(None::<i32>);
    let down = move |event: PointerEvent| {
        if dom::closest(&event, "button,a,input").is_some() {
            return;
        }
        from.set_value(Some(event.client_y()));
        if let Some(it) = event.current_target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
            let _ = it.set_pointer_capture(event.pointer_id());
        }
    };
    let pull = move |event: &PointerEvent| from.get_value().map_or(0, |value| (event.client_y() - value).max(0));
    let moved = move |event: PointerEvent| {
        if from.get_value().is_some() {
            shift(&event, pull(&event));
        }
    };
    let up = move |event: PointerEvent| {
        let far = pull(&event) > PULLED;
        from.set_value(None);
        shift(&event, 0);
        if far {
            close();
        }
    };
    let cancelled = move |event: PointerEvent| {
        from.set_value(None);
        shift(&event, 0);
    };
    view! {
        <div class="editor-bottom-sheet-header" on:pointerdown=down on:pointermove=moved on:pointerup=up on:pointercancel=cancelled>
            <h2>{title}</h2>
            <button type="button" class="ui-link" on:click=move |_| close()>"Done"</button>
        </div>
    }
    .into_any()
}

/// Draws the sheet where the pointer drags it.
fn shift(event: &PointerEvent, by: i32) {
    let sheet = event
        .current_target()
        .and_then(|target| target.dyn_into::<HtmlElement>().ok())
        .and_then(|found| found.parent_element());
    if let Some(sheet) = sheet.and_then(|sheet| sheet.dyn_into::<HtmlElement>().ok()) {
        let _ = sheet.style().set_property("translate", &format!("0 {by}px"));
    }
}

/// Keeps the focus within the sheet: Tab wraps around.
fn trap_focus(event: &KeyboardEvent) {
    let Some(sheet) = event.current_target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) else { return };
    let Ok(all) = sheet.query_selector_all(FOCUSABLE) else { return };
    let at = |at: u32| all.item(at).and_then(|item| item.dyn_into::<HtmlElement>().ok());
    let seen = |html_element: &HtmlElement| html_element.tab_index() >= 0 && html_element.offset_height() > 0;
    let first = (0..all.length()).filter_map(at).find(seen);
    let last = (0..all.length()).rev().filter_map(at).find(seen);
    let now = document().active_element();
    let is = |element: &Option<HtmlElement>| element.as_ref().map(AsRef::<web_sys::Element>::as_ref) == now.as_ref();
    let on_sheet = now.as_ref() == Some(sheet.as_ref());
    let to = if event.shift_key() && (is(&first) || on_sheet) {
        last
    } else if !event.shift_key() && is(&last) {
        first
    } else {
        return;
    };
    if let Some(to) = to {
        event.prevent_default();
        let _ = to.focus();
    }
}
