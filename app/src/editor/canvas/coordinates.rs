//! Converts canvas units to pixels of the page.

use super::elements;
use super::snap::Line;
use crate::editor::state::geometry::Frame;

fn space() -> Option<Frame> {
    elements::frame_of(&elements::query(".editor-page .canvas > .space")?.into())
}

/// Screen pixels in one unit.
pub fn unit() -> Option<f64> {
    space().map(|space| space.w / mantel_model::limits::CANVAS_WIDTH).filter(|unit| *unit > 0.0)
}

/// The frame of a guide line across the canvas.
pub fn line(line: Line) -> Option<Frame> {
    let (space, unit) = (space()?, unit()?);
    Some(match line {
        Line::X(x) => Frame { x: space.x + x * unit, y: space.y - 40.0, w: 1.0, h: space.h + 80.0 },
        Line::Y(y) => Frame { x: space.x - 40.0, y: space.y + y * unit, w: space.w + 80.0, h: 1.0 },
    })
}
