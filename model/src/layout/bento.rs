//! The bento grid: 4, 3 or 2 columns, packed densely within each section (looks, 1.2).

use super::grid::{Cells, Shift, evened, pack};
use super::in_social_group;
use crate::tile::{Kind, Tile};

/// A section of the grid: a heading in a row of its own, then cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The index of its heading; the first section may have none.
    pub heading: Option<usize>,
    /// Index of each tile and its cells, rows counted within the section.
    pub tiles: Vec<(usize, Cells)>,
    /// Rows of cells.
    pub rows: u32,
}

/// The sections of a page in a grid of `columns` columns. A heading always starts one, so packing never crosses it.
pub fn sections(tiles: &[Tile], columns: u32) -> Vec<Section> {
    split(tiles, |tile| !in_social_group(tile, false)).into_iter().map(|part| packed(tiles, part, columns)).collect()
}

/// The shifts, by tile index, that even out rows in a grid of `columns` columns.
pub fn shifts(tiles: &[Tile], columns: u32) -> Vec<(usize, Shift)> {
    let moved = |section: Section| {
        let cells: Vec<Cells> = section.tiles.iter().map(|tile| tile.1).collect();
        let shifts = evened(columns, &cells);
        section.tiles.into_iter().map(|tile| tile.0).zip(shifts).filter(|moved| moved.1 != Shift::default())
    };
    sections(tiles, columns).into_iter().flat_map(moved).collect()
}

/// Indexes of the tiles that `take` accepts, split at headings: each heading's index and those of its section.
pub(super) fn split(tiles: &[Tile], take: impl Fn(&Tile) -> bool) -> Vec<(Option<usize>, Vec<usize>)> {
    let mut out: Vec<(Option<usize>, Vec<usize>)> = Vec::new();
    for (at, tile) in tiles.iter().enumerate().filter(|(_, tile)| take(tile)) {
        match (&tile.kind, out.last_mut()) {
            (Kind::Heading(_), _) => out.push((Some(at), Vec::new())),
            (_, Some((_, open))) => open.push(at),
            (_, None) => out.push((None, vec![at])),
        }
    }
    out
}

fn packed(tiles: &[Tile], (heading, members): (Option<usize>, Vec<usize>), columns: u32) -> Section {
    let sizes = members.iter().filter_map(|at| tiles.get(*at)).map(|tile| tile.size.cells());
    let grid = pack(columns, sizes);
    Section { heading, tiles: members.into_iter().zip(grid.cells).collect(), rows: grid.rows }
}
