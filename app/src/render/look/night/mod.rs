//! Ornament of `night`: a head-up display after midnight, one signal colour (looks, 7).
//!
//! The stylesheet draws panels, scans and rails; here are only the parts that need elements of their own.

mod instruments;
mod reticle;
mod status_display;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::theme::Theme;
use mantel_model::tile::Size;

use crate::components::icon;
use crate::render::tile::LookTile;
use crate::render::tile::icon_chip;
use crate::render::tile_placement::TileForm;

/// No filters: scans are drawn by blending alone.
pub const fn filters() -> Option<AnyView> {
    None
}

/// Dark ground with contour lines, the grid of plus marks, and the rulers at both sides.
pub fn scene(_theme: &Theme) -> Option<AnyView> {
    let layers = ["ground", "marks", "blink", "rails"];
    Some(layers.map(|layer| view! { <i class=format!("night-{layer}")></i> }).into_iter().collect_view().into_any())
}

/// The status line and the radar.
pub fn profile(draft: &Draft) -> Option<AnyView> {
    Some(status_display::view(draft))
}

/// Ornament of a tile: its label, and the instrument of its kind.
pub fn tile(look_tile: &LookTile<'_>) -> Option<AnyView> {
    let &LookTile { tile, form, number, content, .. } = look_tile;
    let row = form == TileForm::Row;
    match content.kind_class {
        "k-heading" => {
            return Some(view! { <b class="night-section">{format!("{:02}", number.section)}</b> }.into_any());
        }
        "k-stamp" => return Some(reticle::view()),
        "k-social" => return None,
        _ if row => return Some(mark(look_tile)),
        _ => {}
    }
    let seed = tile.id.hash32();
    let instrument = match (content.kind_class, form) {
        ("k-plain", _) => Some(key()),
        ("k-letter", _) => Some(instruments::envelope()),
        ("k-music", TileForm::Cell(Size::W | Size::L)) => Some(instruments::waveform(seed, 43)),
        ("k-music", _) => Some(instruments::waveform(seed, 19)),
        ("k-video", _) => Some(view! { <i class="night-time"></i> }.into_any()),
        ("k-github", _) => content.title.as_deref().map(instruments::barcode),
        _ => None,
    };
    let label = format!("{} {:02}", label(content.kind_class), number.ordinal);
    Some(view! { <b class="night-label">{label}</b>{instrument} }.into_any())
}

/// The label of a panel, by kind.
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

/// The button of a tile that links somewhere.
fn key() -> AnyView {
    view! { <span class="night-key">{icon::stroke(icon::ARROW)}</span> }.into_any()
}

/// The ornament of a row: a chip with the glyph of its kind where there is no picture, a button where it links
/// somewhere.
fn mark(&LookTile { content, .. }: &LookTile<'_>) -> AnyView {
    view! { {icon_chip::mark(content)}{content.href.is_some().then(key)} }.into_any()
}
