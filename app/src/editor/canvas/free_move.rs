//! The canvas layout: tiles are dragged, resized, rotated and layered freely (specification, Canvas layout).

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use mantel_model::number::{PosR, PosSide, PosX, PosY, PosZ};
use mantel_model::tile::Pos;
use mantel_model::{TileId, float_math};
use web_sys::PointerEvent;

use super::pointer_gesture::Drag;
use super::snap::{self, Line, Rect};
use super::{coordinates, elements, pointer_gesture, tile_bounds};
use crate::editor::state::canvas_places::{self, positions};
use crate::editor::state::editor::Editor;
use crate::editor::state::geometry::Bounds;
use crate::editor::state::selection::Selection;
use crate::editor::state::tile_names;

/// The smallest side that resizing leaves, units.
const LEAST: f64 = 48.0;

fn pos(rect: Rect, r: f64, z: f64) -> Pos {
    Pos {
        x: PosX::clamped(rect.x),
        y: PosY::clamped(rect.y),
        w: PosSide::clamped(rect.w),
        h: PosSide::clamped(rect.h),
        r: PosR::clamped(r),
        z: PosZ::clamped(z),
    }
}

const fn rect(pos: &Pos) -> Rect {
    Rect { x: pos.x.get(), y: pos.y.get(), w: pos.w.get(), h: pos.h.get() }
}

/// Places tiles and pins the others where they are, in one undo step; consecutive calls with the same `gesture` share
/// one.
fn place(editor: Editor, to: &[(TileId, Pos)], words: &str, gesture: &str) -> bool {
    let mut after = editor.draft.get_untracked();
    canvas_places::pin(&mut after);
    for tile in &mut after.tiles {
        if let Some((_, pos)) = to.iter().find(|entry| entry.0 == tile.id) {
            tile.pos = Some(*pos);
        }
    }
    editor.replace_draft(&after, words, gesture)
}

/// Removes the tiles' own places, so that the layout places them automatically.
pub fn place_automatically(editor: Editor, ids: &[TileId]) {
    let mut after = editor.draft.get_untracked();
    let names = tile_names::names(&after, ids);
    for tile in after.tiles.iter_mut().filter(|tile| ids.contains(&tile.id)) {
        tile.pos = None;
    }
    if editor.replace_draft(&after, &format!("Placed {names} automatically"), "") {
        editor.announce(&format!("{} placed automatically", tile_names::capitalized(&names)));
    }
}

/// Those of the given tiles that are placed on the canvas, with their places.
fn placed(editor: Editor, ids: Vec<TileId>) -> Vec<(TileId, Pos)> {
    let known = editor.draft.with_untracked(positions);
    ids.into_iter().filter_map(|id| known.get(&id).map(|pos| (id.clone(), *pos))).collect()
}

fn undo_label(editor: Editor, what: &str, ids: &[(TileId, Pos)]) -> String {
    let ids: Vec<TileId> = ids.iter().map(|id| id.0.clone()).collect();
    editor.draft.with_untracked(|draft| format!("{what} {}", tile_names::names(draft, &ids)))
}

/// A gesture on the canvas: the tiles it transforms, their places before it, and their places now.
struct FreeGesture {
    editor: Editor,
    what: Transform,
    from: Vec<(TileId, Pos)>,
    others: Vec<Rect>,
    /// Where the pointer was pressed, px from the page's corner.
    at: (f64, f64),
    /// Screen pixels in one unit.
    unit: f64,
    now: RefCell<Vec<(TileId, Pos)>>,
}

/// What a gesture does.
#[derive(Clone, Copy)]
enum Transform {
    Move,
    /// By the corner on this side of the middle: −1 is left or top, 1 is right or bottom.
    Resize(f64, f64),
    /// About this point, px from the page's corner.
    Rotate(f64, f64),
}

impl Transform {
    const fn past_tense(self) -> &'static str {
        match self {
            Self::Move => "Moved",
            Self::Resize(..) => "Changed the size of",
            Self::Rotate(..) => "Turned",
        }
    }
}

/// Starts to drag tiles.
pub fn start(editor: Editor, ids: Vec<TileId>, x: f64, y: f64) -> Option<Rc<dyn Drag>> {
    Some(Rc::new(FreeGesture::of(editor, Transform::Move, ids, x, y)?))
}

impl FreeGesture {
    fn of(editor: Editor, what: Transform, ids: Vec<TileId>, x: f64, y: f64) -> Option<Self> {
        let from = placed(editor, ids);
        if from.is_empty() {
            return None;
        }
        let held = |id: &TileId| from.iter().any(|entry| entry.0 == *id);
        let known = editor.draft.with_untracked(positions);
        let others = known.iter().filter(|entry| !held(entry.0)).map(|item| rect(item.1)).collect();
        Some(Self {
            editor,
            what,
            others,
            at: elements::point_on_page(x, y)?,
            unit: coordinates::unit()?,
            now: RefCell::default(),
            from,
        })
    }

    fn positions_at(&self, x: f64, y: f64, free: bool) -> (Vec<(TileId, Pos)>, Vec<Line>) {
        let Some(at) = elements::point_on_page(x, y) else { return (self.from.clone(), Vec::new()) };
        let by = ((at.0 - self.at.0) / self.unit, (at.1 - self.at.1) / self.unit);
        match self.what {
            Transform::Move => self.moved(by, free),
            Transform::Resize(sx, sy) => (self.each(|pos| sized(pos, (sx, sy), by, free)), Vec::new()),
            Transform::Rotate(cx, cy) => {
                let angle = float_math::atan2(at.0 - cx, cy - at.1).to_degrees();
                let whole = if free { angle } else { angle.round() };
                let r = if whole.abs() < 1.5 && !free { 0.0 } else { whole };
                (self.each(|pos| Pos { r: PosR::clamped(r), ..*pos }), Vec::new())
            }
        }
    }

    fn each(&self, change: impl Fn(&Pos) -> Pos) -> Vec<(TileId, Pos)> {
        self.from.iter().map(|(id, it)| (id.clone(), change(it))).collect()
    }

    fn moved(&self, by: (f64, f64), free: bool) -> (Vec<(TileId, Pos)>, Vec<Line>) {
        let all = self.from.iter().map(|entry| rect(&entry.1)).reduce(Rect::with).unwrap_or_default();
        let there = Rect { x: all.x + by.0, y: (all.y + by.1).max(0.0), ..all };
        let (more, lines) = if free { ((0.0, 0.0), Vec::new()) } else { snap::snapped(there, &self.others) };
        let (dx, dy) = (there.x - all.x + more.0, (there.y - all.y + more.1).max(-all.y));
        (self.each(|pos| shifted(pos, dx, dy)), lines)
    }
}

impl Drag for FreeGesture {
    fn move_to(&self, x: f64, y: f64, free: bool) {
        let (now, lines) = self.positions_at(x, y, free);
        now.iter().for_each(|entry| live(&entry.0, &entry.1));
        let lines = lines.into_iter().filter_map(coordinates::line).collect();
        self.editor.canvas.snap_guides.set(lines);
        *self.now.borrow_mut() = now;
        self.editor.canvas.remeasure();
    }

    fn end(&self, kept: bool) {
        self.editor.canvas.snap_guides.set(Vec::new());
        let now = self.now.take();
        let words = undo_label(self.editor, self.what.past_tense(), &self.from);
        if !(kept && !now.is_empty() && place(self.editor, &now, &words, "")) {
            self.from.iter().for_each(|entry| draw_at_rest(self.editor, &entry.0, &entry.1));
        }
        self.editor.canvas.remeasure();
        self.editor.announce(&if kept { words } else { "Put back".to_owned() });
    }
}

fn shifted(it: &Pos, dx: f64, dy: f64) -> Pos {
    Pos { x: PosX::clamped(it.x.get() + dx), y: PosY::clamped(it.y.get() + dy), ..*it }
}

/// The place after a corner was dragged by so much: the opposite corner stays where it is, at any angle.
fn sized(it: &Pos, (sx, sy): (f64, f64), by: (f64, f64), free: bool) -> Pos {
    let (sin, cos) = float_math::sin_cos(it.r.get().to_radians());
    let (dx, dy) = (by.0 * cos + by.1 * sin, by.1 * cos - by.0 * sin);
    let side = |was: f64, more: f64| {
        let to = (was + more).max(LEAST.min(was));
        if free { to } else { snap::on_grid(to).max(snap::STEP) }
    };
    let (w, h) = (side(it.w.get(), dx * sx), side(it.h.get(), dy * sy));
    let (mx, my) = ((w - it.w.get()) * sx / 2.0, (h - it.h.get()) * sy / 2.0);
    let middle =
        (it.x.get() + it.w.get() / 2.0 + mx * cos - my * sin, it.y.get() + it.h.get() / 2.0 + mx * sin + my * cos);
    pos(Rect { x: middle.0 - w / 2.0, y: middle.1 - h / 2.0, w, h }, it.r.get(), it.z.get())
}

/// Draws a tile at a place without changing the draft.
fn live(id: &TileId, pos: &Pos) {
    let Some(element) = elements::tile(id) else { return };
    let style = element.style();
    let numbers = [
        ("--cx", pos.x.get()),
        ("--cy", pos.y.get()),
        ("--cw", pos.w.get()),
        ("--ch", pos.h.get()),
        ("--rot", pos.r.get()),
    ];
    for (name, number) in numbers {
        let _ = style.set_property(name, &number.to_string());
    }
    let _ = element.class_list().add_1("turned");
}

/// Draws a tile where the draft has it.
fn draw_at_rest(editor: Editor, id: &TileId, pos: &Pos) {
    live(id, pos);
    let owned = editor.draft.with_untracked(|draft| draft.tile(id).is_some_and(|tile| tile.pos.is_some()));
    if let Some(element) = elements::tile(id).filter(|_| !owned) {
        let _ = element.class_list().remove_1("turned");
        let _ = element.style().remove_property("--rot");
    }
}

/// Four corner handles, and the handle above that rotates the tile.
pub fn handles(editor: Editor, id: TileId) -> AnyView {
    let corner = |class: &'static str, sx: f64, sy: f64| {
        let hold = move |event: PointerEvent| begin(editor, Transform::Resize(sx, sy), &event);
        view! { <i class=class aria-hidden="true" on:pointerdown=hold></i> }
    };
    let rotate = move |event: PointerEvent| {
        if let Some((x, y)) = tile_bounds::of(&Selection::Tile(id.clone())).map(Bounds::middle) {
            begin(editor, Transform::Rotate(x, y), &event);
        }
    };
    view! {
        {corner("editor-resize-handle nw", -1.0, -1.0)}{corner("editor-resize-handle ne", 1.0, -1.0)}{corner("editor-resize-handle sw", -1.0, 1.0)}{corner("editor-resize-handle se", 1.0, 1.0)}
        <i class="editor-rotate-handle" aria-hidden="true" on:pointerdown=rotate></i>
    }
    .into_any()
}

fn begin(editor: Editor, what: Transform, event: &PointerEvent) {
    event.prevent_default();
    event.stop_propagation();
    let Some(hold) = FreeGesture::of(
        editor,
        what,
        editor.selected_tiles(),
        f64::from(event.client_x()),
        f64::from(event.client_y()),
    ) else {
        return;
    };
    let hold = Rc::new(hold);
    editor.canvas.dragging.set(true);
    let moving = Rc::clone(&hold);
    let moved = move |event: &PointerEvent| {
        moving.move_to(f64::from(event.client_x()), f64::from(event.client_y()), event.alt_key());
    };
    let ended = move |kept: bool| {
        editor.canvas.dragging.set(false);
        editor.canvas.ignore_next_click();
        hold.end(kept);
    };
    pointer_gesture::follow(event.pointer_id(), Box::new(moved), Box::new(ended));
}

/// Arrow keys: move by 8 units, or by 1 if `fine`; with `sizes`, resize.
pub fn nudge(editor: Editor, key: &str, fine: bool, sizes: bool) {
    let step = if fine && !sizes { 1.0 } else { snap::STEP };
    let (dx, dy) = match key {
        "ArrowLeft" => (-step, 0.0),
        "ArrowRight" => (step, 0.0),
        "ArrowUp" => (0.0, -step),
        _ => (0.0, step),
    };
    let side = |was: PosSide, by: f64| PosSide::clamped((was.get() + by).max(LEAST.min(was.get())));
    change(editor, if sizes { "Changed the size of" } else { "Moved" }, |pos| match sizes {
        true => Pos { w: side(pos.w, dx), h: side(pos.h, dy), ..*pos },
        false => shifted(pos, dx, dy),
    });
}

/// Rotates the selected tiles by so many degrees.
pub fn rotate(editor: Editor, by: f64) {
    change(editor, "Turned", |pos| Pos { r: PosR::clamped(pos.r.get() + by), ..*pos });
}

/// Raises or lowers the layer of the selected tiles.
pub fn layer(editor: Editor, by: f64) {
    change(editor, "Layered", |pos| Pos { z: PosZ::clamped(pos.z.get() + by), ..*pos });
}

fn change(editor: Editor, what: &str, change: impl Fn(&Pos) -> Pos) {
    let now = placed(editor, editor.selected_tiles());
    let to: Vec<_> = now.iter().map(|(id, it)| (id.clone(), change(it))).collect();
    let names: Vec<String> = now.iter().map(|entry| entry.0.to_string()).collect();
    let words = undo_label(editor, what, &now);
    if !to.is_empty() && place(editor, &to, &words, &format!("{what} {}", names.join(" "))) {
        let announcement = to.first().map(|(_, it)| format!("{} across, {} down", it.x.get(), it.y.get()));
        editor.announce(&announcement.unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corner_across_stays_at_any_angle() {
        for r in [0.0, 12.0, -15.0] {
            let before = pos(Rect { x: 200.0, y: 300.0, w: 160.0, h: 80.0 }, r, 0.0);
            let after = sized(&before, (1.0, 1.0), (50.0, 30.0), true);
            let corner = |pos: &Pos| {
                let (sin, cos) = pos.r.get().to_radians().sin_cos();
                let (hx, hy) = (-pos.w.get() / 2.0, -pos.h.get() / 2.0);
                (
                    pos.x.get() + pos.w.get() / 2.0 + hx * cos - hy * sin,
                    pos.y.get() + pos.h.get() / 2.0 + hx * sin + hy * cos,
                )
            };
            let (a, b) = (corner(&before), corner(&after));
            assert!((a.0 - b.0).abs() < 0.01 && (a.1 - b.1).abs() < 0.01, "{r}: {a:?} {b:?}");
        }
    }
}
