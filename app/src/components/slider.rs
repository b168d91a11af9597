//! A slider and a switch, as both legs and the inspectors use them.

use leptos::prelude::*;
use mantel_model::HexColor;

use crate::editor::state::editor::Editor;

/// What a slider changes: its name, its values, and how one is written.
#[derive(Clone, Copy)]
pub struct Slide {
    /// The label.
    pub label: &'static str,
    /// Smallest and largest value, and what lies between two.
    pub range: (f64, f64, f64),
    /// The value as people read it.
    pub written: fn(f64) -> String,
}

/// A slider in a row with its name and its value.
pub fn slider(editor: Editor, its: Slide, now: Memo<f64>, put: Callback<f64>) -> AnyView {
    let id = format!("slide-{}", its.label.to_lowercase());
    view! {
        <div class="e-slide">
            <label class="e-slide-name" for=id.clone()>{its.label}</label>
            {slide(editor, id, its, now, put)}
        </div>
    }
    .into_any()
}

/// The slider itself, and its value: live while it is drawn, and one turn from the first to the last.
pub fn slide(editor: Editor, id: String, its: Slide, now: Memo<f64>, put: Callback<f64>) -> AnyView {
    let (low, high, step) = its.range;
    let part = move || format!("--part:{:.4}", (now.get() - low) / (high - low));
    let drawn = move |event| {
        if let Some(value) = mantel_model::number::read(&event_target_value(&event)) {
            put.run(value);
        }
    };
    view! {
        <input type="range" class="e-slider" id=id min=low.to_string() max=high.to_string() step=step.to_string() prop:value=move || now.get().to_string() aria-valuetext=move || (its.written)(now.get()) style=part on:input=drawn on:change=move |_| editor.pause()/>
        <output class="e-value mono" aria-hidden="true">{move || (its.written)(now.get())}</output>
    }
    .into_any()
}

/// A switch with its name beside it.
pub fn switch(label: &'static str, now: Memo<bool>, put: Callback<bool>) -> AnyView {
    view! { <button type="button" class="e-toggle" role="switch" aria-checked=move || now.get().to_string() on:click=move |_| put.run(!now.get_untracked())><span>{label}</span><i aria-hidden="true"></i></button> }.into_any()
}

/// What a colour field is called, what it holds, and what stands in for it.
#[derive(Clone, Copy)]
pub struct Hue {
    /// Part of its ids.
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
pub fn color(editor: Editor, its: Hue, put: Callback<(Option<HexColor>, bool)>) -> AnyView {
    let problem = RwSignal::new(None::<String>);
    let (well, field, says) = (format!("{}-well", its.name), format!("{}-hex", its.name), format!("{}-says", its.name));
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
        <div class="e-hue">
            <input type="color" class="e-well" id=well aria-label=format!("{}, pick a colour", its.label) value=its.shown.get_untracked().to_string() prop:value=move || its.shown.get().to_string() on:input=live on:change=move |_| editor.pause()/>
            <label class="m-hidden" for=field.clone()>{format!("{}, six digits", its.label)}</label>
            <input class="m-field dense e-hex" id=field autocomplete="off" spellcheck="false" maxlength="7" value=its.shown.get_untracked().to_string() prop:value=move || its.shown.get().to_string() aria-invalid=move || problem.with(Option::is_some).to_string() aria-describedby=says.clone() on:change=typed/>
            {move || its.own.get().map(|_| view! { <button type="button" class="m-words" on:click=move |_| put.run((None, false))>{its.clear}</button> })}
        </div>
        <p class="m-warn e-says" id=says aria-live="polite">{move || problem.get()}</p>
    }
    .into_any()
}

/// Whether a press falls on a button of its own.
pub fn is_button(event: &web_sys::Event) -> bool {
    super::dom::closest(event, "button,a,input").is_some()
}
