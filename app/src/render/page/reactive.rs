//! The page that follows a draft: the same parts as the page itself, each redrawn only when what it shows has changed.
//!
//! The brief editor draws with it: one keystroke touches one tile, or the profile, and nothing else.

use std::collections::HashMap;
use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::theme::{Layout, Theme};
use mantel_model::tile::{Kind, KindName, Size};
use mantel_model::{Draft, Tile, TileId, layout, page};

use super::anatomy::{self, Form, Rank};
use super::theme::{PageAttributes, backdrop};
use super::{RenderContext, layouts, profile};
use crate::render::tile::{Dress, FIRST as FIRST_SEEN, Placed};
use crate::render::{look, tile};

/// A tile and everything that decides how it is drawn.
#[derive(Clone, Debug, PartialEq)]
struct Drawn {
    tile: Tile,
    placed: Placed,
    dress: Dress,
}

/// Tiles by id: what the drawn ones look themselves up in.
type Shelf = Arc<HashMap<TileId, Drawn>>;

/// A run of tiles under one heading, by id.
#[derive(Clone, Debug, PartialEq)]
struct Run {
    key: String,
    heading: Option<TileId>,
    tiles: Vec<TileId>,
}

/// The page of a draft that changes, in its look.
pub fn live(draft: Memo<Draft>, setting: RenderContext) -> AnyView {
    let theme = Memo::new(move |_| draft.with(|draft| draft.theme.clone()));
    let its = Memo::new(move |_| theme.with(PageAttributes::of));
    let behind = setting.clone();
    let scene = move || {
        theme.with(|theme| {
            let picture = backdrop(theme, &behind);
            view! {
                {look::filters(theme.look())}
                <div class="scene" aria-hidden="true">
                    {picture.map(|picture| view! { <span class="backdrop" style=picture></span> })}
                    {look::scene(theme)}
                </div>
            }
            .into_any()
        })
    };
    view! {
        <div
            class="page"
            data-look=move || its.with(|it| it.look)
            data-palette=move || its.with(|it| it.palette)
            data-layout=move || its.with(|it| it.layout)
            data-font=move || its.with(|it| it.font)
            data-radius=move || its.with(|it| it.radius)
            data-align=move || its.with(|it| it.align)
            data-tiles=move || its.with(|it| it.tiles)
            data-effect=move || its.with(|it| it.effect)
            data-avatar=move || its.with(|it| it.avatar)
            data-photos=move || its.with(|it| it.photos)
            data-motion=move || its.with(|it| it.motion)
            data-ambient=move || its.with(|it| it.ambient)
            data-backdrop=move || its.with(|it| it.backdrop)
            data-grain=move || its.with(|it| it.grain)
            style=move || its.with(|it| it.style.clone())
        >
            {scene}
            <div class="sheet">
                {header(draft, setting.clone())}
                {arranged(draft, theme, setting)}
            </div>
        </div>
    }
    .into_any()
}

/// The profile sees the social tiles and the headings, and in a look that counts them all tiles; a keystroke in any other
/// tile leaves it alone.
fn header(draft: Memo<Draft>, setting: RenderContext) -> impl IntoView {
    let seen = Memo::new(move |_| {
        let counts = draft.with(|draft| look::counts(draft.theme.look()));
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
    move || seen.with(|seen| profile::view(seen, &setting))
}

fn arranged(draft: Memo<Draft>, theme: Memo<Theme>, setting: RenderContext) -> impl IntoView {
    let shape = Memo::new(move |_| {
        let bare = draft
            .with(|draft| draft.tiles.iter().all(|tile| tile.kind.name() == KindName::Social && tile.pos.is_none()));
        (!bare).then(|| theme.with(|theme| theme.layout))
    });
    let facts = Arc::clone(&setting.facts);
    let shelf: Memo<Shelf> = Memo::new(move |_| draft.with(|draft| Arc::new(drawn(draft, &facts))));
    move || match shape.get() {
        None => layouts::empty(&setting),
        Some(Layout::Bento) => bento(draft, shelf, setting.clone()),
        Some(Layout::List) => list(draft, shelf, setting.clone()),
        Some(Layout::Canvas) => canvas(draft, shelf, setting.clone()),
    }
}

/// Tiles from this one on are drawn without what is dear (`tile::view`). Their places tell no more here, where nothing comes
/// in one by one.
const LATE: usize = 20;

/// The rank of a tile as far as its look shows it: one that moves leaves all others as they were drawn.
fn shown_rank(rank: Rank, draft: &Draft, at: usize) -> Rank {
    let heading = draft.tiles.get(at).is_some_and(|tile| matches!(tile.kind, Kind::Heading(_)));
    if look::counts(draft.theme.look()) {
        return rank;
    }
    Rank { ordinal: rank.ordinal.min(FIRST_SEEN + 1), section: if heading { rank.section } else { 0 } }
}

/// Where every tile of the draft stands in its layout.
fn drawn(draft: &Draft, facts: &HashMap<TileId, mantel_model::facts::Facts>) -> HashMap<TileId, Drawn> {
    let dress = Dress::of(&draft.theme);
    let ranks = anatomy::ranks(&draft.tiles);
    let rank = |at: usize| shown_rank(ranks.get(at).copied().unwrap_or_default(), draft, at);
    let one = |at: usize, placed: Placed| {
        let tile = draft.tiles.get(at)?.clone();
        let placed = Placed { at: if at < LATE { 0 } else { LATE }, rank: rank(at), ..placed };
        Some((tile.id.clone(), Drawn { tile, placed, dress }))
    };
    match draft.theme.layout {
        Layout::Bento => {
            let solo = layout::phone::solo(&draft.tiles, facts);
            let shifts = layouts::in_grid(draft);
            let form = |tile: &Tile| if matches!(tile.kind, Kind::Heading(_)) { Size::W } else { tile.size };
            let place = |(at, it)| {
                let placed = Placed {
                    form: Form::Cell(form(it)),
                    at,
                    rank: Rank::default(),
                    solo: solo.contains(&at),
                    free: false,
                    style: shifts.get(&at).cloned().unwrap_or_default(),
                    turned: false,
                    space: None,
                };
                one(at, placed)
            };
            draft.tiles.iter().enumerate().filter_map(place).collect()
        }
        Layout::List => {
            let row = |at| Placed {
                form: Form::Row,
                at,
                rank: Rank::default(),
                solo: false,
                free: false,
                style: String::new(),
                turned: false,
                space: None,
            };
            layout::list_order(&draft.tiles).into_iter().filter_map(|at| one(at, row(at))).collect()
        }
        Layout::Canvas => layouts::on_canvas(draft).0.into_iter().filter_map(|(at, placed)| one(at, placed)).collect(),
    }
}

fn bento(draft: Memo<Draft>, shelf: Memo<Shelf>, setting: RenderContext) -> AnyView {
    let runs = Memo::new(move |_| draft.with(runs));
    let run = move |Run { key, heading, .. }: Run| {
        let setting = setting.clone();
        let within = setting.clone();
        let ids = Memo::new(move |_| {
            runs.with(|runs| runs.iter().find(|run| run.key == key).map(|run| run.tiles.clone()).unwrap_or_default())
        });
        view! {
            <section class="section">
                {heading.map(|id| one(id, shelf, within))}
                <div class="grid">{tiles(ids, shelf, setting)}</div>
            </section>
        }
    };
    view! { <div class="bento"><For each=move || runs.get() key=|it| it.key.clone() children=run/></div> }.into_any()
}

fn runs(draft: &Draft) -> Vec<Run> {
    let runs = page::sections(&draft.tiles).into_iter().map(|section| {
        let heading = section.heading.map(|heading| heading.id.clone());
        let tiles: Vec<TileId> = section
            .tiles
            .iter()
            .filter(|(_, it)| !layout::in_social_group(it, false))
            .map(|(_, it)| it.id.clone())
            .collect();
        Run { key: heading.as_ref().map(ToString::to_string).unwrap_or_default(), heading, tiles }
    });
    runs.filter(|run| run.heading.is_some() || !run.tiles.is_empty()).collect()
}

fn list(draft: Memo<Draft>, shelf: Memo<Shelf>, setting: RenderContext) -> AnyView {
    let ids = Memo::new(move |_| {
        draft.with(|draft| {
            let order = layout::list_order(&draft.tiles).into_iter();
            order.filter_map(|at| draft.tiles.get(at)).map(|it| it.id.clone()).collect()
        })
    });
    view! { <div class="list">{tiles(ids, shelf, setting)}</div> }.into_any()
}

fn canvas(draft: Memo<Draft>, shelf: Memo<Shelf>, setting: RenderContext) -> AnyView {
    let order = Memo::new(move |_| {
        draft.with(|draft| {
            let (placed, height) = layouts::on_canvas(draft);
            let ids: Vec<TileId> =
                placed.into_iter().filter_map(|(at, _)| draft.tiles.get(at)).map(|it| it.id.clone()).collect();
            (ids, format!("--tall:{height}"))
        })
    });
    let ids = Memo::new(move |_| order.with(|order| order.0.clone()));
    let height = move || order.with(|order| order.1.clone());
    view! { <div class="canvas"><div class="space" style=height>{tiles(ids, shelf, setting)}</div></div> }.into_any()
}

fn tiles(ids: Memo<Vec<TileId>>, shelf: Memo<Shelf>, setting: RenderContext) -> impl IntoView {
    let child = move |(id, _): Turned| one(id, shelf, setting.clone());
    let order =
        Memo::new(move |before: Option<&Vec<Turned>>| ids.with(|ids| turned(before.map_or(&[], |before| before), ids)));
    view! { <For each=move || order.get() key=Clone::clone children=child/> }
}

/// A tile, and how often it was moved among the others: a tile that moves is drawn anew in its place.
type Turned = (TileId, u32);

/// Counts those that moved. By their ids alone the list would take out, and put back, every tile between the old place and
/// the new one.
fn turned(before: &[Turned], ids: &[TileId]) -> Vec<Turned> {
    let old: HashMap<&TileId, u32> = before.iter().map(|(id, turn)| (id, *turn)).collect();
    let order: Vec<TileId> = before.iter().map(|it| it.0.clone()).collect();
    let moved = mantel_model::edit::moved_among(&order, ids);
    let one = |id: &TileId| (id.clone(), old.get(id).copied().unwrap_or_default() + u32::from(moved.contains(id)));
    ids.iter().map(one).collect()
}

fn one(id: TileId, shelf: Memo<Shelf>, setting: RenderContext) -> impl IntoView {
    let its = Memo::new(move |_| shelf.with(|shelf| shelf.get(&id).cloned()));
    move || its.get().map(|it| tile::view(it.dress, &it.tile, it.placed, &setting))
}
