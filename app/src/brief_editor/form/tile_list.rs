//! The list of tiles, in order; rows are moved by pointer or keyboard.

use std::collections::HashMap;

use leptos::prelude::*;

use super::row_drag;
use super::tile_row::{RowContent, tile_row};
use crate::brief_editor::brief_state::BriefState;
use crate::brief_editor::state::BriefEditor;

/// Rows shown while the list is collapsed.
const COLLAPSED_ROWS: usize = 6;

/// The list.
pub fn tile_list(editor: BriefEditor) -> AnyView {
    let contents = Memo::new(move |_| editor.state.with(row_contents));
    let keys = Memo::new(move |_| {
        editor.state.with(|state| state.brief.links.iter().map(|link| link.key).collect::<Vec<_>>())
    });
    let shown = Memo::new(move |_| {
        let mut keys = keys.get();
        if !editor.all_rows.get() && keys.len() > COLLAPSED_ROWS + 1 {
            keys.truncate(COLLAPSED_ROWS);
        }
        keys
    });
    let hidden_count = move || keys.with(Vec::len) - shown.with(Vec::len);
    let dragging = RwSignal::new(None::<u32>);
    Effect::new(move |_| row_drag::follow_pointer(editor, dragging));
    let child = move |key: u32| {
        let content = Memo::new(move |_| contents.with(|contents| contents.get(&key).cloned()));
        tile_row(editor, key, content, dragging)
    };
    view! {
        <ol class="brief-rows" aria-label="What the page holds" class:dragging=move || dragging.get().is_some()>
            <For each=move || shown.get() key=|key| *key children=child/>
        </ol>
        {move || (hidden_count() > 0).then(|| view! { <button type="button" class="ui-link brief-more" on:click=move |_| editor.all_rows.set(true)>{move || format!("{} more tiles", hidden_count())}</button> })}
        {move || (editor.all_rows.get() && keys.with(Vec::len) > COLLAPSED_ROWS + 1).then(|| view! { <button type="button" class="ui-link brief-more" on:click=move |_| editor.all_rows.set(false)>"Show fewer"</button> })}
    }
    .into_any()
}

fn row_contents(state: &BriefState) -> HashMap<u32, RowContent> {
    let mut rows: HashMap<u32, RowContent> = state
        .brief
        .links
        .iter()
        .map(|link| (link.key, RowContent { item: link.clone(), warnings: Vec::new() }))
        .collect();
    for located in &state.warnings {
        if let Some(row) = located.item.and_then(|key| rows.get_mut(&key)) {
            row.warnings.push((located.warning.message.clone(), located.warning.line));
        }
    }
    rows
}
