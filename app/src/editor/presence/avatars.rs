//! Who is here: the owner, and whoever changed something in the last minute.

use leptos::prelude::*;
use mantel_model::api::{By, ByKind};

use super::{PRESENT, RemoteChange, lately};
use crate::components::agent_glyph;
use crate::editor::state::editor::Editor;

/// The owner's picture and the tiles of whoever else is here: "You and Claude".
pub fn here(editor: Editor) -> AnyView {
    super::follow(editor);
    let others = Memo::new(move |_| {
        let mut seen: Vec<RemoteChange> = Vec::new();
        for visit in lately(editor, PRESENT).into_iter().rev() {
            if !seen.iter().any(|it| it.by == visit.by) {
                seen.push(visit);
            }
        }
        seen
    });
    let shown = move || {
        let others = others.get();
        (!others.is_empty()).then(|| drawn(editor, &others))
    };
    shown.into_any()
}

fn drawn(editor: Editor, others: &[RemoteChange]) -> AnyView {
    let names: Vec<String> = others.iter().map(RemoteChange::who).collect();
    let (last, firsts) = names.split_last().map(|(last, firsts)| (last.clone(), firsts.join(", "))).unwrap_or_default();
    let words = if firsts.is_empty() { "You and ".to_owned() } else { format!("You, {firsts} and ") };
    let way = others.iter().map(RemoteChange::way).collect::<Vec<_>>().join("; ");
    view! {
        <span class="e-here" title=way>
            {me(editor)}
            {others.iter().take(3).map(|it| face(editor, &it.by)).collect_view()}
            <span>{words}<b>{last}</b></span>
        </span>
    }
    .into_any()
}

/// Somebody's small picture: the owner's avatar, an agent's tile. The name always stands beside it.
pub fn face(editor: Editor, by: &By) -> AnyView {
    match (&by.kind, &by.name) {
        (ByKind::Key | ByKind::Client, Some(name)) => {
            view! { <span class="e-who">{agent_glyph::tile(name)}</span> }.into_any()
        }
        _ => me(editor),
    }
}

fn me(editor: Editor) -> AnyView {
    let (picture, letter) = editor.draft.with_untracked(|draft| {
        let letter = draft.profile.name.as_str().chars().next().map(String::from).unwrap_or_default();
        (draft.profile.avatar.as_ref().map(ToString::to_string), letter)
    });
    let inside = match picture {
        Some(src) => view! { <img src=src alt="" width="28" height="28" referrerpolicy="no-referrer"/> }.into_any(),
        None => letter.into_any(),
    };
    view! { <span class="e-who e-me" aria-hidden="true">{inside}</span> }.into_any()
}
