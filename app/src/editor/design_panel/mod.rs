//! The design panel: how the page looks. Every choice is one edit, shown on the page at once.

mod accent;
mod background;
mod look_picker;
mod sections;
mod theme_choices;
mod theme_edit;

use crate::editor::state::editor::Editor;
use leptos::prelude::*;
pub use look_picker::follow;
pub use theme_choices::avatar_shapes;

/// Looks, palettes, layouts, and the rest in collapsed rows.
pub fn design(editor: Editor) -> AnyView {
    view! {
        <div class="editor-design-header"><h2 id="look">"Look"</h2><span class="ui-muted">"Your page, six ways"</span></div>
        {look_picker::looks(editor)}
        <h2>"Palette"</h2>
        {theme_choices::palettes(editor)}
        <h2>"Layout"</h2>
        {theme_choices::layouts(editor)}
        {sections::rows(editor)}
    }
    .into_any()
}
