//! Both pages on the shelf; what changed is ringed on each. On a narrow card one of them, with a switch.

use leptos::prelude::*;
use mantel_model::TileId;

use super::{ChangeCard, DrawnPage};
use crate::render::context::RenderContext;
use crate::render::page::thumbnail;

/// The box of the page before, px.
const BEFORE: thumbnail::BoxSize = (206.0, 326.0);
/// The box of the page after, px.
const AFTER: thumbnail::BoxSize = (238.0, 384.0);

/// The pages. Hidden from screen readers: the rows tell what changed.
pub(super) fn view(card: &ChangeCard) -> AnyView {
    let changes = &card.changes;
    let changed = || changes.changed.iter().map(|tile| tile.id.clone());
    let on_before: Vec<_> = changed().chain(changes.removed.iter().map(|tile| tile.id.clone())).collect();
    let on_after: Vec<_> = changed().chain(changes.added.iter().map(|tile| tile.id.clone())).collect();
    let live = if matches!(card.occasion, super::Occasion::Requested) { "Live now" } else { "Before" };
    let before = card.before.as_ref().map(|before| page(before, "before", live, on_before, BEFORE));
    // Where everything is new, a ring around each tile would say nothing.
    let after = page(&card.after, "after", "After", if before.is_some() { on_after } else { Vec::new() }, AFTER);
    let switch = before.is_some().then(|| {
        view! {
            <input type="radio" name="card-side" id="card-before"/><label for="card-before">"Before"</label>
            <input type="radio" name="card-side" id="card-after" checked=true/><label for="card-after">"After"</label>
        }
    });
    view! { <div class="card-pages ui-wall">{switch}{before}{after}<span class="ui-shelf low" aria-hidden="true"></span></div> }.into_any()
}

fn page(page: &DrawnPage, side: &str, name: &'static str, ringed: Vec<TileId>, bounds: thumbnail::BoxSize) -> AnyView {
    let context = RenderContext { ringed, ..page.context.clone() };
    let drawn = thumbnail::of_page(&page.draft, &context, bounds);
    view! {
        <figure class=format!("card-page {side}") aria-hidden="true">
            <span class="ui-frame">{drawn}</span>
            <figcaption><b>{name}</b>{format!(", version {}", page.version)}</figcaption>
        </figure>
    }
    .into_any()
}
