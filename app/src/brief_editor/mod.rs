//! `/new`: the brief editor. A form and a JSON field for one brief, with a live preview of the page beside them.

mod brief_state;
mod claim;
mod form;
mod json;
mod move_in;
mod preview;
mod reader;
mod share_link;
mod sidebar;
mod start;
mod state;
mod storage;
mod toolbar;

use leptos::prelude::*;
pub use reader::fetch as fetch_reader;
pub use start::Start;
pub use state::BriefEditor;
pub use storage::{needs_reader, restore};

/// The whole screen.
pub fn view(editor: BriefEditor) -> AnyView {
    view! {
        <div class="brief-screen" class:moving=move || editor.tab.get() == state::Tab::MoveIn>
            {toolbar::toolbar(editor)}
            <main class="brief-main">
                <h1 class="ui-sr-only">"New page"</h1>
                <div class="brief-sidebar" class:claiming=move || editor.claim_open.get()>
                    {sidebar::sidebar(editor)}
                    {claim::card(editor)}
                </div>
                {preview::preview(editor)}
            </main>
            <p class="ui-sr-only" role="status" aria-live="polite">{move || editor.announcement.get()}</p>
        </div>
    }
    .into_any()
}
