//! The paste field: links, notes, or a whole answer from a chat. Says what each line will become before it is added.

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::tile::Kind;

use crate::brief_editor::state::{Held, Origin, SEED, Work};
use crate::components::paste_preview::{Coming, Fate, fate};
use crate::components::{dom, tile_icon, tile_label};

/// What the text is for the page on the table, and the page that it holds, as this editor keeps one.
fn read(text: &str, page: &Draft) -> Option<(Fate, Option<Held>)> {
    if text.trim().is_empty() {
        return None;
    }
    let fate = fate(text, page, SEED);
    let held = matches!(fate, Fate::Page(_)).then(|| match Held::read(text) {
        Ok(held) => Some(held),
        Err((_, _, part)) => part.map(|part| *part),
    });
    Some((fate, held.flatten()))
}

/// The field.
pub fn field(work: Work) -> AnyView {
    let text = work.pasted;
    let fate = Memo::new(move |_| text.with(|text| work.draft.with(|page| read(text, page))));
    let area = NodeRef::<leptos::html::Textarea>::new();
    let take = move || {
        match fate.get_untracked() {
            Some((Fate::Page(_), Some(held))) => load(work, held),
            Some((Fate::Tiles(list), _)) => {
                // A repeat is left out, unless repeats are all there is: then somebody means it.
                let all = !list.iter().any(|it| it.reason().is_none());
                let list = list.into_iter().filter(|it| all || it.reason().is_none());
                work.add(list.map(|it| it.tile.kind).collect::<Vec<Kind>>());
            }
            Some((Fate::Page(_), None)) | None => return,
        }
        text.set(String::new());
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            take();
        }
    };
    // A whole page is loaded as it is pasted; anything else waits for Enter.
    let pasted = move |_| {
        dom::after(0, move || {
            if matches!(fate.get_untracked(), Some((Fate::Page(_), _))) {
                take()
            }
        })
    };
    let tall = move || text.with(|text| text.lines().count().clamp(1, 5)).to_string();
    view! {
        <div class="n-paste" class:full=move || fate.with(Option::is_some)>
            <label class="m-hidden" for="paste">"Paste links, a note, or what your chat wrote. Enter adds."</label>
            <textarea class="m-field paste" id="paste" node_ref=area rows=tall placeholder="Paste links, a note, or what your chat wrote" aria-describedby="paste-fate" prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event)) on:keydown=key on:paste=pasted></textarea>
            <button type="button" class="n-enter" on:click=move |_| { take(); dom::focus("paste"); }>{move || match fate.get() { Some((Fate::Tiles(list), _)) if list.len() > 1 => format!("Add {}", list.len()), Some((Fate::Page(_), _)) => "Load it".to_owned(), _ => "Enter adds".to_owned() }}</button>
            <div class="n-fates" id="paste-fate" aria-live="polite">{move || fate.get().map(|it| fates(it.0))}</div>
        </div>
    }
    .into_any()
}

/// What each line becomes.
fn fates(fate: Fate) -> AnyView {
    match fate {
        Fate::Page(found) => {
            let tiles = found.draft.tiles.len();
            let name = found.draft.profile.name.to_string();
            let name = if name.is_empty() { "A page".to_owned() } else { name };
            view! { <p class="n-fate">{tile_icon::page()}<span><strong>{name}</strong>{format!("A whole page with {tiles} tiles. It takes the place of this one.")}</span></p> }.into_any()
        }
        Fate::Tiles(list) => {
            let one = |coming: Coming| {
                let (known, kind) = (coming.reason(), coming.tile.kind);
                let note = known.map_or_else(|| tile_label::name(&kind), str::to_owned);
                view! { <p class="n-fate" class:known=known.is_some()>{tile_icon::of(&kind)}<span><strong dir="auto">{tile_label::shorten(&tile_label::title(&kind), 60)}</strong>{note}</span></p> }
            };
            let rest = list.len().saturating_sub(8);
            view! { {list.into_iter().take(8).map(one).collect_view()} {(rest > 0).then(|| view! { <p class="n-fate">{format!("and {rest} more")}</p> })} }.into_any()
        }
    }
}

/// Puts a pasted page on the table.
pub fn load(work: Work, held: Held) {
    let many = held.warnings.len();
    let words = match many {
        0 => "Your page is drawn".to_owned(),
        1 => "Your page is drawn, with 1 thing to look at".to_owned(),
        many => format!("Your page is drawn, with {many} things to look at"),
    };
    work.load(held, Origin::Hands, &words);
}
