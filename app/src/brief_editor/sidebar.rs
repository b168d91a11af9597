//! The sidebar: the tabs Form and JSON for one brief, moving in from elsewhere, and the number of warnings.

use leptos::prelude::*;

use super::state::{BriefEditor, Origin, Tab};
use super::{form, json, move_in, storage};
use crate::components::{dom, icon};

/// The whole sidebar.
pub fn sidebar(editor: BriefEditor) -> AnyView {
    view! {
        <div class="brief-sidebar-body" inert=move || editor.claim_open.get()>
            <div class="brief-tabs" role="tablist" aria-label="The page as" on:keydown=move |event| tab_keys(editor, &event)>
                {tab(editor, Tab::Form, "Form")}
                {tab(editor, Tab::Json, "JSON")}
                {tab(editor, Tab::MoveIn, "Move in")}
                {warning_count(editor)}
            </div>
            {origin_notice(editor)}
            <div id="panel-form" role="tabpanel" aria-labelledby="tab-form" hidden=move || editor.tab.get() != Tab::Form>
                {form::form(editor)}
            </div>
            <div id="panel-json" role="tabpanel" aria-labelledby="tab-json" hidden=move || editor.tab.get() != Tab::Json>
                {json::field(editor)}
            </div>
            <div id="panel-move-in" role="tabpanel" aria-labelledby="tab-move-in" hidden=move || editor.tab.get() != Tab::MoveIn>
                {move_in::panel(editor)}
            </div>
            {undo_bar(editor)}
        </div>
    }
    .into_any()
}

fn tab(editor: BriefEditor, tab: Tab, label: &'static str) -> AnyView {
    let selected = move || editor.tab.get() == tab;
    let name = label.to_lowercase().replace(' ', "-");
    // Its code is fetched while the pointer or the focus is on its way.
    let near = move || {
        if tab == Tab::MoveIn {
            editor.move_in.load();
        }
    };
    view! {
        <button type="button" role="tab" id=format!("tab-{name}") aria-controls=format!("panel-{name}") aria-selected=move || selected().to_string() tabindex=move || if selected() { "0" } else { "-1" } on:pointerenter=move |_| near() on:focus=move |_| near() on:click=move |_| editor.show_tab(tab)>{label}</button>
    }
    .into_any()
}

fn tab_keys(editor: BriefEditor, event: &web_sys::KeyboardEvent) {
    const TABS: [(Tab, &str); 3] = [(Tab::Form, "tab-form"), (Tab::Json, "tab-json"), (Tab::MoveIn, "tab-move-in")];
    let at = TABS.iter().position(|(tab, _)| *tab == editor.tab.get_untracked()).unwrap_or_default();
    let to = match event.key().as_str() {
        "ArrowRight" => at + 1,
        "ArrowLeft" => at + TABS.len() - 1,
        "Home" => 0,
        "End" => TABS.len() - 1,
        _ => return,
    };
    let Some((tab, id)) = TABS.get(to % TABS.len()).copied() else { return };
    event.prevent_default();
    editor.show_tab(tab);
    dom::focus(id);
}

/// The number of warnings and errors; a click shows the first.
fn warning_count(editor: BriefEditor) -> impl IntoView {
    let count = Memo::new(move |_| {
        editor.state.with(|state| state.warnings.len()) + usize::from(editor.json_error.with(Option::is_some))
    });
    move || {
        let label = match count.get() {
            0 => return None,
            1 => "1 thing to look at".to_owned(),
            count => format!("{count} things to look at"),
        };
        Some(
            view! { <button type="button" class="brief-warning-count ui-warning" on:click=move |_| show_first_warning(editor)>{icon::stroke(icon::WARNING)}{label}</button> },
        )
    }
}

fn show_first_warning(editor: BriefEditor) {
    let error_line = editor.json_error.with_untracked(|error| error.as_ref().map(|error| error.line));
    let warning_line =
        editor.state.with_untracked(|state| state.warnings.iter().find_map(|located| located.warning.line));
    editor.show_tab(Tab::Json);
    editor.reveal_line.set(error_line.or(warning_line));
}

/// A notice about where the page came from, shown once at the top.
fn origin_notice(editor: BriefEditor) -> impl IntoView {
    move || {
        match editor.origin.get() {
        Origin::Link => Some(view! { <p class="brief-notice">"This page came in the link. Nothing is stored until you make it yours."</p> }.into_any()),
        Origin::Storage => Some(
            view! { <p class="brief-notice">"Picked up where you left off. "<button type="button" class="ui-link" on:click=move |_| storage::start_fresh(editor)>"Start fresh"</button></p> }.into_any(),
        ),
        Origin::Empty | Origin::Edited => None,
    }
    }
}

/// The undo button, at the bottom.
fn undo_bar(editor: BriefEditor) -> impl IntoView {
    move || {
        editor.undo_step.get().map(|step| {
            view! { <p class="brief-undo"><span>{step.label}</span><button type="button" class="ui-link" on:click=move |_| editor.undo()>"Undo"</button></p> }
        })
    }
}
