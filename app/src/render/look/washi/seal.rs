//! Seals: the first letter of the owner's name, defined once in a page and used by every seal.

use leptos::prelude::*;

/// The SVG symbol of the letter.
pub fn symbol(name: &str) -> Option<AnyView> {
    let letter = name.chars().find(|character| character.is_alphanumeric())?.to_uppercase().to_string();
    Some(
        view! {
            <svg class="filters" width="0" height="0" aria-hidden="true">
                <symbol id="washi-letter" viewBox="0 0 40 40"><text x="20" y="28.5" text-anchor="middle" font-size="24">{letter}</text></symbol>
            </svg>
        }
        .into_any(),
    )
}

/// A seal with that letter.
pub fn view() -> AnyView {
    view! { <span class="washi-seal"><svg viewBox="0 0 40 40" aria-hidden="true"><use href="#washi-letter"></use></svg></span> }.into_any()
}
