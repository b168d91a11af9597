//! Image uploads: checked, shown at once, sent with progress, then added by an edit (screens, 2 "Upload").

use leptos::prelude::*;
use mantel_model::tile::{Image, Kind, NewTile, Picture};
use mantel_model::{Edit, Tile, TileId, limits};
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement};

use crate::api_client;
use crate::components::dom;
use crate::editor::state::canvas::{DropPoint, InsertAfter, Upload};
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// The media types that the service accepts, as a file input lists them.
pub const KINDS: &str = "image/png,image/jpeg,image/webp,image/avif,image/gif";

/// Lets the user choose pictures, which become tiles.
pub fn choose_images(editor: Editor) {
    ask(true, move |files| take(editor, files));
}

/// Lets the user choose another picture for a tile, or the avatar.
pub fn replace_image(editor: Editor, selection: Selection) {
    ask(false, move |files| {
        if let Some(file) = files.into_iter().next() {
            upload(editor, file, Some(selection), None);
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

/// A picture dropped on the avatar replaces it; all others become tiles.
pub fn dropped(editor: Editor, mut files: Vec<File>, on: Option<Selection>, drop: Option<DropPoint>) {
    if files.len() == 1 && on == Some(Selection::Profile) {
        if let Some(file) = files.pop() {
            upload(editor, file, on, None);
        }
        return;
    }
    for file in files {
        upload(editor, file, None, drop.clone());
    }
}

/// Files become tiles.
pub fn take(editor: Editor, files: Vec<File>) {
    for file in files {
        upload(editor, file, None, None);
    }
}

/// Why a file is rejected before it is sent.
pub fn problem(kind: &str, bytes: f64) -> Option<String> {
    if !KINDS.split(',').any(|part| part == kind) {
        return Some("That is not a picture Mantel can show. Use PNG, JPEG, WebP, AVIF or GIF.".to_owned());
    }
    too_large(bytes)
}

/// Why a file of so many bytes is rejected.
fn too_large(bytes: f64) -> Option<String> {
    let mega = 1024.0 * 1024.0;
    #[expect(clippy::cast_precision_loss, reason = "a limit of some million bytes")]
    let most = limits::IMAGE_BYTES as f64;
    (bytes > most).then(|| format!("That picture is {:.0} MB. The limit is {:.0}.", (bytes / mega).ceil(), most / mega))
}

fn upload(editor: Editor, file: File, replaces: Option<Selection>, drop: Option<DropPoint>) {
    if let Some(words) = problem(&file.type_(), file.size()) {
        return editor.notify(&words, false);
    }
    let local = web_sys::Url::create_object_url_with_blob(&file).unwrap_or_default();
    let key = js_sys::Math::random().to_bits() as u32;
    let name = file.name();
    let (progress, problem) = (RwSignal::new(0.0), RwSignal::new(None));
    let upload = Upload { key, name, local, replaces, drop, progress, problem, file: StoredValue::new_local(file) };
    editor.canvas.uploads.update(|uploads| uploads.push(upload.clone()));
    if upload.drop.is_none() {
        dom::reveal(format!("load-{key}"));
    }
    start(editor, upload);
}

/// Sends the upload, for the first time or again.
pub fn start(editor: Editor, upload: Upload) {
    upload.problem.set(None);
    upload.progress.set(0.0);
    editor.announce(&format!("{} is going up", upload.name));
    spawn_local(async move {
        let (progress, file) = (upload.progress, upload.file.get_value());
        let answer = super::sync::session_token::with_token(async |token| {
            api_client::upload(token, &file, move |sent| progress.set(sent)).await
        })
        .await;
        match answer {
            Ok(image) => arrived(editor, &upload, &image.src),
            // Errors that may be gone at a retry.
            Err(failure) if matches!(failure.status, 0 | 401 | 408 | 429 | 500..) => {
                editor.announce(&format!("{} did not come up. {}", upload.name, failure.words));
                return upload.problem.set(Some(failure.words));
            }
            Err(failure) => editor.notify(&failure.words, false),
        }
        discard(editor, &upload);
    });
}

/// Removes the upload from the list.
pub fn discard(editor: Editor, upload: &Upload) {
    editor.canvas.uploads.update(|uploads| uploads.retain(|other| other.key != upload.key));
    let _ = web_sys::Url::revoke_object_url(&upload.local);
}

/// The service has stored the image: adds it to the page.
fn arrived(editor: Editor, upload: &Upload, src: &str) {
    match &upload.replaces {
        None => add(editor, src, upload.drop.as_ref().and_then(|drop| drop.after.as_ref())),
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

fn add(editor: Editor, src: &str, insert: Option<&InsertAfter>) {
    let Ok(src) = mantel_model::ImageUrl::parse(src) else { return };
    let id: TileId = editor.new_tile_id();
    let image = Image { src, title: None, url: None, picture: Picture::default() };
    let tile = NewTile { id: Some(id.clone()), ..NewTile::of(Kind::Image(image)) };
    let words = "Added a picture";
    let after = match insert {
        Some(InsertAfter::Tile(id)) if editor.draft.with_untracked(|draft| draft.tile(id).is_some()) => {
            Some(id.clone())
        }
        _ => None,
    };
    // One undo step, even if it takes two edits.
    let gesture = format!("picture {id}");
    if editor.add_tiles(vec![tile], after, words, &gesture) {
        if insert == Some(&InsertAfter::Start) {
            editor.edit_in_gesture(Edit::Move { id: id.clone(), position: 0 }, words, &gesture);
        }
        editor.end_gesture();
        editor.select(Some(Selection::Tile(id)));
        editor.announce("Picture added");
    }
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
