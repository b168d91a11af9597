//! The desktop around the windows: wallpaper, menu bar, and what the About window shows beside the owner's text.

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::tile::{Kind, KindName};

/// Sky, stars, clouds, sun and hills.
pub fn wallpaper() -> AnyView {
    let parts = ["stars s1", "stars s2", "stars s3", "cloud c1", "cloud c2", "sun", "hills"];
    let parts = parts.map(|part| view! { <i class=format!("lofi-{part}")></i> });
    view! { <i class="lofi-sky"></i>{parts.into_iter().collect_view()} }.into_any()
}

/// The menu bar of the screen, and the bar, meters and status line of the About window.
pub fn about(draft: &Draft) -> AnyView {
    let name = draft.profile.name.to_string();
    let first = name.split_whitespace().next().unwrap_or_default().to_owned();
    let items = draft.tiles.iter().filter(|tile| tile.kind.name() != KindName::Social).count();
    let links = draft.tiles.iter().filter(|tile| has_link(&tile.kind)).count();
    // The next scale above the number of items, so that neither meter is full or empty.
    let scale = [10, 20, 40, 80, 160].into_iter().find(|scale| *scale > items).unwrap_or(items.max(1));
    let counted = if items == 1 { "1 item".to_owned() } else { format!("{items} items") };
    view! {
        <span class="lofi-top">
            <i class="lofi-cube"></i>
            <b>{first.clone()}</b>
            <span class="lofi-menu">"File View Special"</span>
            <span class="lofi-clock"></span>
            <i class="lofi-tray"></i>
        </span>
        <span class="lofi-bar"><b>{format!("About {first}")}</b></span>
        {meter("Tiles", items, scale)}
        {meter("Links", links, scale)}
        <span class="lofi-count">{counted}</span>
    }
    .into_any()
}

/// Whether a tile links somewhere.
fn has_link(kind: &Kind) -> bool {
    !matches!(kind, Kind::Social(_)) && kind.address().is_some()
}

/// A name and a bar of blocks, `count` of `scale`, 48 blocks when full.
fn meter(name: &'static str, count: usize, scale: usize) -> AnyView {
    let blocks = (count * 48).div_ceil(scale);
    let class = format!("lofi-meter of-{}", name.to_lowercase());
    view! { <span class=class style=format!("--m:{blocks}")>{name}<i></i></span> }.into_any()
}
