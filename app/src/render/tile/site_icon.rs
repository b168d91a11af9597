//! The icon of the site that a link leads to, where a look would otherwise show a glyph (looks, 1.2 "List", 4
//! "k-plain").

use mantel_model::facts::Facts;

use crate::render::context::RenderContext;

/// The width in which an icon is requested, px, if it is that large: enough for its box at 2x.
const MIN_WIDTH: u32 = 108;
/// Icons up to this width, px, are scaled without smoothing.
const PIXELATED_MAX: u32 = 32;

/// The icon of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteIcon {
    /// The address.
    pub src: String,
    /// The class: a small icon is scaled without smoothing.
    pub class: &'static str,
}

impl SiteIcon {
    /// The icon in the metadata of a plain link, if the server has it; otherwise the glyph stays, so that no broken
    /// image shows.
    pub fn of(kind_class: &str, facts: Option<&Facts>, context: &RenderContext) -> Option<Self> {
        let source = facts?.icon.as_ref().filter(|_| kind_class == "k-plain")?;
        let seen = context.pictures.get(source)?;
        let class = if seen.measure?.width <= PIXELATED_MAX { "site coarse" } else { "site" };
        Some(Self { src: seen.at(MIN_WIDTH), class })
    }
}
