//! The foot: its colours too, and the button that takes what is chosen.

use std::sync::Arc;

use leptos::prelude::*;
use mantel_model::color_name;

use super::drawing;
use super::state::{FoundPage, Host, MoveIn, Stage, Taken};
use super::taken;
use crate::components::dom;
use crate::components::tile_label::tile_count;

/// The foot.
pub fn foot(move_in: MoveIn, host: Host, found: &Arc<FoundPage>) -> AnyView {
    let label = move || move_in.taken.with(|taken| taken.as_ref().map_or_else(String::new, button_label));
    let room = Memo::new(move |_| host.page.with(taken::room));
    let page = Arc::clone(found);
    let wanted = move || {
        let chosen = move_in.chosen.get();
        let things = page.page.found.iter().enumerate().filter(|(index, _)| chosen.contains(index));
        things.map(|(_, found)| found.tiles()).sum::<usize>()
    };
    let full = move || {
        let room = room.get();
        (wanted() > room).then(|| {
            view! { <p class="move-in-note ui-warning">{format!("Your page has room for {room} more. Leave what matters least.")}</p> }
        })
    };
    let found = Arc::clone(found);
    let colors = colors(move_in, &found);
    let take = move |_| take(move_in, host, &found);
    view! {
        <div class="move-in-foot">
            {full}
            {colors}
            <button type="button" class="ui-button big" id="move-in-take" on:click=take>{label}</button>
            <button type="button" class="ui-button quiet big move-in-look" on:click=move |_| host.look.run(())>"Look first"</button>
        </div>
    }
    .into_any()
}

fn button_label(taken: &Taken) -> String {
    match (taken.brief.links.len(), taken.profile) {
        (0, false) => "Choose what to take".to_owned(),
        (0, true) => "Take name and picture".to_owned(),
        (tiles, _) => format!("Take {}", tile_count(tiles)),
    }
}

/// The switch of its colours; nothing when they are not known.
fn colors(move_in: MoveIn, found: &FoundPage) -> Option<AnyView> {
    let theme = taken::theme(&found.page)?;
    let moved = theme.accent.filter(|_| theme.moved).map(|accent| {
        let name = color_name::name_of(accent);
        move || move_in.its_colors.get().then(|| view! { <p class="move-in-note ui-muted">{format!("Its accent was hard to read here, so it became this {name}.")}</p> })
    });
    let (words, swatch) = if found.page.colors.is_empty() {
        ("Its look too", None)
    } else {
        ("Its colours too", Some(drawing::swatch(&found.page)))
    };
    Some(
        view! {
            <label class="move-in-colors"><input type="checkbox" role="switch" class="ui-switch" prop:checked=move || move_in.its_colors.get() on:change=move |event| move_in.its_colors.set(event_target_checked(&event))/>{words}{swatch}</label>
            {moved}
        }
        .into_any(),
    )
}

/// Takes what is chosen. When something stayed behind, that is told before it goes on.
fn take(move_in: MoveIn, host: Host, found: &FoundPage) {
    let Some(taken) = move_in.taken.get_untracked() else { return };
    if taken.is_empty() {
        return dom::focus("move-in-0");
    }
    let label = taken.label.clone();
    let chosen = move_in.chosen.get_untracked();
    let left = taken::left(&found.page, &chosen);
    let picture = found.page.avatar_file.clone().filter(|_| taken.profile);
    host.take.run(taken);
    if let (Some(upload), Some(picture)) = (host.picture, picture) {
        upload.run(picture);
    }
    move_in.clear();
    if left.is_empty() {
        return host.done.run(());
    }
    move_in.announcement.set(format!("{label}. {} stayed behind.", left.len()));
    move_in.stage.set(Stage::Moved(label, Arc::new(left)));
    dom::focus("move-in-title");
}
