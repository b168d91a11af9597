//! The left leg: the paste field, the tiles in order, and what an agent did last (screens, 2).

mod add;
mod drag;
mod drop;
mod foot;
mod list;
mod marks;
mod paste;
mod refused;
mod row;

use leptos::prelude::*;

use super::editor::{Editor, Leg, Thing};
use super::table;

pub use add::add;
pub use foot::{Summary, summary};
pub use paste::becomes;
pub use refused::one as refused;

/// The whole leg.
pub fn leg(editor: Editor) -> AnyView {
    drop::listen(editor);
    Effect::new(move |_| super::inspector::settle_on_leaving(editor));
    view! {
        <aside class="e-leg left" aria-label="Tiles" class:away=move || editor.leg.get() != Leg::Tiles>
            {paste::field(editor)}
            {refused::all(editor)}
            {list::list(editor)}
            {foot::foot(editor)}
            {super::rail::elsewhere(editor)}
        </aside>
    }
    .into_any()
}

/// Brings a thing on the table into view, when it is not; after the screen has been redrawn.
pub fn reveal(thing: Thing) {
    request_animation_frame(move || {
        let Some(element) = table::element(&thing) else { return };
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
    query.is_some_and(|it| it.matches())
}
