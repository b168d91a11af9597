//! A slider and a switch, as both legs and the inspectors use them.

use leptos::prelude::*;
use mantel_model::HexColor;

use super::super::editor::Editor;

/// What a slider changes: its name, its ends, and how its value is written.
#[derive(Clone, Copy)]
pub struct Slide {
    /// The label, and the gesture.
    pub label: &'static str,
    /// Smallest and largest value.
    pub range: (f64, f64),
    /// Between two values.
    pub step: f64,
    /// The value as people read it.
    pub written: fn(f64) -> String,
}

/// A slider that is live while it is drawn, and one turn from the first to the last.
pub fn slider(editor: Editor, its: Slide, now: Memo<f64>, put: impl Fn(f64) + Send + Sync + 'static) -> AnyView {
    let (low, high) = its.range;
    let id = format!("slide-{}", its.label.to_lowercase().replace(' ', "-"));
    let filled = move || format!("--filled:{:.1}%", (now.get() - low) / (high - low) * 100.0);
    let drawn = move |event| {
        if let Some(value) = mantel_model::number::read(&event_target_value(&event)) {
            put(value);
        }
    };
    view! {
        <div class="e-slide">
            <label class="e-slide-name" for=id.clone()>{its.label}</label>
            <input type="range" id=id min=low max=high step=its.step value=now.get_untracked() prop:value=move || now.get().to_string() aria-valuetext=move || (its.written)(now.get()) style=filled on:input=drawn on:change=move |_| editor.pause()/>
            <output class="e-slide-value" aria-hidden="true">{move || (its.written)(now.get())}</output>
        </div>
    }
    .into_any()
}

/// A switch with its name beside it.
pub fn switch(label: &'static str, now: Memo<bool>, put: impl Fn(bool) + Send + Sync + 'static) -> AnyView {
    view! { <button type="button" class="e-toggle" role="switch" aria-checked=move || now.get().to_string() on:click=move |_| put(!now.get_untracked())><span>{label}</span><i aria-hidden="true"></i></button> }.into_any()
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

/// A colour: the system's own picker, live, and six digits to type. What cannot be a colour stays, with the reason.
pub fn color(editor: Editor, its: Hue, put: impl Fn(Option<HexColor>, bool) + Copy + Send + Sync + 'static) -> AnyView {
    let problem = RwSignal::new(None::<String>);
    let (well, field, says) = (format!("{}-well", its.name), format!("{}-hex", its.name), format!("{}-says", its.name));
    let live = move |event| {
        if let Ok(color) = HexColor::parse(&event_target_value(&event)) {
            put(Some(color), true);
        }
    };
    let typed = move |event| {
        let words = event_target_value(&event);
        let words = words.trim().trim_start_matches('#');
        match HexColor::parse(&format!("#{words}")) {
            Ok(color) => {
                problem.set(None);
                put(Some(color), false);
            }
            Err(_) => problem.set(Some("Six digits, like #9c3a34.".to_owned())),
        }
    };
    view! {
        <div class="e-hue">
            <input type="color" class="e-well" id=well aria-label=format!("{}, pick a colour", its.label) value=its.shown.get_untracked().to_string() prop:value=move || its.shown.get().to_string() on:input=live on:change=move |_| editor.pause()/>
            <label class="m-hidden" for=field.clone()>{format!("{}, six digits", its.label)}</label>
            <input class="m-field dense e-hex" id=field autocomplete="off" spellcheck="false" maxlength="7" value=its.shown.get_untracked().to_string() prop:value=move || its.shown.get().to_string() aria-invalid=move || problem.with(Option::is_some).to_string() aria-describedby=says.clone() on:change=typed/>
            {move || its.own.get().map(|_| view! { <button type="button" class="m-words" on:click=move |_| put(None, false)>{its.clear}</button> })}
        </div>
        <p class="m-warn e-says" id=says aria-live="polite">{move || problem.get()}</p>
    }
    .into_any()
}

/// Whether a press falls on a button of its own.
pub fn is_button(event: &web_sys::Event) -> bool {
    crate::ui::browser::around(event, "button,a,input").is_some()
}
