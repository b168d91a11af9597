//! A look's stylesheet for one page: the fonts of that page alone, ornaments inside.
//!
//! Ornaments are mostly masks, and browsers load no mask from a disk: each is written once, as a variable, and used by
//! its name. Fonts are files beside the sheet.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::assets::{self, Asset};
use crate::site::sheet::parted;

/// A sheet and the fonts that it needs beside it.
#[derive(Debug)]
pub struct Fitted {
    /// It.
    pub css: String,
    /// Files, to lie in the same folder.
    pub fonts: Vec<&'static Asset>,
}

/// The sheet (minified, as the site serves it) for a page with this typeface.
pub fn fitted(css: &str, font: &str) -> Fitted {
    let (faces, rules) = parted(css, font, false);
    let mut out = Fitted { css: String::with_capacity(css.len()), fonts: Vec::new() };
    for face in faces {
        let face = addresses(face, &mut |address| {
            let asset = assets::file(address)?;
            out.fonts.push(asset);
            address.rsplit('/').next().map(|it| format!("url({it})"))
        });
        out.css.push_str(&face);
    }
    let mut ornaments = BTreeMap::new();
    let rules = addresses(&rules, &mut |address| {
        let asset = assets::file(address)?;
        let next = ornaments.len();
        let number = ornaments.entry(asset.path).or_insert((next, asset)).0;
        Some(format!("var(--ornament-{number})"))
    });
    if !ornaments.is_empty() {
        let all = ornaments.values().map(|(number, asset)| {
            format!("--ornament-{number}:url(data:{};base64,{});", asset.mime, STANDARD.encode(asset.plain))
        });
        out.css.push_str(&format!(":root{{{}}}", all.collect::<String>()));
    }
    out.css.push_str(&rules);
    out
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
    use mantel_model::look::Look;
    use mantel_model::theme::Font;

    use super::*;

    #[test]
    fn every_look_in_every_typeface_needs_nothing_but_its_fonts() {
        for look in Look::ALL {
            let css = assets::file(assets::path(&format!("looks/{look}.css")).unwrap()).unwrap();
            let css = std::str::from_utf8(css.plain).unwrap();
            for font in Font::ALL {
                let out = fitted(css, font.as_str());
                assert!(!out.css.contains("/assets/"), "{look} {font}");
                assert!(!out.fonts.is_empty() && out.fonts.len() < 40, "{look} {font}: {}", out.fonts.len());
                for font in &out.fonts {
                    assert!(out.css.contains(font.path.rsplit('/').next().unwrap()));
                    assert!(crate::site::still::licence(font).is_some(), "{} has no licence", font.name);
                }
                assert_eq!(out.css.matches('{').count(), out.css.matches('}').count(), "{look} {font}");
            }
        }
    }

    #[test]
    fn what_was_not_chosen_goes() {
        let css = "@font-face{font-family:One;src:url(a)}@font-face{font-family:\"Two B\";src:url(b)}.page[data-font=x]{--p:One}\
                   .page[data-font=y]{--p:Two B}.page[data-font=y] *{a:b}.page[data-font=x] *{c:d}p{e:f}";
        let out = fitted(css, "y");
        let wanted =
            "@font-face{font-family:\"Two B\";src:url(b)}.page[data-font=y]{--p:Two B}.page[data-font=y] *{a:b}p{e:f}";
        assert_eq!(out.css, wanted);
    }
}
