//! Marks on the page where somebody else changed it, and what they did in a line at its foot.

use leptos::prelude::*;
use mantel_model::TileId;

use super::{PRESENT, RemoteChange, TOGETHER, TOLD, face, lately, show, undo_all};
use crate::editor::canvas::view;
use crate::editor::state::editor::{Editor, Selection};

/// More tiles than this at once are told in one line instead of one by one.
const ONE_BY_ONE: usize = 3;

/// A tile that somebody else touched.
#[derive(Clone, PartialEq)]
struct Mark {
    id: TileId,
    /// The visit that touched it last; `told` while its label stands.
    visit: RemoteChange,
    told: bool,
}

/// Lines round the tiles that others touched, and for a while what they did.
pub fn marks(editor: Editor) -> AnyView {
    let all = Memo::new(move |_| if editor.looking.get().is_some() { Vec::new() } else { found(editor) });
    let ids = move || all.with(|it| it.iter().map(|it| it.id.clone()).collect::<Vec<_>>());
    let one = move |id: TileId| {
        let its = Memo::new(move |_| all.with(|all| all.iter().find(|it| it.id == id).cloned()));
        mark(editor, its)
    };
    view! { <For each=ids key=Clone::clone children=one/> }.into_any()
}

fn found(editor: Editor) -> Vec<Mark> {
    let visits = lately(editor, PRESENT);
    let now = editor.clock.get();
    let many = together(editor).iter().map(RemoteChange::count).sum::<usize>() > ONE_BY_ONE;
    let mut out: Vec<Mark> = Vec::new();
    for visit in visits.into_iter().rev() {
        for id in visit.tiles() {
            let there = editor.draft.with(|draft| draft.tile(&id).is_some());
            if there && !out.iter().any(|it| it.id == id) {
                out.push(Mark { id, told: !many && now - visit.at < TOLD, visit: visit.clone() });
            }
        }
    }
    out
}

/// What is told together: nothing once all of it is old.
fn together(editor: Editor) -> Vec<RemoteChange> {
    let visits = lately(editor, TOGETHER);
    let fresh = visits.last().is_some_and(|visit| editor.clock.get() - visit.at < TOLD);
    if fresh { visits } else { Vec::new() }
}

fn mark(editor: Editor, its: Memo<Option<Mark>>) -> AnyView {
    let frame = move || {
        editor.tick.track();
        let id = its.with(|it| it.as_ref().map(|it| it.id.clone()))?;
        view::element(&Selection::Tile(id)).and_then(|element| view::frame_of(&element)).map(view::Frame::style)
    };
    let told = Memo::new(move |_| its.with(|it| it.as_ref().filter(|it| it.told).map(|it| it.visit.clone())));
    let label = move || {
        let id = its.with_untracked(|it| it.as_ref().map(|it| it.id.clone()))?;
        told.get().map(|visit| label(editor, visit, id))
    };
    view! { <div class="e-mark" style=frame>{label}</div> }.into_any()
}

fn label(editor: Editor, visit: RemoteChange, id: TileId) -> AnyView {
    let did = visit.did(&id).unwrap_or("Changed");
    let words = format!("{did} by {}, just now", visit.who());
    let way = format!("{did} by {}", visit.way());
    let by = visit.by.clone();
    let undo = move |_| editor.revert(&visit, Some(&id));
    view! {
        <p class="e-told" title=way>
            {face(editor, &by)}<span>{words}</span>
            <button type="button" class="m-words" on:click=undo>"Undo"</button>
        </p>
    }
    .into_any()
}

/// One line for what can't be told at a tile: more than three at once, or nothing that still is on the page.
pub fn foot(editor: Editor) -> AnyView {
    let group = Memo::new(move |_| {
        let visits = together(editor);
        let many = visits.iter().map(RemoteChange::count).sum::<usize>() > ONE_BY_ONE;
        let away =
            |visit: &RemoteChange| !visit.tiles().iter().any(|id| editor.draft.with(|draft| draft.tile(id).is_some()));
        if many { visits } else { visits.into_iter().filter(away).collect() }
    });
    let put_away = RwSignal::new(0.0_f64);
    let shown = move || {
        let visits = group.get();
        let last = visits.last().cloned()?;
        (last.at > put_away.get()).then(|| summary(editor, visits, &last, put_away))
    };
    shown.into_any()
}

/// Everybody who made some visits, each once: "Claude", "Claude and Codex", "Claude, Codex and Zed".
fn names(visits: &[RemoteChange]) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in visits.iter().map(RemoteChange::who) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    match names.split_last() {
        Some((last, firsts)) if !firsts.is_empty() => format!("{} and {last}", firsts.join(", ")),
        _ => names.concat(),
    }
}

fn summary(editor: Editor, visits: Vec<RemoteChange>, last: &RemoteChange, put_away: RwSignal<f64>) -> AnyView {
    let mut tiles: Vec<TileId> = Vec::new();
    for id in visits.iter().flat_map(RemoteChange::tiles) {
        if !tiles.contains(&id) {
            tiles.push(id);
        }
    }
    let gone: usize = visits.iter().map(|visit| visit.changes.removed.len()).sum();
    let count = tiles.len() + gone;
    let words = match visits.as_slice() {
        [one] if one.count() <= ONE_BY_ONE => one.sentence(),
        _ => format!("{} changed {count} tiles", names(&visits)),
    };
    let at = last.at;
    let there = !tiles.is_empty();
    let undo = if visits.len() == 1 && count <= 1 { "Undo" } else { "Undo all" };
    let undone = move |_| {
        put_away.set(at);
        undo_all(editor, &visits);
    };
    let way = last.way();
    view! {
        <p class="e-summary" class:raised=move || editor.notice.with(Option::is_some) title=way>
            {face(editor, &last.by)}<span>{words}</span>
            {there.then(|| view! { <button type="button" class="m-words" on:click=move |_| show(editor, &tiles)>"See them"</button> })}
            <button type="button" class="m-words" on:click=undone>{undo}</button>
        </p>
    }
    .into_any()
}
