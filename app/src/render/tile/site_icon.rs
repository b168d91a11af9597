//! The icon of the site that a link leads to, where a look would else show a glyph (looks, 1.2 "List", 4 "k-plain").

use leptos::prelude::*;
use mantel_model::facts::Facts;

use super::Parts;
use crate::components::icon;
use crate::render::page::RenderContext;

/// Pixels of width that an icon is drawn from at least, where it has them: enough for its place at 2x.
const WANTED: u32 = 108;
/// Icons up to this wide are drawn in squares, larger ones smoothly.
const COARSE: u32 = 32;

/// An icon as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon {
    /// Where it is served.
    src: String,
    /// Its class: few pixels are drawn as squares.
    class: &'static str,
}

impl Icon {
    /// The icon among the facts of a plain link. Only one that the server has had in hand: the rest keep the glyph, so that
    /// nobody meets a hole.
    pub fn of(kind_class: &str, facts: Option<&Facts>, setting: &RenderContext) -> Option<Self> {
        let source = facts?.icon.as_ref().filter(|_| kind_class == "k-plain")?;
        let seen = setting.pictures.get(source)?;
        let class = if seen.measure?.width <= COARSE { "site coarse" } else { "site" };
        Some(Self { src: seen.at(WANTED), class })
    }
}

/// The mark of a row in the looks that carry one: links without a picture, and repositories.
pub fn mark(parts: &Parts) -> Option<AnyView> {
    let bare = parts.picture.is_none() && matches!(parts.kind_class, "k-plain" | "k-postcard" | "k-letter");
    (bare || parts.kind_class == "k-github").then(|| chip("mark", parts))
}

/// A chip of this class with the site's icon in it, else with the glyph of the kind. The words beside it say where the link
/// leads.
pub fn chip(class: &str, parts: &Parts) -> AnyView {
    let Some(Icon { src, class: inner }) = parts.icon.clone() else {
        return view! { <span class=class.to_owned()>{icon::kind(parts.kind_class)}</span> }.into_any();
    };
    let image =
        view! { <img class=inner src=src alt="" width="32" height="32" loading="lazy" decoding="async"/> }.into_any();
    view! { <span class=format!("{class} known")>{image}</span> }.into_any()
}
