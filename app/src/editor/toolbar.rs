//! The toolbar: address, undo and redo, screen size and zoom, presence, save status, publish.

use leptos::prelude::*;
use mantel_model::edit::Changes;
use mantel_model::sync::DraftSync;

use crate::components::icon;
use crate::components::logo::logo;
use crate::editor::state::dialog::{Dialog, Screen, SidebarTab};
use crate::editor::state::editor::Editor;
use crate::editor::state::status::Connection;

/// The toolbar.
pub fn toolbar(editor: Editor) -> AnyView {
    let host = editor.start.with_value(|start| start.host.clone());
    let url = move || {
        editor.username.track();
        editor.start.with_value(|start| start.page.url.clone())
    };
    // One accessible name for the whole address, whose two spans are separate so that the host can shrink first.
    let address = {
        let host = host.clone();
        move || format!("{host}/{}", editor.username.get())
    };
    let changes = changes(editor);
    view! {
        <header class="editor-toolbar ui-wall">
            {move || logo(changes.get() == 0)}
            <a class="editor-address" href=url target="_blank" rel="noopener" aria-label=address><span><span class="ui-muted">{format!("{host}/")}</span><span>{move || editor.username.get()}</span></span>{icon::stroke(icon::ARROW)}</a>
            <a class="editor-settings" href="/settings" aria-label="Settings" title="Settings">{icon::stroke(icon::SETTINGS)}</a>
            <div class="editor-undo-redo">
                {undo_button(editor, "Undo", icon::UNDO, Editor::undo_label, Editor::undo)}
                {undo_button(editor, "Redo", icon::REDO, Editor::redo_label, Editor::redo)}
            </div>
            {screens(editor)}
            <button type="button" class="editor-zoom" aria-pressed=move || editor.full_size.get().to_string() on:click=move |_| editor.full_size.update(|full| *full = !*full)>{move || if editor.full_size.get() { "100%" } else { "Fit" }}</button>
            {drawer(editor, Dialog::Tiles, "Tiles", icon::TILES)}
            {drawer(editor, Dialog::Design, "Look", icon::LOOK)}
            <div class="editor-toolbar-end">
                {super::presence::avatar_group(editor)}
                {state(editor)}
                <button type="button" class="editor-version" aria-expanded=move || (editor.sidebar_tab.get() == SidebarTab::History).to_string() on:click=move |_| editor.sidebar_tab.update(|tab| *tab = if *tab == SidebarTab::History { SidebarTab::Tiles } else { SidebarTab::History })>{icon::stroke(icon::HISTORY)}{move || format!("Version {}", editor.draft_sync.with(DraftSync::version))}</button>
                <span class="editor-change-count">{move || counted(changes.get())}</span>
                <button type="button" class="ui-button editor-publish" id="publish" on:click=move |_| editor.open_dialog(Dialog::Publish)>"Publish"<span class="editor-publish-count">{move || match changes.get() { 0 => String::new(), some => format!(" {some}") }}</span></button>
            </div>
        </header>
        <div class="ui-shelf low editor-shelf" aria-hidden="true"></div>
    }
    .into_any()
}

/// How many changes a publish would contain: tiles, the profile, the look.
pub fn changes(editor: Editor) -> Memo<usize> {
    Memo::new(move |_| {
        editor.draft.with(|draft| {
            editor.live.with(|live| match live {
                None => draft.tiles.len() + 1,
                Some(live) if live == draft => 0,
                Some(live) => {
                    let changes = Changes::between(live, draft);
                    let moved = usize::from(!changes.moved.is_empty());
                    let own = usize::from(!changes.profile.is_empty()) + usize::from(!changes.theme.is_empty());
                    changes.added.len() + changes.changed.len() + changes.removed.len() + moved + own
                }
            })
        })
    })
}

fn counted(count: usize) -> AnyView {
    match count {
        0 => view! { <span class="ui-muted">"Up to date"</span> }.into_any(),
        1 => view! { <i class="editor-change-dot" aria-hidden="true"></i>"1 change" }.into_any(),
        many => view! { <i class="editor-change-dot" aria-hidden="true"></i>{format!("{many} changes")} }.into_any(),
    }
}

fn undo_button(
    editor: Editor,
    label: &'static str,
    drawing: &'static str,
    able: fn(Editor) -> Option<String>,
    act: fn(Editor),
) -> AnyView {
    let words = Memo::new(move |_| able(editor));
    let title = move || {
        words.get().map_or_else(|| format!("Nothing to {}", label.to_lowercase()), |word| format!("{label}: {word}"))
    };
    view! {
        <button type="button" class="editor-tool-button" aria-label=label title=title aria-disabled=move || words.get().is_none().to_string() on:click=move |_| act(editor)>{icon::stroke(drawing)}</button>
    }
    .into_any()
}

/// A button that opens a panel for which there is no room beside the canvas.
fn drawer(editor: Editor, dialog: Dialog, label: &'static str, drawing: &'static str) -> AnyView {
    let open = move || (editor.dialog.get() == Some(dialog)).to_string();
    let class = format!("editor-drawer-button for-{}", label.to_lowercase());
    let id = format!("open-{}", label.to_lowercase());
    view! { <button type="button" class=class id=id aria-expanded=open on:click=move |_| editor.toggle_dialog(dialog)>{icon::stroke(drawing)}{label}</button> }.into_any()
}

fn screens(editor: Editor) -> AnyView {
    let one = move |is: Screen, label: &'static str, drawing: &'static str| view! { <button type="button" aria-pressed=move || (editor.screen.get() == is).to_string() on:click=move |_| editor.screen.set(is)>{icon::stroke(drawing)}{label}</button> };
    view! { <div class="ui-segmented editor-screen-switch" role="group" aria-label="Screen">{one(Screen::Desktop, "Desktop", icon::MONITOR)}{one(Screen::Phone, "Phone", icon::DEVICE)}</div> }.into_any()
}

/// The status when everything is saved; after a reconnect it says for a while how many changes were sent.
fn saved(went_up: usize) -> String {
    match went_up {
        0 => "Saved".to_owned(),
        1 => "Saved. Your change went up.".to_owned(),
        many => format!("Saved. All {many} went up."),
    }
}

/// The save status (screens, 2 "States").
fn state(editor: Editor) -> AnyView {
    let conflicts = Memo::new(move |_| editor.draft_sync.with(|sync| sync.conflicts().len()));
    let refused = Memo::new(move |_| editor.draft_sync.with(|sync| sync.rejected().len()));
    let waiting = Memo::new(move |_| editor.draft_sync.with(DraftSync::pending));
    let shown = move || match editor.connection.get() {
        // As the server renders it, and until what this tab had stored is back.
        _ if !editor.restored.get() => ("soft", icon::SPINNER, "Getting ready".to_owned()),
        Connection::SignedOut => ("warn", icon::WARNING, "Signed out".to_owned()),
        Connection::Offline if waiting.get() > 0 => {
            ("warn", icon::OFFLINE, format!("Offline, {} kept here", waiting.get()))
        }
        Connection::Offline => ("warn", icon::OFFLINE, "Offline".to_owned()),
        Connection::Unreachable => ("warn", icon::SPINNER, "Trying again, nothing lost".to_owned()),
        _ if conflicts.get() > 0 => ("ember", icon::WARNING, "Changed elsewhere: choose".to_owned()),
        _ if refused.get() > 0 => ("ember", icon::WARNING, "One change didn't fit".to_owned()),
        Connection::Saving => ("soft", icon::SPINNER, "Saving".to_owned()),
        // Not yet sent for long enough to call it slow, but not saved either.
        Connection::Online if waiting.get() > 0 => ("soft", icon::SPINNER, "Saving".to_owned()),
        Connection::Online => ("", icon::CHECK, saved(editor.synced_after_reconnect.get())),
    };
    view! {
        <button type="button" class="editor-status" data-tone=move || shown().0 data-waiting=move || waiting.get().to_string() on:click=move |_| super::presence::show_question(editor)>
            {move || icon::stroke(shown().1)}<span role="status">{move || shown().2}</span>
        </button>
    }
    .into_any()
}
