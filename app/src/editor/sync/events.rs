//! What happens to the page, as it happens: server-sent events over `fetch`, taken up again where they broke off.

use std::cell::{Cell, RefCell};

use leptos::prelude::*;
use mantel_model::api::PageEvent;
use mantel_model::sync::DraftSync;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::attribution::Parts;
use super::{Net, arrive, attribution, with_bearer};
use crate::api_client;
use crate::components::dom;
use crate::editor::state::editor::Editor;

thread_local! {
    /// The serial of the last event heard.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
    /// The newest version told by an event, and by whom.
    static HEARD: RefCell<Option<PageEvent>> = const { RefCell::new(None) };
    /// Counts connections: one that is replaced ends quietly.
    static TURN: Cell<u32> = const { Cell::new(0) };
    static FETCHING: Cell<bool> = const { Cell::new(false) };
    static FILLING: Cell<bool> = const { Cell::new(false) };
}

/// Listens from now on.
pub fn listen(editor: Editor) {
    EDITOR.set(Some(editor));
    connect(editor);
}

thread_local! {
    static EDITOR: Cell<Option<Editor>> = const { Cell::new(None) };
}

/// Connects at once, whatever is under way.
pub fn wake() {
    if let Some(editor) = EDITOR.get() {
        connect(editor);
    }
}

fn connect(editor: Editor) {
    let turn = TURN.get() + 1;
    TURN.set(turn);
    spawn_local(async move {
        let last = LAST.with_borrow(Clone::clone);
        let stream = with_bearer(async |bearer| api_client::events(bearer, last.as_deref()).await).await;
        match stream {
            Ok(response) => {
                if turn > 1 {
                    super::reconnect::look_for_newer(editor);
                }
                if last.is_none() {
                    catch_up(editor);
                }
                let _ = read(editor, response, turn).await;
            }
            Err(failure) if failure.status == 401 => editor.net.set(Net::SignedOut),
            Err(_) => {}
        }
        if TURN.get() == turn && editor.net.get_untracked() != Net::SignedOut {
            dom::after(2000, move || {
                if TURN.get() == turn {
                    connect(editor);
                }
            });
        }
    });
}

/// A stream begins with what happens next: what happened since the page was read is asked for.
fn catch_up(editor: Editor) {
    spawn_local(async move {
        super::refresh(editor).await;
        super::go(editor);
    });
}

/// Reads lines until the stream ends or another takes its place.
async fn read(editor: Editor, response: web_sys::Response, turn: u32) -> Option<()> {
    let reader: web_sys::ReadableStreamDefaultReader = response.body()?.get_reader().dyn_into().ok()?;
    let decoder = web_sys::TextDecoder::new().ok()?;
    let more = web_sys::TextDecodeOptions::new();
    more.set_stream(true);
    let mut text = String::new();
    loop {
        let chunk = JsFuture::from(reader.read()).await.ok()?;
        if TURN.get() != turn {
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
            heard(editor, &block);
        }
    }
}

/// One event: its fields by line.
fn heard(editor: Editor, block: &str) {
    let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    if let Some(serial) = field("id:") {
        LAST.set(Some(serial.to_owned()));
    }
    let Some(event) = field("data:").and_then(|field| serde_json::from_str::<PageEvent>(field).ok()) else { return };
    if editor.net.get_untracked() == Net::Silent {
        super::wake(editor);
    }
    if event.act == "facts" {
        filled(editor);
        return;
    }
    HEARD.set(Some(event));
    caught_up(editor);
}

/// What tiles lead to was read. Several come soon after each other: they are fetched together, and no step waits for them.
fn filled(editor: Editor) {
    if FILLING.replace(true) {
        return;
    }
    dom::after(500, move || {
        spawn_local(async move {
            FILLING.set(false);
            if let Ok(Some(page)) = with_bearer(async |bearer| api_client::own_page(bearer).await).await {
                super::take_stand(editor, page.suspended);
                super::take_facts(editor, page.draft.split_facts().1);
                super::image_metadata::told(editor, page.pictures);
            }
        });
    });
}

/// Fetches the draft when an event told of a newer one and no step of ours is on its way, which might be that one.
pub fn caught_up(editor: Editor) {
    let Some(event) = HEARD.with_borrow(Clone::clone) else { return };
    let known = editor.desk.with_untracked(DraftSync::version);
    let about_draft = !matches!(event.act.as_str(), "publish" | "unpublish" | "rename");
    if about_draft && event.version <= known {
        HEARD.set(None);
        return;
    }
    if editor.desk.with_untracked(|desk| desk.in_flight().is_some()) || FETCHING.get() {
        return;
    }
    HEARD.set(None);
    FETCHING.set(true);
    spawn_local(async move {
        let answer = with_bearer(async |bearer| api_client::own_page(bearer).await).await;
        let parts = match &answer {
            // More than what the event told of: perhaps not by the same.
            Ok(Some(page)) if page.version > known + 1 => attribution::between(known, page.version).await,
            _ => Parts::default(),
        };
        FETCHING.set(false);
        if let Ok(Some(page)) = answer {
            // A step may have gone out in the meantime: its reply, or the conflict it meets, brings this draft too.
            if editor.desk.with_untracked(|desk| desk.in_flight().is_some()) {
                HEARD.set(Some(event));
                return;
            }
            let last = parts.last.or(Some((event.by, event.at)));
            arrive(editor, page, Parts { last, ..parts });
        }
        caught_up(editor);
        super::go(editor);
    });
}
