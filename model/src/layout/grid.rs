//! Dense packing, row by row: what `grid-auto-flow: row dense` does, as numbers.

/// Most columns of a grid and most cells of a side: far beyond any layout, and sums of them cannot overflow.
const MOST: u32 = 64;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// First column, from 0.
    pub column: u32,
    /// First row, from 0.
    pub row: u32,
    /// Columns taken.
    pub columns: u32,
    /// Rows taken.
    pub rows: u32,
}

/// Items packed into columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The place of each item, in the order given.
    pub cells: Vec<Cells>,
    /// Rows in all.
    pub rows: u32,
}

/// Packs items of (columns, rows) in order, each into the first gap from the top where it fits.
/// An item wider than the grid is as wide as the grid.
pub fn pack(columns: u32, items: impl IntoIterator<Item = (u32, u32)>) -> Packed {
    let columns = columns.clamp(1, MOST);
    let mut taken = Taken { columns, cells: Vec::new(), full: 0 };
    let cells: Vec<Cells> =
        items.into_iter().map(|(wide, high)| taken.place(wide.clamp(1, columns), high.clamp(1, MOST))).collect();
    let rows = cells.iter().map(|it| it.row + it.rows).max().unwrap_or(0);
    Packed { cells, rows }
}

struct Taken {
    columns: u32,
    cells: Vec<bool>,
    /// Rows from the top with no gap left.
    full: u32,
}

impl Taken {
    fn place(&mut self, columns: u32, rows: u32) -> Cells {
        let mut row = self.full;
        loop {
            for column in 0..=self.columns - columns {
                let spot = Cells { column, row, columns, rows };
                if each(spot).all(|(x, y)| !self.at(x, y)) {
                    self.take(spot);
                    return spot;
                }
            }
            row += 1;
        }
    }

    fn at(&self, column: u32, row: u32) -> bool {
        self.cells.get((row * self.columns + column) as usize).copied().unwrap_or(false)
    }

    fn take(&mut self, spot: Cells) {
        let needed = ((spot.row + spot.rows) * self.columns) as usize;
        if self.cells.len() < needed {
            self.cells.resize(needed, false);
        }
        for (x, y) in each(spot) {
            if let Some(cell) = self.cells.get_mut((y * self.columns + x) as usize) {
                *cell = true;
            }
        }
        while (0..self.columns).all(|x| self.at(x, self.full)) {
            self.full += 1;
        }
    }
}

fn each(spot: Cells) -> impl Iterator<Item = (u32, u32)> {
    (spot.row..spot.row + spot.rows).flat_map(move |y| (spot.column..spot.column + spot.columns).map(move |x| (x, y)))
}
