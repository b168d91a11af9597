//! How much a tile is pressed, as it is drawn: its brightness is left to the stylesheet (insights.css), its glow and its rank are
//! elements.

use leptos::prelude::*;

use crate::render::context::Heat;

/// The style of a lit tile.
pub fn style(heat: &Heat) -> String {
    format!("--heat:{};", heat.heat)
}

/// What a tile shows; where it is lit, with its glow behind and its rank above.
pub fn lit(heat: Option<&Heat>, inside: AnyView) -> AnyView {
    match heat {
        Some(heat) => {
            view! { <i class="insights-glow"></i>{inside}<b class="insights-rank" data-rank=heat.rank>{heat.rank}</b> }
                .into_any()
        }
        None => inside,
    }
}
