//! The icon of the site that a link leads to, where a look would otherwise show a glyph (looks, 1.2 "List", 4 "k-plain").

use leptos::prelude::*;
use mantel_model::facts::Facts;

use super::content::TileContent;
use crate::components::icon;
use crate::render::context::RenderContext;

/// The least width an icon is served in, px, if it has it: enough for its place at 2x.
const MIN_WIDTH: u32 = 108;
/// Icons up to this width, px, are scaled without smoothing.
const PIXELATED_MAX: u32 = 32;

/// The icon of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteIcon {
    /// Where it is served from.
    src: String,
    /// Its class: a small one is scaled without smoothing.
    class: &'static str,
}

impl SiteIcon {
    /// The icon among the facts of a plain link, if the server holds it; otherwise the glyph stays, so that no icon is
    /// broken.
    pub fn of(kind_class: &str, facts: Option<&Facts>, context: &RenderContext) -> Option<Self> {
        let source = facts?.icon.as_ref().filter(|_| kind_class == "k-plain")?;
        let seen = context.pictures.get(source)?;
        let class = if seen.measure?.width <= PIXELATED_MAX { "site coarse" } else { "site" };
        Some(Self { src: seen.at(MIN_WIDTH), class })
    }
}

/// The mark of a row, for the looks that draw one: links without a picture, and repositories.
pub fn mark(content: &TileContent) -> Option<AnyView> {
    let bare = content.picture.is_none() && matches!(content.kind_class, "k-plain" | "k-postcard" | "k-letter");
    (bare || content.kind_class == "k-github").then(|| chip("mark", content))
}

/// A chip of this class with the site's icon in it, otherwise with the glyph of the kind. The text beside it names the
/// site.
pub fn chip(class: &str, content: &TileContent) -> AnyView {
    let Some(SiteIcon { src, class: inner }) = content.icon.clone() else {
        return view! { <span class=class.to_owned()>{icon::kind(content.kind_class)}</span> }.into_any();
    };
    let image =
        view! { <img class=inner src=src alt="" width="32" height="32" loading="lazy" decoding="async"/> }.into_any();
    view! { <span class=format!("{class} known")>{image}</span> }.into_any()
}
