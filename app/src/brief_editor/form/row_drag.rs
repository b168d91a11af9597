//! Moving a row by its handle: two rows swap as the pointer passes the middle of the other.

use leptos::prelude::*;
use web_sys::PointerEvent;

use crate::brief_editor::state::BriefEditor;
use crate::components::icon;

/// The handle of a row.
pub fn handle(editor: BriefEditor, key: u32, dragging: RwSignal<Option<u32>>) -> AnyView {
    let start = move |event: PointerEvent| {
        event.prevent_default();
        editor.all_rows.set(true);
        dragging.set(Some(key));
    };
    view! { <span class="brief-grip" aria-hidden="true" on:pointerdown=start>{icon::stroke(icon::GRIP)}</span> }
        .into_any()
}

/// Moves the dragged row with the pointer. The listeners are on the window, because an element that is moved in the
/// document loses its pointer capture.
pub fn follow_pointer(editor: BriefEditor, dragging: RwSignal<Option<u32>>) {
    let moved = window_event_listener(leptos::ev::pointermove, move |event| {
        if let Some(key) = dragging.get_untracked()
            && let Some(target) = passed_row(&event, key)
            && let Some(place) =
                editor.state.with_untracked(|state| state.brief.links.iter().position(|link| link.key == target))
        {
            editor.move_item(key, |_| place);
        }
    });
    let drop = move || {
        if dragging.with_untracked(Option::is_some) {
            dragging.set(None);
        }
    };
    let up = window_event_listener(leptos::ev::pointerup, move |_| drop());
    let cancelled = window_event_listener(leptos::ev::pointercancel, move |_| drop());
    on_cleanup(move || {
        moved.remove();
        up.remove();
        cancelled.remove();
    });
}

/// The other row whose middle the pointer has passed.
fn passed_row(event: &PointerEvent, key: u32) -> Option<u32> {
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let row = document().element_from_point(x, y)?.closest("[data-row]").ok()??;
    let other: u32 = row.get_attribute("data-row")?.parse().ok()?;
    let own = document().query_selector(&format!("[data-row=\"{key}\"]")).ok()??;
    let (other_box, own_box) = (row.get_bounding_client_rect(), own.get_bounding_client_rect());
    let middle = other_box.top() + other_box.height() / 2.0;
    let passed = if other_box.top() > own_box.top() { f64::from(y) > middle } else { f64::from(y) < middle };
    (other != key && passed).then_some(other)
}
