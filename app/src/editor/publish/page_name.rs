//! Asks for the name of a page that has none, in place, before the page is published.

use leptos::prelude::*;
use mantel_model::text::Text;
use mantel_model::{Edit, limits};
use serde_json::json;

use super::state::PublishState;
use crate::components::{dom, tile_label};
use crate::editor::state::editor::Editor;

/// Whether the page has no name.
pub fn is_missing(editor: Editor) -> bool {
    editor.draft.with_untracked(|draft| draft.profile.name.trim().is_empty())
}

/// The field, while the page has no name; Enter calls `publish`.
pub fn field(work: PublishState, publish: Callback<()>) -> AnyView {
    let missing = work.editor.draft_memo(|draft| draft.profile.name.trim().is_empty());
    let typed = move |event| {
        work.name.set(event_target_value(&event));
        work.name_problem.set(None);
    };
    let wrong = move || work.name_problem.with(Option::is_some).to_string();
    let shown = move || {
        missing.get().then(|| {
            view! {
                <form class="editor-publish-name" novalidate=true on:submit=move |event| { event.prevent_default(); publish.run(()); }>
                    <label class="ui-label" for="publish-name">"Whose page is it?"</label>
                    <input class="ui-field" id="publish-name" type="text" dir="auto" autocomplete="name" placeholder="Your name" aria-invalid=wrong aria-describedby="publish-name-says" prop:value=move || work.name.get() on:input=typed/>
                    <span class="ui-warning" id="publish-name-says" role="status">{move || work.name_problem.get()}</span>
                </form>
            }
        })
    };
    shown.into_any()
}

/// Saves the name that was typed for a page without one; `false` if one is still missing, which the field then says.
pub fn settle(work: PublishState) -> bool {
    if !is_missing(work.editor) {
        return true;
    }
    let name = work.name.get_untracked();
    let problem = match Text::<{ limits::NAME }>::new(&name) {
        Ok(name) if name.is_empty() => "A name first: it is the title of your page.".to_owned(),
        Ok(_) if work.editor.edit(Edit::Profile(json!({ "name": name })), "Wrote your name") => return true,
        Ok(_) => "That name could not be saved.".to_owned(),
        Err(problem) => tile_label::sentence(&problem),
    };
    work.name_problem.set(Some(problem));
    dom::focus("publish-name");
    false
}
