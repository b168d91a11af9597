//! Rectangles on the canvas.

/// A rectangle, px from the top left corner of the page on the canvas.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Frame {
    /// The rectangle as inline style.
    pub fn style(self) -> String {
        format!("left:{:.1}px;top:{:.1}px;width:{:.1}px;height:{:.1}px", self.x, self.y, self.w, self.h)
    }

    /// The smallest frame that contains both.
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = ((self.x + self.w).max(other.x + other.w), (self.y + self.h).max(other.y + other.h));
        Self { x, y, w: right - x, h: bottom - y }
    }
}

/// A rotated rectangle, px from the page's corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// The rectangle before the rotation about its middle.
    pub frame: Frame,
    /// The rotation, degrees.
    pub angle: f64,
}

impl Bounds {
    /// The bounds as inline style.
    pub fn style(self) -> String {
        format!("{};rotate:{:.2}deg", self.frame.style(), self.angle)
    }

    /// The middle of the rectangle.
    pub fn middle(self) -> (f64, f64) {
        (self.frame.x + self.frame.w / 2.0, self.frame.y + self.frame.h / 2.0)
    }
}
