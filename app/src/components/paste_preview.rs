//! What a pasted text becomes, shown before anything is added: a whole page, or a tile for each thing that it lists.

use std::collections::{BTreeMap, HashSet};

use mantel_model::brief::{self, Imported, Item, Source, Warning};
use mantel_model::move_in::{self, KnownAddress};
use mantel_model::read::read_tile;
use mantel_model::text::Text;
use mantel_model::tile::{Kind, NewTile, Note, TileAddresses};
use mantel_model::{Draft, TileId};
use serde_json::json;

use super::tile_fields::address;

/// The seed of tile ids from a brief, so that the server and the browser render the same ids.
pub const SEED: u64 = 0x6d61_6e74_656c;

/// The longest text that may be something else than what it was read as, characters.
const AMBIGUOUS: usize = 100;

/// What a pasted text becomes.
#[derive(Clone, Debug, PartialEq)]
pub enum PastePreview {
    /// A brief or page file: it replaces the page.
    Page(Box<Imported>),
    /// Tiles.
    Tiles(PastedTiles),
}

/// The tiles that a text becomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PastedTiles {
    /// The tiles, in order.
    pub tiles: Vec<PastedTile>,
    /// Everything guessed, repaired or left out.
    pub warnings: Vec<Warning>,
    /// The page elsewhere whose address the text is: all of it can be moved in.
    pub known: Option<KnownAddress>,
}

/// A tile of a pasted text.
#[derive(Clone, Debug, PartialEq)]
pub struct PastedTile {
    /// The tile, without an id.
    pub tile: NewTile,
    /// Whether another tile links to the same address.
    pub duplicate: Duplicate,
    /// What else its text could be.
    pub ambiguity: Option<Ambiguity>,
}

/// A text that can be read in several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// The text.
    pub words: String,
    /// The ways, in the order in which they are offered.
    pub readings: Vec<Reading>,
    /// The way it is read.
    pub reading: Reading,
}

/// One way to read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As an address.
    Link,
    /// As a note.
    Note,
    /// As a repository.
    Repository,
}

/// How ambiguous texts are to be read, where somebody has said so.
pub type Readings = BTreeMap<String, Reading>;

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

impl Reading {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Link, Self::Note, Self::Repository];

    /// As people read it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Link => "Link",
            Self::Note => "Note",
            Self::Repository => "Repository",
        }
    }

    /// The reading with a label.
    pub fn labelled(label: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reading| reading.label() == label)
    }

    /// A text read so; `None` if it cannot be.
    fn read(self, words: &str) -> Option<Kind> {
        match self {
            Self::Link => {
                let host = words.split(['/', '?', '#']).next().unwrap_or_default();
                let url = address(words).ok().filter(|_| host.contains('.') && !host.starts_with('.'))?;
                read_tile(&json!({ "type": "link", "url": url })).ok().map(|tile| tile.kind)
            }
            Self::Note => Some(Kind::Text(Note { text: Text::cut(words).0, look: None })),
            Self::Repository => read_tile(&json!({ "type": "github", "repo": words })).ok().map(|tile| tile.kind),
        }
    }
}

impl Ambiguity {
    /// What else a thing of a text could be: nothing if it stands there as a whole address.
    fn of(kind: &Kind, text: &str) -> Option<Self> {
        let (words, reading) = match kind {
            Kind::Github(github) => (github.repo.as_str().to_owned(), Reading::Repository),
            Kind::Text(note) if note.look.is_none() => (note.text.to_string(), Reading::Note),
            Kind::Link(link) if link.title.is_none() && link.description.is_none() => {
                let plain = link.url.as_str().strip_prefix("https://")?;
                (plain.strip_suffix('/').unwrap_or(plain).to_owned(), Reading::Link)
            }
            _ => return None,
        };
        let one_word = !words.is_empty() && words.len() <= AMBIGUOUS && !words.contains(char::is_whitespace);
        // An address that is written out is one, and what was not written so is not asked about.
        let at = text.find(&words).filter(|_| one_word && words.contains(['/', '.']))?;
        let before = text.get(..at).unwrap_or_default();
        if before.ends_with(['/', '.', '@', ':']) || words.starts_with("www.") {
            return None;
        }
        let readings: Vec<Reading> =
            Reading::ALL.into_iter().filter(|other| *other == reading || other.read(&words).is_some()).collect();
        (readings.len() > 1).then_some(Self { words, readings, reading })
    }
}

/// What a pasted text becomes when it is pasted into a page. The ids of a brief's tiles come from `seed`; what is
/// ambiguous is read as `readings` say.
pub fn paste_preview(text: &str, page: &Draft, readings: &Readings, seed: u64) -> PastePreview {
    if text.contains(['{', '['])
        && let Some(preview) = file(text, seed)
    {
        return preview;
    }
    let found = brief::items(text);
    PastePreview::Tiles(PastedTiles {
        tiles: tiles(found.items, text, page, readings),
        warnings: found.warnings,
        known: move_in::known_address(text),
    })
}

/// The brief or page file in the text; links without a name count as tiles only. A list of lines is no page, whatever
/// heading it has.
fn file(text: &str, seed: u64) -> Option<PastePreview> {
    let found = brief::import_document(text, seed)?.ok()?;
    let page = matches!(found.source, Source::PageFile) || !found.draft.profile.name.is_empty();
    page.then(|| PastePreview::Page(Box::new(found)))
}

fn tiles(items: Vec<Item>, text: &str, page: &Draft, readings: &Readings) -> Vec<PastedTile> {
    let on_page = TileAddresses::of(&page.tiles);
    let mut seen = HashSet::new();
    let pasted = items.into_iter().map(|item| {
        let mut ambiguity = Ambiguity::of(&item.kind, text);
        let mut tile = tile(item);
        if let Some(ambiguity) = &mut ambiguity
            && let Some(reading) = readings.get(&ambiguity.words).filter(|reading| ambiguity.readings.contains(reading))
            && let Some(kind) = reading.read(&ambiguity.words).filter(|_| *reading != ambiguity.reading)
        {
            ambiguity.reading = *reading;
            tile = NewTile::of(kind);
        }
        let seen_before = tile.kind.comparable_address().is_some_and(|address| !seen.insert(address));
        let duplicate = match on_page.find(&tile.kind) {
            Some(id) => Duplicate::OnPage(id.clone()),
            None if seen_before => Duplicate::InPaste,
            None => Duplicate::No,
        };
        PastedTile { tile, duplicate, ambiguity }
    });
    pasted.collect()
}

fn tile(item: Item) -> NewTile {
    let size = item.shown_size();
    let plain = NewTile::of(item.kind);
    NewTile { size, color: item.color.unwrap_or(plain.color), ..plain }
}

#[cfg(test)]
mod tests {
    use mantel_model::look::Look;
    use mantel_model::tile::KindName;

    use super::*;

    fn pasted(text: &str, page: &Draft, readings: &Readings) -> PastedTiles {
        match paste_preview(text, page, readings, 1) {
            PastePreview::Tiles(list) => list,
            PastePreview::Page(_) => PastedTiles::default(),
        }
    }

    fn tiles_of(text: &str, page: &Draft) -> Vec<PastedTile> {
        pasted(text, page, &Readings::new()).tiles
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
    fn a_list_under_a_heading_takes_the_place_of_no_page() {
        let page = Draft::blank(Look::Cozy);
        for list in [
            "# Work\n- [Shop](https://shop.example)",
            "## Work\n- https://shop.example",
            "=== Work\n* https://shop.example[Shop]",
        ] {
            let kinds: Vec<KindName> = tiles_of(list, &page).iter().map(|pasted| pasted.tile.kind.name()).collect();
            assert_eq!(kinds, [KindName::Heading, KindName::Link], "{list}");
        }
        let brief = r#"{"name": "Ines", "links": ["https://shop.example"]}"#;
        assert!(matches!(paste_preview(brief, &page, &Readings::new(), 1), PastePreview::Page(_)));
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
        let preview = paste_preview(named, &page, &Readings::new(), 1);
        assert!(matches!(preview, PastePreview::Page(imported) if imported.draft.tiles.len() == 1));
        let bare = r#"{"links": ["harrow.example", {"text": "Hello", "size": "l"}]}"#;
        let list = tiles_of(bare, &page);
        assert_eq!(list.iter().map(|pasted| pasted.tile.size.as_str()).collect::<Vec<_>>(), ["s", "l"]);
    }

    #[test]
    fn what_may_be_a_repository_a_note_or_a_link_can_be_said_otherwise() {
        let page = Draft::blank(Look::Cozy);
        for (text, said) in [
            ("harrow/glaze-calc", Some(("harrow/glaze-calc", vec![Reading::Note, Reading::Repository]))),
            ("AC/DC", Some(("AC/DC", vec![Reading::Note, Reading::Repository]))),
            ("harrow.example", Some(("harrow.example", vec![Reading::Link, Reading::Note]))),
            ("main.rs", Some(("main.rs", vec![Reading::Link, Reading::Note]))),
            // Nobody who writes these means anything else.
            ("https://harrow.example", None),
            ("https://github.com/harrow/glaze-calc", None),
            ("www.harrow.example", None),
            ("Shop: https://harrow.example", None),
            ("ines@harrow.example", None),
            ("A note about either/or", None),
            ("Hello", None),
        ] {
            let list = tiles_of(text, &page);
            let found = list.first().and_then(|pasted| pasted.ambiguity.clone());
            let found = found.map(|ambiguity| (ambiguity.words, ambiguity.readings));
            assert_eq!(found, said.map(|(words, readings)| (words.to_owned(), readings)), "{text}");
        }
        let readings = Readings::from([
            ("AC/DC".to_owned(), Reading::Repository),
            ("harrow/glaze-calc".to_owned(), Reading::Note),
            ("harrow.example".to_owned(), Reading::Note),
        ]);
        for (text, kind) in [("AC/DC", "github"), ("harrow/glaze-calc", "text"), ("harrow.example", "text")] {
            let list = pasted(text, &page, &readings).tiles;
            let kinds: Vec<&str> = list.iter().map(|pasted| pasted.tile.kind.name().as_str()).collect();
            assert_eq!(kinds, [kind], "{text}");
        }
    }

    #[test]
    fn the_address_of_a_page_of_a_service_is_known() {
        let page = Draft::blank(Look::Cozy);
        let known = |text: &str| pasted(text, &page, &Readings::new()).known.map(|known| known.name);
        assert_eq!(known("linktr.ee/ines"), Some("Linktree"));
        assert_eq!(known("linktr.ee/ines\nharrow.example"), None);
        assert_eq!(known("harrow.example"), None);
    }
}
