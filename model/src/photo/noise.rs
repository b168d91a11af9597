//! Blue noise: a threshold map without a visible pattern at any level (Ulichney's void-and-cluster method).

use std::sync::LazyLock;

/// Cells per side; the map tiles beyond.
const SIDE: usize = 64;
const ALL: usize = SIDE * SIDE;
/// Radius of a point's influence, cells.
const REACH: usize = 6;
/// Number of initial points.
const FIRST: usize = ALL / 10;

static TILE: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let whole = f64::from(u32::try_from(ALL).unwrap_or(u32::MAX));
    ranks().into_iter().map(|rank| (f64::from(rank) + 0.5) / whole).collect()
});

/// The threshold of a cell, between 0 and 1.
pub fn threshold(x: usize, y: usize) -> f64 {
    TILE.get(y % SIDE * SIDE + x % SIDE).copied().unwrap_or(0.5)
}

/// Points, and their summed influence on every cell.
struct Field {
    set: Vec<bool>,
    felt: Vec<f64>,
}

impl Field {
    /// Points placed by a fixed-seed generator, then moved from clusters into voids until nothing changes.
    fn initial() -> Self {
        let mut field = Self { set: vec![false; ALL], felt: vec![0.0; ALL] };
        let (mut seed, mut points) = (0x2545_f491_u32, 0);
        while points < FIRST {
            seed ^= seed << 13;
            seed ^= seed >> 17;
            seed ^= seed << 5;
            let at = usize::try_from(seed).unwrap_or_default() % ALL;
            if !field.set.get(at).copied().unwrap_or(true) {
                field.set_point(at, true);
                points += 1;
            }
        }
        for _ in 0..ALL {
            let cluster = field.tightest_cluster();
            field.set_point(cluster, false);
            let void = field.largest_void();
            field.set_point(void, true);
            if void == cluster {
                break;
            }
        }
        field
    }

    fn set_point(&mut self, at: usize, point: bool) {
        if let Some(it) = self.set.get_mut(at) {
            *it = point;
        }
        let (x, y) = (at % SIDE, at / SIDE);
        for down in 0..=2 * REACH {
            for across in 0..=2 * REACH {
                let (dx, dy) = (across.abs_diff(REACH), down.abs_diff(REACH));
                let distance = f64::from(u32::try_from(dx * dx + dy * dy).unwrap_or_default());
                let weight = (-distance / 4.5).exp();
                let place = (y + SIDE + down - REACH) % SIDE * SIDE + (x + SIDE + across - REACH) % SIDE;
                if let Some(felt) = self.felt.get_mut(place) {
                    *felt += if point { weight } else { -weight };
                }
            }
        }
    }

    /// The point with the most influence on its cell.
    fn tightest_cluster(&self) -> usize {
        let points = self.set.iter().zip(&self.felt).enumerate().filter(|(_, (set, _))| **set);
        points.max_by(|a, b| a.1.1.total_cmp(b.1.1)).map_or(0, |point| point.0)
    }

    /// The free cell with the least influence.
    fn largest_void(&self) -> usize {
        let free = self.set.iter().zip(&self.felt).enumerate().filter(|(_, (set, _))| !**set);
        free.min_by(|a, b| a.1.1.total_cmp(b.1.1)).map_or(0, |point| point.0)
    }
}

/// The order in which cells are filled, one rank per cell.
fn ranks() -> Vec<u32> {
    let initial = Field::initial();
    let mut ranks = vec![0; ALL];
    let mut rank = |at: usize, number: usize| {
        if let Some(it) = ranks.get_mut(at) {
            *it = u32::try_from(number).unwrap_or_default();
        }
    };
    let mut down = Field { set: initial.set.clone(), felt: initial.felt.clone() };
    for number in (0..FIRST).rev() {
        let at = down.tightest_cluster();
        down.set_point(at, false);
        rank(at, number);
    }
    let mut up = initial;
    for number in FIRST..ALL {
        let at = up.largest_void();
        up.set_point(at, true);
        rank(at, number);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_there_once_and_spreads_evenly() {
        let mut all = ranks();
        let quarter: Vec<bool> =
            all.iter().map(|rank| usize::try_from(*rank).is_ok_and(|number| number < ALL / 4)).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..u32::try_from(ALL).unwrap_or_default()), "each rank once");
        // At a quarter of the cells, every 8 by 8 block has about sixteen points, which white noise would not give.
        for block in 0..64 {
            let (left, top) = (block % 8 * 8, block / 8 * 8);
            let points = (0..64).filter(|at| quarter[(top + at / 8) * SIDE + left + at % 8]).count();
            assert!((12..=20).contains(&points), "{points} in block {block}");
        }
    }
}
