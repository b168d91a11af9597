//! Between the desk and the service: steps go out one by one, what others did comes in, what waits is kept in the browser.

mod attribution;
mod events;
pub mod image_metadata;
mod reconnect;
mod session_token;
mod storage;

use std::collections::HashMap;

use attribution::{Parts, Whose};
use leptos::prelude::*;
use mantel_model::api::{By, ByKind, PageView};
use mantel_model::facts::Facts;
use mantel_model::sync::{DraftSync, Step};
use mantel_model::{Draft, Edit, TileId};
pub use session_token::with_bearer;
use wasm_bindgen_futures::spawn_local;

use super::presence::RemoteChange;
use super::state::editor::Editor;
use crate::api_client;
use crate::api_client::Failure;
use crate::components::dom;

/// Keeps what was done so far in the browser at once: nothing comes after.
pub fn keep_now(editor: Editor) {
    storage::now(editor);
}

/// How it stands with the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Net {
    /// It answers.
    Fine,
    /// A step has been on its way for a while (400 ms).
    Busy,
    /// The browser has no network.
    Offline,
    /// It does not answer; tried again by itself.
    Silent,
    /// The session has ended.
    SignedOut,
}

/// After how many milliseconds a call that goes on counts as saving.
const SLOW: u64 = 400;
/// Waits between tries of a silent server, seconds.
const WAITS: [u32; 6] = [1, 2, 4, 8, 16, 30];

/// Takes up what this tab had, adopts what was left in others, and listens to the service.
pub fn begin(editor: Editor) {
    storage::begin(editor);
    events::listen(editor);
    follow_network(editor);
    reconnect::follow(editor);
    go(editor);
}

/// The browser tells when the network comes and goes.
fn follow_network(editor: Editor) {
    let offline = window_event_listener(leptos::ev::offline, move |_| editor.net.set(Net::Offline));
    let online = window_event_listener(leptos::ev::online, move |_| wake(editor));
    std::mem::forget((offline, online));
    if !window().navigator().on_line() {
        editor.net.set(Net::Offline);
    }
}

/// Tries again at once.
pub fn wake(editor: Editor) {
    if editor.net.get_untracked() != Net::Fine {
        reconnect::reached(editor);
        editor.net.set(Net::Fine);
    }
    events::wake();
    spawn_local(async move {
        refresh(editor).await;
        go(editor);
    });
}

/// Sends what waits, one step after the other, unless that is under way. While the service is silent, what is made
/// waits for the next try.
pub fn go(editor: Editor) {
    storage::soon(editor);
    if matches!(editor.net.get_untracked(), Net::Offline | Net::Silent | Net::SignedOut) {
        return;
    }
    let Some((step, edit)) = editor.desk.try_update(DraftSync::next_to_send).flatten() else { return };
    spawn_local(async move {
        send(editor, step, edit).await;
    });
}

async fn send(editor: Editor, step: Step, edit: Edit) {
    let base = editor.desk.with_untracked(DraftSync::version);
    busy_after_a_while(editor, step.key.clone());
    let answer = with_bearer(async |bearer| api_client::edit(bearer, &edit, base, &step.key).await).await;
    match answer {
        Ok(version) => {
            editor.desk.update(|desk| desk.confirm(version));
            answered(editor);
            reconnect::went_up(editor);
            events::caught_up(editor);
            go(editor);
        }
        Err(failure) => refused(editor, failure).await,
    }
}

fn busy_after_a_while(editor: Editor, key: String) {
    dom::after(SLOW, move || {
        let going = editor.desk.with_untracked(|desk| desk.in_flight().is_some_and(|flying| flying.key == key));
        if going && editor.net.get_untracked() == Net::Fine {
            editor.net.set(Net::Busy);
        }
    });
}

async fn refused(editor: Editor, failure: Failure) {
    match failure.status {
        401 => {
            editor.desk.update(DraftSync::send_failed);
            editor.net.set(Net::SignedOut);
        }
        // The tile, or the version it was made on, is gone: the newer draft says what is to be done.
        404 | 409 => {
            // The step counts as being sent until then, so that no second call goes out with it.
            let known = editor.desk.with_untracked(DraftSync::version);
            let read = read_anew(editor, true).await;
            if read && editor.desk.with_untracked(DraftSync::version) == known {
                // Nothing is newer: it is refused for itself.
                editor.desk.update(|desk| desk.reject(&failure.words));
            } else {
                editor.desk.update(DraftSync::send_failed);
            }
            go(editor);
        }
        0 | 408 | 429 | 500.. => {
            editor.desk.update(DraftSync::send_failed);
            again(editor, failure.wait);
        }
        _ => {
            editor.desk.update(|desk| desk.reject(&failure.words));
            editor.say(&format!("One change didn't fit. {}", failure.words));
            answered(editor);
            go(editor);
        }
    }
}

/// Waits, longer each time, then tries again: first what the page is now, for the call may have been heard.
fn again(editor: Editor, wait: Option<u32>) {
    if editor.net.get_untracked() == Net::Offline {
        return;
    }
    editor.net.set(if window().navigator().on_line() { Net::Silent } else { Net::Offline });
    let tries = session_token::failed();
    let wait = wait.unwrap_or_else(|| WAITS.get(tries).copied().unwrap_or(30));
    dom::after(u64::from(wait) * 1000, move || {
        if editor.net.get_untracked() == Net::Silent {
            spawn_local(async move {
                refresh(editor).await;
                go(editor);
            });
        }
    });
}

fn answered(editor: Editor) {
    let was = editor.net.get_untracked();
    session_token::answered();
    if was != Net::Fine && was != Net::SignedOut {
        editor.net.set(Net::Fine);
        if matches!(was, Net::Silent | Net::Offline) {
            reconnect::reached(editor);
            events::wake();
        }
    }
}

/// Reads the page anew and brings the steps to it; `false` when it could not be read.
pub async fn refresh(editor: Editor) -> bool {
    read_anew(editor, false).await
}

/// The same; `own` when the step that counts as being sent waits for this. Any other step that is on its way meets the
/// newer draft by itself: bringing it there in the middle would send it twice.
async fn read_anew(editor: Editor, own: bool) -> bool {
    match with_bearer(async |bearer| api_client::own_page(bearer).await).await {
        Ok(Some(page)) => {
            answered(editor);
            let parts = attribution::between(editor.desk.with_untracked(DraftSync::version), page.version).await;
            if own || editor.desk.with_untracked(|desk| desk.in_flight().is_none()) {
                arrive(editor, page, parts);
            }
            return true;
        }
        // The page was deleted elsewhere: what to do about it is the account's question.
        Ok(None) => {
            let _ = window().location().set_href("/settings");
        }
        Err(failure) if failure.status == 401 => editor.net.set(Net::SignedOut),
        Err(failure) => again(editor, failure.wait),
    }
    false
}

/// A draft came from the service, with the parts that others had in it as far as they are known.
fn arrive(editor: Editor, page: PageView, parts: Parts) {
    if editor.name.with_untracked(|name| *name != page.username.as_str()) {
        editor.name.set(page.username.to_string());
        editor
            .start
            .update_value(|start| (start.page.username, start.page.url) = (page.username.clone(), page.url.clone()));
    }
    let (draft, facts) = page.draft.split_facts();
    take_stand(editor, page.suspended);
    take_facts(editor, facts);
    image_metadata::told(editor, page.pictures);
    publish_known(editor, page.published);
    for (draft, version, whose) in parts.earlier {
        changed(editor, draft, version, whose);
    }
    let whose = parts.last.unwrap_or((By { kind: ByKind::Owner, name: None }, String::new()));
    changed(editor, draft, page.version, whose);
}

/// Somebody changed the page to this draft.
fn changed(editor: Editor, draft: Draft, version: u64, (by, at): Whose) {
    let arrival = editor.desk.try_update(|desk| desk.receive(draft, version, Some(&by), &at)).flatten();
    storage::soon(editor);
    let Some(arrival) = arrival.filter(|arrival| arrival.before != arrival.after) else { return };
    if arrival.conflicts > 0 {
        editor.say("Changed elsewhere too: choose which to keep. Everything else goes on.");
    }
    let visit = RemoteChange {
        by,
        at: js_sys::Date::now(),
        before: arrival.before,
        after: arrival.after,
        changes: arrival.changes,
    };
    editor.say(&format!("{}, by {}.", visit.changes.summary, visit.way()));
    editor.visits.update(|visits| {
        visits.push(visit);
        let over = visits.len().saturating_sub(40);
        visits.drain(..over);
    });
}

/// What is filled in beside the tiles: no part of the draft, so nothing to undo and nothing to disagree about.
fn take_facts(editor: Editor, facts: HashMap<TileId, Facts>) {
    if editor.facts.with_untracked(|it| **it != facts) {
        editor.facts.set(std::sync::Arc::new(facts));
    }
}

/// Whether the page was taken down.
fn take_stand(editor: Editor, suspended: Option<String>) {
    if editor.suspended.with_untracked(|it| *it != suspended) {
        editor.suspended.set(suspended);
    }
}

/// What is live changed: its draft is fetched.
fn publish_known(editor: Editor, published: Option<mantel_model::api::Published>) {
    if editor.published.with_untracked(|it| *it == published) {
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
