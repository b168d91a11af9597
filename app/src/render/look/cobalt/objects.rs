//! Ornament of tiles: a patent's band and figure, the marks of rows.

use std::f64::consts::TAU;

use leptos::prelude::*;
use mantel_model::float_math;
use mantel_model::tile::Size;

use crate::render::tile::LookTile;
use crate::render::tile::icon_chip;
use crate::render::tile_placement::TileForm;

/// The ornament of a tile by its kind; the stylesheet draws the rest.
pub fn ornament(&LookTile { form, variant, content, .. }: &LookTile<'_>) -> Option<AnyView> {
    match (content.kind_class, form) {
        (_, TileForm::Row) => icon_chip::mark(content),
        ("k-github", TileForm::Cell(size)) => {
            let name = content.title.as_deref().unwrap_or_default();
            let drawing = (size != Size::S).then(|| figure(name));
            Some(
                view! { <span class="cobalt-patent"><b>"Patent"</b><b>{serial(variant)}</b></span>{drawing} }
                    .into_any(),
            )
        }
        _ => None,
    }
}

/// A patent's number, derived from the variant alone (looks, 1.1).
fn serial(variant: f32) -> String {
    let number = 10_000.0 + (variant * 1000.0).round() * 83.0 + 7.0;
    let number = format!("{number:.0}");
    let (thousands, rest) = number.split_at(number.len() - 3);
    format!("No {thousands},{rest}")
}

/// A patent's figure: a guilloche rosette, its number of leaves derived from the repository's name alone.
fn figure(name: &str) -> AnyView {
    let seed = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let leaves = 7 + seed % 8;
    let broad = 10.0 + f64::from(seed >> 8) % 18.0;
    let mut path = String::new();
    for leaf in 0..leaves {
        let turn = TAU * f64::from(leaf) / f64::from(leaves * 2);
        let (sin, cos) = float_math::sin_cos(turn);
        let (x, y) = (84.0 * cos, 84.0 * sin);
        let degrees = turn.to_degrees();
        let (dx, dy) = (-2.0 * x, -2.0 * y);
        for broad in [broad, broad * 1.7] {
            path.push_str(&format!(
                "M{x:.1} {y:.1}a84 {broad:.0} {degrees:.1} 1 0 {dx:.1} {dy:.1}a84 {broad:.0} {degrees:.1} 1 0 {:.1} {:.1}",
                -dx, -dy
            ));
        }
    }
    view! {
        <svg class="cobalt-figure" viewBox="-100 -100 200 200">
            <path d=path></path>
            <circle r="92"></circle>
            <circle r="95.5" stroke-width="5" stroke-dasharray="1 4"></circle>
            <path stroke-dasharray="14 3 3 3" d="M-122 0h244M0-116v232"></path>
            <circle class="dot" r="9"></circle>
        </svg>
    }
    .into_any()
}
