//! A page in the order in which a phone shows it: what every text form of it follows.

use std::collections::HashMap;

use crate::facts::Facts;
use crate::id::TileId;
use crate::layout;
use crate::page::Draft;
use crate::theme::Layout;
use crate::tile::{Kind, Tile};

/// The tiles of a page in reading order. None is left out.
pub(super) struct ReadingOrder<'a> {
    /// The group under the name.
    pub socials: Vec<&'a Tile>,
    /// The sections; the first has no heading and may be empty.
    pub sections: Vec<(Option<&'a Tile>, Vec<&'a Tile>)>,
}

impl<'a> ReadingOrder<'a> {
    /// The order of this page.
    pub fn of(page: &'a Draft, facts: &HashMap<TileId, Facts>) -> Self {
        let on_canvas = page.theme.layout == Layout::Canvas;
        let socials = page.tiles.iter().filter(|tile| layout::in_social_group(tile, on_canvas)).collect();
        let order = match page.theme.layout {
            Layout::Bento => layout::phone::grid(&page.tiles, facts).order,
            Layout::List => layout::list_order(&page.tiles),
            Layout::Canvas => layout::phone::canvas_order(&page.tiles),
        };
        let mut sections: Vec<(Option<&Tile>, Vec<&Tile>)> = vec![(None, Vec::new())];
        for tile in order.into_iter().filter_map(|index| page.tiles.get(index)) {
            match sections.last_mut() {
                Some((_, tiles)) if !matches!(tile.kind, Kind::Heading(_)) => tiles.push(tile),
                _ => sections.push((Some(tile), Vec::new())),
            }
        }
        Self { socials, sections }
    }
}
