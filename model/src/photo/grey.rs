//! A greyscale picture and its resampling.

/// Grey values, row by row; 0 is black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grey {
    /// Cells in a row, at least one.
    pub cols: u32,
    /// Rows, at least one.
    pub rows: u32,
    /// `cols` × `rows` values.
    pub cells: Vec<u8>,
}

impl Grey {
    /// `None` unless the number of cells matches the dimensions.
    pub fn new(cols: u32, rows: u32, cells: Vec<u8>) -> Option<Self> {
        let count = usize::try_from(u64::from(cols) * u64::from(rows)).ok()?;
        (count > 0 && cells.len() == count).then_some(Self { cols, rows, cells })
    }

    /// The picture of these pixels (red, green, blue, alpha) on a white background; luma by ITU-R BT.709.
    pub fn of_rgba(cols: u32, rows: u32, pixels: &[u8]) -> Option<Self> {
        let luma = |pixel: &[u8]| {
            let [r, g, b, a] = pixel.first_chunk::<4>().copied().unwrap_or([255; 4]).map(u32::from);
            let light = (54 * r + 183 * g + 19 * b) / 256;
            u8::try_from((light * a + 255 * (255 - a)) / 255).unwrap_or(u8::MAX)
        };
        Self::new(cols, rows, pixels.chunks_exact(4).map(luma).collect())
    }

    /// Resampled, each new cell the mean of the cells it covers.
    pub fn resized(&self, cols: u32, rows: u32) -> Self {
        let (cols, rows) = (cols.max(1), rows.max(1));
        let across: Vec<_> = (0..cols).map(|at| span(at, cols, self.cols)).collect();
        let mut cells = Vec::new();
        for row in 0..rows {
            let (top, bottom) = span(row, rows, self.rows);
            cells.extend(across.iter().map(|(left, right)| self.mean(*left..*right, top..bottom)));
        }
        Self { cols, rows, cells }
    }

    fn mean(&self, across: std::ops::Range<usize>, down: std::ops::Range<usize>) -> u8 {
        let (mut sum, mut count) = (0_u64, 0_u64);
        let cols = usize::try_from(self.cols).unwrap_or(1);
        for row in down {
            let line = self.cells.get(row * cols + across.start..row * cols + across.end).unwrap_or_default();
            sum += line.iter().map(|cell| u64::from(*cell)).sum::<u64>();
            count += u64::try_from(line.len()).unwrap_or_default();
        }
        u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX)
    }

    /// Brightness 0 to 1, stretched so that the 2nd and 98th percentiles become black and white.
    pub fn stretched(&self) -> Vec<f64> {
        let (low, high) = (self.percentile(2), self.percentile(98));
        let range = f64::from(high.saturating_sub(low)).max(1.0);
        if high == low {
            return self.cells.iter().map(|cell| f64::from(*cell) / 255.0).collect();
        }
        self.cells.iter().map(|cell| ((f64::from(*cell) - f64::from(low)) / range).clamp(0.0, 1.0)).collect()
    }

    /// Unsharp mask: doubles the difference of each cell from the mean of the cells within `reach`.
    pub fn sharpened(&self, reach: u32) -> Self {
        let side = |number: u32| usize::try_from(number).unwrap_or_default();
        let (cols, rows, reach) = (side(self.cols), side(self.rows), side(reach));
        let cells = self.cells.iter().enumerate().map(|(at, cell)| {
            let (x, y) = (at % cols, at / cols);
            let across = x.saturating_sub(reach)..(x + reach + 1).min(cols);
            let around = self.mean(across, y.saturating_sub(reach)..(y + reach + 1).min(rows));
            let lit = 2 * i16::from(*cell) - i16::from(around);
            u8::try_from(lit.clamp(0, 255)).unwrap_or_default()
        });
        Self { cols: self.cols, rows: self.rows, cells: cells.collect() }
    }

    /// Brightness 0 to 1, the mean of stretched and rank-equalised values, so that even flat pictures use every shade.
    pub fn toned(&self) -> Vec<f64> {
        let counts = self.counts();
        let total = f64::from(u32::try_from(self.cells.len()).unwrap_or(u32::MAX));
        let mut below = 0_u32;
        let mut rank = [0.0; 256];
        for (place, count) in rank.iter_mut().zip(counts) {
            *place = (f64::from(below) + f64::from(count) / 2.0) / total;
            below += count;
        }
        let ranked = |byte: &u8| rank.get(usize::from(*byte)).copied().unwrap_or_default();
        self.stretched().into_iter().zip(&self.cells).map(|(light, cell)| f64::midpoint(light, ranked(cell))).collect()
    }

    fn counts(&self) -> [u32; 256] {
        let mut counts = [0_u32; 256];
        for it in &self.cells {
            if let Some(count) = counts.get_mut(usize::from(*it)) {
                *count += 1;
            }
        }
        counts
    }

    fn percentile(&self, of: usize) -> u8 {
        let wanted = self.cells.len() * of / 100;
        let mut below = 0;
        for (shade, count) in (0_u8..=255).zip(self.counts()) {
            below += usize::try_from(count).unwrap_or_default();
            if below > wanted {
                return shade;
            }
        }
        u8::MAX
    }
}

/// The cells of `old` that cell `at` of `new` covers; at least one.
fn span(at: u32, new: u32, old: u32) -> (usize, usize) {
    let edge = |number: u32| u64::from(number) * u64::from(old) / u64::from(new);
    let (from, to) = (edge(at), edge(at + 1));
    let from = from.min(u64::from(old.saturating_sub(1)));
    (usize::try_from(from).unwrap_or_default(), usize::try_from(to.max(from + 1)).unwrap_or_default())
}
