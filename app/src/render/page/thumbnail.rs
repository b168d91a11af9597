//! Thumbnails of a page, one of its tiles or its profile, for lists of changes: the page itself on its own background,
//! scaled to fit a box.

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::{KindName, Size};
use mantel_model::{Draft, Tile, TileId};

use super::theme::framed;
use super::{page_view, profile, tile};
use crate::components::tile_icon;
use crate::render::context::{RenderContext, TileTheme};
use crate::render::tile_placement::{TileForm, TilePlacement, tile_numbers};

/// A grid cell and the gap between two, px (layout.css).
const UNIT: f64 = 288.0;
const GAP: f64 = 16.0;
/// Margin around a tile, px of the page: room for tape, shadow and tilt.
pub const MARGIN: f64 = 28.0;

/// Width and height of a box, px.
pub type BoxSize = (f64, f64);

/// A tile in a box, with a margin around it (px of the page; usually [`MARGIN`]). Social handles belong to the profile
/// and are shown as their icon.
pub fn of_tile(draft: &Draft, id: &TileId, context: &RenderContext, bounds: BoxSize, margin: f64) -> Option<AnyView> {
    let index = draft.position(id)?;
    let tile = draft.tiles.get(index)?;
    if tile.kind.name() == KindName::Social {
        return Some(view! { <span class="editor-thumbnail editor-thumbnail-icon" style=size_style(bounds) aria-hidden="true">{tile_icon::of(&tile.kind)}</span> }.into_any());
    }
    let mut theme = draft.theme.clone();
    if theme.layout == Layout::Canvas {
        theme.layout = Layout::Bento;
    }
    let list = theme.layout == Layout::List;
    let (form, size) = form_and_size(tile, list);
    let number = tile_numbers(&draft.tiles).get(index).copied().unwrap_or_default();
    let placement = TilePlacement::in_flow(form, index, number);
    let drawn = tile::view(TileTheme::of(&draft.theme), tile, placement, &miniature_context(context));
    let laid_out = if list {
        view! { <div class="list">{drawn}</div> }.into_any()
    } else if tile.kind.name() == KindName::Heading {
        view! { <div class="bento"><section class="section">{drawn}</section></div> }.into_any()
    } else {
        view! { <div class="bento"><section class="section"><div class="grid">{drawn}</div></section></div> }.into_any()
    };
    let page = framed(&theme, draft.direction(), &miniature_context(context), laid_out);
    let zoom = (bounds.0 / (size.0 + 2.0 * margin)).min(bounds.1 / (size.1 + 2.0 * margin)).min(1.0);
    let offset = |bounds: f64, tile: f64| ((bounds / zoom - tile) / 2.0).max(0.0);
    let style = format!(
        "{};--cut:{zoom:.4};--cut-x:{:.0}px;--cut-y:{:.0}px;--cut-w:{}px",
        size_style(bounds),
        offset(bounds.0, size.0),
        offset(bounds.1, size.1),
        size.0
    );
    Some(
        view! { <span class="editor-thumbnail editor-thumbnail-tile" style=style aria-hidden="true">{page}</span> }
            .into_any(),
    )
}

/// The profile in its phone layout, in a box.
pub fn of_profile(draft: &Draft, context: &RenderContext, bounds: BoxSize) -> AnyView {
    let page = framed(
        &draft.theme,
        draft.direction(),
        &miniature_context(context),
        profile::view(draft, &miniature_context(context)),
    );
    scaled(page, 390.0, bounds)
}

/// The top of the whole page, in a box.
pub fn of_page(draft: &Draft, context: &RenderContext, bounds: BoxSize) -> AnyView {
    scaled(page_view(draft, &miniature_context(context)), 1280.0, bounds)
}

fn scaled(page: AnyView, width: f64, bounds: BoxSize) -> AnyView {
    let style = format!("{};--cut:{:.4};--cut-w:{width}px", size_style(bounds), bounds.0 / width);
    view! { <span class="editor-thumbnail" style=style aria-hidden="true">{page}</span> }.into_any()
}

fn miniature_context(context: &RenderContext) -> RenderContext {
    RenderContext { miniature: true, ..context.clone() }
}

fn size_style((width, height): BoxSize) -> String {
    format!("width:{width}px;height:{height}px")
}

/// The form of a tile and its size on a wide page, px.
fn form_and_size(tile: &Tile, list: bool) -> (TileForm, (f64, f64)) {
    if list {
        return (TileForm::Row, (640.0, 112.0));
    }
    let double = UNIT * 2.0 + GAP;
    if tile.kind.name() == KindName::Heading {
        return (TileForm::Cell(Size::W), (UNIT, 72.0));
    }
    let (wide, tall) = match tile.size {
        Size::S => (UNIT, UNIT),
        Size::W => (double, UNIT),
        Size::T => (UNIT, double),
        Size::L => (double, double),
    };
    (TileForm::Cell(tile.size), (wide, tall))
}
