//! A button that leads to a line in the JSON tab.

use leptos::prelude::*;

use crate::brief_editor::state::{BriefEditor, Tab};

/// Shows a line in the JSON tab.
pub fn json_link(editor: BriefEditor, line: u32) -> AnyView {
    let show = move |_| {
        editor.show_tab(Tab::Json);
        editor.reveal_line.set(Some(line));
    };
    view! { <button type="button" class="ui-link brief-show-json" on:click=show>"Show in JSON"</button> }.into_any()
}
