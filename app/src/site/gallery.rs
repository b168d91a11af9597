//! The gallery: the sample page in every look and palette, all in miniature on one screen, or one at full size.

use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::facts::Facts;
use mantel_model::look::{Look, PaletteEntry};
use mantel_model::photo::{PictureInfo, Pictures, Sketch};
use mantel_model::theme::{Layout, Photos};

use super::document::{footer, header};
use crate::components::logo::logo;
use crate::render::context::RenderContext;
use crate::render::look;
use crate::render::page::page_view;
use crate::sample_page;

/// One page of the gallery.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GalleryPage {
    /// The look.
    pub look: Look,
    /// The palette, one of the look's four.
    pub palette: &'static PaletteEntry,
    /// The layout.
    pub layout: Layout,
    /// How photos are rendered.
    pub photos: Photos,
}

impl GalleryPage {
    /// A look in its first palette.
    pub fn first(look: Look, layout: Layout) -> Self {
        let [palette, ..] = &look.entry().palettes;
        Self { look, palette, layout, photos: Photos::Natural }
    }

    /// The address; layout and photos are in the query where they are not the default.
    pub fn address(&self) -> String {
        let layout = Some(format!("layout={}", self.layout)).filter(|_| self.layout != Layout::Bento);
        let photos = Some(format!("photos={}", self.photos)).filter(|_| self.photos != Photos::Natural);
        let parameters: Vec<String> = layout.into_iter().chain(photos).collect();
        let separator = if parameters.is_empty() { "" } else { "?" };
        format!("/looks/{}/{}{separator}{}", self.look, self.palette.name, parameters.join("&"))
    }

    /// The sample page with these choices.
    fn view(&self, miniature: bool) -> AnyView {
        let (draft, facts) = self.draft();
        let pictures =
            if matches!(self.photos, Photos::Dither | Photos::Ascii) { sample_pictures() } else { Pictures::new() };
        let context = RenderContext {
            facts: Arc::new(facts),
            pictures: Arc::new(pictures),
            miniature,
            ..RenderContext::default()
        };
        page_view(&draft, &context)
    }

    fn draft(&self) -> (Draft, std::collections::HashMap<mantel_model::TileId, Facts>) {
        let (mut draft, facts) = sample_page::page(self.look);
        draft.theme.palette = self.look.palette(self.palette.name).unwrap_or(self.look.first_palette());
        draft.theme.layout = self.layout;
        draft.theme.photos = self.photos;
        if self.layout == Layout::Canvas {
            sample_page::place_on_canvas(&mut draft);
        }
        (draft, facts)
    }
}

/// The sample's pictures as the server would know them; the sketches were made by the same code and are committed.
fn sample_pictures() -> Pictures {
    let sketches: [(&str, &[u8]); 5] = [
        ("cat", include_bytes!("sketches/cat")),
        ("coffee", include_bytes!("sketches/coffee")),
        ("dahlia", include_bytes!("sketches/dahlia")),
        ("kiln", include_bytes!("sketches/kiln")),
        ("stars", include_bytes!("sketches/stars")),
    ];
    let seen = sketches.into_iter().filter_map(|(name, sketch)| {
        let sketch = Sketch::from_bytes(sketch)?;
        let seen = PictureInfo {
            src: format!("/samples/{name}"),
            measure: Some(sketch.measure),
            sketch: Some(Arc::new(sketch)),
        };
        Some((format!("/samples/{name}.avif"), seen))
    });
    seen.collect()
}

fn layout_query(layout: Layout) -> String {
    if layout == Layout::Bento { String::new() } else { format!("?layout={layout}") }
}

/// Every look in every palette, in one layout.
pub fn view(layout: Layout, signed_in: bool) -> AnyView {
    let layouts = Layout::ALL.iter().map(|choice| {
        let current = (*choice == layout).then_some("page");
        view! { <a href=format!("/looks{}", layout_query(*choice)) aria-current=current>{choice.label()}</a> }
    });
    view! {
        <div class="gallery-screen ui-wall">
            {header(signed_in)}
            {look::all_filters()}
            <main class="gallery-main">
                <h1>"Six looks, four palettes each"</h1>
                <p class="site-lead">"The same page every time. Only the look, the palette and the layout change; words, links and pictures stay."</p>
                <nav class="gallery-layouts" aria-label="Layout">{layouts.collect_view()}</nav>
                {Look::ALL.iter().map(|look| palettes(*look, layout)).collect_view()}
            </main>
        </div>
        {footer()}
    }
    .into_any()
}

/// The four palettes of a look.
fn palettes(look: Look, layout: Layout) -> AnyView {
    let cards =
        look.entry().palettes.iter().map(|palette| card(&GalleryPage { palette, ..GalleryPage::first(look, layout) }));
    let title = format!("look-{look}");
    view! {
        <section class="gallery-look" aria-labelledby=title.clone()>
            <h2 id=title.clone()>{look.label()}</h2>
            <p class="gallery-note">{look.entry().note}</p>
            <ul class="gallery-cards">{cards.collect_view()}</ul>
        </section>
    }
    .into_any()
}

fn card(page: &GalleryPage) -> AnyView {
    view! {
        <li>
            <a href=page.address()>
                <div class="ui-frame"><div class="site-mini">{page.view(true)}</div></div>
                <span class="gallery-name">{swatch(page.palette)}<span><span class="ui-sr-only">{page.look.label()}" in "</span>{page.palette.label}</span></span>
            </a>
        </li>
    }
    .into_any()
}

/// The palette as four squares: background, surface, accent, ink.
fn swatch(palette: &PaletteEntry) -> AnyView {
    let quarters = [(palette.bg, 0, 0), (palette.surface, 1, 0), (palette.accent, 0, 1), (palette.ink, 1, 1)];
    let quarters = quarters
        .map(|(color, x, y)| view! { <rect x=x y=y width="1" height="1" fill=color.to_string()></rect> })
        .into_iter();
    view! { <svg class="gallery-swatch" viewBox="0 0 2 2" width="20" height="20" aria-hidden="true">{quarters.collect_view()}</svg> }
        .into_any()
}

/// One page at full size, under a toolbar that changes look, palette and layout.
pub fn full_size(page: GalleryPage) -> AnyView {
    let GalleryPage { look, palette, layout, photos } = page;
    let link = |to: GalleryPage, label: AnyView| {
        view! { <a href=to.address() aria-current=(to == page).then_some("page")>{label}</a> }.into_any()
    };
    let looks = Look::ALL.iter().map(|to| {
        let current = (*to == look).then_some("true");
        let to = GalleryPage { photos, ..GalleryPage::first(*to, layout) };
        view! { <a href=to.address() aria-current=current>{to.look.label()}</a> }
    });
    let palettes = look.entry().palettes.iter().map(|to| {
        let label = view! { {swatch(to)}{to.label} }.into_any();
        link(GalleryPage { palette: to, ..page }, label)
    });
    let layouts = Layout::ALL.iter().map(|to| link(GalleryPage { layout: *to, ..page }, to.label().into_any()));
    let start = format!("/new?look={look}&theme={}&layout={layout}", palette.name);
    view! {
        <header class="gallery-toolbar">
            {logo(true)}
            <a class="gallery-home" href="/looks">"All looks"</a>
            <nav aria-label="Look">{looks.collect_view()}</nav>
            <nav aria-label="Palette">{palettes.collect_view()}</nav>
            <nav aria-label="Layout">{layouts.collect_view()}</nav>
            <a class="ui-button gallery-start" href=start>"Start here"</a>
        </header>
        <div>{page.view(false)}</div>
    }
    .into_any()
}
