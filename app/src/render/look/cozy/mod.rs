//! Ornament of `cozy`, the desk: what tiles show beside their text (looks, 2).
//!
//! The stylesheet draws textures, shadows and most ornament; here are only the parts that need elements of their own.

mod objects;
mod strip;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::theme::Theme;

use crate::render::tile::LookTile;
use crate::render::tile_placement::TileForm;

/// The desk top.
pub fn scene(_theme: &Theme) -> AnyView {
    view! { <span class="ground"></span> }.into_any()
}

/// The objects beside the notepad: a coffee ring and a pencil.
pub fn profile(_draft: &Draft) -> Option<AnyView> {
    Some(view! { <i class="ring"></i><i class="pencil"></i> }.into_any())
}

/// Ornament of a tile.
pub fn tile(&LookTile { tile, form, content, .. }: &LookTile<'_>) -> Option<AnyView> {
    if form == TileForm::Row { objects::row(content) } else { objects::object(tile, form, content) }
}
