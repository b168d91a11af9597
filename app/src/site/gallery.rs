//! The gallery: the sample page in every look and palette, small on one screen, or whole with a strip to change it.

use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::facts::Facts;
use mantel_model::look::{Look, PaletteEntry};
use mantel_model::photo::{Pictures, Seen, Sketch};
use mantel_model::theme::{Layout, Photos};

use super::document::{foot, logo, rail};
use crate::render::context::RenderContext;
use crate::render::look;
use crate::render::page::page_view;
use crate::sample_page;

/// One page of the gallery.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Specimen {
    /// Its look.
    pub look: Look,
    /// Its palette, one of the look's four.
    pub palette: &'static PaletteEntry,
    /// Its layout.
    pub layout: Layout,
    /// How its photographs are printed.
    pub photos: Photos,
}

impl Specimen {
    /// A look in its first palette.
    pub fn first(look: Look, layout: Layout) -> Self {
        let [palette, ..] = &look.entry().palettes;
        Self { look, palette, layout, photos: Photos::Natural }
    }

    /// Its address; layout and photographs are named where they are not the usual ones.
    pub fn address(&self) -> String {
        let layout = Some(format!("layout={}", self.layout)).filter(|_| self.layout != Layout::Bento);
        let photos = Some(format!("photos={}", self.photos)).filter(|_| self.photos != Photos::Natural);
        let asked: Vec<String> = layout.into_iter().chain(photos).collect();
        let mark = if asked.is_empty() { "" } else { "?" };
        format!("/looks/{}/{}{mark}{}", self.look, self.palette.name, asked.join("&"))
    }

    /// The sample page drawn so.
    fn page(&self, miniature: bool) -> AnyView {
        let (draft, facts) = self.draft();
        let pictures = if matches!(self.photos, Photos::Dither | Photos::Ascii) { printed() } else { Pictures::new() };
        let setting = RenderContext {
            facts: Arc::new(facts),
            pictures: Arc::new(pictures),
            miniature,
            ..RenderContext::default()
        };
        page_view(&draft, &setting)
    }

    fn draft(&self) -> (Draft, std::collections::HashMap<mantel_model::TileId, Facts>) {
        let (mut draft, facts) = sample_page::page(self.look);
        draft.theme.palette = self.look.palette(self.palette.name).unwrap_or(self.look.first_palette());
        draft.theme.layout = self.layout;
        draft.theme.photos = self.photos;
        if self.layout == Layout::Canvas {
            sample_page::scatter(&mut draft);
        }
        (draft, facts)
    }
}

/// The sample's pictures as the server prints those of a page; made by the same code, kept beside them.
fn printed() -> Pictures {
    let made: [(&str, &[u8]); 5] = [
        ("cat", include_bytes!("sketches/cat")),
        ("coffee", include_bytes!("sketches/coffee")),
        ("dahlia", include_bytes!("sketches/dahlia")),
        ("kiln", include_bytes!("sketches/kiln")),
        ("stars", include_bytes!("sketches/stars")),
    ];
    let seen = made.into_iter().filter_map(|(name, sketch)| {
        let sketch = Sketch::from_bytes(sketch)?;
        let seen =
            Seen { src: format!("/samples/{name}"), measure: Some(sketch.measure), sketch: Some(Arc::new(sketch)) };
        Some((format!("/samples/{name}.avif"), seen))
    });
    seen.collect()
}

fn query(layout: Layout) -> String {
    if layout == Layout::Bento { String::new() } else { format!("?layout={layout}") }
}

/// Every look in every palette, in one layout.
pub fn view(layout: Layout, signed_in: bool) -> AnyView {
    let layouts = Layout::ALL.iter().map(|it| {
        let current = (*it == layout).then_some("page");
        view! { <a href=format!("/looks{}", query(*it)) aria-current=current>{it.label()}</a> }
    });
    view! {
        <div class="g-top m-wall">
            {rail(signed_in)}
            {look::all_filters()}
            <main class="g-all">
                <h1>"Six looks, four palettes each"</h1>
                <p class="d-lead">"The same page every time. Only the look, the palette and the layout change; words, links and pictures stay."</p>
                <nav class="g-choice" aria-label="Layout">{layouts.collect_view()}</nav>
                {Look::ALL.iter().map(|look| shelf(*look, layout)).collect_view()}
            </main>
        </div>
        {foot()}
    }
    .into_any()
}

/// The four palettes of a look.
fn shelf(look: Look, layout: Layout) -> AnyView {
    let cards =
        look.entry().palettes.iter().map(|palette| card(&Specimen { palette, ..Specimen::first(look, layout) }));
    let title = format!("look-{look}");
    view! {
        <section class="g-look" aria-labelledby=title.clone()>
            <h2 id=title.clone()>{look.label()}</h2>
            <p class="g-note">{look.entry().note}</p>
            <ul class="g-cards">{cards.collect_view()}</ul>
        </section>
    }
    .into_any()
}

fn card(it: &Specimen) -> AnyView {
    let label = format!("{} in {}", it.look.label(), it.palette.label);
    view! {
        <li>
            <a href=it.address() aria-label=label>
                <div class="m-frame"><div class="d-mini">{it.page(true)}</div></div>
                <span class="g-name">{swatch(it.palette)}{it.palette.label}</span>
            </a>
        </li>
    }
    .into_any()
}

/// The palette as four quarters: ground, paper, accent, ink.
fn swatch(palette: &PaletteEntry) -> AnyView {
    let quarters = [(palette.bg, 0, 0), (palette.surface, 1, 0), (palette.accent, 0, 1), (palette.ink, 1, 1)];
    let quarters = quarters
        .map(|(color, x, y)| view! { <rect x=x y=y width="1" height="1" fill=color.to_string()></rect> })
        .into_iter();
    view! { <svg class="g-swatch" viewBox="0 0 2 2" width="20" height="20" aria-hidden="true">{quarters.collect_view()}</svg> }
        .into_any()
}

/// One page as a visitor would see it, under a strip that changes look, palette and layout.
pub fn specimen(it: Specimen) -> AnyView {
    let Specimen { look, palette, layout, photos } = it;
    let link = |to: Specimen, words: AnyView| {
        view! { <a href=to.address() aria-current=(to == it).then_some("page")>{words}</a> }.into_any()
    };
    let looks = Look::ALL.iter().map(|to| {
        let current = (*to == look).then_some("true");
        let to = Specimen { photos, ..Specimen::first(*to, layout) };
        view! { <a href=to.address() aria-current=current>{to.look.label()}</a> }
    });
    let palettes = look.entry().palettes.iter().map(|to| {
        let words = view! { {swatch(to)}{to.label} }.into_any();
        link(Specimen { palette: to, ..it }, words)
    });
    let layouts = Layout::ALL.iter().map(|to| link(Specimen { layout: *to, ..it }, to.label().into_any()));
    let start = format!("/new?look={look}&theme={}&layout={layout}", palette.name);
    view! {
        <header class="g-strip">
            {logo(true)}
            <a class="g-home" href="/looks">"All looks"</a>
            <nav aria-label="Look">{looks.collect_view()}</nav>
            <nav aria-label="Palette">{palettes.collect_view()}</nav>
            <nav aria-label="Layout">{layouts.collect_view()}</nav>
            <a class="m-button g-start" href=start>"Start here"</a>
        </header>
        <div>{it.page(false)}</div>
    }
    .into_any()
}
