//! Sync between the draft and the service: sends steps one by one, receives changes by others, stores unsent work in
//! the browser.

use crate::editor::state::editor::Editor;
use crate::editor::state::remote_change::RemoteChange;
use crate::editor::state::status::Connection;
mod attribution;
mod events;
pub mod image_metadata;
pub mod reconnect;
pub mod session_token;
mod storage;
mod tab_lock;

use std::collections::HashMap;

use attribution::{AuthoredChanges, Authorship};
use leptos::prelude::*;
use mantel_model::api::{By, ByKind, PageView};
use mantel_model::facts::Facts;
use mantel_model::sync::{DraftSync, Step};
use mantel_model::{Draft, Edit, TileId};
use session_token::with_token;
use wasm_bindgen_futures::spawn_local;

use crate::api_client;
use crate::api_client::Failure;
use crate::components::dom;

/// Stores the work in the browser at once, because the document is being left.
pub fn store_now(editor: Editor) {
    storage::store(editor);
}

/// After how many milliseconds a request in flight shows as saving.
const SLOW: u64 = 400;
/// The problem code when an idempotency key was used with another request before.
const KEY_REUSED: &str = "idempotency_key_reused";
/// Delays between retries while the service cannot be reached, seconds.
const WAITS: [u32; 6] = [1, 2, 4, 8, 16, 30];

/// Restores what this tab had stored, adopts what closed tabs left, and connects to the service.
pub fn start(editor: Editor) {
    editor.on_change(flush);
    storage::restore(editor);
    events::listen(editor);
    follow_network(editor);
    reconnect::follow(editor);
    flush(editor);
}

/// Follows the browser's online and offline events.
fn follow_network(editor: Editor) {
    let offline = window_event_listener(leptos::ev::offline, move |_| editor.connection.set(Connection::Offline));
    let online = window_event_listener(leptos::ev::online, move |_| wake(editor));
    std::mem::forget((offline, online));
    if !window().navigator().on_line() {
        editor.connection.set(Connection::Offline);
    }
}

/// Retries at once.
pub fn wake(editor: Editor) {
    if editor.connection.get_untracked() != Connection::Online {
        reconnect::reached(editor);
        editor.connection.set(Connection::Online);
    }
    events::reconnect();
    spawn_local(async move {
        refresh(editor).await;
        flush(editor);
    });
}

/// Sends the next step that waits, unless one is in flight. While the service cannot be reached, steps wait for the
/// next retry.
pub fn flush(editor: Editor) {
    storage::store_soon(editor);
    if storage::was_left() {
        return;
    }
    if matches!(
        editor.connection.get_untracked(),
        Connection::Offline | Connection::Unreachable | Connection::SignedOut
    ) {
        return;
    }
    let Some((step, edit)) = editor.draft_sync.try_update(DraftSync::next_to_send).flatten() else { return };
    spawn_local(async move {
        send(editor, step, edit).await;
    });
}

async fn send(editor: Editor, step: Step, edit: Edit) {
    let base = editor.draft_sync.with_untracked(DraftSync::version);
    show_saving_if_slow(editor, step.key.clone());
    let answer = with_token(async |token| api_client::edit(token, &edit, base, &step.key).await).await;
    match answer {
        Ok(version) => {
            editor.draft_sync.update(|sync| sync.confirm(version));
            answered(editor);
            reconnect::step_sent(editor);
            events::fetch_newer(editor);
            flush(editor);
        }
        Err(failure) => refused(editor, &step, base, failure).await,
    }
}

fn show_saving_if_slow(editor: Editor, key: String) {
    dom::after(SLOW, move || {
        let going = editor.draft_sync.with_untracked(|sync| sync.in_flight().is_some_and(|flying| flying.key == key));
        if going && editor.connection.get_untracked() == Connection::Online {
            editor.connection.set(Connection::Saving);
        }
    });
}

/// Handles the refusal of a step that was sent on the version `base`. A step is rejected only by the service itself:
/// what a proxy or a public network replies has no problem code, and the step is sent again later.
async fn refused(editor: Editor, step: &Step, base: u64, failure: Failure) {
    match failure.status {
        // The service has made a request with this key whose content differs.
        422 if failure.code == KEY_REUSED => key_reused(editor, step).await,
        401 => {
            editor.draft_sync.update(DraftSync::send_failed);
            editor.connection.set(Connection::SignedOut);
        }
        0 | 408 | 429 | 500.. => send_later(editor, &failure),
        _ if failure.code.is_empty() => send_later(editor, &failure),
        // The tile is gone, or the base version is outdated: the newer draft decides what becomes of the step.
        404 | 409 => {
            // Until then the step counts as in flight, so that no second request sends it.
            editor.draft_sync.update(DraftSync::not_made);
            let read = reload(editor, true).await;
            if read && editor.draft_sync.with_untracked(DraftSync::version) == base {
                // There is no newer draft: the step itself was rejected.
                editor.draft_sync.update(|sync| sync.reject(&failure.words));
            } else {
                editor.draft_sync.update(DraftSync::send_failed);
            }
            flush(editor);
        }
        _ => {
            editor.draft_sync.update(|sync| sync.reject(&failure.words));
            editor.announce(&format!("One change didn't fit. {}", failure.words));
            answered(editor);
            flush(editor);
        }
    }
}

fn send_later(editor: Editor, failure: &Failure) {
    editor.draft_sync.update(DraftSync::send_failed);
    retry_later(editor, failure.wait);
}

/// The step's key was used before with a different request. If an earlier request of this step got no reply, it was
/// that one, made on an older version: the step is done. Otherwise the key belongs to something else, and the step is
/// sent again under a new one.
async fn key_reused(editor: Editor, step: &Step) {
    if !step.sent {
        editor.draft_sync.update(DraftSync::key_was_taken);
        return if session_token::failed() == 0 { flush(editor) } else { retry_later(editor, None) };
    }
    if reload(editor, true).await {
        editor.draft_sync.update(|sync| sync.already_applied(&step.key));
        flush(editor);
    } else {
        editor.draft_sync.update(DraftSync::send_failed);
    }
}

/// Retries after a delay that grows each time; fetches the page first, because the request may have been carried out.
fn retry_later(editor: Editor, wait: Option<u32>) {
    if editor.connection.get_untracked() == Connection::Offline {
        return;
    }
    editor.connection.set(if window().navigator().on_line() { Connection::Unreachable } else { Connection::Offline });
    let tries = session_token::failed();
    let wait = wait.unwrap_or_else(|| WAITS.get(tries).copied().unwrap_or(30));
    dom::after(u64::from(wait) * 1000, move || {
        if editor.connection.get_untracked() == Connection::Unreachable {
            spawn_local(async move {
                refresh(editor).await;
                flush(editor);
            });
        }
    });
}

fn answered(editor: Editor) {
    let was = editor.connection.get_untracked();
    session_token::answered();
    // A reply that was under way when the browser went offline does not end that.
    let offline = was == Connection::Offline && !window().navigator().on_line();
    if !offline && was != Connection::Online && was != Connection::SignedOut {
        editor.connection.set(Connection::Online);
        if matches!(was, Connection::Unreachable | Connection::Offline) {
            reconnect::reached(editor);
            events::reconnect();
        }
    }
}

/// Fetches the page and rebases the steps on it; `false` if it could not be fetched.
pub async fn refresh(editor: Editor) -> bool {
    reload(editor, false).await
}

/// The same; `own` if it is called for the step in flight. Any other step in flight gets the newer draft with its
/// reply: rebasing in between would send it twice.
async fn reload(editor: Editor, own: bool) -> bool {
    match with_token(async |token| api_client::own_page(token).await).await {
        Ok(Some(page)) => {
            answered(editor);
            let parts = attribution::between(editor.draft_sync.with_untracked(DraftSync::version), page.version).await;
            if own || editor.draft_sync.with_untracked(|sync| sync.in_flight().is_none()) {
                arrive(editor, page, parts);
            }
            return true;
        }
        // The page was deleted elsewhere: the settings show what can be done.
        Ok(None) => {
            let _ = window().location().set_href("/settings");
        }
        Err(failure) if failure.status == 401 => editor.connection.set(Connection::SignedOut),
        Err(failure) => retry_later(editor, failure.wait),
    }
    false
}

/// Applies a draft from the service, with the changes of each author as far as they are known.
fn arrive(editor: Editor, page: PageView, parts: AuthoredChanges) {
    if editor.username.with_untracked(|name| *name != page.username.as_str()) {
        editor.username.set(page.username.to_string());
        editor
            .start
            .update_value(|start| (start.page.username, start.page.url) = (page.username.clone(), page.url.clone()));
    }
    let (draft, facts) = page.draft.split_facts();
    set_suspended(editor, page.suspended);
    set_facts(editor, facts);
    image_metadata::merge(editor, page.pictures);
    set_published(editor, page.published);
    for (draft, version, whose) in parts.earlier {
        changed(editor, draft, version, whose);
    }
    let whose = parts.last.unwrap_or((By { kind: ByKind::Owner, name: None }, String::new()));
    changed(editor, draft, page.version, whose);
}

/// Applies a change by somebody else.
fn changed(editor: Editor, draft: Draft, version: u64, (by, at): Authorship) {
    let arrival = editor.draft_sync.try_update(|sync| sync.receive(draft, version, Some(&by), &at)).flatten();
    storage::store_soon(editor);
    let Some(arrival) = arrival.filter(|arrival| arrival.before != arrival.after) else { return };
    if arrival.conflicts > 0 {
        editor.announce("Changed elsewhere too: choose which to keep. Everything else goes on.");
    }
    let change = RemoteChange {
        by,
        at: js_sys::Date::now(),
        before: arrival.before,
        after: arrival.after,
        changes: arrival.changes,
    };
    editor.announce(&format!("{}, by {}.", change.changes.summary, change.author_and_means()));
    editor.remote_changes.update(|remote_changes| {
        remote_changes.push(change);
        let over = remote_changes.len().saturating_sub(40);
        remote_changes.drain(..over);
    });
}

/// Link metadata is not part of the draft, so it can neither be undone nor cause a conflict.
fn set_facts(editor: Editor, facts: HashMap<TileId, Facts>) {
    if editor.facts.with_untracked(|current| **current != facts) {
        editor.facts.set(std::sync::Arc::new(facts));
    }
}

/// Sets whether the page was taken down.
fn set_suspended(editor: Editor, suspended: Option<String>) {
    if editor.suspended.with_untracked(|current| *current != suspended) {
        editor.suspended.set(suspended);
    }
}

/// The live version has changed: fetches it.
fn set_published(editor: Editor, published: Option<mantel_model::api::Published>) {
    if editor.published.with_untracked(|current| *current == published) {
        return;
    }
    editor.published.set(published);
    let name = editor.start.with_value(|start| start.page.username.to_string());
    spawn_local(async move {
        if let Ok(live) = api_client::live_page(&name).await {
            editor.live.set(live.map(|live| {
                let tiles = live.tiles.into_iter().map(|tile| tile.tile).collect();
                Draft { profile: live.profile, theme: live.theme, tiles }
            }));
        }
    });
}
