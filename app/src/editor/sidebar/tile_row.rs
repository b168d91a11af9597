//! One row: grip, silhouette, title, what others did, the cells it takes.

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::facts::Facts;
use mantel_model::layout::form::shown_title;
use mantel_model::tile::Kind;
use mantel_model::{Tile, TileId};

use super::row_drag;
use super::tile_list::List;
use crate::components::{icon, size_glyph, tile_icon, tile_label};
use crate::editor::state::editor::Selection;

/// The id of a thing's row.
pub fn id_of(thing: &Selection) -> String {
    match thing {
        Selection::Profile => "row-profile".to_owned(),
        Selection::Tile(id) => format!("row-{id}"),
    }
}

/// What a tile is called in the list.
pub fn title(tile: &Tile, facts: &HashMap<TileId, Facts>) -> String {
    let shown = shown_title(tile, facts.get(&tile.id)).replace('\n', " ");
    if shown.trim().is_empty() { tile_label::title(&tile.kind) } else { shown }
}

/// The profile's row.
pub fn profile(list: List) -> AnyView {
    let editor = list.editor;
    let name = editor.part(|it| it.profile.name.to_string());
    let chosen = move || editor.chosen.with(|chosen| chosen.contains(&Selection::Profile));
    let words = move || {
        let name = name.get();
        if name.is_empty() { "Your name".to_owned() } else { name }
    };
    view! {
        <div class="e-head" role="presentation">
            <div class="e-item" id="row-profile" role="option" aria-selected=move || chosen().to_string() class:active=chosen data-row="profile">
                {tile_icon::profile()}
                <span class="e-item-words"><span class="e-item-title" dir="auto">{words}</span><span class="m-hidden">", your profile"</span></span>
            </div>
        </div>
    }
    .into_any()
}

/// A tile's row.
pub fn row(list: List, id: TileId) -> AnyView {
    let editor = list.editor;
    let tile = editor.tile(id.clone());
    let its = Memo::new(move |_| {
        tile.with(|tile| tile.as_ref().map(|tile| editor.facts.with(|facts| title(tile, facts)))).unwrap_or_default()
    });
    let kind = Memo::new(move |_| tile.with(|tile| tile.as_ref().map(|tile| tile.kind.clone())));
    let size = Memo::new(move |_| tile.with(|tile| tile.as_ref().map(|tile| tile.size)));
    let sized = move || kind.with(|kind| !matches!(kind, None | Some(Kind::Heading(_) | Kind::Social(_))));
    let heading = move || kind.with(|kind| matches!(kind, Some(Kind::Heading(_))));
    let thing = Selection::Tile(id.clone());
    let one = thing.clone();
    let active = move || editor.chosen.with(|chosen| chosen.last() == Some(&one));
    let chosen = move || editor.chosen.with(|chosen| chosen.contains(&thing));
    let (marked, said) = (id.clone(), id.clone());
    let mark = move || list.marks.with(|marks| marks.get(&marked).cloned());
    let refused = move || list.refused.with(|refused| refused.get(&said).cloned());
    let note = move || match (refused(), mark()) {
        (Some(words), _) => Some(("e-item-note wrong", words)),
        (None, Some(words)) => Some(("e-item-note", words)),
        (None, None) => None,
    };
    let moved = id.clone();
    let held = move || list.held.with(|it| it.as_ref().is_some_and(|it| it.id == moved));
    let placed = id.clone();
    let what = move || {
        let name = kind.with(|kind| kind.as_ref().map(tile_label::name)).unwrap_or_default();
        let cells = size.get().filter(|_| sized()).map(|it| format!(", {}", tile_label::size(it))).unwrap_or_default();
        format!(", {name}{cells}")
    };
    let noted = note.clone();
    view! {
        <div class="e-item" id=format!("row-{id}") role="option" data-row=id.to_string() aria-selected=move || chosen().to_string() class:active=active class:held=held class:heading=heading class:noted=move || noted().is_some() style=move || row_drag::style(list, &placed)>
            <span class="e-grip" aria-hidden="true">{icon::stroke(icon::GRIP)}</span>
            {move || kind.with(|kind| kind.as_ref().map(tile_icon::of))}
            <span class="e-item-words"><span class="e-item-title" dir="auto">{move || its.get()}</span><span class="m-hidden">{what}</span>{move || note().map(|(class, words)| view! { <span class=class title=words.clone()>{words.clone()}</span> })}</span>
            {move || size.get().filter(|_| sized()).map(size_glyph::size)}
        </div>
    }
    .into_any()
}
