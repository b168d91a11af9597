//! The table: the page itself, laid out at 1280 and fitted, or at a phone's 390; palettes and layouts above it.

use leptos::prelude::*;
use mantel_model::look::Palette;
use mantel_model::theme::Layout;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::share_link;
use super::state::Work;
use crate::components::{dom, icon};
use crate::render::page::{RenderContext, live};

/// Width at which a desktop's page is laid out, px.
const DESKTOP: f64 = 1280.0;
/// And a phone's.
const PHONE: f64 = 390.0;

/// The whole right side.
pub fn table(work: Work) -> AnyView {
    let phone = RwSignal::new(false);
    let large = RwSignal::new(false);
    let room = RwSignal::new(None::<f64>);
    let stage = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(stage) = stage.get() {
            measure(stage.into(), room);
        }
    });
    let fit = move || {
        let width = if phone.get() { PHONE } else { DESKTOP };
        room.get().map(|room| format!("--fit:{:.4}", (room / width).min(1.0)))
    };
    view! {
        <section class="n-table m-wall" class:large=move || large.get() aria-label="Preview">
            <div class="n-bar">
                {screens(phone)}
                {palettes(work)}
                {layouts(work)}
                <button type="button" class="m-button quiet n-larger" aria-pressed=move || large.get().to_string() on:click=move |_| large.update(|large| *large = !*large)>{move || if large.get() { "Smaller" } else { "Enlarge" }}</button>
            </div>
            <div class="n-stage" node_ref=stage class:phone=move || phone.get()>
                <div class="n-sheet" class:phone=move || phone.get() style=fit on:click=move |event| tapped(work, &event)>
                    {live(work.draft, RenderContext { draft: true, ..RenderContext::default() })}
                    {empty(work)}
                </div>
            </div>
            {share_link::bar(work)}
        </section>
    }
    .into_any()
}

/// Follows the width of the stage.
fn measure(stage: web_sys::Element, room: RwSignal<Option<f64>>) {
    let seen = stage.clone();
    let see = move || room.set(Some(f64::from(seen.client_width())));
    see();
    let changed = Closure::<dyn FnMut()>::new(see);
    if let Ok(observer) = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()) {
        observer.observe(&stage);
    }
    changed.forget();
}

/// In the preview a tap chooses a tile's row; links lead nowhere.
fn tapped(work: Work, event: &web_sys::MouseEvent) {
    if dom::around(event, "a").is_some() {
        event.prevent_default();
    }
    let Some(id) = dom::around(event, "article.tile").map(|element| element.id()) else { return };
    let id = id.trim_start_matches("tile-").to_owned();
    let at = work.draft.with_untracked(|draft| draft.tiles.iter().position(|tile| tile.id.as_str() == id));
    let key = at.and_then(|at| work.held.with_untracked(|it| it.brief.links.get(at).map(|link| link.key)));
    if let Some(key) = key {
        super::sidebar::show(work, super::state::Tab::Form);
        work.all.set(true);
        work.open.set(Some(key));
        dom::reveal(format!("row-{key}"));
    }
}

fn screens(phone: RwSignal<bool>) -> AnyView {
    let one = move |is: bool, label: &'static str, drawing: &'static str| view! { <button type="button" aria-pressed=move || (phone.get() == is).to_string() on:click=move |_| phone.set(is)>{icon::stroke(drawing)}{label}</button> };
    view! { <div class="m-segment n-screens" role="group" aria-label="Screen">{one(false, "Desktop", icon::MONITOR)}{one(true, "Phone", icon::DEVICE)}</div> }.into_any()
}

/// The look's four palettes, quartered in ground, paper, accent and ink.
fn palettes(work: Work) -> AnyView {
    let look = work.part(mantel_model::brief::Brief::shown_look);
    let now = work.part(mantel_model::brief::Brief::shown_palette);
    let one = move |palette: Palette| {
        let it = palette.entry();
        let style = format!("--a:{};--b:{};--c:{};--d:{}", it.bg, it.accent, it.surface, it.ink);
        let choose = move |_| {
            work.edit(|it| {
                it.look = Some(palette.look());
                it.theme = Some(palette).filter(|it| *it != palette.look().first_palette());
            });
        };
        view! { <button type="button" class="n-palette" title=it.label aria-label=it.label aria-pressed=move || (now.get() == palette).to_string() style=style on:click=choose></button> }
    };
    view! { <div class="n-palettes" role="group" aria-label="Palette"><span class="m-soft">{move || now.get().entry().label}</span>{move || look.get().palettes().map(one).collect_view()}</div> }.into_any()
}

fn layouts(work: Work) -> AnyView {
    let now = work.part(|it| it.layout.unwrap_or(Layout::Bento));
    let one = move |layout: Layout| view! { <button type="button" aria-pressed=move || (now.get() == layout).to_string() on:click=move |_| work.edit(|it| it.layout = Some(layout).filter(|it| *it != Layout::Bento))>{layout.label()}</button> };
    view! { <div class="m-segment n-layouts" role="group" aria-label="Layout">{Layout::ALL.iter().copied().map(one).collect_view()}</div> }.into_any()
}

/// Nothing yet: what to begin with, over the ghosts.
fn empty(work: Work) -> impl IntoView {
    let bare = Memo::new(move |_| work.held.with(super::state::Held::is_empty));
    move || {
        bare.get().then(|| view! { <div class="n-empty"><button type="button" on:click=move |_| { super::sidebar::show(work, super::state::Tab::Form); dom::focus("paste"); }><strong class="m-serif">"Paste anything"</strong><span>"links, a list, what your chat wrote"</span></button></div> })
    }
}
