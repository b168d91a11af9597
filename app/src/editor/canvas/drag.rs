//! Moving tiles among each other: by a pointer, and by keys.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::Kind;
use mantel_model::{Draft, Edit, TileId};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::PointerEvent;

use super::drop_target::{Flow, Stone};
use super::{Moving, drop_target, free_move, pointer_gesture, select, tile_bounds, tile_edits, view};
use crate::components::dom;
use crate::editor::state::editor::{Editor, Selection};

/// How far a mouse goes before it drags, px.
const SLIP: i32 = 4;
/// How far a finger may go and still hold, px.
const TREMBLE: i32 = 10;
/// For how long a finger holds before it drags, ms.
const HOLD: u64 = 300;
/// How near an edge of the table scrolls, px.
const EDGE: f64 = 64.0;

/// A pointer goes down on the page.
pub fn pressed(editor: Editor, event: &PointerEvent) {
    let elsewhere = dom::closest(event, ".e-over, .e-writing").is_some();
    let idle = !editor.board.held.get_untracked() && editor.looking.with_untracked(Option::is_none);
    if event.button() != 0 || elsewhere || !idle || !event.is_primary() {
        return;
    }
    if let Some(thing @ Selection::Tile(_)) = view::thing_at(event) {
        wait(editor, thing, event, event.pointer_type() != "mouse");
    }
}

/// A pointer goes down on the name above a tile: it may drag at once, by touch too.
pub fn held(editor: Editor, thing: &Selection, event: &PointerEvent) {
    if event.button() == 0 && matches!(thing, Selection::Tile(_)) {
        event.prevent_default();
        event.stop_propagation();
        wait(editor, thing.clone(), event, false);
    }
}

/// A finger that holds something does not scroll, and asks for no menu.
pub fn listen(editor: Editor) {
    let still = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        if editor.board.held.get_untracked() {
            event.prevent_default();
        }
    });
    dom::listen_non_passive("touchmove", still.as_ref().unchecked_ref());
    still.forget();
    let menu = window_event_listener(leptos::ev::contextmenu, move |event| {
        let touch = event.dyn_ref::<PointerEvent>().is_some_and(|element| element.pointer_type() == "touch");
        if touch && dom::closest(&event, ".e-sheet").is_some() {
            event.prevent_default();
        }
    });
    std::mem::forget(menu);
}

/// What a pressed pointer came to so far.
#[derive(Clone)]
enum Stage {
    Waiting,
    Left,
    Dragging(Rc<dyn Drag>),
}

/// Something that follows the pointer.
pub trait Drag {
    /// The pointer is here now, px in the window; `free` of snapping.
    fn go(&self, x: f64, y: f64, free: bool);
    /// It let go; `kept` unless all is to be put back.
    fn end(&self, kept: bool);
}

fn wait(editor: Editor, thing: Selection, event: &PointerEvent, slow: bool) {
    let stage = Rc::new(RefCell::new(Stage::Waiting));
    let (x, y) = (event.client_x(), event.client_y());
    let held = thing.clone();
    let begin = Rc::new(move || {
        editor.writing.set(None);
        start(editor, &thing, f64::from(x), f64::from(y)).map_or(Stage::Left, Stage::Dragging)
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
            Stage::Dragging(drag) => drag.go(f64::from(event.client_x()), f64::from(event.client_y()), event.alt_key()),
            _ => {}
        }
    };
    let ended = move |kept: bool| {
        if let Stage::Dragging(drag) = stage.replace(Stage::Left) {
            editor.board.held.set(false);
            deafen(editor);
            drag.end(kept);
            if kept && editor.chosen.with_untracked(|chosen| !chosen.contains(&held)) {
                editor.choose(Some(held.clone()));
                // Once it is drawn there: the focus would have the whole page laid out at once.
                let held = held.clone();
                request_animation_frame(move || dom::after(0, move || select::focus(&held, true)));
            }
        }
    };
    pointer_gesture::follow(event.pointer_id(), Box::new(moved), Box::new(ended));
}

/// The tap that follows a gesture means nothing.
pub fn deafen(editor: Editor) {
    editor.board.deaf.set_value(true);
    dom::after(0, move || editor.board.deaf.set_value(false));
}

fn start(editor: Editor, thing: &Selection, x: f64, y: f64) -> Option<Rc<dyn Drag>> {
    let Selection::Tile(id) = thing else { return None };
    // What is not among the chosen goes alone, and is chosen once it lies: nothing may open under it meanwhile.
    let chosen = editor.tiles_chosen();
    let ids = if chosen.contains(id) { chosen } else { vec![id.clone()] };
    let beside = editor.draft.with_untracked(|draft| select::beside_name(draft, id));
    let canvas = editor.draft.with_untracked(|draft| draft.theme.layout == Layout::Canvas);
    if canvas && !beside {
        if super::narrow(editor) {
            editor.note("Arrange on a larger screen. Here the canvas is one column, from top to bottom.", false);
            return None;
        }
        editor.board.held.set(true);
        return free_move::start(editor, ids, x, y);
    }
    let lift = Rc::new_cyclic(|own| Lift::of(editor, ids, id, x, y, own));
    editor.board.held.set(true);
    lift.go(x, y, false);
    Some(lift)
}

/// Tiles lifted from the grid or the list.
struct Lift {
    editor: Editor,
    ids: Vec<TileId>,
    stones: Vec<Stone>,
    flow: Flow,
    /// Where the pointer took hold, px from the sheet's corner.
    from: (f64, f64),
    zoom: f64,
    /// Where each lifted tile is drawn when nothing moves it, its own px.
    rests: Vec<(f64, f64)>,
    last: Cell<(f64, f64)>,
    aim: Cell<Option<usize>>,
    /// How fast the table scrolls under it, px in 16 ms; and whether the frames are counted already.
    speed: Cell<f64>,
    /// When it was last scrolled, ms.
    since: Cell<f64>,
    scrolling: Cell<bool>,
    /// Itself, for the frames that it scrolls through.
    own: Weak<Self>,
}

impl Lift {
    fn of(editor: Editor, mut ids: Vec<TileId>, held: &TileId, x: f64, y: f64, own: &Weak<Self>) -> Self {
        let draft = editor.draft.get_untracked();
        let beside = select::beside_name(&draft, held);
        ids.retain(|id| select::beside_name(&draft, id) == beside);
        let elements = ids.iter().filter_map(|id| view::element(&Selection::Tile(id.clone())));
        let mut rests = Vec::new();
        for element in elements {
            rests.push(tile_bounds::style(&element).map(|style| rest(&style)).unwrap_or_default());
            let _ = element.class_list().add_1("e-lifted");
        }
        Self {
            stones: stones(&draft, &ids, beside),
            flow: flow(&draft, beside),
            from: on_sheet(x, y).unwrap_or_default(),
            zoom: tile_bounds::zoom(),
            rests,
            last: Cell::new((x, y)),
            aim: Cell::new(None),
            speed: Cell::new(0.0),
            since: Cell::new(0.0),
            scrolling: Cell::new(false),
            own: own.clone(),
            editor,
            ids,
        }
    }

    fn draw(&self) {
        let (x, y) = self.last.get();
        let Some(at) = on_sheet(x, y) else { return };
        let aim = drop_target::aim(&self.stones, at, self.flow);
        self.aim.set(aim.map(|aim| aim.0));
        self.editor.board.bar.set(aim.map(|aim| aim.1));
        let by = ((at.0 - self.from.0) / self.zoom, (at.1 - self.from.1) / self.zoom);
        for (id, rest) in self.ids.iter().zip(&self.rests) {
            if let Some(element) = view::element(&Selection::Tile(id.clone())) {
                let value = format!("{:.1}px {:.1}px", rest.0 + by.0, rest.1 + by.1);
                let _ = element.style().set_property("translate", &value);
            }
        }
    }
}

impl Drag for Lift {
    fn go(&self, x: f64, y: f64, _: bool) {
        self.last.set((x, y));
        self.draw();
        self.speed.set(edge(y));
        if self.speed.get() != 0.0 && !self.scrolling.replace(true) {
            self.since.set(js_sys::Date::now());
            scroll(Weak::clone(&self.own));
        }
    }

    fn end(&self, kept: bool) {
        self.speed.set(0.0);
        self.editor.board.bar.set(None);
        for id in &self.ids {
            if let Some(element) = view::element(&Selection::Tile(id.clone())) {
                let _ = element.class_list().remove_1("e-lifted");
                let _ = element.style().remove_property("translate");
            }
        }
        match self.aim.get().filter(|_| kept) {
            Some(before) => put(self.editor, &self.ids, before),
            None => {
                self.editor.say("Put back");
                self.editor.board.moved();
            }
        }
    }
}

/// How fast the table scrolls under a pointer this high in the window, px in 16 ms.
fn edge(y: f64) -> f64 {
    let Some(stage) = tile_bounds::one(".e-stage") else { return 0.0 };
    let seen = stage.get_bounding_client_rect();
    let (above, below) = (seen.top() + EDGE - y, y - seen.bottom() + EDGE);
    if above > 0.0 { -(above / 4.0).min(18.0) } else { (below / 4.0).clamp(0.0, 18.0) }
}

/// Scrolls frame by frame, and lets what is held follow, until the pointer leaves the edge.
fn scroll(lift: Weak<Lift>) {
    request_animation_frame(move || {
        let Some(it) = lift.upgrade() else { return };
        let Some(stage) = tile_bounds::one(".e-stage").filter(|_| it.speed.get() != 0.0) else {
            return it.scrolling.set(false);
        };
        let now = js_sys::Date::now();
        let frames = ((now - it.since.replace(now)) / 16.0).clamp(0.5, 12.0);
        stage.scroll_by_with_x_and_y(0.0, it.speed.get() * frames);
        it.draw();
        scroll(lift);
    });
}

fn flow(draft: &Draft, beside: bool) -> Flow {
    if draft.theme.layout == Layout::Bento || beside { Flow::Rows } else { Flow::Column }
}

/// The tiles that others can go between, those that are lifted left out.
fn stones(draft: &Draft, lifted: &[TileId], beside: bool) -> Vec<Stone> {
    let stone = |(at, tile): (usize, &mantel_model::Tile)| {
        if lifted.contains(&tile.id) || select::beside_name(draft, &tile.id) != beside {
            return None;
        }
        let element = view::element(&Selection::Tile(tile.id.clone()))?;
        let frame = view::frame_of(&element)?;
        Some(Stone { at, frame, row: matches!(tile.kind, Kind::Heading(_)) })
    };
    draft.tiles.iter().enumerate().filter_map(stone).collect()
}

/// Where something dropped at a point of the window would stand among the tiles: behind which, or before all of them.
pub fn behind(editor: Editor, x: f64, y: f64) -> Option<Behind> {
    editor.draft.with_untracked(|draft| {
        let (before, _) = drop_target::aim(&stones(draft, &[], false), on_sheet(x, y)?, flow(draft, false))?;
        let tile = before.checked_sub(1).and_then(|index| draft.tiles.get(index));
        Some(tile.map_or(Behind::Nothing, |tile| Behind::Tile(tile.id.clone())))
    })
}

/// What something stands behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Nothing: it is the first.
    Nothing,
    /// A tile.
    Tile(TileId),
}

/// Where a look's own style moves a tile to.
fn rest(style: &web_sys::CssStyleDeclaration) -> (f64, f64) {
    let value = style.get_property_value("translate").unwrap_or_default();
    let mut sides =
        value.split_whitespace().map(|word| mantel_model::number::read(word.trim_end_matches("px")).unwrap_or(0.0));
    (sides.next().unwrap_or(0.0), sides.next().unwrap_or(0.0))
}

/// A point of the window, px from the sheet's corner.
pub fn on_sheet(x: f64, y: f64) -> Option<(f64, f64)> {
    let sheet = tile_bounds::one(".e-sheet")?.get_bounding_client_rect();
    Some((x - sheet.left(), y - sheet.top()))
}

/// Puts tiles before the one that stands at `before`, in one turn.
pub fn put(editor: Editor, ids: &[TileId], before: usize) {
    let draft = editor.draft.get_untracked();
    let words = format!("Moved {}", tile_edits::names(&draft, ids));
    let after = tile_edits::with_moved(&draft, ids, before);
    let Some(to) = ids.first().and_then(|id| after.position(id)) else { return };
    let done = match ids {
        [one] => editor.edit(Edit::Move { id: one.clone(), position: to }, &words),
        _ => editor.become_draft(&after, &words, ""),
    };
    let place = format!("place {} of {}", to + 1, after.tiles.len());
    editor.say(&if done { format!("Moved to {place}") } else { format!("Still at {place}") });
}

/// Takes up what is chosen, to move it by arrows.
pub fn start_moving(editor: Editor) {
    if super::free(editor) {
        return editor.note("On the canvas arrows move what is chosen.", false);
    }
    let [id] = &editor.tiles_chosen()[..] else {
        return editor.note("Choose one tile, then M moves it by arrows.", false);
    };
    let Some(to) = editor.draft.with_untracked(|draft| draft.position(id)) else { return };
    show(editor, Moving { id: id.clone(), to });
    editor.say("Moving. Arrows choose a place, Enter drops, Escape puts back.");
}

/// One place on, or back, of what is moved by keys.
pub fn aimed(editor: Editor, key: &str) {
    let Some(now) = editor.board.moving.get_untracked() else { return };
    let last = editor.draft.with_untracked(|draft| draft.tiles.len().saturating_sub(1));
    let to = match key {
        "ArrowRight" | "ArrowDown" => (now.to + 1).min(last),
        "ArrowLeft" | "ArrowUp" => now.to.saturating_sub(1),
        "Home" => 0,
        _ => last,
    };
    editor.say(&format!("Place {} of {}", to + 1, last + 1));
    show(editor, Moving { to, ..now });
}

/// Ends moving by keys: drops there, or puts back.
pub fn stop_moving(editor: Editor, kept: bool) {
    let Some(Moving { id, to }) = editor.board.moving.get_untracked() else { return };
    editor.board.moving.set(None);
    editor.board.bar.set(None);
    if kept {
        let from = editor.draft.with_untracked(|draft| draft.position(&id)).unwrap_or_default();
        put(editor, &[id], if to > from { to + 1 } else { to });
    } else {
        editor.say("Put back");
    }
}

/// Shows the bar where it would go.
fn show(editor: Editor, moving: Moving) {
    let draft = editor.draft.get_untracked();
    let from = draft.position(&moving.id).unwrap_or_default();
    let beside = select::beside_name(&draft, &moving.id);
    let after = moving.to >= from;
    let neighbour = draft.tiles.get(moving.to).map(|tile| tile.id.clone());
    let element = neighbour.and_then(|neighbour| view::element(&Selection::Tile(neighbour)));
    let frame = element.as_ref().and_then(|element| view::frame_of(element));
    let row = draft.tiles.get(moving.to).is_some_and(|tile| matches!(tile.kind, Kind::Heading(_)));
    let bar = frame.map(|frame| {
        let stone = Stone { at: moving.to, frame, row };
        drop_target::bar(stone, flow(&draft, beside), after && moving.to != from)
    });
    editor.board.bar.set(bar);
    editor.board.moving.set(Some(moving));
    if let Some(element) = element {
        let how = web_sys::ScrollIntoViewOptions::new();
        how.set_block(web_sys::ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&how);
    }
}
