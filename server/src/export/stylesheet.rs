//! The stylesheet of one page as files: its fonts beside it, ornaments inside.
//!
//! Ornaments are mostly masks, and browsers load no mask from a disk: each is written once, as a variable, and used by
//! its name. Fonts are files beside the sheet.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::assets::{self, Asset};

/// A sheet and the fonts that it needs beside it.
#[derive(Debug)]
pub struct Apart {
    /// It.
    pub css: String,
    /// Files, to lie in the same folder.
    pub fonts: Vec<&'static Asset>,
}

/// A sheet that was fitted to a page, as files.
pub fn apart(css: &str) -> Apart {
    let (mut fonts, mut ornaments) = (Vec::new(), BTreeMap::new());
    let rules = addresses(css, &mut |address| {
        let asset = assets::file(address)?;
        if asset.name.starts_with("/fonts/") {
            fonts.push(asset);
            return address.rsplit('/').next().map(|part| format!("url({part})"));
        }
        let next = ornaments.len();
        let number = ornaments.entry(asset.path).or_insert((next, asset)).0;
        Some(format!("var(--ornament-{number})"))
    });
    if ornaments.is_empty() {
        return Apart { css: rules, fonts };
    }
    let all = ornaments.values().map(|(number, asset)| {
        format!("--ornament-{number}:url(data:{};base64,{});", asset.mime, STANDARD.encode(asset.plain))
    });
    Apart { css: format!(":root{{{}}}{rules}", all.collect::<String>()), fonts }
}

/// Exchanges each `url(/assets/…)` for what `exchange` gives.
fn addresses(css: &str, exchange: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("url(") {
        out.push_str(before);
        let (inside, more) = after.split_once(')').unwrap_or((after, ""));
        let address = inside.trim_matches(['"', '\'']);
        match Some(address).filter(|it| it.starts_with("/assets/")).and_then(&mut *exchange) {
            Some(other) => out.push_str(&other),
            None => out.push_str(&format!("url({inside})")),
        }
        rest = more;
    }
    out + rest
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use mantel_app::render::context::RenderContext;
    use mantel_app::render::page::{page_view, static_html};
    use mantel_model::Draft;
    use mantel_model::look::Look;
    use mantel_model::theme::Font;

    use super::*;
    use crate::web::critical_css;

    #[test]
    fn every_look_in_every_typeface_needs_nothing_but_its_fonts() {
        for look in Look::ALL {
            for font in Font::ALL {
                let mut draft = Draft::blank(*look);
                draft.theme.font = *font;
                let body =
                    leptos::prelude::Owner::new().with(|| static_html(page_view(&draft, &RenderContext::default())));
                let out = apart(&critical_css::of(*look, &body));
                assert!(!out.css.contains("/assets/"), "{look} {font}");
                assert!(!out.fonts.is_empty() && out.fonts.len() < 40, "{look} {font}: {}", out.fonts.len());
                for font in &out.fonts {
                    assert!(out.css.contains(font.path.rsplit('/').next().unwrap()));
                    assert!(crate::export::static_site::licence(font).is_some(), "{} has no licence", font.name);
                }
                assert_eq!(out.css.matches('{').count(), out.css.matches('}').count(), "{look} {font}");
            }
        }
    }
}
