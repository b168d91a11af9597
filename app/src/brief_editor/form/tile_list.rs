//! The rows: what the page holds, in order; moved by hand or by keys.

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::brief::Item;

use super::tile_row;
use crate::brief_editor::state::{Work, item_of};

/// Rows shown before the rest is folded.
const FIRST: usize = 6;

/// An item and what was noticed about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The item.
    pub item: Item,
    /// Sentences, and the line of the first.
    pub noticed: Vec<(String, Option<u32>)>,
}

/// The list.
pub fn rows(work: Work) -> AnyView {
    let entries = Memo::new(move |_| work.held.with(entries));
    let keys =
        Memo::new(move |_| work.held.with(|held| held.brief.links.iter().map(|link| link.key).collect::<Vec<_>>()));
    let shown = Memo::new(move |_| {
        let mut keys = keys.get();
        if !work.all.get() && keys.len() > FIRST + 1 {
            keys.truncate(FIRST);
        }
        keys
    });
    let more = move || keys.with(Vec::len) - shown.with(Vec::len);
    let dragging = RwSignal::new(None::<u32>);
    Effect::new(move |_| tile_row::follow(work, dragging));
    let child = move |key: u32| {
        let entry = Memo::new(move |_| entries.with(|entries| entries.get(&key).cloned()));
        tile_row::row(work, key, entry, dragging)
    };
    view! {
        <ol class="n-rows" aria-label="What the page holds" class:dragging=move || dragging.get().is_some()>
            <For each=move || shown.get() key=|it| *it children=child/>
        </ol>
        {move || (more() > 0).then(|| view! { <button type="button" class="m-words n-more" on:click=move |_| work.all.set(true)>{move || format!("{} more tiles", more())}</button> })}
        {move || (work.all.get() && keys.with(Vec::len) > FIRST + 1).then(|| view! { <button type="button" class="m-words n-more" on:click=move |_| work.all.set(false)>"Show fewer"</button> })}
    }
    .into_any()
}

fn entries(held: &crate::brief_editor::state::Held) -> HashMap<u32, Entry> {
    let mut all: HashMap<u32, Entry> =
        held.brief.links.iter().map(|link| (link.key, Entry { item: link.clone(), noticed: Vec::new() })).collect();
    for warning in &held.warnings {
        if let Some(entry) = item_of(&warning.path).and_then(|key| all.get_mut(&key)) {
            entry.noticed.push((warning.message.clone(), warning.line));
        }
    }
    all
}
