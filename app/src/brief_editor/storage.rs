//! What survives a reload, and where a page begins: the link that was opened, this browser's storage, or nothing.

use leptos::prelude::*;
use mantel_model::brief::link;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::Start;
use super::state::{Held, Origin, Work};
use crate::components::dom;

const PLACE: &str = "mantel:new";
const BROKEN: &str = "This link is broken: part of it may have been cut off. Ask for it again, or start here.";

/// The work as it is kept.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    /// The file.
    text: String,
    /// Each item's key, so that tiles keep their ids.
    keys: Vec<u32>,
    /// The file as typed, when it says the same or cannot be read to its end.
    typed: Option<String>,
}

/// Begins: what the address says first, then what was kept. Then keeps what changes.
pub fn begin(start: Start) -> Work {
    let work = Work::new(start);
    let (query, fragment) = dom::address();
    let resumes = query.split('&').any(|part| part == "claim" || part.starts_with("claim="));
    if !from_link(work, &fragment) && work.origin.get_untracked() == Origin::Fresh {
        resume(work, resumes);
        if fragment.starts_with("p=") {
            work.tell(BROKEN);
            work.trouble.set(Some((BROKEN.to_owned(), 1)));
            work.tab.set(super::state::Tab::Json);
        }
    }
    if resumes {
        dom::show_address("/new");
        super::claim::open(work);
    }
    follow_links(work);
    keep_changes(work);
    work
}

fn from_link(work: Work, fragment: &str) -> bool {
    if !fragment.starts_with("p=") {
        return false;
    }
    let Some(text) = link::decode(fragment).map(|it| super::state::spread(&it)) else { return false };
    let held = match Held::read(&text) {
        Ok(held) => held,
        Err((_, _, Some(held))) => *held,
        Err((words, line, None)) => {
            work.text.set(text);
            work.trouble.set(Some((words, line)));
            work.tab.set(super::state::Tab::Json);
            return true;
        }
    };
    work.load(held, Origin::Link, "This page came in the link. Nothing is stored until you make it yours.");
    true
}

fn resume(work: Work, hands: bool) {
    let Some(kept) = dom::kept(PLACE).and_then(|it| serde_json::from_str::<Kept>(&it).ok()) else { return };
    if kept.text.is_empty() && kept.typed.is_none() {
        return;
    }
    if let Ok(mut held) = Held::read(&kept.text) {
        if held.brief.links.len() == kept.keys.len() && held.file.is_none() {
            for (item, key) in held.brief.links.iter_mut().zip(&kept.keys) {
                item.key = *key;
            }
        }
        held.text = None;
        let origin = if hands { Origin::Hands } else { Origin::Kept };
        work.load(held, origin, "Picked up where you left off.");
    }
    if let Some(typed) = kept.typed {
        let origin = work.origin.get_untracked();
        work.tab.set(super::state::Tab::Json);
        work.typed(typed);
        work.origin.set(origin);
    }
}

/// Forgets what was kept and clears the table.
pub fn afresh(work: Work) {
    dom::forget(PLACE);
    let before = work.held.get_untracked();
    work.load(Held::default(), Origin::Fresh, "Cleared");
    work.text.set(String::new());
    work.tab.set(super::state::Tab::Form);
    work.offer(before, "Cleared");
    dom::focus("paste");
}

/// The page was made: nothing is left to pick up.
pub fn done() {
    dom::forget(PLACE);
}

/// Another `#p=` in the same tab opens that page.
fn follow_links(work: Work) {
    let changed = Closure::<dyn FnMut()>::new(move || {
        from_link(work, &dom::address().1);
    });
    let _ = window().add_event_listener_with_callback("hashchange", changed.as_ref().unchecked_ref());
    changed.forget();
}

/// Keeps what hands have changed, after a pause. A page that only came in a link is not kept.
fn keep_changes(work: Work) {
    let turn = StoredValue::new(0_u32);
    Effect::new(move |_| {
        work.held.track();
        work.trouble.track();
        if work.origin.get() != Origin::Hands {
            return;
        }
        let mine = turn.with_value(|turn| turn.wrapping_add(1));
        turn.set_value(mine);
        dom::after(400, move || {
            if turn.get_value() == mine {
                now(work);
            }
        });
    });
}

/// Keeps the work as it is.
pub fn now(work: Work) {
    let kept = work.held.with_untracked(|held| Kept {
        text: if held.is_empty() { String::new() } else { held.written() },
        keys: held.brief.links.iter().map(|link| link.key).collect(),
        typed: work.trouble.with_untracked(Option::is_some).then(|| work.text.get_untracked()),
    });
    if let Ok(text) = serde_json::to_string(&kept) {
        dom::keep(PLACE, &text);
    }
}
