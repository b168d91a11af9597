//! The three arrangements: bento (a grid a section), list (one column) and canvas (placed freely).

use leptos::prelude::*;
use mantel_model::tile::{Kind, Size};
use mantel_model::{Draft, Tile, limits};

use super::Setting;
use super::anatomy::{Form, one_cell_on_phone};
use crate::tile::{self, Placed};

/// Tiles with an index that counts over the whole page, cut into sections at each heading.
fn sections(draft: &Draft) -> Vec<(Option<(usize, &Tile)>, Vec<(usize, &Tile)>)> {
    let mut out = vec![(None, Vec::new())];
    for (at, tile) in draft.tiles.iter().enumerate() {
        match &tile.kind {
            Kind::Social(_) => {}
            Kind::Heading(_) => out.push((Some((at, tile)), Vec::new())),
            _ => {
                if let Some((_, tiles)) = out.last_mut() {
                    tiles.push((at, tile));
                }
            }
        }
    }
    out.retain(|(heading, tiles)| heading.is_some() || !tiles.is_empty());
    out
}

/// A grid a section, so that packing never crosses a heading.
pub fn bento(draft: &Draft, setting: &Setting) -> AnyView {
    let look = draft.theme.look();
    let cells = |tiles: Vec<(usize, &Tile)>| {
        let solo = solo(&tiles);
        tiles
            .into_iter()
            .enumerate()
            .map(|(nth, (at, it))| {
                tile::view(
                    look,
                    it,
                    Placed {
                        form: Form::Cell(it.size),
                        at,
                        solo: solo.get(nth).copied().unwrap_or(false),
                        style: String::new(),
                    },
                    setting,
                )
            })
            .collect_view()
    };
    view! {
        <div class="bento">
            {sections(draft)
                .into_iter()
                .map(|(heading, tiles)| view! {
                    <section class="section">
                        {heading.map(|(at, it)| tile::view(look, it, Placed { form: Form::Cell(Size::W), at, solo: false, style: String::new() }, setting))}
                        <div class="grid">{cells(tiles)}</div>
                    </section>
                })
                .collect_view()}
        </div>
    }
    .into_any()
}

/// Marks the one-cell tiles that find no partner in the phone's two columns (looks, 1.2).
fn solo(tiles: &[(usize, &Tile)]) -> Vec<bool> {
    let mut marks = vec![false; tiles.len()];
    // Cells free in the right or left column below the last full row, as dense packing would leave them.
    let mut open: Vec<usize> = Vec::new();
    let mut cells = 0usize;
    for (nth, (_, tile)) in tiles.iter().enumerate() {
        if one_cell_on_phone(tile) {
            open.push(nth);
            cells += if tile.size == Size::T { 2 } else { 1 };
        }
    }
    if cells % 2 == 1 {
        let last = open.iter().rev().find(|nth| tiles.get(**nth).is_some_and(|(_, it)| it.size != Size::T));
        if let Some(mark) = last.and_then(|nth| marks.get_mut(*nth)) {
            *mark = true;
        }
    }
    marks
}

/// One column of rows.
pub fn list(draft: &Draft, setting: &Setting) -> AnyView {
    let look = draft.theme.look();
    let tiles = draft.tiles.iter().enumerate().filter(|(_, it)| !matches!(it.kind, Kind::Social(_)));
    view! { <div class="list">{tiles.map(|(at, it)| tile::view(look, it, Placed { form: Form::Row, at, solo: false, style: String::new() }, setting)).collect_view()}</div> }.into_any()
}

/// Tiles in a space 1200 units wide, scaled by container units alone.
pub fn canvas(draft: &Draft, setting: &Setting) -> AnyView {
    let look = draft.theme.look();
    let _ = limits::CANVAS_WIDTH;
    let tiles =
        draft.tiles.iter().enumerate().filter(|(_, it)| !matches!(it.kind, Kind::Social(_)) || it.pos.is_some());
    view! { <div class="canvas">{tiles.map(|(at, it)| tile::view(look, it, Placed { form: Form::Cell(it.size), at, solo: false, style: String::new() }, setting)).collect_view()}</div> }.into_any()
}

/// An empty page: three ghosts of the look's objects and a sentence (looks, 1.6).
pub fn empty(setting: &Setting) -> AnyView {
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
