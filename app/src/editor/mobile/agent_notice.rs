//! The notice about an agent's changes above the dock on a phone, with buttons to show and to undo them.

use leptos::prelude::*;

use crate::components::{agent_glyph, dom};
use crate::editor::canvas::elements;
use crate::editor::sidebar;
use crate::editor::sidebar::Summary;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// How long the notice stays after the last change, ms.
const STAYS: u64 = 20_000;

/// The notice about what an agent changed since the last one disappeared.
pub fn bar(editor: Editor) -> AnyView {
    let gone = RwSignal::new(0.0_f64);
    let lately = Memo::new(move |_| {
        let free = editor.dialog.get().is_none()
            && editor.selected.with(Vec::is_empty)
            && editor.draft_sync.with(|sync| sync.conflicts().is_empty());
        editor.remote_changes.with(|remote_changes| sidebar::summary(remote_changes, gone.get())).filter(|_| free)
    });
    Effect::new(move |_| {
        if let Some(at) = lately.with(|lately| lately.as_ref().map(Summary::newest_at)) {
            dom::after(STAYS, move || {
                if lately.with_untracked(|lately| lately.as_ref().is_none_or(|lately| lately.newest_at() <= at)) {
                    gone.update(|gone| *gone = gone.max(at));
                }
            });
        }
    });
    (move || lately.get().map(|item| notice(editor, item, gone))).into_any()
}

fn notice(editor: Editor, it: Summary, gone: RwSignal<f64>) -> AnyView {
    let words = match it.remote_changes.as_slice() {
        [one] => one.sentence(),
        _ => format!("{} {}", it.who, it.words),
    };
    let there = |id: &mantel_model::TileId| editor.draft.with_untracked(|draft| draft.tile(id).is_some());
    let first = it.remote_changes.iter().rev().flat_map(|change| change.tiles()).find(there);
    let show = first.map(|id| {
        let see = move |_| {
            editor.select(Some(Selection::Tile(id.clone())));
            elements::reveal(Selection::Tile(id.clone()));
        };
        view! { <button type="button" class="ui-link" on:click=see>"Show"</button> }
    });
    let face = agent_glyph::tile(&it.who);
    let undo = move |_| {
        it.undo(editor);
        gone.set(it.newest_at());
    };
    view! { <div class="editor-agent-notice">{face}<p>{words}</p>{show}<button type="button" class="ui-link" on:click=undo>"Undo"</button></div> }.into_any()
}
