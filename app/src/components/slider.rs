//! A slider, a switch and a colour field.

use leptos::prelude::*;
use mantel_model::HexColor;

/// What a slider changes: spec name, spec values, and how one is written.
#[derive(Clone, Copy)]
pub struct SliderSpec {
    /// The label.
    pub label: &'static str,
    /// Smallest and largest value, and what lies between two.
    pub range: (f64, f64, f64),
    /// The value as people read it.
    pub written: fn(f64) -> String,
}

/// A slider in a row with spec name and spec value.
pub fn slider(spec: SliderSpec, now: Memo<f64>, put: Callback<f64>, end: Callback<()>) -> AnyView {
    let id = format!("slide-{}", spec.label.to_lowercase());
    view! {
        <div class="editor-slider-row">
            <label class="editor-slider-label" for=id.clone()>{spec.label}</label>
            {input(id, spec, now, put, end)}
        </div>
    }
    .into_any()
}

/// The input itself, and spec value: `put` is called while it is dragged, `end` once it is released.
pub fn input(id: String, spec: SliderSpec, now: Memo<f64>, put: Callback<f64>, end: Callback<()>) -> AnyView {
    let (low, high, step) = spec.range;
    let part = move || format!("--part:{:.4}", (now.get() - low) / (high - low));
    let drawn = move |event| {
        if let Some(value) = mantel_model::number::read(&event_target_value(&event)) {
            put.run(value);
        }
    };
    view! {
        <input type="range" class="editor-slider" id=id min=low.to_string() max=high.to_string() step=step.to_string() prop:value=move || now.get().to_string() aria-valuetext=move || (spec.written)(now.get()) style=part on:input=drawn on:change=move |_| end.run(())/>
        <output class="editor-value mono" aria-hidden="true">{move || (spec.written)(now.get())}</output>
    }
    .into_any()
}

/// A switch with spec name beside it.
pub fn switch(label: &'static str, now: Memo<bool>, put: Callback<bool>) -> AnyView {
    view! { <button type="button" class="editor-toggle" role="switch" aria-checked=move || now.get().to_string() on:click=move |_| put.run(!now.get_untracked())><span>{label}</span><i aria-hidden="true"></i></button> }.into_any()
}

/// What a colour field is called, what it holds, and what stands in for it.
#[derive(Clone, Copy)]
pub struct ColorField {
    /// Part of spec ids.
    pub name: &'static str,
    /// The label.
    pub label: &'static str,
    /// The owner's colour.
    pub own: Memo<Option<HexColor>>,
    /// The colour that is drawn.
    pub shown: Memo<HexColor>,
    /// What puts the owner's away.
    pub clear: &'static str,
}

/// A colour: the system's own picker, live (which `put` is told), and six digits to type. What cannot be a colour stays, with
/// the reason.
pub fn color(spec: ColorField, put: Callback<(Option<HexColor>, bool)>, end: Callback<()>) -> AnyView {
    let problem = RwSignal::new(None::<String>);
    let (well, field, says) =
        (format!("{}-well", spec.name), format!("{}-hex", spec.name), format!("{}-says", spec.name));
    let live = move |event| {
        if let Ok(color) = HexColor::parse(&event_target_value(&event)) {
            put.run((Some(color), true));
        }
    };
    let typed = move |event| {
        let words = event_target_value(&event);
        let words = words.trim().trim_start_matches('#');
        match HexColor::parse(&format!("#{words}")) {
            Ok(color) => {
                problem.set(None);
                put.run((Some(color), false));
            }
            Err(_) => problem.set(Some("Six digits, like #9c3a34.".to_owned())),
        }
    };
    view! {
        <div class="editor-color-field">
            <input type="color" class="editor-color-input" id=well aria-label=format!("{}, pick a colour", spec.label) value=spec.shown.get_untracked().to_string() prop:value=move || spec.shown.get().to_string() on:input=live on:change=move |_| end.run(())/>
            <label class="ui-sr-only" for=field.clone()>{format!("{}, six digits", spec.label)}</label>
            <input class="ui-field dense editor-color-hex" id=field autocomplete="off" spellcheck="false" maxlength="7" value=spec.shown.get_untracked().to_string() prop:value=move || spec.shown.get().to_string() aria-invalid=move || problem.with(Option::is_some).to_string() aria-describedby=says.clone() on:change=typed/>
            {move || spec.own.get().map(|_| view! { <button type="button" class="ui-link" on:click=move |_| put.run((None, false))>{spec.clear}</button> })}
        </div>
        <p class="ui-warning editor-message" id=says aria-live="polite">{move || problem.get()}</p>
    }
    .into_any()
}
