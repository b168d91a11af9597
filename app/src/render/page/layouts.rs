//! The three arrangements: bento (a grid a section), list (one column) and canvas (placed freely).

use std::collections::HashMap;

use leptos::prelude::*;
use mantel_model::tile::Size;
use mantel_model::{Draft, Tile, layout, page};

use super::RenderContext;
use super::anatomy::{self, Form};
use crate::render::tile;
use crate::render::tile::{Dress, Placed};

/// A grid a section, so that packing never crosses a heading.
pub fn bento(draft: &Draft, setting: &RenderContext) -> AnyView {
    let dress = Dress::of(&draft.theme);
    let solo = layout::phone::solo(&draft.tiles, &setting.facts);
    let shifts = in_grid(draft);
    let ranks = anatomy::ranks(&draft.tiles);
    let place = |at: usize, tile: &Tile, form: Form| {
        let rank = ranks.get(at).copied().unwrap_or_default();
        let style = shifts.get(&at).cloned().unwrap_or_default();
        let placed =
            Placed { form, at, rank, solo: solo.contains(&at), free: false, style, turned: false, space: None };
        tile::view(dress, tile, placed, setting)
    };
    let mut at = 0;
    let sections = page::sections(&draft.tiles).into_iter().map(|section| {
        let heading = section.heading.map(|tile| place(at, tile, Form::Cell(Size::W)));
        let members = section.tiles.into_iter().filter(|(_, it)| !layout::in_social_group(it, false));
        let cells: Vec<AnyView> = members
            .map(|(index, tile)| {
                at = index + 1;
                place(index, tile, Form::Cell(tile.size))
            })
            .collect();
        (heading, cells)
    });
    let shown = sections.filter(|(heading, cells)| heading.is_some() || !cells.is_empty());
    let views = shown
        .map(|(heading, cells)| view! { <section class="section">{heading}<div class="grid">{cells}</div></section> });
    view! { <div class="bento">{views.collect_view()}</div> }.into_any()
}

/// The style of the tiles that move so that rows fill evenly, for each number of columns, by their places in the page.
pub fn in_grid(draft: &Draft) -> HashMap<usize, String> {
    let mut out: HashMap<usize, String> = HashMap::new();
    for columns in [4, 3, 2] {
        for (at, by) in layout::bento::shifts(&draft.tiles, columns) {
            let style = out.entry(at).or_default();
            for (side, halves) in [("x", by.x), ("y", by.y)].into_iter().filter(|it| it.1 > 0) {
                style.push_str(&format!("--{side}{columns}:{halves};"));
            }
        }
    }
    out
}

/// One column of rows.
pub fn list(draft: &Draft, setting: &RenderContext) -> AnyView {
    let dress = Dress::of(&draft.theme);
    let ranks = anatomy::ranks(&draft.tiles);
    let rows = layout::list_order(&draft.tiles).into_iter().filter_map(|at| {
        let rank = ranks.get(at).copied().unwrap_or_default();
        let placed = Placed {
            form: Form::Row,
            at,
            rank,
            solo: false,
            free: false,
            style: String::new(),
            turned: false,
            space: None,
        };
        Some(tile::view(dress, draft.tiles.get(at)?, placed, setting))
    });
    view! { <div class="list">{rows.collect_view()}</div> }.into_any()
}

/// Tiles in a space 1200 units wide, scaled by container units alone (looks, 1.2 "Canvas").
pub fn canvas(draft: &Draft, setting: &RenderContext) -> AnyView {
    let dress = Dress::of(&draft.theme);
    let (places, height) = on_canvas(draft);
    let height = format!("--tall:{height}");
    let tiles =
        places.into_iter().filter_map(|(at, placed)| Some(tile::view(dress, draft.tiles.get(at)?, placed, setting)));
    view! { <div class="canvas"><div class="space" style=height>{tiles.collect_view()}</div></div> }.into_any()
}

/// Where the tiles stand on the canvas, by their places in the page, and its height in design units.
pub fn on_canvas(draft: &Draft) -> (Vec<(usize, Placed)>, f64) {
    let places = layout::canvas::places(&draft.tiles);
    let order: HashMap<usize, usize> = layout::phone::canvas_order(&draft.tiles).into_iter().zip(0..).collect();
    let height = layout::canvas::height(&places);
    let ranks = anatomy::ranks(&draft.tiles);
    let placed = places.into_iter().map(|place| {
        let turn = place.r.map(|r| format!("--rot:{r};")).unwrap_or_default();
        let style = format!(
            "--cx:{};--cy:{};--cw:{};--ch:{};--q:{:.3};--z:{};--o:{};{turn}",
            place.x,
            place.y,
            place.w,
            place.h,
            place.q,
            place.z,
            order.get(&place.index).copied().unwrap_or_default()
        );
        let rank = ranks.get(place.index).copied().unwrap_or_default();
        (
            place.index,
            Placed {
                form: Form::Cell(place.form),
                at: place.index,
                rank,
                solo: false,
                free: true,
                style,
                turned: place.r.is_some(),
                space: Some((place.w, place.h)),
            },
        )
    });
    (placed.collect(), height)
}

/// An empty page: three ghosts of the look's objects and a sentence (looks, 1.6).
pub fn empty(setting: &RenderContext) -> AnyView {
    let words = if setting.draft {
        "Nothing here yet. Paste a link, write a note, drop a picture."
    } else {
        "Nothing here yet"
    };
    view! {
        <div class="nothing">
            <p>{words}</p>
            <span class="ghost k-plain" aria-hidden="true"></span>
            <span class="ghost t-text" aria-hidden="true"></span>
            <span class="ghost t-image" aria-hidden="true"></span>
        </div>
    }
    .into_any()
}
