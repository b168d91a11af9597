//! The page as a reactive view of a draft: the same markup as the page itself, each part redrawn only when its input
//! changes.
//!
//! Both editors use it: a keystroke redraws one tile or the profile, and nothing else.

use std::collections::HashMap;
use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::edit::moved_among;
use mantel_model::facts::Facts;
use mantel_model::theme::{Layout, Theme};
use mantel_model::tile::{Kind, KindName, Size};
use mantel_model::{Draft, Tile, TileId, layout, page};

use super::{layouts, profile, theme, tile};
use crate::components::scoped_memo::scoped_memo;
use crate::render::context::{RenderContext, TileTheme};
use crate::render::look;
use crate::render::tile_placement::{TileForm, TileNumber, TilePlacement, tile_numbers};

/// A tile and everything that its rendering depends on.
#[derive(Clone, Debug, PartialEq)]
struct TileProps {
    tile: Tile,
    placement: TilePlacement,
    theme: TileTheme,
}

/// The input of every tile, by id.
type PropsById = Arc<HashMap<TileId, TileProps>>;

/// The tiles of a section, by id.
#[derive(Clone, Debug, PartialEq)]
struct SectionIds {
    key: String,
    heading: Option<TileId>,
    tiles: Vec<TileId>,
}

/// The page of a draft that changes, in its look.
pub fn reactive_page_view(draft: Memo<Draft>, context: RenderContext) -> AnyView {
    let theme = Memo::new(move |_| draft.with(|draft| draft.theme.clone()));
    let scene_context = context.clone();
    let inside = view! {
        {move || theme.with(|theme| theme::scene(theme, &scene_context))}
        <div class="sheet">
            {header(draft, context.clone())}
            {laid_out(draft, theme, context)}
        </div>
    };
    let style = move || theme.with(theme::color_variables);
    let direction = Memo::new(move |_| draft.with(Draft::direction));
    let value = |choice: theme::Choice| move || theme.with(|theme| choice(theme, direction.get()));
    theme::page_element(value, style, false, inside.into_any())
}

/// The profile depends on the social tiles and the headings, and in a look that shows the number of tiles on all of
/// them; an edit of any other tile does not redraw it.
fn header(draft: Memo<Draft>, context: RenderContext) -> impl IntoView {
    let relevant = Memo::new(move |_| {
        let counts = draft.with(|draft| look::shows_tile_count(draft.theme.look()));
        draft.with(|draft| Draft {
            profile: draft.profile.clone(),
            theme: draft.theme.clone(),
            tiles: draft
                .tiles
                .iter()
                .filter(|tile| counts || matches!(tile.kind.name(), KindName::Social | KindName::Heading))
                .cloned()
                .collect(),
        })
    });
    move || relevant.with(|draft| profile::view(draft, &context))
}

fn laid_out(draft: Memo<Draft>, theme: Memo<Theme>, context: RenderContext) -> impl IntoView {
    let layout = Memo::new(move |_| {
        let empty = draft
            .with(|draft| draft.tiles.iter().all(|tile| tile.kind.name() == KindName::Social && tile.pos.is_none()));
        (!empty).then(|| theme.with(|theme| theme.layout))
    });
    let facts = Arc::clone(&context.facts);
    let props: Memo<PropsById> = Memo::new(move |_| draft.with(|draft| Arc::new(props_by_id(draft, &facts))));
    move || match layout.get() {
        None => layouts::empty(&context),
        Some(Layout::Bento) => bento(draft, props, context.clone()),
        Some(Layout::List) => list(draft, props, context.clone()),
        Some(Layout::Canvas) => canvas(draft, props, context.clone()),
    }
}

/// Tiles from this index on are drawn without expensive filters (`tile::view`). The index has no other effect here,
/// because there is no entrance animation.
const LATE_INDEX: usize = 20;

/// The number of a tile as far as its look shows it, so that moving a tile does not redraw the others.
fn shown_number(number: TileNumber, draft: &Draft, index: usize) -> TileNumber {
    let heading = draft.tiles.get(index).is_some_and(|tile| matches!(tile.kind, Kind::Heading(_)));
    if look::shows_tile_count(draft.theme.look()) {
        return number;
    }
    let ordinal = number.ordinal.min(tile::EAGER_TILES + 1);
    TileNumber { ordinal, section: if heading { number.section } else { 0 } }
}

/// The input of every tile of the draft, in its layout.
fn props_by_id(draft: &Draft, facts: &HashMap<TileId, Facts>) -> HashMap<TileId, TileProps> {
    let theme = TileTheme::of(&draft.theme);
    let numbers = tile_numbers(&draft.tiles);
    let number = |index: usize| shown_number(numbers.get(index).copied().unwrap_or_default(), draft, index);
    let props = |index: usize, placement: TilePlacement| {
        let tile = draft.tiles.get(index)?.clone();
        let late = if index < LATE_INDEX { 0 } else { LATE_INDEX };
        let placement = TilePlacement { index: late, number: number(index), ..placement };
        Some((tile.id.clone(), TileProps { tile, placement, theme }))
    };
    match draft.theme.layout {
        Layout::Bento => {
            let solo = layout::phone::grid(&draft.tiles, facts).solo;
            let shifts = layouts::grid_shift_styles(draft);
            let form =
                |tile: &Tile| TileForm::Cell(if matches!(tile.kind, Kind::Heading(_)) { Size::W } else { tile.size });
            let place = |(index, tile): (usize, &Tile)| {
                let style = shifts.get(&index).cloned().unwrap_or_default();
                let in_flow = TilePlacement::in_flow(form(tile), index, TileNumber::default());
                props(index, TilePlacement { solo: solo.contains(&index), style, ..in_flow })
            };
            draft.tiles.iter().enumerate().filter_map(place).collect()
        }
        Layout::List => {
            let row = |index| props(index, TilePlacement::in_flow(TileForm::Row, index, TileNumber::default()));
            layout::list_order(&draft.tiles).into_iter().filter_map(row).collect()
        }
        Layout::Canvas => {
            let placements = layouts::canvas_placements(draft).0;
            placements.into_iter().filter_map(|(index, placement)| props(index, placement)).collect()
        }
    }
}

fn bento(draft: Memo<Draft>, props: Memo<PropsById>, context: RenderContext) -> AnyView {
    let sections = Memo::new(move |_| draft.with(sections));
    let section = move |SectionIds { key, heading, .. }: SectionIds| {
        let context = context.clone();
        let heading_context = context.clone();
        let ids = scoped_memo(move || {
            sections.with(|sections| {
                let section = sections.iter().find(|section| section.key == key);
                section.map(|section| section.tiles.clone()).unwrap_or_default()
            })
        });
        view! {
            <section class="section">
                {heading.map(|id| reactive_tile(id, props, heading_context))}
                <div class="grid">{tiles(ids, props, context)}</div>
            </section>
        }
    };
    view! { <div class="bento"><For each=move || sections.get() key=|section| section.key.clone() children=section/></div> }
        .into_any()
}

fn sections(draft: &Draft) -> Vec<SectionIds> {
    let sections = page::sections(&draft.tiles).into_iter().map(|section| {
        let heading = section.heading.map(|heading| heading.id.clone());
        let tiles: Vec<TileId> = section
            .tiles
            .iter()
            .filter(|(_, tile)| !layout::in_social_group(tile, false))
            .map(|(_, tile)| tile.id.clone())
            .collect();
        SectionIds { key: heading.as_ref().map(ToString::to_string).unwrap_or_default(), heading, tiles }
    });
    sections.filter(|section| section.heading.is_some() || !section.tiles.is_empty()).collect()
}

fn list(draft: Memo<Draft>, props: Memo<PropsById>, context: RenderContext) -> AnyView {
    let ids = Memo::new(move |_| {
        draft.with(|draft| {
            let order = layout::list_order(&draft.tiles).into_iter();
            order.filter_map(|index| draft.tiles.get(index)).map(|tile| tile.id.clone()).collect()
        })
    });
    view! { <div class="list">{tiles(ids, props, context)}</div> }.into_any()
}

fn canvas(draft: Memo<Draft>, props: Memo<PropsById>, context: RenderContext) -> AnyView {
    let ids_and_height = Memo::new(move |_| {
        draft.with(|draft| {
            let (placements, height) = layouts::canvas_placements(draft);
            let tiles = placements.into_iter().filter_map(|(index, _)| draft.tiles.get(index));
            let ids: Vec<TileId> = tiles.map(|tile| tile.id.clone()).collect();
            (ids, format!("--tall:{height}"))
        })
    });
    let ids = Memo::new(move |_| ids_and_height.with(|(ids, _)| ids.clone()));
    let height = move || ids_and_height.with(|(_, height)| height.clone());
    view! { <div class="canvas"><div class="space" style=height>{tiles(ids, props, context)}</div></div> }.into_any()
}

fn tiles(ids: Memo<Vec<TileId>>, props: Memo<PropsById>, context: RenderContext) -> impl IntoView {
    let child = move |(id, _): MoveCount| reactive_tile(id, props, context.clone());
    let keys = Memo::new(move |before: Option<&Vec<MoveCount>>| {
        ids.with(|ids| count_moves(before.map_or(&[], Vec::as_slice), ids))
    });
    view! { <For each=move || keys.get() key=Clone::clone children=child/> }
}

/// A tile and how often it was moved among the others: a moved tile is redrawn in its new place.
type MoveCount = (TileId, u32);

/// Increments the count of moved tiles. Keyed by id alone, the list would remove and insert every tile between the old
/// place and the new one.
fn count_moves(before: &[MoveCount], ids: &[TileId]) -> Vec<MoveCount> {
    let counts: HashMap<&TileId, u32> = before.iter().map(|(id, count)| (id, *count)).collect();
    let order: Vec<TileId> = before.iter().map(|(id, _)| id.clone()).collect();
    let moved = moved_among(&order, ids);
    let count = |id: &TileId| counts.get(id).copied().unwrap_or_default() + u32::from(moved.contains(id));
    ids.iter().map(|id| (id.clone(), count(id))).collect()
}

fn reactive_tile(id: TileId, props: Memo<PropsById>, context: RenderContext) -> impl IntoView {
    let props = scoped_memo(move || props.with(|props| props.get(&id).cloned()));
    move || props.get().map(|TileProps { tile, placement, theme }| tile::view(theme, &tile, placement, &context))
}
