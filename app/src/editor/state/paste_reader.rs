//! Reads what is pasted. The code is part of the panels' file: the first edit does not need it, and it grows with every
//! form that a list may have.

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use mantel_model::Draft;

use super::editor::Editor;
use crate::components::lazy_code::{LazyCode, LoadState, call_loaded};
use crate::components::paste_preview::{PastePreview, Readings, SEED, paste_preview};

/// Reads what is pasted, by code that is fetched when somebody is about to paste.
#[derive(Clone, Copy, Debug)]
pub struct PasteReader(LazyCode);

impl PasteReader {
    /// A reader whose code is not fetched yet.
    pub(super) fn new() -> Self {
        Self(LazyCode::new(|| Box::pin(async { load().await.is_ok() })))
    }

    /// Fetches the code, unless that has happened or is under way.
    pub fn load(self) {
        self.0.load();
    }

    /// Whether it can read, tracked.
    pub fn state(self) -> LoadState {
        self.0.state()
    }

    /// Waits until it can read; `false` when the code could not be fetched.
    pub async fn ready(self) -> bool {
        self.0.ready().await
    }
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
