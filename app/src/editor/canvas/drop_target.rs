//! Where something dragged over the page would be inserted among its tiles.

use crate::editor::state::geometry::Frame;
/// How tiles follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Side by side, in rows.
    Rows,
    /// One under the other.
    Column,
}

/// A tile before or after which others can be dropped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DropSlot {
    /// The index on the page, from 0.
    pub at: usize,
    /// The frame of the tile.
    pub frame: Frame,
    /// Whether it takes a whole row, as a heading does.
    pub row: bool,
}

/// Width of the drop indicator, px.
const BAR: f64 = 4.0;
/// Distance between the drop indicator and a tile, px.
const GAP: f64 = 6.0;

/// The index before which something would be inserted, counted among all tiles, and the frame of the drop indicator.
pub fn aim(slots: &[DropSlot], (x, y): (f64, f64), flow: Flow) -> Option<(usize, Frame)> {
    let nearest = slots.iter().min_by(|a, b| distance(a.frame, x, y).total_cmp(&distance(b.frame, x, y)))?;
    let Frame { x: left, y: top, w, h } = nearest.frame;
    let under = nearest.row || flow == Flow::Column;
    let after = if under { y > top + h / 2.0 } else { x > left + w / 2.0 };
    Some((nearest.at + usize::from(after), bar(*nearest, flow, after)))
}

/// The drop indicator before or after a tile.
pub fn bar(slot: DropSlot, flow: Flow, after: bool) -> Frame {
    let Frame { x, y, w, h } = slot.frame;
    if slot.row || flow == Flow::Column {
        Frame { x, y: if after { y + h + GAP } else { y - GAP } - BAR / 2.0, w, h: BAR }
    } else {
        Frame { x: if after { x + w + GAP } else { x - GAP } - BAR / 2.0, y, w: BAR, h }
    }
}

/// The squared distance from a point to a rectangle; zero inside.
fn distance(frame: Frame, x: f64, y: f64) -> f64 {
    let beyond = |at: f64, start: f64, length: f64| (start - at).max(at - start - length).max(0.0);
    let (dx, dy) = (beyond(x, frame.x, frame.w), beyond(y, frame.y, frame.h));
    dx * dx + dy * dy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(at: usize, x: f64, y: f64, row: bool) -> DropSlot {
        DropSlot { at, frame: Frame { x, y, w: if row { 220.0 } else { 100.0 }, h: 100.0 }, row }
    }

    #[test]
    fn the_half_that_is_pointed_at_decides() {
        let slots = [slot(0, 0.0, 0.0, false), slot(1, 120.0, 0.0, false), slot(3, 0.0, 120.0, true)];
        let place = |x, y, flow| aim(&slots, (x, y), flow).map(|aim| aim.0);
        assert_eq!(place(10.0, 50.0, Flow::Rows), Some(0));
        assert_eq!(place(90.0, 50.0, Flow::Rows), Some(1));
        assert_eq!(place(215.0, 10.0, Flow::Rows), Some(2));
        assert_eq!(place(90.0, 130.0, Flow::Rows), Some(3), "before the heading");
        assert_eq!(place(10.0, 900.0, Flow::Rows), Some(4), "below everything is the end");
        assert_eq!(place(90.0, 10.0, Flow::Column), Some(0), "in a column height alone decides");
    }
}
