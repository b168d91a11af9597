//! Selecting: by a click or tap, several with Shift, and with arrow keys in reading order.

use leptos::prelude::*;
use mantel_model::Draft;
use wasm_bindgen::JsCast;

use super::reading_order::reading_order;
use super::{elements, inline_edit, tile_bounds, tile_edits};
use crate::components::dom;
use crate::editor::state::editor::Editor;
use crate::editor::state::geometry::Bounds;
use crate::editor::state::selection::Selection;
use crate::editor::state::tile_names;

/// A click on the page: selects, with Shift, Ctrl or Command adds to the selection; on text of a selected item, edits it
/// in place.
pub fn tapped(editor: Editor, event: &web_sys::MouseEvent) {
    if editor.canvas.ignore_click.get_value() || dom::closest(event, ".editor-inline-edit").is_some() {
        return;
    }
    let selection = elements::selection_at(event).filter(|_| editor.viewed_version.with_untracked(Option::is_none));
    editor.show_inspector();
    let Some(selection) = selection else { return editor.select(None) };
    if event.shift_key() || event.ctrl_key() || event.meta_key() || editor.choosing.get_untracked() {
        return add(editor, &selection);
    }
    let alone = editor.selected.with_untracked(|chosen| chosen.as_slice() == [selection.clone()]);
    if alone && let Some(field) = inline_edit::field_at(editor, &selection, event) {
        let point = (f64::from(event.client_x()), f64::from(event.client_y()));
        return inline_edit::begin(editor, &selection, field, Some(point));
    }
    if alone {
        editor.inline_edit.set(None);
    }
    editor.select(Some(selection.clone()));
    elements::focus_stop(&selection, true);
}

fn add(editor: Editor, selection: &Selection) {
    editor.toggle_selected(selection);
    if editor.selected.with_untracked(|chosen| chosen.contains(selection)) {
        elements::focus_stop(selection, true);
    }
}

/// Selects, shows and focuses the next item in reading order, or the previous one.
pub fn step(editor: Editor, by: isize) {
    let order = editor.draft.with_untracked(reading_order);
    let now = editor.selected.with_untracked(|chosen| chosen.last().cloned());
    let at = now.and_then(|now| order.iter().position(|other| *other == now));
    let to = match at {
        Some(at) => at.saturating_add_signed(by).min(order.len() - 1),
        None if by < 0 => order.len() - 1,
        None => 0,
    };
    if let Some(selection) = order.get(to) {
        editor.select(Some(selection.clone()));
        elements::focus_stop(selection, false);
    }
}

/// Removes the selected tiles from the page.
pub fn remove(editor: Editor) {
    let ids = editor.selected_tiles();
    if ids.is_empty() {
        return;
    }
    let gone = |selection: &Selection| matches!(selection, Selection::Tile(id) if ids.contains(id));
    let order = editor.draft.with_untracked(reading_order);
    let last = order.iter().rposition(gone).unwrap_or_default();
    let kept = |selection: &&Selection| !gone(selection);
    let next = order.iter().skip(last).find(kept).or_else(|| order.iter().take(last).rev().find(kept)).cloned();
    editor.select(None);
    tile_edits::remove_tiles(editor, &ids);
    if let Some(next) = next {
        request_animation_frame(move || elements::focus_stop(&next, true));
    }
}

/// A keyboard stop over every item that can be selected. One of them is in the tab order: the last selected one,
/// otherwise the first.
pub fn stops(editor: Editor) -> AnyView {
    let order = editor.draft_memo(reading_order);
    let current = Memo::new(move |_| {
        let chosen = editor.selected.with(|chosen| chosen.last().cloned());
        chosen.filter(|chosen| order.with(|all| all.contains(chosen))).unwrap_or(Selection::Profile)
    });
    let stop = move |selection: Selection| {
        let (named, is, on) = (selection.clone(), selection.clone(), selection.clone());
        let name = Memo::new(move |_| label(editor, &named));
        let index = move || if current.with(|current| *current == is) { "0" } else { "-1" };
        let pressed = move || editor.selected.with(|chosen| chosen.contains(&on)).to_string();
        let id = elements::stop_id(&selection);
        let focused = selection.clone();
        let press = move |_| pushed(editor, &selection);
        // Keys act on the focused item, so focusing selects it.
        let focused = move |_| {
            if editor.selected.with_untracked(|chosen| !chosen.contains(&focused)) {
                editor.select(Some(focused.clone()));
            }
        };
        view! { <button type="button" class="editor-tab-stop" id=id tabindex=index aria-pressed=pressed aria-label=move || name.get() on:focus=focused on:click=press></button> }
    };
    Effect::new(move |_| {
        editor.layout_tick.track();
        arrange(&order.get_untracked());
    });
    view! { <div class="editor-tab-stops" role="group" aria-label="On the page"><For each=move || order.get() key=Clone::clone children=stop/></div> }.into_any()
}

fn label(editor: Editor, selection: &Selection) -> String {
    match selection {
        Selection::Profile => "Profile".to_owned(),
        Selection::Tile(id) => editor.draft.with(|draft| {
            let Some(tile) = draft.tile(id) else { return String::new() };
            let at = draft.position(id).unwrap_or_default() + 1;
            format!(
                "{}, {}, {at} of {}",
                tile_names::name_of(draft, selection),
                tile_names::kind_label(tile),
                draft.tiles.len()
            )
        }),
    }
}

/// Enter and Space on a stop: select the item; if it is selected already, edit its text.
fn pushed(editor: Editor, selection: &Selection) {
    editor.show_inspector();
    if editor.selected.with_untracked(|chosen| chosen.as_slice() != [selection.clone()]) {
        return editor.select(Some(selection.clone()));
    }
    if let Some(field) = inline_edit::first_field(editor, selection) {
        inline_edit::begin(editor, selection, field, None);
    }
}

/// Places the stops over their items. Measures all of them before it moves any, so that layout runs once.
fn arrange(order: &[Selection]) {
    let measured: Vec<_> =
        order.iter().map(|selection| (elements::stop_id(selection), tile_bounds::quick(selection))).collect();
    for (id, shape) in measured {
        if let (Some(stop), Some(style)) = (document().get_element_by_id(&id), shape.map(Bounds::style))
            && stop.get_attribute("style").as_ref() != Some(&style)
        {
            let _ = stop.set_attribute("style", &style);
        }
    }
    untab();
}

/// Takes the page's own links and other focusable elements out of the tab order.
fn untab() {
    let Ok(all) =
        document().query_selector_all(".editor-page > .page :is(a[href],[tabindex=\"0\"]):not([tabindex=\"-1\"])")
    else {
        return;
    };
    for at in 0..all.length() {
        if let Some(it) = all.get(at).and_then(|found| found.dyn_into::<web_sys::Element>().ok()) {
            let _ = it.set_attribute("tabindex", "-1");
        }
    }
}

/// Deselects tiles that are no longer on the page, and forgets what a drag left once something else is selected.
pub fn listen(editor: Editor) {
    Effect::new(move |_| {
        editor.selected.track();
        if !untrack(|| editor.is_dragged_selection()) {
            editor.show_inspector();
        }
    });
    Effect::new(move |_| {
        let gone = |draft: &Draft, it: &Selection| matches!(it, Selection::Tile(id) if draft.tile(id).is_none());
        let any = editor
            .draft
            .with(|draft| editor.selected.with_untracked(|chosen| chosen.iter().any(|other| gone(draft, other))));
        if any {
            editor
                .draft
                .with_untracked(|draft| editor.selected.update(|chosen| chosen.retain(|other| !gone(draft, other))));
        }
    });
}
