//! What a pasted text turns out to be: a whole page, or tiles, line by line. Told before anything is added.

use std::collections::HashSet;

use mantel_model::brief::{self, Imported, Source};
use mantel_model::tile::{NewTile, TileAddresses};
use mantel_model::{Draft, Tile, TileId};

/// Ids of tiles from a brief come from this, so the server's first drawing and the browser's agree.
pub const SEED: u64 = 0x6d61_6e74_656c;

/// What a pasted text is.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// A brief or page file: it takes the place of the page.
    Page(Box<Imported>),
    /// A tile for each line.
    Tiles(Vec<Coming>),
}

/// A tile that a line would make.
#[derive(Clone, Debug, PartialEq)]
pub struct Coming {
    /// The tile, without an id.
    pub tile: NewTile,
    /// Whether it is there already.
    pub known: Known,
}

/// Whether something leads where another tile does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is new.
    New,
    /// This tile of the page does.
    Here(TileId),
    /// A line before it does.
    Twice,
}

impl Coming {
    /// Why it is left out, if it is.
    pub const fn reason(&self) -> Option<&'static str> {
        match self.known {
            Known::New => None,
            Known::Here(_) => Some("Already on your page, skipped"),
            Known::Twice => Some("Twice in this list, skipped"),
        }
    }

    /// Where it leads, in a form that tells it from others.
    pub fn address(&self) -> Option<String> {
        self.tile.kind.comparable_address()
    }
}

/// What a text is, for a page. Ids of a brief's tiles come from `seed`.
pub fn fate(text: &str, page: &Draft, seed: u64) -> Fate {
    if text.contains(['{', '['])
        && let Some(fate) = file(text, page, seed)
    {
        return fate;
    }
    tiles(text.lines().filter_map(brief::line).map(NewTile::of), page)
}

/// A brief or page file in the text; a list of links without a name is only tiles.
fn file(text: &str, page: &Draft, seed: u64) -> Option<Fate> {
    let found = brief::understand(text, seed).ok()?;
    if matches!(found.source, Source::PageFile) || !found.draft.profile.name.is_empty() {
        return Some(Fate::Page(Box::new(found)));
    }
    let json = text.trim_start().starts_with(['{', '[']);
    let bare = |tile: Tile| NewTile { id: None, ..NewTile::from(tile) };
    (json && !found.draft.tiles.is_empty()).then(|| tiles(found.draft.tiles.into_iter().map(bare), page))
}

fn tiles(all: impl Iterator<Item = NewTile>, page: &Draft) -> Fate {
    let here = TileAddresses::of(&page.tiles);
    let mut seen = HashSet::new();
    let coming = all.map(|tile| {
        let known = match (tile.kind.comparable_address(), here.find(&tile.kind)) {
            (Some(_), Some(id)) => Known::Here(id.clone()),
            (Some(address), None) if seen.contains(&address) => Known::Twice,
            (Some(address), None) => {
                seen.insert(address);
                Known::New
            }
            (None, _) => Known::New,
        };
        Coming { tile, known }
    });
    Fate::Tiles(coming.collect())
}

#[cfg(test)]
mod tests {
    use mantel_model::look::Look;
    use mantel_model::tile::Kind;

    use super::*;

    fn tiles_of(text: &str, page: &Draft) -> Vec<Coming> {
        match fate(text, page, 1) {
            Fate::Tiles(list) => list,
            Fate::Page(_) => Vec::new(),
        }
    }

    #[test]
    fn lines_are_tiles_and_repeats_are_known() {
        let mut page = Draft::blank(Look::Cozy);
        let first = tiles_of("- harrow.example\n\n* ines@harrow.example", &page);
        assert_eq!(first.iter().map(Coming::reason).collect::<Vec<_>>(), [None, None]);
        let id = TileId::parse("t_aaaaaaaaaaaa").unwrap();
        page.tiles.extend(first.into_iter().take(1).map(|it| it.tile.with_id(id.clone())));
        let again = tiles_of("https://harrow.example/\nharrow/glaze-calc\nharrow/glaze-calc\nA note\nA note", &page);
        let known: Vec<Known> = again.into_iter().map(|it| it.known).collect();
        assert_eq!(known, [Known::Here(id), Known::New, Known::Twice, Known::New, Known::New]);
    }

    #[test]
    fn a_link_keeps_the_words_beside_it() {
        let page = Draft::blank(Look::Cozy);
        let list =
            tiles_of("- [Shop](https://shop.example)\n## More\n2. Words: https://words.example\n**Open** daily", &page);
        let said = |coming: &Coming| match &coming.tile.kind {
            Kind::Heading(coming) => coming.text.to_string(),
            Kind::Link(coming) => format!("{} <{}>", coming.title.as_deref().unwrap_or_default(), coming.url),
            Kind::Text(coming) => coming.text.to_string(),
            _ => String::new(),
        };
        let wanted = ["Shop <https://shop.example/>", "More", "Words <https://words.example/>", "**Open** daily"];
        assert_eq!(list.iter().map(said).collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn a_file_with_a_name_is_a_page_and_one_without_is_tiles() {
        let page = Draft::blank(Look::Cozy);
        let named = r#"{"mantel": 1, "name": "Ines", "links": ["harrow.example"]}"#;
        assert!(matches!(fate(named, &page, 1), Fate::Page(it) if it.draft.tiles.len() == 1));
        let bare = r#"{"links": ["harrow.example", {"text": "Hello", "size": "l"}]}"#;
        let list = tiles_of(bare, &page);
        assert_eq!(list.iter().map(|it| it.tile.size.as_str()).collect::<Vec<_>>(), ["s", "l"]);
    }
}
