//! Ornament of `night`: a head-up display after midnight, one signal colour (looks, 7).
//!
//! Panels, scans and rails are drawn by the stylesheet; only what needs an element of its own stands here.

mod display;
mod instruments;
mod reticle;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::theme::Theme;
use mantel_model::tile::Size;

use super::Object;
use crate::components::icon;
use crate::render::page::Form;
use crate::render::tile::site_icon;

/// Filters and symbols: none, scans are laid on by blending alone.
pub const fn filters() -> Option<AnyView> {
    None
}

/// Unlit ground with its contour lines, the grid of plus marks, and the rulers at both sides.
pub fn scene(_theme: &Theme) -> Option<AnyView> {
    let parts = ["ground", "marks", "blink", "rails"];
    Some(parts.map(|part| view! { <i class=format!("night-{part}")></i> }).into_iter().collect_view().into_any())
}

/// The status line and the radar.
pub fn profile(draft: &Draft) -> Option<AnyView> {
    Some(display::view(draft))
}

/// Ornament of a tile: its label, and the instrument of its kind.
pub fn tile(object: &Object<'_>) -> Option<AnyView> {
    let &Object { tile, form, rank, parts, .. } = object;
    let row = form == Form::Row;
    match parts.kind_class {
        "k-heading" => return Some(view! { <b class="night-section">{format!("{:02}", rank.section)}</b> }.into_any()),
        "k-stamp" => return Some(reticle::view()),
        "k-social" => return None,
        _ if row => return Some(mark(object)),
        _ => {}
    }
    let seed = tile.id.hash32();
    let instrument = match (parts.kind_class, form) {
        ("k-plain", _) => Some(key()),
        ("k-letter", _) => Some(instruments::envelope()),
        ("k-music", Form::Cell(Size::W | Size::L)) => Some(instruments::waveform(seed, 43)),
        ("k-music", _) => Some(instruments::waveform(seed, 19)),
        ("k-video", _) => Some(view! { <i class="night-time"></i> }.into_any()),
        ("k-github", _) => parts.title.as_deref().map(instruments::barcode),
        _ => None,
    };
    let label = format!("{} {:02}", label(parts.kind_class), rank.ordinal);
    Some(view! { <b class="night-label">{label}</b>{instrument} }.into_any())
}

/// What a panel calls what it holds.
fn label(kind: &str) -> &'static str {
    match kind {
        "k-image" => "Scan",
        "k-video" => "Feed",
        "k-music" => "Audio",
        "k-github" => "Repo",
        "k-letter" => "Mail",
        "k-note" => "Note",
        _ => "Link",
    }
}

/// The key that leads out.
fn key() -> AnyView {
    view! { <span class="night-key">{icon::stroke(icon::ARROW)}</span> }.into_any()
}

/// What a row carries: a chip with its kind's glyph where there is no picture, and a key where it leads somewhere.
fn mark(&Object { parts, .. }: &Object<'_>) -> AnyView {
    view! { {site_icon::mark(parts)}{parts.href.is_some().then(key)} }.into_any()
}
