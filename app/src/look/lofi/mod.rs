//! Ornament of `lofi`: a small old computer left on overnight, its windows open (looks, 4).

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::theme::Theme;

use super::Object;

/// Filters and symbols.
pub const fn filters() -> Option<AnyView> {
    None
}

/// What lies behind everything.
pub const fn scene(_theme: &Theme) -> Option<AnyView> {
    None
}

/// Ornament of the profile.
pub const fn profile(_draft: &Draft) -> Option<AnyView> {
    None
}

/// Ornament of a tile.
pub const fn tile(_object: &Object<'_>) -> Option<AnyView> {
    None
}
