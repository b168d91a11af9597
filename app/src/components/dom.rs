//! Browser APIs: address, clipboard, files, focus, scrolling, stylesheets, timers. For event handlers and effects only.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

/// The query and the fragment of the address, without `?` and `#`.
pub fn query_and_fragment() -> (String, String) {
    let location = window().location();
    let without =
        |part: Result<String, JsValue>, mark: char| part.unwrap_or_default().trim_start_matches(mark).to_owned();
    (without(location.search(), '?'), without(location.hash(), '#'))
}

/// A field of the address's query; empty if it has none.
pub fn query_field(name: &str) -> String {
    let fields = window().location().search().and_then(|query| web_sys::UrlSearchParams::new_with_str(&query));
    fields.ok().and_then(|fields| fields.get(name)).unwrap_or_default()
}

/// Replaces the address in the address bar, without navigating.
pub fn replace_address(path: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(path));
    }
}

/// Calls back when the element is first laid out and whenever its size changes, for as long as the document lives.
pub fn on_resize(element: &web_sys::Element, callback: impl FnMut() + 'static) {
    let callback = Closure::<dyn FnMut()>::new(callback);
    if let Ok(observer) = web_sys::ResizeObserver::new(callback.as_ref().unchecked_ref()) {
        observer.observe(element);
    }
    callback.forget();
}

/// Copies a text to the clipboard; `then` is called with whether it worked.
pub fn copy(text: String, then: impl FnOnce(bool) + 'static) {
    let clipboard = window().navigator().clipboard();
    wasm_bindgen_futures::spawn_local(async move {
        let copied = !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(&text)).await.is_ok();
        then(copied);
    });
}

/// Downloads a text as a file.
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

/// A file with these contents; `None` if they are not base64.
pub fn file_of_base64(base64: &str, media_type: &str, name: &str) -> Option<web_sys::File> {
    // Each character is a byte.
    let bytes: Vec<u8> = window().atob(base64).ok()?.chars().filter_map(|byte| u8::try_from(byte).ok()).collect();
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes.as_slice()));
    let options = web_sys::FilePropertyBag::new();
    options.set_type(media_type);
    web_sys::File::new_with_u8_array_sequence_and_options(&parts, name, &options).ok()
}

/// Reads the text of a chosen file.
pub fn read_file(file: &web_sys::File, then: impl FnOnce(String) + 'static) {
    let promise = file.text();
    wasm_bindgen_futures::spawn_local(async move {
        if let Some(text) = JsFuture::from(promise).await.ok().and_then(|value| value.as_string()) {
            then(text);
        }
    });
}

/// Focuses the element with an id, after the next frame.
pub fn focus(id: impl Into<String>) {
    let id = id.into();
    request_animation_frame(move || {
        if let Some(element) = document().get_element_by_id(&id) {
            let _ = element.unchecked_into::<HtmlElement>().focus();
        }
    });
}

/// Focuses an element without scrolling to it.
pub fn focus_without_scroll(element: &HtmlElement) {
    call_method(element, "focus", &[option("preventScroll", true).into()]);
}

/// Adds a window event listener that is not passive, so that it may prevent scrolling by touch.
pub fn listen_non_passive(event: &str, call: &js_sys::Function) {
    call_method(&window(), "addEventListener", &[event.into(), call.clone().into(), option("passive", false).into()]);
}

fn option(name: &str, value: bool) -> js_sys::Object {
    let object = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&object, &name.into(), &value.into());
    object
}

/// Calls a method by name, for options that have no typed binding.
pub fn call_method(object: &JsValue, name: &str, arguments: &[JsValue]) {
    let method = js_sys::Reflect::get(object, &name.into()).ok();
    if let Some(method) = method.and_then(|method| method.dyn_into::<js_sys::Function>().ok()) {
        let _ = method.apply(object, &arguments.iter().collect());
    }
}

/// Scrolls the element with an id into view, after the next frame.
pub fn reveal(id: impl Into<String>) {
    let id = id.into();
    request_animation_frame(move || {
        if let Some(element) = document().get_element_by_id(&id) {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Calls `then` after some milliseconds.
pub fn after(milliseconds: u64, then: impl FnOnce() + 'static) {
    set_timeout(then, Duration::from_millis(milliseconds));
}

/// The index that an arrow key moves to among `count` choices, wrapping around; `None` for other keys.
pub fn arrow_key_choice(event: &web_sys::KeyboardEvent, current: usize, count: usize) -> Option<usize> {
    match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => Some((current + 1) % count),
        "ArrowLeft" | "ArrowUp" => Some((current + count - 1) % count),
        _ => None,
    }
}

/// The closest ancestor of an event's target (or the target itself) that matches a selector.
pub fn closest(event: &web_sys::Event, selector: &str) -> Option<web_sys::Element> {
    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    target.closest(selector).ok()?
}

/// Loads a stylesheet into the document once.
pub fn load_stylesheet(href: &str) {
    after_stylesheet(href, || {});
}

/// Loads a stylesheet into the document once, and calls `then` when it is loaded or has failed.
pub fn after_stylesheet(href: &str, then: impl FnOnce() + 'static) {
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
    let pending = link.clone();
    let loaded = Closure::once_into_js(move || {
        let _ = pending.remove_attribute("data-coming");
        then();
    });
    let once = web_sys::AddEventListenerOptions::new();
    once.set_once(true);
    for name in ["load", "error"] {
        let listener = loaded.unchecked_ref();
        let _ = link.add_event_listener_with_callback_and_add_event_listener_options(name, listener, &once);
    }
}

/// Calls `then` when the browser is idle, or shortly after where `requestIdleCallback` is missing.
pub fn when_idle(then: impl FnOnce() + 'static) {
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
