//! The right leg: how the page looks. Every choice is one edit, drawn at once on the page itself.

mod accent;
mod background;
mod background_image;
mod look_picker;
mod sections;

pub use background_image::{Chooser, chooser};
use leptos::prelude::*;
pub use look_picker::follow;
use mantel_model::theme::Theme;
pub use sections::shapes;
use serde_json::{Value, json};

use super::state::breakpoint::Room;
use super::state::editor::Editor;
pub use crate::components::slider::{Slide, is_button, slide, slider};

/// The leg beside the table; under 1180 px a drawer. A phone has a sheet instead.
pub fn leg(editor: Editor) -> AnyView {
    let phone = Memo::new(move |_| editor.room.get() == Room::Phone);
    view! {
        <aside class="e-leg right" id="leg-look" tabindex="-1" aria-label="Look">
            {move || (!phone.get()).then(|| view! { <div class="e-design">{design(editor)}</div> })}
        </aside>
    }
    .into_any()
}

/// Looks, palettes, layouts and the folded rest.
pub fn design(editor: Editor) -> AnyView {
    view! {
        <div class="e-design-head"><h2 id="look">"Look"</h2><span class="m-soft">"Your page, six ways"</span></div>
        {look_picker::shelf(editor)}
        <h2>"Palette"</h2>
        {crate::components::radio::palettes(editor)}
        <h2>"Layout"</h2>
        {crate::components::radio::layouts(editor)}
        {sections::rows(editor)}
    }
    .into_any()
}

/// One part of the theme, redrawn only when it changes.
pub fn theme<T: PartialEq + Send + Sync + 'static>(editor: Editor, part: fn(&Theme) -> T) -> Memo<T> {
    editor.part(move |it| part(&it.theme))
}

/// Changes one field of the background.
pub(super) fn background(field: &str, value: Value) -> Value {
    json!({ "background": one(field, value) })
}

/// A patch of one field.
pub(super) fn one(field: &str, value: Value) -> Value {
    let mut fields = serde_json::Map::new();
    fields.insert(field.to_owned(), value);
    Value::Object(fields)
}
