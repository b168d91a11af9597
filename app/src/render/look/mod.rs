//! What a look adds to the one skeleton: its scene, its filters and the ornament of its objects. Never logic.

pub mod cobalt;
pub mod cozy;
pub mod lofi;
pub mod night;
pub mod painted;
pub mod washi;

use leptos::prelude::*;
use mantel_model::look::Look;
use mantel_model::theme::Theme;
use mantel_model::{Draft, Tile};

use super::page::{Form, Rank};
use super::tile::Parts;
use crate::sample_page;

/// A tile as a look meets it.
#[derive(Clone, Copy)]
pub struct Object<'a> {
    /// The tile.
    pub tile: &'a Tile,
    /// Its anatomy.
    pub form: Form,
    /// Its variant, 0 to 1, from its id alone (looks, 1.1).
    pub v: f32,
    /// Its number on the page.
    pub rank: Rank,
    /// What it says.
    pub parts: &'a Parts,
}

/// The hidden SVG with the filters and symbols this look uses, once a page (looks, 1.1). Ids start with the look's name.
pub fn filters(look: Look) -> Option<AnyView> {
    match look {
        Look::Cozy => None,
        Look::Washi => washi::filters(),
        Look::Lofi => lofi::filters(),
        Look::Painted => Some(painted::filters()),
        Look::Cobalt => cobalt::filters(),
        Look::Night => night::filters(),
    }
}

/// The filters of every look, once for a document with miniatures of them: a miniature brings none of its own.
pub fn all_filters() -> AnyView {
    let letter = letter(&sample_page::page(Look::Washi).0);
    view! { {Look::ALL.iter().filter_map(|look| filters(*look)).collect_view()} {letter} }.into_any()
}

/// The letter that a page's seals carry, once a document: where miniatures stand, theirs is the document's to bring.
pub fn letter(draft: &Draft) -> Option<AnyView> {
    if draft.theme.look() == Look::Washi { washi::letter(draft) } else { None }
}

/// What lies behind everything.
pub fn scene(theme: &Theme) -> Option<AnyView> {
    match theme.look() {
        Look::Cozy => Some(cozy::scene(theme)),
        Look::Washi => washi::scene(theme),
        Look::Lofi => lofi::scene(theme),
        Look::Painted => Some(painted::scene(theme)),
        Look::Cobalt => cobalt::scene(theme),
        Look::Night => night::scene(theme),
    }
}

/// Ornament of the profile.
pub fn profile_deco(draft: &Draft) -> Option<AnyView> {
    match draft.theme.look() {
        Look::Cozy => cozy::profile(draft),
        Look::Lofi => lofi::profile(draft),
        Look::Washi | Look::Painted => None,
        Look::Cobalt => cobalt::profile(draft),
        Look::Night => night::profile(draft),
    }
}

/// Whether the profile says how many tiles there are: it then follows all of them, else only handles and headings.
pub const fn counts(look: Look) -> bool {
    matches!(look, Look::Lofi | Look::Night)
}

/// Ornament of a tile.
pub fn tile_deco(look: Look, object: &Object<'_>) -> Option<AnyView> {
    match look {
        Look::Cozy => cozy::tile(object),
        Look::Washi => washi::tile(object),
        Look::Lofi => lofi::tile(object),
        Look::Painted => painted::tile(object),
        Look::Cobalt => cobalt::tile(object),
        Look::Night => night::tile(object),
    }
}
