//! What a look adds to the common markup: its scene, its filters and the ornament of its tiles. Never logic.

pub mod cobalt;
pub mod cozy;
pub mod lofi;
pub mod night;
pub mod painted;
pub mod washi;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::look::Look;
use mantel_model::theme::Theme;

use crate::render::tile::LookTile;
use crate::sample_page;

/// The hidden SVG with the filters and symbols of this look, once in a page (looks, 1.1). Ids start with the look's
/// name.
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

/// The filters of every look, once for a document with miniatures: miniatures have no filters of their own.
pub fn all_filters() -> AnyView {
    let seal = seal_symbol(&sample_page::page(Look::Washi).0);
    view! { {Look::ALL.iter().filter_map(|look| filters(*look)).collect_view()} {seal} }.into_any()
}

/// The symbol with the letter of a page's seals, once in a document; miniatures use the document's.
pub fn seal_symbol(draft: &Draft) -> Option<AnyView> {
    if draft.theme.look() == Look::Washi { washi::seal_symbol(draft) } else { None }
}

/// The scene behind the page.
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
pub fn profile_ornament(draft: &Draft) -> Option<AnyView> {
    match draft.theme.look() {
        Look::Cozy => cozy::profile(draft),
        Look::Lofi => lofi::profile(draft),
        Look::Washi | Look::Painted => None,
        Look::Cobalt => cobalt::profile(draft),
        Look::Night => night::profile(draft),
    }
}

/// Whether the profile shows the number of tiles: it then depends on all of them, otherwise only on handles and
/// headings.
pub const fn shows_tile_count(look: Look) -> bool {
    matches!(look, Look::Lofi | Look::Night)
}

/// Ornament of a tile.
pub fn tile_ornament(look: Look, look_tile: &LookTile<'_>) -> Option<AnyView> {
    match look {
        Look::Cozy => cozy::tile(look_tile),
        Look::Washi => washi::tile(look_tile),
        Look::Lofi => lofi::tile(look_tile),
        Look::Painted => painted::tile(look_tile),
        Look::Cobalt => cobalt::tile(look_tile),
        Look::Night => night::tile(look_tile),
    }
}
