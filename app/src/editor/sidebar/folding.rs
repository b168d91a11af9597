//! Folding the sections of the list. What is folded is kept for this tab.

use std::collections::{HashMap, HashSet};

use leptos::prelude::*;
use mantel_model::edit::display_name;
use mantel_model::{Draft, TileId};

use super::list_state::TileList;
use super::row_drag;
use crate::components::icon;
use crate::editor::state::editor::Editor;
use crate::editor::state::sections::{is_heading, section};
use crate::editor::state::selection::Selection;

/// The key in the tab's storage of the headings whose sections are folded.
const FOLDED: &str = "mantel:folded";

/// The headings whose sections are folded, as this tab left them.
pub fn folded(editor: Editor) -> RwSignal<HashSet<TileId>> {
    let folded = RwSignal::new(HashSet::new());
    Effect::new(move |before: Option<()>| {
        let storage = window().session_storage().ok().flatten();
        if before.is_none() {
            let stored = storage.and_then(|storage| storage.get_item(FOLDED).ok().flatten()).unwrap_or_default();
            folded.set(stored.split_whitespace().filter_map(|id| TileId::parse(id).ok()).collect());
        } else if let Some(storage) = storage {
            let ids = folded
                .with(|folded: &HashSet<TileId>| folded.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
            let _ = storage.set_item(FOLDED, &ids);
        }
        folded.track();
    });
    // A tile that becomes selected elsewhere is shown.
    Effect::new(move |_| {
        let Some(Selection::Tile(id)) = editor.selected.with(|selected| selected.last().cloned()) else { return };
        let heading = editor.draft.with_untracked(|draft| {
            let at = draft.position(&id)?;
            let above = draft.tiles.iter().take(at).rfind(|tile| is_heading(tile))?;
            (!draft.tiles.get(at).is_some_and(is_heading)).then(|| above.id.clone())
        });
        if let Some(heading) = heading.filter(|heading| folded.with_untracked(|folded| folded.contains(heading))) {
            folded.update(|folded| {
                folded.remove(&heading);
            });
        }
    });
    folded
}

/// The tiles that are listed: all but those of folded sections.
pub fn unfolded(draft: &Draft, folded: &HashSet<TileId>) -> Vec<TileId> {
    let mut hidden = false;
    let mut out = Vec::new();
    for tile in &draft.tiles {
        if is_heading(tile) {
            hidden = folded.contains(&tile.id);
            out.push(tile.id.clone());
        } else if !hidden {
            out.push(tile.id.clone());
        }
    }
    out
}

/// How many tiles the section of each heading has.
pub fn section_lengths(draft: &Draft) -> HashMap<TileId, usize> {
    let mut out = HashMap::new();
    let mut open = None;
    for tile in &draft.tiles {
        if is_heading(tile) {
            open = Some(tile.id.clone());
            out.insert(tile.id.clone(), 0);
        } else if let Some(count) = open.as_ref().and_then(|id| out.get_mut(id)) {
            *count += 1;
        }
    }
    out
}

/// Folds the section of a heading, or unfolds it.
pub fn set(list: TileList, id: &TileId, fold: bool) {
    let editor = list.editor;
    if list.folded.with_untracked(|folded| folded.contains(id)) == fold {
        return;
    }
    let (name, own) =
        editor.draft.with_untracked(|draft| (draft.tile(id).map(display_name).unwrap_or_default(), section(draft, id)));
    // The row of a selected tile would be out of the list: its heading is selected instead.
    let hides = editor.selected_tiles().iter().any(|tile| tile != id && own.contains(tile));
    if fold && hides {
        editor.select(Some(Selection::Tile(id.clone())));
    }
    list.folded.update(|folded| {
        if fold {
            folded.insert(id.clone());
        } else {
            folded.remove(id);
        }
    });
    editor.announce(&format!("{name} {}", if fold { "folded" } else { "unfolded" }));
}

/// Left folds the section of the active heading, right unfolds it; `false` if another row is active.
pub fn key(list: TileList, fold: bool) -> bool {
    let Some(Selection::Tile(id)) = untrack(|| list.active()) else { return false };
    let any = list.sections.with_untracked(|sections| sections.get(&id).is_some_and(|count| *count > 0));
    if any {
        set(list, &id, fold);
    }
    any
}

/// The buttons that fold the sections, over the rows of their headings. They are beside the list box, whose rows may
/// not contain buttons.
pub fn buttons(list: TileList, drawn: Memo<Vec<TileId>>) -> AnyView {
    let headings = Memo::new(move |_| {
        let filled = |id: &TileId| list.sections.with(|sections| sections.get(id).is_some_and(|count| *count > 0));
        let plain = list.filter.with(|filter| filter.trim().is_empty());
        drawn.get().into_iter().filter(|id| plain && filled(id)).collect::<Vec<_>>()
    });
    let one = move |id: TileId| {
        let (placed, pressed, named) = (id.clone(), id.clone(), id.clone());
        let open = move || list.folded.with(|folded| !folded.contains(&id));
        let (shown, is) = (open.clone(), open.clone());
        let name = list.editor.draft_memo(move |draft| draft.tile(&named).map(display_name).unwrap_or_default());
        let press = move |_| set(list, &pressed, is());
        view! { <button type="button" class="editor-fold" aria-label=move || format!("Tiles under {}", name.get()) aria-expanded=move || open().to_string() class:folded=move || !shown() style=move || row_drag::style(list, &placed) on:click=press>{icon::stroke(icon::CHEVRON)}</button> }
    };
    view! { <div class="editor-folds"><For each=move || headings.get() key=Clone::clone children=one/></div> }
        .into_any()
}
