//! A transparent layer over the page while it scrolls. Without it, every tile that passes under a pointer that stands
//! still starts and ends its hover effects, each in compositor layers of its own.

use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Element;

use crate::components::dom;
use crate::editor::state::editor::Editor;

/// The attribute of `.editor-page` while it scrolls (canvas.css).
const ATTRIBUTE: &str = "data-scrolling";
/// How long after the last step of scrolling the page counts as still, ms.
const REST: u64 = 150;

thread_local! {
    /// Numbers the steps of scrolling, so that only the last one lowers the shield.
    static STEPS: Cell<u32> = const { Cell::new(0) };
}

/// The shield, below the controls that are drawn over the page; a pointer that moves or presses lowers it.
pub fn shield() -> AnyView {
    view! { <div class="editor-scroll-shield" on:pointermove=|event| lower(&event) on:pointerdown=|event| lower(&event)></div> }
        .into_any()
}

/// Raises the shield while the stage scrolls, except while something is dragged or text is edited in place.
pub fn follow(editor: Editor, stage: &Element) {
    let scrolled = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        let busy = editor.inline_edit.with_untracked(Option::is_some) || editor.canvas.dragging.get_untracked();
        let stage = event.target().and_then(|stage| stage.dyn_into::<Element>().ok());
        let Some(page) = stage.filter(|_| !busy).and_then(|stage| stage.first_element_child()) else { return };
        let step = STEPS.get().wrapping_add(1);
        STEPS.set(step);
        let _ = page.set_attribute(ATTRIBUTE, "");
        // In the frame after: when frames are late, the next step of scrolling is only known then.
        dom::after(REST, move || {
            request_animation_frame(move || {
                if STEPS.get() == step {
                    let _ = page.remove_attribute(ATTRIBUTE);
                }
            });
        });
    });
    let _ = stage.add_event_listener_with_callback("scroll", scrolled.as_ref().unchecked_ref());
    scrolled.forget();
}

fn lower(event: &web_sys::PointerEvent) {
    if let Some(page) = dom::closest(event, ".editor-page") {
        let _ = page.remove_attribute(ATTRIBUTE);
    }
}

/// The element that a pointer points at: what is under the shield, if a press lowered it.
pub fn target(event: &web_sys::MouseEvent) -> Option<Element> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    if target.closest(".editor-page .page").ok()?.is_some() {
        return Some(target);
    }
    document().element_from_point(event.client_x() as f32, event.client_y() as f32)
}
