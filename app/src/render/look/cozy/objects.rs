//! Ornament of tiles: stubs, pockets, seals, marks of rows.

use leptos::prelude::*;
use mantel_model::Tile;
use mantel_model::tile::{Kind, Size};

use super::strip;
use crate::components::icon;
use crate::render::tile::content::TileContent;
use crate::render::tile::icon_chip;
use crate::render::tile_placement::TileForm;

/// The ornament of a tile in a grid or on a canvas.
pub fn object(tile: &Tile, form: TileForm, content: &TileContent) -> Option<AnyView> {
    match (&tile.kind, form) {
        (Kind::Video(_), _) => Some(view! { <span class="stub"><i></i><b>"Admit one"</b></span> }.into_any()),
        (Kind::Link(_), _) if content.kind_class == "k-letter" => {
            Some(view! { <i class="pocket"></i><span class="seal">{icon::kind("k-letter")}</span> }.into_any())
        }
        (Kind::Github(github), TileForm::Cell(Size::W | Size::T | Size::L)) => Some(strip::view(github.repo.as_str())),
        _ => None,
    }
}

/// The mark at the left of a row without a picture: the glyph of its kind on a paper chip.
pub fn row(content: &TileContent) -> Option<AnyView> {
    icon_chip::mark(content)
}
