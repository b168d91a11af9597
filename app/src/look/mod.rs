//! What a look adds to the one skeleton: its scene, its filters and the ornament of its objects. Never logic.

pub mod cozy;
pub mod painted;

use leptos::prelude::*;
use mantel_model::look::Look;
use mantel_model::theme::Theme;
use mantel_model::{Draft, Tile};

use crate::page::Form;
use crate::tile::Parts;

/// The hidden SVG with the filters and symbols this look uses, once a page (looks, 1.1). Ids start with the look's name.
pub fn filters(look: Look) -> Option<AnyView> {
    match look {
        Look::Painted => Some(painted::filters()),
        Look::Cozy => Some(cozy::filters()),
        _ => None,
    }
}

/// What lies behind everything.
pub fn scene(theme: &Theme) -> Option<AnyView> {
    match theme.look() {
        Look::Painted => Some(painted::scene(theme)),
        Look::Cozy => Some(cozy::scene(theme)),
        _ => None,
    }
}

/// Ornament of the profile.
pub fn profile_deco(draft: &Draft) -> Option<AnyView> {
    match draft.theme.look() {
        Look::Painted => painted::profile(draft),
        Look::Cozy => cozy::profile(draft),
        _ => None,
    }
}

/// Ornament of a tile.
pub fn tile_deco(look: Look, tile: &Tile, form: Form, v: f32, parts: &Parts) -> Option<AnyView> {
    match look {
        Look::Painted => painted::tile(tile, form, v, parts),
        Look::Cozy => cozy::tile(tile, form, v, parts),
        _ => None,
    }
}
