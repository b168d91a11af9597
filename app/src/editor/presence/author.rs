//! The author of a change: a name and a small picture.

use leptos::prelude::*;
use mantel_model::api::{By, ByKind};

use crate::components::agent_glyph;
use crate::editor::state::editor::Editor;

/// The name of an author, as text.
pub fn name(by: &By) -> String {
    match (&by.kind, &by.name) {
        (ByKind::Owner, _) => "You".to_owned(),
        (ByKind::Admin, _) => "The service".to_owned(),
        (_, name) => name.clone().unwrap_or_else(|| "An agent".to_owned()),
    }
}

/// The avatar of an author: the owner's picture, or an agent's glyph. The name always stands beside it.
pub fn avatar(editor: Editor, by: &By) -> AnyView {
    match (&by.kind, &by.name) {
        (ByKind::Key | ByKind::Client, Some(name)) => {
            view! { <span class="editor-presence-avatar">{agent_glyph::tile(name)}</span> }.into_any()
        }
        _ => owner_avatar(editor),
    }
}

/// The avatar of the page's owner.
pub fn owner_avatar(editor: Editor) -> AnyView {
    let (picture, letter) = editor.draft.with_untracked(|draft| {
        let letter = draft.profile.name.as_str().chars().next().map(String::from).unwrap_or_default();
        (draft.profile.avatar.as_ref().map(ToString::to_string), letter)
    });
    let inside = match picture {
        Some(src) => view! { <img src=src alt="" width="28" height="28" referrerpolicy="no-referrer"/> }.into_any(),
        None => letter.into_any(),
    };
    view! { <span class="editor-presence-avatar editor-presence-self" aria-hidden="true">{inside}</span> }.into_any()
}
