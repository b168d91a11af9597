//! The history, in place of the sidebar: who changed what and when, and what was published; viewing and restoring a
//! version.

use leptos::prelude::*;
use mantel_model::api::{HistoryDraft, HistoryEntry};
use mantel_model::sync::DraftSync;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

use super::presence::author;
use super::sync::session_token::with_token;
use crate::api_client;
use crate::components::{datetime, dom, icon};
use crate::editor::state::dialog::SidebarTab;
use crate::editor::state::editor::Editor;

/// The state of the list.
#[derive(Clone, Debug, PartialEq)]
enum HistoryState {
    /// Not loaded yet.
    Loading,
    /// The entries, newest first.
    Entries(Vec<HistoryEntry>),
    /// Why it could not be loaded.
    Failed(String),
}

/// The history, in place of the sidebar.
pub fn panel(editor: Editor) -> AnyView {
    let known = RwSignal::new(HistoryState::Loading);
    let asked = StoredValue::new(false);
    let version = Memo::new(move |_| {
        (editor.draft_sync.with(DraftSync::version), editor.published.get().map(|published| published.at))
    });
    Effect::new(move |before: Option<()>| {
        // Read, because a memo that is only tracked is never computed, so that nothing changes it.
        version.get();
        // Versions in quick succession cause one request; versions that keep coming do not put it off.
        if !asked.get_value() {
            asked.set_value(true);
            dom::after(if before.is_none() { 0 } else { 600 }, move || {
                if asked.try_set_value(false).is_none() {
                    read(known);
                }
            });
        }
    });
    let close = move || {
        editor.viewed_version.set(None);
        editor.show_sidebar_tab(SidebarTab::Tiles);
    };
    let keys = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Escape" => {
            event.stop_propagation();
            if editor.viewed_version.with_untracked(Option::is_some) {
                editor.viewed_version.set(None);
            } else {
                close();
            }
        }
        "ArrowDown" | "ArrowUp" => step(&event),
        _ => {}
    };
    let listed = Memo::new(move |_| known.with(|known| matches!(known, HistoryState::Entries(_))));
    let entries = move || {
        known.with(|known| if let HistoryState::Entries(entries) = known { entries.clone() } else { Vec::new() })
    };
    // Rows that have not changed stay, with the focus on them.
    let key = |entry: &HistoryEntry| {
        format!("{} {} {} {:?}", entry.version, entry.at, entry.summary, (entry.live, &entry.published_at))
    };
    let rows = move || {
        if listed.get() {
            return view! { <ol class="editor-history"><For each=entries key=key children=move |entry| row(editor, entry)/></ol> }.into_any();
        }
        match known.get() {
            HistoryState::Failed(words) => view! { <p class="editor-history-message" role="alert">{words}" "<button type="button" class="ui-link" on:click=move |_| read(known)>"Try again"</button></p> }.into_any(),
            _ => view! { <p class="editor-history-message">"Reading the history"</p> }.into_any(),
        }
    };
    view! {
        <aside class="editor-side-panel left editor-history-panel" aria-label="History" on:keydown=keys>
            <header class="editor-history-header">
                <h2>"History"</h2>
                <button type="button" class="editor-tool-button" aria-label="Close the history" on:click=move |_| close()>{icon::stroke(icon::CLOSE)}</button>
            </header>
            {rows}
        </aside>
    }
    .into_any()
}

fn read(known: RwSignal<HistoryState>) {
    spawn_local(async move {
        let answer = with_token(async |token| api_client::history(token).await).await;
        let now = match answer {
            Ok(it) => HistoryState::Entries(it.history),
            // Entries that were loaded before stay.
            Err(_) if matches!(known.try_get_untracked(), Some(HistoryState::Entries(_)) | None) => return,
            Err(failure) => HistoryState::Failed(failure.words),
        };
        let _ = known.try_set(now);
    });
}

fn row(editor: Editor, entry: HistoryEntry) -> AnyView {
    let version = entry.version;
    let chosen = move || {
        editor.viewed_version.with(|looking| looking.as_ref().is_some_and(|looking| looking.entry.version == version))
    };
    let current = move || editor.draft_sync.with(DraftSync::version) == version;
    let time = datetime::relative(&entry.at);
    // "Just now" says when already.
    let fresh = time == "just now";
    let who = author::name(&entry.by);
    let live = match (entry.live, &entry.published_at) {
        (true, Some(at)) => Some(format!("Live since {}", datetime::since(at))),
        (true, None) => Some("Live".to_owned()),
        (false, Some(at)) => Some(format!("Was put up {}", datetime::since(at))),
        (false, None) => None,
    };
    let look = move |_| view_version(editor, version);
    view! {
        <li>
            <button type="button" class="editor-history-entry" class:chosen=chosen aria-pressed=move || chosen().to_string() on:click=look>
                {author::avatar(editor, &entry.by)}
                <span class="editor-history-text">
                    <span class="editor-history-summary">{entry.summary}</span>
                    <span class="editor-history-author">{who}", "{time}{move || (current() && !fresh).then_some(", as it is now")}</span>
                    {live.map(|live| view! { <span class="editor-history-live"><i aria-hidden="true"></i>{live}</span> })}
                </span>
                <span class="editor-history-version"><span class="ui-sr-only">"Version "</span>{version}</span>
            </button>
        </li>
    }
    .into_any()
}

/// Shows a version on the canvas; choosing the current one shows the draft again.
fn view_version(editor: Editor, version: u64) {
    if editor.draft_sync.with_untracked(DraftSync::version) == version {
        editor.viewed_version.set(None);
        return;
    }
    spawn_local(async move {
        match with_token(async |token| api_client::history_draft(token, version).await).await {
            Ok(draft) => {
                editor.select(None);
                editor.announce(&format!("Version {version} is on the table. Restore and Back to now are above it."));
                editor.viewed_version.set(Some(draft));
            }
            Err(failure) => editor.notify(&failure.words, false),
        }
    });
}

/// Moves the focus to the next or the previous row.
fn step(event: &web_sys::KeyboardEvent) {
    let Some(row) = dom::closest(event, ".editor-history li") else { return };
    let next = if event.key() == "ArrowDown" { row.next_element_sibling() } else { row.previous_element_sibling() };
    if let Some(button) = next.and_then(|next| next.first_element_child()) {
        event.prevent_default();
        event.stop_propagation();
        let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
    }
}

/// The bar over the canvas about the version it shows: "Version 38, live since 14 November. Restore. Back to now".
pub fn bar(editor: Editor) -> AnyView {
    let shown = move || editor.viewed_version.get().map(|version| looking(editor, version));
    shown.into_any()
}

fn looking(editor: Editor, it: HistoryDraft) -> AnyView {
    let version = it.entry.version;
    let when = match (it.entry.live, &it.entry.published_at) {
        (true, Some(at)) => format!("live since {}", datetime::since(at)),
        _ => datetime::relative(&it.entry.at),
    };
    let restore = move |_| {
        let draft = it.draft.clone().split_facts().0;
        editor.viewed_version.set(None);
        let words = format!("Restored version {version}");
        if editor.restore_draft(&draft, &words) {
            editor.notify(&words, true);
        } else {
            editor.notify("The page is as it was in that version.", false);
        }
    };
    view! {
        <p class="editor-version-bar" role="status">
            <span>{format!("Version {version}, {when}")}</span>
            <button type="button" class="ui-button" on:click=restore>"Restore"</button>
            <button type="button" class="ui-link" on:click=move |_| editor.viewed_version.set(None)>"Back to now"</button>
        </p>
    }
    .into_any()
}
