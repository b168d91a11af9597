//! The buttons and keys that fold the sections of the list.

use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::edit::display_name;

use super::list_state::TileList;
use super::row_drag;
use crate::components::icon;
use crate::editor::state::sections::section;
use crate::editor::state::selection::Selection;

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
