//! The two editors: how the server renders them, and how the browser mounts them.
//!
//! Mounting empties the element that the server rendered and renders it anew, keeping typed input and focus; it does
//! not hydrate. Both happen in one step, so that nothing flickers: the address's fragment and the stored content, which
//! the server never sees, are part of the first rendering.

#[cfg(feature = "brief-editor")]
mod brief_editor;
#[cfg(feature = "editor")]
mod editor;
mod loading;
mod typed_input;

#[cfg(feature = "brief-editor")]
pub use brief_editor::{BriefEditorScreen, brief_editor, brief_editor_ready};
#[cfg(feature = "editor")]
pub use editor::{EditorScreen, editor};
use leptos::prelude::*;

/// The addresses of a screen's scripts.
#[derive(Clone, Debug)]
pub struct Scripts {
    /// The module of the screen, which the loader starts.
    pub module: String,
    /// The script that loads and starts it (`public/loading.js`).
    pub loader: String,
    /// The modules, preloaded.
    pub modules: Vec<String>,
    /// The wasm file, preloaded.
    pub code: Option<String>,
}

impl Scripts {
    /// The panel shown until the screen runs, and the elements that load its scripts, for the end of the document. None
    /// is inline: the content security policy forbids inline scripts. `alternative` says what works without the screen.
    fn view(self, alternative: AnyView) -> AnyView {
        let modules = self.modules.into_iter().map(|href| view! { <link rel="modulepreload" href=href/> });
        let code = self.code.map(|href| {
            view! { <link rel="preload" href=href r#as="fetch" type="application/wasm" crossorigin="anonymous"/> }
        });
        view! {
            {loading::panel(self.module, alternative)}
            {modules.collect_view()}
            {code}
            <script type="module" src=self.loader></script>
        }
        .into_any()
    }
}
