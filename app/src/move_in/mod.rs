//! Moving in: what was found on a page elsewhere, line by line, to choose from (screens 2, 3). Shared by `/new` and
//! `/edit`, which each say where it stands and what happens to what is taken.
//!
//! Everything but the state is code in a file of its own: whoever never moves in never fetches it, nor the readers of
//! whole pages.

mod drawing;
mod file_button;
mod foot;
mod found_list;
mod heading;
mod message;
mod read;
mod reply;
mod screen;
mod state;
mod taken;
mod task;

use leptos::prelude::*;
pub use state::{Host, HostScreen, MoveIn, Taken};

use crate::components::lazy_code::{LazyCode, LoadState};

/// Nothing read yet.
pub fn begin() -> MoveIn {
    MoveIn::new(LazyCode::new(|| Box::pin(task::fetch())), task::start)
}

/// The screen, whose code is fetched when `active` turns true for the first time.
pub fn panel(move_in: MoveIn, host: Host, active: Signal<bool>) -> AnyView {
    Effect::new(move |_| {
        if active.get() {
            move_in.load();
        }
    });
    let wanted = Memo::new(move |seen: Option<&bool>| seen == Some(&true) || active.get());
    let state = Memo::new(move |_| wanted.get().then(|| move_in.load_state()));
    let shown = move || match state.get()? {
        LoadState::Loaded => task::screen(move_in, host),
        LoadState::Waiting | LoadState::Loading => {
            Some(view! { <p class="move-in-loading" role="status">"Getting ready to move you in."</p> }.into_any())
        }
        LoadState::Failed => {
            let again = move |_| move_in.load();
            Some(view! { <p class="move-in-loading ui-warning" role="alert">"A part of Mantel did not arrive. Nothing is lost. "<button type="button" class="ui-link" on:click=again>"Try again"</button></p> }.into_any())
        }
    };
    shown.into_any()
}
