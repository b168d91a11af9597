//! The page: edited as a draft and published as a whole, and the file that carries it between servers.

use std::collections::HashSet;

use serde::Serialize;

use crate::id::{IdSource, TileId};
use crate::language::{self, Direction, Language};
use crate::limits;
use crate::look::Look;
use crate::number::Grouping;
use crate::problem::Problem;
use crate::profile::Profile;
use crate::safe_url::ImageUrl;
use crate::theme::Theme;
use crate::tile::{Kind, Tile};
use crate::username::Username;

/// A page being edited: profile, theme and tiles in order (specification, Page).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Draft {
    /// The person or thing it is about.
    pub profile: Profile,
    /// How it looks.
    pub theme: Theme,
    /// What it holds, in reading order.
    pub tiles: Vec<Tile>,
}

impl Draft {
    /// An empty page in a look.
    pub fn blank(look: Look) -> Self {
        Self { profile: Profile::default(), theme: Theme::of(look), tiles: Vec::new() }
    }

    /// The tile with this id.
    pub fn tile(&self, id: &TileId) -> Option<&Tile> {
        self.tiles.iter().find(|tile| &tile.id == id)
    }

    /// The index of the tile with this id.
    pub fn position(&self, id: &TileId) -> Option<usize> {
        self.tiles.iter().position(|tile| &tile.id == id)
    }

    /// The page as JSON, as it is stored.
    pub fn json(&self) -> String {
        // These types always serialize.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Length of the page as JSON, bytes; at most [`crate::limits::PAGE_BYTES`] in a stored page.
    pub fn bytes(&self) -> usize {
        let mut count = Count(0);
        // These types always serialize, and the counting writer never fails.
        let _ = serde_json::to_writer(&mut count, self);
        count.0
    }

    /// Violations of page-wide rules: too many tiles, an id used twice.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.tiles.len() > limits::TILES {
            problems.push(Problem::new("/tiles", too_many(self.tiles.len())));
        }
        let mut seen = HashSet::new();
        for (at, tile) in self.tiles.iter().enumerate() {
            if !seen.insert(&tile.id) {
                problems.push(Problem::new(
                    format!("/tiles/{at}/id"),
                    format!("the id {} is used twice; leave it out to get a new one", tile.id),
                ));
            }
        }
        problems
    }

    /// Every picture it references: avatar, backdrop, those of the tiles in order. Duplicates are kept.
    pub fn pictures(&self) -> impl Iterator<Item = &ImageUrl> {
        let own = [self.profile.avatar.as_ref(), self.theme.background.image.as_ref()];
        own.into_iter().flatten().chain(self.tiles.iter().filter_map(|tile| tile.kind.picture()))
    }

    /// The language of its words: what the owner says, or a guess from them. A name, which may be of any language, counts where
    /// there are no other words.
    pub fn language(&self) -> Option<Language> {
        let guess = || {
            let name = usize::from(self.words().skip(1).any(|words| words.contains(char::is_alphabetic)));
            language::guess(self.words().skip(name))
        };
        self.profile.lang.clone().or_else(guess)
    }

    /// How its language groups the digits of numbers.
    pub fn grouping(&self) -> Grouping {
        self.language().as_ref().map(Language::grouping).unwrap_or_default()
    }

    /// The direction of its lines: that of the owner's language, or that of most of its words.
    pub fn direction(&self) -> Direction {
        self.profile.lang.as_ref().map_or_else(|| Direction::of_words(self.words()), Language::direction)
    }

    /// The owner's own words, in order, the name first; names of profiles elsewhere and of repositories are none.
    fn words(&self) -> impl Iterator<Item = &str> {
        let bio = self.profile.bio.as_deref();
        [Some(self.profile.name.as_str()), bio].into_iter().flatten().chain(self.tiles.iter().flat_map(Tile::words))
    }

    /// A fresh id for this page.
    pub fn fresh_id(&self, ids: &mut dyn IdSource) -> TileId {
        ids.fresh(&|id| self.position(id).is_some())
    }
}

pub(crate) fn too_many(count: usize) -> String {
    format!("the page would hold {count} tiles; the limit is {}", limits::TILES)
}

/// Whether the draft's content differs from what is live; editing and undoing makes it `false` again
/// (decisions, The page over REST). A page that was never published always differs.
pub fn unpublished_changes(draft: &Draft, published: Option<&Draft>) -> bool {
    published != Some(draft)
}

struct Count(usize);

impl std::io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The full page file: what `export` writes and `PUT` and `import` accept (decisions, The page over REST).
/// Writing, reading and writing it again gives the same bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct PageFile {
    /// URL of the schema it follows, which also tells which server it came from.
    pub schema: Option<String>,
    /// The username of the page on that server.
    pub username: Option<Username>,
    /// The page.
    pub draft: Draft,
}

impl PageFile {
    /// The file of a page on the service with this base URL (no trailing slash).
    pub fn of(draft: Draft, username: Option<Username>, base_url: &str) -> Self {
        Self { schema: Some(format!("{}/schema/page.schema.json", base_url.trim_end_matches('/'))), username, draft }
    }

    /// The file as text: indented, ending in a line break.
    pub fn to_text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// The value of the marker field `mantel`.
pub const FORMAT: u64 = 1;

#[derive(Serialize)]
struct Written<'a> {
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    schema: Option<&'a str>,
    mantel: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    username: Option<&'a Username>,
    profile: &'a Profile,
    theme: &'a Theme,
    tiles: &'a [Tile],
}

impl Serialize for PageFile {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        Written {
            schema: self.schema.as_deref(),
            mantel: FORMAT,
            username: self.username.as_ref(),
            profile: &self.draft.profile,
            theme: &self.draft.theme,
            tiles: &self.draft.tiles,
        }
        .serialize(s)
    }
}

/// A section: the run of tiles under one heading (specification, Tile types: `heading`).
pub struct Section<'a> {
    /// The heading it starts with, if any.
    pub heading: Option<&'a Tile>,
    /// Its tiles in order, with their indexes in the page.
    pub tiles: Vec<(usize, &'a Tile)>,
}

/// Splits tiles at the headings. The first section may have no heading; no tile is left out.
pub fn sections(tiles: &[Tile]) -> Vec<Section<'_>> {
    let mut out = Vec::new();
    let mut open = Section { heading: None, tiles: Vec::new() };
    for (at, tile) in tiles.iter().enumerate() {
        if matches!(tile.kind, Kind::Heading(_)) {
            if open.heading.is_some() || !open.tiles.is_empty() {
                out.push(open);
            }
            open = Section { heading: Some(tile), tiles: Vec::new() };
        } else {
            open.tiles.push((at, tile));
        }
    }
    if open.heading.is_some() || !open.tiles.is_empty() {
        out.push(open);
    }
    out
}
