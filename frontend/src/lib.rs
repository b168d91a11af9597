//! The browser entry point.

use wasm_bindgen::prelude::wasm_bindgen;

/// Mounts the screen of this document, if this build contains it.
#[wasm_bindgen]
pub fn hydrate() {
    #[cfg(feature = "brief-editor")]
    mantel_app::mount::brief_editor();
    #[cfg(feature = "editor")]
    mantel_app::mount::editor();
}
