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
use crate::editor::state::upload_batch::{Ready, UploadBatch};

/// The media types that the service accepts, as a file input lists them.
pub const KINDS: &str = "image/png,image/jpeg,image/webp,image/avif,image/gif";

/// A part of what was dropped, pasted or chosen.
#[derive(Clone, Debug)]
pub enum UploadItem {
    /// A file, which should be a picture.
    File(File),
    /// A link or a note.
    Tile(Box<NewTile>),
}

/// Lets the user choose pictures, which become tiles.
pub fn choose_images(editor: Editor) {
    ask(true, move |files| upload_parts(editor, files.into_iter().map(UploadItem::File).collect(), None));
}

/// Lets the user choose another picture for a tile, or the avatar.
pub fn replace_image(editor: Editor, selection: Selection) {
    ask(false, move |files| {
        if let Some(file) = files.into_iter().next() {
            replace(editor, file, selection);
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
pub fn dropped(editor: Editor, parts: Vec<UploadItem>, on: Option<Selection>, drop: Option<DropPoint>) {
    match (parts.as_slice(), on) {
        ([UploadItem::File(file)], Some(Selection::Profile)) => replace(editor, file.clone(), Selection::Profile),
        _ => upload_parts(editor, parts, drop),
    }
}

/// Files and tiles are added to the page in their order and in one undo step, once all pictures have arrived. Files that
/// are refused are named together.
pub fn upload_parts(editor: Editor, parts: Vec<UploadItem>, drop: Option<DropPoint>) {
    let own = |part: &UploadItem| match part {
        UploadItem::File(_) => None,
        UploadItem::Tile(tile) => Some(NewTile { id: Some(editor.new_tile_id()), ..tile.as_ref().clone() }),
    };
    let batch = UploadBatch::new(parts.iter().map(own));
    for (index, part) in parts.into_iter().enumerate() {
        let UploadItem::File(file) = part else { continue };
        if let Some(words) = problem(&file.type_(), file.size()) {
            finish(editor, drop.as_ref(), batch.refused(index, named(&file.name(), &words)));
        } else {
            begin(editor, file, None, Some((batch.clone(), index)), drop.clone());
        }
    }
}

/// A file replaces the picture of a tile, or the avatar.
pub fn replace(editor: Editor, file: File, selection: Selection) {
    match problem(&file.type_(), file.size()) {
        Some(words) => editor.notify(&named(&file.name(), &words), false),
        None => begin(editor, file, Some(selection), None, None),
    }
}

fn named(name: &str, problem: &str) -> String {
    format!("{name}: {problem}")
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

fn begin(
    editor: Editor,
    file: File,
    replaces: Option<Selection>,
    batch: Option<(UploadBatch, usize)>,
    drop: Option<DropPoint>,
) {
    let local = web_sys::Url::create_object_url_with_blob(&file).unwrap_or_default();
    let key = js_sys::Math::random().to_bits() as u32;
    let name = file.name();
    let (progress, problem) = (RwSignal::new(0.0), RwSignal::new(None));
    let file = StoredValue::new_local(file);
    let upload = Upload { key, name, local, replaces, batch, drop, progress, problem, file };
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
                upload.problem.set(Some(failure.words));
                return settle(editor, &upload, UploadBatch::failed);
            }
            Err(failure) => {
                let words = named(&upload.name, &failure.words);
                match upload.batch {
                    Some(_) => settle(editor, &upload, |batch, index| batch.refused(index, words)),
                    None => editor.notify(&words, false),
                }
            }
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
        None => {
            let Ok(src) = mantel_model::ImageUrl::parse(src) else { return };
            let image = Image { src, title: None, url: None, picture: Picture::default() };
            let tile = NewTile { id: Some(editor.new_tile_id()), ..NewTile::of(Kind::Image(image)) };
            settle(editor, upload, |batch, index| batch.arrived(index, tile));
        }
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

/// Records the outcome of an upload in its batch, and adds the tiles if nothing else is waited for.
fn settle(editor: Editor, upload: &Upload, outcome: impl FnOnce(&UploadBatch, usize) -> Option<Ready>) {
    if let Some((batch, index)) = &upload.batch {
        finish(editor, upload.drop.as_ref(), outcome(batch, *index));
    }
}

fn finish(editor: Editor, drop: Option<&DropPoint>, ready: Option<Ready>) {
    let Some(ready) = ready else { return };
    if !ready.tiles.is_empty() {
        add(editor, &ready, drop.and_then(|drop| drop.after.as_ref()));
    }
    if !ready.problems.is_empty() {
        editor.notify(&ready.problems.join(" "), false);
    }
}

/// Adds tiles where they were dropped, or beside those of the same batch; one undo step, even if it takes several edits.
fn add(editor: Editor, ready: &Ready, insert: Option<&InsertAfter>) {
    let place = |id: &TileId| editor.draft.with_untracked(|draft| draft.position(id));
    let ids: Vec<TileId> = ready.tiles.iter().filter_map(|tile| tile.id.clone()).collect();
    let Some(last) = ids.last().cloned() else { return };
    let (words, announcement) = added(&ready.tiles);
    let before = ready.before.iter().find(|id| place(id).is_some()).cloned();
    let (after, position) = match (before, insert) {
        (Some(id), _) => (Some(id), None),
        (None, Some(InsertAfter::Tile(id))) if place(id).is_some() => (Some(id.clone()), None),
        (None, Some(InsertAfter::Start)) => (None, Some(0)),
        (None, _) => (None, ready.after.iter().find_map(place)),
    };
    let gesture = format!("pictures {last}");
    if editor.add_tiles(ready.tiles.clone(), after, &words, &gesture) {
        for (id, position) in ids.into_iter().zip(position.into_iter().flat_map(|first| first..)) {
            editor.edit_in_gesture(Edit::Move { id, position }, &words, &gesture);
        }
        editor.end_gesture();
        editor.select(Some(Selection::Tile(last)));
        editor.announce(&announcement);
    }
}

/// The label of the undo step that adds these tiles, and what is announced.
fn added(tiles: &[NewTile]) -> (String, String) {
    let count = tiles.len();
    match tiles {
        [NewTile { kind: Kind::Image(_), .. }] => ("Added a picture".to_owned(), "Picture added".to_owned()),
        all if all.iter().all(|tile| matches!(tile.kind, Kind::Image(_))) => {
            (format!("Added {count} pictures"), format!("{count} pictures added"))
        }
        _ => (format!("Added {count} tiles"), format!("{count} tiles added")),
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
