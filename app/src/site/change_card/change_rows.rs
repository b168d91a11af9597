//! The changes of a card in rows: cuts, words, and what takes each back.

use leptos::prelude::*;
use mantel_model::api::{FieldChange, TileChange};
use mantel_model::plain_text::changes::fields::change_text;
use mantel_model::plain_text::changes::{about_tile, compared, is_prose, moved_text, number_word, tile_name};
use mantel_model::{Draft, Tile};

use super::cuts::{self, ROW_BOX};
use super::{ChangeCard, Occasion};
use crate::components::text_diff;

/// Rows shown; the editor shows the rest.
const SHOWN: usize = 4;
/// Fields told of one row.
const FIELDS: usize = 6;

/// A row.
#[derive(Clone, Copy)]
pub(super) enum Row<'a> {
    Profile,
    Theme,
    Added(&'a Tile),
    Changed(&'a TileChange),
    Moved,
    Removed(&'a Tile),
}

/// All rows, in the order of the publish dialog.
pub(super) fn all(card: &ChangeCard) -> Vec<Row<'_>> {
    let changes = &card.changes;
    let mut rows = Vec::new();
    rows.extend((!changes.profile.is_empty()).then_some(Row::Profile));
    rows.extend((!changes.theme.is_empty()).then_some(Row::Theme));
    rows.extend(changes.added.iter().map(Row::Added));
    rows.extend(changes.changed.iter().map(Row::Changed));
    rows.extend((!changes.moved.is_empty()).then_some(Row::Moved));
    rows.extend(changes.removed.iter().map(Row::Removed));
    rows
}

/// The first rows, and how many more there are.
pub(super) fn view(card: &ChangeCard) -> AnyView {
    let rows = all(card);
    let more = rows.len().saturating_sub(SHOWN);
    let revert_calls = card.revert_calls.iter().map(String::as_str).chain(std::iter::repeat(""));
    let shown =
        rows.iter().zip(revert_calls).take(SHOWN).map(|(row, calls)| view_row(card, *row, calls)).collect_view();
    let more = (more > 0).then(|| {
        view! { <p class="card-more"><a class="ui-link" href="/edit">{format!("and {} more", number_word(more))}</a></p> }
    });
    view! { <ol class="card-rows">{shown}</ol>{more} }.into_any()
}

fn view_row(card: &ChangeCard, row: Row<'_>, calls: &str) -> AnyView {
    let before = card.draft_before();
    let after = &card.after.draft;
    let (name, words) = match row {
        Row::Profile => ("Profile".to_owned(), fields(&card.changes.profile)),
        Row::Theme => ("Look".to_owned(), fields(&card.changes.theme)),
        Row::Added(tile) => (tile_name(after, tile), about("Added", tile)),
        Row::Removed(tile) => (tile_name(before, tile), about("Removed", tile)),
        Row::Changed(change) => (changed_name(after, change), fields(&change.fields())),
        Row::Moved => (moved_text(&card.changes.moved, before, after), ().into_any()),
    };
    let label = if matches!(row, Row::Added(_)) { "Take out" } else { "Put back" };
    let act = (!calls.is_empty() && card.occasion == Occasion::Requested).then(|| {
        view! { <button type="button" class="ui-link" data-calls=calls.to_owned() aria-label=format!("{label}: {name}")>{label}</button> }
    });
    let cuts = cuts::of_row(card, row, ROW_BOX);
    view! { <li class="card-row">{cuts}<div class="card-words"><p class="card-name" dir="auto">{name.clone()}</p>{words}</div>{act}</li> }.into_any()
}

fn about(verb: &str, tile: &Tile) -> AnyView {
    view! { <p class="ui-muted">{format!("{verb}. {}", about_tile(tile))}</p> }.into_any()
}

/// The type of a tile whose own words changed, which are told beside it; otherwise its name.
fn changed_name(after: &Draft, change: &TileChange) -> String {
    let of_words = change.fields().iter().any(|field| matches!(field.field.as_str(), "text" | "title"));
    if of_words { change.after.kind.name().label().to_owned() } else { tile_name(after, &change.after) }
}

fn fields(changes: &[FieldChange]) -> AnyView {
    let told = changes.iter().take(FIELDS).map(|change| {
        if is_prose(&change.field) {
            view! { <p class="card-diff" dir="auto">{text_diff::view(compared(change))}</p> }.into_any()
        } else {
            view! { <p>{change_text(&change.field, change.before.as_ref(), change.after.as_ref())}</p> }.into_any()
        }
    });
    let more = changes.len().saturating_sub(FIELDS);
    let more = (more > 0).then(|| view! { <p class="ui-muted">{format!("and {} more", number_word(more))}</p> });
    view! { {told.collect_view()} {more} }.into_any()
}
