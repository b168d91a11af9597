//! Tiles far out of view, which the browser neither lays out nor draws (`content-visibility` in canvas.css): on a long
//! page most tiles are. Tiles in view are left alone, because this would cut off what hangs over their edges.

use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

use crate::components::dom;
use crate::editor::state::editor::Editor;

/// The attribute of a tile that is out of view.
const ATTRIBUTE: &str = "data-offscreen";
/// The attribute of the page once its tiles are marked; until then those far down count as out of view (canvas.css).
const FOLLOWED: &str = "data-followed";
/// How far beyond the view a tile counts as in view: two more screens above and below. Chromium draws what has
/// `content-visibility:auto` from one and a half screens on, in a layer for each tile; with less, every tile would be
/// laid out there, and again without the attribute.
const MARGIN: &str = "200% 0px";
/// How long no tile has come into view when the canvas counts as still, ms.
const REST: u64 = 150;

thread_local! {
    /// Numbers the measurements, so that only the last one happens.
    static SCHEDULED: Cell<u32> = const { Cell::new(0) };
}

/// Marks the tiles of the canvas that are out of view, from now on.
pub fn follow(editor: Editor, stage: &Element) {
    let page = stage.query_selector(".editor-page").ok().flatten();
    let changed = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
        let mut appeared = false;
        for entry in entries.iter().filter_map(|entry| entry.dyn_into::<IntersectionObserverEntry>().ok()) {
            let tile = entry.target();
            if entry.is_intersecting() {
                appeared |= tile.has_attribute(ATTRIBUTE);
                let _ = tile.remove_attribute(ATTRIBUTE);
            } else {
                let _ = tile.set_attribute(ATTRIBUTE, "");
            }
        }
        if let Some(page) = page.as_ref().filter(|page| !page.has_attribute(FOLLOWED)) {
            let _ = page.set_attribute(FOLLOWED, "");
            // Those in view are laid out only now.
            appeared = true;
        }
        if appeared {
            measure_later(editor);
        }
    });
    let options = IntersectionObserverInit::new();
    options.set_root(Some(stage));
    options.set_root_margin(MARGIN);
    let Ok(observer) = IntersectionObserver::new_with_options(changed.as_ref().unchecked_ref(), &options) else {
        return;
    };
    changed.forget();
    let observer = StoredValue::new_local(observer);
    let stage = StoredValue::new_local(stage.clone());
    Effect::new(move |_| {
        editor.layout_tick.track();
        let tiles = stage.with_value(|stage| stage.query_selector_all(".editor-page .tile[id]").ok());
        let Some(tiles) = tiles else { return };
        // A tile that is observed already is not observed twice.
        for at in 0..tiles.length() {
            if let Some(tile) = tiles.get(at).and_then(|node| node.dyn_into::<Element>().ok()) {
                observer.with_value(|observer| observer.observe(&tile));
            }
        }
    });
}

/// Measures the keyboard stops of the tiles that came into view, once the canvas has stopped scrolling.
fn measure_later(editor: Editor) {
    let scheduled = SCHEDULED.get().wrapping_add(1);
    SCHEDULED.set(scheduled);
    dom::after(REST, move || {
        if SCHEDULED.get() == scheduled {
            editor.layout_tick.try_update(|tick| *tick = tick.wrapping_add(1));
        }
    });
}

/// Whether a tile counts as out of view, so that the browser would have to lay out by itself what is asked of its content.
pub fn is_offscreen(tile: &Element) -> bool {
    tile.matches("[data-offscreen],.editor-page:not([data-followed]) .late").unwrap_or_default()
}
