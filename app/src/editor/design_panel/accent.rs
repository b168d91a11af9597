//! The accent: the palette's or the owner's own colour, with a warning where text in it is hard to read.

use leptos::prelude::*;
use mantel_model::theme::Theme;
use mantel_model::{Edit, HexColor, color_name, contrast};
use serde_json::json;

use super::theme_edit::{end_gesture, theme};
use crate::components::controls::ColorField;
use crate::editor::state::editor::Editor;

/// Colours that suit most palettes, offered besides those of the look.
const MORE: [u32; 6] = [0xb3_41_0f, 0xb0_1e_4a, 0x6a_3f_a0, 0x2b_4a_a8, 0x1d_6a_5e, 0x2e_2a_26];

/// The value that the collapsed row shows.
pub fn value(theme: &Theme) -> String {
    theme.accent.map_or_else(|| "From the palette".to_owned(), |accent| accent.to_string())
}

/// The contents of the expanded row.
pub fn body(editor: Editor) -> AnyView {
    let own = theme(editor, |theme| theme.accent);
    let shown = theme(editor, |theme| theme.accent.unwrap_or(theme.palette.entry().accent));
    let put = Callback::new(move |(color, live): (Option<HexColor>, bool)| {
        let words = if color.is_some() { "Changed accent" } else { "Took the palette's accent" };
        editor.edit_in_gesture(Edit::Theme(json!({ "accent": color })), words, if live { "accent" } else { "" });
    });
    let swatches = move || {
        let look = theme(editor, |theme| theme.look()).get();
        let its = look.palettes().map(|palette| palette.entry().accent);
        let more = MORE.iter().map(|color| {
            let [_, r, g, b] = color.to_be_bytes();
            HexColor::rgb(r, g, b)
        });
        let one = move |color: HexColor| {
            let label = format!("{}, {color}", color_name::name_of(color));
            view! { <button type="button" class="editor-swatch" style=format!("background:{color}") title=color.to_string() aria-label=label aria-pressed=move || (own.get() == Some(color)).to_string() on:click=move |_| put.run((Some(color), false))></button> }
        };
        its.chain(more).map(one).collect_view()
    };
    view! {
        <ColorField name="accent" label="Accent" own shown set=put end=end_gesture(editor)/>
        <div aria-live="polite">{move || warning(editor).map(|(words, at, to)| warn(words, at, to, move || put.run((Some(to), false))))}</div>
        <div class="editor-swatches" role="group" aria-label="Suggestions">{swatches}</div>
    }
    .into_any()
}

/// The warning about the owner's accent on the palette's surface, which also says that the page shows it moved: the
/// sentences, the surface, and the nearest readable colour.
fn warning(editor: Editor) -> Option<(String, HexColor, HexColor)> {
    theme(editor, |theme| {
        let (accent, paper) = (theme.accent?, theme.palette.entry().surface);
        let weak = contrast::weak(accent, paper)?;
        let (hue, on) = (color_name::name_of(accent), color_name::name_of(paper));
        let moved = if weak.darker { "Darkened" } else { "Lightened" };
        let words = format!(
            "This {hue} is hard to read on {on} ({:.1} to 1). {moved} a little so that it can be read.",
            (weak.ratio * 10.0).floor() / 10.0
        );
        Some((words, paper, weak.nearest))
    })
    .get()
}

fn warn(words: String, paper: HexColor, nearest: HexColor, take: impl Fn() + 'static) -> AnyView {
    view! {
        <div class="editor-contrast">
            <p class="ui-warning">{words}</p>
            <p class="editor-contrast-row">
                <span class="editor-contrast-current" style=format!("background:{paper}") aria-hidden="true">"Aa"</span>
                <span style=format!("background:{paper};color:{nearest}") aria-hidden="true">"Aa"</span>
                <button type="button" class="ui-link" on:click=move |_| take()>"Use the nearest that reads"</button>
            </p>
        </div>
    }
    .into_any()
}
