//! Ornament of tiles: tape, flap, wax, staves, pans. None has text but the seal's letter, which the title repeats.

use leptos::prelude::*;

use crate::render::tile::content::TileContent;
use crate::render::tile::icon_chip;
use crate::render::tile_placement::TileForm;

/// The ornament of a tile by its kind.
pub fn ornament(content: &TileContent, form: TileForm) -> Option<AnyView> {
    let row = form == TileForm::Row;
    Some(match content.kind_class {
        "k-image" => view! { <span class="painted-tape"></span> }.into_any(),
        "k-plain" | "k-letter" | "k-postcard" | "k-music" | "k-github" if row && content.picture.is_some() => return None,
        "k-plain" | "k-letter" | "k-github" if row => {
            icon_chip::chip("painted-mark", content)
        }
        "k-music" if row => return None,
        "k-plain" => view! { <span class="painted-flap"></span>{seal(content)} }.into_any(),
        "k-letter" => view! { <span class="painted-envelope"></span>{seal(content)} }.into_any(),
        "k-postcard" => view! { <span class="painted-stamp"></span> }.into_any(),
        "k-music" => {
            view! { <span class="painted-staves"></span><span class="painted-notes"><i></i><i></i><i></i><i></i></span> }
                .into_any()
        }
        "k-video" => view! { <span class="painted-hinges"></span><span class="painted-pans">{pans()}</span> }.into_any(),
        "k-github" => view! { <span class="painted-sprig"></span> }.into_any(),
        _ => return None,
    })
}

/// A wax seal with the title's first letter; an article is skipped, so that "The Slow Letter" gives S.
fn seal(content: &TileContent) -> AnyView {
    let title = content.title.as_deref().unwrap_or_default();
    let telling = title.split_whitespace().find(|word| !matches!(word.to_lowercase().as_str(), "the" | "a" | "an"));
    let letter = telling.unwrap_or(title).chars().find(|character| character.is_alphanumeric());
    let letter = letter.map(|letter| letter.to_uppercase().to_string());
    view! { <span class="painted-seal">{letter.map(|letter| view! { <b>{letter}</b> })}</span> }.into_any()
}

/// Twelve pans; the stylesheet shows as many as the tin has room for.
fn pans() -> AnyView {
    (0..12).map(|_| view! { <i></i> }).collect_view().into_any()
}
