//! Which letters of a page are set in which files of typefaces: what browsers compute of its stylesheet and markup, as far as the
//! document tells. Where more than one value may hold (in wide and in narrow windows, for example), all are followed, and the typefaces
//! that a browser takes for what a family lacks are not: the answer says what to expect, and no page may depend on it.

mod cascade;
mod element_tree;
mod faces;
mod rules;
mod selector;
mod subset;

use std::collections::{BTreeMap, BTreeSet};

use self::cascade::{Cascade, Computed};
use self::element_tree::ElementTree;
pub use self::faces::{Face, unicode_range};
use self::selector::Part;
pub use self::subset::subset;

/// What a script sets in elements of a class (`public/lofi.js`): the time, with the day of the week.
const SCRIPTED: [(&str, &str); 1] = [("lofi-clock", "Mon Tue Wed Thu Fri Sat Sun 0123456789:")];

/// A file of a typeface, and the letters of a page that are set in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedFace<'a> {
    /// The file.
    pub face: Face<'a>,
    /// The letters.
    pub letters: BTreeSet<char>,
}

/// The files in which the letters of this markup are set by this stylesheet, in the order of the stylesheet.
pub fn used_faces<'a>(css: &'a str, body: &str) -> Vec<UsedFace<'a>> {
    let (cascade, tree) = (Cascade::new(css), ElementTree::parse(body));
    let mut letters: BTreeMap<usize, BTreeSet<char>> = BTreeMap::new();
    let mut set = |computed: &Computed, text: &str| {
        for (number, letter) in computed.letters(&cascade, text) {
            letters.entry(number).or_default().insert(letter);
        }
    };
    let computed = cascade.compute(&tree);
    for (number, text) in &tree.texts {
        if let Some(computed) = computed.get(*number) {
            set(computed, text);
        }
    }
    for (element, computed) in tree.elements.iter().zip(&computed) {
        for (_, text) in SCRIPTED.iter().filter(|(class, _)| element.classes.iter().any(|own| own == class)) {
            set(computed, text);
        }
    }
    for (number, whole) in computed.iter().enumerate() {
        for part in [Part::Before, Part::After] {
            if let Some(part) = cascade.part(&tree, number, whole, part) {
                for text in part.content(&tree, number) {
                    set(&part, &text);
                }
            }
        }
        if let Some(part) = cascade.part(&tree, number, whole, Part::FirstLetter)
            && let Some(text) = tree.first_text(number)
        {
            // With the punctuation around it, which belongs to it.
            let end = text.find(char::is_alphanumeric).map_or(text.len(), |at| text.len().min(at + 1));
            let end = text.ceil_char_boundary(end);
            set(&part, &text[..end]);
        }
    }
    let face = |(number, letters): (usize, _)| Some(UsedFace { face: cascade.faces.get(number)?.clone(), letters });
    letters.into_iter().filter_map(face).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::assets;

    const FACES: &str = "@font-face{font-family:A;font-weight:400;src:url(a400)}@font-face{font-family:A;font-weight:700;src:url(a700)}\
        @font-face{font-family:A;font-style:italic;src:url(a400i)}@font-face{font-family:\"Big B\";src:url(b);unicode-range:U+20-7E}\
        @font-face{font-family:\"Big B\";src:url(b-ext);unicode-range:U+100-17F}";

    /// What is set in which file, as text.
    fn used(css: &str, body: &str) -> Vec<(String, String)> {
        let css = format!("{FACES}{css}");
        let used = used_faces(&css, body);
        used.iter().map(|used| (used.face.file.to_owned(), used.letters.iter().collect())).collect()
    }

    #[track_caller]
    fn check(css: &str, body: &str, expected: &[(&str, &str)]) {
        let found = used(css, body);
        let found: Vec<_> = found.iter().map(|(file, letters)| (file.as_str(), letters.as_str())).collect();
        assert_eq!(found, expected, "{css}\n{body}");
    }

    #[test]
    fn letters_are_set_in_the_face_of_their_element() {
        let body = "<div class=page><p>ab<b>c</b><i>d</i></p><h1 class=name>xy<span>\u{101}</span></h1></div>";
        check(".page{font-family:A,serif}", body, &[("a400", "ab"), ("a700", "cxy\u{101}"), ("a400i", "d")]);
        check(
            ".page{--big:Big B,serif;--all:var(--none,var(--big))}p{font:italic 400 1em/1 A}.name{font:var(--all)}h1.name{font:400 2em/1 var(--all)}",
            body,
            &[("a400i", "abcd"), ("b", "xy"), ("b-ext", "\u{101}")],
        );
        check("", body, &[]);
    }

    #[test]
    fn the_strongest_rule_decides() {
        let body = "<div class=page><p class=one id=x>ab</p></div>";
        check("p.one{font-family:Big B}p{font-family:A}", body, &[("b", "ab")]);
        check("p{font-family:A}p{font-family:Big B}", body, &[("b", "ab")]);
        check("p{font-family:A!important}p.one{font-family:Big B}", body, &[("a400", "ab")]);
        check(".page{font-family:A;p{font-family:Big B}}", body, &[("b", "ab")]);
        check(":where(.page) .one{font-family:A}.page p{font-family:Big B}.one{font-weight:700}", body, &[("b", "ab")]);
    }

    #[test]
    fn what_may_hold_is_followed() {
        let body = "<div class=page><p>ab</p></div>";
        let both = [("a400", "ab"), ("b", "ab")];
        check("p{font-family:A}@media (width>9px){p{font-family:Big B}}", body, &both);
        check("p{font-family:A}p:hover{font-family:Big B}", body, &both);
        check("p:first-child{font-family:Big B}.page{font-family:A}", body, &both);
        check("p{font-family:A}@media print{p{font-family:Big B}}", body, &[("a400", "ab")]);
        check("@container (width>9px){.page{--f:A}}.page{--f:Big B}p{font-family:var(--f)}", body, &[("b", "ab")]);
    }

    #[test]
    fn letters_that_the_stylesheet_makes() {
        let body = "<p class=a title=z><img alt=q>\u{201c}word and <b>more</b></p>";
        check(
            "p{font-family:A;text-transform:uppercase}b{font:inherit;text-transform:none}",
            body,
            &[("a400", " ADNORWemor\u{201c}")],
        );
        check(
            ".a::before{font-family:Big B;content:\"No. \"attr(title)counter(n)}img::after{content:attr(alt);font-family:A}",
            body,
            &[("b", " .0123456789Noz")],
        );
        check(".a::first-letter{font:400 3em/1 Big B}", body, &[("b", "w")]);
        check(
            "p{font-family:A}.a::first-letter{all:unset}",
            "<p class=a>x</p><p hidden>y</p><style>z</style>",
            &[("a400", "x")],
        );
    }

    #[test]
    fn letters_that_a_script_sets() {
        let letters = " 0123456789:FMSTWadehinortu";
        check(".page{font-family:A}", "<div class=page><span class=lofi-clock></span></div>", &[("a400", letters)]);
        let script = assets::file(assets::path("/lofi.js").unwrap()).unwrap();
        let script = std::str::from_utf8(script.plain).unwrap();
        assert!(
            script.contains(".lofi-clock")
                && script.matches("textContent=").count() + script.matches("textContent =").count() == 1
        );
    }

    #[test]
    fn any_stylesheet_is_read_to_its_end() {
        for css in [
            "{",
            "}",
            "a{",
            "a:is(",
            "a[",
            "@media",
            "p{font:var(--",
            "p{--a:var(--b);--b:var(--a);font-family:var(--a)}",
            ":::{x:y}",
            "p::",
            "&{font-family:A}",
            "> p{font-family:A}",
        ] {
            used(css, "<p>a</p>");
        }
    }
}
