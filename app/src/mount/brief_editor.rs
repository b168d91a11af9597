//! `/new`.

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::Scripts;
use super::typed_input::TypedInput;
use crate::brief_editor::{self, BriefEditor, Start};

/// The id of the element that the brief editor is mounted in.
const ROOT_ID: &str = "new";

/// `/new`: the server renders the page that the query describes, readable without JavaScript.
#[derive(Clone, Debug)]
pub struct BriefEditorScreen {
    /// What the service hands to the editor.
    pub start: Start,
    /// The scripts that run it; `None` if the server was built without them.
    pub scripts: Option<Scripts>,
}

impl BriefEditorScreen {
    /// The body of the document.
    pub fn body(&self) -> AnyView {
        let data = serde_json::to_string(&self.start).unwrap_or_default();
        let alternative = || {
            view! { "Without it, "<a class="ui-link" href="/signup">"make an account"</a>" and paste your links there." }
                .into_any()
        };
        view! {
            <div id=ROOT_ID data-start=data>{brief_editor::view(BriefEditor::new(self.start.clone(), true))}</div>
            <noscript><p class="ui-noscript">"The editor needs JavaScript. "{alternative()}</p></noscript>
            {self.scripts.clone().map(|scripts| scripts.view(alternative()))}
        }
        .into_any()
    }
}

/// Fetches the code that reads a page, if there is one to read before the brief editor can be mounted. `false` when it
/// could not be fetched: then nothing may be mounted, so that what is stored is not replaced by an empty page.
pub async fn brief_editor_ready() -> bool {
    match root() {
        Some((_, start)) if brief_editor::needs_reader(&start) => brief_editor::fetch_reader().await,
        _ => true,
    }
}

/// The element of the brief editor, and what the service handed over.
fn root() -> Option<(Element, Start)> {
    let root = document().get_element_by_id(ROOT_ID)?;
    let start = root.get_attribute("data-start").and_then(|value| serde_json::from_str(&value).ok());
    Some((root, start.unwrap_or_default()))
}

/// Mounts the brief editor, if this document has one and [`brief_editor_ready`].
pub fn brief_editor() {
    let Some((root, start)) = root() else { return };
    let reader_fetched = brief_editor::needs_reader(&start);
    let TypedInput { fields, focused } = TypedInput::capture();
    root.set_inner_html("");
    mount_to(root.unchecked_into(), move || {
        let editor = brief_editor::restore(start, reader_fetched);
        for (field, text) in fields {
            editor.replay_typed(field, text);
        }
        brief_editor::view(editor)
    })
    .forget();
    if let Some(focused) = focused {
        focused.restore();
    }
}
