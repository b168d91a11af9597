//! Writes a page file or the sample page as a plain HTML document, for drawing looks without a server:
//! `cargo run -p mantel-app --example render -- [LOOK[:PALETTE]] [LAYOUT] > page.html`, served from the repository's root.

use std::sync::Arc;

use leptos::prelude::*;
use mantel_app::page::{Setting, page_view};
use mantel_app::sample;
use mantel_model::look::Look;
use mantel_model::theme::Layout;

fn main() {
    let mut words = std::env::args().skip(1);
    let choice = words.next().unwrap_or_else(|| "painted".to_owned());
    let (look, palette) = choice.split_once(':').unwrap_or((&choice, ""));
    let look = Look::parse(look).unwrap_or(Look::Painted);
    let (mut draft, facts) = sample::page(look);
    draft.theme.palette = look.palette(palette).unwrap_or(look.first_palette());
    draft.theme.layout = words.next().and_then(|it| Layout::parse(&it)).unwrap_or(Layout::Bento);
    let owner = Owner::new();
    let html = owner.with(|| page_view(&draft, &Setting { facts: Arc::new(facts), ..Setting::default() }).to_html());
    println!(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width,initial-scale=1'>\
         <link rel=stylesheet href=/style/looks/{look}.css><title>{look}</title><body>{html}"
    );
}
