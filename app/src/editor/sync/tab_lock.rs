//! Which tabs are alive: each holds a Web Lock under the name of its store, which one tab at a time can hold and which
//! the browser releases however the tab ends.
//!
//! Web Locks exist only on https and localhost. Elsewhere a tab writes a heartbeat to local storage every two seconds.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::{Function, Object, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;

use crate::components::{dom, local_storage};

/// How often a tab without Web Locks writes its heartbeat.
const BEAT: Duration = Duration::from_secs(2);
/// A tab whose heartbeat is older than this is closed, ms: more than the minute to which browsers throttle hidden tabs.
const LIFE: f64 = 150_000.0;

thread_local! {
    /// Resolves the promise that keeps this document's lock held.
    static RELEASE: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Holds an unused name for as long as this document lives, then calls `then`.
pub fn hold(name: &str, then: impl FnOnce() + 'static) {
    let Some(locks) = locks() else {
        beat(name.to_owned());
        return then();
    };
    request(&locks, name, move |_| {
        then();
        Promise::new(&mut |resolve, _| RELEASE.set(Some(resolve))).into()
    });
}

/// Calls `then` with whether nobody holds a name; if so, the name is held during the call.
pub fn if_free(name: &str, then: impl FnOnce(bool) + 'static) {
    let beat = local_storage::get(&beat_key(name)).and_then(|stored| mantel_model::number::read(&stored));
    if beat.is_some_and(|beat| js_sys::Date::now() - beat < LIFE) {
        return then(false);
    }
    local_storage::remove(&beat_key(name));
    let Some(locks) = locks() else { return then(true) };
    request(&locks, name, move |free| {
        then(free);
        JsValue::UNDEFINED
    });
}

/// Releases the name of this document when it is left, because the browser may take a while to do so.
pub fn release(name: &str) {
    local_storage::remove(&beat_key(name));
    if let Some(resolve) = RELEASE.take() {
        let _ = resolve.call0(&JsValue::UNDEFINED);
    }
}

fn beat_key(name: &str) -> String {
    format!("mantel:alive:{name}")
}

fn beat(name: String) {
    local_storage::set(&beat_key(&name), &js_sys::Date::now().to_string());
    set_timeout(move || beat(name), BEAT);
}

fn locks() -> Option<JsValue> {
    Reflect::get(&window().navigator(), &"locks".into()).ok().filter(JsValue::is_truthy)
}

/// Requests a lock; `then` is called with whether it was free. The lock is held until the promise that `then` returns
/// is settled.
fn request(locks: &JsValue, name: &str, then: impl FnOnce(bool) -> JsValue + 'static) {
    let options = Object::new();
    let _ = Reflect::set(&options, &"ifAvailable".into(), &true.into());
    let granted = Closure::once_into_js(move |lock: JsValue| then(!lock.is_null()));
    dom::call_method(locks, "request", &[name.into(), options.into(), granted]);
}
