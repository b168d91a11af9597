//! What is said while a page is read, and when it cannot be.

use leptos::prelude::*;

use super::file_button::file_button;
use super::read;
use super::state::{MoveIn, ReadProblem};
use crate::components::icon;

/// That it is being read: rows to come, and a way to stop.
pub fn reading(move_in: MoveIn, from: String) -> AnyView {
    let ghost =
        |width: &'static str| view! { <li class="move-in-ghost"><i></i><i style=format!("width:{width}")></i></li> };
    let slow = move || move_in.slow.get().then(|| view! { <span>"It takes its time. "</span> });
    view! {
        <div class="move-in-reading">
            <p class="move-in-status">{icon::stroke(icon::SPINNER)}<span>"Reading "<bdi>{from}</bdi></span></p>
            <ul class="move-in-ghosts" aria-hidden="true">{["46%", "62%", "38%", "54%"].map(ghost).into_iter().collect_view()}</ul>
            <p class="move-in-acts">{slow}<button type="button" class="ui-link" id="move-in-stop" on:click=move |_| read::stop(move_in)>"Stop"</button></p>
        </div>
    }
    .into_any()
}

/// Why it could not be read, and what helps.
pub fn failed(move_in: MoveIn, unread: ReadProblem) -> AnyView {
    let ReadProblem { title, reason, advice, file, again } = unread;
    let warned = reason.is_some();
    let file = file.then(|| file_button(move_in, "ui-button", "Open a file"));
    let again = again.then(|| {
        view! { <button type="button" class="ui-link" on:click=move |_| read::address(move_in)>"Try once more"</button> }
    });
    let acts = (file.is_some() || again.is_some()).then(|| view! { <p class="move-in-acts">{file}{again}</p> });
    view! {
        <div class="move-in-message" class:noticed=warned>
            <h2 id="move-in-title" tabindex="-1">{title}</h2>
            {reason.map(|reason| view! { <p class="ui-warning">{reason}</p> })}
            <p>{advice}</p>
            {acts}
        </div>
    }
    .into_any()
}

/// Words around the field before anything was read.
pub fn manners() -> AnyView {
    view! { <p class="move-in-manners ui-muted">"Mantel asks for the page once, under its own name, without signing in anywhere. You choose before anything is taken, and your old page stays as it is."</p> }.into_any()
}

/// The offer to open a file, while nothing was read.
pub fn offer(move_in: MoveIn) -> AnyView {
    view! {
        <div class="move-in-offer">
            <h2 class="move-in-offer-title">"Or a file they gave you"</h2>
            <p class="ui-muted">"HTML, CSV, JSON or bookmarks, up to 10\u{a0}MB. It is read right here; nothing of it is sent."</p>
            {file_button(move_in, "ui-button quiet", "Open a file")}
        </div>
    }
    .into_any()
}
