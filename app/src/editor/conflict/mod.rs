//! What two changed at once, at the tile: one of both is chosen, and everything else goes on (screens, 2 "Conflict").

mod side;
mod word_diff;

use leptos::prelude::*;
use mantel_model::sync::{About, Choice, Conflict, Difference};
use mantel_model::tile::Kind;
pub use side::{said, spoken as spoken_field};

use super::canvas::view;
use super::canvas::view::Frame;
use super::state::editor::{Editor, Selection};
use super::{inspector, presence};
use crate::components::dom;

/// Width of the card, px.
const WIDTH: f64 = 504.0;
/// The id of its heading.
const TITLE: &str = "clash-title";
/// And its own.
const CARD: &str = "clash";

/// The question that is asked now; the others wait behind it.
pub fn card(editor: Editor) -> AnyView {
    let clash = Memo::new(move |_| editor.desk.with(|desk| desk.conflicts().first().cloned()));
    Effect::new(move |_| {
        if editor.asked.get() > 0 {
            lead(clash.get_untracked());
        }
    });
    let shown = move || clash.get().filter(|_| editor.looking.get().is_none()).map(|it| drawn(editor, it));
    shown.into_any()
}

/// Whether a question is open about a thing: its card stands where others would.
pub fn about(editor: Editor, it: &Selection) -> bool {
    editor.looking.with(Option::is_none)
        && editor.desk.with(|desk| desk.conflicts().first().and_then(thing).as_ref() == Some(it))
}

/// Brings the question into view and the focus into it: only when somebody asked for it.
fn lead(clash: Option<Conflict>) {
    if let Some(clash) = clash {
        if let Some(thing) = thing(&clash) {
            presence::reveal(&thing);
        }
        dom::focus(TITLE);
        dom::reveal(CARD);
    }
}

fn thing(clash: &Conflict) -> Option<Selection> {
    match &clash.about {
        About::Tile(id) => Some(Selection::Tile(id.clone())),
        About::Profile => Some(Selection::Profile),
        About::Theme => None,
    }
}

fn drawn(editor: Editor, clash: Conflict) -> AnyView {
    let card = NodeRef::<leptos::html::Section>::new();
    let about = thing(&clash);
    let place = Memo::new(move |_| {
        editor.tick.track();
        // Until it is drawn it counts as about as high as they are.
        let height = card.get().map_or(400.0, |it| f64::from(it.offset_height()));
        about.as_ref().and_then(view::element).and_then(|it| place(&it, height))
    });
    let many = Memo::new(move |_| editor.desk.with(|desk| desk.conflicts().len()));
    let pick = {
        let id = clash.id;
        move |choice: Choice| {
            let more = many.get_untracked() > 1;
            editor.choose_side(id, choice);
            editor.say(if more { "Chosen. The next one is asked now." } else { "Chosen. Nothing else is open." });
            if more {
                editor.asked.update(|asked| *asked = asked.wrapping_add(1));
            }
        }
    };
    let (mine, theirs) = side::both(editor, &clash, pick);
    if matches!(clash.difference, Difference::Field { .. }) {
        Effect::new(move |_| {
            if let Some(card) = card.get() {
                word_diff::mark(&card);
            }
        });
    }
    let note = is_note(&clash);
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" {
            event.stop_propagation();
            leave();
        }
    };
    view! {
        <section class="e-clash" id=CARD class:floating=move || place.get().is_none() style=move || place.get() role="dialog" aria-labelledby=TITLE node_ref=card on:keydown=escape>
            {move || (many.get() > 1).then(|| view! { <span class="e-clash-of">{format!("1 of {}", many.get())}</span> })}
            <h2 id=TITLE tabindex="-1">{heading(&clash)}</h2>
            <div class="e-sides">{theirs}{mine}</div>
            <p class="e-clash-foot">
                <span>"The other one stays in the history."</span>
                {note.then(|| view! { <button type="button" class="m-words" on:click=move |_| pick(Choice::Both)>"Keep both as two notes"</button> })}
            </p>
        </section>
    }
    .into_any()
}

/// Beside the tile as the inspector stands, within what is seen; for a tile out of view, as it will be once it is in view.
fn place(element: &web_sys::Element, height: f64) -> Option<String> {
    let tile = view::frame_of(element)?;
    let sheet = element.closest(".e-sheet").ok()??.get_bounding_client_rect();
    let stage = element.closest(".e-stage").ok()??.get_bounding_client_rect();
    let seen =
        Frame { x: stage.left() - sheet.left(), y: stage.top() - sheet.top(), w: stage.width(), h: stage.height() };
    let it = inspector::spot(Frame { y: near(tile, seen), ..seen }, tile, (WIDTH, height));
    Some(format!("left:{:.0}px;top:{:.0}px", it.x, it.y))
}

/// Where a view begins once it is scrolled as little as shows a tile, px.
fn near(tile: Frame, seen: Frame) -> f64 {
    seen.y.max(tile.y + tile.h - seen.h).min(tile.y)
}

/// The focus goes back to the page.
fn leave() {
    let page = document().query_selector(".e-state").ok().flatten();
    if let Some(page) = page {
        let _ = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(page).focus();
    }
}

fn is_note(clash: &Conflict) -> bool {
    let note = clash.tile.as_ref().is_some_and(|tile| matches!(tile.kind, Kind::Text(_)));
    note && matches!(&clash.difference, Difference::Field { field, .. } if field == "text")
}

fn heading(clash: &Conflict) -> String {
    let who = side::who(clash);
    let what = match (&clash.about, &clash.tile) {
        (About::Tile(_), Some(tile)) => format!("this {}", tile.kind.name().label().to_lowercase()),
        (About::Tile(_), None) => "this tile".to_owned(),
        (About::Profile, _) => "your profile".to_owned(),
        (About::Theme, _) => "the look".to_owned(),
    };
    match clash.difference {
        Difference::Field { .. } => format!("You and {who} both changed {what}"),
        Difference::Gone { .. } => format!("You changed {what}, {who} removed it"),
        Difference::Removing => format!("You removed {what}, {who} changed it"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Frame, near};

    #[test]
    fn a_view_is_moved_as_little_as_shows_the_tile() {
        let seen = Frame { x: 0.0, y: 1000.0, w: 800.0, h: 800.0 };
        let at = |y: f64, h: f64| near(Frame { x: 0.0, y, w: 200.0, h }, seen);
        assert_eq!(at(1100.0, 200.0), 1000.0, "in view already");
        assert_eq!(at(300.0, 200.0), 300.0, "up to its top");
        assert_eq!(at(1700.0, 200.0), 1100.0, "down to its foot");
        assert_eq!(at(900.0, 1200.0), 900.0, "to the top of one that is taller than the view");
    }
}
