//! Ornament of `cobalt`: an almanac printed in two inks under a crescent moon (looks, 6).
//!
//! Plates are cut beforehand (`public/draw/cobalt.py`) and coloured by the stylesheet; here are only the parts that
//! need elements of their own.

mod objects;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::theme::Theme;

use crate::render::tile::LookTile;

/// No filters: contrast alone produces the dots.
pub const fn filters() -> Option<AnyView> {
    None
}

/// The paper that everything is printed on; in `moonlit` the sky itself.
pub fn scene(_theme: &Theme) -> Option<AnyView> {
    Some(view! { <i class="cobalt-ground"></i> }.into_any())
}

/// The sky behind the name: stars in three groups, rays of four lengths, the crescent.
pub fn profile(_draft: &Draft) -> Option<AnyView> {
    let stars = ["n0", "n1", "n2"].map(|group| view! { <i class=format!("cobalt-stars {group}")></i> });
    Some(
        view! {
            {stars.into_iter().collect_view()}
            <svg class="cobalt-rays" viewBox="-290 -290 580 580" inner_html=RAYS></svg>
            <i class="cobalt-moon"><i></i></i>
        }
        .into_any(),
    )
}

/// 120 rays, drawn as the dashes of thick circles: a dash across a thick stroke is a ray that widens outwards.
const RAYS: &str = concat!(
    r#"<circle r="213" stroke-width="128" stroke-dasharray="2.231 42.38"/>"#,
    r#"<circle r="199" stroke-width="112" stroke-dasharray="2.084 39.595" stroke-dashoffset="-20.839"/>"#,
    r#"<circle r="212" stroke-width="92" stroke-dasharray="1.887 20.314" stroke-dashoffset="-11.1"/>"#,
);

/// Ornament of a tile.
pub fn tile(look_tile: &LookTile<'_>) -> Option<AnyView> {
    objects::ornament(look_tile)
}
