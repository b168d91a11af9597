//! A slider, a switch and a colour field.

use leptos::prelude::*;
use mantel_model::HexColor;

/// The label and the bounds of a slider.
#[derive(Clone, Copy)]
pub struct SliderSpec {
    /// The label.
    pub label: &'static str,
    /// Minimum, maximum and step.
    pub range: (f64, f64, f64),
    /// Formats the value for display.
    pub written: fn(f64) -> String,
}

/// A slider in a row with its label and its value.
#[component]
pub fn SliderRow(
    /// The label and the bounds.
    spec: SliderSpec,
    /// The value.
    #[prop(into)]
    value: Signal<f64>,
    /// Called with every value while the slider is dragged.
    set: Callback<f64>,
    /// Called when it is released.
    end: Callback<()>,
) -> impl IntoView {
    let id = format!("slide-{}", spec.label.to_lowercase());
    view! {
        <div class="editor-slider-row">
            <label class="editor-slider-label" for=id.clone()>{spec.label}</label>
            <Slider id spec value set end/>
        </div>
    }
}

/// The slider and its value, without a label: that is the caller's.
#[component]
pub fn Slider(
    /// The id of the input, for its label.
    id: String,
    /// The label and the bounds.
    spec: SliderSpec,
    /// The value.
    #[prop(into)]
    value: Signal<f64>,
    /// Called with every value while the slider is dragged.
    set: Callback<f64>,
    /// Called when it is released.
    end: Callback<()>,
) -> impl IntoView {
    let (low, high, step) = spec.range;
    let filled = move || format!("--part:{:.4}", (value.get() - low) / (high - low));
    let dragged = move |event| {
        if let Some(value) = mantel_model::number::read(&event_target_value(&event)) {
            set.run(value);
        }
    };
    view! {
        <input type="range" class="editor-slider" id=id min=low.to_string() max=high.to_string() step=step.to_string() prop:value=move || value.get().to_string() aria-valuetext=move || (spec.written)(value.get()) style=filled on:input=dragged on:change=move |_| end.run(())/>
        <output class="editor-value mono" aria-hidden="true">{move || (spec.written)(value.get())}</output>
    }
}

/// A switch with its label.
#[component]
pub fn Switch(
    /// The label.
    label: &'static str,
    /// Whether it is on.
    #[prop(into)]
    on: Signal<bool>,
    /// Called with the new state.
    set: Callback<bool>,
) -> impl IntoView {
    view! { <button type="button" class="editor-toggle" role="switch" aria-checked=move || on.get().to_string() on:click=move |_| set.run(!on.get_untracked())><span>{label}</span><i aria-hidden="true"></i></button> }
}

/// A colour field: the system's colour picker and a hex input. Invalid input stays in the field, with the reason.
#[component]
pub fn ColorField(
    /// Prefix of the element ids.
    name: &'static str,
    /// The label.
    label: &'static str,
    /// The owner's colour; `None` while the palette's applies.
    own: Memo<Option<HexColor>>,
    /// The colour in effect.
    shown: Memo<HexColor>,
    /// Called with the new colour (`None` for the palette's) and whether the picker is still open.
    set: Callback<(Option<HexColor>, bool)>,
    /// Called when the picker is closed.
    end: Callback<()>,
) -> impl IntoView {
    let problem = RwSignal::new(None::<String>);
    let (picker, digits, message) = (format!("{name}-well"), format!("{name}-hex"), format!("{name}-says"));
    let picked = move |event| {
        if let Ok(color) = HexColor::parse(&event_target_value(&event)) {
            set.run((Some(color), true));
        }
    };
    let typed = move |event| {
        let text = event_target_value(&event);
        match HexColor::parse(&format!("#{}", text.trim().trim_start_matches('#'))) {
            Ok(color) => {
                problem.set(None);
                set.run((Some(color), false));
            }
            Err(_) => problem.set(Some("Six digits, like #9c3a34.".to_owned())),
        }
    };
    view! {
        <div class="editor-color-field">
            <input type="color" class="editor-color-input" id=picker aria-label=format!("{label}, pick a colour") value=shown.get_untracked().to_string() prop:value=move || shown.get().to_string() on:input=picked on:change=move |_| end.run(())/>
            <label class="ui-sr-only" for=digits.clone()>{format!("{label}, six digits")}</label>
            <input class="ui-field dense editor-color-hex" id=digits autocomplete="off" spellcheck="false" maxlength="7" value=shown.get_untracked().to_string() prop:value=move || shown.get().to_string() aria-invalid=move || problem.with(Option::is_some).to_string() aria-describedby=message.clone() on:change=typed/>
            {move || own.get().map(|_| view! { <button type="button" class="ui-link" on:click=move |_| set.run((None, false))>"From the palette"</button> })}
        </div>
        <p class="ui-warning editor-message" id=message aria-live="polite">{move || problem.get()}</p>
    }
}
