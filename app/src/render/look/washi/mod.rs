//! Ornament of `washi`: a woodblock print on handmade paper: key line, bokashi, a vermilion sun and seal (looks, 3).
//!
//! Shapes and textures are cut beforehand (`public/draw/washi.py`) and coloured by the stylesheet; here are the
//! elements that they are printed on.

mod numerals;
mod objects;
mod sashiko;
mod seal;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::theme::Theme;

use crate::render::tile::LookTile;

/// The rough edge of the name, and the few flat tones that a picture is printed in.
const FILTERS: &str = concat!(
    r#"<filter id="washi-knife" x="-.02" y="-.06" width="1.04" height="1.12" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".045" numOctaves="2" seed="4" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="1.7" xChannelSelector="R" yChannelSelector="G"/></filter>"#,
    r#"<filter id="washi-tones" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation=".9"/><feComponentTransfer><feFuncR type="discrete" tableValues=".04 .13 .24 .36 .48 .6 .72 .83 .92 1"/><feFuncG type="discrete" tableValues=".04 .13 .24 .36 .48 .6 .72 .83 .92 1"/><feFuncB type="discrete" tableValues=".05 .15 .26 .38 .5 .61 .72 .82 .9 .97"/></feComponentTransfer></filter>"#,
);

/// The filters a page of this look needs.
pub fn filters() -> Option<AnyView> {
    Some(view! { <svg class="filters" width="0" height="0" aria-hidden="true" inner_html=FILTERS></svg> }.into_any())
}

/// Bokashi sky, sun, two ridges, birds (or what the palette has in their place), and drifting mist.
pub fn scene(theme: &Theme) -> Option<AnyView> {
    // In the palette with cherry blossoms petals fall: six move, the others are printed.
    let falling = (theme.palette.name() == "sakura" && theme.ambient).then(|| {
        let petals = (0..6).map(|at| view! { <i class=format!("washi-petal f-{at}")></i> });
        petals.collect_view()
    });
    Some(
        view! {
            <i class="washi-sky"></i>
            <span class="washi-art">
                <i class="washi-sun"></i>
                <i class="washi-far"></i>
                <i class="washi-near"></i>
                <i class="washi-flock"></i>
                <i class="washi-mist"></i>
            </span>
            {falling}
        }
        .into_any(),
    )
}

/// The symbol with the letter of the page's seals.
pub fn seal_symbol(draft: &Draft) -> Option<AnyView> {
    seal::symbol(draft.profile.name.as_ref())
}

/// Ornament of a tile.
pub fn tile(look_tile: &LookTile<'_>) -> Option<AnyView> {
    objects::ornament(look_tile)
}
