//! Canvas lengths: a cell, the gap between cells, and the sizes derived from them.

use crate::tile::Size;

/// Side of a cell of the automatic grid, units.
pub const CELL: f64 = 288.0;
/// Gap of the automatic grid, units.
pub const GAP: f64 = 16.0;

/// Width and height of a size in canvas units: 288 or 592 a side.
pub fn of_size(size: Size) -> (f64, f64) {
    let side = |cells: u32| f64::from(cells) * (CELL + GAP) - GAP;
    let (columns, rows) = size.cells();
    (side(columns), side(rows))
}
