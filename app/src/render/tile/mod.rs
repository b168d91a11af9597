//! Tiles: one skeleton for all six looks (looks, 1.1); a look adds only ornament and style.

mod content;
pub mod markup;
pub mod photo;
pub mod site_icon;
pub mod social;

pub use content::Parts;
use leptos::prelude::*;
use mantel_model::number::Zoom;
use mantel_model::profile::Focus;
use mantel_model::tile::Kind;
use mantel_model::{Tile, layout};
pub use markup::lines;
pub use photo::Dress;

use super::look;
use super::page::{Form, Rank, RenderContext};

/// Tiles whose pictures a visitor sees at once, most likely; those further down wait until they come near.
pub const FIRST: usize = 2;

/// Follows an address without vouching for it.
pub const REL: &str = "noopener nofollow ugc";

/// Where and how a tile stands in its layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its anatomy.
    pub form: Form,
    /// Its index in the page, for the order of entrance.
    pub at: usize,
    /// Its number among the tiles.
    pub rank: Rank,
    /// Alone in a row of the phone's two columns.
    pub solo: bool,
    /// Whether it stands freely, on a canvas.
    pub free: bool,
    /// Style of its place: where it stands on a canvas, how it moves in a grid; else empty.
    pub style: String,
    /// Whether its owner turned it: the look's own tilt then stays away.
    pub turned: bool,
    /// Its width and height on a canvas, design units.
    pub space: Option<(f64, f64)>,
}

/// A tile in its place.
pub fn view(dress: Dress, tile: &Tile, placed: Placed, setting: &RenderContext) -> AnyView {
    let (r, v) = super::page::lean(&tile.id);
    let facts = setting.facts.get(&tile.id);
    let mut parts = Parts::of(tile, facts);
    parts.icon = site_icon::Icon::of(parts.kind_class, facts, setting);
    let room = photo::Room::of(&placed, parts.kind_class);
    let Placed { form, at, rank, solo, free, style: place, turned, space: _ } = placed;
    let class = format!(
        "tile t-{} {} {} c-{} fit-{}{}{}{}{}{}{}",
        tile.kind.name(),
        parts.kind_class,
        form.class(),
        tile.color,
        parts.fit,
        if solo { " solo" } else { "" },
        if turned { " turned" } else { "" },
        if !free && !place.is_empty() { " evened" } else { "" },
        // On a canvas a phone shows one column.
        if !free && layout::form::one_cell_on_phone(tile, facts) { " one" } else { "" },
        if wants_initial(tile) { " cap" } else { "" },
        // At most 24 live filters a page (looks, 1.6): pictures further down go without.
        if at >= 20 { " late" } else { "" },
    );
    let style = format!("--r:{r};--v:{v};--i:{at};{}{}{place}", breadth_of(tile), aim(tile));
    let id = (!setting.miniature).then(|| format!("tile-{}", tile.id));
    let object = object((dress, room), look::Object { tile, form, v, rank, parts: &parts }, setting);
    view! { <article class=class id=id style=style data-v=(v * 4.0).floor().to_string()>{object}</article> }.into_any()
}

fn object((dress, room): (Dress, photo::Room), object: look::Object<'_>, setting: &RenderContext) -> AnyView {
    let deco = look::tile_deco(dress.look, &object);
    let look::Object { tile, rank, parts, .. } = object;
    // A miniature stands inside a link or a button of its own: its objects lead nowhere.
    let address = parts.href.clone().filter(|_| !setting.miniature);
    let inside = view! {
        <span class="paper" aria-hidden="true"></span>
        {parts.media(room, dress, rank.ordinal > FIRST, setting)}
        {parts.body(tile, setting)}
        <span class="deco" aria-hidden="true">{deco}</span>
    };
    match address {
        Some(url) => view! { <a class="obj" href=url rel=REL>{inside}</a> }.into_any(),
        None => view! { <div class="obj">{inside}</div> }.into_any(),
    }
}

/// The style that keeps the focus point in view and crops by the zoom (looks, 1.5).
pub fn crop(focus: Option<Focus>, zoom: Option<Zoom>) -> Option<String> {
    if focus.is_none() && zoom.is_none() {
        return None;
    }
    let (x, y) = focus.map_or((50.0, 50.0), |focus| (focus.x.get(), focus.y.get()));
    let zoom = zoom.map_or(1.0, Zoom::get);
    Some(format!("object-position:{x}% {y}%;transform:scale({zoom});transform-origin:{x}% {y}%"))
}

/// Whether a note is long enough for a large initial, and starts with a letter the initials' faces have (looks, 5).
fn wants_initial(tile: &Tile) -> bool {
    let Kind::Text(note) = &tile.kind else { return false };
    let words = markup::plain(&note.text);
    note.look.is_none()
        && words.chars().count() > 80
        && words.starts_with(|character: char| character.is_ascii_alphabetic())
}

/// A note's length in letters as `--n`, as broad as they are drawn, so that a stylesheet may fit the type to the sheet.
fn breadth_of(tile: &Tile) -> String {
    let Kind::Text(note) = &tile.kind else { return String::new() };
    format!("--n:{};", letters(&note.text))
}

/// How many letters a note has, as broad as they are drawn; at least one.
pub fn letters(note: &str) -> usize {
    markup::plain(note).chars().map(breadth).sum::<usize>().max(1)
}

/// A picture's focus point as `--fx` and `--fy`, for looks that print something about it.
fn aim(tile: &Tile) -> String {
    let picture = match &tile.kind {
        Kind::Image(it) => &it.picture,
        Kind::Link(it) => &it.picture,
        Kind::Video(it) => &it.picture,
        Kind::Music(it) => &it.picture,
        _ => return String::new(),
    };
    picture.focus.map(|focus| format!("--fx:{}%;--fy:{}%;", focus.x.get(), focus.y.get())).unwrap_or_default()
}

/// How much room a letter takes beside a Latin one: scripts set larger or square take more.
const fn breadth(letter: char) -> usize {
    match letter {
        '\u{1100}'.. => 3,
        '\u{590}'.. => 2,
        _ => 1,
    }
}
