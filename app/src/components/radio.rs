//! Choices of which one holds: real radios, so that arrows, names and states come from the browser.

use leptos::prelude::*;
use mantel_model::Edit;
use mantel_model::look::Palette;
use mantel_model::theme::Layout;
use serde_json::{Value, json};

use crate::editor::design_panel::theme;
use crate::editor::state::editor::Editor;

/// One of a set: wire name, the name people read, and what it looks like.
pub struct Pick {
    /// As in JSON.
    pub wire: &'static str,
    /// As people read it.
    pub label: &'static str,
    /// What it looks like; empty where the name says it.
    pub drawing: AnyView,
}

impl Pick {
    /// A choice that its name describes.
    pub fn plain(wire: &'static str, label: &'static str) -> Self {
        Self { wire, label, drawing: ().into_any() }
    }
}

/// What a set of choices is called, and what choosing one changes.
#[derive(Clone, Copy)]
pub struct Group {
    /// The group's name among the document's radios, and its class.
    pub name: &'static str,
    /// As people read it; also in the words of the turn.
    pub legend: &'static str,
    /// Whether the legend is shown.
    pub shown: bool,
    /// The patch of the theme.
    pub patch: fn(&'static str) -> Value,
}

/// A set of choices.
pub fn set(editor: Editor, set: Group, now: Memo<&'static str>, all: Vec<Pick>) -> AnyView {
    let one = move |pick: Pick| {
        let Pick { wire, label, drawing } = pick;
        let choose = move |_| {
            let words = format!("Changed {} to {label}", set.legend.to_lowercase());
            editor.edit(Edit::Theme((set.patch)(wire)), &words);
        };
        view! {
            <label class="e-choice">
                <input type="radio" name=set.name value=wire checked=now.get_untracked() == wire prop:checked=move || now.get() == wire on:change=choose/>
                {drawing}<span class="e-choice-name">{label}</span>
            </label>
        }
    };
    let legend = if set.shown { "e-legend" } else { "m-hidden" };
    view! { <fieldset class=format!("e-set s-{}", set.name)><legend class=legend>{set.legend}</legend>{all.into_iter().map(one).collect_view()}</fieldset> }.into_any()
}

/// Choices that their names describe, as chips under a legend.
pub fn chips(
    editor: Editor,
    name: &'static str,
    legend: &'static str,
    patch: fn(&'static str) -> Value,
    now: Memo<&'static str>,
    all: Vec<(&'static str, &'static str)>,
) -> AnyView {
    let all = all.into_iter().map(|(wire, label)| Pick::plain(wire, label)).collect();
    view! { <div class="e-chips">{set(editor, Group { name, legend, shown: true, patch }, now, all)}</div> }.into_any()
}

/// The look's four palettes, quartered in ground, accent, paper and ink.
pub fn palettes(editor: Editor) -> AnyView {
    let look = theme(editor, |it| it.look());
    let now = theme(editor, |it| it.palette.name());
    let one = |palette: Palette| {
        let it = palette.entry();
        let style = format!("--a:{};--b:{};--c:{};--d:{}", it.bg, it.accent, it.surface, it.ink);
        let drawing = view! { <span class="e-palette" style=style aria-hidden="true"></span> }.into_any();
        Pick { wire: it.name, label: it.label, drawing }
    };
    let its = Group { name: "palette", legend: "Palette", shown: false, patch: |it| json!({ "preset": it }) };
    (move || set(editor, its, now, look.get().palettes().map(one).collect())).into_any()
}

/// The three layouts, as small drawings.
pub fn layouts(editor: Editor) -> AnyView {
    let now = theme(editor, |it| it.layout.as_str());
    let one = |layout: Layout| {
        let shape = match layout {
            Layout::Bento => r#"<path d="M0 0h17v11H0zM19 0h11v5H19zM19 7h11v4H19zM0 13h8v7H0zM10 13h20v7H10z"/>"#,
            Layout::List => r#"<path d="M5 0h20v4H5zM5 5.500h20v4H5zM5 11h20v4H5zM5 16.500h20v4H5z"/>"#,
            Layout::Canvas => {
                r#"<path d="m1 3 9-2 1 8-9 2zM14 5l6-2 2 6-6 2zM22 1l8 1-1 7-8-1zM5 13l8-1 1 7-8 1zM17 13l7 1-1 6-7-1z"/>"#
            }
        };
        let drawing = view! { <svg viewBox="0 0 30 21" width="30" height="21" fill="currentColor" aria-hidden="true" inner_html=shape></svg> };
        Pick { wire: layout.as_str(), label: layout.label(), drawing: drawing.into_any() }
    };
    let its = Group { name: "layout", legend: "Layout", shown: false, patch: |it| json!({ "layout": it }) };
    set(editor, its, now, Layout::ALL.iter().copied().map(one).collect())
}

/// A set whose choices are drawn, three or four in a row.
pub fn tiles(editor: Editor, its: Group, now: Memo<&'static str>, all: Vec<Pick>) -> AnyView {
    view! { <div class="e-drawn">{set(editor, its, now, all)}</div> }.into_any()
}
