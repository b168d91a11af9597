//! The screen: where the page is, what was found there, and the button that takes it.

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::file_button::file_button;
use super::state::{FoundPage, Host, HostScreen, MoveIn, Stage};
use super::{foot, found_list, heading, message, read, taken};
use crate::components::dom;

/// The whole screen.
pub fn view(move_in: MoveIn, host: Host) -> AnyView {
    follow(move_in, host);
    listen(move_in);
    Effect::new(move |_| {
        let asking = matches!(move_in.stage.get_untracked(), Stage::Asking);
        if move_in.wants_focus.try_update_value(std::mem::take) == Some(true) && asking {
            dom::focus("move-in-address");
        }
    });
    let found = Memo::new(move |_| match move_in.stage.get() {
        Stage::Found(found) => Some(found),
        _ => None,
    });
    let content = move || match move_in.stage.get() {
        Stage::Asking => message::offer(move_in),
        Stage::Reading(from) => message::reading(move_in, from),
        Stage::Failed(unread) => message::failed(move_in, unread),
        Stage::Moved(label, left) => heading::moved(host, label, &left),
        // Beside the rows, which stay while they are chosen.
        Stage::Found(_) => ().into_any(),
    };
    let moved = Memo::new(move |_| matches!(move_in.stage.get(), Stage::Moved(..)));
    let listed = move || found.get().map(|found| list(move_in, host, &found));
    let dragged = RwSignal::new(false);
    let over = move |event: web_sys::DragEvent| {
        if event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0)) {
            event.prevent_default();
            dragged.set(true);
        }
    };
    let dropped = move |event: web_sys::DragEvent| {
        dragged.set(false);
        move_in.drop_file(&event);
    };
    view! {
        <section class="move-in" class:dragged=move || dragged.get() class:found=move || found.with(Option::is_some) aria-label="Move in" on:dragover=over on:dragleave=move |_| dragged.set(false) on:drop=dropped>
            <div class="move-in-head">
                {(host.place == HostScreen::Welcome).then(|| welcome(found))}
                {move || (!moved.get()).then(|| form(move_in, host))}
                {content}
                {move || found.get().map(|found| heading::found(move_in, host, &found))}
            </div>
            {listed}
            {(host.place == HostScreen::Welcome).then(|| empty_page(move_in, host))}
            <p class="ui-sr-only" role="status">{move || move_in.announcement.get()}</p>
        </section>
    }
    .into_any()
}

/// The words that greet the owner of a new page.
fn welcome(found: Memo<Option<Arc<FoundPage>>>) -> AnyView {
    (move || {
        found.with(Option::is_none).then(|| {
            view! {
                <h1 class="move-in-welcome" id="move-in-welcome">"Bring your old page along"</h1>
                <p class="move-in-lead ui-muted">"Give its address. You see what fits before anything is taken, and your old page stays as it is."</p>
            }
        })
    })
    .into_any()
}

/// The way on without an old page.
fn empty_page(move_in: MoveIn, host: Host) -> AnyView {
    (move || {
        matches!(move_in.stage.get(), Stage::Asking | Stage::Failed(_)).then(|| {
            view! { <p class="move-in-empty"><button type="button" class="ui-link" on:click=move |_| host.done.run(())>"Start with an empty page"</button></p> }
        })
    })
    .into_any()
}

/// The field for the address, and the words about it.
fn form(move_in: MoveIn, host: Host) -> AnyView {
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        read::address(move_in);
    };
    let again = move || matches!(move_in.stage.get(), Stage::Found(_));
    let asking = move || matches!(move_in.stage.get(), Stage::Asking);
    // The one dark button of the screen is the one that takes, once there is something to take.
    let class =
        move || if host.place == HostScreen::Welcome && !again() { "ui-button big" } else { "ui-button quiet big" };
    view! {
        <form class="move-in-form" novalidate=true on:submit=submit>
            <label class="ui-label" for="move-in-address">"Address of your old page"</label>
            <input class="ui-field paste" id="move-in-address" type="text" inputmode="url" autocomplete="url" autocapitalize="none" spellcheck="false" placeholder="linktr.ee/you" aria-describedby="move-in-hint" prop:value=move || move_in.address.get() on:input=move |event| move_in.address.set(event_target_value(&event))/>
            <button class=class>{move || if again() { "Read again" } else { "Read it" }}</button>
        </form>
        <p class="move-in-hint ui-muted" id="move-in-hint">
            {move || if asking() {
                "Linktree, Bento, Carrd, LinkStack or your own site: any page that can be seen without signing in.".into_any()
            } else {
                view! { "Linktree, Bento, Carrd, LinkStack or any page. Or "{file_button(move_in, "ui-link", "open a file")}" they gave you: HTML, CSV, JSON, bookmarks." }.into_any()
            }}
        </p>
        {move || asking().then(message::manners)}
    }
    .into_any()
}

/// The rows and the foot.
fn list(move_in: MoveIn, host: Host, found: &Arc<FoundPage>) -> AnyView {
    view! {
        {found_list::list(move_in, host, found)}
        {foot::foot(move_in, host, found)}
    }
    .into_any()
}

/// Chooses what fits when something is found, and computes what would be taken.
fn follow(move_in: MoveIn, host: Host) {
    Effect::new(move |before: Option<Option<Arc<FoundPage>>>| {
        let now = match move_in.stage.get() {
            Stage::Found(found) => Some(found),
            _ => None,
        };
        let same = match (&now, before.flatten()) {
            (Some(now), Some(before)) => Arc::ptr_eq(now, &before),
            _ => false,
        };
        if let Some(found) = now.as_ref().filter(|_| !same) {
            let page = host.page.get_untracked();
            move_in.chosen.set(taken::chosen_at_first(&found.page, &page));
            move_in.its_colors.set(taken::theme(&found.page).is_some() && page.tiles.is_empty());
            move_in.announcement.set(heading::words(found, &page));
            dom::focus("move-in-title");
        }
        now
    });
    Effect::new(move |_| {
        let taken = match move_in.stage.get() {
            Stage::Found(found) => {
                let chosen: BTreeSet<usize> = move_in.chosen.get();
                Some(host.page.with(|page| taken::taken(&found.page, &chosen, move_in.its_colors.get(), page)))
            }
            _ => None,
        };
        if move_in.taken.with_untracked(|old| *old != taken) {
            move_in.taken.set(taken);
        }
    });
}

/// `A` takes all and `X` nothing, outside of fields and while the screen is in sight.
fn listen(move_in: MoveIn) {
    Effect::new(move |_| {
        let keys = window_event_listener(ev::keydown, move |event: KeyboardEvent| {
            let combined = event.ctrl_key() || event.meta_key() || event.alt_key();
            let field = "input:not([type=checkbox]),textarea,select,[contenteditable]";
            if combined || event.default_prevented() || dom::closest(&event, field).is_some() || !in_sight() {
                return;
            }
            let Stage::Found(found) = move_in.stage.get_untracked() else { return };
            match event.key().as_str() {
                "a" | "A" => found_list::choose_all(move_in, &found),
                "x" | "X" => found_list::choose_none(move_in),
                _ => return,
            }
            event.prevent_default();
        });
        on_cleanup(move || keys.remove());
    });
}

fn in_sight() -> bool {
    let screen = document().query_selector(".move-in").ok().flatten();
    screen.is_some_and(|screen| screen.client_height() > 0)
}
