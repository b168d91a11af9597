//! The page as a list: the profile, then every tile. Long ones draw only the rows in view.

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::TileId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::KeyboardEvent;

use super::super::inspector;
use super::row_drag::Held;
use super::{row_drag, tile_row, unseen_changes};
use crate::components::dom;
use crate::editor::canvas;
use crate::editor::state::editor::{Editor, Selection};

/// Height of a row, px.
pub const ROW: f64 = 43.0;
/// Height of the profile's row with the line under it, px.
pub const HEAD: f64 = 51.0;
/// From this many tiles on there is a filter, and only rows in view are drawn.
const LONG: usize = 60;
/// Rows drawn beyond the view on either side.
const SPARE: usize = 8;

/// The list's signals, handed to its rows.
#[derive(Clone, Copy)]
pub struct List {
    /// The editor.
    pub editor: Editor,
    /// The tiles listed, in order.
    pub ids: Memo<Vec<TileId>>,
    /// The words that are looked for; empty lists all.
    pub filter: RwSignal<String>,
    /// The row that is being moved.
    pub held: RwSignal<Option<Held>>,
    /// What others did to tiles, until these are chosen.
    pub marks: Memo<HashMap<TileId, String>>,
    /// What the service said against a change of a tile.
    pub refused: Memo<HashMap<TileId, String>>,
    /// The element that scrolls.
    pub scroller: NodeRef<leptos::html::Div>,
    /// How far it is scrolled, and how high it is, px.
    view: RwSignal<(f64, f64)>,
}

impl List {
    fn new(editor: Editor) -> Self {
        let filter = RwSignal::new(String::new());
        let ids = Memo::new(move |_| {
            let sought = filter.get().trim().to_lowercase();
            let facts = editor.facts.get();
            editor.draft.with(|page| {
                let fits = |tile: &&mantel_model::Tile| {
                    sought.is_empty() || tile_row::title(tile, &facts).to_lowercase().contains(&sought)
                };
                page.tiles.iter().filter(fits).map(|it| it.id.clone()).collect()
            })
        });
        let refused = Memo::new(move |_| {
            editor.refused().into_iter().filter_map(|it| Some((it.edit.tile()?.clone(), it.reason))).collect()
        });
        Self {
            editor,
            ids,
            filter,
            held: RwSignal::new(None),
            marks: unseen_changes::marks(editor),
            refused,
            scroller: NodeRef::new(),
            view: RwSignal::new((0.0, 0.0)),
        }
    }

    /// The row that the keys act on: the last one chosen.
    pub fn active(self) -> Option<Selection> {
        self.editor.chosen.with(|chosen| chosen.last().cloned())
    }

    /// Whether all tiles are listed, so that places in the list are places on the page.
    pub fn whole(self) -> bool {
        self.filter.with_untracked(|filter| filter.trim().is_empty())
    }

    /// The tiles whose rows are drawn: those in view, the active one and the one that is moved.
    fn drawn(self) -> Vec<TileId> {
        let all = self.ids.get();
        if all.len() <= LONG {
            return all;
        }
        let (top, height) = self.view.get();
        let first = rows((top - HEAD) / ROW).saturating_sub(SPARE);
        let last = rows((top + height - HEAD) / ROW) + SPARE;
        let active = self.active();
        let held = self.held.with(|it| it.as_ref().map(|it| it.id.clone()));
        let keep = |(at, id): &(usize, &TileId)| {
            (first..=last).contains(at)
                || held.as_ref() == Some(id)
                || matches!(&active, Some(Selection::Tile(it)) if it == *id)
        };
        all.iter().enumerate().filter(keep).map(|(_, id)| id.clone()).collect()
    }

    /// Notes how far it is scrolled.
    pub fn measure(self) {
        if let Some(it) = self.scroller.get_untracked() {
            let now = (f64::from(it.scroll_top()), f64::from(it.client_height()));
            if self.view.get_untracked() != now {
                self.view.set(now);
            }
        }
    }

    /// Scrolls a row into view. What was measured last is enough: asking anew would lay the whole page out.
    pub fn show(self, thing: &Selection) {
        let top = match thing {
            Selection::Profile => Some(0.0),
            Selection::Tile(id) => {
                self.ids.with_untracked(|ids| ids.iter().position(|it| it == id)).map(|at| HEAD + place(at))
            }
        };
        let (from, height) = self.view.get_untracked();
        let (Some(top), Some(it)) = (top.filter(|_| height > 0.0), self.scroller.get_untracked()) else { return };
        if top < from {
            it.set_scroll_top(whole(if top <= HEAD { 0.0 } else { top - ROW }));
        } else if top + ROW > from + height {
            it.set_scroll_top(whole(top + 2.0 * ROW - height));
        }
    }

    /// Measures when the list is first laid out, and whenever its height changes.
    fn watch(self) {
        let Some(element) = self.scroller.get() else { return };
        let grown = Closure::<dyn FnMut()>::new(move || self.measure());
        if let Ok(observer) = web_sys::ResizeObserver::new(grown.as_ref().unchecked_ref()) {
            observer.observe(&element);
        }
        grown.forget();
    }
}

/// Where a row begins under the profile's, px.
pub fn place(at: usize) -> f64 {
    f64::from(u32::try_from(at).unwrap_or(u32::MAX)) * ROW
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few hundred at most, and never below none"
)]
fn rows(count: f64) -> usize {
    count.max(0.0) as usize
}

#[expect(clippy::cast_possible_truncation, reason = "px on a screen")]
fn whole(px: f64) -> i32 {
    px as i32
}

/// The filter and the rows.
pub fn list(editor: Editor) -> AnyView {
    let list = List::new(editor);
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
        <div class="e-rows" id="tiles" role="listbox" tabindex="0" aria-label="Profile and tiles" aria-multiselectable="true" aria-activedescendant=active aria-describedby="tiles-keys" node_ref=list.scroller class:moving=move || list.held.with(Option::is_some) on:scroll=move |_| list.measure() on:keydown=move |event| keys(list, &event) on:pointerdown=move |event| row_drag::down(list, &event) on:click=move |event| row_drag::click(list, &event)>
            {tile_row::profile(list)}
            <div class="e-run" role="presentation" style=move || format!("height:{}px", place(list.ids.with(Vec::len)))>
                <For each=move || drawn.get() key=Clone::clone children=move |id| tile_row::row(list, id)/>
            </div>
            {move || (list.ids.with(Vec::is_empty) && !list.filter.with(String::is_empty)).then(|| view! { <p class="e-hint" role="presentation">"Nothing is called that."</p> })}
        </div>
        <p class="m-hidden" id="tiles-keys">"Up and down choose. Enter opens, M moves, Delete removes."</p>
    }
    .into_any()
}

fn filter(list: List) -> AnyView {
    let clear = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            list.filter.set(String::new());
        }
    };
    let count = move || super::paste_field::counted(list.ids.with(Vec::len));
    view! {
        <p class="e-filter">
            <label class="m-hidden" for="filter">"Find a tile"</label>
            <input class="m-field dense" id="filter" type="search" placeholder="Find a tile" autocomplete="off" prop:value=move || list.filter.get() on:input=move |event| list.filter.set(event_target_value(&event)) on:keydown=clear/>
            <span class="m-soft" role="status">{count}</span>
        </p>
    }
    .into_any()
}

fn keys(list: List, event: &KeyboardEvent) {
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
            inspector::enter();
            true
        }
        "Delete" | "Backspace" if plain => remove(list),
        "Escape" if list.editor.chosen.with_untracked(|chosen| !chosen.is_empty()) => {
            list.editor.choose(None);
            true
        }
        _ => false,
    };
    if done {
        event.prevent_default();
        event.stop_propagation();
    }
}

/// All that is listed, in order.
fn things(list: List) -> Vec<Selection> {
    let tiles = list.ids.with_untracked(|ids| ids.iter().cloned().map(Selection::Tile).collect::<Vec<_>>());
    std::iter::once(Selection::Profile).chain(tiles).collect()
}

/// Chooses so many rows further; `more` keeps what is chosen.
fn step(list: List, by: isize, more: bool) -> bool {
    let all = things(list);
    let now = untrack(|| list.active()).and_then(|it| all.iter().position(|other| *other == it));
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
    if let Some(thing) = all.get(to).cloned() {
        if more {
            list.editor.chosen.update(|chosen| {
                chosen.retain(|it| *it != thing);
                chosen.push(thing.clone());
            });
        } else {
            list.editor.choose(Some(thing.clone()));
        }
        super::reveal(thing);
    }
    true
}

/// Chooses all rows from the last chosen one to this.
pub fn choose_to(list: List, thing: &Selection) {
    let all = things(list);
    let place = |thing: &Selection| all.iter().position(|other| other == thing);
    let from = untrack(|| list.active()).and_then(|it| place(&it));
    if let (Some(from), Some(to)) = (from, place(thing)) {
        let range =
            all.get(from.min(to)..=from.max(to)).unwrap_or_default().iter().filter(|it| **it != Selection::Profile);
        let mut range: Vec<Selection> = range.cloned().collect();
        if from > to {
            range.reverse();
        }
        list.editor.chosen.set(range);
    } else {
        list.editor.choose(Some(thing.clone()));
    }
}

/// Removes what is chosen; the next row is chosen then.
fn remove(list: List) -> bool {
    let gone = untrack(|| list.editor.tiles_chosen());
    let next = list.ids.with_untracked(|ids| {
        let first = ids.iter().position(|id| gone.contains(id))?;
        let after = ids.iter().skip(first).find(|id| !gone.contains(id));
        after.or_else(|| ids.iter().take(first).next_back()).cloned()
    });
    if canvas::take_off(list.editor, &gone) {
        list.editor.choose(next.map(Selection::Tile));
        dom::focus("tiles");
    }
    true
}
