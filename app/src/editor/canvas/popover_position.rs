//! Where the inspector card is placed: beside the tile, in view, and not over the tile where there is room.

use crate::editor::state::geometry::Frame;

/// Between the tile and the card, px: 14 from the outline.
const GAP: f64 = 18.0;
/// Between the tile and a card above it, px: room for the tile's label.
const ABOVE: f64 = 46.0;
/// Between the card and the edges of the view, px.
const EDGE: f64 = 8.0;

/// The side of the tile on which the card is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Under it.
    Below,
    /// Over it.
    Above,
    /// To the right.
    Right,
    /// To the left.
    Left,
}

impl Side {
    /// The value of the attribute.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Below => "below",
            Self::Above => "above",
            Self::Right => "right",
            Self::Left => "left",
        }
    }
}

/// Where the card is placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PopoverPosition {
    /// Left edge, px.
    pub x: f64,
    /// Top edge, px.
    pub y: f64,
    /// The side of the tile.
    pub side: Side,
    /// Where the tile's middle is along the card's edge, px.
    pub at: f64,
}

/// The position of a card of size `card` (width and height) for a tile in a view, all px in the same coordinates.
pub fn beside_tile(view: Frame, tile: Frame, card: (f64, f64)) -> PopoverPosition {
    let (w, h) = card;
    let (left, right) = (view.x + EDGE, view.x + view.w - EDGE);
    let (top, bottom) = (view.y + EDGE, view.y + view.h - EDGE);
    let across = |x: f64| x.min(right - w).max(left);
    let down = |y: f64| y.min(bottom - h).max(top);
    let (middle, centre) = (tile.x + tile.w / 2.0, tile.y + tile.h / 2.0);
    let level = |x: f64, y: f64, side| PopoverPosition { x, y, side, at: (middle - x).min(w - 20.0).max(20.0) };
    let beside = |x: f64, y: f64, side| PopoverPosition { x, y, side, at: (centre - y).min(h - 20.0).max(20.0) };
    let below = level(across(middle - w / 2.0), tile.y + tile.h + GAP, Side::Below);
    let above = level(below.x, tile.y - ABOVE - h, Side::Above);
    let after = beside(tile.x + tile.w + GAP, down(tile.y), Side::Right);
    let before = beside(tile.x - GAP - w, down(tile.y), Side::Left);
    let fits = |spot: &PopoverPosition| spot.x >= left && spot.x + w <= right && spot.y >= top && spot.y + h <= bottom;
    [below, above, after, before].into_iter().find(fits).unwrap_or_else(|| {
        // No side has room for the whole card: the place where it covers least of the tile.
        let inside =
            [below, above, after, before].map(|item| PopoverPosition { x: across(item.x), y: down(item.y), ..item });
        let covers =
            |spot: &PopoverPosition| overlap((spot.x, w), (tile.x, tile.w)) * overlap((spot.y, h), (tile.y, tile.h));
        inside.into_iter().min_by(|one, other| covers(one).total_cmp(&covers(other))).unwrap_or(below)
    })
}

/// The length that two intervals (start, length) share.
fn overlap(one: (f64, f64), other: (f64, f64)) -> f64 {
    ((one.0 + one.1).min(other.0 + other.1) - one.0.max(other.0)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Frame = Frame { x: 0.0, y: 0.0, w: 870.0, h: 880.0 };
    const CARD: (f64, f64) = (386.0, 180.0);

    fn at(x: f64, y: f64, w: f64, h: f64) -> PopoverPosition {
        beside_tile(VIEW, Frame { x, y, w, h }, CARD)
    }

    #[test]
    fn it_stands_below_where_there_is_room_and_points_at_the_tile() {
        let it = at(50.0, 290.0, 380.0, 380.0);
        assert_eq!((it.side, it.y), (Side::Below, 688.0));
        assert_eq!(it.x + it.at, 240.0);
    }

    #[test]
    fn a_card_that_is_not_drawn_yet_has_a_spot() {
        let it = beside_tile(VIEW, Frame { x: 50.0, y: 290.0, w: 180.0, h: 180.0 }, (504.0, 0.0));
        assert_eq!((it.side, it.at), (Side::Below, 132.0));
    }

    #[test]
    fn it_goes_above_at_the_foot_of_the_view_and_beside_a_tall_tile() {
        assert_eq!(at(50.0, 600.0, 180.0, 180.0).side, Side::Above);
        assert_eq!(at(50.0, 100.0, 180.0, 700.0).side, Side::Right);
        assert_eq!(at(600.0, 100.0, 180.0, 700.0).side, Side::Left);
    }

    #[test]
    fn it_covers_a_tile_only_when_every_side_is_full_and_stays_in_view() {
        for x in (0..800).step_by(50) {
            for y in (-300..900).step_by(50) {
                for (w, h) in [(180.0, 180.0), (380.0, 180.0), (180.0, 380.0), (380.0, 380.0)] {
                    let it = at(f64::from(x), f64::from(y), w, h);
                    assert!(it.x >= 0.0 && it.x + CARD.0 <= VIEW.w && it.y >= 0.0 && it.y + CARD.1 <= VIEW.h, "{it:?}");
                    let over = overlap((it.x, CARD.0), (f64::from(x), w)) * overlap((it.y, CARD.1), (f64::from(y), h));
                    assert!(over < 1.0, "{x} {y} {w} {h}: {it:?}");
                }
            }
        }
    }
}
