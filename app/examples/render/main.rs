//! Writes the sample page, or a harder one, as a plain HTML document, for drawing looks without a server:
//! `cargo run -p mantel-app --example render -- [LOOK[:PALETTE]] [LAYOUT] [PAGE] [FIELD=VALUE …] > page.html`, served from the repository's root.
//! PAGE is `sample`, `stress` (every type, size and colour), `words` (long names, other scripts), `broken` (no picture comes), `many` (200 tiles),
//! `empty`, `one`, or `arabic` and `hebrew` (the words of a page named before it, or of the sample, from right to left).

mod stress;
mod translated;

use std::sync::Arc;

use leptos::prelude::*;
use mantel_app::render::context::RenderContext;
use mantel_app::render::page::{page_view, static_html};
use mantel_app::sample_page;
use mantel_model::ImageUrl;
use mantel_model::color::HexColor;
use mantel_model::look::Look;
use mantel_model::number::{Blur, Dim};
use mantel_model::theme::{
    Align, AvatarShape, BackgroundStyle, Effect, Font, Layout, Photos, Radius, Theme, TileStyle,
};

fn main() {
    let mut words = std::env::args().skip(1);
    let choice = words.next().unwrap_or_else(|| "painted".to_owned());
    let (look, palette) = choice.split_once(':').unwrap_or((&choice, ""));
    let look = Look::parse(look).unwrap_or(Look::Painted);
    let (mut draft, mut facts) = sample_page::page(look);
    draft.theme.palette = look.palette(palette).unwrap_or(look.first_palette());
    draft.theme.layout = words.next().and_then(|word| Layout::parse(&word)).unwrap_or(Layout::Bento);
    if draft.theme.layout == Layout::Canvas {
        sample_page::place_on_canvas(&mut draft);
    }
    for word in words {
        match word.split_once('=') {
            Some((field, value)) => choose(&mut draft.theme, field, value),
            None => stress::turn(&mut draft, &mut facts, &word),
        }
    }
    let owner = Owner::new();
    let body = owner
        .with(|| static_html(page_view(&draft, &RenderContext { facts: Arc::new(facts), ..RenderContext::default() })));
    println!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width,initial-scale=1'>\
         <link rel=stylesheet href=/style/looks/{look}.css><title>{look}</title><body>{body}"
    );
}

/// Sets one field of the theme; a value it does not know leaves the field as it is.
fn choose(theme: &mut Theme, field: &str, value: &str) {
    let on = value == "on";
    match field {
        "font" => theme.font = Font::parse(value).unwrap_or(theme.font),
        "radius" => theme.radius = Radius::parse(value).unwrap_or(theme.radius),
        "align" => theme.align = Align::parse(value).unwrap_or(theme.align),
        "tiles" => theme.tile_style = TileStyle::parse(value).unwrap_or(theme.tile_style),
        "effect" => theme.effect = Effect::parse(value).unwrap_or(theme.effect),
        "avatar" => theme.avatar = AvatarShape::parse(value).unwrap_or(theme.avatar),
        "photos" => theme.photos = Photos::parse(value).unwrap_or(theme.photos),
        "backdrop" => theme.background.style = BackgroundStyle::parse(value).unwrap_or(theme.background.style),
        "motion" => theme.motion = on,
        "ambient" => theme.ambient = on,
        "grain" => theme.background.grain = on,
        "accent" => theme.accent = HexColor::parse(&format!("#{value}")).ok(),
        "ground" => theme.background.color = HexColor::parse(&format!("#{value}")).ok(),
        "image" => theme.background.image = ImageUrl::shipped(&format!("{value}.avif")),
        "dim" => theme.background.dim = Dim::clamped(value.parse().unwrap_or_default()),
        "blur" => theme.background.blur = Blur::clamped(value.parse().unwrap_or_default()),
        _ => eprintln!("no such field: {field}"),
    }
}
