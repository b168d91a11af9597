//! Tiles: one skeleton for all six looks (looks, 1.1); a look adds only ornament and style.

mod parts;
pub mod social;
pub mod words;

use leptos::prelude::*;
use mantel_model::look::Look;
use mantel_model::number::Zoom;
use mantel_model::profile::Focus;
use mantel_model::tile::{Kind, Link};
use mantel_model::{SafeUrl, Tile};

use crate::look;
use crate::page::{Form, Setting};
pub use parts::Parts;
pub use words::lines;

/// Follows an address without vouching for it.
pub const REL: &str = "noopener nofollow ugc";

/// Where and how a tile stands in its layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its anatomy.
    pub form: Form,
    /// Its index in the page, for the order of entrance.
    pub at: usize,
    /// Alone in a row of the phone's two columns.
    pub solo: bool,
    /// Style of its position on a canvas, empty elsewhere.
    pub style: String,
}

/// A tile in its place.
pub fn view(look: Look, tile: &Tile, placed: Placed, setting: &Setting) -> AnyView {
    let Placed { form, at, solo, style: place } = placed;
    let (r, v) = crate::page::lean(&tile.id);
    let parts = Parts::of(tile, setting.facts.get(&tile.id));
    let class = format!(
        "tile t-{} {} {} c-{} fit-{}{}{}{}{}",
        tile.kind.name(),
        parts.kind_class,
        form.class(),
        tile.color,
        parts.fit,
        if solo { " solo" } else { "" },
        if crate::page::one_cell_on_phone(tile) { " one" } else { "" },
        if wants_initial(tile) { " cap" } else { "" },
        // At most 24 live filters a page (looks, 1.6): pictures further down go without.
        if at >= 20 { " late" } else { "" },
    );
    let style = format!("--r:{r};--v:{v};--i:{at};{place}");
    let id = (!setting.miniature).then(|| format!("tile-{}", tile.id));
    let object = object(look, tile, form, v, parts, setting);
    view! { <article class=class id=id style=style data-v=(v * 4.0).floor().to_string()>{object}</article> }.into_any()
}

fn object(look: Look, tile: &Tile, form: Form, v: f32, parts: Parts, setting: &Setting) -> AnyView {
    let deco = look::tile_deco(look, tile, form, v, &parts);
    // A miniature stands inside a link or a button of its own: its objects lead nowhere.
    let address = parts.href.clone().filter(|_| !setting.miniature);
    let inside = view! {
        <span class="paper" aria-hidden="true"></span>
        {parts.media()}
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
    let (x, y) = focus.map_or((50.0, 50.0), |it| (it.x.get(), it.y.get()));
    let zoom = zoom.map_or(1.0, Zoom::get);
    Some(format!("object-position:{x}% {y}%;transform:scale({zoom});transform-origin:{x}% {y}%"))
}

/// The kind of a link's object: an envelope, a postcard or a plain one (looks, 1.1).
pub fn link_kind(link: &Link) -> &'static str {
    if is_letter(&link.url) {
        "k-letter"
    } else if link.image.is_some() {
        "k-postcard"
    } else {
        "k-plain"
    }
}

const LETTER_HOSTS: [&str; 5] = ["substack.com", "buttondown.com", "beehiiv.com", "ghost.io", "mailchi.mp"];

fn is_letter(url: &SafeUrl) -> bool {
    let Some(url) = url.url() else { return false };
    if url.scheme() == "mailto" {
        return true;
    }
    let host = url.host_str().unwrap_or_default();
    let under = |base: &str| host == base || host.strip_suffix(base).is_some_and(|it| it.ends_with('.'));
    let word = |it: &str| matches!(it, "newsletter" | "letter");
    LETTER_HOSTS.iter().any(|base| under(base)) || host.split('.').any(word) || url.path().split('/').any(word)
}

/// Whether a note is long enough for a large initial, and starts with a letter the initials' faces have (looks, 5).
fn wants_initial(tile: &Tile) -> bool {
    let Kind::Text(note) = &tile.kind else { return false };
    let words = words::plain(&note.text);
    note.look.is_none() && words.chars().count() > 80 && words.starts_with(|it: char| it.is_ascii_alphabetic())
}

/// The words of a tile that measure how full it is.
pub fn measured(tile: &Tile) -> String {
    match &tile.kind {
        Kind::Text(note) => words::plain(&note.text),
        Kind::Heading(heading) => heading.text.to_string(),
        Kind::Link(link) => link.title.as_ref().map(ToString::to_string).unwrap_or_else(|| link.url.shown_host()),
        Kind::Image(image) => image.title.as_ref().map(ToString::to_string).unwrap_or_default(),
        Kind::Video(video) => video.title.as_ref().map(ToString::to_string).unwrap_or_default(),
        Kind::Music(music) => music.title.as_ref().map(ToString::to_string).unwrap_or_default(),
        Kind::Github(github) => github.repo.as_str().to_owned(),
        Kind::Social(social) => social.handle.to_string(),
    }
}
