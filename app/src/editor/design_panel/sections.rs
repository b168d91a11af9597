//! The collapsible rows: each shows its value; one is open at a time.

use leptos::prelude::*;
use mantel_model::Edit;
use mantel_model::theme::{Align, Effect as Hover, Font, Photos, Radius, Theme, TileStyle};
use serde_json::json;

use super::theme_choices::{ThemeChoice, avatar_shapes, chips, offered, pairs};
use super::theme_edit::{field_patch, theme};
use super::{accent, background};
use crate::components::controls::Switch;
use crate::components::radio::{RadioGroup, RadioOption};
use crate::components::{dom, icon};
use crate::editor::state::editor::Editor;

/// A row: its name, the value that it shows, and its contents.
type SectionRow = (&'static str, fn(&Theme) -> String, fn(Editor) -> AnyView);

const ROWS: [SectionRow; 6] = [
    ("Accent", accent::value, accent::body),
    ("Type", |it| own_choices(&[it.font.label()], "From the look"), fonts),
    (
        "Tiles",
        |it| {
            own_choices(
                &[it.radius.label(), it.tile_style.label(), it.align.label(), it.effect.label()],
                "From the look",
            )
        },
        tiles,
    ),
    ("Pictures", |it| own_choices(&[it.photos.label(), it.avatar.label()], "From the look"), pictures),
    ("Background", background::value, background::body),
    ("Motion", moving, motion),
];

/// All rows.
pub fn rows(editor: Editor) -> AnyView {
    let open = RwSignal::new(None::<&'static str>);
    let one = move |(name, value, body): SectionRow| {
        let value = theme(editor, value);
        let is = Memo::new(move |_| open.get() == Some(name));
        let id = format!("row-{}", name.to_lowercase());
        let within = format!("in-{id}");
        let shown = within.clone();
        let turn = move |_| {
            open.set(if is.get_untracked() { None } else { Some(name) });
            dom::reveal(shown.clone());
        };
        let (within, of, back) = (StoredValue::new(within), StoredValue::new(id.clone()), id.clone());
        let close = move |event: web_sys::KeyboardEvent| {
            if event.key() == "Escape" {
                event.stop_propagation();
                open.set(None);
                dom::focus(back.clone());
            }
        };
        view! {
            <div class="editor-section" class:open=move || is.get()>
                <button type="button" class="editor-section-toggle" id=id aria-expanded=move || is.get().to_string() aria-controls=within.get_value() on:click=turn>
                    <span>{name}</span><span class="editor-section-value">{value}</span>{icon::stroke(icon::CHEVRON)}
                </button>
                {move || is.get().then(|| view! { <div class="editor-section-body" id=within.get_value() role="group" aria-labelledby=of.get_value() on:keydown=close.clone()>{body(editor)}</div> })}
            </div>
        }
    };
    view! { <div class="editor-sections">{ROWS.into_iter().map(one).collect_view()}</div> }.into_any()
}

/// The choices that override the look, or `none` if there are none.
fn own_choices(all: &[&'static str], none: &str) -> String {
    let own: Vec<&str> = all.iter().copied().filter(|item| *item != Font::Look.label()).collect();
    if own.is_empty() { none.to_owned() } else { own.join(", ") }
}

fn fonts(editor: Editor) -> AnyView {
    let word = |name: &str| name.split_whitespace().next().unwrap_or("Mantel").chars().take(10).collect::<String>();
    let name = editor.draft.with_untracked(|draft| word(&draft.profile.name));
    let all = theme(editor, |theme| offered::<Font>(theme, "font", theme.font.as_str()));
    let option = move |(wire, label)| {
        let drawing =
            view! { <span class=format!("editor-font editor-font-{wire}") aria-hidden="true">{name.clone()}</span> };
        RadioOption { wire, label, drawing: drawing.into_any() }
    };
    let choice = ThemeChoice {
        group: RadioGroup { name: "font", legend: "Type", shown: false },
        patch: |wire| json!({ "font": wire }),
    };
    let now = theme(editor, |theme| theme.font.as_str());
    (move || choice.drawn(editor, now, all.get().into_iter().map(option.clone()).collect())).into_any()
}

fn tiles(editor: Editor) -> AnyView {
    let radii = theme(editor, |theme| offered::<Radius>(theme, "radius", theme.radius.as_str()));
    let papers = theme(editor, |theme| offered::<TileStyle>(theme, "tileStyle", theme.tile_style.as_str()));
    let sides = theme(editor, |theme| offered::<Align>(theme, "align", theme.align.as_str()));
    view! {
        {move || chips(editor, "radius", "Corners", |wire| json!({ "radius": wire }), theme(editor, |theme| theme.radius.as_str()), radii.get())}
        {move || chips(editor, "tiles", "Paper", |wire| json!({ "tileStyle": wire }), theme(editor, |theme| theme.tile_style.as_str()), papers.get())}
        {move || chips(editor, "align", "Alignment", |wire| json!({ "align": wire }), theme(editor, |theme| theme.align.as_str()), sides.get())}
        {chips(editor, "effect", "Under the pointer", |wire| json!({ "effect": wire }), theme(editor, |theme| theme.effect.as_str()), pairs::<Hover>())}
    }
    .into_any()
}

fn pictures(editor: Editor) -> AnyView {
    let all = pairs::<Photos>().into_iter().map(|(wire, label)| {
        let drawing = view! { <span class=format!("editor-photo-style editor-photo-style-{wire}") aria-hidden="true"><img src="/samples/cat-face.avif" alt="" width="96" height="72" loading="lazy"/></span> };
        RadioOption { wire, label, drawing: drawing.into_any() }
    });
    let choice = ThemeChoice {
        group: RadioGroup { name: "photos", legend: "Photos", shown: true },
        patch: |wire| json!({ "photos": wire }),
    };
    view! {
        {choice.drawn(editor, theme(editor, |theme| theme.photos.as_str()), all.collect())}
        {avatar_shapes(editor, "Portrait")}
    }
    .into_any()
}

fn moving(theme: &Theme) -> String {
    let words = match (theme.motion, theme.ambient) {
        (true, true) => "On",
        (true, false) => "On, no ambience",
        (false, true) => "Off",
        (false, false) => "Off, no ambience",
    };
    words.to_owned()
}

fn motion(editor: Editor) -> AnyView {
    let ambient = theme(editor, |theme| theme.look().shows("ambient", "on") || !theme.ambient);
    let put = move |field: &'static str, name: &'static str| {
        Callback::new(move |on: bool| {
            let words = format!("Turned {name} {}", if on { "on" } else { "off" });
            editor.edit(Edit::Theme(field_patch(field, json!(on))), &words);
        })
    };
    view! {
        <Switch label="Motion" on=theme(editor, |theme| theme.motion) set=put("motion", "motion")/>
        <p class="editor-explanation">"Things rise and turn under the pointer, and come in one by one."</p>
        {move || ambient.get().then(|| view! {
            <Switch label="Ambience" on=theme(editor, |theme| theme.ambient) set=put("ambient", "ambience")/>
            <p class="editor-explanation">"What moves by itself behind the tiles: light, petals, stars. Never for visitors who ask for less motion."</p>
        })}
    }
    .into_any()
}
