//! The licences of fonts, which are included in an exported page.

use super::zip::Content;
use crate::assets::{self, Asset};

/// The licence of a font: that of `young-serif-400-latin.woff2` is `young-serif.txt`.
pub fn font_licence(font: &Asset) -> Option<(String, Content)> {
    let mut stem = font.name.strip_prefix("/fonts/")?;
    while let Some((shorter, _)) = stem.rsplit_once('-') {
        stem = shorter;
        if let Some(found) = assets::file(&format!("/fonts/licences/{stem}.txt")) {
            return Some((format!("assets/licences/{stem}.txt"), Content::Bytes(found.plain)));
        }
    }
    None
}
