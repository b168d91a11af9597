//! Metadata of the page's images: what the service provided, and what is requested when the page refers to new images.

use std::collections::HashSet;
use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::photo::{PictureInfo, Pictures};
use mantel_model::theme::Photos;
use wasm_bindgen_futures::spawn_local;

use crate::api_client;
use crate::editor::state::editor::Editor;

/// Follows the images that the page refers to.
pub fn follow(editor: Editor) {
    let requested = StoredValue::new(HashSet::<String>::new());
    let named = editor.draft_memo(|page| {
        let all: Vec<String> = page.pictures().map(|picture| picture.as_str().to_owned()).collect();
        (all, page.theme.photos == Photos::Ascii)
    });
    Effect::new(move |_| {
        let (named, lettered) = named.get();
        let known = editor.pictures.get();
        let short = |text: &&String| match known.get(*text) {
            Some(seen) => seen.measure.is_none() || (lettered && seen.sketch.is_none()),
            None => text.starts_with("/media/"),
        };
        let far = named.iter().any(|source| !source.starts_with('/') && !known.contains_key(source));
        let idle = editor.draft_sync.with(|sync| sync.in_flight().is_none() && sync.pending() == 0);
        if far && idle && requested.try_update_value(|sources| sources.insert(named.join(" "))) == Some(true) {
            spawn_local(async move {
                super::refresh(editor).await;
            });
        }
        for source in named.iter().filter(short) {
            let src = known.get(source).map_or_else(|| source.clone(), |it| it.src.clone());
            if requested.try_update_value(|sources| sources.insert(src.clone())) == Some(true) {
                ask(editor, source.clone(), src);
            }
        }
    });
}

/// Fetches the sketch of an image, which also contains its dimensions.
fn ask(editor: Editor, source: String, src: String) {
    spawn_local(async move {
        let Some(sketch) = api_client::sketch(&src).await else { return };
        let seen = PictureInfo { src, measure: Some(sketch.measure), sketch: Some(Arc::new(sketch)) };
        editor.pictures.update(|pictures| {
            Arc::make_mut(pictures).insert(source, seen);
        });
    });
}

/// Merges metadata from the service; sketches that were fetched before are kept.
pub fn merge(editor: Editor, pictures: Pictures) {
    let mut merged = editor.pictures.get_untracked().as_ref().clone();
    for (source, mut seen) in pictures {
        seen.sketch =
            merged.get(&source).filter(|picture| picture.src == seen.src).and_then(|picture| picture.sketch.clone());
        merged.insert(source, seen);
    }
    if editor.pictures.with_untracked(|pictures| **pictures != merged) {
        editor.pictures.set(Arc::new(merged));
    }
}
