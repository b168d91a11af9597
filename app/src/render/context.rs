//! The input of every renderer: the context of the page, and what its theme decides for each tile.

use std::collections::HashMap;
use std::sync::Arc;

use mantel_model::TileId;
use mantel_model::facts::Facts;
use mantel_model::look::Look;
use mantel_model::number::Grouping;
use mantel_model::photo::Pictures;
use mantel_model::theme::{Photos, Theme};

/// What a page is rendered with, besides its draft.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RenderContext {
    /// Metadata of what the tiles link to, by tile id.
    pub facts: Arc<HashMap<TileId, Facts>>,
    /// Metadata of the page's pictures.
    pub pictures: Arc<Pictures>,
    /// How the page's language groups the digits of numbers. The editor, whose code for languages is small, keeps to the
    /// default.
    pub grouping: Grouping,
    /// Whether remote pictures that this server does not proxy are left out.
    pub sealed: bool,
    /// Whether this is a draft: an empty page then invites the owner to add something instead of saying that it is
    /// empty.
    pub draft: bool,
    /// Whether the page is drawn in miniature among others (pickers, change lists): links are then inert, the name is
    /// not a heading, and the document supplies the looks' filters (`look::all_filters`).
    pub miniature: bool,
    /// The tiles that are ringed, because they changed. Only where the server draws: the editor's download does without it.
    #[cfg(feature = "ssr")]
    pub ringed: Vec<TileId>,
    /// Whether the page is further down a screen: all its pictures are then loaded as they come into view.
    #[cfg(feature = "ssr")]
    pub below: bool,
    /// How much the tiles are pressed, of those that are: each is then lit accordingly and numbered (insights.css).
    #[cfg(feature = "ssr")]
    pub heat: HashMap<TileId, Heat>,
    /// The links in the footer; only on published pages, which the server draws.
    #[cfg(feature = "ssr")]
    pub footer: Vec<FooterLink>,
}

impl RenderContext {
    /// Whether the page is further down a screen, so that all its pictures wait.
    pub const fn is_below(&self) -> bool {
        #[cfg(feature = "ssr")]
        return self.below;
        #[cfg(not(feature = "ssr"))]
        false
    }
}

/// How much a tile is pressed, beside the others of its page.
#[cfg(feature = "ssr")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heat {
    /// 0 to 1, of the most pressed tile.
    pub heat: f32,
    /// Its place among them, from 1.
    pub rank: usize,
}

/// A link in the footer of a page.
#[cfg(feature = "ssr")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterLink {
    /// Its words.
    pub label: &'static str,
    /// Where it leads.
    pub href: String,
}

/// What a theme decides for every tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileTheme {
    /// The look.
    pub look: Look,
    /// How photos are rendered.
    pub photos: Photos,
    /// Whether the palette is dark: light ink on dark paper.
    pub dark: bool,
}

impl TileTheme {
    /// The part of a theme that concerns tiles.
    pub fn of(theme: &Theme) -> Self {
        Self { look: theme.look(), photos: theme.photos, dark: theme.palette.entry().dark }
    }
}
