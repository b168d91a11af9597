//! What stands beside the lines of a paste preview: how an ambiguous text is read, what was guessed or left out, and the
//! offer to move in the whole page behind an address.

use leptos::prelude::*;
use mantel_model::brief::Warning;
use mantel_model::move_in::KnownAddress;

use super::paste_preview::{Ambiguity, Reading, Readings};

/// The most warnings that are listed.
const LISTED: usize = 4;

/// The choice of what a text is, written into `readings`.
pub fn choice(ambiguity: Ambiguity, readings: RwSignal<Readings>) -> AnyView {
    let Ambiguity { words, readings: all, reading } = ambiguity;
    let label = format!("{words} is a");
    let options = all.into_iter().map(|option| view! { <option selected=option == reading>{option.label()}</option> });
    let options = options.collect_view();
    let chosen = move |event| {
        if let Some(reading) = Reading::labelled(&event_target_value(&event)) {
            readings.update(|readings| {
                readings.insert(words.clone(), reading);
            });
        }
    };
    view! { <select class="paste-reading" aria-label=label on:change=chosen>{options}</select> }.into_any()
}

/// What was guessed or left out.
pub fn warnings(warnings: &[Warning]) -> Option<AnyView> {
    let line = |warning: &Warning| {
        let place = warning.line.map(|line| format!("Line {line}: "));
        view! { <li>{place}{warning.message.clone()}</li> }
    };
    let rest = warnings.len().saturating_sub(LISTED);
    let more = (rest > 0).then(|| view! { <li>{format!("and {rest} more like these")}</li> });
    let list = warnings.iter().take(LISTED).map(line).collect_view();
    (!warnings.is_empty()).then(|| {
        view! { <ul class="paste-warnings ui-warning" aria-label="Things to look at">{list}{more}</ul> }.into_any()
    })
}

/// The offer to move in all of a page elsewhere.
pub fn move_in_offer(known: KnownAddress, accept: impl Fn(String) + 'static) -> AnyView {
    let address = known.address.to_string();
    let act = move |_| accept(address.clone());
    view! { <p class="paste-move-in"><span>{format!("This is a page of {}. ", known.name)}</span><button type="button" class="ui-link" on:click=act>"Move all of it in"</button></p> }.into_any()
}
