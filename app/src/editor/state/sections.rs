//! Sections of a page: a heading and the tiles up to the next one, which move together.

use mantel_model::tile::Kind;
use mantel_model::{Draft, Tile, TileId};

/// Whether a tile is a heading.
pub const fn is_heading(tile: &Tile) -> bool {
    matches!(tile.kind, Kind::Heading(_))
}

/// A heading with the tiles of its section, in order; any other tile alone; nothing if the page has no such tile.
pub fn section(draft: &Draft, id: &TileId) -> Vec<TileId> {
    let Some(at) = draft.position(id) else { return Vec::new() };
    let mut tiles = draft.tiles.iter().skip(at);
    let Some(first) = tiles.next() else { return Vec::new() };
    let rest = tiles.take_while(|tile| is_heading(first) && !is_heading(tile));
    std::iter::once(first).chain(rest).map(|tile| tile.id.clone()).collect()
}

/// The index before which a section goes that moves by so many sections, at least one; `None` if there are not so many.
/// A section goes between two others or to the end, never into one.
pub fn section_target(draft: &Draft, section: &[TileId], by: isize) -> Option<usize> {
    let start = draft.position(section.first()?)?;
    let end = start + section.len();
    let slots = || {
        let heading = |(at, tile): (usize, &Tile)| is_heading(tile).then_some(at);
        draft.tiles.iter().enumerate().filter_map(heading).chain(std::iter::once(draft.tiles.len()))
    };
    let steps = by.unsigned_abs().checked_sub(1)?;
    if by < 0 {
        let before: Vec<usize> = slots().filter(|at| *at < start).collect();
        before.into_iter().rev().nth(steps)
    } else {
        slots().filter(|at| *at > end).nth(steps)
    }
}

#[cfg(test)]
mod tests {
    use mantel_model::brief;

    use super::*;

    fn page() -> Draft {
        let links =
            r#"["Zero", {"heading": "One"}, "Note", {"heading": "Two"}, {"heading": "Three"}, "Other", "Last"]"#;
        brief::import_partial(&format!(r#"{{"mantel": 1, "name": "Ines", "links": {links}}}"#), 1).unwrap().draft
    }

    fn at(draft: &Draft, index: usize) -> TileId {
        draft.tiles[index].id.clone()
    }

    #[test]
    fn a_section_reaches_to_the_next_heading() {
        let draft = page();
        let lengths: Vec<usize> = (0..7).map(|index| section(&draft, &at(&draft, index)).len()).collect();
        assert_eq!(lengths, [1, 2, 1, 1, 3, 1, 1]);
    }

    #[test]
    fn sections_move_between_sections() {
        let draft = page();
        let target = |index: usize, by: isize| section_target(&draft, &section(&draft, &at(&draft, index)), by);
        assert_eq!((target(1, 1), target(1, 2), target(1, 3)), (Some(4), Some(7), None));
        assert_eq!((target(1, -1), target(3, -1), target(4, -1), target(4, -2)), (None, Some(1), Some(3), Some(1)));
        assert_eq!(target(4, 1), None);
    }
}
