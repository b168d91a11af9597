//! Pictures: dropped, pasted or chosen; drawn at once, sent with progress, then an edit (screens, 2 "Upload").

use leptos::ev;
use leptos::prelude::*;
use mantel_model::tile::{Image, Kind, NewTile, Picture};
use mantel_model::{Edit, Tile, TileId, limits};
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DataTransfer, File, HtmlInputElement};

use super::canvas;
use super::canvas::view::Frame;
use super::canvas::{Behind, view};
use super::state::editor::{Editor, Selection};
use crate::api_client;
use crate::components::dom;

/// Kinds that the service takes, as a file input names them.
pub const KINDS: &str = "image/png,image/jpeg,image/webp,image/avif,image/gif";

/// A picture on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// Tells it from the others.
    key: u32,
    /// What it is called on this machine.
    name: String,
    /// Where the browser holds it.
    local: String,
    /// What it replaces the picture of; a tile of its own where nothing.
    instead: Option<Selection>,
    /// Where it was let go.
    drop: Option<Drop>,
    /// How much of it has gone up, 0 to 1.
    gone: RwSignal<f64>,
    /// Why it has not come up; it waits here to be tried again.
    problem: RwSignal<Option<String>>,
    file: StoredValue<File, LocalStorage>,
}

/// Where a picture was let go.
#[derive(Clone, Debug, PartialEq)]
struct Drop {
    /// The point, px from the sheet's corner.
    at: (f64, f64),
    /// What the tile will stand behind.
    behind: Option<Behind>,
}

/// Side of the card of a picture that was let go on the page, px.
const DROPPED: f64 = 150.0;

/// Lets somebody choose pictures, which become tiles.
pub fn choose(editor: Editor) {
    ask(true, move |files| take(editor, files));
}

/// Lets somebody choose another picture for a tile, or the avatar.
pub fn replace(editor: Editor, thing: Selection) {
    ask(false, move |files| {
        if let Some(file) = files.into_iter().next() {
            send(editor, file, Some(thing), None);
        }
    });
}

fn ask(many: bool, then: impl FnOnce(Vec<File>) + 'static) {
    let made = document().create_element("input").ok().and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = made else { return };
    input.set_type("file");
    input.set_multiple(many);
    input.set_accept(KINDS);
    let read = input.clone();
    let chosen = wasm_bindgen::closure::Closure::once_into_js(move || then(listed(read.files())));
    input.set_onchange(Some(chosen.unchecked_ref()));
    input.click();
}

fn listed(files: Option<web_sys::FileList>) -> Vec<File> {
    let Some(files) = files else { return Vec::new() };
    (0..files.length()).filter_map(|at| files.get(at)).collect()
}

/// Files dropped anywhere and pictures pasted outside of fields become tiles.
pub fn listen(editor: Editor) {
    let carries = |it: Option<DataTransfer>| it.is_some_and(|it| it.types().includes(&"Files".into(), 0));
    std::mem::forget((
        window_event_listener(ev::dragover, move |event| {
            if carries(event.data_transfer()) && !event.default_prevented() {
                event.prevent_default();
                editor.board.offered.set(true);
            }
        }),
        window_event_listener(ev::dragleave, move |event| {
            if event.related_target().is_none() {
                editor.board.offered.set(false);
            }
        }),
        window_event_listener(ev::drop, move |event| {
            editor.board.offered.set(false);
            if carries(event.data_transfer()) && !event.default_prevented() {
                event.prevent_default();
                let files = listed(event.data_transfer().and_then(|data_transfer| data_transfer.files()));
                let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
                let at = dom::closest(&event, ".e-sheet").and_then(|_| canvas::on_sheet(x, y));
                let drop = at.map(|at| Drop { at, behind: canvas::behind(editor, x, y) });
                dropped(editor, files, view::thing_at(&event), drop);
            }
        }),
        window_event_listener(ev::paste, move |event| {
            let files = listed(event.clipboard_data().and_then(|clipboard_data| clipboard_data.files()));
            if !files.is_empty() && !event.default_prevented() {
                event.prevent_default();
                take(editor, files);
            }
        }),
        window_event_listener(ev::dragstart, |event| {
            if dom::closest(&event, ".e-sheet").is_some() {
                event.prevent_default();
            }
        }),
    ));
}

/// A picture dropped on the avatar replaces it; everything else becomes tiles.
fn dropped(editor: Editor, mut files: Vec<File>, on: Option<Selection>, drop: Option<Drop>) {
    if files.len() == 1 && on == Some(Selection::Profile) {
        if let Some(file) = files.pop() {
            send(editor, file, on, None);
        }
        return;
    }
    for file in files {
        send(editor, file, None, drop.clone());
    }
}

/// Files become tiles.
pub fn take(editor: Editor, files: Vec<File>) {
    for file in files {
        send(editor, file, None, None);
    }
}

/// What is wrong with a file before it is sent.
pub fn problem(kind: &str, bytes: f64) -> Option<String> {
    if !KINDS.split(',').any(|part| part == kind) {
        return Some("That is not a picture Mantel can show. Use PNG, JPEG, WebP, AVIF or GIF.".to_owned());
    }
    too_large(bytes)
}

/// Why a file of so many bytes is not taken.
fn too_large(bytes: f64) -> Option<String> {
    let mega = 1024.0 * 1024.0;
    #[expect(clippy::cast_precision_loss, reason = "a limit of some million bytes")]
    let most = limits::IMAGE_BYTES as f64;
    (bytes > most).then(|| format!("That picture is {:.0} MB. The limit is {:.0}.", (bytes / mega).ceil(), most / mega))
}

fn send(editor: Editor, file: File, instead: Option<Selection>, drop: Option<Drop>) {
    if let Some(words) = problem(&file.type_(), file.size()) {
        return editor.note(&words, false);
    }
    let local = web_sys::Url::create_object_url_with_blob(&file).unwrap_or_default();
    let key = js_sys::Math::random().to_bits() as u32;
    let name = file.name();
    let (gone, problem) = (RwSignal::new(0.0), RwSignal::new(None));
    let load = Load { key, name, local, instead, drop, gone, problem, file: StoredValue::new_local(file) };
    editor.board.loads.update(|loads| loads.push(load.clone()));
    if load.drop.is_none() {
        dom::reveal(format!("load-{key}"));
    }
    go(editor, load);
}

/// Sends it, for the first time or again.
fn go(editor: Editor, load: Load) {
    load.problem.set(None);
    load.gone.set(0.0);
    editor.say(&format!("{} is going up", load.name));
    spawn_local(async move {
        let (told, file) = (load.gone, load.file.get_value());
        let answer =
            super::sync::with_bearer(async |bearer| api_client::upload(bearer, &file, move |it| told.set(it)).await)
                .await;
        match answer {
            Ok(image) => arrived(editor, &load, &image.src),
            // Another time it may come up.
            Err(failure) if matches!(failure.status, 0 | 401 | 408 | 429 | 500..) => {
                editor.say(&format!("{} did not come up. {}", load.name, failure.words));
                return load.problem.set(Some(failure.words));
            }
            Err(failure) => editor.note(&failure.words, false),
        }
        forget(editor, &load);
    });
}

/// It is no longer on its way.
fn forget(editor: Editor, load: &Load) {
    editor.board.loads.update(|loads| loads.retain(|it| it.key != load.key));
    let _ = web_sys::Url::revoke_object_url(&load.local);
}

/// The service has the picture: now the page names it.
fn arrived(editor: Editor, load: &Load, src: &str) {
    match &load.instead {
        None => add(editor, src, load.drop.as_ref().and_then(|drop| drop.behind.as_ref())),
        Some(Selection::Profile) => {
            let patch = json!({ "avatar": src, "avatarFocus": Value::Null, "avatarZoom": Value::Null });
            editor.edit(Edit::Profile(patch), "Changed your picture");
        }
        Some(Selection::Tile(id)) => {
            let tile = editor.draft.with_untracked(|draft| draft.tile(id).cloned());
            if let Some(tile) = tile {
                editor.edit(
                    Edit::Update { id: id.clone(), patch: exchange(&tile, src) },
                    &format!("Changed the picture of {}", mantel_model::edit::display_name(&tile)),
                );
            }
        }
    }
}

fn exchange(tile: &Tile, src: &str) -> Value {
    let field = if matches!(tile.kind, Kind::Image(_)) { "src" } else { "image" };
    let mut patch = json!({ "focus": Value::Null, "zoom": Value::Null });
    if let Value::Object(fields) = &mut patch {
        fields.insert(field.to_owned(), json!(src));
    }
    patch
}

fn add(editor: Editor, src: &str, behind: Option<&Behind>) {
    let Ok(src) = mantel_model::ImageUrl::parse(src) else { return };
    let id: TileId = editor.fresh_id();
    let image = Image { src, title: None, url: None, picture: Picture::default() };
    let tile = NewTile { id: Some(id.clone()), ..NewTile::of(Kind::Image(image)) };
    let words = "Added a picture";
    let after = match behind {
        Some(Behind::Tile(id)) if editor.draft.with_untracked(|draft| draft.tile(id).is_some()) => Some(id.clone()),
        _ => None,
    };
    // One turn, also where it takes two edits.
    let gesture = format!("picture {id}");
    if editor.edit_in(Edit::Add { tiles: vec![tile], after }, words, &gesture) {
        if behind == Some(&Behind::Nothing) {
            editor.edit_in(Edit::Move { id: id.clone(), position: 0 }, words, &gesture);
        }
        editor.pause();
        editor.choose(Some(Selection::Tile(id)));
        editor.say("Picture added");
    }
}

/// Pictures on their way, where they will stand.
pub fn cards(editor: Editor) -> AnyView {
    let loads = move || editor.board.loads.get();
    let card = move |load: Load| {
        let placed = load.clone();
        let style = move || {
            editor.tick.track();
            place(editor, &placed).style()
        };
        let Load { key, name, local, gone, problem, .. } = load.clone();
        let line = move || format!("width:{:.0}%", gone.get() * 100.0);
        let percent = move || format!("{:.0}", gone.get() * 100.0);
        let bar = move || view! { <i role="progressbar" aria-label=format!("{name} going up") aria-valuemin="0" aria-valuemax="100" aria-valuenow=percent style=line></i> };
        let under = move || match problem.get() {
            Some(words) => failed(editor, load.clone(), words),
            None => bar().into_any(),
        };
        view! { <figure class="e-load" class:failed=move || problem.with(Option::is_some) id=format!("load-{key}") style=style><img src=local alt=""/>{under}</figure> }
    };
    view! { <For each=loads key=|it| it.key children=card/> }.into_any()
}

/// What stands under a picture that did not come up.
fn failed(editor: Editor, load: Load, words: String) -> AnyView {
    let left = load.clone();
    view! {
        <figcaption>
            <span>{words}</span>
            <span class="e-load-acts">
                <button type="button" class="m-words" on:click=move |_| go(editor, load.clone())>"Try again"</button>
                <button type="button" class="m-words" on:click=move |_| forget(editor, &left)>"Leave it out"</button>
            </span>
        </figcaption>
    }
    .into_any()
}

/// Where the card of a picture stands: over what it replaces, where it was let go, else in a row behind the last tile.
fn place(editor: Editor, load: &Load) -> Frame {
    if let Some(frame) = load.instead.as_ref().and_then(view::element).and_then(|it| view::frame_of(&it)) {
        return frame;
    }
    // Those of one drop stand in a row.
    let beside = |it: &&Load| it.instead.is_none() && it.drop == load.drop;
    let nth = editor
        .board
        .loads
        .with_untracked(|loads| loads.iter().filter(beside).position(|it| it.key == load.key))
        .unwrap_or_default();
    if let Some(Drop { at: (x, y), .. }) = load.drop {
        let page = board_bounds().unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "a number of pictures")]
        let along = nth as f64 * (DROPPED + 12.0);
        let left = (x - DROPPED / 2.0 + along).clamp(0.0, (page.w - DROPPED).max(0.0));
        return Frame { x: left, y: (y - DROPPED / 2.0).max(0.0), w: DROPPED, h: DROPPED };
    }
    let all = editor
        .draft
        .with_untracked(|draft| draft.tiles.iter().map(|tile| Selection::Tile(tile.id.clone())).collect::<Vec<_>>());
    let frames = all.iter().filter_map(view::element).filter_map(|it| view::frame_of(&it));
    let bounds = frames.reduce(|a, b| {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        Frame { x, y, w: (a.x + a.w).max(b.x + b.w) - x, h: (a.y + a.h).max(b.y + b.h) - y }
    });
    let page = board_bounds().unwrap_or_default();
    let Frame { x, y, w, h } = bounds.unwrap_or(Frame { x: page.w * 0.1, y: page.h * 0.3, w: page.w * 0.8, h: 0.0 });
    let side = (w / 4.0 - 12.0).max(90.0);
    #[expect(clippy::cast_precision_loss, reason = "a number of pictures")]
    let (column, row) = ((nth % 4) as f64, (nth / 4) as f64);
    Frame { x: x + column * (side + 12.0), y: y + h + 14.0 + row * (side + 12.0), w: side, h: side }
}

fn board_bounds() -> Option<Frame> {
    view::frame_of(&document().query_selector(".e-sheet > .page").ok().flatten()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_do_not_fit_are_told_before_they_are_sent() {
        assert_eq!(problem("image/png", 3e6), None);
        assert_eq!(
            problem("image/jpeg", 14.0 * 1024.0 * 1024.0).as_deref(),
            Some("That picture is 14 MB. The limit is 10.")
        );
        assert_eq!(problem("image/avif", 3e6), None);
        assert!(problem("image/heic", 10.0).is_some_and(|problem| problem.contains("PNG, JPEG, WebP, AVIF or GIF")));
    }
}
