//! Draws the page in the terminal: profile, look, tiles and whether it is live.

use std::collections::HashMap;

use mantel_model::api::PageView;
use mantel_model::facts::Facts;
use mantel_model::layout::in_social_group;
use mantel_model::theme::{BackgroundStyle, Layout};
use mantel_model::{Draft, Theme, Tile, TileId};
use unicode_width::UnicodeWidthStr as _;

use super::char_grid::{cut, wrap};
use super::drawing;
use super::style::{Styler, clean};

/// A page with its address and state.
pub fn page(view: &PageView, width: usize, styler: &Styler) -> String {
    let (draft, facts) = view.draft.clone().split_facts();
    let mut out = between(&styler.bold(&name(&draft)), &name(&draft), &styler.dim(&clean(&view.url)), &view.url, width);
    out.push('\n');
    out.push_str(&self::draft(&draft, &facts, width, styler));
    out.push_str(&state(view, styler));
    out
}

/// A draft: everything below the name.
pub fn draft(draft: &Draft, facts: &HashMap<TileId, Facts>, width: usize, styler: &Styler) -> String {
    let mut out = String::new();
    let profile = &draft.profile;
    for line in profile.bio.iter().flat_map(|bio| wrap(&clean(bio), width, 4)) {
        out.push_str(&format!("{line}\n"));
    }
    if let Some(place) = &profile.location {
        out.push_str(&format!("{}\n", styler.dim(&clean(place))));
    }
    out.push_str(&socials(draft, width, styler));
    out.push_str(&format!("\n{}\n\n", look(&draft.theme, styler)));
    out.push_str(&drawing::tiles(draft, facts, width, styler));
    out
}

fn name(draft: &Draft) -> String {
    let name = clean(&draft.profile.name);
    if name.trim().is_empty() { "(no name yet)".to_owned() } else { name }
}

/// Two texts at both ends of one line, or on two lines if they do not fit.
fn between(left: &str, left_plain: &str, right: &str, right_plain: &str, width: usize) -> String {
    let used = left_plain.width() + right_plain.width();
    if used + 2 > width { format!("{left}\n{right}") } else { format!("{left}{}{right}", " ".repeat(width - used)) }
}

/// The social tiles under the name, which take no place of their own.
fn socials(draft: &Draft, width: usize, styler: &Styler) -> String {
    let canvas = draft.theme.layout == Layout::Canvas;
    let line = |tile: &Tile| format!("{}\n", super::tile::line(tile, None, width, styler));
    let lines: String = draft.tiles.iter().filter(|tile| in_social_group(tile, canvas)).map(line).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// The look in one line; values left at the look's default are omitted.
pub fn look(theme: &Theme, styler: &Styler) -> String {
    let palette = theme.palette.entry();
    let swatches: String = [palette.bg, palette.surface, palette.ink, theme.accent.unwrap_or(palette.accent)]
        .into_iter()
        .map(|color| styler.swatch(color))
        .collect();
    let mut words = vec![format!("{}, {}", theme.look(), theme.palette.name()), theme.layout.to_string()];
    words.extend(theme.accent.map(|accent| format!("accent {accent}")));
    let base = Theme::of(theme.look());
    let mut add_field = |name: &str, value: &str, same: bool| {
        if !same {
            words.push(format!("{name} {value}"));
        }
    };
    for field in Theme::CHOICES.iter().filter(|field| field.name != "layout") {
        let value = (field.value)(theme);
        add_field(field.word, value, value == (field.value)(&base));
    }
    for field in Theme::SWITCHES {
        add_field(field.word, "off", (field.value)(theme));
    }
    add_field("backdrop", theme.background.style.as_str(), theme.background.style == BackgroundStyle::Scene);
    let gap = if swatches.is_empty() { "" } else { "  " };
    format!("{swatches}{gap}{}", words.join(" · "))
}

/// Whether the page is live, and what to do next.
fn state(view: &PageView, styler: &Styler) -> String {
    let count = match view.draft.tiles.len() {
        1 => "1 tile".to_owned(),
        many => format!("{many} tiles"),
    };
    let live = match (&view.published, view.unpublished_changes) {
        (None, _) => styler.yellow("○ not published"),
        (Some(it), true) => format!(
            "{} {}",
            styler.green(&format!("● live: version {}", it.version)),
            styler.yellow("· unpublished changes")
        ),
        (Some(_), false) => styler.green("● live, nothing unpublished"),
    };
    format!("\n{live} {}\n", styler.dim(&cut(&format!("· version {} · {count}", view.version), 60)))
}
