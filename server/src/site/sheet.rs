//! A look's stylesheet for one page: what of it the page can use, and the page's own copy inside its document.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mantel_model::look::Look;
use mantel_model::theme::{Font, Photos, Theme};
use sha2::{Digest, Sha256};

use crate::assets;

const FACE: &str = "@font-face{";
const CHOICE: &str = ".page[data-font=";
/// The rule of pictures in letters, whose typeface no other page needs.
const LETTERS: &str = ".page .letters{";

/// A stylesheet that stands in the document itself: most visitors see one page once, and would wait for a second answer.
#[derive(Debug)]
pub struct Inside {
    /// It.
    pub css: String,
    /// What a policy calls it: `sha256-…`.
    pub hash: String,
}

/// Stylesheets by what they were made for.
type Made = HashMap<(Look, Font, bool), Arc<Inside>>;

/// Every combination that was asked for; there are not many, and each is needed again.
static INSIDE: LazyLock<RwLock<Made>> = LazyLock::new(RwLock::default);

/// The stylesheet of a page in this theme, less the typefaces it can't use.
pub fn inside(theme: &Theme) -> Arc<Inside> {
    let key = (theme.look(), theme.font, theme.photos == Photos::Ascii);
    if let Some(known) = INSIDE.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return Arc::clone(known);
    }
    let file = assets::path(&format!("looks/{}.css", key.0)).and_then(assets::file);
    let css = file.and_then(|it| std::str::from_utf8(it.plain).ok()).unwrap_or_default();
    let (faces, rules) = parted(css, key.1.as_str(), key.2);
    let css = faces.concat() + &rules;
    let hash = format!("sha256-{}", STANDARD.encode(Sha256::digest(css.as_bytes())));
    let made = Arc::new(Inside { css, hash });
    INSIDE.write().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&made));
    made
}

/// The faces that a page with this typeface may use, and the other rules without those of typefaces that were not chosen;
/// those of letters only where there are any.
pub fn parted<'a>(css: &'a str, font: &str, lettered: bool) -> (Vec<&'a str>, String) {
    let chosen = format!("{CHOICE}{font}]");
    let (mut faces, mut rules, mut rest) = (Vec::new(), String::new(), css);
    loop {
        let starts = [FACE, CHOICE, LETTERS].into_iter().filter_map(|it| rest.find(it));
        let Some(at) = starts.min() else { break };
        let (before, from) = rest.split_at(at);
        rules.push_str(before);
        let whole = block(from);
        let (rule, after) = from.split_at(whole);
        let alone = !rule.split('{').next().unwrap_or_default().contains(',');
        if rule.starts_with(FACE) {
            faces.push(rule);
        } else if rule.starts_with(LETTERS) {
            rules.push_str(if lettered { rule } else { "" });
        } else if rule.starts_with(&chosen) || !alone {
            rules.push_str(rule);
        }
        rest = after;
    }
    rules.push_str(rest);
    faces.retain(|it| family(it).is_some_and(|it| rules.contains(it)));
    (faces, rules)
}

/// Length of the rule that a text begins with, its block included.
fn block(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return at + 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

fn family(face: &str) -> Option<&str> {
    let value = face.split_once("font-family:")?.1;
    Some(value.split([';', '}']).next()?.trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_stylesheet_can_end_the_element_it_stands_in() {
        for look in Look::ALL {
            for font in Font::ALL {
                let mut theme = Theme::of(*look);
                theme.font = *font;
                let sheet = inside(&theme);
                assert!(sheet.css.contains("data-look="), "{look} {font}");
                assert!(!sheet.css.to_lowercase().contains("</style"), "{look} {font}");
            }
        }
    }
}
