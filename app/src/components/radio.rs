//! A set of choices of which one holds: real radios, so that arrows, names and states come from the browser.

use leptos::prelude::*;

/// One of a set: wire name, the name people read, and what it looks like.
pub struct RadioOption {
    /// As in JSON.
    pub wire: &'static str,
    /// As people read it.
    pub label: &'static str,
    /// What it looks like; empty where the name says it.
    pub drawing: AnyView,
}

impl RadioOption {
    /// A choice that its name describes.
    pub fn plain(wire: &'static str, label: &'static str) -> Self {
        Self { wire, label, drawing: ().into_any() }
    }
}

/// What a set of choices is called.
#[derive(Clone, Copy)]
pub struct RadioGroup {
    /// The group's name among the document's radios, and its class.
    pub name: &'static str,
    /// As people read it.
    pub legend: &'static str,
    /// Whether the legend is shown.
    pub shown: bool,
}

/// A set of choices; `choose` is given the wire name and the label of the chosen one.
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

/// Choices that their names describe, as chips under a legend.
pub fn chips(
    group: RadioGroup,
    now: Memo<&'static str>,
    options: Vec<(&'static str, &'static str)>,
    choose: Callback<(&'static str, &'static str)>,
) -> AnyView {
    let options = options.into_iter().map(|(wire, label)| RadioOption::plain(wire, label)).collect();
    view! { <div class="editor-chips">{set(group, now, options, choose)}</div> }.into_any()
}

/// A set whose choices are drawn, three or four in a row.
pub fn drawn(
    group: RadioGroup,
    now: Memo<&'static str>,
    options: Vec<RadioOption>,
    choose: Callback<(&'static str, &'static str)>,
) -> AnyView {
    view! { <div class="editor-option-tiles">{set(group, now, options, choose)}</div> }.into_any()
}
