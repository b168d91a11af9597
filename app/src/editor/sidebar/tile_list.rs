//! The page as a list: the profile, then every tile. Long lists render only the rows in view.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::list_state::{LONG, TileList, row_top, select_to, selections};
use super::{fold_buttons, row_drag, tile_row};
use crate::components::dom;
use crate::components::tile_label::tile_count;
use crate::editor::canvas::{elements, tile_edits};
use crate::editor::inspector;
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;

/// The filter and the rows.
pub fn list(editor: Editor) -> AnyView {
    let list = TileList::new(editor);
    let long = Memo::new(move |_| editor.draft.with(|draft| draft.tiles.len() > LONG));
    let drawn = Memo::new(move |_| list.drawn());
    let active = move || list.active().map(|active| tile_row::id_of(&active));
    Effect::new(move |_| {
        let chosen = list.active();
        list.ids.track();
        if let Some(it) = chosen {
            request_animation_frame(move || list.show(&it));
        }
    });
    Effect::new(move |_| list.watch());
    row_drag::follow(list);
    view! {
        {move || long.get().then(|| filter(list))}
        {header(list)}
        <div class="editor-list-scroller" node_ref=list.scroller class:moving=move || list.drag.with(Option::is_some) class:choosing=move || editor.choosing.get() on:scroll=move |_| list.measure()>
            <div class="editor-tile-list" id="tiles" role="listbox" tabindex="0" aria-label="Profile and tiles" aria-multiselectable="true" aria-activedescendant=active aria-describedby="tiles-keys" on:keydown=move |event| keys(list, &event) on:pointerdown=move |event| row_drag::pointer_down(list, &event) on:click=move |event| row_drag::click(list, &event)>
                {tile_row::profile(list)}
                <div class="editor-list-spacer" role="presentation" style=move || format!("height:{}px", row_top(list.ids.with(Vec::len)))>
                    <For each=move || drawn.get() key=Clone::clone children=move |id| tile_row::row(list, id)/>
                </div>
                {move || (list.ids.with(Vec::is_empty) && !list.filter.with(String::is_empty)).then(|| view! { <p class="editor-hint" role="presentation">"Nothing is called that."</p> })}
            </div>
            {fold_buttons::buttons(list, drawn)}
        </div>
        <p class="ui-sr-only" id="tiles-keys">"Up and down choose, with Shift several. Enter opens, M moves, Delete removes. Left folds a section, right unfolds it."</p>
    }
    .into_any()
}

/// Above the list: choosing several tiles without a keyboard.
fn header(list: TileList) -> AnyView {
    let editor = list.editor;
    let several = Memo::new(move |_| editor.draft.with(|draft| draft.tiles.len() > 1));
    let choose = move |_| {
        let choosing = !editor.choosing.get_untracked();
        editor.choosing.set(choosing);
        editor.announce(if choosing { "Each press chooses one more." } else { "One at a time again." });
    };
    let shown = move || {
        several.get().then(|| {
            view! { <p class="editor-list-header"><button type="button" class="ui-link" on:click=choose>{move || if editor.choosing.get() { "Done choosing" } else { "Choose several" }}</button></p> }
        })
    };
    shown.into_any()
}

fn filter(list: TileList) -> AnyView {
    let clear = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            list.filter.set(String::new());
        }
    };
    let count = move || tile_count(list.ids.with(Vec::len));
    view! {
        <p class="editor-filter">
            <label class="ui-sr-only" for="filter">"Find a tile"</label>
            <input class="ui-field dense" id="filter" type="search" placeholder="Find a tile" autocomplete="off" prop:value=move || list.filter.get() on:input=move |event| list.filter.set(event_target_value(&event)) on:keydown=clear/>
            <span class="ui-muted" role="status">{count}</span>
        </p>
    }
    .into_any()
}

fn keys(list: TileList, event: &KeyboardEvent) {
    let plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
    let done = match event.key().as_str() {
        _ if row_drag::keys(list, event) => true,
        "ArrowDown" if plain => step(list, 1, event.shift_key()),
        "ArrowUp" if plain => step(list, -1, event.shift_key()),
        "PageDown" if plain => step(list, 10, false),
        "PageUp" if plain => step(list, -10, false),
        "Home" if plain => step(list, isize::MIN, false),
        "End" if plain => step(list, isize::MAX, false),
        "Enter" | " " if plain => {
            inspector::enter(list.editor);
            true
        }
        "ArrowLeft" if plain => fold_buttons::key(list, true),
        "ArrowRight" if plain => fold_buttons::key(list, false),
        "Delete" | "Backspace" if plain => remove(list),
        "Escape" if list.editor.selected.with_untracked(|chosen| !chosen.is_empty()) => {
            list.editor.select(None);
            true
        }
        _ => false,
    };
    if done {
        event.prevent_default();
        event.stop_propagation();
    }
}

/// Moves the selection by so many rows; `more` extends it instead.
fn step(list: TileList, by: isize, more: bool) -> bool {
    let all = selections(list);
    let now = untrack(|| list.active()).and_then(|selection| all.iter().position(|other| *other == selection));
    let last = all.len().saturating_sub(1);
    let to = match now {
        Some(now) => now.saturating_add_signed(by).min(last),
        None if by > 0 && by < 100 => usize::from(all.len() > 1),
        None => {
            if by > 0 {
                last
            } else {
                0
            }
        }
    };
    if let Some(selection) = all.get(to).cloned() {
        list.editor.show_inspector();
        if more {
            select_to(list, &selection);
        } else {
            list.editor.select(Some(selection.clone()));
        }
        elements::reveal(selection);
    }
    true
}

/// Removes the selected tiles and selects the next row.
fn remove(list: TileList) -> bool {
    let gone = untrack(|| list.editor.selected_tiles());
    let next = list.ids.with_untracked(|ids| {
        let first = ids.iter().position(|id| gone.contains(id))?;
        let after = ids.iter().skip(first).find(|id| !gone.contains(id));
        after.or_else(|| ids.iter().take(first).next_back()).cloned()
    });
    if tile_edits::remove_tiles(list.editor, &gone) {
        list.editor.select(next.map(Selection::Tile));
        dom::focus("tiles");
    }
    true
}
