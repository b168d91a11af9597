//! Starter templates: pages to start from, in any look (decisions, Theme and profile details).
//!
//! Their tiles are JSON files in this folder, read by the strict reader. All addresses in them are reserved
//! for examples, so none points at a real site; every text says what to replace it with.

use serde_json::Value;

use crate::id::{IdSource, SeededIds, TileId};
use crate::look::Look;
use crate::page::Draft;
use crate::read;
use crate::text::Text;
use crate::tile::{Kind, Tile};
use crate::username::Username;

closed_set! {
    /// A page to start from.
    pub enum Template ("a template") {
        /// A bit of everything; the default.
        Creator = "creator", "Creator";
        /// Repositories and writing about them.
        Developer = "developer", "Developer";
        /// Records, dates and a list to join.
        Musician = "musician", "Musician";
        /// Books, pieces and letters.
        Writer = "writer", "Writer";
        /// A place people visit or hire.
        Studio = "studio", "Studio";
        /// An empty page.
        Blank = "blank", "Blank";
    }
}

impl Template {
    /// A one-sentence description.
    pub const fn note(self) -> &'static str {
        match self {
            Self::Creator => "A bit of everything: a note, a video, your latest, a letter.",
            Self::Developer => "Repositories first, then writing and talks.",
            Self::Musician => "The newest record on top, then dates and a list to join.",
            Self::Writer => "Books and pieces, a letter to subscribe to, a line you like.",
            Self::Studio => "What you make, when you are open, how to find and hire you.",
            Self::Blank => "Nothing yet: an empty page.",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Creator => include_str!("creator.json"),
            Self::Developer => include_str!("developer.json"),
            Self::Musician => include_str!("musician.json"),
            Self::Writer => include_str!("writer.json"),
            Self::Studio => include_str!("studio.json"),
            Self::Blank => r#"{ "profile": {}, "tiles": [] }"#,
        }
    }

    /// The template as a page in a look, with a name derived from the username.
    pub fn draft(self, look: Look, username: &Username, ids: &mut dyn IdSource) -> Draft {
        let mut draft = self.read(look, ids).unwrap_or_else(|| Draft::blank(look));
        draft.profile.name = Text::cut(&name_of(username)).0;
        draft
    }

    /// Parses the template's JSON; a test ensures that every template can be read.
    fn read(self, look: Look, ids: &mut dyn IdSource) -> Option<Draft> {
        let mut page: Value = serde_json::from_str(self.text()).ok()?;
        page.as_object_mut()?.insert("theme".to_owned(), serde_json::json!({ "style": look }));
        read::read_own_draft(&page, ids).ok()
    }
}

/// The tiles of a draft that are samples still: equal to a template's in all but id and place on the canvas. Headings
/// count only beside other samples: people use the same words for their sections.
pub fn samples(draft: &Draft) -> Vec<TileId> {
    let read = |template: &Template| template.read(draft.theme.look(), &mut SeededIds::new(0));
    let templates: Vec<Tile> = Template::ALL.iter().filter_map(read).flat_map(|page| page.tiles).collect();
    let same =
        |tile: &Tile, sample: &Tile| tile.kind == sample.kind && tile.size == sample.size && tile.color == sample.color;
    let sample = |tile: &&Tile| templates.iter().any(|sample| same(tile, sample));
    let found: Vec<&Tile> = draft.tiles.iter().filter(sample).collect();
    if found.iter().all(|tile| matches!(tile.kind, Kind::Heading(_))) {
        return Vec::new();
    }
    found.into_iter().map(|tile| tile.id.clone()).collect()
}

/// A display name to begin with: `ines-harrow` becomes "Ines Harrow".
pub fn name_of(username: &Username) -> String {
    let words = username.as_str().split(['-', '_']).filter(|part| !part.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|letter| letter.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    words.map(capital).collect::<Vec<_>>().join(" ")
}
