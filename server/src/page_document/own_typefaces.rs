//! Puts the typefaces of a page into its document, reduced to the letters that are set in them: the page comes in one reply, with its own
//! letters from the first moment on. The whole files stay in the stylesheet for letters that were not expected.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::PRELOAD_START;
use super::critical_css::{self, STYLE_END, STYLE_START};
use super::typefaces::{UsedFace, subset, unicode_range, used_faces};
use crate::assets;

/// The most bytes of typefaces in one document, as text; a page in more letters loads whole files, as it did.
const MOST: usize = 64 * 1024;

/// Browsers look these up in a typeface whatever is set in it: the space to measure lines, the ellipsis for text that is cut, the zero
/// for the unit `ch`.
const ALWAYS: [char; 3] = [' ', '…', '0'];

/// A document with its typefaces inside.
#[derive(Debug)]
pub struct OwnTypefaces {
    /// The document.
    pub html: String,
    /// The hash of its stylesheet: `sha256-…`.
    pub style_hash: String,
}

/// A document of a published page with its typefaces inside; `None` if that can't be or is of no use. Takes about 10 ms for each
/// typeface.
pub fn with_own_typefaces(html: &str) -> Option<OwnTypefaces> {
    let (before, rest) = html.split_once(STYLE_START)?;
    let (css, after) = rest.split_once(STYLE_END)?;
    let mut rules = String::new();
    for used in used_faces(css, after) {
        rules.push_str(&rule(&used)?);
    }
    if rules.is_empty() || rules.len() > MOST {
        return None;
    }
    // Of several faces for a letter browsers take the last.
    let css = format!("{css}{rules}");
    let head = without_font_preloads(before);
    let html = [&head, STYLE_START, &css, STYLE_END, after].concat();
    Some(OwnTypefaces { html, style_hash: critical_css::hash(&css) })
}

/// What stands before the stylesheet, without the files of typefaces that a browser would fetch first.
fn without_font_preloads(head: &str) -> String {
    let mut out = String::with_capacity(head.len());
    let mut rest = head;
    while let Some((before, from)) = rest.split_once(PRELOAD_START) {
        out.push_str(before);
        let (link, after) = from.split_once('>').unwrap_or((from, ""));
        if !link.contains(" as=\"font\"") {
            out.push_str(&format!("{PRELOAD_START}{link}>"));
        }
        rest = after;
    }
    out + rest
}

/// The rule with the letters of one file, which become its only ones for browsers.
fn rule(used: &UsedFace<'_>) -> Option<String> {
    let (face, mut letters) = (&used.face, used.letters.clone());
    letters.extend(ALWAYS.into_iter().filter(|letter| face.has(*letter)));
    let file = assets::file(face.file)?;
    let reduced = subset(file.plain, &letters)
        .inspect_err(|error| tracing::error!(file = face.file, %error, "a typeface was not reduced"))
        .ok()?;
    let (low, high) = (face.weights.start(), face.weights.end());
    let mut rule = format!("@font-face{{font-family:{};font-weight:{low}", quoted(face.family));
    if high > low {
        let _ = write!(rule, " {high}");
    }
    let _ = write!(
        rule,
        ";font-style:{style};src:url(data:font/woff2;base64,{data})format(\"woff2\");unicode-range:{letters}}}",
        style = if face.italic { "italic" } else { "normal" },
        data = STANDARD.encode(reduced),
        letters = unicode_range(&letters),
    );
    Some(rule)
}

fn quoted(family: &str) -> String {
    format!("\"{family}\"")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_document_gets_the_letters_that_it_has() {
        let face = assets::path("/fonts/caprasimo-400-latin.woff2").unwrap();
        let head = format!(
            "<head>{PRELOAD_START} href=\"{face}\" as=\"font\" crossorigin>{PRELOAD_START} href=\"/a\" as=\"image\">"
        );
        let css = format!(
            "@font-face{{font-family:Caprasimo;src:url({face})format(\"woff2\");unicode-range:U+20-7E}}p{{font-family:Caprasimo}}"
        );
        let own = with_own_typefaces(&format!("{head}<style>{css}</style></head><p>Ines</p>")).unwrap();
        assert!(
            own.html.starts_with(&format!("<head>{PRELOAD_START} href=\"/a\" as=\"image\"><style>{css}@font-face")),
            "{}",
            own.html
        );
        assert!(own.html.contains("font-weight:400;font-style:normal;src:url(data:font/woff2;base64,"), "{}", own.html);
        assert!(
            own.html.ends_with("unicode-range:U+20,U+30,U+49,U+65,U+6E,U+73}</style></head><p>Ines</p>"),
            "{}",
            own.html
        );
        assert_eq!(
            own.style_hash,
            critical_css::hash(own.html.split_once("<style>").unwrap().1.split_once("</style>").unwrap().0)
        );
    }

    #[test]
    fn a_document_without_typefaces_stays_as_it_is() {
        for html in ["", "<style>", "<style></style>", "<style>p{font-family:serif}</style><p>a</p>"] {
            assert!(with_own_typefaces(html).is_none(), "{html}");
        }
    }
}
