//! What is done to several selected tiles together, each as one undo step: moving, sizing, colouring, duplicating and
//! removing them.

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::{Size, TileColor};
use mantel_model::{Tile, TileId};

use super::choices;
use crate::components::tile_label::tile_count;
use crate::components::{dom, size_glyph};
use crate::editor::canvas::{drag, resize, tile_edits};
use crate::editor::move_to;
use crate::editor::state::editor::Editor;

/// The actions on some tiles.
pub fn actions(editor: Editor, ids: Vec<TileId>) -> AnyView {
    let canvas = editor.draft_memo(|draft| draft.theme.layout == Layout::Canvas);
    let ids = StoredValue::new(ids);
    let move_button = move |label: &'static str, later: bool| {
        view! { <button type="button" on:click=move |_| drag::shift_selected(editor, later)>{label}</button> }
    };
    let moves = move || {
        (!canvas.get()).then(|| {
            view! { <div class="ui-segmented editor-several-moves" role="group" aria-label="Place">{move_button("Earlier", false)}{move_button("Later", true)}</div>{move_to::button(editor, "ui-link", "Move to…")} }
        })
    };
    let remove = move |_| {
        tile_edits::remove_tiles(editor, &ids.get_value());
        dom::focus("tiles");
    };
    view! {
        <div class="editor-several" role="group" aria-label="All chosen tiles">
            <strong>{tile_count(ids.with_value(Vec::len))}</strong>
            {moves}
            {sizes(editor, ids)}
            {colors(editor, ids)}
            <span class="editor-several-actions">
                <button type="button" class="ui-link" on:click=move |_| tile_edits::duplicate(editor)>"Duplicate"</button>
                <button type="button" class="ui-link" on:click=remove>"Remove"</button>
            </span>
        </div>
    }
    .into_any()
}

/// What all of the tiles that `part` accepts have in common; `None` if they differ.
fn common<T: PartialEq + Send + Sync + 'static>(
    editor: Editor,
    ids: StoredValue<Vec<TileId>>,
    part: fn(&Tile) -> Option<T>,
) -> Memo<Option<T>> {
    Memo::new(move |_| {
        let mut all = editor.draft.with(|draft| {
            ids.with_value(|ids| ids.iter().filter_map(|id| draft.tile(id).and_then(part)).collect::<Vec<_>>())
        });
        all.dedup();
        if all.len() == 1 { all.pop() } else { None }
    })
}

/// One size for all; nothing if none of them has a size.
fn sizes(editor: Editor, ids: StoredValue<Vec<TileId>>) -> AnyView {
    let now = common(editor, ids, |tile| resize::has_size(tile).then_some(tile.size));
    let any = editor
        .draft
        .with_untracked(|draft| ids.with_value(|ids| ids.iter().filter_map(|id| draft.tile(id)).any(resize::has_size)));
    let one = move |size: Size| {
        let choose = move |_| resize::set_all(editor, &ids.get_value(), |_| size);
        view! { <button type="button" title=size.label() aria-label=size.label() aria-pressed=move || (now.get() == Some(size)).to_string() on:click=choose>{size_glyph::size(size)}</button> }
    };
    let shown = any.then(|| {
        view! { <div class="ui-segmented editor-sizes" role="group" aria-label="Size">{Size::ALL.iter().copied().map(one).collect_view()}</div> }
    });
    shown.into_any()
}

/// One colour for all.
fn colors(editor: Editor, ids: StoredValue<Vec<TileId>>) -> AnyView {
    let now = common(editor, ids, |tile| Some(tile.color));
    let choose = Callback::new(move |color: TileColor| {
        let mut draft = editor.draft.get_untracked();
        ids.with_value(|ids| {
            draft.tiles.iter_mut().filter(|tile| ids.contains(&tile.id)).for_each(|tile| tile.color = color);
            let label = format!("Coloured {} {}", tile_count(ids.len()), color.label().to_lowercase());
            editor.replace_draft(&draft, &label, "");
        });
    });
    choices::colors(editor, now, choose)
}
