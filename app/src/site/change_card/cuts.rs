//! Cuts: what changed, clipped out of the page before and after.

use leptos::prelude::*;

use super::change_rows::{Row, all};
use super::{ChangeCard, DrawnPage};
use crate::components::icon;
use crate::render::page::thumbnail::{self, BoxSize, MARGIN};

/// The box of a cut in a row, px.
pub(super) const ROW_BOX: BoxSize = (86.0, 86.0);
/// The box of a cut in the log of the agents page, px.
const LOG_BOX: BoxSize = (132.0, 88.0);

/// The cuts of the first change, for the log: before and after, or one of what was added or removed.
pub fn cuts(card: &ChangeCard) -> AnyView {
    let cuts = all(card).first().map(|row| of_row(card, *row, LOG_BOX));
    view! { {card.filters()} {cuts} }.into_any()
}

/// The cuts of a change.
pub(super) fn of_row(card: &ChangeCard, row: Row<'_>, bounds: BoxSize) -> AnyView {
    let tile = |page: &DrawnPage, id| thumbnail::of_tile(&page.draft, id, &page.context, bounds, MARGIN);
    let profile = |page: &DrawnPage| thumbnail::of_profile(&page.draft, &page.context, bounds);
    let page = |page: &DrawnPage| thumbnail::of_page(&page.draft, &page.context, bounds);
    let (before, after) = (card.before.as_ref(), &card.after);
    match row {
        Row::Added(added) => single("", tile(after, &added.id)),
        Row::Removed(removed) => single("gone", before.and_then(|before| tile(before, &removed.id))),
        Row::Changed(change) => pair(before.and_then(|before| tile(before, &change.id)), tile(after, &change.id)),
        Row::Profile => pair(before.map(profile), Some(profile(after))),
        Row::Theme => pair(before.map(page), Some(page(after))),
        Row::Moved => ().into_any(),
    }
}

fn single(class: &'static str, cut: Option<AnyView>) -> AnyView {
    view! { <span class=format!("card-cuts {class}")>{cut}</span> }.into_any()
}

fn pair(before: Option<AnyView>, after: Option<AnyView>) -> AnyView {
    let arrow =
        before.is_some().then(|| view! { <span class="card-arrow" aria-hidden="true">{icon::stroke(icon::TO)}</span> });
    view! { <span class="card-cuts">{before}{arrow}{after}</span> }.into_any()
}
