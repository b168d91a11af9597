//! The documents of the two editors, as the server renders them, and how the browser mounts them.

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::brief_editor::{BriefEditor, Start};
use crate::components::dom;
use crate::editor::Editor;
use crate::site::Document;
use crate::{brief_editor, editor};

/// The id of the element that the brief editor is mounted in.
const BRIEF_EDITOR_ID: &str = "new";

/// The id of the element that the editor is mounted in.
const EDITOR_ID: &str = "edit";

/// The document of `/edit`, as the server renders it until the browser mounts the editor.
///
/// `document.styles` holds the stylesheets of the screens, the editor and the look.
pub fn editor_document(start: &editor::Start, document: Document, boot: Option<&str>) -> String {
    let data = serde_json::to_string(start).unwrap_or_default();
    document.html(|| {
        view! {
            <div id=EDITOR_ID data-start=data>{editor::view(Editor::new(start.clone()))}</div>
            <noscript><p class="ui-noscript">"The editor needs JavaScript. Without it, your page, its file and your account are under " <a href="/settings">"Settings"</a>"."</p></noscript>
            {boot.map(|src| view! { <script type="module" src=src.to_owned()></script> })}
        }
        .into_any()
    })
}

/// The document of `/new`: the page that the query describes is rendered by the server, and is readable without JavaScript.
///
/// `boot` is the address of the module that mounts the screen. `document.styles` holds the stylesheets of the screens and
/// the first look.
pub fn brief_editor_document(start: &Start, document: Document, boot: Option<&str>) -> String {
    let data = serde_json::to_string(start).unwrap_or_default();
    document.html(|| {
        view! {
            <div id=BRIEF_EDITOR_ID data-start=data>{brief_editor::view(BriefEditor::new(start.clone()))}</div>
            <noscript><p class="ui-noscript">"The editor needs JavaScript. The page above is drawn without it; to make one, send a brief to the API or sign up first."</p></noscript>
            {boot.map(|src| view! { <script type="module" src=src.to_owned()></script> })}
        }
        .into_any()
    })
}

/// Mounts the screen of this document in the browser: empties the element that the server rendered and renders it anew,
/// keeping what was typed and focused before. It does not hydrate.
///
/// Both happen in one step, so that nothing flickers: the address's fragment and the stored content, which the server never
/// sees, are part of the first rendering.
pub fn mount() {
    if let Some(root) = document().get_element_by_id(EDITOR_ID) {
        return mount_editor(root);
    }
    if let Some(root) = document().get_element_by_id(BRIEF_EDITOR_ID) {
        mount_brief_editor(root);
    }
}

fn mount_brief_editor(root: web_sys::Element) {
    let start: Start =
        root.get_attribute("data-start").and_then(|value| serde_json::from_str(&value).ok()).unwrap_or_default();
    let typed = TypedInput::capture();
    let root: web_sys::HtmlElement = root.unchecked_into();
    root.set_inner_html("");
    mount_to(root, move || {
        let editor = brief_editor::restore(start);
        typed.replay(editor);
        brief_editor::view(editor)
    })
    .forget();
}

/// Mounts the editor; what was typed into the paste field stays.
fn mount_editor(root: web_sys::Element) {
    let start = root.get_attribute("data-start").and_then(|value| serde_json::from_str(&value).ok());
    let Some(start) = start else { return };
    let typed = TypedInput::capture();
    let root: web_sys::HtmlElement = root.unchecked_into();
    let _ = root.remove_attribute("data-start");
    let _ = root.set_attribute("data-ready", "");
    root.set_inner_html("");
    mount_to(root, move || {
        let editor = editor::begin(start);
        if let Some((_, text)) = typed.fields.into_iter().find(|(id, _)| *id == "paste") {
            editor.paste_text.set(text);
        }
        if let Some(id) = typed.focused {
            dom::focus(id);
        }
        editor::view(editor)
    })
    .forget();
}

/// What was typed and focused before the screen was mounted.
struct TypedInput {
    /// The changed fields: id and value.
    fields: Vec<(&'static str, String)>,
    /// The id of the focused element.
    focused: Option<String>,
}

impl TypedInput {
    fn capture() -> Self {
        let changed = |id: &'static str| {
            let field = document().get_element_by_id(id)?;
            let (value, default) = match field.dyn_into::<web_sys::HtmlInputElement>() {
                Ok(input) => (input.value(), input.default_value()),
                Err(field) => field
                    .dyn_into::<web_sys::HtmlTextAreaElement>()
                    .map(|area| (area.value(), area.default_value().unwrap_or_default()))
                    .ok()?,
            };
            (value != default).then_some((id, value))
        };
        let fields = ["name", "where", "line", "paste"].into_iter().filter_map(changed).collect();
        let focused = document().active_element().map(|element| element.id()).filter(|id| !id.is_empty());
        Self { fields, focused }
    }

    fn replay(self, editor: BriefEditor) {
        for (field, text) in self.fields {
            editor.replay_typed(field, text);
        }
        if let Some(id) = self.focused {
            dom::focus(id);
        }
    }
}
