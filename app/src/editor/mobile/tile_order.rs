//! The tiles in order on a phone: each can be moved up or down, and selected.

use leptos::prelude::*;
use mantel_model::edit::display_name;
use mantel_model::layout::form::shown_title;
use mantel_model::theme::Layout;
use mantel_model::{Edit, TileId};

use super::bottom_sheet::{BottomSheet, bottom_sheet};
use crate::components::{dom, icon, tile_icon, tile_label};
use crate::editor::canvas::elements;
use crate::editor::sidebar;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// The bottom sheet.
pub fn sheet(editor: Editor) -> AnyView {
    let ids = editor.draft_memo(|page| page.tiles.iter().map(|tile| tile.id.clone()).collect::<Vec<_>>());
    let canvas = editor.draft_memo(|page| page.theme.layout == Layout::Canvas);
    let name = editor.draft_memo(|page| page.profile.name.to_string());
    let open = move |selection: Selection| {
        editor.close_dialog();
        editor.select(Some(selection.clone()));
        elements::reveal(selection);
    };
    let inside = view! {
        {move || canvas.get().then(|| view! { <p class="editor-explanation">"Arrange on a larger screen. Here tiles have an order only."</p> })}
        <ul class="editor-tile-order">
            <li><button type="button" class="editor-tile-order-name" on:click=move |_| open(Selection::Profile)>{tile_icon::page()}<span dir="auto">{move || Some(name.get()).filter(|text| !text.is_empty()).unwrap_or_else(|| "You".to_owned())}</span></button></li>
            <For each=move || ids.get() key=Clone::clone children=move |id| row(editor, id, open)/>
        </ul>
    };
    let its = BottomSheet { title: "Tiles", class: "", veil: true };
    bottom_sheet(editor, its, inside.into_any(), sidebar::links(editor))
}

fn row(editor: Editor, id: TileId, open: impl Fn(Selection) + Copy + 'static) -> AnyView {
    let tile = editor.tile(id.clone());
    let title = Memo::new(move |_| {
        tile.with(|value| {
            let tile = value.as_ref()?;
            let shown = editor.facts.with(|facts| shown_title(tile, facts.get(&tile.id)).replace('\n', " "));
            Some(if shown.trim().is_empty() { tile_label::title(&tile.kind) } else { shown })
        })
        .unwrap_or_default()
    });
    let kind = Memo::new(move |_| tile.with(|tile| tile.as_ref().map(|tile| tile.kind.clone())));
    let selection = Selection::Tile(id.clone());
    let step = move |by: isize, label: &'static str, class: &'static str| {
        let (id, own) = (id.clone(), format!("{}-{id}", label.to_lowercase()));
        // The row moves within the list, so its button must be focused again.
        let focus = own.clone();
        let go = move |_| {
            shift(editor, &id, Step::By(by));
            dom::focus(focus.clone());
        };
        view! { <button type="button" class=class id=own aria-label=move || format!("{label}: {}", title.get()) on:click=go>{icon::stroke(icon::CHEVRON)}</button> }
    };
    view! {
        <li>
            <button type="button" class="editor-tile-order-name" on:click=move |_| open(selection.clone())>{move || kind.get().map(|item| tile_icon::of(&item))}<span dir="auto">{move || title.get()}</span></button>
            {step(-1, "Earlier", "editor-icon-button up")}
            {step(1, "Later", "editor-icon-button")}
        </li>
    }
    .into_any()
}

/// Where a tile is moved to.
#[derive(Clone, Copy)]
pub enum Step {
    /// So many places forward.
    By(isize),
    /// Before all others.
    First,
}

/// Moves a tile, and announces its new position.
pub fn shift(editor: Editor, id: &TileId, step: Step) {
    let found = editor.draft.with_untracked(|draft| {
        let at = draft.tiles.iter().position(|tile| tile.id == *id)?;
        Some((at, draft.tiles.len(), display_name(draft.tiles.get(at)?)))
    });
    let Some((at, many, name)) = found else { return };
    let position = match step {
        Step::By(by) => at.saturating_add_signed(by).min(many.saturating_sub(1)),
        Step::First => 0,
    };
    if editor.edit(Edit::Move { id: id.clone(), position }, &format!("Moved {name}")) {
        editor.announce(&format!("Moved to place {} of {many}", position + 1));
        elements::reveal(Selection::Tile(id.clone()));
    }
}
