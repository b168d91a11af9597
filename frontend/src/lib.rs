//! The browser entry point.

use wasm_bindgen::prelude::wasm_bindgen;

/// Takes over the screen the server drew.
#[wasm_bindgen]
pub fn hydrate() {
    mantel_app::mount::take_over();
}
