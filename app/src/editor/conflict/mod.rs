//! Conflicts, shown at the tile: the owner chooses between two concurrent changes, while everything else goes on
//! (screens, 2 "Conflict").

mod side;
mod word_diff;

use leptos::prelude::*;
use mantel_model::sync::{About, Choice, Conflict, Difference};
use mantel_model::tile::Kind;

use super::canvas::elements;
use super::canvas::popover_position::beside_tile;
use super::state::conflicts;
use crate::components::dom;
use crate::editor::state::editor::Editor;
use crate::editor::state::geometry::Frame;

/// Width of the card, px.
const WIDTH: f64 = 504.0;
/// The id of its heading.
const TITLE: &str = "conflict-title";
/// The id of the card.
const CARD: &str = "conflict";

/// The card of the open conflict; other conflicts wait behind it.
pub fn card(editor: Editor) -> AnyView {
    let conflict = Memo::new(move |_| editor.open_conflict());
    Effect::new(move |_| {
        if editor.conflict_reveals.get() > 0 {
            reveal(conflict.get_untracked());
        }
    });
    let shown = move || conflict.get().filter(|_| editor.viewed_version.get().is_none());
    // Drawn anew when either side changes, since the words that differ are marked in the markup itself.
    let key = |conflict: &Conflict| serde_json::to_string(conflict).unwrap_or_default();
    view! { <For each=shown key=key children=move |conflict| drawn(editor, conflict)/> }.into_any()
}

/// Scrolls the conflict into view and focuses the card; only on request.
fn reveal(conflict: Option<Conflict>) {
    if let Some(conflict) = conflict {
        if let Some(selection) = conflicts::subject(&conflict) {
            elements::reveal_centered(&selection);
        }
        dom::focus(TITLE);
        dom::reveal(CARD);
    }
}

fn drawn(editor: Editor, conflict: Conflict) -> AnyView {
    let card = NodeRef::<leptos::html::Section>::new();
    let about = conflicts::subject(&conflict);
    let place = Memo::new(move |_| {
        editor.layout_tick.track();
        // Until it is rendered, a typical height is assumed.
        let height = card.get().map_or(400.0, |card| f64::from(card.offset_height()));
        about.as_ref().and_then(elements::element).and_then(|element| card_style(&element, height))
    });
    let many = Memo::new(move |_| editor.draft_sync.with(|sync| sync.conflicts().len()));
    let pick = {
        let id = conflict.id;
        move |choice: Choice| {
            let more = many.get_untracked() > 1;
            editor.resolve_conflict(id, choice);
            editor.announce(if more { "Chosen. The next one is asked now." } else { "Chosen. Nothing else is open." });
            if more {
                editor.reveal_conflict();
            }
        }
    };
    let (mine, theirs) = side::sides(editor, &conflict, pick);
    if matches!(conflict.difference, Difference::Field { .. }) {
        Effect::new(move |_| {
            if let Some(card) = card.get() {
                word_diff::mark(&card);
            }
        });
    }
    let note = is_note(&conflict);
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            leave();
        }
    };
    view! {
        <section class="editor-conflict" id=CARD class:floating=move || place.get().is_none() style=move || place.get() role="dialog" aria-labelledby=TITLE node_ref=card on:keydown=escape>
            {move || (many.get() > 1).then(|| view! { <span class="editor-conflict-count">{format!("1 of {}", many.get())}</span> })}
            <h2 id=TITLE tabindex="-1">{heading(&conflict)}</h2>
            <div class="editor-conflict-sides">{theirs}{mine}</div>
            <p class="editor-conflict-footer">
                <span>"The other one stays in the history."</span>
                {note.then(|| view! { <button type="button" class="ui-link" on:click=move |_| pick(Choice::Both)>"Keep both as two notes"</button> })}
            </p>
        </section>
    }
    .into_any()
}

/// Beside the tile like the inspector card, within the visible part; for a tile out of view, where the card will be
/// once it is in view.
fn card_style(element: &web_sys::Element, height: f64) -> Option<String> {
    let tile = elements::frame_of(element)?;
    let page = element.closest(".editor-page").ok()??.get_bounding_client_rect();
    let stage = element.closest(".editor-stage").ok()??.get_bounding_client_rect();
    let seen =
        Frame { x: stage.left() - page.left(), y: stage.top() - page.top(), w: stage.width(), h: stage.height() };
    let position = beside_tile(Frame { y: nearest_view_top(tile, seen), ..seen }, tile, (WIDTH, height));
    Some(format!("left:{:.0}px;top:{:.0}px", position.x, position.y))
}

/// The top of the view once it has scrolled just far enough to show a tile, px.
fn nearest_view_top(tile: Frame, seen: Frame) -> f64 {
    seen.y.max(tile.y + tile.h - seen.h).min(tile.y)
}

/// Returns the focus to the toolbar's status.
fn leave() {
    let page = document().query_selector(".editor-status").ok().flatten();
    if let Some(page) = page {
        let _ = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(page).focus();
    }
}

fn is_note(conflict: &Conflict) -> bool {
    let note = conflict.tile.as_ref().is_some_and(|tile| matches!(tile.kind, Kind::Text(_)));
    note && matches!(&conflict.difference, Difference::Field { field, .. } if field == "text")
}

fn heading(conflict: &Conflict) -> String {
    let who = side::who(conflict);
    let what = match (&conflict.about, &conflict.tile) {
        (About::Tile(_), Some(tile)) => format!("this {}", tile.kind.name().label().to_lowercase()),
        (About::Tile(_), None) => "this tile".to_owned(),
        (About::Profile, _) => "your profile".to_owned(),
        (About::Theme, _) => "the look".to_owned(),
    };
    match conflict.difference {
        Difference::Field { .. } => format!("You and {who} both changed {what}"),
        Difference::Gone { .. } => format!("You changed {what}, {who} removed it"),
        Difference::Removing => format!("You removed {what}, {who} changed it"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, nearest_view_top};

    #[test]
    fn a_view_is_moved_as_little_as_shows_the_tile() {
        let seen = Frame { x: 0.0, y: 1000.0, w: 800.0, h: 800.0 };
        let at = |y: f64, h: f64| nearest_view_top(Frame { x: 0.0, y, w: 200.0, h }, seen);
        assert_eq!(at(1100.0, 200.0), 1000.0, "in view already");
        assert_eq!(at(300.0, 200.0), 300.0, "up to its top");
        assert_eq!(at(1700.0, 200.0), 1100.0, "down to its foot");
        assert_eq!(at(900.0, 1200.0), 900.0, "to the top of one that is taller than the view");
    }
}
