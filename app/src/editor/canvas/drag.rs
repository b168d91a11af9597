//! Reordering tiles, with a pointer or with the keyboard.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::Kind;
use mantel_model::{Draft, Edit, TileId};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::PointerEvent;

use super::drop_target::{DropSlot, Flow};
use super::pointer_gesture::Drag;
use super::{drop_target, elements, free_move, pointer_gesture, reading_order, tile_edits};
use crate::components::auto_scroll::AutoScroll;
use crate::components::dom;
use crate::editor::state::canvas::{InsertAfter, KeyboardMove};
use crate::editor::state::editor::Editor;
use crate::editor::state::selection::Selection;
use crate::editor::state::tile_names;

/// How far a mouse moves before a press becomes a drag, px.
const SLIP: i32 = 4;
/// How far a finger may move during the hold, px; beyond that it scrolls.
const TREMBLE: i32 = 10;
/// How long a finger holds still before it drags, ms.
const HOLD: u64 = 300;
/// Within this distance of an edge the canvas scrolls, px.
const EDGE: f64 = 64.0;

/// A pointer is pressed on the page.
pub fn pressed(editor: Editor, event: &PointerEvent) {
    let elsewhere = dom::closest(event, ".editor-overlay, .editor-inline-edit").is_some();
    let idle = !editor.canvas.dragging.get_untracked() && editor.viewed_version.with_untracked(Option::is_none);
    if event.button() != 0 || elsewhere || !idle || !event.is_primary() {
        return;
    }
    if let Some(selection @ Selection::Tile(_)) = elements::selection_at(event) {
        wait(editor, selection, event, event.pointer_type() != "mouse");
    }
}

/// A pointer is pressed on the label above a tile: it drags without a hold, by touch too.
pub fn label_pressed(editor: Editor, selection: &Selection, event: &PointerEvent) {
    if event.button() == 0 && matches!(selection, Selection::Tile(_)) {
        event.prevent_default();
        event.stop_propagation();
        wait(editor, selection.clone(), event, false);
    }
}

/// While something is dragged by touch, nothing scrolls; a long press on the page opens no context menu.
pub fn listen(editor: Editor) {
    let still = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        if editor.canvas.dragging.get_untracked() {
            event.prevent_default();
        }
    });
    dom::listen_non_passive("touchmove", still.as_ref().unchecked_ref());
    still.forget();
    let menu = window_event_listener(leptos::ev::contextmenu, move |event| {
        let touch = event.dyn_ref::<PointerEvent>().is_some_and(|element| element.pointer_type() == "touch");
        if touch && dom::closest(&event, ".editor-page").is_some() {
            event.prevent_default();
        }
    });
    std::mem::forget(menu);
}

/// The state of a pressed pointer.
#[derive(Clone)]
enum Stage {
    Waiting,
    Left,
    Dragging(Rc<dyn Drag>),
}

fn wait(editor: Editor, selection: Selection, event: &PointerEvent, slow: bool) {
    let stage = Rc::new(RefCell::new(Stage::Waiting));
    let (x, y) = (event.client_x(), event.client_y());
    let held = selection.clone();
    let begin = Rc::new(move || {
        editor.inline_edit.set(None);
        start(editor, &selection, f64::from(x), f64::from(y)).map_or(Stage::Left, Stage::Dragging)
    });
    if slow {
        let (stage, begin) = (Rc::clone(&stage), Rc::clone(&begin));
        dom::after(HOLD, move || {
            if matches!(*stage.borrow(), Stage::Waiting) {
                stage.replace(begin());
            }
        });
    }
    let seen = Rc::clone(&stage);
    let moved = move |event: &PointerEvent| {
        let far = (event.client_x() - x).abs().max((event.client_y() - y).abs());
        let now = seen.borrow().clone();
        match now {
            Stage::Waiting if slow && far > TREMBLE => drop(seen.replace(Stage::Left)),
            Stage::Waiting if !slow && far > SLIP => drop(seen.replace(begin())),
            Stage::Dragging(drag) => {
                drag.move_to(f64::from(event.client_x()), f64::from(event.client_y()), event.alt_key())
            }
            _ => {}
        }
    };
    let ended = move |kept: bool| {
        if let Stage::Dragging(drag) = stage.replace(Stage::Left) {
            editor.canvas.dragging.set(false);
            editor.canvas.ignore_next_click();
            drag.end(kept);
            if kept {
                let chosen = editor.selected.get_untracked();
                editor.canvas.dragged.set(if chosen.contains(&held) { chosen } else { vec![held.clone()] });
            }
            if kept && editor.selected.with_untracked(|chosen| !chosen.contains(&held)) {
                editor.select(Some(held.clone()));
                // After the next frame: focusing now would force a layout of the whole page.
                let held = held.clone();
                request_animation_frame(move || dom::after(0, move || elements::focus_stop(&held, true)));
            }
        }
    };
    pointer_gesture::follow(event.pointer_id(), Box::new(moved), Box::new(ended));
}

fn start(editor: Editor, selection: &Selection, x: f64, y: f64) -> Option<Rc<dyn Drag>> {
    let Selection::Tile(id) = selection else { return None };
    // A tile outside the selection is dragged alone and selected after the drop, so that no card opens under it
    // meanwhile.
    let chosen = editor.selected_tiles();
    let ids = if chosen.contains(id) { chosen } else { vec![id.clone()] };
    let (beside, canvas) = editor
        .draft
        .with_untracked(|draft| (reading_order::is_beside_name(draft, id), draft.theme.layout == Layout::Canvas));
    if canvas && !beside {
        if editor.is_phone_layout() {
            editor.notify("Arrange on a larger screen. Here the canvas is one column, from top to bottom.", false);
            return None;
        }
        editor.canvas.dragging.set(true);
        return free_move::start(editor, ids, x, y);
    }
    let lift = Rc::new_cyclic(|own| TileDrag::of(editor, ids, beside, x, y, own));
    editor.canvas.dragging.set(true);
    lift.move_to(x, y, false);
    Some(lift)
}

/// Tiles being dragged in the grid or the list.
struct TileDrag {
    editor: Editor,
    ids: Vec<TileId>,
    /// Whether they are handles, which stand beside the name, and not in the flow.
    beside: bool,
    /// Where the pointer was pressed, px from the page's corner.
    from: (f64, f64),
    zoom: f64,
    /// The offset at which each dragged tile is drawn when nothing drags it, its own px.
    rests: Vec<(f64, f64)>,
    last: Cell<(f64, f64)>,
    aim: Cell<Option<usize>>,
    slots: RefCell<Vec<DropSlot>>,
    /// The size of the page and the layout tick at which the slots were measured.
    measured: Cell<(f64, f64, u32)>,
    scroll: AutoScroll,
    /// Whether the next frame draws it.
    scheduled: Cell<bool>,
    /// A reference to itself, for the animation frames.
    own: Weak<Self>,
}

impl TileDrag {
    fn of(editor: Editor, mut ids: Vec<TileId>, beside: bool, x: f64, y: f64, own: &Weak<Self>) -> Self {
        editor.draft.with_untracked(|draft| ids.retain(|id| reading_order::is_beside_name(draft, id) == beside));
        let elements = ids.iter().filter_map(elements::tile);
        let mut rests = Vec::new();
        for element in elements {
            rests.push(elements::computed_style(&element).map(|style| style_offset(&style)).unwrap_or_default());
            let _ = element.class_list().add_1("editor-dragging");
        }
        Self {
            beside,
            from: elements::point_on_page(x, y).unwrap_or_default(),
            zoom: elements::zoom(),
            rests,
            last: Cell::new((x, y)),
            aim: Cell::new(None),
            slots: RefCell::default(),
            measured: Cell::default(),
            scroll: AutoScroll::default(),
            scheduled: Cell::new(false),
            own: own.clone(),
            editor,
            ids,
        }
    }

    /// Draws it in the next frame, however often the pointer moves until then.
    fn schedule(&self) {
        if !self.scheduled.replace(true) {
            let own = Weak::clone(&self.own);
            request_animation_frame(move || {
                if let Some(it) = own.upgrade() {
                    it.scheduled.set(false);
                    it.frame();
                }
            });
        }
    }

    /// Scrolls while the pointer is near an edge, with the dragged tiles following.
    fn frame(&self) {
        if let Some(stage) = elements::query(".editor-stage") {
            let (seen, now) = (stage.get_bounding_client_rect(), js_sys::Date::now());
            self.scroll.aim(self.last.get().1, (seen.top(), seen.bottom()), EDGE, now);
            if self.scroll.is_on() {
                stage.scroll_by_with_x_and_y(0.0, self.scroll.step(now));
                self.schedule();
            }
        }
        self.draw();
    }

    fn draw(&self) {
        let Some(page) = elements::query(".editor-page") else { return };
        let (page, (x, y)) = (page.get_bounding_client_rect(), self.last.get());
        let at = (x - page.left(), y - page.top());
        // Scrolling moves no tile on the page. Tiles that come into view for the first time take another height than
        // they were given, and with them the page.
        let now = (page.width(), page.height(), self.editor.layout_tick.get_untracked());
        let aim = self.editor.draft.with_untracked(|draft| {
            let mut slots = self.slots.borrow_mut();
            if self.measured.replace(now) != now {
                *slots = measure(draft, &self.ids, self.beside);
            }
            drop_target::aim(&slots, at, flow(draft, self.beside))
        });
        self.aim.set(aim.map(|aim| aim.0));
        let (bar, shown) = (aim.map(|aim| aim.1), self.editor.canvas.drop_bar);
        if shown.get_untracked() != bar {
            shown.set(bar);
        }
        let by = ((at.0 - self.from.0) / self.zoom, (at.1 - self.from.1) / self.zoom);
        for (id, rest) in self.ids.iter().zip(&self.rests) {
            if let Some(element) = elements::tile(id) {
                let value = format!("{:.1}px {:.1}px", rest.0 + by.0, rest.1 + by.1);
                let _ = element.style().set_property("translate", &value);
            }
        }
    }
}

impl Drag for TileDrag {
    fn move_to(&self, x: f64, y: f64, _: bool) {
        self.last.set((x, y));
        self.schedule();
    }

    fn end(&self, kept: bool) {
        if kept {
            // Measured once more: others may have changed the page since.
            self.measured.take();
            self.draw();
        }
        self.editor.canvas.drop_bar.set(None);
        for id in &self.ids {
            if let Some(element) = elements::tile(id) {
                let _ = element.class_list().remove_1("editor-dragging");
                let _ = element.style().remove_property("translate");
            }
        }
        match self.aim.get().filter(|_| kept) {
            Some(before) => move_before(self.editor, &self.ids, before),
            None => {
                self.editor.announce("Put back");
                self.editor.canvas.remeasure();
            }
        }
    }
}

fn flow(draft: &Draft, beside: bool) -> Flow {
    if draft.theme.layout == Layout::Bento || beside { Flow::Rows } else { Flow::Column }
}

/// The tiles between which others can be dropped, without the dragged ones.
fn measure(draft: &Draft, lifted: &[TileId], beside: bool) -> Vec<DropSlot> {
    let slot = |(at, tile): (usize, &mantel_model::Tile)| {
        if lifted.contains(&tile.id) || reading_order::is_beside_name(draft, &tile.id) != beside {
            return None;
        }
        let element = elements::tile(&tile.id)?;
        let frame = elements::frame_of(&element)?;
        Some(DropSlot { at, frame, row: matches!(tile.kind, Kind::Heading(_)) })
    };
    draft.tiles.iter().enumerate().filter_map(slot).collect()
}

/// Where something dropped at a point of the window is inserted: behind a tile, or before all of them.
pub fn insert_position(editor: Editor, x: f64, y: f64) -> Option<InsertAfter> {
    editor.draft.with_untracked(|draft| {
        let (before, _) =
            drop_target::aim(&measure(draft, &[], false), elements::point_on_page(x, y)?, flow(draft, false))?;
        let tile = before.checked_sub(1).and_then(|index| draft.tiles.get(index));
        Some(tile.map_or(InsertAfter::Start, |tile| InsertAfter::Tile(tile.id.clone())))
    })
}

/// The offset that the look's style gives a tile.
fn style_offset(style: &web_sys::CssStyleDeclaration) -> (f64, f64) {
    let value = style.get_property_value("translate").unwrap_or_default();
    let mut sides =
        value.split_whitespace().map(|word| mantel_model::number::read(word.trim_end_matches("px")).unwrap_or(0.0));
    (sides.next().unwrap_or(0.0), sides.next().unwrap_or(0.0))
}

/// Moves the selected tiles together one place forward, or with `later` one place back, in one undo step.
pub fn shift_selected(editor: Editor, later: bool) {
    let ids = editor.selected_tiles();
    let before = editor.draft.with_untracked(|draft| {
        let mine = |tile: &mantel_model::Tile| ids.contains(&tile.id);
        if later {
            let last = draft.tiles.iter().rposition(mine)?;
            Some((last + 2).min(draft.tiles.len()))
        } else {
            draft.tiles.iter().position(mine).map(|first| first.saturating_sub(1))
        }
    });
    if let Some(before) = before {
        let draft = editor.draft.get_untracked();
        let ordered: Vec<TileId> =
            draft.tiles.iter().map(|tile| &tile.id).filter(|id| ids.contains(id)).cloned().collect();
        move_before(editor, &ordered, before);
    }
}

/// Moves tiles before the one at index `before`, in one undo step.
pub fn move_before(editor: Editor, ids: &[TileId], before: usize) {
    let draft = editor.draft.get_untracked();
    let words = format!("Moved {}", tile_names::names(&draft, ids));
    let after = tile_edits::with_moved(&draft, ids, before);
    let Some(to) = ids.first().and_then(|id| after.position(id)) else { return };
    let done = match ids {
        [one] => editor.edit(Edit::Move { id: one.clone(), position: to }, &words),
        _ => editor.replace_draft(&after, &words, ""),
    };
    let place = format!("place {} of {}", to + 1, after.tiles.len());
    editor.announce(&if done { format!("Moved to {place}") } else { format!("Still at {place}") });
}

/// Starts moving the selected tile with the arrow keys.
pub fn start_moving(editor: Editor) {
    if editor.is_free_layout() {
        return editor.notify("On the canvas arrows move what is chosen.", false);
    }
    let [id] = &editor.selected_tiles()[..] else {
        return editor.notify("Choose one tile, then M moves it by arrows.", false);
    };
    let Some(to) = editor.draft.with_untracked(|draft| draft.position(id)) else { return };
    show(editor, KeyboardMove { id: id.clone(), to });
    editor.announce("Moving. Arrows choose a place, Enter drops, Escape puts back.");
}

/// Moves the tile that the keyboard moves one place forward or back.
pub fn step_keyboard_move(editor: Editor, key: &str) {
    let Some(now) = editor.canvas.keyboard_move.get_untracked() else { return };
    let last = editor.draft.with_untracked(|draft| draft.tiles.len().saturating_sub(1));
    let to = match key {
        "ArrowRight" | "ArrowDown" => (now.to + 1).min(last),
        "ArrowLeft" | "ArrowUp" => now.to.saturating_sub(1),
        "Home" => 0,
        _ => last,
    };
    editor.announce(&format!("Place {} of {}", to + 1, last + 1));
    show(editor, KeyboardMove { to, ..now });
}

/// Ends a keyboard move: drops the tile there, or puts it back.
pub fn stop_moving(editor: Editor, kept: bool) {
    let Some(KeyboardMove { id, to }) = editor.canvas.keyboard_move.get_untracked() else { return };
    editor.canvas.keyboard_move.set(None);
    editor.canvas.drop_bar.set(None);
    if kept {
        let from = editor.draft.with_untracked(|draft| draft.position(&id)).unwrap_or_default();
        move_before(editor, &[id], if to > from { to + 1 } else { to });
    } else {
        editor.announce("Put back");
    }
}

/// Shows the drop indicator where the tile would go.
fn show(editor: Editor, moving: KeyboardMove) {
    let draft = editor.draft.get_untracked();
    let from = draft.position(&moving.id).unwrap_or_default();
    let beside = reading_order::is_beside_name(&draft, &moving.id);
    let after = moving.to >= from;
    let neighbour = draft.tiles.get(moving.to);
    let element = neighbour.and_then(|tile| elements::tile(&tile.id));
    let frame = element.as_ref().and_then(|element| elements::frame_of(element));
    let row = neighbour.is_some_and(|tile| matches!(tile.kind, Kind::Heading(_)));
    let bar = frame.map(|frame| {
        let slot = DropSlot { at: moving.to, frame, row };
        drop_target::bar(slot, flow(&draft, beside), after && moving.to != from)
    });
    editor.canvas.drop_bar.set(bar);
    editor.canvas.keyboard_move.set(Some(moving));
    if let Some(element) = element {
        let how = web_sys::ScrollIntoViewOptions::new();
        how.set_block(web_sys::ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&how);
    }
}
