//! Marks on the page where others changed it, and a line at its foot that says what they did.

use leptos::prelude::*;
use mantel_model::TileId;

use super::{PRESENT, TOGETHER, author, show};
use crate::editor::canvas::elements;
use crate::editor::state::editor::Editor;
use crate::editor::state::geometry::Frame;
use crate::editor::state::recent_changes::LABELLED;
use crate::editor::state::remote_change::{RemoteChange, Tally};

/// If more tiles than this change at once, one line reports all of them instead of a label on each.
const ONE_BY_ONE: usize = 3;

/// A tile that somebody else changed.
#[derive(Clone, PartialEq)]
struct Mark {
    id: TileId,
    /// The last change that touched it; `labelled` while its label is shown.
    change: RemoteChange,
    labelled: bool,
}

/// Outlines of the tiles that others changed, labelled for a while with what they did.
pub fn marks(editor: Editor) -> AnyView {
    let all = Memo::new(move |_| if editor.viewed_version.get().is_some() { Vec::new() } else { found(editor) });
    let ids = move || all.with(|value| value.iter().map(|item| item.id.clone()).collect::<Vec<_>>());
    let one = move |id: TileId| {
        let its = Memo::new(move |_| all.with(|all| all.iter().find(|field| field.id == id).cloned()));
        mark(editor, its)
    };
    view! { <For each=ids key=Clone::clone children=one/> }.into_any()
}

fn found(editor: Editor) -> Vec<Mark> {
    let remote_changes = editor.recent_changes(PRESENT);
    let now = editor.clock.get();
    let many = together(editor).iter().map(RemoteChange::count).sum::<usize>() > ONE_BY_ONE;
    let mut out: Vec<Mark> = Vec::new();
    for change in remote_changes.into_iter().rev() {
        for id in change.tiles() {
            let there = editor.draft.with(|draft| draft.tile(&id).is_some());
            if there && !out.iter().any(|mark| mark.id == id) {
                out.push(Mark { id, labelled: !many && now - change.at < LABELLED, change: change.clone() });
            }
        }
    }
    out
}

/// The changes that are reported together; none once the newest of them is old.
fn together(editor: Editor) -> Vec<RemoteChange> {
    let remote_changes = editor.recent_changes(TOGETHER);
    let fresh = remote_changes.last().is_some_and(|change| editor.clock.get() - change.at < LABELLED);
    if fresh { remote_changes } else { Vec::new() }
}

fn mark(editor: Editor, its: Memo<Option<Mark>>) -> AnyView {
    let frame = move || {
        editor.layout_tick.track();
        let id = its.with(|value| value.as_ref().map(|tile| tile.id.clone()))?;
        elements::tile(&id).and_then(|element| elements::frame_of(&element)).map(Frame::style)
    };
    let labelled = Memo::new(move |_| {
        its.with(|value| value.as_ref().filter(|tile| tile.labelled).map(|item| item.change.clone()))
    });
    let label = move || {
        let id = its.with_untracked(|current| current.as_ref().map(|item| item.id.clone()))?;
        labelled.get().map(|change| label(editor, change, id))
    };
    view! { <div class="editor-change-mark" style=frame>{label}</div> }.into_any()
}

fn label(editor: Editor, change: RemoteChange, id: TileId) -> AnyView {
    let did = change.did(&id).unwrap_or("Changed");
    let words = format!("{did} by {}, just now", change.who());
    let way = format!("{did} by {}", change.author_and_means());
    let by = change.by.clone();
    let undo = move |_| editor.revert(&change, Some(&id));
    view! {
        <p class="editor-change-note" title=way>
            {author::avatar(editor, &by)}<span>{words}</span>
            <button type="button" class="ui-link" on:click=undo>"Undo"</button>
        </p>
    }
    .into_any()
}

/// One line for what cannot be labelled on a tile: more than three changes at once, or none that is still on the page.
pub fn foot(editor: Editor) -> AnyView {
    let group = Memo::new(move |_| {
        let remote_changes = together(editor);
        let many = remote_changes.iter().map(RemoteChange::count).sum::<usize>() > ONE_BY_ONE;
        let away = |change: &RemoteChange| {
            !change.tiles().iter().any(|id| editor.draft.with(|draft| draft.tile(id).is_some()))
        };
        if many { remote_changes } else { remote_changes.into_iter().filter(away).collect() }
    });
    let put_away = RwSignal::new(0.0_f64);
    let shown = move || {
        let remote_changes = group.get();
        let last = remote_changes.last().cloned()?;
        (last.at > put_away.get()).then(|| summary(editor, remote_changes, &last, put_away))
    };
    shown.into_any()
}

/// The authors of some changes, each once: "Claude", "Claude and Codex", "Claude, Codex and Zed".
fn names(remote_changes: &[RemoteChange]) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in remote_changes.iter().map(RemoteChange::who) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.split_last() {
        Some((last, firsts)) if !firsts.is_empty() => format!("{} and {last}", firsts.join(", ")),
        _ => names.concat(),
    }
}

fn summary(editor: Editor, remote_changes: Vec<RemoteChange>, last: &RemoteChange, put_away: RwSignal<f64>) -> AnyView {
    let mut tiles: Vec<TileId> = Vec::new();
    for id in remote_changes.iter().flat_map(RemoteChange::tiles) {
        if !tiles.contains(&id) {
            tiles.push(id);
        }
    }
    let tally = Tally::of(&remote_changes);
    let words = match remote_changes.as_slice() {
        [one] if one.count() <= ONE_BY_ONE => one.sentence(),
        _ => format!("{} changed {}", names(&remote_changes), tally.whole()),
    };
    let at = last.at;
    let there = !tiles.is_empty();
    let undo = if tally.count() <= 1 { "Undo" } else { "Undo all" };
    let undone = move |_| {
        put_away.set(at);
        editor.revert_all(&remote_changes);
    };
    let way = last.author_and_means();
    view! {
        <p class="editor-change-summary" class:raised=move || editor.notice.with(Option::is_some) title=way>
            {author::avatar(editor, &last.by)}<span>{words}</span>
            {there.then(|| view! { <button type="button" class="ui-link" on:click=move |_| show(editor, &tiles)>"See them"</button> })}
            <button type="button" class="ui-link" on:click=undone>{undo}</button>
        </p>
    }
    .into_any()
}
