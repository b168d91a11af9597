//! Documents of the hydrated screens: drawn on the server, taken over by the browser.

use leptos::mount::mount_to;
use leptos::prelude::*;

use crate::brief_editor::{Start, Work};
use crate::editor::Editor;
use crate::site::Document;
use crate::{brief_editor, editor};

/// The id of the element that the browser takes over.
pub const ROOT: &str = "new";

/// The id of the editor's element.
pub const DESK: &str = "edit";

/// The document of `/edit`: legs and page as the server draws them; the browser takes them over.
///
/// `document.styles` holds the chrome's sheets, the editor's and the look's.
pub fn edit_page(start: &editor::Start, document: Document, boot: Option<&str>) -> String {
    let data = serde_json::to_string(start).unwrap_or_default();
    document.html(|| {
        view! {
            <div id=DESK data-start=data>{editor::view(Editor::new(start.clone()))}</div>
            <noscript><p class="n-noscript">"The editor needs JavaScript. Without it, your page, its file and your account are under " <a href="/settings">"Settings"</a>"."</p></noscript>
            {boot.map(|src| view! { <script type="module" src=src.to_owned()></script> })}
        }
        .into_any()
    })
}

/// The document of `/new`: the page that the query describes is drawn on the server, and stands without JavaScript.
///
/// `boot` is the address of the module that starts the browser's half. `document.styles` holds the chrome's sheets and the first look's.
pub fn new_page(start: &Start, document: Document, boot: Option<&str>) -> String {
    let data = serde_json::to_string(start).unwrap_or_default();
    document.html(|| {
        view! {
            <div id=ROOT data-start=data>{brief_editor::view(Work::new(start.clone()))}</div>
            <noscript><p class="n-noscript">"The editor needs JavaScript. The page above is drawn without it; to make one, send a brief to the API or sign up first."</p></noscript>
            {boot.map(|src| view! { <script type="module" src=src.to_owned()></script> })}
        }
        .into_any()
    })
}

/// Takes the screen over: what was typed and focused before stays.
///
/// Mounts over the server's drawing in one step, so nothing flickers: the address's fragment and the kept work,
/// which the server never sees, are part of the first drawing.
pub fn take_over() {
    if let Some(root) = document().get_element_by_id(DESK) {
        return edit(root);
    }
    let Some(root) = document().get_element_by_id(ROOT) else { return };
    let start: Start =
        root.get_attribute("data-start").and_then(|value| serde_json::from_str(&value).ok()).unwrap_or_default();
    let before = Typed::read();
    let place: web_sys::HtmlElement = wasm_bindgen::JsCast::unchecked_into(root);
    place.set_inner_html("");
    mount_to(place, move || {
        let work = brief_editor::begin(start);
        before.replay(work);
        brief_editor::view(work)
    })
    .forget();
}

/// Takes the editor over; what was typed into the paste field stays.
fn edit(root: web_sys::Element) {
    let start = root.get_attribute("data-start").and_then(|value| serde_json::from_str(&value).ok());
    let Some(start) = start else { return };
    let before = Typed::read();
    let place: web_sys::HtmlElement = wasm_bindgen::JsCast::unchecked_into(root);
    let _ = place.remove_attribute("data-start");
    let _ = place.set_attribute("data-ready", "");
    place.set_inner_html("");
    mount_to(place, move || {
        let editor = editor::begin(start);
        if let Some((_, words)) = before.fields.into_iter().find(|field| field.0 == "paste") {
            editor.paste_text.set(words);
        }
        if let Some(id) = before.focus {
            brief_editor::focus(id);
        }
        editor::view(editor)
    })
    .forget();
}

/// What somebody typed before the browser's half had arrived.
struct Typed {
    fields: Vec<(&'static str, String)>,
    focus: Option<String>,
}

impl Typed {
    fn read() -> Self {
        use wasm_bindgen::JsCast;
        let value = |id: &'static str| {
            let field = document().get_element_by_id(id)?;
            let (now, first) = match field.dyn_into::<web_sys::HtmlInputElement>() {
                Ok(it) => (it.value(), it.default_value()),
                Err(it) => it
                    .dyn_into::<web_sys::HtmlTextAreaElement>()
                    .map(|element| (element.value(), element.default_value().unwrap_or_default()))
                    .ok()?,
            };
            (now != first).then_some((id, now))
        };
        let fields = ["name", "where", "line", "paste"].into_iter().filter_map(value).collect();
        let focus = document().active_element().map(|element| element.id()).filter(|it| !it.is_empty());
        Self { fields, focus }
    }

    fn replay(self, work: Work) {
        for (id, words) in self.fields {
            work.replay(id, words);
        }
        if let Some(id) = self.focus {
            brief_editor::focus(id);
        }
    }
}
