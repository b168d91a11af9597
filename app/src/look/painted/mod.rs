//! Ornament of `painted`.

use leptos::prelude::*;
use mantel_model::theme::Theme;
use mantel_model::{Draft, Tile};

use crate::page::Form;
use crate::tile::Parts;

/// Filters and symbols.
pub fn filters() -> AnyView {
    view! { <svg class="filters" width="0" height="0" aria-hidden="true"></svg> }.into_any()
}

/// The scene.
pub fn scene(_theme: &Theme) -> AnyView {
    view! { <span class="ground"></span> }.into_any()
}

/// Ornament of the profile.
pub fn profile(_draft: &Draft) -> Option<AnyView> {
    None
}

/// Ornament of a tile.
pub fn tile(_tile: &Tile, _form: Form, _v: f32, _parts: &Parts) -> Option<AnyView> {
    None
}
