//! Ornament of `painted`: a block of cold-pressed paper, washes still drying, letters sealed with wax (looks, 5).

mod objects;

use leptos::prelude::*;
use mantel_model::theme::Theme;

use crate::render::tile::LookTile;

/// The brush for pictures, a finer one for small pictures, and the ink edge of the name (looks, 5).
const FILTERS: &str = concat!(
    r#"<filter id="painted-brush" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1"><feMorphology operator="erode" radius="1.3"/><feMorphology operator="dilate" radius="2.5"/><feMorphology operator="erode" radius=".7" result="p"/><feTurbulence type="fractalNoise" baseFrequency=".045" numOctaves="3" seed="3" result="n"/><feDisplacementMap in="p" in2="n" scale="11" xChannelSelector="R" yChannelSelector="G"/></filter>"#,
    r#"<filter id="painted-fine" color-interpolation-filters="sRGB" x="0" y="0" width="1" height="1"><feMorphology operator="erode" radius=".6"/><feMorphology operator="dilate" radius="1" result="p"/><feTurbulence type="fractalNoise" baseFrequency=".06" numOctaves="2" seed="3" result="n"/><feDisplacementMap in="p" in2="n" scale="4" xChannelSelector="R" yChannelSelector="G"/></filter>"#,
    r#"<filter id="painted-ink" color-interpolation-filters="sRGB" x="-.02" y="-.1" width="1.04" height="1.3"><feTurbulence type="fractalNoise" baseFrequency=".02 .05" numOctaves="3" seed="8"/><feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1.5 0 0 0 .32" result="d"/><feComposite in="SourceGraphic" in2="d" operator="in"/></filter>"#,
);

/// The three filters of this look; everything else is painted beforehand (`public/draw/painted.py`).
pub fn filters() -> AnyView {
    view! { <svg class="filters" width="0" height="0" aria-hidden="true" inner_html=FILTERS></svg> }.into_any()
}

/// Six washes behind the page, and the paper's texture over them.
pub fn scene(_theme: &Theme) -> AnyView {
    let washes =
        ["n1", "n2", "n3", "n4", "n5", "n6"].map(|wash| view! { <i class=format!("painted-wash {wash}")></i> });
    view! {
        {washes.into_iter().collect_view()}
        <i class="painted-tooth"></i>
    }
    .into_any()
}

/// Ornament of a tile.
pub fn tile(look_tile: &LookTile<'_>) -> Option<AnyView> {
    objects::ornament(look_tile.content, look_tile.form)
}
