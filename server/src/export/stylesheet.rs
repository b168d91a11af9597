//! The stylesheet of one exported page: its fonts are separate files, its ornaments are inlined.
//!
//! Ornaments are mostly masks, and browsers do not load masks from `file:` URLs. Each is written once, as a custom
//! property, and referred to by name.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::assets::{self, Asset};

/// A stylesheet and the fonts that it needs.
#[derive(Debug)]
pub struct ExportedStylesheet {
    /// The CSS.
    pub css: String,
    /// Font files, for the same folder.
    pub fonts: Vec<&'static Asset>,
}

/// Converts a page's critical CSS for use without this server.
pub fn convert(css: &str) -> ExportedStylesheet {
    let (mut fonts, mut ornaments) = (Vec::new(), BTreeMap::new());
    let rules = replace_urls(css, &mut |address| {
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
        return ExportedStylesheet { css: rules, fonts };
    }
    let all = ornaments.values().map(|(number, asset)| {
        format!("--ornament-{number}:url(data:{};base64,{});", asset.mime, STANDARD.encode(asset.plain))
    });
    ExportedStylesheet { css: format!(":root{{{}}}{rules}", all.collect::<String>()), fonts }
}

/// Replaces each `url(/assets/…)` for which `replace` returns something.
fn replace_urls(css: &str, replace: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("url(") {
        out.push_str(before);
        let (inside, more) = after.split_once(')').unwrap_or((after, ""));
        let address = inside.trim_matches(['"', '\'']);
        match Some(address).filter(|address| address.starts_with("/assets/")).and_then(&mut *replace) {
            Some(replacement) => out.push_str(&replacement),
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
    use crate::page_document::critical_css;

    #[test]
    fn every_look_in_every_typeface_needs_nothing_but_its_fonts() {
        for look in Look::ALL {
            for font in Font::ALL {
                let mut draft = Draft::blank(*look);
                draft.theme.font = *font;
                let body =
                    leptos::prelude::Owner::new().with(|| static_html(page_view(&draft, &RenderContext::default())));
                let out = convert(&critical_css::for_body(*look, &body));
                assert!(!out.css.contains("/assets/"), "{look} {font}");
                assert!(!out.fonts.is_empty() && out.fonts.len() < 40, "{look} {font}: {}", out.fonts.len());
                for font in &out.fonts {
                    assert!(out.css.contains(font.path.rsplit('/').next().unwrap()));
                    assert!(crate::export::font_licence::font_licence(font).is_some(), "{} has no licence", font.name);
                }
                assert_eq!(out.css.matches('{').count(), out.css.matches('}').count(), "{look} {font}");
            }
        }
    }
}
