//! Live events of the page: server-sent events over `fetch`, resumed where they broke off.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use mantel_model::api::PageEvent;
use mantel_model::sync::DraftSync;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::attribution::AuthoredChanges;
use super::session_token::with_token;
use super::{arrive, attribution};
use crate::api_client;
use crate::components::dom;
use crate::editor::state::editor::Editor;
use crate::editor::state::status::Connection;

thread_local! {
    /// The id of the last event received.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
    /// The event with the newest version, and its author.
    static NEWEST: RefCell<Option<PageEvent>> = const { RefCell::new(None) };
    /// Numbers the connections, so that one that was replaced ends silently.
    static CONNECTION: Cell<u32> = const { Cell::new(0) };
    static FETCHING: Cell<bool> = const { Cell::new(false) };
    static METADATA_PENDING: Cell<bool> = const { Cell::new(false) };
}

/// Connects, and stays connected.
pub fn listen(editor: Editor) {
    EDITOR.set(Some(editor));
    connect(editor);
}

thread_local! {
    static EDITOR: Cell<Option<Editor>> = const { Cell::new(None) };
}

/// Connects at once, replacing the present connection.
pub fn reconnect() {
    if let Some(editor) = EDITOR.get() {
        connect(editor);
    }
}

fn connect(editor: Editor) {
    let connection = CONNECTION.get() + 1;
    CONNECTION.set(connection);
    spawn_local(async move {
        let last = LAST.with_borrow(Clone::clone);
        let stream = with_token(async |token| api_client::events(token, last.as_deref()).await).await;
        match stream {
            Ok(response) => {
                if connection > 1 {
                    super::reconnect::check_for_update(editor);
                }
                if last.is_none() {
                    catch_up(editor);
                }
                let _ = read(editor, response, connection).await;
            }
            Err(failure) if failure.status == 401 => editor.connection.set(Connection::SignedOut),
            Err(_) => {}
        }
        if CONNECTION.get() == connection && editor.connection.get_untracked() != Connection::SignedOut {
            dom::after(2000, move || {
                if CONNECTION.get() == connection {
                    connect(editor);
                }
            });
        }
    });
}

/// A new stream starts with the next event, so whatever happened since the page was loaded is fetched.
fn catch_up(editor: Editor) {
    spawn_local(async move {
        super::refresh(editor).await;
        super::flush(editor);
    });
}

/// Reads events until the stream ends or another connection replaces it.
async fn read(editor: Editor, response: web_sys::Response, connection: u32) -> Option<()> {
    let reader: web_sys::ReadableStreamDefaultReader = response.body()?.get_reader().dyn_into().ok()?;
    let decoder = web_sys::TextDecoder::new().ok()?;
    let more = web_sys::TextDecodeOptions::new();
    more.set_stream(true);
    let mut text = String::new();
    loop {
        let chunk = JsFuture::from(reader.read()).await.ok()?;
        if CONNECTION.get() != connection {
            let _ = reader.cancel();
            return None;
        }
        if js_sys::Reflect::get(&chunk, &JsValue::from_str("done")).ok()?.is_truthy() {
            return Some(());
        }
        let bytes: js_sys::Uint8Array =
            js_sys::Reflect::get(&chunk, &JsValue::from_str("value")).ok()?.dyn_into().ok()?;
        text.push_str(&decoder.decode_with_buffer_source_and_options(&bytes, &more).ok()?);
        while let Some(end) = text.find("\n\n") {
            let block: String = text.drain(..end + 2).collect();
            received(editor, &block);
        }
    }
}

/// Handles one event.
fn received(editor: Editor, block: &str) {
    let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    if let Some(serial) = field("id:") {
        LAST.set(Some(serial.to_owned()));
    }
    let Some(event) = field("data:").and_then(|field| serde_json::from_str::<PageEvent>(field).ok()) else { return };
    if editor.connection.get_untracked() == Connection::Unreachable {
        super::wake(editor);
    }
    if event.act == "facts" {
        refresh_metadata(editor);
        return;
    }
    NEWEST.set(Some(event));
    fetch_newer(editor);
}

/// Fetches new link metadata. Such events come in quick succession and are handled by one request; no step waits for
/// it.
fn refresh_metadata(editor: Editor) {
    if METADATA_PENDING.replace(true) {
        return;
    }
    dom::after(500, move || {
        spawn_local(async move {
            METADATA_PENDING.set(false);
            if let Ok(Some(page)) = with_token(async |token| api_client::own_page(token).await).await {
                super::set_suspended(editor, page.suspended);
                super::set_facts(editor, page.draft.split_facts().1);
                super::image_metadata::merge(editor, page.pictures);
            }
        });
    });
}

/// Fetches the draft if an event reported a newer version; not while a step is in flight, which may be that version.
pub fn fetch_newer(editor: Editor) {
    let Some(event) = NEWEST.with_borrow(Clone::clone) else { return };
    let known = editor.draft_sync.with_untracked(DraftSync::version);
    let about_draft = !matches!(event.act.as_str(), "publish" | "unpublish" | "rename");
    if about_draft && event.version <= known {
        NEWEST.set(None);
        return;
    }
    if editor.draft_sync.with_untracked(|sync| sync.in_flight().is_some()) || FETCHING.get() {
        return;
    }
    NEWEST.set(None);
    FETCHING.set(true);
    spawn_local(async move {
        let answer = with_token(async |token| api_client::own_page(token).await).await;
        let parts = match &answer {
            // There is more than the event reported, perhaps by several authors.
            Ok(Some(page)) if page.version > known + 1 => attribution::between(known, page.version).await,
            _ => AuthoredChanges::default(),
        };
        FETCHING.set(false);
        if let Ok(Some(page)) = answer {
            // If a step was sent in the meantime, its reply or the conflict it causes brings this draft too.
            if editor.draft_sync.with_untracked(|sync| sync.in_flight().is_some()) {
                NEWEST.set(Some(event));
                return;
            }
            let last = parts.last.or(Some((event.by, event.at)));
            arrive(editor, page, AuthoredChanges { last, ..parts });
        }
        fetch_newer(editor);
        super::flush(editor);
    });
}
