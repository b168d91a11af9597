//! On a phone an agent's work is told above the dock, with the way to it and the way back.

use leptos::prelude::*;
use mantel_model::api::ByKind;

use super::super::editor::{Editor, Thing};
use super::super::left;
use super::super::presence::Visit;
use crate::door::agent;
use crate::ui::browser;

/// How long the bar stays, ms.
const STAYS: u64 = 20_000;

/// The bar of the newest visit.
pub fn bar(editor: Editor) -> AnyView {
    let gone = RwSignal::new(0.0_f64);
    let newest = Memo::new(move |_| {
        let agents = |it: &&Visit| matches!(it.by.kind, ByKind::Key | ByKind::Client);
        let last = editor.visits.with(|it| it.iter().rev().find(agents).cloned());
        let free = editor.sheet.get().is_none()
            && editor.chosen.with(Vec::is_empty)
            && editor.desk.with(|it| it.clashes().is_empty());
        last.filter(|it| it.at > gone.get() && free)
    });
    Effect::new(move |_| {
        if let Some(at) = newest.with(|it| it.as_ref().map(|it| it.at)) {
            browser::after(STAYS, move || gone.update(|it| *it = it.max(at)));
        }
    });
    (move || newest.get().map(|it| told(editor, it, gone))).into_any()
}

fn told(editor: Editor, visit: Visit, gone: RwSignal<f64>) -> AnyView {
    let done = {
        let summary = visit.changes.summary.clone();
        let mut letters = summary.chars();
        let first: String = letters.next().map(|it| it.to_lowercase().to_string()).unwrap_or_default();
        format!("{} {first}{}", visit.who(), letters.as_str())
    };
    let first = visit.changes.added.iter().map(|it| &it.id).chain(visit.changes.changed.iter().map(|it| &it.id)).next();
    let show = first.cloned().map(|id| {
        let see = move |_| {
            editor.choose(Some(Thing::Tile(id.clone())));
            left::reveal(Thing::Tile(id.clone()));
        };
        view! { <button type="button" class="m-words" on:click=see>"Show"</button> }
    });
    let (at, name) = (visit.at, visit.who());
    let undo = move |_| {
        editor.revert(&visit, None);
        gone.set(at);
    };
    view! { <div class="e-visit">{agent::tile(&name)}<p>{done}</p>{show}<button type="button" class="m-words" on:click=undo>"Undo"</button></div> }.into_any()
}
