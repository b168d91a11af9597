//! From a tile to its anatomy: which form it takes and how it leans.

use mantel_model::tile::{KindName, Size};
use mantel_model::{Tile, TileId};

/// How a tile is drawn in its place: the anatomy by size, or by shape on the canvas (looks, 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A place in a grid.
    Cell(Size),
    /// A row of the list.
    Row,
}

impl Form {
    /// The class that carries it.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Cell(Size::S) => "z-s",
            Self::Cell(Size::W) => "z-w",
            Self::Cell(Size::T) => "z-t",
            Self::Cell(Size::L) => "z-l",
            Self::Row => "z-row",
        }
    }
}

/// The tilt −1 to 1 and the variant 0 to 1 of a tile, in thousandths, from its id alone (looks, 1.1).
pub fn lean(id: &TileId) -> (f32, f32) {
    let hash = id.hash32();
    // Whole thousandths are divided last: they print with three digits at most, the same everywhere.
    let thousandths = |number: u32| f32::from(i16::try_from(number).unwrap_or_default());
    ((thousandths(hash % 2000) - 1000.0) / 1000.0, thousandths((hash >> 8) % 1000) / 1000.0)
}

/// Where a tile stands among the others, for looks that number their objects (looks, 3 and 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rank {
    /// Its number on the page from 1, social handles not counted.
    pub ordinal: usize,
    /// The number of its section from 1; tiles above the first heading are a section too.
    pub section: usize,
}

/// The rank of every tile, in the page's order.
pub fn ranks(tiles: &[Tile]) -> Vec<Rank> {
    let mut now = Rank { ordinal: 0, section: 1 };
    let rank = |tile: &Tile| {
        match tile.kind.name() {
            KindName::Social => return now,
            // A heading that comes first opens the first section.
            KindName::Heading if now.ordinal > 0 => now.section += 1,
            _ => {}
        }
        now.ordinal += 1;
        now
    };
    tiles.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use mantel_model::id::{IdSource, SeededIds};

    use super::lean;

    #[test]
    fn a_tiles_lean_is_printed_in_thousandths() {
        let mut ids = SeededIds::new(7);
        for _ in 0..2000 {
            let id = ids.fresh(&|_| false);
            let (r, v) = lean(&id);
            let exact = f64::from(id.hash32() % 2000) / 1000.0 - 1.0;
            assert!((f64::from(r) - exact).abs() < 1e-6 && (0.0..1.0).contains(&v), "{r} {v}");
            let most = |number: f32| number.to_string().split_once('.').map_or(0, |it| it.1.len());
            assert!(most(r) <= 3 && most(v) <= 3, "{r} {v}");
        }
    }
}
