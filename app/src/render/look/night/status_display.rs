//! The display about the page itself: the status line, and a radar with a blip for each section.

use leptos::prelude::*;
use mantel_model::tile::KindName;
use mantel_model::{Draft, float_math};

use crate::render::tile_placement;

/// The most blips that a radar shows; further sections are out of its range.
const RANGE: usize = 12;

/// Status line and radar.
pub fn view(draft: &Draft) -> AnyView {
    let tiles = draft.tiles.iter().filter(|tile| tile.kind.name() != KindName::Social).count();
    let counted = if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") };
    let place =
        draft.profile.location.as_ref().map(|location| view! { <b class="night-where">{location.to_string()}</b> });
    let sections = tile_placement::tile_numbers(&draft.tiles)
        .iter()
        .filter(|number| number.ordinal > 0)
        .map(|number| number.section)
        .max();
    view! {
        <span class="night-status"><b class="night-air">"On air"</b>{place}<b>{format!("Page {counted}")}</b></span>
        <span class="night-radar">
            <i class="night-sweep"></i>
            <svg viewBox="-116 -116 232 232" fill="none" inner_html=radar(sections.unwrap_or_default())></svg>
        </span>
    }
    .into_any()
}

/// Rings, cross and blips. Blips follow a golden spiral, so that they stay apart whatever their number.
fn radar(sections: usize) -> String {
    let mut drawing = String::from(concat!(
        r#"<g class="night-faint"><circle r="110"/><circle r="75" stroke-dasharray="1 7"/><circle r="40"/><path d="M-114 0H114M0-114V114"/></g>"#,
        r#"<circle class="night-scale" r="106" stroke-width="6" stroke-dasharray=".925 8.325" stroke-dashoffset=".463"/>"#,
    ));
    for at in 0..sections.min(RANGE) {
        let step = f64::from(u8::try_from(at).unwrap_or_default());
        let (sin, cos) = float_math::sin_cos(step * 2.4 - 0.82);
        let far = 38.0 + 62.0 * ((step + 0.6) / 5.0).sqrt().min(1.0) * 0.9;
        let (x, y) = (far * cos, far * sin);
        let number = at + 1;
        drawing.push_str(&format!(r#"<path class="night-blip" d="M{x:.0} {y:.0}m-3.5-3.5h7v7h-7z"/>"#));
        if sections <= 4 {
            // The number stands beside its blip, at the end of a short line.
            let side = if x < 0.0 { -1.0 } else { 1.0 };
            let anchor = if x < 0.0 { "end" } else { "start" };
            let (line, words) = (x + side * 8.0, x + side * 13.0);
            let low = y + 5.0;
            drawing.push_str(&format!(
                r#"<path class="night-lead" d="M{line:.0} {y:.0}h{:.0}"/><text x="{:.0}" y="{low:.0}" text-anchor="{anchor}">{number:02}</text>"#,
                side * 8.0,
                words + side * 7.0
            ));
        }
    }
    drawing
}
