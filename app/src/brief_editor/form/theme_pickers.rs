//! Type, Pictures and Backdrop: each choice drawn as what it means.

use leptos::prelude::*;
use mantel_model::ImageUrl;
use mantel_model::brief::{Backdrop, Brief};
use mantel_model::theme::{Font, Photos};

use crate::brief_editor::state::Work;
use crate::components::{dom, icon};

/// The three, in a row; one stands open at a time.
pub fn row(work: Work) -> AnyView {
    let open = RwSignal::new(None::<&'static str>);
    let font = work.part(|it| it.font.unwrap_or(Font::Look).label());
    let photos = work.part(|it| it.photos.unwrap_or(Photos::Natural).label());
    let backdrop = work.part(|it| backdrop_name(&it.backdrop));
    let close = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape"
            && let Some(id) = open.get_untracked()
        {
            event.stop_propagation();
            open.set(None);
            dom::focus(id);
        }
    };
    view! {
        <div class="n-pickers" on:keydown=close>
            {button(open, "type", "Type", move || if font.get() == Font::Look.label() { "the look’s".to_owned() } else { font.get().to_owned() })}
            {button(open, "pictures", "Pictures", move || photos.get().to_owned())}
            {button(open, "backdrop", "Backdrop", move || backdrop.get().to_owned())}
            {move || open.get().map(|it| view! { <div class="n-choices" id="choices">{match it { "type" => fonts(work), "pictures" => pictures(work), _ => backdrops(work) }}</div> })}
        </div>
    }
    .into_any()
}

fn button(
    open: RwSignal<Option<&'static str>>,
    id: &'static str,
    label: &'static str,
    value: impl Fn() -> String + Send + Sync + 'static,
) -> AnyView {
    let is = move || open.get() == Some(id);
    let turn = move |_| {
        open.update(|open| *open = if *open == Some(id) { None } else { Some(id) });
        dom::reveal("choices");
    };
    view! { <button type="button" class="n-picker" id=id aria-expanded=move || is().to_string() aria-controls="choices" on:click=turn><span>{label}": "{value}</span>{icon::stroke(icon::CHEVRON)}</button> }.into_any()
}

/// Radios in a row, each with its own drawing.
fn choices<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    now: Memo<T>,
    all: Vec<(T, &'static str, &'static str, AnyView)>,
    set: impl Fn(T) + Copy + Send + Sync + 'static,
) -> AnyView {
    let one = move |(it, wire, label, drawing): (T, &'static str, &'static str, AnyView)| {
        view! { <label class=format!("n-choice {name}-{wire}")><input type="radio" name=name value=wire checked=now.get_untracked() == it prop:checked=move || now.get() == it on:change=move |_| set(it)/>{drawing}<span class="n-choice-name">{label}</span></label> }
    };
    view! { <fieldset class=format!("n-set {name}")><legend class="m-hidden">{name}</legend>{all.into_iter().map(one).collect_view()}</fieldset> }.into_any()
}

fn fonts(work: Work) -> AnyView {
    let now = work.part(|it| it.font.unwrap_or(Font::Look));
    let name = work.held.with_untracked(|it| crate::components::tile_label::shorten(&it.brief.name, 16));
    let name = if name.is_empty() { "Mantel".to_owned() } else { name };
    let all = Font::ALL.iter().map(|font| {
        (
            *font,
            font.as_str(),
            font.label(),
            view! { <span class="n-face-of" aria-hidden="true">{name.clone()}</span> }.into_any(),
        )
    });
    choices("type", now, all.collect(), move |font| work.edit(|it| it.font = Some(font).filter(|it| *it != Font::Look)))
}

fn pictures(work: Work) -> AnyView {
    let now = work.part(|it| it.photos.unwrap_or(Photos::Natural));
    let all = Photos::ALL.iter().map(|it| {
        let drawing = view! { <span class="n-print" aria-hidden="true"><img src="/samples/cat-face.avif" alt="" width="96" height="72" loading="lazy"/></span> };
        (*it, it.as_str(), it.label(), drawing.into_any())
    });
    choices("pictures", now, all.collect(), move |photos| {
        work.edit(|it| it.photos = Some(photos).filter(|it| *it != Photos::Natural))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    Scene,
    Solid,
    Dots,
    Grid,
    Picture,
}

fn ground(backdrop: &Backdrop) -> Ground {
    match backdrop {
        Backdrop::Scene => Ground::Scene,
        Backdrop::Solid => Ground::Solid,
        Backdrop::Dots => Ground::Dots,
        Backdrop::Grid => Ground::Grid,
        Backdrop::Picture(_) => Ground::Picture,
    }
}

fn backdrop_name(backdrop: &Backdrop) -> &'static str {
    match ground(backdrop) {
        Ground::Scene => "Scene",
        Ground::Solid => "Solid",
        Ground::Dots => "Dots",
        Ground::Grid => "Lines",
        Ground::Picture => "Picture",
    }
}

fn backdrops(work: Work) -> AnyView {
    let now = work.part(|it| ground(&it.backdrop));
    let address =
        work.part(|it| if let Backdrop::Picture(image) = &it.backdrop { image.to_string() } else { String::new() });
    let problem = RwSignal::new(None::<String>);
    let colors = work.part(colors);
    let drawing = || view! { <span class="n-swatch" aria-hidden="true" style=move || colors.get()></span> }.into_any();
    let all = vec![
        (Ground::Scene, "scene", "Scene", drawing()),
        (Ground::Solid, "solid", "Solid", drawing()),
        (Ground::Dots, "dots", "Dots", drawing()),
        (Ground::Grid, "grid", "Lines", drawing()),
    ];
    let set = move |ground: Ground| {
        work.edit(|it| {
            it.backdrop = match ground {
                Ground::Solid => Backdrop::Solid,
                Ground::Dots => Backdrop::Dots,
                Ground::Grid => Backdrop::Grid,
                Ground::Scene | Ground::Picture => Backdrop::Scene,
            }
        });
    };
    let picture = move |words: String| match ImageUrl::parse(words.trim()) {
        _ if words.trim().is_empty() => problem.set(None),
        Ok(image) => {
            problem.set(None);
            work.edit(|it| it.backdrop = Backdrop::Picture(image));
        }
        Err(sentence) => problem.set(Some(crate::components::tile_label::sentence(&sentence))),
    };
    view! {
        {choices("backdrop", now, all, set)}
        <p class="n-backdrop-at">
            <label class="m-label" for="backdrop-at">"Or the address of a picture"</label>
            <input class="m-field dense" id="backdrop-at" inputmode="url" autocomplete="off" spellcheck="false" placeholder="https://" value=address.get_untracked() aria-describedby="backdrop-says" on:change=move |event| picture(event_target_value(&event))/>
            <span class="m-warn n-says" id="backdrop-says" aria-live="polite">{move || problem.get()}</span>
        </p>
    }
    .into_any()
}

/// The palette's ground and ink, for the swatches.
fn colors(brief: &Brief) -> String {
    let entry = brief.shown_palette().entry();
    format!("--bg:{};--ink:{};--accent:{};--surface:{}", entry.bg, entry.ink, entry.accent, entry.surface)
}
