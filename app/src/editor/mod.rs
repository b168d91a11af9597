//! `/edit`: the editor. The page itself on the table, its tiles and its design on either side; every change goes out at once.

pub mod canvas;
mod conflict;
pub mod design_panel;
mod history;
mod inspector;
mod mobile;
pub mod presence;
mod publish;
mod shortcuts;
mod sidebar;
pub mod state;
#[cfg(test)]
mod stylesheet_names;
mod sync;
mod toolbar;
mod upload;

use leptos::prelude::*;
use mantel_model::api::{DraftView, PageView};
use mantel_model::look::Look;
use serde::{Deserialize, Serialize};
pub use state::editor::Editor;
use state::editor::Leg;

/// What the service tells the editor at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// The page of the account.
    pub page: PageView,
    /// What is live, if anything is.
    pub live: Option<DraftView>,
    /// Host of the service as shown before a name.
    pub host: String,
    /// Address of the service, without a slash at its end.
    pub base: String,
    /// Stylesheet address of each look, by wire name.
    pub styles: Vec<(String, String)>,
    /// What this build is called: a tab of another build offers to reload.
    pub build: String,
}

impl Start {
    /// The stylesheet of a look.
    pub fn style(&self, look: Look) -> Option<&str> {
        self.styles.iter().find(|(name, _)| name == look.as_str()).map(|(_, href)| href.as_str())
    }
}

/// Begins in the browser: what this tab had, what was left in others, then the service.
pub fn begin(start: Start) -> Editor {
    let editor = Editor::new(start);
    state::breakpoint::follow(editor);
    // Before the desk is kept on leaving: what is being written has to be on it by then.
    canvas::begin(editor);
    sync::begin(editor);
    sync::image_metadata::follow(editor);
    editor
}

/// The history, in the left leg's place while it is called for.
fn history_leg(editor: Editor) -> AnyView {
    let open = Memo::new(move |_| editor.leg.get() == Leg::History);
    let shown = move || open.get().then(|| history::leg(editor));
    shown.into_any()
}

/// The whole screen.
pub fn view(editor: Editor) -> AnyView {
    design_panel::follow(editor);
    view! {
        <div class="e-desk" class:legless=move || !editor.legs.get() data-sheet=move || state::breakpoint::sheet(editor)>
            {toolbar::rail(editor)}
            <main class="e-main">
                {sidebar::leg(editor)}
                {history_leg(editor)}
                {canvas::view::table(editor)}
                {inspector::card(editor)}
                {design_panel::leg(editor)}
                {presence::banner(editor)}
            </main>
            {mobile::phone(editor)}
            {shortcuts::sheet(editor)}
            {publish::sheet(editor)}
            <p class="m-hidden" role="status" aria-live="polite">{move || editor.said.get()}</p>
        </div>
    }
    .into_any()
}
