//! Reads what is pasted. The code is part of the panels' file: the first edit does not need it, and it grows with every
//! form that a list may have.

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use mantel_model::Draft;

use super::editor::Editor;
use crate::components::lazy_code::{LazyCode, LoadState, call_loaded};
use crate::components::paste_preview::{PastePreview, Readings, SEED, paste_preview};

/// The code that reads what is pasted, fetched when somebody is about to paste.
pub(super) fn code() -> LazyCode {
    LazyCode::new(|| Box::pin(async { load().await.is_ok() }))
}

impl Editor {
    /// What a text becomes when it is pasted into the page, which is tracked as what is said of its words is; `None` for a text without content, and
    /// until the reader's code is loaded.
    pub fn paste_preview(self, text: &str) -> Option<PastePreview> {
        if text.trim().is_empty() {
            return None;
        }
        let loaded = self.paste_reader.state() == LoadState::Loaded;
        loaded
            .then(|| {
                self.draft
                    .with(|page| self.paste_readings.with(|readings| call_loaded(read(text, page, readings, SEED))))
            })??
            .ok()
    }
}

/// [`paste_preview`], whose code is in the panels' file.
///
/// # Errors
/// If that file cannot be fetched; a later call tries again.
#[wasm_split(panels, wasm_split_path = leptos::wasm_split, fallible, preload(#[doc = "Fetches the code."] load))]
fn read(text: &str, page: &Draft, readings: &Readings, seed: u64) -> Result<PastePreview, SplitLoaderError> {
    Ok(paste_preview(text, page, readings, seed))
}
