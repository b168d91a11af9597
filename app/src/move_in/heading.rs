//! What was found in a few words, beside a drawing of the old page; and, in the end, what moved in and what did not.

use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::Draft;
use mantel_model::move_in::{Content, FoundItem, LeftOut};
use mantel_model::tile::TileAddresses;

use super::file_button::file_button;
use super::state::{FoundPage, Host, MoveIn};
use super::{drawing, found_list, taken};

/// How many of the things that fit are on the page already, and how many there are.
fn known(found: &FoundPage, page: &Draft) -> (usize, usize) {
    let addresses = TileAddresses::of(&page.tiles);
    let fitting = || found.page.found.iter().filter(|found| found.can_be_taken());
    let known = fitting().filter(|found| taken::is_known(found, &addresses));
    (known.map(FoundItem::tiles).sum(), fitting().map(FoundItem::tiles).sum())
}

/// The heading: "14 things found, 12 fit".
pub fn words(found: &FoundPage, page: &Draft) -> String {
    let (known, fitting) = known(found, page);
    let things = things(found);
    if known > 0 && known * 2 >= fitting {
        return "That is already here".to_owned();
    }
    if found.page.in_part {
        return format!("Read in part: {}", counted(things));
    }
    let fit: usize = found.page.found.iter().filter(|found| found.checked()).map(FoundItem::tiles).sum();
    match (things, fit) {
        (0, _) => "A name and a picture found".to_owned(),
        (1, 1) => "1 thing found, and it fits".to_owned(),
        (things, fit) if things == fit => format!("{things} things found, all fit"),
        (things, 1) => format!("{} found, 1 fits", counted(things)),
        (things, fit) => format!("{} found, {fit} fit", counted(things)),
    }
}

/// How many things were found, besides the profile: each handle of the row under the name is one.
fn things(found: &FoundPage) -> usize {
    let count = |found: &FoundItem| match &found.content {
        Content::Profile(_) => 0,
        Content::Tiles(items) => items.len(),
        Content::None => 1,
    };
    found.page.found.iter().map(count).sum::<usize>() + found.page.more
}

fn counted(things: usize) -> String {
    if things == 1 { "1 thing".to_owned() } else { format!("{things} things") }
}

/// The heading and where it comes from.
pub fn found(move_in: MoveIn, host: Host, found: &Arc<FoundPage>) -> AnyView {
    let (title, (known, fitting)) = host.page.with_untracked(|page| (words(found, page), known(found, page)));
    let from = found.from.clone();
    let origin = if found.file {
        view! { <bdi>{from}</bdi>", read in this browser. Nothing of it was sent." }.into_any()
    } else {
        view! { <bdi>{from}</bdi>", read just now. Nothing there was changed." }.into_any()
    };
    let here = (known > 0).then(|| {
        let all = Arc::clone(found);
        let rest = match fitting - known {
            0 => String::new(),
            1 => " Take the other one?".to_owned(),
            rest => format!(" Take the {rest} others?"),
        };
        view! { <p class="ui-muted">{format!("{known} of the {fitting} are on your page.{rest} ")}<button type="button" class="ui-link" on:click=move |_| found_list::choose_all(move_in, &all)>"Take all again"</button></p> }
    });
    let part = found.page.in_part.then(|| {
        view! { <p class="ui-muted">"It puts the rest together with a script, which Mantel does not run. Take these, or save the page in your browser and bring the file: that has all of it. "{file_button(move_in, "ui-link", "Open a file")}</p> }
    });
    let noted = found.page.warnings.iter().map(|warning| view! { <li>{warning.message.clone()}</li> }).collect_view();
    view! {
        <div class="move-in-found">
            {drawing::frame(&found.page)}
            <div class="move-in-found-text">
                <h2 id="move-in-title" tabindex="-1">{title}</h2>
                <p class="ui-muted">{origin}</p>
                {here}
                {part}
            </div>
        </div>
        <div class="ui-shelf mini move-in-shelf" aria-hidden="true"></div>
        {(!found.page.warnings.is_empty()).then(|| view! { <ul class="move-in-noted ui-warning" aria-label="Things to look at">{noted}</ul> })}
    }
    .into_any()
}

/// What moved in, and what did not and why.
pub fn moved(host: Host, label: String, left: &Arc<Vec<LeftOut>>) -> AnyView {
    let line = |left: &LeftOut| {
        let address = left.url.clone().map(|url| view! { <span class="ui-muted" dir="ltr">{url}</span> });
        view! { <li><strong dir="auto">{left.title.clone()}</strong>{address}<span>{left.reason.clone()}</span></li> }
    };
    let list = (!left.is_empty()).then(|| {
        view! {
            <h3>"What stayed behind, and why"</h3>
            <ul class="move-in-left">{left.iter().map(line).collect_view()}</ul>
        }
    });
    view! {
        <div class="move-in-message">
            <h2 id="move-in-title" tabindex="-1">{label}</h2>
            <p class="ui-muted">"Pictures follow one by one. Nothing is public until you publish it."</p>
            <p class="move-in-acts"><button type="button" class="ui-button" on:click=move |_| host.done.run(())>"Go on"</button><button type="button" class="ui-link" on:click=move |_| host.undo.run(())>"Undo"</button></p>
            {list}
        </div>
    }
    .into_any()
}
