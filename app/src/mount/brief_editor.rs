//! `/new`.

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

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
            <div id=ROOT_ID data-start=data>{brief_editor::view(BriefEditor::new(self.start.clone()))}</div>
            <noscript><p class="ui-noscript">"The editor needs JavaScript. "{alternative()}</p></noscript>
            {self.scripts.clone().map(|scripts| scripts.view(alternative()))}
        }
        .into_any()
    }
}

/// Mounts the brief editor, if this document has one.
pub fn brief_editor() {
    let Some(root) = document().get_element_by_id(ROOT_ID) else { return };
    let start: Start =
        root.get_attribute("data-start").and_then(|value| serde_json::from_str(&value).ok()).unwrap_or_default();
    let typed = TypedInput::capture();
    root.set_inner_html("");
    mount_to(root.unchecked_into(), move || {
        let editor = brief_editor::restore(start);
        for (field, text) in &typed.fields {
            editor.replay_typed(field, text.clone());
        }
        typed.focus();
        brief_editor::view(editor)
    })
    .forget();
}
