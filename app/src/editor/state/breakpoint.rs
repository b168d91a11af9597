//! The widths at which the editor's layout changes.

/// Widths at which the editor's layout changes (screens, 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breakpoint {
    /// Under 600 px: the page edge to edge, a dock, bottom sheets.
    Phone,
    /// Under 900 px: the sidebar and the design panel are drawers.
    Narrow,
    /// Under 1180 px: the design panel is a drawer.
    Medium,
    /// Both panels stay open.
    Wide,
}

impl Breakpoint {
    /// The breakpoint of a window's width, px.
    pub const fn of(width: f64) -> Self {
        match width {
            ..600.0 => Self::Phone,
            ..900.0 => Self::Narrow,
            ..1180.0 => Self::Medium,
            _ => Self::Wide,
        }
    }
}
