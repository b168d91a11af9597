//! Moving rows: with a mouse anywhere on the row, by touch after a hold, with the keyboard after M. A heading takes the
//! tiles of its section along unless it is moved alone; a selected row takes the other selected ones along. Each drop is
//! one undo step.

use leptos::prelude::*;
use mantel_model::TileId;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent};

use super::list_state::{HEAD, ROW, RowDrag, TileList, row_top, select_to};
use crate::components::auto_scroll::AutoScroll;
use crate::components::dom;
use crate::editor::canvas::{drag, elements};
use crate::editor::state::sections::{is_heading, section};
use crate::editor::state::selection::Selection;

/// How far a mouse moves before a press becomes a drag, px.
const FAR: f64 = 4.0;
/// How long a finger holds still before it drags the row, ms.
const HOLD: u64 = 300;
/// Within this distance of an edge the list scrolls, px.
const EDGE: f64 = 36.0;

/// A press that may become a drag.
#[derive(Clone, Debug)]
struct Press {
    id: TileId,
    /// Where it began, px in the window; `y` with the list's scroll position added.
    x: f64,
    y: f64,
    /// The pointer's present `y` in the window.
    at: f64,
    mouse: bool,
    /// Whether Alt is held, so that a heading moves alone.
    alt: bool,
}

thread_local! {
    static PRESS: std::cell::RefCell<Option<Press>> = const { std::cell::RefCell::new(None) };
    static SCROLL: AutoScroll = AutoScroll::default();
    /// Whether the next click ends a drag and is ignored.
    static DRAGGED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

fn press() -> Option<Press> {
    PRESS.with_borrow(Clone::clone)
}

/// The position of a row, as inline style.
pub fn style(list: TileList, id: &TileId) -> String {
    let at = list.ids.with(|ids| ids.iter().position(|other| other == id)).unwrap_or_default();
    let y = list.drag.with(|held| match held {
        Some(it) if it.rows().contains(&at) => {
            it.by.map_or_else(|| row_top(it.to + at - it.from), |by| row_top(at) + by)
        }
        Some(it) if it.rows().end <= at && at < it.to + it.rows => row_top(at - it.rows),
        Some(it) if it.to <= at && at < it.from => row_top(at + it.rows),
        _ => row_top(at),
    });
    format!("transform:translateY({y}px)")
}

/// A pointer is pressed on the list.
pub fn pointer_down(list: TileList, event: &PointerEvent) {
    let Some(Selection::Tile(id)) = row_selection(event) else { return };
    if event.button() != 0 || !list.whole() {
        return;
    }
    DRAGGED.set(false);
    let mouse = event.pointer_type() != "touch";
    let (x, at) = (f64::from(event.client_x()), f64::from(event.client_y()));
    PRESS.set(Some(Press { id: id.clone(), x, y: at + scrolled(list), at, mouse, alt: event.alt_key() }));
    if !mouse {
        let grip = dom::closest(event, ".editor-grip").is_some();
        dom::after(if grip { 0 } else { HOLD }, move || {
            if press().is_some_and(|press| press.id == id && !press.mouse) {
                start(list, id);
            }
        });
    }
}

fn scrolled(list: TileList) -> f64 {
    list.scroller.get_untracked().map_or(0.0, |scroller| f64::from(scroller.scroll_top()))
}

/// A row as it is picked up; `alone` if a heading is to leave its tiles behind.
fn row_drag(list: TileList, id: TileId, alone: bool) -> Option<RowDrag> {
    let alone = alone || list.editor.heading_alone.get_untracked();
    let from = list.ids.with_untracked(|ids| ids.iter().position(|other| *other == id))?;
    let rows = if is_section(list, &id, alone) {
        let own = list.editor.draft.with_untracked(|draft| section(draft, &id));
        list.ids.with_untracked(|ids| ids.iter().skip(from).take_while(|id| own.contains(id)).count())
    } else {
        1
    };
    Some(RowDrag { id, rows, alone, from, to: from, by: None })
}

/// Whether moving a row moves a section.
fn is_section(list: TileList, id: &TileId, alone: bool) -> bool {
    !alone
        && !is_among_several(list, id)
        && list.editor.draft.with_untracked(|draft| draft.tile(id).is_some_and(is_heading))
}

/// Whether a row is selected together with others.
fn is_among_several(list: TileList, id: &TileId) -> bool {
    let chosen = untrack(|| list.editor.selected_tiles());
    chosen.len() > 1 && chosen.contains(id)
}

/// The tiles that a row takes along, itself included, in the order of the page.
fn moved_tiles(list: TileList, held: &RowDrag) -> Vec<TileId> {
    list.editor.draft.with_untracked(|draft| {
        if is_among_several(list, &held.id) {
            let chosen = untrack(|| list.editor.selected_tiles());
            return draft.tiles.iter().map(|tile| &tile.id).filter(|id| chosen.contains(id)).cloned().collect();
        }
        if held.alone { vec![held.id.clone()] } else { section(draft, &held.id) }
    })
}

/// The listed tiles without the rows being moved.
fn others(list: TileList, held: &RowDrag) -> Vec<TileId> {
    let rows = held.rows();
    list.ids.with_untracked(|ids| {
        ids.iter().enumerate().filter(|(at, _)| !rows.contains(at)).map(|(_, id)| id.clone()).collect()
    })
}

/// The indexes that rows may be moved to: of a section, those between two others and the last.
fn places(list: TileList, held: &RowDrag) -> Vec<usize> {
    let others = others(list, held);
    if !is_section(list, &held.id, held.alone) {
        return (0..=others.len()).collect();
    }
    list.editor.draft.with_untracked(|draft| {
        let heads = |at: &usize| others.get(*at).is_none_or(|id| draft.tile(id).is_some_and(is_heading));
        (0..=others.len()).filter(heads).collect()
    })
}

fn start(list: TileList, id: TileId) {
    let alone = press().is_some_and(|press| press.alt);
    let Some(held) = row_drag(list, id, alone) else { return };
    DRAGGED.set(true);
    list.drag.set(Some(RowDrag { by: Some(0.0), ..held }));
    scroll_on(list);
}

/// Follows the pointer and Escape while the list is mounted.
pub fn follow(list: TileList) {
    Effect::new(move |_| {
        let moved = window_event_listener(leptos::ev::pointermove, move |event| pointer_moved(list, &event));
        let up = window_event_listener(leptos::ev::pointerup, move |_| let_go(list, true));
        let gone = window_event_listener(leptos::ev::pointercancel, move |_| let_go(list, false));
        let escaped = window_event_listener(leptos::ev::keydown, move |event| {
            if event.key() == "Escape"
                && list.drag.with_untracked(|drag| drag.as_ref().is_some_and(|drag| drag.by.is_some()))
            {
                let_go(list, false);
            }
        });
        on_cleanup(move || {
            moved.remove();
            up.remove();
            gone.remove();
            escaped.remove();
        });
    });
    Effect::new(move |_| {
        let Some(element) = list.scroller.get() else { return };
        // While a row is dragged by touch the list must not scroll; only a listener that is not passive can prevent
        // that.
        let still = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            if list.drag.with_untracked(Option::is_some) {
                event.prevent_default();
            }
        });
        let _ = element.add_event_listener_with_callback("touchmove", still.as_ref().unchecked_ref());
        still.forget();
    });
}

fn pointer_moved(list: TileList, event: &PointerEvent) {
    let Some(mut press) = press() else { return };
    press.at = f64::from(event.client_y());
    press.alt = event.alt_key();
    let (down, across) = (press.at + scrolled(list) - press.y, f64::from(event.client_x()) - press.x);
    let far = (down * down + across * across).sqrt();
    let held = list.drag.with_untracked(Option::is_some);
    match (held, press.mouse) {
        (true, _) => {
            PRESS.set(Some(press));
            carry(list);
            return;
        }
        (false, true) if far > FAR => start(list, press.id.clone()),
        // A finger that moves before the hold is over is scrolling.
        (false, false) if far > 2.0 * FAR => return PRESS.set(None),
        (false, _) => {}
    }
    PRESS.set(Some(press));
}

/// Moves the rows to the pointer.
fn carry(list: TileList) {
    let (Some(press), Some(held)) = (press(), list.drag.get_untracked()) else { return };
    let Some(fresh) = row_drag(list, held.id, press.alt) else { return };
    let by = press.at + scrolled(list) - press.y;
    let last = list.ids.with_untracked(Vec::len).saturating_sub(fresh.rows);
    let top = row_top(fresh.from);
    let to = nearest(&places(list, &fresh), slot(top + by, last)).unwrap_or(fresh.from);
    let by = by.clamp(-top - ROW / 2.0, row_top(last) - top + ROW / 2.0);
    list.drag.set(Some(RowDrag { to, by: Some(by), ..fresh }));
}

/// The row index whose middle is nearest.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between none and the last row")]
fn slot(y: f64, last: usize) -> usize {
    ((y / ROW).round().max(0.0) as usize).min(last)
}

/// The place that is nearest to an index.
fn nearest(places: &[usize], at: usize) -> Option<usize> {
    places.iter().copied().min_by_key(|place| place.abs_diff(at))
}

/// Scrolls while the pointer stays near an edge.
fn scroll_on(list: TileList) {
    request_animation_frame(move || {
        let (Some(press), Some(element)) = (press(), list.scroller.get_untracked()) else { return };
        if list.drag.with_untracked(Option::is_none) {
            return;
        }
        let room = element.get_bounding_client_rect();
        let now = js_sys::Date::now();
        let by = SCROLL.with(|scroll| {
            scroll.aim(press.at, (room.top(), room.bottom()), EDGE, now);
            scroll.is_on().then(|| scroll.step(now))
        });
        if let Some(by) = by {
            element.scroll_by_with_x_and_y(0.0, by);
            carry(list);
        }
        scroll_on(list);
    });
}

fn let_go(list: TileList, keep: bool) {
    PRESS.set(None);
    SCROLL.with(AutoScroll::stop);
    let Some(held) = list.drag.try_get_untracked().flatten().filter(|drag| drag.by.is_some()) else { return };
    list.drag.set(None);
    if keep {
        drop_at(list, &held);
    }
}

fn drop_at(list: TileList, held: &RowDrag) {
    if held.to == held.from {
        return;
    }
    let next = others(list, held).into_iter().nth(held.to);
    let before =
        list.editor.draft.with_untracked(|draft| next.and_then(|id| draft.position(&id)).unwrap_or(draft.tiles.len()));
    drag::move_before(list.editor, &moved_tiles(list, held), before);
}

/// The item of the row that an event is on.
fn row_selection(event: &web_sys::Event) -> Option<Selection> {
    match dom::closest(event, "[data-row]")?.get_attribute("data-row")?.as_str() {
        "profile" => Some(Selection::Profile),
        id => TileId::parse(id).ok().map(Selection::Tile),
    }
}

/// A click selects; Shift extends the selection to the row, Ctrl or Command toggles it.
pub fn click(list: TileList, event: &MouseEvent) {
    if DRAGGED.replace(false) {
        return;
    }
    let Some(selection) = row_selection(event) else { return };
    list.editor.show_inspector();
    if event.shift_key() {
        select_to(list, &selection);
    } else if event.ctrl_key() || event.meta_key() || list.editor.choosing.get_untracked() {
        list.editor.toggle_selected(&selection);
    } else {
        list.editor.select(Some(selection.clone()));
    }
    elements::reveal(selection);
}

/// M picks the row up, arrows move it, Enter drops it, Escape puts it back. Alt and an arrow moves it at once, with Shift
/// a heading without its tiles.
pub fn keys(list: TileList, event: &KeyboardEvent) -> bool {
    let held = list.drag.get_untracked();
    let step = match event.key().as_str() {
        "ArrowUp" => -1,
        "ArrowDown" => 1,
        _ => 0,
    };
    match (event.key().as_str(), held) {
        ("m" | "M", None) if !event.ctrl_key() && !event.meta_key() => return take_up(list),
        ("Enter" | " " | "m" | "M", Some(held)) => {
            list.drag.set(None);
            drop_at(list, &held);
            if held.to == held.from {
                list.editor.announce("Put back.");
            }
        }
        ("Escape", Some(_)) => {
            list.drag.set(None);
            list.editor.announce("Put back.");
        }
        (_, Some(held)) if step != 0 => carry_by(list, held, step),
        (_, None) if step != 0 && event.alt_key() => {
            if let Some(held) = active(list, event.shift_key()) {
                let to = moved(list, &held, step);
                drop_at(list, &RowDrag { to, ..held });
            }
        }
        (_, Some(_)) => {}
        _ => return false,
    }
    true
}

/// The active row as it is picked up; `alone` if a heading is to leave its tiles behind.
fn active(list: TileList, alone: bool) -> Option<RowDrag> {
    let Some(Selection::Tile(id)) = untrack(|| list.active()).filter(|_| list.whole()) else { return None };
    row_drag(list, id, alone)
}

fn take_up(list: TileList) -> bool {
    let Some(held) = active(list, false) else { return false };
    list.editor.announce("Up and down move it. Enter puts it down, Escape puts it back.");
    list.drag.set(Some(held));
    true
}

/// The next place in a direction; the present one if there is none.
fn moved(list: TileList, held: &RowDrag, step: isize) -> usize {
    let places = places(list, held);
    let next = if step < 0 {
        places.iter().rev().find(|place| **place < held.to)
    } else {
        places.iter().find(|place| **place > held.to)
    };
    next.copied().unwrap_or(held.to)
}

fn carry_by(list: TileList, held: RowDrag, step: isize) {
    let to = moved(list, &held, step);
    let all = list.ids.with_untracked(Vec::len);
    list.editor.announce(&format!("Place {} of {all}", to + 1));
    if let Some(element) = list.scroller.get_untracked() {
        let (top, height) = (f64::from(element.scroll_top()), f64::from(element.client_height()));
        let y = HEAD + row_top(to);
        let by = if y < top + ROW { y - ROW - top } else { (y + 2.0 * ROW - top - height).max(0.0) };
        element.scroll_by_with_x_and_y(0.0, by);
    }
    list.drag.set(Some(RowDrag { to, ..held }));
}
