//! What the editor asks of the browser: storage, clipboard, files, focus, time. Called from event handlers alone.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

/// The address's query and fragment, each without its mark.
pub fn address() -> (String, String) {
    let location = window().location();
    let plain = |it: Result<String, JsValue>, mark: char| it.unwrap_or_default().trim_start_matches(mark).to_owned();
    (plain(location.search(), '?'), plain(location.hash(), '#'))
}

/// Replaces the address shown, without a visit.
pub fn show_address(path: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// A kept text.
pub fn kept(key: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(key).ok()?
}

/// Keeps a text; a full or forbidden storage keeps nothing.
pub fn keep(key: &str, text: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(key, text);
    }
}

/// Forgets a kept text.
pub fn forget(key: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.remove_item(key);
    }
}

/// The keys of all kept texts.
pub fn keys() -> Vec<String> {
    let Ok(Some(storage)) = window().local_storage() else { return Vec::new() };
    (0..storage.length().unwrap_or_default()).filter_map(|at| storage.key(at).ok().flatten()).collect()
}

/// Copies a text, then tells whether it worked.
pub fn copy(text: String, then: impl FnOnce(bool) + 'static) {
    let clipboard = window().navigator().clipboard();
    wasm_bindgen_futures::spawn_local(async move {
        let done = !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(&text)).await.is_ok();
        then(done);
    });
}

/// Saves a text as a file of the visitor's.
pub fn download(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type("application/json");
    let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &kind) else { return };
    let Ok(url) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    if let Ok(anchor) = document().create_element("a") {
        let _ = anchor.set_attribute("href", &url);
        let _ = anchor.set_attribute("download", name);
        anchor.unchecked_into::<HtmlElement>().click();
    }
    after(2000, move || {
        let _ = web_sys::Url::revoke_object_url(&url);
    });
}

/// The words of a chosen file.
pub fn read_file(file: &web_sys::File, then: impl FnOnce(String) + 'static) {
    let promise = file.text();
    wasm_bindgen_futures::spawn_local(async move {
        if let Some(text) = JsFuture::from(promise).await.ok().and_then(|it| it.as_string()) {
            then(text);
        }
    });
}

/// Focuses what has an id, after the screen has been redrawn.
pub fn focus(id: impl Into<String>) {
    let id = id.into();
    request_animation_frame(move || {
        if let Some(it) = document().get_element_by_id(&id) {
            let _ = it.unchecked_into::<HtmlElement>().focus();
        }
    });
}

/// Focuses an element where it stands, without scrolling to it.
pub fn focus_still(element: &HtmlElement) {
    asked(element, "focus", &[option("preventScroll", true).into()]);
}

/// Listens to an event of the window, with the right to stop what the browser would do about it (scrolling, for touches).
pub fn listen_first(event: &str, call: &js_sys::Function) {
    asked(&window(), "addEventListener", &[event.into(), call.clone().into(), option("passive", false).into()]);
}

fn option(name: &str, value: bool) -> js_sys::Object {
    let object = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&object, &name.into(), &value.into());
    object
}

/// Calls a method by its name, with options whose types are in no binding.
fn asked(of: &JsValue, method: &str, with: &[JsValue]) {
    let found = js_sys::Reflect::get(of, &method.into()).ok().and_then(|it| it.dyn_into::<js_sys::Function>().ok());
    if let Some(method) = found {
        let _ = method.apply(of, &with.iter().collect());
    }
}

/// Scrolls what has an id into view, after the screen has been redrawn.
pub fn reveal(id: impl Into<String>) {
    let id = id.into();
    request_animation_frame(move || {
        if let Some(it) = document().get_element_by_id(&id) {
            let how = web_sys::ScrollIntoViewOptions::new();
            how.set_block(web_sys::ScrollLogicalPosition::Nearest);
            it.scroll_into_view_with_scroll_into_view_options(&how);
        }
    });
}

/// Later, in milliseconds.
pub fn after(milliseconds: u64, then: impl FnOnce() + 'static) {
    set_timeout(then, Duration::from_millis(milliseconds));
}

/// Where an arrow key leads in a ring of choices: the one behind or before the one at `at`; `None` for other keys.
pub fn turned(event: &web_sys::KeyboardEvent, at: usize, of: usize) -> Option<usize> {
    match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => Some((at + 1) % of),
        "ArrowLeft" | "ArrowUp" => Some((at + of - 1) % of),
        _ => None,
    }
}

/// The nearest element around an event's target that matches a selector.
pub fn around(event: &web_sys::Event, selector: &str) -> Option<web_sys::Element> {
    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    target.closest(selector).ok()?
}

/// Puts a stylesheet into the document once.
pub fn need_style(href: &str) {
    with_style(href, || {});
}

/// Puts a stylesheet into the document once; what is `then` to be drawn in it waits until it is there, or has failed.
pub fn with_style(href: &str, then: impl FnOnce() + 'static) {
    let known = document().query_selector(&format!("link[href=\"{href}\"]")).ok().flatten();
    let link = match known {
        Some(link) if !link.has_attribute("data-coming") => return then(),
        Some(link) => link,
        None => {
            let (Ok(link), Some(head)) = (document().create_element("link"), document().head()) else { return then() };
            let _ = link.set_attribute("rel", "stylesheet");
            let _ = link.set_attribute("href", href);
            let _ = link.set_attribute("data-coming", "");
            let _ = head.append_child(&link);
            link
        }
    };
    let here = link.clone();
    let arrived = Closure::once_into_js(move || {
        let _ = here.remove_attribute("data-coming");
        then();
    });
    let once = web_sys::AddEventListenerOptions::new();
    once.set_once(true);
    for name in ["load", "error"] {
        let heard = arrived.unchecked_ref();
        let _ = link.add_event_listener_with_callback_and_add_event_listener_options(name, heard, &once);
    }
}

/// When the browser has nothing else to do; a browser that does not tell waits a moment.
pub fn idle(then: impl FnOnce() + 'static) {
    let then = Rc::new(Cell::new(Some(then)));
    let call = {
        let then = Rc::clone(&then);
        move || {
            if let Some(then) = then.take() {
                then();
            }
        }
    };
    if request_idle_callback_with_handle(call.clone()).is_err() {
        after(120, call);
    }
}
