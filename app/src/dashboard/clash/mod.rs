//! What two changed at once, at the tile: one of both is chosen, and everything else goes on (screens, 2 "Conflict").

mod differs;
mod side;

pub use side::{said, spoken as spoken_field};

use leptos::prelude::*;
use mantel_model::sync::{About, Choice, Clash, Differ};
use mantel_model::tile::Kind;

use super::editor::{Editor, Thing};
use super::{presence, table};
use crate::ui::browser;

/// Width of the card, px.
const WIDTH: f64 = 504.0;
/// The id of its heading.
const TITLE: &str = "clash-title";
/// And its own.
const CARD: &str = "clash";

/// The question that is asked now; the others wait behind it.
pub fn card(editor: Editor) -> AnyView {
    let clash = Memo::new(move |_| editor.desk.with(|it| it.clashes().first().cloned()));
    Effect::new(move |_| {
        if editor.asked.get() > 0 {
            lead(clash.get_untracked());
        }
    });
    let shown = move || clash.get().filter(|_| editor.looking.get().is_none()).map(|it| drawn(editor, it));
    shown.into_any()
}

/// Whether a question is open about a thing: its card stands where others would.
pub fn about(editor: Editor, it: &Thing) -> bool {
    editor.looking.with(Option::is_none)
        && editor.desk.with(|desk| desk.clashes().first().and_then(thing).as_ref() == Some(it))
}

/// Brings the question into view and the focus into it: only when somebody asked for it.
fn lead(clash: Option<Clash>) {
    if let Some(clash) = clash {
        if let Some(thing) = thing(&clash) {
            presence::reveal(&thing);
        }
        browser::focus(TITLE);
        browser::reveal(CARD);
    }
}

fn thing(clash: &Clash) -> Option<Thing> {
    match &clash.about {
        About::Tile(id) => Some(Thing::Tile(id.clone())),
        About::Profile => Some(Thing::Profile),
        About::Theme => None,
    }
}

fn drawn(editor: Editor, clash: Clash) -> AnyView {
    let card = NodeRef::<leptos::html::Section>::new();
    let about = thing(&clash);
    let place = Memo::new(move |_| {
        editor.tick.track();
        let height = card.get().map_or(0.0, |it| f64::from(it.offset_height()));
        about.as_ref().and_then(table::element).and_then(|it| place(&it, height))
    });
    let many = Memo::new(move |_| editor.desk.with(|it| it.clashes().len()));
    let pick = {
        let id = clash.id;
        move |choice: Choice| {
            let more = many.get_untracked() > 1;
            editor.choose_side(id, choice);
            editor.say(if more { "Chosen. The next one is asked now." } else { "Chosen. Nothing else is open." });
            if more {
                editor.asked.update(|it| *it = it.wrapping_add(1));
            }
        }
    };
    let (mine, theirs) = side::both(editor, &clash, pick);
    if matches!(clash.differ, Differ::Field { .. }) {
        Effect::new(move |_| {
            if let Some(card) = card.get() {
                differs::mark(&card);
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

/// Under the tile, within the sheet; above it where there is no room below and more of it above.
fn place(element: &web_sys::Element, height: f64) -> Option<String> {
    let frame = table::frame_of(element)?;
    let sheet = element.closest(".e-sheet").ok()??.get_bounding_client_rect();
    let seen = element.closest(".e-stage").ok()??.get_bounding_client_rect();
    let left = (frame.x + frame.w / 2.0 - WIDTH / 2.0).clamp(8.0, (sheet.width() - WIDTH - 8.0).max(8.0));
    let (from, to) = (seen.top() - sheet.top(), seen.bottom() - sheet.top());
    Some(format!("left:{left:.0}px;top:{:.0}px", top((frame.y, frame.y + frame.h), (from, to), height)))
}

/// How far from a tile the card stands, px.
const AWAY: f64 = 14.0;

/// Where a card begins that stands by a tile `from` and `to`, in what is seen of the sheet, px.
fn top(tile: (f64, f64), seen: (f64, f64), height: f64) -> f64 {
    let (above, below) = (tile.0 - seen.0, seen.1 - tile.1);
    if below < height + AWAY && above > below && tile.0 >= height + AWAY {
        tile.0 - AWAY - height
    } else {
        tile.1 + AWAY
    }
}

/// The focus goes back to the page.
fn leave() {
    let page = document().query_selector(".e-state").ok().flatten();
    if let Some(page) = page {
        let _ = wasm_bindgen::JsCast::unchecked_into::<web_sys::HtmlElement>(page).focus();
    }
}

fn is_note(clash: &Clash) -> bool {
    let note = clash.tile.as_ref().is_some_and(|it| matches!(it.kind, Kind::Text(_)));
    note && matches!(&clash.differ, Differ::Field { field, .. } if field == "text")
}

fn heading(clash: &Clash) -> String {
    let who = side::who(clash);
    let what = match (&clash.about, &clash.tile) {
        (About::Tile(_), Some(tile)) => format!("this {}", tile.kind.name().label().to_lowercase()),
        (About::Tile(_), None) => "this tile".to_owned(),
        (About::Profile, _) => "your profile".to_owned(),
        (About::Theme, _) => "the look".to_owned(),
    };
    match clash.differ {
        Differ::Field { .. } => format!("You and {who} both changed {what}"),
        Differ::Gone { .. } => format!("You changed {what}, {who} removed it"),
        Differ::Removing => format!("You removed {what}, {who} changed it"),
    }
}

#[cfg(test)]
mod tests {
    use super::top;

    #[test]
    fn the_card_stands_above_where_there_is_no_room_below() {
        let seen = (1000.0, 1800.0);
        assert_eq!(top((1100.0, 1300.0), seen, 360.0), 1314.0, "below, where there is room");
        assert_eq!(top((1500.0, 1700.0), seen, 360.0), 1126.0, "above, at the lower edge");
        assert_eq!(
            top((1010.0, 1700.0), seen, 360.0),
            1714.0,
            "below, where neither side has room but a scroll leads to it"
        );
        assert_eq!(top((100.0, 700.0), (0.0, 800.0), 360.0), 714.0, "never over the top of the sheet");
    }
}
