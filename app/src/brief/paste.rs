//! The paste field: links, notes, or a whole answer from a chat. Says what each line will become before it is added.

use leptos::prelude::*;
use mantel_model::brief::{self, Source, detect};
use mantel_model::tile::Kind;
use mantel_model::{Draft, SafeUrl};

use super::state::{Held, Origin, SEED, Work};
use super::words;
use crate::ui::{browser, silhouette};

/// What a pasted text turns out to be.
#[derive(Clone, Debug, PartialEq)]
enum Fate {
    /// A whole page.
    Page(Box<Held>, usize),
    /// Tiles, and whether the page has each already.
    Tiles(Vec<(Kind, bool)>),
}

fn fate(text: &str, page: &Draft) -> Fate {
    if text.contains(['{', '['])
        && let Some(fate) = whole(text)
    {
        return fate;
    }
    let plain = |it: &str| it.trim().trim_start_matches(['-', '*', '•', '·']).trim().to_owned();
    let lines = text.lines().map(plain).filter(|it| !it.is_empty());
    let kinds = lines.map(|it| detect::detect(&it));
    Fate::Tiles(
        kinds
            .map(|it| {
                let known = repeats(&it, page);
                (it, known)
            })
            .collect(),
    )
}

/// A brief or page file in the text; a list of links without a name is only tiles.
fn whole(text: &str) -> Option<Fate> {
    let found = brief::understand(text, SEED).ok()?;
    let page = matches!(found.source, Source::PageFile) || !found.draft.profile.name.is_empty();
    if page {
        let held = match Held::read(text) {
            Ok(held) => held,
            Err((_, _, part)) => *part?,
        };
        return Some(Fate::Page(Box::new(held), found.draft.tiles.len()));
    }
    let json = text.trim_start().starts_with(['{', '[']);
    let Source::Brief(brief) = found.source else { return None };
    (json && !brief.links.is_empty()).then(|| Fate::Tiles(brief.links.into_iter().map(|it| (it.kind, false)).collect()))
}

fn repeats(kind: &Kind, page: &Draft) -> bool {
    let Some(url) = kind.address() else { return false };
    let same = |it: SafeUrl| it.as_str().trim_end_matches('/') == url.as_str().trim_end_matches('/');
    page.tiles.iter().filter_map(|it| it.kind.address()).any(same)
}

/// The field.
pub fn field(work: Work) -> AnyView {
    let text = work.pasted;
    let fate =
        Memo::new(move |_| text.with(|it| (!it.trim().is_empty()).then(|| work.draft.with(|page| fate(it, page)))));
    let area = NodeRef::<leptos::html::Textarea>::new();
    let take = move || {
        match fate.get_untracked() {
            Some(Fate::Page(held, _)) => load(work, *held),
            Some(Fate::Tiles(list)) => {
                // A repeat is left out, unless repeats are all there is: then somebody means it.
                let fresh: Vec<Kind> = list.iter().filter(|it| !it.1).map(|it| it.0.clone()).collect();
                work.add(if fresh.is_empty() { list.into_iter().map(|it| it.0).collect() } else { fresh });
            }
            None => return,
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
        browser::after(0, move || {
            if matches!(fate.get_untracked(), Some(Fate::Page(..))) {
                take()
            }
        })
    };
    let tall = move || text.with(|it| it.lines().count().clamp(1, 5)).to_string();
    view! {
        <div class="n-paste" class:full=move || fate.with(Option::is_some)>
            <label class="m-hidden" for="paste">"Paste links, a note, or what your chat wrote. Enter adds."</label>
            <textarea class="m-field paste" id="paste" node_ref=area rows=tall placeholder="Paste links, a note, or what your chat wrote" aria-describedby="paste-fate" prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event)) on:keydown=key on:paste=pasted></textarea>
            <button type="button" class="n-enter" on:click=move |_| { take(); browser::focus("paste"); }>{move || match fate.get() { Some(Fate::Tiles(list)) if list.len() > 1 => format!("Add {}", list.len()), Some(Fate::Page(..)) => "Load it".to_owned(), _ => "Enter adds".to_owned() }}</button>
            <div class="n-fates" id="paste-fate" aria-live="polite">{move || fate.get().map(fates)}</div>
        </div>
    }
    .into_any()
}

/// What each line becomes.
fn fates(fate: Fate) -> AnyView {
    match fate {
        Fate::Page(held, tiles) => {
            let name = if held.brief.name.is_empty() { "A page".to_owned() } else { held.brief.name };
            view! { <p class="n-fate">{silhouette::page()}<span><strong>{name}</strong>{format!("A whole page with {tiles} tiles. It takes the place of this one.")}</span></p> }.into_any()
        }
        Fate::Tiles(list) => {
            let one = |(kind, known): (Kind, bool)| {
                let note = if known { "Already on your page, skipped".to_owned() } else { words::name(&kind) };
                view! { <p class="n-fate" class:known=known>{silhouette::of(&kind)}<span><strong dir="auto">{words::shorten(&words::title(&kind), 60)}</strong>{note}</span></p> }
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
