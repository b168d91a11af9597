//! Chips with a site's icon or the glyph of the tile's kind.

use leptos::prelude::*;

use super::content::TileContent;
use super::site_icon::SiteIcon;
use crate::components::icon;

/// The mark of a row, for the looks that draw one: links without a picture, and repositories.
pub fn mark(content: &TileContent) -> Option<AnyView> {
    let bare = content.picture.is_none() && matches!(content.kind_class, "k-plain" | "k-postcard" | "k-letter");
    (bare || content.kind_class == "k-github").then(|| chip("mark", content))
}

/// A chip of this class with the site's icon, or else the glyph of the kind. Decorative: the text beside it names the
/// site.
pub fn chip(class: &str, content: &TileContent) -> AnyView {
    let Some(SiteIcon { src, class: inner }) = content.icon.clone() else {
        return view! { <span class=class.to_owned()>{icon::kind(content.kind_class)}</span> }.into_any();
    };
    let image =
        view! { <img class=inner src=src alt="" width="32" height="32" loading="lazy" decoding="async"/> }.into_any();
    view! { <span class=format!("{class} known")>{image}</span> }.into_any()
}
