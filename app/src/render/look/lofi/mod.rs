//! Ornament of `lofi`: a small old computer left on overnight, its windows open (looks, 4).
//!
//! Pixels are drawn beforehand (`public/draw/lofi.py`); here are only the parts of windows that need elements of their
//! own.

mod desktop;
mod skyline;
mod window;
mod window_title;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::theme::Theme;

use crate::render::tile::LookTile;
use crate::render::tile_placement::TileForm;

/// The screen filter: pictures in blocks of two pixels and few shades. The stylesheet lays an ordered pattern of dots
/// over them, which dithers between one shade and the next.
const SCREEN: &str = concat!(
    r#"<filter id="lofi-screen" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1">"#,
    r#"<feFlood x="0" y="0" width="1" height="1" result="f"/><feComposite in="f" in2="f" operator="over" x="0" y="0" width="2" height="2"/><feTile result="d"/>"#,
    r#"<feComposite in="SourceGraphic" in2="d" operator="in" result="a"/>"#,
    r#"<feOffset dx="1"/><feMerge result="b"><feMergeNode in="a"/><feMergeNode/></feMerge>"#,
    r#"<feOffset in="b" dy="1"/><feMerge><feMergeNode in="b"/><feMergeNode/></feMerge>"#,
    r#"<feComponentTransfer><feFuncR type="discrete" tableValues="0 .14 .28 .43 .57 .72 .86 1"/><feFuncG type="discrete" tableValues="0 .14 .28 .43 .57 .72 .86 1"/><feFuncB type="discrete" tableValues="0 .16 .33 .5 .67 .84 1"/></feComponentTransfer></filter>"#,
);

/// The one filter of this look.
pub fn filters() -> Option<AnyView> {
    Some(view! { <svg class="filters" width="0" height="0" aria-hidden="true" inner_html=SCREEN></svg> }.into_any())
}

/// The wallpaper: sky, three groups of stars, two clouds, sun, hills.
pub fn scene(_theme: &Theme) -> Option<AnyView> {
    Some(desktop::wallpaper())
}

/// The menu bar, and the frame and meters of the About window.
pub fn profile(draft: &Draft) -> Option<AnyView> {
    Some(desktop::about(draft))
}

/// Ornament of a tile.
pub fn tile(look_tile: &LookTile<'_>) -> Option<AnyView> {
    if look_tile.form == TileForm::Row { window::row(look_tile.content) } else { window::object(look_tile) }
}
