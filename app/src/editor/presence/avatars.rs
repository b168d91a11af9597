//! Who is present: the owner, and everybody who changed something in the last minute.

use leptos::prelude::*;

use super::{PRESENT, author};
use crate::editor::state::editor::Editor;
use crate::editor::state::remote_change::RemoteChange;

/// The owner's avatar and the glyphs of others who are present, labelled "You and Claude".
pub fn avatar_group(editor: Editor) -> AnyView {
    super::follow(editor);
    let others = Memo::new(move |_| {
        let mut seen: Vec<RemoteChange> = Vec::new();
        for change in editor.recent_changes(PRESENT).into_iter().rev() {
            if !seen.iter().any(|it| it.by == change.by) {
                seen.push(change);
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
    let way = others.iter().map(RemoteChange::author_and_means).collect::<Vec<_>>().join("; ");
    view! {
        <span class="editor-presence" title=way>
            {author::owner_avatar(editor)}
            {others.iter().take(3).map(|change| author::avatar(editor, &change.by)).collect_view()}
            <span>{words}<b>{last}</b></span>
        </span>
    }
    .into_any()
}
