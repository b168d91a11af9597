//! Groups of native radio buttons, so that arrow keys, names and states come from the browser.

use leptos::prelude::*;

/// One option: wire name, label and drawing.
pub struct RadioOption {
    /// The value in JSON.
    pub wire: &'static str,
    /// The label that people read.
    pub label: &'static str,
    /// The drawing; empty where the label is enough.
    pub drawing: AnyView,
}

impl RadioOption {
    /// An option that its label describes.
    pub fn plain(wire: &'static str, label: &'static str) -> Self {
        Self { wire, label, drawing: ().into_any() }
    }
}

/// The names of a radio group.
#[derive(Clone, Copy)]
pub struct RadioGroup {
    /// The `name` of the radio buttons, and the class of the group.
    pub name: &'static str,
    /// The legend that people read.
    pub legend: &'static str,
    /// Whether the legend is shown.
    pub shown: bool,
}

/// A radio group; `choose` is called with the wire name and the label of the chosen option.
pub fn set(
    group: RadioGroup,
    now: Memo<&'static str>,
    options: Vec<RadioOption>,
    choose: Callback<(&'static str, &'static str)>,
) -> AnyView {
    let option = move |option: RadioOption| {
        let RadioOption { wire, label, drawing } = option;
        view! {
            <label class="editor-option">
                <input type="radio" name=group.name value=wire checked=now.get_untracked() == wire prop:checked=move || now.get() == wire on:change=move |_| choose.run((wire, label))/>
                {drawing}<span class="editor-option-label">{label}</span>
            </label>
        }
    };
    let legend = if group.shown { "editor-legend" } else { "ui-sr-only" };
    view! { <fieldset class=format!("editor-options editor-options-{}", group.name)><legend class=legend>{group.legend}</legend>{options.into_iter().map(option).collect_view()}</fieldset> }.into_any()
}

/// Options with labels only, as chips under a legend.
pub fn chips(
    group: RadioGroup,
    now: Memo<&'static str>,
    options: Vec<(&'static str, &'static str)>,
    choose: Callback<(&'static str, &'static str)>,
) -> AnyView {
    let options = options.into_iter().map(|(wire, label)| RadioOption::plain(wire, label)).collect();
    view! { <div class="editor-chips">{set(group, now, options, choose)}</div> }.into_any()
}

/// Options with drawings, three or four in a row.
pub fn drawn(
    group: RadioGroup,
    now: Memo<&'static str>,
    options: Vec<RadioOption>,
    choose: Callback<(&'static str, &'static str)>,
) -> AnyView {
    view! { <div class="editor-option-tiles">{set(group, now, options, choose)}</div> }.into_any()
}
