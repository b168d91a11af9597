//! The left leg: the paste field, the tiles in order, and what an agent did last (screens, 2).

mod add_tiles;
mod drop_links;
mod footer;
mod paste_field;
mod rejected_edits;
mod row_drag;
mod tile_list;
mod tile_row;
mod unseen_changes;

pub use add_tiles::add;
pub use footer::{Summary, summary};
use leptos::prelude::*;
pub use paste_field::becomes;
pub use rejected_edits::one as refused;

use super::canvas::view;
use super::state::editor::{Editor, Leg, Selection};

/// The whole leg.
pub fn leg(editor: Editor) -> AnyView {
    drop_links::listen(editor);
    Effect::new(move |_| super::inspector::settle_on_leaving(editor));
    view! {
        <aside class="e-leg left" aria-label="Tiles" class:away=move || editor.leg.get() != Leg::Tiles>
            {paste_field::field(editor)}
            {rejected_edits::all(editor)}
            {tile_list::list(editor)}
            {footer::foot(editor)}
            {super::toolbar::elsewhere(editor)}
        </aside>
    }
    .into_any()
}

/// Brings a thing on the table into view, when it is not; after the screen has been redrawn.
pub fn reveal(thing: Selection) {
    request_animation_frame(move || {
        let Some(element) = view::element(&thing) else { return };
        let Some(stage) = element.closest(".e-stage").ok().flatten() else { return };
        let (it, room) = (element.get_bounding_client_rect(), stage.get_bounding_client_rect());
        if it.top() >= room.top() && it.bottom() <= room.bottom() {
            return;
        }
        // High enough that what is said about it finds room below.
        let above = 96.0;
        let how = web_sys::ScrollToOptions::new();
        how.set_top(f64::from(stage.scroll_top()) + it.top() - room.top() - above);
        if !reduced() {
            how.set_behavior(web_sys::ScrollBehavior::Smooth);
        }
        stage.scroll_to_with_scroll_to_options(&how);
    });
}

/// Whether somebody asked for less motion.
fn reduced() -> bool {
    let query = window().match_media("(prefers-reduced-motion:reduce)").ok().flatten();
    query.is_some_and(|query| query.matches())
}
