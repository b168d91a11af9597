//! Tiles: the eight types of content on a page (specification, Tile; decisions, Tile fields).

mod address;
mod content;
mod duplicate;
pub mod handle;
mod handle_rules;
pub mod kind;
pub mod media_site;
pub mod new_tile;
pub mod platform;
pub(crate) mod profile_address;

pub use content::FactName;
pub use duplicate::TileAddresses;
pub use kind::*;
pub use new_tile::NewTile;
pub use platform::Platform;
use serde::Serialize;

use crate::id::TileId;
use crate::language::Language;
use crate::number::{PosR, PosSide, PosX, PosY, PosZ};

closed_set! {
    /// How many cells a tile takes (specification, Tile: `size`).
    pub enum Size ("a size") {
        /// 1×1.
        S = "s", "Small";
        /// 2×1.
        W = "w", "Wide";
        /// 1×2.
        T = "t", "Tall";
        /// 2×2.
        L = "l", "Large";
    }
}

impl Size {
    /// Columns and rows.
    pub const fn cells(self) -> (u32, u32) {
        match self {
            Self::S => (1, 1),
            Self::W => (2, 1),
            Self::T => (1, 2),
            Self::L => (2, 2),
        }
    }
}

closed_set! {
    /// Colour of a tile; each look tints its own drawing with it.
    pub enum TileColor ("a colour") {
        /// The look's choice.
        Auto = "auto", "Auto";
        /// Plain paper.
        Surface = "surface", "Surface";
        /// The accent.
        Accent = "accent", "Accent";
        /// Peach.
        Peach = "peach", "Peach";
        /// Butter.
        Butter = "butter", "Butter";
        /// Mint.
        Mint = "mint", "Mint";
        /// Sky.
        Sky = "sky", "Sky";
        /// Lilac.
        Lilac = "lilac", "Lilac";
        /// Rose.
        Rose = "rose", "Rose";
    }
}

/// A place on the canvas, in a design space 1200 units wide (specification, Canvas layout).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pos {
    /// Left edge.
    pub x: PosX,
    /// Top edge.
    pub y: PosY,
    /// Width.
    pub w: PosSide,
    /// Height.
    pub h: PosSide,
    /// Rotation, degrees; 0 when not given.
    pub r: PosR,
    /// Layer; 0 when not given.
    pub z: PosZ,
}

/// One tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Unique in the page; never changes.
    pub id: TileId,
    /// What it is, with the fields of its type.
    pub kind: Kind,
    /// Cells it takes.
    pub size: Size,
    /// Its colour.
    pub color: TileColor,
    /// The language of its words, where it is another than the page's.
    pub lang: Option<Language>,
    /// Its place on the canvas; without one it is placed automatically.
    pub pos: Option<Pos>,
}

impl Tile {
    /// The owner's own words on it; names of profiles elsewhere and of repositories are none.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let (title, description) = match &self.kind {
            Kind::Link(it) => (it.title.as_deref(), it.description.as_deref()),
            Kind::Image(it) => (it.title.as_deref(), None),
            Kind::Video(it) => (it.title.as_deref(), None),
            Kind::Music(it) => (it.title.as_deref(), None),
            Kind::Text(it) => (Some(&*it.text), None),
            Kind::Heading(it) => (Some(&*it.text), None),
            Kind::Social(_) | Kind::Github(_) => (None, None),
        };
        title.into_iter().chain(description)
    }
}

#[derive(Serialize)]
struct Written<'a> {
    id: &'a TileId,
    #[serde(flatten)]
    kind: &'a Kind,
    size: Size,
    color: TileColor,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<&'a Language>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pos: Option<Pos>,
}

impl Serialize for Tile {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let Self { id, kind, size, color, lang, pos } = self;
        Written { id, kind, size: *size, color: *color, lang: lang.as_ref(), pos: *pos }.serialize(s)
    }
}

/// The tiles of two drafts but for those that are the same at both ends, and how many those at the start are: as many as an
/// edit touched, however long the page is.
pub fn differing_tiles<'a, 'b>(before: &'a [Tile], after: &'b [Tile]) -> (usize, &'a [Tile], &'b [Tile]) {
    let start = before.iter().zip(after).take_while(|(before, after)| before == after).count();
    let (before, after) = (before.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
    let end = before.iter().rev().zip(after.iter().rev()).take_while(|(before, after)| before == after).count();
    let without = |tiles: usize| tiles - end;
    let (old, new) = (before.get(..without(before.len())), after.get(..without(after.len())));
    (start, old.unwrap_or_default(), new.unwrap_or_default())
}
