//! A tile in its placement: the same markup for all six looks (looks, 1.1), to which a look adds only ornament and
//! style.

use leptos::prelude::*;
use mantel_model::tile::Kind;
use mantel_model::{Tile, layout};

use crate::render::context::{RenderContext, TileTheme};
use crate::render::look;
use crate::render::tile::LookTile;
use crate::render::tile::content::TileContent;
#[cfg(feature = "ssr")]
use crate::render::tile::heat;
use crate::render::tile::markup::{self, LINK_REL, ME_REL};
use crate::render::tile::photo::PhotoBox;
use crate::render::tile::site_icon::SiteIcon;
use crate::render::tile_placement::{self, TilePlacement};

/// The number of tiles that a visitor most likely sees at once; pictures of later tiles are loaded lazily, except in
/// miniatures, which are never blank while one scrolls to them.
pub const EAGER_TILES: usize = 2;

/// A tile in its placement.
pub fn view(theme: TileTheme, tile: &Tile, placement: TilePlacement, context: &RenderContext) -> AnyView {
    let (tilt, variant) = tile_placement::tilt_and_variant(&tile.id);
    let facts = context.facts.get(&tile.id);
    let mut content = TileContent::of(tile, facts, context.grouping);
    content.icon = SiteIcon::of(content.kind_class, facts, context);
    let photo_box = PhotoBox::of(&placement, content.kind_class);
    let TilePlacement { form, index, number, solo, free, style: place, rotated, size: _ } = placement;
    let class = format!(
        "tile t-{} {} {} c-{} fit-{}{}{}{}{}{}{}",
        tile.kind.name(),
        content.kind_class,
        form.class(),
        tile.color,
        content.fit,
        if solo { " solo" } else { "" },
        if rotated { " turned" } else { "" },
        if !free && !place.is_empty() { " evened" } else { "" },
        // On a phone, a canvas is one column.
        if !free && layout::size_class::one_cell_on_phone(tile, facts) { " one" } else { "" },
        if wants_initial(tile) { " cap" } else { "" },
        // At most 24 live filters in a page (looks, 1.6): pictures further down have none.
        if index >= 20 { " late" } else { "" },
    );
    #[cfg(feature = "ssr")]
    let class = if context.ringed.contains(&tile.id) { format!("{class} ringed") } else { class };
    let style = format!("--r:{tilt};--v:{variant};--i:{index};{}{}{place}", width_style(tile), focal_point_style(tile));
    let id = (!context.miniature).then(|| format!("tile-{}", tile.id));
    let look_tile = LookTile { tile, form, variant, number, content: &content };
    let object = object(theme, photo_box, &look_tile, context);
    #[cfg(feature = "ssr")]
    let (style, object) = {
        let known = context.heat.get(&tile.id);
        (known.map(heat::style).unwrap_or_default() + &style, heat::lit(known, object))
    };
    let lang = tile.lang.as_ref().map(ToString::to_string);
    // Beside a page in the other direction, and in its own.
    let dir = tile.lang.as_ref().map(|lang| lang.direction().as_str());
    let drawing = (variant * 4.0).floor().to_string();
    view! { <article class=class id=id style=style data-v=drawing lang=lang dir=dir>{object}</article> }.into_any()
}

/// The object inside a tile: a link, if the tile links somewhere.
fn object(theme: TileTheme, photo_box: PhotoBox, look_tile: &LookTile<'_>, context: &RenderContext) -> AnyView {
    let ornament = look::tile_ornament(theme.look, look_tile);
    let LookTile { tile, number, content, .. } = look_tile;
    // A miniature is inside a link or a button, so its tiles cannot be links themselves.
    let address = content.href.clone().filter(|_| !context.miniature);
    let lazy = context.is_below() || number.ordinal > EAGER_TILES && !context.miniature;
    let rel = if matches!(&tile.kind, Kind::Link(link) if link.me) { ME_REL } else { LINK_REL };
    let inside = view! {
        <span class="paper" aria-hidden="true"></span>
        {content.media(photo_box, theme, lazy, context)}
        {content.body(tile, context)}
        <span class="deco" aria-hidden="true">{ornament}</span>
    };
    match address {
        Some(url) => view! { <a class="obj" href=url rel=rel>{inside}</a> }.into_any(),
        None => view! { <div class="obj">{inside}</div> }.into_any(),
    }
}

/// Whether a note is long enough for a large initial and starts with a letter that the initials' fonts have (looks, 5).
fn wants_initial(tile: &Tile) -> bool {
    let Kind::Text(note) = &tile.kind else { return false };
    let text = markup::plain(&note.text);
    !layout::size_class::drawn_as_stamp(note)
        && text.chars().count() > 80
        && text.starts_with(|character: char| character.is_ascii_alphabetic())
}

/// The width of a note as `--n`, by which stylesheets choose the font size.
fn width_style(tile: &Tile) -> String {
    let Kind::Text(note) = &tile.kind else { return String::new() };
    format!("--n:{};", markup::display_width(&note.text))
}

/// A picture's focal point as `--fx` and `--fy`, for looks that draw something around it.
fn focal_point_style(tile: &Tile) -> String {
    let focus = tile.kind.crop().and_then(|crop| crop.focus);
    focus.map(|focus| format!("--fx:{}%;--fy:{}%;", focus.x.get(), focus.y.get())).unwrap_or_default()
}
