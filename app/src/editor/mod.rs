//! `/edit`: the editor. The page itself on the canvas, its tiles and its design on either side; every change is sent at
//! once.

mod add_menu;
mod canvas;
mod conflict;
mod design_panel;
mod history;
mod image_chooser;
mod inspector;
mod mobile;
mod move_in;
mod move_to;
mod panels;
mod presence;
mod publish;
mod responsive;
mod shortcuts;
mod sidebar;
mod sign_in;
pub mod state;
#[cfg(test)]
mod stylesheet_names;
mod sync;
mod toolbar;
mod upload;

pub use canvas::editable_fields;
use leptos::prelude::*;
use panels::{Panel, Panels};
use state::breakpoint::Breakpoint;
use state::dialog::{Dialog, SidebarTab};
pub use state::editor::Editor;
pub use state::start::Start;

/// Starts in the browser: restores what this tab had stored, adopts the unsaved work of closed tabs, then connects to
/// the service.
pub fn begin(start: Start) -> Editor {
    let editor = Editor::new(start);
    responsive::listen(editor);
    // Before `sync` stores the draft on `pagehide`: the text being edited in place must be part of it by then.
    canvas::listen(editor);
    shortcuts::listen(editor);
    sync::start(editor);
    move_in::asked(editor);
    sync::image_metadata::follow(editor);
    editor
}

/// The history, in place of the sidebar while it is open.
fn history_panel(editor: Editor, panels: Panels) -> AnyView {
    let open = Memo::new(move |_| editor.sidebar_tab.get() == SidebarTab::History);
    let shown = move || open.get().then(|| panels.view(Panel::History));
    shown.into_any()
}

/// The design beside the canvas; a drawer below 1180 px. A phone has a bottom sheet instead.
fn design_panel(editor: Editor, panels: Panels) -> AnyView {
    let phone = Memo::new(move |_| editor.breakpoint.get() == Breakpoint::Phone);
    view! {
        <aside class="editor-side-panel right" id="design-panel" tabindex="-1" aria-label="Look">
            {move || (!phone.get()).then(|| view! { <div class="editor-design">{panels.view(Panel::Design)}</div> })}
        </aside>
    }
    .into_any()
}

/// The canvas, with the overlays of presence, conflicts and the history.
fn page_canvas(editor: Editor, panels: Panels) -> AnyView {
    let over = move || {
        view! { {presence::marks(editor)}{panels.view(Panel::NoteBar)}{panels.view(Panel::Conflict)} }.into_any()
    };
    let foot = move || view! { {presence::foot(editor)}{panels.view(Panel::HistoryBar)} }.into_any();
    canvas::canvas(editor, over, foot)
}

/// The whole screen.
pub fn view(editor: Editor) -> AnyView {
    design_panel::follow(editor);
    let panels = Panels::new(editor);
    view! {
        <div class="editor-screen" class:panels-hidden=move || !editor.panels_shown.get() data-dialog=move || editor.dialog.get().map(Dialog::as_str)>
            {toolbar::toolbar(editor)}
            <main class="editor-main">
                <h1 class="ui-sr-only">"Your page"</h1>
                {sidebar::sidebar(editor, move || panels.view(Panel::AddMenu))}
                {history_panel(editor, panels)}
                {page_canvas(editor, panels)}
                {panels.view(Panel::Inspector)}
                {design_panel(editor, panels)}
                {presence::banner(editor)}
            </main>
            {mobile::phone(editor, move || panels.view(Panel::DesignSheet), move || panels.view(Panel::InspectorSheet), move || panels.view(Panel::AddKinds))}
            {panels.view(Panel::Shortcuts)}
            {panels.view(Panel::MoveTo)}
            {panels.view(Panel::MoveIn)}
            {panels.view(Panel::SignIn)}
            {panels.view(Panel::Publish)}
            {panels.failure()}
            <p class="ui-sr-only" role="status" aria-live="polite">{move || editor.announcement.get()}</p>
        </div>
    }
    .into_any()
}
