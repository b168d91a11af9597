//! Dense packing, row by row: computes what `grid-auto-flow: row dense` does.

/// Maximum columns of a grid and cells of a side: far beyond any layout, and small enough that sums cannot overflow.
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
    let mut taken = OccupiedCells { columns, cells: Vec::new(), full: 0 };
    let cells: Vec<Cells> =
        items.into_iter().map(|(wide, high)| taken.place(wide.clamp(1, columns), high.clamp(1, MOST))).collect();
    let rows = cells.iter().map(|cell| cell.row + cell.rows).max().unwrap_or(0);
    Packed { cells, rows }
}

struct OccupiedCells {
    columns: u32,
    cells: Vec<bool>,
    /// Rows from the top with no gap left.
    full: u32,
}

impl OccupiedCells {
    fn place(&mut self, columns: u32, rows: u32) -> Cells {
        let mut row = self.full;
        loop {
            for column in 0..=self.columns - columns {
                let spot = Cells { column, row, columns, rows };
                if cell_positions(spot).all(|(x, y)| !self.is_occupied(x, y)) {
                    self.take(spot);
                    return spot;
                }
            }
            row += 1;
        }
    }

    fn is_occupied(&self, column: u32, row: u32) -> bool {
        self.cells.get((row * self.columns + column) as usize).copied().unwrap_or(false)
    }

    fn take(&mut self, spot: Cells) {
        let needed = ((spot.row + spot.rows) * self.columns) as usize;
        if self.cells.len() < needed {
            self.cells.resize(needed, false);
        }
        for (x, y) in cell_positions(spot) {
            if let Some(cell) = self.cells.get_mut((y * self.columns + x) as usize) {
                *cell = true;
            }
        }
        while (0..self.columns).all(|x| self.is_occupied(x, self.full)) {
            self.full += 1;
        }
    }
}

fn cell_positions(spot: Cells) -> impl Iterator<Item = (u32, u32)> {
    (spot.row..spot.row + spot.rows).flat_map(move |y| (spot.column..spot.column + spot.columns).map(move |x| (x, y)))
}

/// How far an item moves from its cells, in half cells, so that free space is split evenly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    /// To the right.
    pub x: u32,
    /// Down.
    pub y: u32,
}

/// The shift of each packed item: where a row or column has free space, its items are centred in it. Items that did
/// not overlap before do not overlap afterwards.
pub fn evened(columns: u32, cells: &[Cells]) -> Vec<Shift> {
    let mut shifts = vec![Shift::default(); cells.len()];
    let rows = cells.iter().map(|cell| cell.row + cell.rows).max().unwrap_or(0);
    let all: Vec<usize> = (0..cells.len()).collect();
    Region { row: 0, column: 0, columns, rows }.even(cells, &all, &mut shifts);
    shifts
}

/// A part of the grid whose border no item crosses.
#[derive(Clone, Copy)]
struct Region {
    row: u32,
    column: u32,
    columns: u32,
    rows: u32,
}

impl Region {
    /// Splits the region into rows of items and each row into columns, recursively, until nothing more can be split.
    fn even(self, cells: &[Cells], items: &[usize], shifts: &mut [Shift]) {
        let rows = runs(cells, items, |cell| (cell.row, cell.rows));
        if let Some(end) = rows.last().map(|row| row.end) {
            let free = (self.row + self.rows).saturating_sub(end);
            nudge(items, shifts, Shift { x: 0, y: free });
        }
        for row in &rows {
            let stacks = runs(cells, &row.items, |cell| (cell.column, cell.columns));
            if let Some(end) = stacks.last().map(|stack| stack.end) {
                let free = (self.column + self.columns).saturating_sub(end);
                nudge(&row.items, shifts, Shift { x: free, y: 0 });
            }
            for stack in stacks.iter().filter(|stack| stack.items.len() < items.len()) {
                let region = Self {
                    row: row.start,
                    rows: row.end - row.start,
                    column: stack.start,
                    columns: stack.end - stack.start,
                };
                region.even(cells, &stack.items, shifts);
            }
        }
    }
}

/// Items whose spans along one axis overlap, from the first start to the last end.
struct Run {
    start: u32,
    end: u32,
    items: Vec<usize>,
}

fn runs(cells: &[Cells], items: &[usize], side: impl Fn(&Cells) -> (u32, u32)) -> Vec<Run> {
    let mut spans: Vec<(u32, u32, usize)> = items
        .iter()
        .filter_map(|at| {
            cells.get(*at).map(|cell| {
                let (start, long) = side(cell);
                (start, start + long, *at)
            })
        })
        .collect();
    spans.sort_unstable();
    let mut out: Vec<Run> = Vec::new();
    for (start, end, at) in spans {
        match out.last_mut().filter(|run| start < run.end) {
            Some(run) => {
                run.end = run.end.max(end);
                run.items.push(at);
            }
            None => out.push(Run { start, end, items: vec![at] }),
        }
    }
    out
}

fn nudge(items: &[usize], shifts: &mut [Shift], by: Shift) {
    for at in items {
        if let Some(shift) = shifts.get_mut(*at) {
            shift.x += by.x;
            shift.y += by.y;
        }
    }
}
