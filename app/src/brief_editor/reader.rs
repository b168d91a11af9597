//! Reads texts: what is pasted, the JSON field, the page of a link or of this browser's storage. The code is a file of
//! its own: typing does not need it, and it grows with every form that a list may have.

use leptos::wasm_split::{SplitLoaderError, wasm_split};
use mantel_model::Draft;

use super::brief_state::{BriefState, ReadError};
use crate::components::lazy_code::{LazyCode, call_loaded};
use crate::components::paste_preview::{PastePreview, Readings, SEED, paste_preview};

/// What is read.
enum Text<'a> {
    /// A brief or a page file.
    File(&'a str),
    /// A text that is pasted into a page, with what is said of its ambiguous words.
    Pasted(&'a str, &'a Draft, &'a Readings),
}

/// What it is.
enum Content {
    File(Result<BriefState, ReadError>),
    Pasted(PastePreview, Option<BriefState>),
}

/// The code, to fetch; `fetched` says that it is there already.
pub fn code(fetched: bool) -> LazyCode {
    let code = LazyCode::new(|| Box::pin(fetch()));
    if fetched { code.fetched() } else { code }
}

/// Fetches the code; `true` when it can run.
pub async fn fetch() -> bool {
    load().await.is_ok()
}

/// Reads a brief or a page file; `None` until the code is loaded.
pub fn file(text: &str) -> Option<Result<BriefState, ReadError>> {
    match call_loaded(read(Text::File(text)))?.ok()? {
        Content::File(found) => Some(found),
        Content::Pasted(..) => None,
    }
}

/// What a text becomes when it is pasted into a page, and the editor's content if it is a whole page; `None` until the
/// code is loaded.
pub fn pasted(text: &str, page: &Draft, readings: &Readings) -> Option<(PastePreview, Option<BriefState>)> {
    match call_loaded(read(Text::Pasted(text, page, readings)))?.ok()? {
        Content::Pasted(preview, state) => Some((preview, state)),
        Content::File(_) => None,
    }
}

/// Reads, by the code in the file of its own.
///
/// # Errors
/// If that file cannot be fetched; a later call tries again.
#[wasm_split(reader, wasm_split_path = leptos::wasm_split, fallible, preload(#[doc = "Fetches the code."] load))]
fn read(text: Text<'_>) -> Result<Content, SplitLoaderError> {
    Ok(match text {
        Text::File(text) => Content::File(BriefState::read(text)),
        Text::Pasted(text, page, readings) => {
            let preview = paste_preview(text, page, readings, SEED);
            let state = matches!(preview, PastePreview::Page(_)).then(|| match BriefState::read(text) {
                Ok(state) => Some(state),
                Err(error) => error.partial.map(|partial| *partial),
            });
            Content::Pasted(preview, state.flatten())
        }
    })
}
