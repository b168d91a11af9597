//! Pictures: dropped, pasted or chosen; drawn at once, sent with progress, then an edit (screens, 2 "Upload").

use leptos::ev;
use leptos::prelude::*;
use mantel_model::tile::{Image, Kind, NewTile, Picture};
use mantel_model::{Edit, Tile, TileId, limits};
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DataTransfer, File, HtmlInputElement};

use super::editor::{Editor, Thing};
use super::table::{self, Frame};
use crate::client;
use crate::ui::browser;

/// Kinds that the service takes.
pub const KINDS: [&str; 4] = ["image/png", "image/jpeg", "image/webp", "image/gif"];

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
    instead: Option<Thing>,
    /// How much of it has gone up, 0 to 1.
    gone: RwSignal<f64>,
}

/// Lets somebody choose pictures, which become tiles.
pub fn choose(editor: Editor) {
    ask(true, move |files| take(editor, files));
}

/// Lets somebody choose another picture for a tile, or the avatar.
pub fn replace(editor: Editor, thing: Thing) {
    ask(false, move |files| {
        if let Some(file) = files.into_iter().next() {
            send(editor, file, Some(thing));
        }
    });
}

fn ask(many: bool, then: impl FnOnce(Vec<File>) + 'static) {
    let made = document().create_element("input").ok().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = made else { return };
    input.set_type("file");
    input.set_multiple(many);
    input.set_accept(&KINDS.join(","));
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
                let files = listed(event.data_transfer().and_then(|it| it.files()));
                dropped(editor, files, table::thing_at(&event));
            }
        }),
        window_event_listener(ev::paste, move |event| {
            let files = listed(event.clipboard_data().and_then(|it| it.files()));
            if !files.is_empty() && !event.default_prevented() {
                event.prevent_default();
                take(editor, files);
            }
        }),
        window_event_listener(ev::dragstart, |event| {
            if browser::around(&event, ".e-sheet").is_some() {
                event.prevent_default();
            }
        }),
    ));
}

/// A picture dropped on the avatar replaces it; everything else becomes tiles.
fn dropped(editor: Editor, mut files: Vec<File>, on: Option<Thing>) {
    if files.len() == 1 && on == Some(Thing::Profile) {
        if let Some(file) = files.pop() {
            send(editor, file, on);
        }
        return;
    }
    take(editor, files);
}

/// Files become tiles.
pub fn take(editor: Editor, files: Vec<File>) {
    for file in files {
        send(editor, file, None);
    }
}

/// What is wrong with a file before it is sent.
fn problem(kind: &str, bytes: f64) -> Option<String> {
    if !KINDS.contains(&kind) {
        return Some("That is no picture that fits here: PNG, JPEG, WebP and GIF do.".to_owned());
    }
    too_large(bytes)
}

/// Why a file of so many bytes is not taken.
pub fn too_large(bytes: f64) -> Option<String> {
    let mega = 1024.0 * 1024.0;
    #[expect(clippy::cast_precision_loss, reason = "a limit of some million bytes")]
    let most = limits::IMAGE_BYTES as f64;
    (bytes > most).then(|| format!("That picture is {:.0} MB. The limit is {:.0}.", (bytes / mega).ceil(), most / mega))
}

fn send(editor: Editor, file: File, instead: Option<Thing>) {
    if let Some(words) = problem(&file.type_(), file.size()) {
        return editor.note(&words, false);
    }
    let local = web_sys::Url::create_object_url_with_blob(&file).unwrap_or_default();
    let key = js_sys::Math::random().to_bits() as u32;
    let load = Load { key, name: file.name(), local, instead, gone: RwSignal::new(0.0) };
    editor.board.loads.update(|it| it.push(load.clone()));
    editor.say(&format!("{} is going up", load.name));
    browser::reveal(format!("load-{key}"));
    spawn_local(async move {
        let told = load.gone;
        let answer =
            super::sync::with_bearer(async |bearer| client::upload(bearer, &file, move |it| told.set(it)).await).await;
        match answer {
            Ok(image) => arrived(editor, &load, &image.src),
            Err(failure) => editor.note(&failure.words, false),
        }
        editor.board.loads.update(|it| it.retain(|it| it.key != load.key));
        let _ = web_sys::Url::revoke_object_url(&load.local);
    });
}

/// The service has the picture: now the page names it.
fn arrived(editor: Editor, load: &Load, src: &str) {
    match &load.instead {
        None => add(editor, src),
        Some(Thing::Profile) => {
            let patch = json!({ "avatar": src, "avatarFocus": Value::Null, "avatarZoom": Value::Null });
            editor.edit(Edit::Profile(patch), "Changed your picture");
        }
        Some(Thing::Tile(id)) => {
            let tile = editor.draft.with_untracked(|it| it.tile(id).cloned());
            if let Some(tile) = tile {
                editor.edit(
                    Edit::Update { id: id.clone(), patch: exchange(&tile, src) },
                    &format!("Changed the picture of {}", mantel_model::edit::called(&tile)),
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

fn add(editor: Editor, src: &str) {
    let Ok(src) = mantel_model::ImageUrl::parse(src) else { return };
    let id: TileId = editor.fresh_id();
    let image = Image { src, title: None, url: None, picture: Picture::default() };
    let tile = NewTile { id: Some(id.clone()), ..NewTile::of(Kind::Image(image)) };
    if editor.edit(Edit::Add { tiles: vec![tile], after: None }, "Added a picture") {
        editor.choose(Some(Thing::Tile(id)));
        editor.say("Picture added");
    }
}

/// Pictures on their way, where they will stand.
pub fn cards(editor: Editor) -> AnyView {
    let loads = move || editor.board.loads.get();
    let card = move |load: Load| {
        let (key, local, instead, gone) = (load.key, load.local.clone(), load.instead, load.gone);
        let style = move || {
            editor.tick.track();
            place(editor, key, instead.as_ref()).style()
        };
        let line = move || format!("width:{:.0}%", gone.get() * 100.0);
        let percent = move || format!("{:.0}", gone.get() * 100.0);
        view! { <figure class="e-load" id=format!("load-{key}") style=style><img src=local alt=""/><i role="progressbar" aria-label=format!("{} going up", load.name) aria-valuemin="0" aria-valuemax="100" aria-valuenow=percent style=line></i></figure> }
    };
    view! { <For each=loads key=|it| it.key children=card/> }.into_any()
}

/// Where the card of a picture stands: over what it replaces, else in a row behind the last tile.
fn place(editor: Editor, key: u32, instead: Option<&Thing>) -> Frame {
    if let Some(frame) = instead.and_then(table::element).and_then(|it| table::frame_of(&it)) {
        return frame;
    }
    let alone = |it: &&Load| it.instead.is_none();
    let nth = editor
        .board
        .loads
        .with_untracked(|it| it.iter().filter(alone).position(|it| it.key == key))
        .unwrap_or_default();
    let all =
        editor.draft.with_untracked(|it| it.tiles.iter().map(|it| Thing::Tile(it.id.clone())).collect::<Vec<_>>());
    let frames = all.iter().filter_map(table::element).filter_map(|it| table::frame_of(&it));
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
    table::frame_of(&document().query_selector(".e-sheet > .page").ok().flatten()?)
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
        assert!(problem("image/avif", 10.0).is_some_and(|it| it.contains("PNG, JPEG, WebP and GIF")));
    }
}
