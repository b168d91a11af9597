//! The browser entry point.

use wasm_bindgen::prelude::wasm_bindgen;

/// Mounts the screen of this document. The name is kept for the page's loader; what it does is [`mantel_app::mount::mount`].
#[wasm_bindgen]
pub fn hydrate() {
    mantel_app::mount::mount();
}
