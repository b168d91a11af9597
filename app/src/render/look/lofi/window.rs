//! The parts of a window beside its text: title bar, menu, keys, buttons, player controls; and the marks of a file
//! list.

use leptos::prelude::*;
use mantel_model::tile::{Kind, Size};

use super::{skyline, window_title};
use crate::render::tile::LookTile;
use crate::render::tile::content::TileContent;
use crate::render::tile::icon_chip;
use crate::render::tile_placement::TileForm;

/// The title bar and controls of a window; a heading is a folder, a stamp a disc.
pub fn object(look_tile: &LookTile<'_>) -> Option<AnyView> {
    let LookTile { tile, form, content, .. } = look_tile;
    let fittings = match content.kind_class {
        "k-heading" => return Some(view! { <i class="lofi-folder"></i> }.into_any()),
        "k-stamp" => return Some(view! { <i class="lofi-hub"></i> }.into_any()),
        "k-social" => return None,
        "k-note" => Some(view! { <span class="lofi-menu">"File Edit View"</span> }.into_any()),
        "k-plain" => Some(view! { {pixels("lofi-globe".to_owned(), content)}{button("Open")} }.into_any()),
        "k-postcard" => Some(view! { <span class="lofi-keys"><i></i><i></i></span> }.into_any()),
        "k-letter" => Some(letter(content)),
        "k-music" => Some(view! { <span class="lofi-bars"><i></i></span>{transport()} }.into_any()),
        "k-video" => Some(transport()),
        "k-github" => lights(&tile.kind, *form),
        _ => None,
    };
    Some(view! { <span class="lofi-bar"><b>{window_title::of(look_tile)}</b></span>{fittings} }.into_any())
}

/// The mark of a row without a picture.
pub fn row(content: &TileContent) -> Option<AnyView> {
    let mark = match content.kind_class {
        "k-github" => "terminal",
        "k-note" => "page",
        _ if content.picture.is_some() => return None,
        "k-plain" | "k-postcard" => "globe",
        "k-letter" => "mail",
        "k-stamp" => return Some(view! { <i class="lofi-hub"></i> }.into_any()),
        _ => return None,
    };
    Some(pixels(format!("lofi-mark px-{mark}"), content))
}

/// A pixel icon, or the site's own icon.
fn pixels(class: String, content: &TileContent) -> AnyView {
    if content.icon.is_some() { icon_chip::chip(&class, content) } else { view! { <i class=class></i> }.into_any() }
}

/// The recipient line, an envelope unless there is a picture, and a button.
fn letter(content: &TileContent) -> AnyView {
    let news = content.kicker.is_some();
    view! {
        <span class="lofi-to">{if news { "To: you" } else { "From: you" }}</span>
        {content.picture.is_none().then(|| view! { <i class="lofi-envelope"></i> })}
        {button(if news { "Subscribe" } else { "Write" })}
    }
    .into_any()
}

fn button(words: &'static str) -> AnyView {
    view! { <span class="lofi-button">{words}</span> }.into_any()
}

/// A play button and a slider.
fn transport() -> AnyView {
    view! { <span class="lofi-deck"><i></i><b></b></span> }.into_any()
}

/// The lights of a terminal, in the sizes that have room for them.
fn lights(kind: &Kind, form: TileForm) -> Option<AnyView> {
    match (kind, form) {
        (Kind::Github(github), TileForm::Cell(Size::W | Size::T | Size::L)) => {
            Some(skyline::view(github.repo.as_str()))
        }
        _ => None,
    }
}
