//! Ornament of tiles: seals, cartouches, cords, rods, numerals. All of it is decorative or repeats the text.

use leptos::prelude::*;
use mantel_model::tile::{Kind, Size};

use super::numerals::STROKES;
use super::{sashiko, seal};
use crate::render::tile::LookTile;
use crate::render::tile::content::TileContent;
use crate::render::tile::icon_chip;
use crate::render::tile_placement::TileForm;

/// A bow of five cords, half red and half white, in the middle of the letter.
const BOW: &str = concat!(
    r#"<g fill="none" stroke-width="2.6"><g class="r"><path d="M80 36C62 4 22-2 14 18C8 36 48 42 80 38"/><path d="M80 37C66 14 36 8 28 22C24 34 54 40 80 38"/><path d="M78 40C66 50 54 62 42 76M80 41C70 54 62 66 56 78"/></g>"#,
    r#"<g class="s"><path d="M84 36C102 4 142-2 150 18C156 36 116 42 84 38"/><path d="M84 37C98 14 128 8 136 22C140 34 110 40 84 38"/><path d="M86 40C98 50 110 62 122 76M84 41C94 54 102 66 108 78"/></g>"#,
    r#"<g class="w"><path d="M84 36C102 4 142-2 150 18C156 36 116 42 84 38"/><path d="M84 37C98 14 128 8 136 22C140 34 110 40 84 38"/><path d="M86 40C98 50 110 62 122 76M84 41C94 54 102 66 108 78"/></g></g><rect class="k" x="72" y="26" width="20" height="24" rx="6"/>"#,
);

/// The ornament of a tile by its kind.
pub fn ornament(look_tile: &LookTile<'_>) -> Option<AnyView> {
    let content = look_tile.content;
    let row = look_tile.form == TileForm::Row;
    Some(match content.kind_class {
        "k-heading" => numeral(look_tile.number.section),
        "k-image" => view! { <i class="washi-line"></i>{seal::view()} }.into_any(),
        "k-video" => view! { <i class="washi-rod"></i><i class="washi-rod"></i> }.into_any(),
        "k-plain" | "k-letter" | "k-postcard" | "k-music" | "k-github" if row => {
            let bare = content.picture.is_none() || content.kind_class == "k-github";
            return bare.then(|| icon_chip::chip("washi-mark", content));
        }
        "k-postcard" => view! { <i class="washi-line"></i>{cartouche(content)} }.into_any(),
        "k-plain" => view! { <i class="washi-line"></i><i class="washi-cord"></i><i class="washi-crest"></i> }.into_any(),
        "k-letter" => {
            view! { <i class="washi-tie"></i><svg class="washi-bow" viewBox="0 0 164 80" aria-hidden="true" inner_html=BOW></svg> }.into_any()
        }
        "k-music" => view! { <i class="washi-handle"></i> }.into_any(),
        "k-github" => match (&look_tile.tile.kind, look_tile.form) {
            (Kind::Github(github), TileForm::Cell(size)) if size != Size::S => sashiko::view(github.repo.as_str(), size),
            _ => return None,
        },
        _ => return None,
    })
}

/// The section's number in brush strokes on a red tab; above ten, two numerals.
fn numeral(section: usize) -> AnyView {
    let (tens, ones) = (section / 10, section % 10);
    let digits: Vec<usize> = match (tens, ones) {
        (0, ones) => vec![ones],
        (1, 0) => vec![10],
        (1, ones) => vec![10, ones],
        (tens, 0) => vec![tens, 10],
        (tens, ones) => vec![tens, 10, ones],
    };
    let count = digits.len();
    let strokes = digits.into_iter().enumerate().filter_map(|(at, digit)| {
        let path = *STROKES.get(digit.checked_sub(1)?)?;
        Some(view! { <path d=path transform=(at > 0).then(|| format!("translate(0 {})", at * 106))></path> })
    });
    let size = format!("0 0 100 {}", count * 106 - 6);
    view! { <span class="washi-tab"><svg viewBox=size aria-hidden="true">{strokes.collect_view()}</svg></span> }
        .into_any()
}

/// The site's name in a vertical cartouche, like the titles of prints.
fn cartouche(content: &TileContent) -> AnyView {
    let name = content.address.as_deref().and_then(site);
    let words = name.map(|name| {
        let letters = format!("--letters:{}", name.chars().count());
        view! { <b style=letters>{name}</b> }
    });
    view! { <span class="washi-title">{words}</span> }.into_any()
}

/// The distinctive label of a host: `harrow` of `www.harrow.example/shop`.
fn site(address: &str) -> Option<String> {
    let host = address.split('/').next()?.split(':').next()?;
    let labels: Vec<&str> = host.split('.').filter(|part| !part.is_empty() && *part != "www").collect();
    let last = labels.len().checked_sub(1)?;
    // A country's second level, as in `co.uk`, is not distinctive.
    let short = |at: usize| labels.get(at).is_some_and(|label| label.len() <= 3);
    let at = if last >= 2 && short(last) && short(last - 1) { last - 2 } else { last.saturating_sub(1) };
    let label = labels.get(at)?;
    (!label.starts_with("xn--") && label.chars().count() <= 16 && label.contains(char::is_alphabetic))
        .then(|| label.to_uppercase())
}
