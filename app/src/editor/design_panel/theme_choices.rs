//! Choices of the theme, as radio groups: each choice is one edit.

use leptos::prelude::*;
use mantel_model::Edit;
use mantel_model::closed_set::ClosedSet;
use mantel_model::look::Palette;
use mantel_model::theme::{AvatarShape, BackgroundStyle, Layout, Theme, TileStyle};
use serde_json::{Value, json};

use super::theme_edit::theme;
use crate::components::radio;
use crate::components::radio::{RadioGroup, RadioOption};
use crate::editor::state::editor::Editor;

/// A radio group, and the patch of the theme that a choice makes.
#[derive(Clone, Copy)]
pub struct ThemeChoice {
    /// The radio group.
    pub group: RadioGroup,
    /// The patch, by the wire name of the choice.
    pub patch: fn(&'static str) -> Value,
}

impl ThemeChoice {
    /// The callback that makes the edit.
    fn choose(self, editor: Editor) -> Callback<(&'static str, &'static str)> {
        Callback::new(move |(wire, label): (&'static str, &'static str)| {
            let text = format!("Changed {} to {label}", self.group.legend.to_lowercase());
            editor.edit(Edit::Theme((self.patch)(wire)), &text);
        })
    }

    /// The radio group with the given options.
    pub fn set(self, editor: Editor, now: Memo<&'static str>, options: Vec<RadioOption>) -> AnyView {
        radio::set(self.group, now, options, self.choose(editor))
    }

    /// The same with drawings, three or four in a row.
    pub fn drawn(self, editor: Editor, now: Memo<&'static str>, options: Vec<RadioOption>) -> AnyView {
        radio::drawn(self.group, now, options, self.choose(editor))
    }
}

/// Options with labels only, as chips under a legend.
pub fn chips(
    editor: Editor,
    name: &'static str,
    legend: &'static str,
    patch: fn(&'static str) -> Value,
    now: Memo<&'static str>,
    options: Vec<(&'static str, &'static str)>,
) -> AnyView {
    let choice = ThemeChoice { group: RadioGroup { name, legend, shown: true }, patch };
    radio::chips(choice.group, now, options, choice.choose(editor))
}

/// The look's four palettes, each in quarters: ground, accent, paper, ink.
pub fn palettes(editor: Editor) -> AnyView {
    let look = theme(editor, |theme| theme.look());
    let now = theme(editor, |theme| theme.palette.name());
    let one = |palette: Palette| {
        let entry = palette.entry();
        let style = format!("--a:{};--b:{};--c:{};--d:{}", entry.bg, entry.accent, entry.surface, entry.ink);
        let drawing = view! { <span class="editor-palette" style=style aria-hidden="true"></span> }.into_any();
        RadioOption { wire: entry.name, label: entry.label, drawing }
    };
    let choice = ThemeChoice {
        group: RadioGroup { name: "palette", legend: "Palette", shown: false },
        patch: |wire| json!({ "preset": wire }),
    };
    (move || choice.set(editor, now, look.get().palettes().map(one).collect())).into_any()
}

/// The three layouts, as small drawings.
pub fn layouts(editor: Editor) -> AnyView {
    let now = theme(editor, |theme| theme.layout.as_str());
    let one = |layout: Layout| {
        let shape = match layout {
            Layout::Bento => r#"<path d="M0 0h17v11H0zM19 0h11v5H19zM19 7h11v4H19zM0 13h8v7H0zM10 13h20v7H10z"/>"#,
            Layout::List => r#"<path d="M5 0h20v4H5zM5 5.500h20v4H5zM5 11h20v4H5zM5 16.500h20v4H5z"/>"#,
            Layout::Canvas => {
                r#"<path d="m1 3 9-2 1 8-9 2zM14 5l6-2 2 6-6 2zM22 1l8 1-1 7-8-1zM5 13l8-1 1 7-8 1zM17 13l7 1-1 6-7-1z"/>"#
            }
        };
        let drawing = view! { <svg viewBox="0 0 30 21" width="30" height="21" fill="currentColor" aria-hidden="true" inner_html=shape></svg> };
        RadioOption { wire: layout.as_str(), label: layout.label(), drawing: drawing.into_any() }
    };
    let choice = ThemeChoice {
        group: RadioGroup { name: "layout", legend: "Layout", shown: false },
        patch: |wire| json!({ "layout": wire }),
    };
    choice.set(editor, now, Layout::ALL.iter().copied().map(one).collect())
}

/// A closed set as pairs of wire name and label.
pub fn pairs<T: ClosedSet>() -> Vec<(&'static str, &'static str)> {
    T::all().iter().map(|value| (value.wire(), value.shown())).collect()
}

/// The values of a field that show in the theme's look, and the one that is chosen.
pub fn offered<T: ClosedSet>(theme: &Theme, field: &str, chosen: &str) -> Vec<(&'static str, &'static str)> {
    let (look, picture) = (theme.look(), theme.background.style == BackgroundStyle::Image);
    // Glass is see-through only over a picture.
    let shows = |wire: &str| look.shows(field, wire) && (wire != TileStyle::Glass.as_str() || picture);
    pairs::<T>().into_iter().filter(|(wire, _)| *wire == chosen || shows(wire)).collect()
}

/// The shapes of the avatar, under a legend.
pub fn avatar_shapes(editor: Editor, legend: &'static str) -> AnyView {
    let now = theme(editor, |theme| theme.avatar.as_str());
    let shapes = theme(editor, |theme| offered::<AvatarShape>(theme, "avatar", theme.avatar.as_str()));
    (move || chips(editor, "avatar", legend, |wire| json!({ "avatar": wire }), now, shapes.get())).into_any()
}

/// The background styles, each drawn in the palette's colours.
pub fn background_styles() -> Vec<RadioOption> {
    let one = |(wire, label)| {
        let drawing =
            view! { <span class=format!("editor-backdrop editor-backdrop-{wire}") aria-hidden="true"></span> };
        RadioOption { wire, label, drawing: drawing.into_any() }
    };
    pairs::<BackgroundStyle>().into_iter().map(one).collect()
}
