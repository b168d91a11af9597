//! The elements of the page on the canvas: found by selection, measured, focused, scrolled into view.

use leptos::prelude::*;
use mantel_model::{TileId, number};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::scroll_shield;
use crate::components::dom;
use crate::editor::state::geometry::Frame;
use crate::editor::state::selection::Selection;

/// The selection that a pointer points at.
pub fn selection_at(event: &web_sys::MouseEvent) -> Option<Selection> {
    let target = scroll_shield::target(event)?;
    if let Some(tile) = target.closest(".editor-page [id^=tile-]").ok()? {
        return TileId::parse(tile.id().trim_start_matches("tile-")).ok().map(Selection::Tile);
    }
    target.closest(".editor-page .profile").ok()?.map(|_| Selection::Profile)
}

/// The element of a selection on the canvas.
pub fn element(selection: &Selection) -> Option<HtmlElement> {
    match selection {
        Selection::Tile(id) => tile(id),
        Selection::Profile => query(".editor-page .profile"),
    }
}

/// The element of a tile on the canvas. Other renderings of tiles (miniatures, thumbnails) give them no ids.
pub fn tile(id: &TileId) -> Option<HtmlElement> {
    document().get_element_by_id(&format!("tile-{id}"))?.dyn_into().ok()
}

/// The frame of an element on the page.
pub fn frame_of(element: &Element) -> Option<Frame> {
    let page = element.closest(".editor-page").ok()??.get_bounding_client_rect();
    let bounds = element.get_bounding_client_rect();
    Some(Frame { x: bounds.left() - page.left(), y: bounds.top() - page.top(), w: bounds.width(), h: bounds.height() })
}

/// The computed style of an element.
pub fn computed_style(element: &Element) -> Option<web_sys::CssStyleDeclaration> {
    window().get_computed_style(element).ok().flatten()
}

/// The CSS zoom at which the page is drawn.
pub fn zoom() -> f64 {
    let page = query(".editor-page > .page");
    let zoom = page.and_then(|page| {
        computed_style(&page)?.get_property_value("zoom").ok().and_then(|property_value| number::read(&property_value))
    });
    zoom.filter(|zoom| *zoom > 0.0).unwrap_or(1.0)
}

/// The first element that matches a selector.
pub fn query(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// A point of the window, px from the page's corner.
pub fn point_on_page(x: f64, y: f64) -> Option<(f64, f64)> {
    let page = query(".editor-page")?.get_bounding_client_rect();
    Some((x - page.left(), y - page.top()))
}

/// The id of the keyboard stop over a selection.
pub fn stop_id(selection: &Selection) -> String {
    match selection {
        Selection::Profile => "stop-profile".to_owned(),
        Selection::Tile(id) => format!("stop-{id}"),
    }
}

/// Focuses the keyboard stop of a selection; with `still`, without scrolling the canvas.
pub fn focus_stop(selection: &Selection, still: bool) {
    let Some(stop) = document().get_element_by_id(&stop_id(selection)) else { return };
    let stop = stop.unchecked_into::<HtmlElement>();
    if still {
        dom::focus_without_scroll(&stop);
    } else {
        let _ = stop.focus();
    }
}

/// Scrolls a selection into view, unless it is already, after the next frame.
pub fn reveal(selection: Selection) {
    request_animation_frame(move || {
        let Some(element) = element(&selection) else { return };
        let Some(stage) = element.closest(".editor-stage").ok().flatten() else { return };
        let (bounds, view) = (element.get_bounding_client_rect(), stage.get_bounding_client_rect());
        if bounds.top() >= view.top() && bounds.bottom() <= view.bottom() {
            return;
        }
        // Far enough from the top that the inspector card fits below.
        let above = 96.0;
        let how = web_sys::ScrollToOptions::new();
        how.set_top(f64::from(stage.scroll_top()) + bounds.top() - view.top() - above);
        if !prefers_reduced_motion() {
            how.set_behavior(web_sys::ScrollBehavior::Smooth);
        }
        stage.scroll_to_with_scroll_to_options(&how);
    });
}

/// Whether the user prefers reduced motion.
fn prefers_reduced_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion:reduce)").ok().flatten();
    query.is_some_and(|query| query.matches())
}

/// Scrolls a selection to the centre of the view.
pub fn reveal_centered(selection: &Selection) {
    let selection = selection.clone();
    request_animation_frame(move || {
        if let Some(element) = element(&selection) {
            let how = web_sys::ScrollIntoViewOptions::new();
            how.set_block(web_sys::ScrollLogicalPosition::Center);
            element.scroll_into_view_with_scroll_into_view_options(&how);
        }
    });
}
