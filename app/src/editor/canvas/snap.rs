//! Snapping a rectangle on the canvas: to the grid of 8 units, or into line with others.

/// Step of the grid, units.
pub const STEP: f64 = 8.0;
/// Within this distance an edge snaps to a line, units.
const NEAR: f64 = 6.0;

/// A rectangle on the canvas, units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// The smallest rectangle that contains both.
    pub fn with(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.w).max(other.x + other.w);
        let bottom = (self.y + self.h).max(other.y + other.h);
        Self { x, y, w: right - x, h: bottom - y }
    }

    const fn xs(self) -> [f64; 3] {
        [self.x, self.x + self.w / 2.0, self.x + self.w]
    }

    const fn ys(self) -> [f64; 3] {
        [self.y, self.y + self.h / 2.0, self.y + self.h]
    }
}

/// A line that edges align with: vertical at `x` or horizontal at `y`, units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line {
    /// Vertical.
    X(f64),
    /// Horizontal.
    Y(f64),
}

/// By how much the rectangle moves to snap, and the lines that it then aligns with.
pub fn snapped(moving: Rect, others: &[Rect]) -> ((f64, f64), Vec<Line>) {
    let middle = [0.0, 600.0, 1200.0];
    let upright = others.iter().flat_map(|rect| rect.xs()).chain(middle);
    let level = others.iter().flat_map(|rect| rect.ys());
    let (dx, x) = nearest(moving.xs(), upright).unwrap_or_else(|| (on_grid(moving.x) - moving.x, None));
    let (dy, y) = nearest(moving.ys(), level).unwrap_or_else(|| (on_grid(moving.y) - moving.y, None));
    ((dx, dy), x.map(Line::X).into_iter().chain(y.map(Line::Y)).collect())
}

fn nearest(edges: [f64; 3], lines: impl Iterator<Item = f64>) -> Option<(f64, Option<f64>)> {
    let near = |line: f64| edges.into_iter().map(move |edge| (line - edge, Some(line)));
    lines.flat_map(near).filter(|snap| snap.0.abs() <= NEAR).min_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))
}

/// The nearest coordinate on the grid.
pub fn on_grid(at: f64) -> f64 {
    (at / STEP).round() * STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn rect(x: f64, y: f64) -> Rect {
        Rect { x, y, w: 100.0, h: 80.0 }
    }

    #[test]
    fn what_is_far_from_all_rests_on_the_grid() {
        assert_eq!(snapped(rect(101.0, 43.0), &[]), ((3.0, -3.0), vec![]));
    }

    #[test]
    fn what_is_near_an_edge_or_a_middle_stands_in_line() {
        let other = rect(333.0, 211.0);
        assert_eq!(snapped(rect(330.0, 400.0), &[other]), ((3.0, 0.0), vec![Line::X(333.0)]));
        assert_eq!(snapped(rect(437.0, 209.0), &[other]).0, (-4.0, 2.0), "left to right edge, top to top");
        assert_eq!(snapped(rect(547.0, 600.0), &[]), ((3.0, 0.0), vec![Line::X(600.0)]), "the middle of the canvas");
    }
}
