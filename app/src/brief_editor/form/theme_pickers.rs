//! Type, Pictures and Backdrop: pickers that draw each choice.

use leptos::prelude::*;
use mantel_model::ImageUrl;
use mantel_model::brief::{Backdrop, Brief};
use mantel_model::theme::{Font, Photos};

use crate::brief_editor::state::BriefEditor;
use crate::components::{dom, icon, tile_label};

/// The three pickers in a row; one is open at a time.
pub fn theme_pickers(editor: BriefEditor) -> AnyView {
    let open = RwSignal::new(None::<&'static str>);
    let font = editor.memo(|brief| brief.font.unwrap_or(Font::Look).label());
    let photos = editor.memo(|brief| brief.photos.unwrap_or(Photos::Natural).label());
    let backdrop = editor.memo(|brief| backdrop_name(&brief.backdrop));
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
        <div class="brief-pickers" on:keydown=close>
            {button(open, "type", "Type", move || if font.get() == Font::Look.label() { "the look’s".to_owned() } else { font.get().to_owned() })}
            {button(open, "pictures", "Pictures", move || photos.get().to_owned())}
            {button(open, "backdrop", "Backdrop", move || backdrop.get().to_owned())}
            {move || open.get().map(|id| view! { <div class="brief-picker-panel" id="choices">{match id { "type" => fonts(editor), "pictures" => pictures(editor), _ => backdrops(editor) }}</div> })}
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
    let is_open = move || open.get() == Some(id);
    let toggle = move |_| {
        open.update(|open| *open = if *open == Some(id) { None } else { Some(id) });
        dom::reveal("choices");
    };
    view! { <button type="button" class="brief-picker" id=id aria-expanded=move || is_open().to_string() aria-controls="choices" on:click=toggle><span>{label}": "{value}</span>{icon::stroke(icon::CHEVRON)}</button> }.into_any()
}

/// Radio buttons in a row, each with its own drawing; `name` is theirs in the form, `legend` is read to people.
fn choices<T: Copy + PartialEq + Send + Sync + 'static>(
    (name, legend): (&'static str, &'static str),
    current: Memo<T>,
    all: Vec<(T, &'static str, &'static str, AnyView)>,
    set: impl Fn(T) + Copy + Send + Sync + 'static,
) -> AnyView {
    let radio = move |(choice, value, label, drawing): (T, &'static str, &'static str, AnyView)| {
        view! { <label class=format!("brief-option {name}-{value}")><input type="radio" name=name value=value checked=current.get_untracked() == choice prop:checked=move || current.get() == choice on:change=move |_| set(choice)/>{drawing}<span class="brief-option-label">{label}</span></label> }
    };
    view! { <fieldset class=format!("brief-options {name}")><legend class="ui-sr-only">{legend}</legend>{all.into_iter().map(radio).collect_view()}</fieldset> }.into_any()
}

fn fonts(editor: BriefEditor) -> AnyView {
    let current = editor.memo(|brief| brief.font.unwrap_or(Font::Look));
    let name = editor.state.with_untracked(|state| tile_label::shorten(&state.brief.name, 16));
    let name = if name.is_empty() { "Mantel".to_owned() } else { name };
    // Those that show in the look, and the one that is chosen.
    let offered = editor.memo(|brief| {
        let shows = |font: &Font| brief.font == Some(*font) || brief.shown_look().shows("font", font.as_str());
        Font::ALL.iter().copied().filter(shows).collect::<Vec<_>>()
    });
    let option = move |font: Font| {
        let drawing = view! { <span class="brief-font" aria-hidden="true">{name.clone()}</span> };
        (font, font.as_str(), font.label(), drawing.into_any())
    };
    let set = move |font| editor.edit(|brief| brief.font = Some(font).filter(|font| *font != Font::Look));
    let shown =
        move || choices(("type", "Type"), current, offered.get().into_iter().map(option.clone()).collect(), set);
    shown.into_any()
}

fn pictures(editor: BriefEditor) -> AnyView {
    let current = editor.memo(|brief| brief.photos.unwrap_or(Photos::Natural));
    let all = Photos::ALL.iter().map(|photos| {
        let drawing = view! { <span class="brief-photo-style" aria-hidden="true"><img src="/samples/cat-face.avif" alt="" width="96" height="72" loading="lazy"/></span> };
        (*photos, photos.as_str(), photos.label(), drawing.into_any())
    });
    choices(("pictures", "Pictures"), current, all.collect(), move |photos| {
        editor.edit(|brief| brief.photos = Some(photos).filter(|photos| *photos != Photos::Natural))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BackdropStyle {
    Scene,
    Solid,
    Dots,
    Grid,
    Picture,
}

fn backdrop_style(backdrop: &Backdrop) -> BackdropStyle {
    match backdrop {
        Backdrop::Scene => BackdropStyle::Scene,
        Backdrop::Solid => BackdropStyle::Solid,
        Backdrop::Dots => BackdropStyle::Dots,
        Backdrop::Grid => BackdropStyle::Grid,
        Backdrop::Picture(_) => BackdropStyle::Picture,
    }
}

fn backdrop_name(backdrop: &Backdrop) -> &'static str {
    match backdrop_style(backdrop) {
        BackdropStyle::Scene => "Scene",
        BackdropStyle::Solid => "Solid",
        BackdropStyle::Dots => "Dots",
        BackdropStyle::Grid => "Lines",
        BackdropStyle::Picture => "Picture",
    }
}

fn backdrops(editor: BriefEditor) -> AnyView {
    let current = editor.memo(|brief| backdrop_style(&brief.backdrop));
    let address = editor
        .memo(|brief| if let Backdrop::Picture(image) = &brief.backdrop { image.to_string() } else { String::new() });
    let problem = RwSignal::new(None::<String>);
    let swatch = editor.memo(swatch_style);
    let drawing =
        || view! { <span class="brief-backdrop" aria-hidden="true" style=move || swatch.get()></span> }.into_any();
    let all = vec![
        (BackdropStyle::Scene, "scene", "Scene", drawing()),
        (BackdropStyle::Solid, "solid", "Solid", drawing()),
        (BackdropStyle::Dots, "dots", "Dots", drawing()),
        (BackdropStyle::Grid, "grid", "Lines", drawing()),
    ];
    let set = move |style: BackdropStyle| {
        editor.edit(|brief| {
            brief.backdrop = match style {
                BackdropStyle::Solid => Backdrop::Solid,
                BackdropStyle::Dots => Backdrop::Dots,
                BackdropStyle::Grid => Backdrop::Grid,
                BackdropStyle::Scene | BackdropStyle::Picture => Backdrop::Scene,
            }
        });
    };
    let set_image = move |text: String| match ImageUrl::parse(text.trim()) {
        _ if text.trim().is_empty() => problem.set(None),
        Ok(image) => {
            problem.set(None);
            editor.edit(|brief| brief.backdrop = Backdrop::Picture(image));
        }
        Err(sentence) => problem.set(Some(tile_label::sentence(&sentence))),
    };
    view! {
        {choices(("backdrop", "Backdrop"), current, all, set)}
        <p class="brief-backdrop-address">
            <label class="ui-label" for="backdrop-at">"Or the address of a picture"</label>
            <input class="ui-field dense" id="backdrop-at" inputmode="url" autocomplete="off" spellcheck="false" placeholder="https://" value=address.get_untracked() aria-describedby="backdrop-says" on:change=move |event| set_image(event_target_value(&event))/>
            <span class="ui-warning brief-message" id="backdrop-says" aria-live="polite">{move || problem.get()}</span>
        </p>
    }
    .into_any()
}

/// The palette's colours, for the swatches.
fn swatch_style(brief: &Brief) -> String {
    let entry = brief.shown_palette().entry();
    format!("--bg:{};--ink:{};--accent:{};--surface:{}", entry.bg, entry.ink, entry.accent, entry.surface)
}
