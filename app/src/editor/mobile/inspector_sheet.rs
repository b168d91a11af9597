//! The inspector on a phone: a sheet over the lower part of the page, with the selected tile in view above it.

use leptos::prelude::*;
use mantel_model::TileId;
use mantel_model::theme::Layout;
use mantel_model::tile::Tile;

use super::bottom_sheet::head;
use super::tile_order::{Step, shift};
use crate::components::tile_label;
use crate::editor::canvas::{elements, tile_edits};
use crate::editor::inspector::{actions, profile, several};
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;
use crate::editor::{inspector, move_to, upload};

/// The bottom sheet; hidden while text is edited in place and while another sheet is open.
pub fn sheet(editor: Editor) -> AnyView {
    let shown = Memo::new(move |_| {
        let free = editor.inline_edit.with(Option::is_none) && editor.dialog.get().is_none();
        editor.selected_one().filter(|only| free && !editor.is_dragged_selection() && !editor.has_conflict_about(only))
    });
    let several = Memo::new(move |_| {
        let free = editor.inline_edit.with(Option::is_none) && editor.dialog.get().is_none();
        Some(editor.selected_tiles()).filter(|tiles| free && tiles.len() > 1 && !editor.is_dragged_selection())
    });
    Effect::new(move |_| {
        if let Some(selection) = shown.get() {
            request_animation_frame(move || scroll_above_sheet(&selection));
        }
    });
    let one = move || shown.get().map(|item| about(editor, item));
    let many = move || several.get().map(|tiles| about_several(editor, tiles));
    view! { {one}{many} }.into_any()
}

fn about_several(editor: Editor, tiles: Vec<TileId>) -> AnyView {
    let close = move || {
        editor.choosing.set(false);
        editor.select(None);
    };
    view! {
        <section class="editor-bottom-sheet half editor-inspector-sheet" role="dialog" aria-label="What is chosen">
            {head("Chosen together".into_any(), close)}
            <div class="editor-bottom-sheet-body">{several::actions(editor, tiles)}</div>
        </section>
    }
    .into_any()
}

fn about(editor: Editor, selection: Selection) -> AnyView {
    let close = move || {
        inspector::settle();
        editor.select(None);
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() {
            event.prevent_default();
            event.stop_propagation();
            close();
        }
    };
    let (title, inside, foot) = match selection {
        Selection::Profile => ("Profile".into_any(), profile::inspector(editor), ().into_any()),
        Selection::Tile(id) => {
            let tile = editor.tile(id.clone());
            let name = Memo::new(move |_| tile.with(|tile| tile.as_ref().map(|tile| tile_label::name(&tile.kind))));
            ((move || name.get()).into_any(), fields(editor, id.clone()), feet(editor, id))
        }
    };
    view! {
        <section class="editor-bottom-sheet half editor-inspector-sheet" role="dialog" aria-label="What is chosen" on:keydown=key>
            {head(title, close)}
            <div class="editor-bottom-sheet-body editor-inspector-body">{inside}</div>
            {foot}
        </section>
    }
    .into_any()
}

fn fields(editor: Editor, id: TileId) -> AnyView {
    let canvas = editor.draft_memo(|page| page.theme.layout == Layout::Canvas);
    let written = editor.tile(id.clone());
    let hint = move || written.with(|written| written.as_ref().map(hint));
    let its = id.clone();
    let step = move |label: &'static str, step: Step| {
        let id = its.clone();
        view! { <button type="button" on:click=move |_| shift(editor, &id, step)>{label}</button> }
    };
    view! {
        {inspector::fields(editor, id)}
        <span class="editor-label editor-position-label">"Place"</span>
        <div class="ui-segmented editor-position-steps" role="group" aria-label="Place">{step("Earlier", Step::By(-1))}{step("Later", Step::By(1))}{step("First", Step::First)}{move_to::button(editor, "", "To…")}</div>
        <p class="editor-explanation editor-wide">{hint}{move || canvas.get().then_some(" Arrange on a larger screen.")}</p>
    }
    .into_any()
}

fn hint(tile: &Tile) -> String {
    format!(
        "Tap the words on the {} to change them. Hold and drag to move it.",
        tile_label::name(&tile.kind).to_lowercase()
    )
}

fn feet(editor: Editor, id: TileId) -> AnyView {
    let (its_id, gone, its) = (id.clone(), id.clone(), editor.tile(id.clone()));
    let picture = Memo::new(move |_| its.with(|value| value.as_ref().and_then(|tile| actions::picture(&tile.kind))));
    let replace = move || {
        let selection = Selection::Tile(id.clone());
        picture.get().map(|words| view! { <button type="button" class="ui-button quiet" on:click=move |_| upload::replace_image(editor, selection.clone())>{words}</button> })
    };
    // Four buttons do not fit in a row: a tile whose picture can be replaced has no refresh button here, only on a
    // larger screen.
    let refresh =
        picture.get_untracked().is_none().then(|| actions::refreshing(editor, &its_id, "ui-button quiet")).flatten();
    view! {
        <div class="editor-bottom-sheet-footer">
            {replace}
            {refresh}
            <button type="button" class="ui-button quiet" on:click=move |_| tile_edits::duplicate(editor)>"Duplicate"</button>
            <button type="button" class="ui-button quiet editor-remove" on:click=move |_| { tile_edits::remove_tiles(editor, std::slice::from_ref(&gone)); }>"Remove"</button>
        </div>
    }
    .into_any()
}

/// Scrolls the page so that the selected item is above the sheet.
fn scroll_above_sheet(selection: &Selection) {
    let Some(element) = elements::element(selection) else { return };
    let stage = element.closest(".editor-stage").ok().flatten();
    let sheet = document().query_selector(".editor-inspector-sheet").ok().flatten();
    let (Some(stage), Some(sheet)) = (stage, sheet) else { return };
    let (it, room, under) =
        (element.get_bounding_client_rect(), stage.get_bounding_client_rect(), sheet.get_bounding_client_rect());
    let (top, bottom) = (room.top() + 16.0, under.top() - 20.0);
    // As much of it as fits, its top first.
    let by = if it.top() < top || it.height() > bottom - top {
        it.top() - top
    } else if it.bottom() > bottom {
        it.bottom() - bottom
    } else {
        return;
    };
    let how = web_sys::ScrollToOptions::new();
    how.set_top(f64::from(stage.scroll_top()) + by);
    stage.scroll_to_with_scroll_to_options(&how);
}
