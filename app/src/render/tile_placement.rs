//! Where and how a tile stands on the page: its form, number, tilt, and placement in the layout.

use mantel_model::tile::{KindName, Size};
use mantel_model::{Tile, TileId};

/// The form of a tile: a grid cell of its size (on a canvas, of its shape), or a list row (looks, 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileForm {
    /// A cell of a grid.
    Cell(Size),
    /// A row of the list.
    Row,
}

impl TileForm {
    /// The CSS class.
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

/// The tilt (−1 to 1) and the variant (0 to 1) of a tile, to three digits, derived from its id alone (looks, 1.1).
pub fn tilt_and_variant(id: &TileId) -> (f32, f32) {
    let hash = id.hash32();
    // Dividing whole thousandths last keeps the printed number at three digits at most, the same on every platform.
    let thousandths = |number: u32| f32::from(i16::try_from(number).unwrap_or_default());
    ((thousandths(hash % 2000) - 1000.0) / 1000.0, thousandths((hash >> 8) % 1000) / 1000.0)
}

/// The number of a tile on its page, for looks that number their tiles (looks, 3 and 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileNumber {
    /// The ordinal on the page, from 1; social handles are not counted.
    pub ordinal: usize,
    /// The section, from 1; tiles above the first heading are a section too.
    pub section: usize,
}

/// The number of every tile, in page order.
pub fn tile_numbers(tiles: &[Tile]) -> Vec<TileNumber> {
    let mut current = TileNumber { ordinal: 0, section: 1 };
    let number = |tile: &Tile| {
        match tile.kind.name() {
            KindName::Social => return current,
            // A heading that comes first starts section 1.
            KindName::Heading if current.ordinal > 0 => current.section += 1,
            _ => {}
        }
        current.ordinal += 1;
        current
    };
    tiles.iter().map(number).collect()
}

/// Where a tile is placed in its layout, and how it is drawn there.
#[derive(Clone, Debug, PartialEq)]
pub struct TilePlacement {
    /// The form.
    pub form: TileForm,
    /// The index on the page, for the order of the entrance animation.
    pub index: usize,
    /// The number on the page.
    pub number: TileNumber,
    /// Whether it is alone in a row of the phone's two columns.
    pub solo: bool,
    /// Whether it is placed freely, on a canvas.
    pub free: bool,
    /// Inline style: the position on a canvas, the shift in a grid; otherwise empty.
    pub style: String,
    /// Whether the owner rotated it: the look's own tilt then does not apply.
    pub rotated: bool,
    /// Width and height on a canvas, design units.
    pub size: Option<(f64, f64)>,
}

impl TilePlacement {
    /// A tile in the flow of a grid or a list, with no shift.
    pub const fn in_flow(form: TileForm, index: usize, number: TileNumber) -> Self {
        Self { form, index, number, solo: false, free: false, style: String::new(), rotated: false, size: None }
    }
}

#[cfg(test)]
mod tests {
    use mantel_model::id::{IdSource, SeededIds};

    use super::tilt_and_variant;

    #[test]
    fn tilt_and_variant_print_in_thousandths() {
        let mut ids = SeededIds::new(7);
        for _ in 0..2000 {
            let id = ids.fresh(&|_| false);
            let (tilt, variant) = tilt_and_variant(&id);
            let exact = f64::from(id.hash32() % 2000) / 1000.0 - 1.0;
            assert!((f64::from(tilt) - exact).abs() < 1e-6 && (0.0..1.0).contains(&variant), "{tilt} {variant}");
            let decimals = |number: f32| number.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len());
            assert!(decimals(tilt) <= 3 && decimals(variant) <= 3, "{tilt} {variant}");
        }
    }
}
