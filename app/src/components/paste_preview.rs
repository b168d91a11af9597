//! What a pasted text becomes, shown before anything is added: a whole page, or a tile for each line.

use std::collections::HashSet;

use mantel_model::brief::{self, Imported, Source};
use mantel_model::tile::{NewTile, TileAddresses, TileColor};
use mantel_model::{Draft, Tile, TileId};

/// The seed of tile ids from a brief, so that the server and the browser render the same ids.
pub const SEED: u64 = 0x6d61_6e74_656c;

/// What a pasted text becomes.
#[derive(Clone, Debug, PartialEq)]
pub enum PastePreview {
    /// A brief or page file: it replaces the page.
    Page(Box<Imported>),
    /// A tile for each line.
    Tiles(Vec<PastedTile>),
}

/// The tile that a line becomes.
#[derive(Clone, Debug, PartialEq)]
pub struct PastedTile {
    /// The tile, without an id.
    pub tile: NewTile,
    /// Whether another tile links to the same address.
    pub duplicate: Duplicate,
}

/// Whether a pasted tile links to the same address as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duplicate {
    /// No other tile does.
    No,
    /// It links to the same address as this tile of the page.
    OnPage(TileId),
    /// It links to the same address as an earlier line.
    InPaste,
}

impl PastedTile {
    /// Why it is skipped, if it is.
    pub const fn skip_reason(&self) -> Option<&'static str> {
        match self.duplicate {
            Duplicate::No => None,
            Duplicate::OnPage(_) => Some("Already on your page, skipped"),
            Duplicate::InPaste => Some("Twice in this list, skipped"),
        }
    }

    /// The address it links to, normalized for comparison.
    pub fn address(&self) -> Option<String> {
        self.tile.kind.comparable_address()
    }
}

/// What a text becomes when pasted into a page. The ids of a brief's tiles come from `seed`.
pub fn paste_preview(text: &str, page: &Draft, seed: u64) -> PastePreview {
    if text.contains(['{', '['])
        && let Some(preview) = file(text, page, seed)
    {
        return preview;
    }
    let tile = |item: brief::Item| NewTile {
        size: item.shown_size(),
        color: item.color.unwrap_or(TileColor::Auto),
        ..NewTile::of(item.kind)
    };
    tiles(brief::items(text).items.into_iter().map(tile), page)
}

/// The brief or page file in the text; a list of links without a name counts as tiles only.
fn file(text: &str, page: &Draft, seed: u64) -> Option<PastePreview> {
    let found = brief::import_partial(text, seed).ok()?;
    if matches!(found.source, Source::PageFile) || !found.draft.profile.name.is_empty() {
        return Some(PastePreview::Page(Box::new(found)));
    }
    let json = text.trim_start().starts_with(['{', '[']);
    let without_id = |tile: Tile| NewTile { id: None, ..NewTile::from(tile) };
    (json && !found.draft.tiles.is_empty()).then(|| tiles(found.draft.tiles.into_iter().map(without_id), page))
}

fn tiles(all: impl Iterator<Item = NewTile>, page: &Draft) -> PastePreview {
    let on_page = TileAddresses::of(&page.tiles);
    let mut seen = HashSet::new();
    let pasted = all.map(|tile| {
        let duplicate = match (on_page.find(&tile.kind), tile.kind.comparable_address()) {
            (Some(id), _) => Duplicate::OnPage(id.clone()),
            (None, Some(address)) => {
                if seen.insert(address) {
                    Duplicate::No
                } else {
                    Duplicate::InPaste
                }
            }
            (None, None) => Duplicate::No,
        };
        PastedTile { tile, duplicate }
    });
    PastePreview::Tiles(pasted.collect())
}

#[cfg(test)]
mod tests {
    use mantel_model::look::Look;
    use mantel_model::tile::Kind;

    use super::*;

    fn tiles_of(text: &str, page: &Draft) -> Vec<PastedTile> {
        match paste_preview(text, page, 1) {
            PastePreview::Tiles(list) => list,
            PastePreview::Page(_) => Vec::new(),
        }
    }

    #[test]
    fn lines_are_tiles_and_repeats_are_duplicates() {
        let mut page = Draft::blank(Look::Cozy);
        let first = tiles_of("- harrow.example\n\n* ines@harrow.example", &page);
        assert_eq!(first.iter().map(PastedTile::skip_reason).collect::<Vec<_>>(), [None, None]);
        let id = TileId::parse("t_aaaaaaaaaaaa").unwrap();
        page.tiles.extend(first.into_iter().take(1).map(|pasted| pasted.tile.with_id(id.clone())));
        let again = tiles_of("https://harrow.example/\nharrow/glaze-calc\nharrow/glaze-calc\nA note\nA note", &page);
        let duplicates: Vec<Duplicate> = again.into_iter().map(|pasted| pasted.duplicate).collect();
        assert_eq!(
            duplicates,
            [Duplicate::OnPage(id), Duplicate::No, Duplicate::InPaste, Duplicate::No, Duplicate::No]
        );
    }

    #[test]
    fn a_link_keeps_the_text_beside_it() {
        let page = Draft::blank(Look::Cozy);
        let list =
            tiles_of("- [Shop](https://shop.example)\n## More\n2. Words: https://words.example\n**Open** daily", &page);
        let text = |pasted: &PastedTile| match &pasted.tile.kind {
            Kind::Heading(heading) => heading.text.to_string(),
            Kind::Link(link) => format!("{} <{}>", link.title.as_deref().unwrap_or_default(), link.url),
            Kind::Text(note) => note.text.to_string(),
            _ => String::new(),
        };
        let expected = ["Shop <https://shop.example/>", "More", "Words <https://words.example/>", "**Open** daily"];
        assert_eq!(list.iter().map(text).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_file_with_a_name_is_a_page_and_one_without_is_tiles() {
        let page = Draft::blank(Look::Cozy);
        let named = r#"{"mantel": 1, "name": "Ines", "links": ["harrow.example"]}"#;
        assert!(
            matches!(paste_preview(named, &page, 1), PastePreview::Page(imported) if imported.draft.tiles.len() == 1)
        );
        let bare = r#"{"links": ["harrow.example", {"text": "Hello", "size": "l"}]}"#;
        let list = tiles_of(bare, &page);
        assert_eq!(list.iter().map(|pasted| pasted.tile.size.as_str()).collect::<Vec<_>>(), ["s", "l"]);
    }
}
