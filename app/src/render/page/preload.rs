//! The fonts of a page's first lines and the mask images of its look, so that a document can preload them before its
//! stylesheet is parsed: fonts with high priority, masks with low.

use mantel_model::look::Look;
use mantel_model::theme::{BackgroundStyle, Font, Theme};

/// Addresses of the Latin font files of the name and the text; two at most (looks, 1.3).
pub const fn fonts(theme: &Theme) -> &'static [&'static str] {
    match theme.font {
        Font::Look => fonts_of_look(theme.look()),
        Font::Grotesk => &["/fonts/schibsted-grotesk-400-700-latin.woff2"],
        Font::Humanist => &["/fonts/figtree-500-700-latin.woff2"],
        Font::Book => &["/fonts/eb-garamond-700-latin.woff2", "/fonts/eb-garamond-500-latin.woff2"],
        Font::Mincho => &["/fonts/shippori-mincho-700-latin.woff2"],
        Font::Round => &["/fonts/caprasimo-400-latin.woff2", "/fonts/figtree-500-700-latin.woff2"],
        Font::Poster => &["/fonts/chonburi-400-latin.woff2"],
        Font::Mono => &["/fonts/sometype-mono-500-700-latin.woff2"],
        Font::Hand => &["/fonts/nanum-pen-script-400-latin.woff2", "/fonts/figtree-500-700-latin.woff2"],
        Font::Pixel => &["/fonts/pixelify-sans-600-latin.woff2", "/fonts/sometype-mono-500-700-latin.woff2"],
        Font::Condensed => &["/fonts/saira-condensed-600-latin.woff2"],
    }
}

/// Addresses of the images that this look uses as masks.
pub const fn masks(theme: &Theme) -> &'static [&'static str] {
    match (theme.look(), theme.background.style) {
        (Look::Painted, BackgroundStyle::Scene) => &["/looks/painted/washes.avif", "/looks/painted/shapes.avif"],
        (Look::Painted, _) => &["/looks/painted/shapes.avif"],
        (Look::Night, BackgroundStyle::Scene) => &["/looks/night/contours.svg"],
        _ => &[],
    }
}

const fn fonts_of_look(look: Look) -> &'static [&'static str] {
    match look {
        Look::Painted => &["/fonts/cormorant-600-700i-latin.woff2", "/fonts/eb-garamond-500-latin.woff2"],
        Look::Cozy => &["/fonts/caprasimo-400-latin.woff2", "/fonts/nanum-pen-script-400-latin.woff2"],
        Look::Washi => &["/fonts/shippori-mincho-800-latin.woff2", "/fonts/zen-old-mincho-400-latin.woff2"],
        Look::Lofi => &["/fonts/pixelify-sans-600-latin.woff2", "/fonts/sometype-mono-500-700-latin.woff2"],
        Look::Cobalt => &["/fonts/chonburi-400-latin.woff2", "/fonts/old-standard-tt-400-latin.woff2"],
        Look::Night => &["/fonts/michroma-400-latin.woff2", "/fonts/saira-condensed-400-latin.woff2"],
    }
}
