//! Cuts of a drawn page: one tile, or the profile, on the page's own ground, scaled into a box.
//!
//! Sheets that tell what changes show them: they are the page itself, small.

use leptos::prelude::*;
use mantel_model::theme::Layout;
use mantel_model::tile::{KindName, Size};
use mantel_model::{Draft, Tile, TileId};

use super::{Form, RenderContext, anatomy, framed, page_view, profile};
use crate::components::tile_icon;
use crate::render::tile;
use crate::render::tile::{Dress, Placed};

/// A cell of the grid, px, and the gap between two (layout.css).
const UNIT: f64 = 288.0;
const GAP: f64 = 16.0;
/// Room around a tile, px of the page: tape, shadow and lean stay inside.
pub const ROOM: f64 = 28.0;

/// Width and height of a box, px.
pub type Box = (f64, f64);

/// A tile as it is drawn, in a box, with so much of the page around it (px of the page; usually [`ROOM`]). Handles, which stand under the name, are told by their silhouette.
pub fn tile(draft: &Draft, id: &TileId, setting: &RenderContext, box_: Box, around: f64) -> Option<AnyView> {
    let at = draft.position(id)?;
    let its = draft.tiles.get(at)?;
    if its.kind.name() == KindName::Social {
        return Some(view! { <span class="e-cut e-cut-thing" style=sized(box_) aria-hidden="true">{tile_icon::of(&its.kind)}</span> }.into_any());
    }
    let mut theme = draft.theme.clone();
    if theme.layout == Layout::Canvas {
        theme.layout = Layout::Bento;
    }
    let list = theme.layout == Layout::List;
    let (form, size) = shape(its, list);
    let placed = Placed {
        form,
        at,
        rank: anatomy::ranks(&draft.tiles).get(at).copied().unwrap_or_default(),
        solo: false,
        free: false,
        style: String::new(),
        turned: false,
        space: None,
    };
    let drawn = tile::view(Dress::of(&draft.theme), its, placed, &still(setting));
    let arranged = if list {
        view! { <div class="list">{drawn}</div> }.into_any()
    } else if its.kind.name() == KindName::Heading {
        view! { <div class="bento"><section class="section">{drawn}</section></div> }.into_any()
    } else {
        view! { <div class="bento"><section class="section"><div class="grid">{drawn}</div></section></div> }.into_any()
    };
    let page = framed(&theme, &still(setting), arranged);
    let zoom = (box_.0 / (size.0 + 2.0 * around)).min(box_.1 / (size.1 + 2.0 * around)).min(1.0);
    let room = |of: f64, tile: f64| ((of / zoom - tile) / 2.0).max(0.0);
    let style = format!(
        "{};--cut:{zoom:.4};--cut-x:{:.0}px;--cut-y:{:.0}px;--cut-w:{}px",
        sized(box_),
        room(box_.0, size.0),
        room(box_.1, size.1),
        size.0
    );
    Some(view! { <span class="e-cut e-cut-tile" style=style aria-hidden="true">{page}</span> }.into_any())
}

/// The profile as a phone draws it, in a box.
pub fn profile(draft: &Draft, setting: &RenderContext, box_: Box) -> AnyView {
    let page = framed(&draft.theme, &still(setting), profile::view(draft, &still(setting)));
    small(page, 390.0, box_)
}

/// The beginning of the whole page, in a box.
pub fn whole(draft: &Draft, setting: &RenderContext, box_: Box) -> AnyView {
    small(page_view(draft, &still(setting)), 1280.0, box_)
}

fn small(page: AnyView, width: f64, box_: Box) -> AnyView {
    let style = format!("{};--cut:{:.4};--cut-w:{width}px", sized(box_), box_.0 / width);
    view! { <span class="e-cut" style=style aria-hidden="true">{page}</span> }.into_any()
}

fn still(setting: &RenderContext) -> RenderContext {
    RenderContext { miniature: true, ..setting.clone() }
}

fn sized((width, height): Box) -> String {
    format!("width:{width}px;height:{height}px")
}

/// The form of a tile and its size on a wide page, px.
fn shape(tile: &Tile, list: bool) -> (Form, (f64, f64)) {
    if list {
        return (Form::Row, (640.0, 112.0));
    }
    let two = UNIT * 2.0 + GAP;
    if tile.kind.name() == KindName::Heading {
        return (Form::Cell(Size::W), (UNIT, 72.0));
    }
    let (wide, tall) = match tile.size {
        Size::S => (UNIT, UNIT),
        Size::W => (two, UNIT),
        Size::T => (UNIT, two),
        Size::L => (two, two),
    };
    (Form::Cell(tile.size), (wide, tall))
}
