//! The old page as a small frame: its ground, its accent and how many rows it has, never a picture of it.

use leptos::prelude::*;
use mantel_model::HexColor;
use mantel_model::move_in::MovedIn;

/// The most rows that are drawn.
const ROWS: usize = 6;

/// The frame.
pub fn frame(page: &MovedIn) -> AnyView {
    let rows = page.things().clamp(1, ROWS);
    let bars = (0..rows).map(|_| view! { <i></i> }).collect_view();
    view! {
        <span class="move-in-frame ui-frame" aria-hidden="true" style=colors(&page.colors)>
            <span class="move-in-drawing"><b></b><u></u>{bars}</span>
        </span>
    }
    .into_any()
}

/// The colours side by side.
pub fn swatch(page: &MovedIn) -> AnyView {
    view! { <span class="move-in-swatch" aria-hidden="true" style=colors(&page.colors)></span> }.into_any()
}

/// Ground, accent and text as custom properties; what is not known keeps the product's own.
pub fn colors(colors: &[HexColor]) -> String {
    let names = ["--ground", "--accent", "--text"];
    colors.iter().zip(names).map(|(color, name)| format!("{name}:{color};")).collect()
}
