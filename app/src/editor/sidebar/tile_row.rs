//! One row: drag handle, icon, title, what others did to the tile, its size.

use leptos::prelude::*;
use mantel_model::tile::Kind;
use mantel_model::{Draft, Tile, TileId};

use super::list_state::{TileList, title};
use super::row_drag;
use crate::components::scoped_memo::scoped_memo;
use crate::components::tile_label::tile_count;
use crate::components::{icon, size_glyph, tile_icon, tile_label};
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// The id of a selection's row.
pub fn id_of(selection: &Selection) -> String {
    match selection {
        Selection::Profile => "row-profile".to_owned(),
        Selection::Tile(id) => format!("row-{id}"),
    }
}

/// The profile's row.
pub fn profile(list: TileList) -> AnyView {
    let editor = list.editor;
    let name = editor.draft_memo(|page| page.profile.name.to_string());
    let chosen = move || editor.selected.with(|chosen| chosen.contains(&Selection::Profile));
    let words = move || {
        let name = name.get();
        if name.is_empty() { "Your name".to_owned() } else { name }
    };
    view! {
        <div class="editor-profile-row" role="presentation">
            <div class="editor-tile-row" id="row-profile" role="option" aria-selected=move || chosen().to_string() class:active=chosen data-row="profile">
                {tile_icon::profile()}
                <span class="editor-tile-row-text"><span class="editor-tile-row-title" dir="auto">{words}</span><span class="ui-sr-only">", your profile"</span></span>
            </div>
        </div>
    }
    .into_any()
}

/// A tile's row. Most that it reads of the list goes with it: the list's own signals, which seldom change, would keep a place for each
/// row that was ever in view.
pub fn row(list: TileList, id: TileId) -> AnyView {
    let editor = list.editor;
    let tile = editor.tile(id.clone());
    let its =
        scoped_memo(move || tile.with(|tile| tile.as_ref().map(|tile| listed_title(editor, tile))).unwrap_or_default());
    let kind = Memo::new(move |_| tile.with(|tile| tile.as_ref().map(|tile| tile.kind.clone())));
    let size = Memo::new(move |_| tile.with(|tile| tile.as_ref().map(|tile| tile.size)));
    let sized = move || kind.with(|kind| !matches!(kind, None | Some(Kind::Heading(_) | Kind::Social(_))));
    let heading = move || kind.with(|kind| matches!(kind, Some(Kind::Heading(_))));
    let selection = Selection::Tile(id.clone());
    let one = selection.clone();
    let active = move || editor.selected.with(|chosen| chosen.last() == Some(&one));
    let chosen = move || editor.selected.with(|chosen| chosen.contains(&selection));
    let (marked, row_id) = (id.clone(), id.clone());
    let mark = scoped_memo(move || list.marks.with(|marks| marks.get(&marked).cloned()).unwrap_or_default());
    let refused = scoped_memo(move || list.refused.with(|refused| refused.get(&row_id).cloned()).unwrap_or_default());
    let note = move || {
        let notes = [("editor-tile-row-note wrong", refused.get()), ("editor-tile-row-note", mark.get())];
        notes.into_iter().find(|(_, words)| !words.is_empty())
    };
    let moved = id.clone();
    let dragged = scoped_memo(move || list.is_held(&moved));
    let head = id.clone();
    let inside = move || {
        list.folded.with(|folded| folded.contains(&head)).then(|| list.sections.with(|all| all.get(&head).copied()))?
    };
    let (folded, told) = (inside.clone(), inside);
    let placed = id.clone();
    let style = scoped_memo(move || row_drag::style(list, &placed));
    let what = move || {
        let name = kind.with(|kind| kind.as_ref().map(tile_label::name)).unwrap_or_default();
        let cells =
            size.get().filter(|_| sized()).map(|item| format!(", {}", tile_label::size(item))).unwrap_or_default();
        let inside = told().map(|count| format!(", folded, {}", tile_count(count))).unwrap_or_default();
        format!(", {name}{cells}{inside}")
    };
    view! {
        <div class="editor-tile-row" id=format!("row-{id}") role="option" data-row=id.to_string() aria-selected=move || chosen().to_string() class:active=active class:held=move || dragged.get() class:heading=heading class:noted=move || note().is_some() style=move || style.get()>
            <span class="editor-grip" aria-hidden="true">{icon::stroke(icon::GRIP)}</span>
            {move || kind.with(|kind| kind.as_ref().map(tile_icon::of))}
            <span class="editor-tile-row-text"><span class="editor-tile-row-title" dir="auto">{move || its.get()}</span><span class="ui-sr-only">{what}</span>{move || note().map(|(class, words)| view! { <span class=class title=words.clone()>{words.clone()}</span> })}</span>
            {move || folded().map(|count| view! { <span class="editor-fold-count" aria-hidden="true">{count}</span> })}
            {move || size.get().filter(|_| sized()).map(size_glyph::size)}
        </div>
    }
    .into_any()
}

/// The title of a row. Follows the rest of the page only where the title depends on it.
fn listed_title(editor: Editor, tile: &Tile) -> String {
    let of = |draft: &Draft| editor.facts.with(|facts| title(draft, tile, facts));
    if matches!(tile.kind, Kind::Image(_)) { editor.draft.with(of) } else { editor.draft.with_untracked(of) }
}
