//! Choosing: by a tap, several with Shift, and by arrows in reading order.

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::{Draft, TileId, layout};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::{inline_edit, tile_bounds, tile_edits, view};
use crate::components::{dom, local_storage};
use crate::editor::state::editor::{Editor, Selection};

/// What can be chosen, in reading order: the profile, then the tiles.
pub fn in_order(draft: &Draft) -> Vec<Selection> {
    let order = match draft.theme.layout {
        Layout::Canvas => {
            let placed = layout::phone::canvas_order(&draft.tiles);
            let group = (0..draft.tiles.len()).filter(|it| !placed.contains(it));
            group.chain(placed.clone()).collect()
        }
        _ => (0..draft.tiles.len()).collect::<Vec<_>>(),
    };
    let tiles = order.into_iter().filter_map(|at| draft.tiles.get(at)).map(|it| Selection::Tile(it.id.clone()));
    std::iter::once(Selection::Profile).chain(tiles).collect()
}

/// A tap on the page: chooses, with Shift adds; on words of what is chosen it begins to write there.
pub fn tapped(editor: Editor, event: &web_sys::MouseEvent) {
    let board = editor.board;
    if board.deaf.get_value() || dom::closest(event, ".e-writing").is_some() {
        return;
    }
    let thing = view::thing_at(event).filter(|_| editor.looking.with_untracked(Option::is_none));
    let Some(thing) = thing else { return editor.choose(None) };
    if event.shift_key() {
        return add(editor, thing);
    }
    let alone = editor.chosen.with_untracked(|chosen| chosen.as_slice() == [thing.clone()]);
    if alone && let Some(field) = inline_edit::field_at(editor, &thing, event) {
        let point = (f64::from(event.client_x()), f64::from(event.client_y()));
        return inline_edit::begin(editor, &thing, field, Some(point));
    }
    if alone {
        editor.writing.set(None);
    }
    editor.choose(Some(thing.clone()));
    focus(&thing, true);
}

fn add(editor: Editor, thing: Selection) {
    editor.writing.set(None);
    if editor.chosen.with_untracked(|chosen| chosen.contains(&thing)) {
        return editor.chosen.update(|chosen| chosen.retain(|it| *it != thing));
    }
    editor.chosen.update(|chosen| chosen.push(thing.clone()));
    focus(&thing, true);
}

/// The next thing in reading order, or the one before; it is chosen, shown and focused.
pub fn step(editor: Editor, by: isize) {
    let order = editor.draft.with_untracked(in_order);
    let now = editor.chosen.with_untracked(|chosen| chosen.last().cloned());
    let at = now.and_then(|now| order.iter().position(|it| *it == now));
    let to = match at {
        Some(at) => at.saturating_add_signed(by).min(order.len() - 1),
        None if by < 0 => order.len() - 1,
        None => 0,
    };
    if let Some(thing) = order.get(to) {
        editor.choose(Some(thing.clone()));
        focus(thing, false);
    }
}

/// Takes what is chosen off the page.
pub fn remove(editor: Editor) {
    let ids = editor.tiles_chosen();
    if ids.is_empty() {
        return;
    }
    let gone = |thing: &Selection| matches!(thing, Selection::Tile(id) if ids.contains(id));
    let order = editor.draft.with_untracked(in_order);
    let last = order.iter().rposition(gone).unwrap_or_default();
    let kept = |thing: &&Selection| !gone(thing);
    let next = order.iter().skip(last).find(kept).or_else(|| order.iter().take(last).rev().find(kept)).cloned();
    editor.choose(None);
    tile_edits::take_off(editor, &ids);
    if let Some(next) = next {
        request_animation_frame(move || focus(&next, true));
    }
}

fn stop_id(thing: &Selection) -> String {
    match thing {
        Selection::Profile => "stop-profile".to_owned(),
        Selection::Tile(id) => format!("stop-{id}"),
    }
}

/// Focuses the stop of a thing; `still` where the table must not scroll for it.
pub fn focus(thing: &Selection, still: bool) {
    let Some(stop) = document().get_element_by_id(&stop_id(thing)) else { return };
    let stop = stop.unchecked_into::<HtmlElement>();
    if still {
        dom::focus_without_scroll(&stop);
    } else {
        let _ = stop.focus();
    }
}

/// A stop for the keyboard over everything that can be chosen. One of them stands in the tab order: what is chosen, else
/// the first.
pub fn stops(editor: Editor) -> AnyView {
    let order = editor.part(in_order);
    let current = Memo::new(move |_| {
        let chosen = editor.chosen.with(|chosen| chosen.last().cloned());
        chosen.filter(|chosen| order.with(|all| all.contains(chosen))).unwrap_or(Selection::Profile)
    });
    let stop = move |thing: Selection| {
        let (named, is, on) = (thing.clone(), thing.clone(), thing.clone());
        let name = Memo::new(move |_| label(editor, &named));
        let index = move || if current.with(|current| *current == is) { "0" } else { "-1" };
        let pressed = move || editor.chosen.with(|chosen| chosen.contains(&on)).to_string();
        let id = stop_id(&thing);
        let focused = thing.clone();
        let press = move |_| pushed(editor, &thing);
        // What has the focus is what keys act on.
        let focused = move |_| {
            if editor.chosen.with_untracked(|chosen| !chosen.contains(&focused)) {
                editor.choose(Some(focused.clone()));
            }
        };
        view! { <button type="button" class="e-stop" id=id tabindex=index aria-pressed=pressed aria-label=move || name.get() on:focus=focused on:click=press></button> }
    };
    Effect::new(move |_| {
        editor.tick.track();
        arrange(&order.get_untracked());
    });
    view! { <div class="e-stops" role="group" aria-label="On the page"><For each=move || order.get() key=Clone::clone children=stop/></div> }.into_any()
}

fn label(editor: Editor, thing: &Selection) -> String {
    match thing {
        Selection::Profile => "Profile".to_owned(),
        Selection::Tile(id) => editor.draft.with(|draft| {
            let Some(tile) = draft.tile(id) else { return String::new() };
            let at = draft.position(id).unwrap_or_default() + 1;
            format!("{}, {}, {at} of {}", tile_edits::name_of(draft, thing), tile_edits::kind(tile), draft.tiles.len())
        }),
    }
}

/// Enter and Space on a stop: choose it, then write its words.
fn pushed(editor: Editor, thing: &Selection) {
    if editor.chosen.with_untracked(|chosen| chosen.as_slice() != [thing.clone()]) {
        return editor.choose(Some(thing.clone()));
    }
    if let Some(field) = inline_edit::first(editor, thing) {
        inline_edit::begin(editor, thing, field, None);
    }
}

/// Lays the stops over what they stand for: everything is measured first, then everything is set.
fn arrange(order: &[Selection]) {
    let measured: Vec<_> = order.iter().map(|it| (stop_id(it), tile_bounds::of(it))).collect();
    for (id, shape) in measured {
        if let (Some(stop), Some(shape)) = (document().get_element_by_id(&id), shape) {
            let _ = stop.set_attribute("style", &shape.style());
        }
    }
    untab();
}

/// What would be followed on the page itself stands in nobody's way here.
fn untab() {
    let Ok(all) =
        document().query_selector_all(".e-sheet > .page :is(a[href],[tabindex=\"0\"]):not([tabindex=\"-1\"])")
    else {
        return;
    };
    for at in 0..all.length() {
        if let Some(it) = all.get(at).and_then(|it| it.dyn_into::<web_sys::Element>().ok()) {
            let _ = it.set_attribute("tabindex", "-1");
        }
    }
}

/// What was chosen and is gone is chosen no more.
pub fn listen(editor: Editor) {
    Effect::new(move |_| {
        let gone = |draft: &Draft, it: &Selection| matches!(it, Selection::Tile(id) if draft.tile(id).is_none());
        let any =
            editor.draft.with(|draft| editor.chosen.with_untracked(|chosen| chosen.iter().any(|it| gone(draft, it))));
        if any {
            editor.draft.with_untracked(|draft| editor.chosen.update(|chosen| chosen.retain(|it| !gone(draft, it))));
        }
    });
    editor.board.letters.set(local_storage::get(crate::editor::shortcuts::LETTERS).as_deref() != Some("off"));
}

/// Only tiles of the page proper stand in its order; those beside the name stand in theirs.
pub fn beside_name(draft: &Draft, id: &TileId) -> bool {
    let free = draft.theme.layout == Layout::Canvas;
    draft.tile(id).is_some_and(|tile| layout::in_social_group(tile, free))
}
