//! Between units of the canvas and pixels of the sheet.

use super::snap::Line;
use super::view::Frame;
use super::{tile_bounds, view};

fn space() -> Option<Frame> {
    view::frame_of(&tile_bounds::one(".e-sheet .canvas > .space")?.into())
}

/// Pixels of the screen in a unit.
pub fn unit() -> Option<f64> {
    space().map(|space| space.w / mantel_model::limits::CANVAS_WIDTH).filter(|it| *it > 0.0)
}

/// A line across the canvas, on the sheet.
pub fn line(line: Line) -> Option<Frame> {
    let (space, unit) = (space()?, unit()?);
    Some(match line {
        Line::X(x) => Frame { x: space.x + x * unit, y: space.y - 40.0, w: 1.0, h: space.h + 80.0 },
        Line::Y(y) => Frame { x: space.x - 40.0, y: space.y + y * unit, w: space.w + 80.0, h: 1.0 },
    })
}
