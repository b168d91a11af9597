//! The name of the page: a suggestion to begin with, and whether it is free.

use leptos::prelude::*;
use mantel_model::Username;

use super::state::Claim;
use crate::api_client;
use crate::components::{dom, local_storage, tile_label};

/// The key under which the chosen name is stored.
const STORAGE_KEY: &str = "mantel:name";
/// How long typing has to pause before a name is checked, ms.
const PAUSE: u64 = 250;

/// Suggests a name if none is typed yet: the one typed before, the one in the brief, or one made from the display name.
pub fn suggest(claim: Claim) {
    if claim.name.with_untracked(|name| !name.is_empty()) {
        return;
    }
    let stored = local_storage::get(STORAGE_KEY).filter(|name| !name.is_empty());
    let name = stored.unwrap_or_else(|| {
        claim.editor.state.with_untracked(|state| {
            let username = state.brief.username.as_ref().map(ToString::to_string);
            username.unwrap_or_else(|| from_display_name(&state.brief.name))
        })
    });
    if !name.is_empty() {
        claim.name.set(name);
        check(claim);
    }
}

/// Takes over what is typed, and checks it after a pause.
pub fn typed(claim: Claim, text: &str) {
    let text = text.trim().to_lowercase();
    local_storage::set(STORAGE_KEY, &text);
    claim.name.set(text.clone());
    claim.suggestion.set(None);
    claim.problems.update(|problems| problems.retain(|problem| problem.path != "/username"));
    dom::after(PAUSE, move || {
        if claim.name.with_untracked(|name| *name == text) {
            check(claim);
        }
    });
}

/// Forgets the stored name.
pub fn forget() {
    local_storage::remove(STORAGE_KEY);
}

/// Checks whether the name is valid and free.
fn check(claim: Claim) {
    let name = claim.name.get_untracked();
    claim.free.set(false);
    if name.is_empty() {
        return claim.hint.set("3 to 30 letters, numbers, - or _.".to_owned());
    }
    if let Err(sentence) = Username::parse(&name) {
        return claim.hint.set(tile_label::sentence(&sentence));
    }
    wasm_bindgen_futures::spawn_local(async move {
        let answer = api_client::check_name(&name).await;
        let free = answer.as_ref().is_ok_and(|answer| answer.ok);
        let (hint, suggestion) = match answer {
            Ok(answer) if answer.ok => (answer.reason.unwrap_or_else(|| format!("{name} is free")), None),
            Ok(answer) if answer.code.as_deref() == Some("username_taken") => {
                let other = free_name(claim, &name, answer.suggestion).await;
                let says = other.as_ref().map(|other| format!(" {other} is free.")).unwrap_or_default();
                (format!("{name} is taken.{says}"), other)
            }
            Ok(answer) => (answer.reason.unwrap_or_else(|| format!("{name} cannot be used.")), None),
            Err(failure) => (failure.words, None),
        };
        // Another name may have been typed meanwhile.
        if claim.name.with_untracked(|now| *now == name) {
            claim.free.set(free);
            claim.hint.set(hint);
            claim.suggestion.set(suggestion);
        }
    });
}

/// A free name instead of one that is taken: the display name if it is free, otherwise what the server suggests.
async fn free_name(claim: Claim, taken: &str, suggestion: Option<Username>) -> Option<String> {
    let full_name = claim.editor.state.with_untracked(|state| slug(&state.brief.name));
    let fits = full_name != taken && Username::parse(&full_name).is_ok();
    if fits && api_client::check_name(&full_name).await.is_ok_and(|answer| answer.ok) {
        return Some(full_name);
    }
    suggestion.map(|name| name.to_string())
}

/// The first name if it is long enough, otherwise the whole name.
fn from_display_name(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or_default().to_lowercase();
    let plain: String = first.chars().filter(char::is_ascii_alphanumeric).collect();
    if plain.len() >= 3 { plain } else { slug(name) }
}

/// `Ines Harrow` → `ines-harrow`.
fn slug(name: &str) -> String {
    let parts = name
        .split_whitespace()
        .map(|word| word.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect::<String>());
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
