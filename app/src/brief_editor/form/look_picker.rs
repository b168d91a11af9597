//! Six looks as framed pages on a small shelf. Each is the real page in miniature, rendered once when the browser is
//! idle.

use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::brief::Brief;
use mantel_model::look::Look;

use crate::brief_editor::state::BriefEditor;
use crate::components::dom;
use crate::render::context::RenderContext;
use crate::render::look;
use crate::render::page::page_view;
use crate::sample_page;

/// The looks in order: height of the frame, px; tilt, degrees.
const FRAMES: [(Look, u32, f32); 6] = [
    (Look::Painted, 91, 0.0),
    (Look::Cozy, 81, 0.9),
    (Look::Washi, 92, -0.8),
    (Look::Lofi, 79, 1.2),
    (Look::Cobalt, 95, -1.3),
    (Look::Night, 84, 0.7),
];

/// The frames, and the names under them.
pub fn look_picker(editor: BriefEditor) -> AnyView {
    let current = editor.memo(Brief::shown_look);
    // Rendered one after the other, after the page itself: first the stylesheet, then the miniature.
    let drawn_count = RwSignal::new(0_usize);
    Effect::new(move |_| {
        let look = current.get();
        load_stylesheet(editor, look);
    });
    Effect::new(move |_| {
        let index = drawn_count.get();
        if let Some((look, ..)) = FRAMES.get(index) {
            let look = *look;
            dom::after(if index == 0 { 500 } else { 60 }, move || {
                load_stylesheet(editor, look);
                drawn_count.set(index + 1);
            });
        }
    });
    let button = move |(index, (look, height, tilt)): (usize, (Look, u32, f32))| {
        let selected = move || current.get() == look;
        let ready = Memo::new(move |_| drawn_count.get() > index);
        let background = look.first_palette().entry().bg;
        view! {
            <button type="button" class="brief-look" role="radio" aria-checked=move || selected().to_string() tabindex=move || if selected() { "0" } else { "-1" } id=format!("look-{look}") title=look.entry().note style=format!("--tall:{height}px;--lean:{tilt}deg;--ground:{background}") on:click=move |_| choose(editor, look)>
                <span class="ui-frame" aria-hidden="true"><span class="brief-mini">{move || ready.get().then(|| miniature(look))}</span></span>
                <span class="brief-look-name">{look.label()}</span>
            </button>
        }
    };
    view! {
        <div class="brief-looks" role="radiogroup" aria-label="Look" on:keydown=move |event| arrow_keys(editor, current.get_untracked(), &event)>
            {FRAMES.into_iter().enumerate().map(button).collect_view()}
            <span class="ui-shelf mini" aria-hidden="true"></span>
        </div>
    }
    .into_any()
}

/// Loads the stylesheet of a look, once.
pub fn load_stylesheet(editor: BriefEditor, look: Look) {
    let href = editor.start.with_value(|start| start.stylesheet(look).map(str::to_owned));
    if let Some(href) = href {
        dom::load_stylesheet(&href);
    }
}

fn miniature(look: Look) -> AnyView {
    let (draft, facts) = sample_page::page(look);
    let page =
        page_view(&draft, &RenderContext { facts: Arc::new(facts), miniature: true, ..RenderContext::default() });
    view! { {look::filters(look)} {look::seal_symbol(&draft)} {page} }.into_any()
}

fn choose(editor: BriefEditor, look: Look) {
    editor.edit(|brief| {
        brief.look = Some(look);
        brief.theme = None;
    });
    editor.announce(&format!("Drawn in {}", look.label()));
}

fn arrow_keys(editor: BriefEditor, current: Look, event: &web_sys::KeyboardEvent) {
    let index = FRAMES.iter().position(|(look, ..)| *look == current).unwrap_or_default();
    let Some(to) = dom::arrow_key_choice(event, index, FRAMES.len()) else { return };
    event.prevent_default();
    if let Some((look, ..)) = FRAMES.get(to) {
        choose(editor, *look);
        dom::focus(format!("look-{look}"));
    }
}
