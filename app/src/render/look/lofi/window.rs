//! The parts of a window that are not its words: bar, menu, keys, buttons, transport; and the marks of a file list.

use leptos::prelude::*;
use mantel_model::tile::{Kind, Size};

use super::{Object, skyline, window_title};
use crate::render::page::Form;
use crate::render::tile::{Parts, site_icon};

/// Bar and fittings of a window; a heading is a folder, a stamp a disc.
pub fn object(object: &Object<'_>) -> Option<AnyView> {
    let Object { tile, form, parts, .. } = object;
    let fittings = match parts.kind_class {
        "k-heading" => return Some(view! { <i class="lofi-folder"></i> }.into_any()),
        "k-stamp" => return Some(view! { <i class="lofi-hub"></i> }.into_any()),
        "k-social" => return None,
        "k-note" => Some(view! { <span class="lofi-menu">"File Edit View"</span> }.into_any()),
        "k-plain" => Some(view! { {pixels("lofi-globe".to_owned(), parts)}{button("Open")} }.into_any()),
        "k-postcard" => Some(view! { <span class="lofi-keys"><i></i><i></i></span> }.into_any()),
        "k-letter" => Some(letter(parts)),
        "k-music" => Some(view! { <span class="lofi-bars"><i></i></span>{transport()} }.into_any()),
        "k-video" => Some(transport()),
        "k-github" => lights(&tile.kind, *form),
        _ => None,
    };
    Some(view! { <span class="lofi-bar"><b>{window_title::of(object)}</b></span>{fittings} }.into_any())
}

/// The mark of a row that has no picture.
pub fn row(parts: &Parts) -> Option<AnyView> {
    let mark = match parts.kind_class {
        "k-github" => "terminal",
        "k-note" => "page",
        _ if parts.picture.is_some() => return None,
        "k-plain" | "k-postcard" => "globe",
        "k-letter" => "mail",
        "k-stamp" => return Some(view! { <i class="lofi-hub"></i> }.into_any()),
        _ => return None,
    };
    Some(pixels(format!("lofi-mark px-{mark}"), parts))
}

/// Something in few pixels, or the site by its own icon.
fn pixels(class: String, parts: &Parts) -> AnyView {
    if parts.icon.is_some() { site_icon::chip(&class, parts) } else { view! { <i class=class></i> }.into_any() }
}

/// To whom, an envelope unless there is a picture, and what to do with it.
fn letter(parts: &Parts) -> AnyView {
    let news = parts.kick.is_some();
    view! {
        <span class="lofi-to">{if news { "To: you" } else { "From: you" }}</span>
        {parts.picture.is_none().then(|| view! { <i class="lofi-envelope"></i> })}
        {button(if news { "Subscribe" } else { "Write" })}
    }
    .into_any()
}

fn button(words: &'static str) -> AnyView {
    view! { <span class="lofi-button">{words}</span> }.into_any()
}

/// A play key and a slider.
fn transport() -> AnyView {
    view! { <span class="lofi-deck"><i></i><b></b></span> }.into_any()
}

/// Wherever a terminal has room.
fn lights(kind: &Kind, form: Form) -> Option<AnyView> {
    match (kind, form) {
        (Kind::Github(github), Form::Cell(Size::W | Size::T | Size::L)) => Some(skyline::view(github.repo.as_str())),
        _ => None,
    }
}
