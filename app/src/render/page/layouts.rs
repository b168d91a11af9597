//! The three layouts: bento (a grid for each section), list (one column) and canvas (free placement).

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::tile::Size;
use mantel_model::{Draft, Tile, layout, page};

use super::tile;
use crate::render::context::{RenderContext, TileTheme};
use crate::render::tile_placement::{TileForm, TilePlacement, tile_numbers};

/// A grid for each section, so that packing never crosses a heading. The document has the tiles in the order in which a phone
/// shows them; wider grids are packed in page order.
pub fn bento(draft: &Draft, context: &RenderContext) -> AnyView {
    let theme = TileTheme::of(&draft.theme);
    let phone = layout::phone::grid(&draft.tiles, &context.facts);
    let shifts = grid_shift_styles(draft);
    let on_phone: HashMap<usize, usize> = phone.order.into_iter().zip(0..).collect();
    let numbers = tile_numbers(&draft.tiles);
    let place = |index: usize, tile: &Tile, form: TileForm| {
        let number = numbers.get(index).copied().unwrap_or_default();
        let style = shifts.get(&index).cloned().unwrap_or_default();
        let placement =
            TilePlacement { solo: phone.solo.contains(&index), style, ..TilePlacement::in_flow(form, index, number) };
        tile::view(theme, tile, placement, context)
    };
    let mut next_index = 0;
    let sections = page::sections(&draft.tiles).into_iter().map(|section| {
        let heading = section.heading.map(|tile| place(next_index, tile, TileForm::Cell(Size::W)));
        let after_heading = next_index + usize::from(heading.is_some());
        next_index = section.tiles.last().map_or(after_heading, |last| last.0 + 1);
        let mut members: Vec<(usize, &Tile)> =
            section.tiles.into_iter().filter(|(_, tile)| !layout::in_social_group(tile, false)).collect();
        members.sort_by_key(|(index, _)| on_phone.get(index));
        let cells: Vec<AnyView> =
            members.into_iter().map(|(index, tile)| place(index, tile, TileForm::Cell(tile.size))).collect();
        (heading, cells)
    });
    let shown = sections.filter(|(heading, cells)| heading.is_some() || !cells.is_empty());
    let views = shown
        .map(|(heading, cells)| view! { <section class="section">{heading}<div class="grid">{cells}</div></section> });
    view! { <div class="bento">{views.collect_view()}</div> }.into_any()
}

/// The styles of tiles that are shifted so that rows fill evenly, for each number of columns; by index on the page.
pub fn grid_shift_styles(draft: &Draft) -> HashMap<usize, String> {
    let mut styles: HashMap<usize, String> = HashMap::new();
    for columns in [4, 3, 2] {
        for (index, shift) in layout::bento::shifts(&draft.tiles, columns) {
            let style = styles.entry(index).or_default();
            for (axis, halves) in [("x", shift.x), ("y", shift.y)].into_iter().filter(|(_, halves)| *halves > 0) {
                style.push_str(&format!("--{axis}{columns}:{halves};"));
            }
        }
    }
    styles
}

/// One column of rows.
pub fn list(draft: &Draft, context: &RenderContext) -> AnyView {
    let theme = TileTheme::of(&draft.theme);
    let numbers = tile_numbers(&draft.tiles);
    let rows = layout::list_order(&draft.tiles).into_iter().filter_map(|index| {
        let number = numbers.get(index).copied().unwrap_or_default();
        let placement = TilePlacement::in_flow(TileForm::Row, index, number);
        Some(tile::view(theme, draft.tiles.get(index)?, placement, context))
    });
    view! { <div class="list">{rows.collect_view()}</div> }.into_any()
}

/// Tiles in a space 1200 units wide, scaled by container query units alone (looks, 1.2 "Canvas"). The document has them in
/// the order in which a phone shows them.
pub fn canvas(draft: &Draft, context: &RenderContext) -> AnyView {
    let theme = TileTheme::of(&draft.theme);
    let (placements, height) = canvas_placements(draft);
    let placements = in_phone_order(draft, placements);
    let height = format!("--tall:{height}");
    let tiles = placements
        .into_iter()
        .filter_map(|(index, placement)| Some(tile::view(theme, draft.tiles.get(index)?, placement, context)));
    view! { <div class="canvas"><div class="space" style=height>{tiles.collect_view()}</div></div> }.into_any()
}

/// Sorts the tiles of a canvas as a phone shows them. Of two in one layer the later one on the page stays above.
fn in_phone_order(draft: &Draft, placements: Vec<(usize, TilePlacement)>) -> Vec<(usize, TilePlacement)> {
    let on_phone = layout::phone::canvas_order(&draft.tiles);
    if on_phone.is_sorted() {
        return placements;
    }
    let mut layers = layout::canvas::places(&draft.tiles);
    layers.sort_by(|one, other| one.z.total_cmp(&other.z));
    let layers: HashMap<usize, usize> = layers.into_iter().map(|place| place.index).zip(0..).collect();
    let mut by_index: HashMap<usize, TilePlacement> = placements.into_iter().collect();
    let placed = on_phone.into_iter().filter_map(|index| {
        let mut placement = by_index.remove(&index)?;
        let layer = layers.get(&index).copied().unwrap_or_default();
        placement.style.push_str(&format!("--z:{layer};"));
        Some((index, placement))
    });
    placed.collect()
}

/// Where the tiles are on the canvas, by index on the page, and the height of the canvas in design units.
pub fn canvas_placements(draft: &Draft) -> (Vec<(usize, TilePlacement)>, f64) {
    let places = layout::canvas::places(&draft.tiles);
    let order: HashMap<usize, usize> = layout::phone::canvas_order(&draft.tiles).into_iter().zip(0..).collect();
    let height = layout::canvas::height(&places);
    let numbers = tile_numbers(&draft.tiles);
    let placements = places.into_iter().map(|place| {
        let rotation = place.r.map(|degrees| format!("--rot:{degrees};")).unwrap_or_default();
        let style = format!(
            "--cx:{};--cy:{};--cw:{};--ch:{};--q:{:.3};--z:{};--o:{};{rotation}",
            place.x,
            place.y,
            place.w,
            place.h,
            place.q,
            place.z,
            order.get(&place.index).copied().unwrap_or_default()
        );
        let number = numbers.get(place.index).copied().unwrap_or_default();
        let placement = TilePlacement {
            free: true,
            style,
            rotated: place.r.is_some(),
            size: Some((place.w, place.h)),
            ..TilePlacement::in_flow(TileForm::Cell(place.size), place.index, number)
        };
        (place.index, placement)
    });
    (placements.collect(), height)
}

/// An empty page: three placeholders in the style of the look and a sentence (looks, 1.6).
pub fn empty(context: &RenderContext) -> AnyView {
    let sentence = if context.draft {
        "Nothing here yet. Paste a link, write a note, drop a picture."
    } else {
        "Nothing here yet"
    };
    view! {
        <div class="nothing">
            <p>{sentence}</p>
            <span class="ghost k-plain" aria-hidden="true"></span>
            <span class="ghost t-text" aria-hidden="true"></span>
            <span class="ghost t-image" aria-hidden="true"></span>
        </div>
    }
    .into_any()
}
