//! The tiles in order on a phone: each can be moved up or down, and selected.

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::Kind;
use mantel_model::{Draft, TileId};

use super::bottom_sheet::{BottomSheet, bottom_sheet};
use crate::components::scoped_memo::scoped_memo;
use crate::components::tile_label::tile_count;
use crate::components::{dom, icon, tile_icon};
use crate::editor::canvas::{drag, elements};
use crate::editor::sidebar;
use crate::editor::state::editor::Editor;
use crate::editor::state::sections::{is_heading, section, section_target};
use crate::editor::state::selection::Selection;

/// The bottom sheet.
pub fn sheet(editor: Editor) -> AnyView {
    let ids = editor.draft_memo(|page| page.tiles.iter().map(|tile| tile.id.clone()).collect::<Vec<_>>());
    let canvas = editor.draft_memo(|page| page.theme.layout == Layout::Canvas);
    let name = editor.draft_memo(|page| page.profile.name.to_string());
    let open = move |selection: Selection| {
        if editor.choosing.get_untracked() && selection != Selection::Profile {
            return editor.toggle_selected(&selection);
        }
        editor.close_dialog();
        editor.show_inspector();
        editor.select(Some(selection.clone()));
        elements::reveal(selection);
    };
    let choosing = scoped_memo(move || editor.choosing.get());
    let inside = view! {
        {move || canvas.get().then(|| view! { <p class="editor-explanation">"Arrange on a larger screen. Here tiles have an order only."</p> })}
        {choose_several(editor)}
        <ul class="editor-tile-order">
            <li><button type="button" class="editor-tile-order-name" on:click=move |_| open(Selection::Profile)>{tile_icon::page()}<span dir="auto">{move || Some(name.get()).filter(|text| !text.is_empty()).unwrap_or_else(|| "You".to_owned())}</span></button></li>
            <For each=move || ids.get() key=Clone::clone children=move |id| row(editor, id, choosing, open)/>
        </ul>
    };
    let foot = move || if editor.choosing.get() { change_chosen(editor) } else { sidebar::links(editor) };
    let its = BottomSheet { title: "Tiles", class: "", veil: true };
    bottom_sheet(editor, its, inside.into_any(), foot.into_any())
}

/// The button that lets each press choose one more tile.
fn choose_several(editor: Editor) -> AnyView {
    let choose = move |_| {
        editor.select(None);
        editor.choosing.update(|choosing| *choosing = !*choosing);
    };
    view! { <button type="button" class="ui-link editor-choose-several" on:click=choose>{move || if editor.choosing.get() { "Done choosing" } else { "Choose several" }}</button> }.into_any()
}

/// The button that leads from the chosen tiles to what can be done with them.
fn change_chosen(editor: Editor) -> AnyView {
    let count = move || editor.selected_tiles().len();
    let go = move |_| {
        editor.choosing.set(false);
        editor.show_inspector();
        editor.close_dialog();
    };
    view! { <div class="editor-bottom-sheet-footer"><button type="button" class="ui-button" aria-disabled=move || (count() == 0).to_string() on:click=go>{move || match count() { 0 => "Choose tiles".to_owned(), many => format!("Change {}", tile_count(many)) }}</button></div> }.into_any()
}

/// A row. `choosing` goes with the sheet: the editor's own signal would keep a place for each row that was ever there.
fn row(editor: Editor, id: TileId, choosing: Memo<bool>, open: impl Fn(Selection) + Copy + 'static) -> AnyView {
    let tile = editor.tile(id.clone());
    let title = scoped_memo(move || {
        tile.with(|value| {
            let tile = value.as_ref()?;
            let of = |draft: &Draft| editor.facts.with(|facts| sidebar::title(draft, tile, facts));
            Some(if matches!(tile.kind, Kind::Image(_)) {
                editor.draft.with(of)
            } else {
                editor.draft.with_untracked(of)
            })
        })
        .unwrap_or_default()
    });
    let kind = scoped_memo(move || tile.with(|tile| tile.as_ref().map(|tile| tile.kind.clone())));
    let selection = Selection::Tile(id.clone());
    let chosen = selection.clone();
    let pressed = move || choosing.get().then(|| editor.selected.with(|all| all.contains(&chosen)).to_string());
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
            <button type="button" class="editor-tile-order-name" aria-pressed=pressed on:click=move |_| open(selection.clone())>{move || kind.get().map(|item| tile_icon::of(&item))}<span dir="auto">{move || title.get()}</span></button>
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

/// Moves a tile, a heading with the tiles of its section unless it moves alone, and announces the new position.
pub fn shift(editor: Editor, id: &TileId, step: Step) {
    let draft = editor.draft.get_untracked();
    let Some(at) = draft.position(id) else { return };
    let own = if editor.heading_alone.get_untracked() { vec![id.clone()] } else { section(&draft, id) };
    let heading = draft.tile(id).is_some_and(is_heading) && !editor.heading_alone.get_untracked();
    let before = match (heading, step) {
        (true, Step::By(by)) => section_target(&draft, &own, by),
        (true, Step::First) => draft.tiles.iter().position(is_heading),
        (false, Step::By(by)) if by > 0 => Some(at.saturating_add_signed(by) + 1),
        (false, Step::By(by)) => Some(at.saturating_add_signed(by)),
        (false, Step::First) => Some(0),
    };
    match before {
        Some(before) => drag::move_before(editor, &own, before.min(draft.tiles.len())),
        None => editor.announce("There is no place beyond it"),
    }
    elements::reveal(Selection::Tile(id.clone()));
}
