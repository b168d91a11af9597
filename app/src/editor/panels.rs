//! The parts of the screen that the first edit does not need. Their code is a separate file, fetched when the first of
//! them is shown or soon after the start, so that they work if the network goes away.

use std::time::Duration;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use super::mobile::{design_sheet, inspector_sheet};
use super::{
    add_menu, canvas, conflict, design_panel, history, inspector, move_in, move_to, publish, shortcuts, sign_in,
};
use crate::components::lazy_code::{LazyCode, LoadState, call_loaded};
use crate::editor::state::breakpoint::Breakpoint;
use crate::editor::state::dialog::SidebarTab;
use crate::editor::state::editor::Editor;

/// How long after the start the code is fetched if nothing has needed it yet.
const PREFETCH_DELAY: Duration = Duration::from_secs(3);

/// A part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The buttons of everything that can be added, on a phone.
    AddKinds,
    /// The menu of everything that can be added, in the sidebar.
    AddMenu,
    /// The card of a conflict, over the canvas.
    Conflict,
    /// The design, beside the canvas.
    Design,
    /// The design, on a phone.
    DesignSheet,
    /// The history, in place of the sidebar.
    History,
    /// The bar about the version of the history that the canvas shows.
    HistoryBar,
    /// The inspector, over the canvas.
    Inspector,
    /// The inspector, on a phone.
    InspectorSheet,
    /// The dialog that moves in from a page elsewhere.
    MoveIn,
    /// The dialog that moves the selected tiles to a place or a section.
    MoveTo,
    /// The bar of a note that is being edited: bold, italic, link.
    NoteBar,
    /// The publish dialog.
    Publish,
    /// The list of keyboard shortcuts.
    Shortcuts,
    /// The form to sign in again.
    SignIn,
}

/// The panels of an editor.
#[derive(Clone, Copy)]
pub struct Panels {
    editor: Editor,
    code: LazyCode,
}

impl Panels {
    /// The panels, whose code is fetched when one of them is needed.
    pub fn new(editor: Editor) -> Self {
        let panels = Self { editor, code: LazyCode::new(|| Box::pin(async { load().await.is_ok() })) };
        if !cfg!(feature = "ssr") {
            Effect::new(move |_| {
                if panels.needed() {
                    panels.load();
                }
            });
            set_timeout(move || panels.load(), PREFETCH_DELAY);
        }
        panels
    }

    /// A panel; nothing until its code is loaded.
    pub fn view(self, panel: Panel) -> AnyView {
        let loaded = Memo::new(move |_| self.code.state() == LoadState::Loaded);
        (move || loaded.get().then(|| self.render(panel))).into_any()
    }

    /// The message when the code could not be fetched, with a button to try again.
    pub fn failure(self) -> AnyView {
        let failed = Memo::new(move |_| self.code.state() == LoadState::Failed && self.needed());
        let shown = move || {
            failed.get().then(|| {
                view! {
                    <p class="editor-load-failure" role="alert">
                        "A part of the editor could not be fetched. What you do is kept. "
                        <button type="button" class="ui-link" on:click=move |_| self.load()>"Try again"</button>
                    </p>
                }
            })
        };
        shown.into_any()
    }

    /// Whether one of the panels is open.
    fn needed(self) -> bool {
        let editor = self.editor;
        editor.breakpoint.get() != Breakpoint::Phone
            || editor.dialog.with(Option::is_some)
            || editor.selected.with(|selected| !selected.is_empty())
            || editor.add_menu.get()
            || editor.sidebar_tab.get() == SidebarTab::History
            || editor.open_conflict().is_some()
    }

    /// What reads pasted text is in the same file.
    fn load(self) {
        self.code.load();
        self.editor.paste_reader.load();
    }

    /// Renders in the current reactive owner.
    fn render(self, panel: Panel) -> Option<AnyView> {
        call_loaded(render(panel, self.editor))?.ok()
    }
}

/// A function whose code is in the panels' file.
///
/// # Errors
/// If that file cannot be fetched; a later call tries again.
#[wasm_split(panels, wasm_split_path = leptos::wasm_split, fallible, preload(#[doc = "Fetches the code."] load))]
fn render(panel: Panel, editor: Editor) -> Result<AnyView, SplitLoaderError> {
    Ok(match panel {
        Panel::AddKinds => add_menu::kinds(editor, Callback::new(move |()| editor.close_dialog())),
        Panel::AddMenu => add_menu::menu(editor),
        Panel::Conflict => conflict::card(editor),
        Panel::Design => design_panel::design(editor),
        Panel::DesignSheet => design_sheet::sheet(editor),
        Panel::History => history::panel(editor),
        Panel::HistoryBar => history::bar(editor),
        Panel::Inspector => inspector::card(editor),
        Panel::InspectorSheet => inspector_sheet::sheet(editor),
        Panel::MoveIn => move_in::dialog(editor),
        Panel::MoveTo => move_to::dialog(editor),
        Panel::NoteBar => canvas::note_bar::bar(editor),
        Panel::Publish => publish::publish_dialog(editor),
        Panel::Shortcuts => shortcuts::dialog(editor),
        Panel::SignIn => sign_in::dialog(editor),
    })
}
