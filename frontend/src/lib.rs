//! The browser entry point.

use wasm_bindgen::prelude::wasm_bindgen;

/// Fetches what must be there before the screen of this document can be mounted; `false` when it did not arrive.
#[wasm_bindgen]
pub async fn ready() -> bool {
    #[cfg(feature = "brief-editor")]
    let ready = mantel_app::mount::brief_editor_ready().await;
    #[cfg(not(feature = "brief-editor"))]
    let ready = true;
    ready
}

/// Mounts the screen of this document, if this build contains it.
#[wasm_bindgen]
pub fn mount() {
    #[cfg(feature = "brief-editor")]
    mantel_app::mount::brief_editor();
    #[cfg(feature = "editor")]
    mantel_app::mount::editor();
}
