//! Six looks as framed pages on a small shelf. Each is the real thing, drawn once, when the browser has time.

use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::look::Look;

use crate::brief_editor::state::Work;
use crate::components::dom;
use crate::render::look;
use crate::render::page::{RenderContext, page_view};
use crate::sample_page;

/// In the shelf's order: height of the frame, px; lean, degrees.
const SHELF: [(Look, u32, f32); 6] = [
    (Look::Painted, 91, 0.0),
    (Look::Cozy, 81, 0.9),
    (Look::Washi, 92, -0.8),
    (Look::Lofi, 79, 1.2),
    (Look::Cobalt, 95, -1.3),
    (Look::Night, 84, 0.7),
];

/// The shelf, and the names under it.
pub fn shelf(work: Work) -> AnyView {
    let now = work.part(mantel_model::brief::Brief::shown_look);
    // Drawn after the page itself: first its stylesheet, then the look.
    let drawn = RwSignal::new(0_usize);
    Effect::new(move |_| {
        let look = now.get();
        need(work, look);
    });
    Effect::new(move |_| {
        let at = drawn.get();
        if let Some((look, ..)) = SHELF.get(at) {
            let look = *look;
            dom::after(if at == 0 { 500 } else { 60 }, move || {
                need(work, look);
                drawn.set(at + 1);
            });
        }
    });
    let one = move |(at, (look, height, lean)): (usize, (Look, u32, f32))| {
        let chosen = move || now.get() == look;
        let ready = Memo::new(move |_| drawn.get() > at);
        let ground = look.first_palette().entry().bg;
        view! {
            <button type="button" class="n-look" role="radio" aria-checked=move || chosen().to_string() tabindex=move || if chosen() { "0" } else { "-1" } id=format!("look-{look}") title=look.entry().note style=format!("--tall:{height}px;--lean:{lean}deg;--ground:{ground}") on:click=move |_| choose(work, look)>
                <span class="m-frame"><span class="n-mini">{move || ready.get().then(|| miniature(look))}</span></span>
                <span class="n-look-name">{look.label()}</span>
            </button>
        }
    };
    view! {
        <div class="n-looks" role="radiogroup" aria-label="Look" on:keydown=move |event| turn(work, now.get_untracked(), &event)>
            {SHELF.into_iter().enumerate().map(one).collect_view()}
            <span class="m-shelf mini" aria-hidden="true"></span>
        </div>
    }
    .into_any()
}

fn need(work: Work, look: Look) {
    let href = work.start.with_value(|start| start.style(look).map(str::to_owned));
    if let Some(href) = href {
        dom::need_style(&href);
    }
}

fn miniature(look: Look) -> AnyView {
    let (draft, facts) = sample_page::page(look);
    let page =
        page_view(&draft, &RenderContext { facts: Arc::new(facts), miniature: true, ..RenderContext::default() });
    view! { {look::filters(look)} {look::letter(&draft)} {page} }.into_any()
}

fn choose(work: Work, look: Look) {
    work.edit(|it| {
        it.look = Some(look);
        it.theme = None;
    });
    work.tell(&format!("Drawn in {}", look.label()));
}

fn turn(work: Work, now: Look, event: &web_sys::KeyboardEvent) {
    let at = SHELF.iter().position(|it| it.0 == now).unwrap_or_default();
    let Some(to) = dom::turned(event, at, SHELF.len()) else { return };
    event.prevent_default();
    if let Some((look, ..)) = SHELF.get(to) {
        choose(work, *look);
        dom::focus(format!("look-{look}"));
    }
}
