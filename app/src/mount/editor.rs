//! `/edit`.

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::Scripts;
use super::typed_input::TypedInput;
use crate::editor::{self, Editor, Start};

/// The id of the element that the editor is mounted in.
const ROOT_ID: &str = "edit";

/// `/edit`, as the server renders it before the browser mounts the editor.
#[derive(Clone, Debug)]
pub struct EditorScreen {
    /// What the service hands to the editor.
    pub start: Start,
    /// The address of the script that takes input until it runs (`public/early-edit.js`).
    pub early_edit: Option<String>,
    /// The scripts that run it; `None` if the server was built without them.
    pub scripts: Option<Scripts>,
}

impl EditorScreen {
    /// The body of the document.
    pub fn body(&self) -> AnyView {
        let data = serde_json::to_string(&self.start).unwrap_or_default();
        let alternative = || {
            view! { "Without it, your page, its file and your account are under "<a class="ui-link" href="/settings">"Settings"</a>"." }
                .into_any()
        };
        view! {
            <div id=ROOT_ID data-start=data data-fields=editor::editable_fields()>{editor::view(Editor::new(self.start.clone()))}</div>
            // Not a module, which would start late: before the first frame, as soon as its elements are there.
            {self.early_edit.clone().map(|src| view! { <script src=src></script> })}
            <noscript><p class="ui-noscript">"The editor needs JavaScript. "{alternative()}</p></noscript>
            {self.scripts.clone().map(|scripts| scripts.view(alternative()))}
        }
        .into_any()
    }
}

/// Mounts the editor, if this document has one; text already typed into the paste field stays. The element is marked as
/// ready once the tab's stored work is restored too.
pub fn editor() {
    let Some(root) = document().get_element_by_id(ROOT_ID) else { return };
    let start = root.get_attribute("data-start").and_then(|value| serde_json::from_str(&value).ok());
    let Some(start) = start else { return };
    let TypedInput { fields, focused } = TypedInput::capture();
    let _ = root.remove_attribute("data-start");
    root.set_inner_html("");
    mount_to(root.clone().unchecked_into(), move || {
        let editor = editor::begin(start);
        Effect::new(move |_| {
            if editor.restored.get() {
                let _ = root.set_attribute("data-ready", "");
            }
        });
        if let Some((_, text)) = fields.into_iter().find(|(id, _)| *id == "paste") {
            editor.paste_text.set(text);
        }
        editor::view(editor)
    })
    .forget();
    if let Some(focused) = focused {
        focused.restore();
    }
}
