//! The background behind the tiles: the look's scene, a colour, a pattern or a picture, with their options.

use leptos::prelude::*;
use mantel_model::theme::{BackgroundStyle, Theme};
use mantel_model::{Edit, HexColor, ImageUrl};
use serde_json::json;

use super::theme_choices;
use super::theme_choices::ThemeChoice;
use super::theme_edit::{background_patch, end_gesture, theme};
use crate::components::controls::{ColorField, SliderRow, SliderSpec, Switch};
use crate::components::radio::RadioGroup;
use crate::editor::image_chooser;
use crate::editor::image_chooser::ImageChooser;
use crate::editor::state::editor::Editor;

/// The value that the collapsed row shows.
pub fn value(theme: &Theme) -> String {
    let its = &theme.background;
    let color = its.color.map(|color| format!(", {color}")).unwrap_or_default();
    format!("{}{color}", its.style.label())
}

/// The contents of the expanded row.
pub fn body(editor: Editor) -> AnyView {
    let style = theme(editor, |theme| theme.background.style);
    let colors = theme(editor, |theme| {
        let its = theme.palette.entry();
        let ground = theme.background.color.unwrap_or(its.bg);
        let picture =
            theme.background.image.as_ref().map(|image| format!(";--picture:url(\"{image}\")")).unwrap_or_default();
        format!("--bg:{ground};--ink:{};--accent:{}{picture}", its.ink, theme.accent.unwrap_or(its.accent))
    });
    let name = theme(editor, |theme| theme.background.style.as_str());
    let grain = Callback::new(move |on: bool| {
        let words = if on { "Turned grain on" } else { "Turned grain off" };
        editor.edit(Edit::Theme(background_patch("grain", json!(on))), words);
    });
    let choice = ThemeChoice { group: RadioGroup { name: "ground", legend: "Background", shown: false }, patch };
    view! {
        <div style=move || colors.get()>{choice.drawn(editor, name, theme_choices::background_styles())}</div>
        {move || (style.get() == BackgroundStyle::Image).then(|| picture(editor))}
        <h3 class="editor-legend">"Page colour"</h3>
        {color(editor)}
        <Switch label="Grain" on=theme(editor, |theme| theme.background.grain) set=grain/>
    }
    .into_any()
}

fn patch(style: &'static str) -> serde_json::Value {
    background_patch("style", json!(style))
}

fn color(editor: Editor) -> AnyView {
    let own = theme(editor, |theme| theme.background.color);
    let shown = theme(editor, |theme| theme.background.color.unwrap_or(theme.palette.entry().bg));
    let put = Callback::new(move |(color, live): (Option<HexColor>, bool)| {
        let words = if color.is_some() { "Changed page colour" } else { "Took the palette's page colour" };
        editor.edit_in_gesture(
            Edit::Theme(background_patch("color", json!(color))),
            words,
            if live { "ground" } else { "" },
        );
    });
    view! { <ColorField name="ground" label="Page colour" own shown set=put end=end_gesture(editor)/> }.into_any()
}

fn picture(editor: Editor) -> AnyView {
    let image = theme(editor, |theme| theme.background.image.clone());
    let has = Memo::new(move |_| image.with(Option::is_some));
    let label = Signal::derive(move || if has.get() { "Replace" } else { "Choose a picture" });
    let chosen = ImageChooser::new("ground-file", label);
    let put = move |image: Option<ImageUrl>| {
        let words = if image.is_some() { "Changed background picture" } else { "Removed background picture" };
        editor.edit(Edit::Theme(background_patch("image", json!(image))), words);
    };
    let typed = move |event| {
        let words = event_target_value(&event);
        match ImageUrl::parse(words.trim()) {
            _ if words.trim().is_empty() => put(None),
            Ok(image) => {
                chosen.problem.set(None);
                put(Some(image));
            }
            Err(clause) => chosen.problem.set(Some(crate::components::tile_label::sentence(&clause))),
        }
    };
    let address = move || image.get().map(|item| item.to_string()).unwrap_or_default();
    let part = move |words: &'static str, field: &'static str| {
        Callback::new(move |value: f64| {
            editor.edit_in_gesture(Edit::Theme(background_patch(field, json!(value))), words, field);
        })
    };
    let dim = SliderSpec { label: "Dim", range: (0.0, 0.8, 0.05), written: |value| format!("{:.0}%", value * 100.0) };
    let blur = SliderSpec { label: "Blur", range: (0.0, 24.0, 1.0), written: |value| format!("{value:.0} px") };
    view! {
        <div class="editor-image-actions">
            {image_chooser::view(chosen, Callback::new(move |image| put(Some(image))))}
            {move || has.get().then(|| view! { <button type="button" class="ui-link" on:click=move |_| put(None)>"Remove"</button> })}
        </div>
        <p class="editor-image-address">
            <label class="ui-label" for="ground-at">"Or its address"</label>
            <input class="ui-field dense" id="ground-at" inputmode="url" autocomplete="off" spellcheck="false" placeholder="https://" value=address() prop:value=address aria-describedby="ground-at-says" on:change=typed/>
            <span class="ui-warning editor-message" id="ground-at-says" aria-live="polite">{move || chosen.problem.get()}</span>
        </p>
        {move || has.get().then(|| view! {
            <SliderRow spec=dim value=theme(editor, |theme| theme.background.dim.get()) set=part("Dimmed the background", "dim") end=end_gesture(editor)/>
            <SliderRow spec=blur value=theme(editor, |theme| theme.background.blur.get()) set=part("Blurred the background", "blur") end=end_gesture(editor)/>
        })}
    }
    .into_any()
}
