//! The typefaces of a stylesheet and their files.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::page_document::css_tokens::{Token, font_family, tokens};

/// One file of a typeface: its rule in a stylesheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face<'a> {
    /// The family.
    pub family: &'a str,
    /// The weights that it stands for.
    pub weights: RangeInclusive<u16>,
    /// Whether it is italic.
    pub italic: bool,
    /// The address of its file.
    pub file: &'a str,
    /// The characters in it.
    characters: Vec<RangeInclusive<u32>>,
}

impl<'a> Face<'a> {
    /// The faces with a file that a stylesheet has.
    pub fn all(css: &'a str) -> Vec<Self> {
        let face = |token| match token {
            Token::Block("@font-face", body) => Self::parse(body),
            _ => None,
        };
        tokens(css).filter_map(face).collect()
    }

    fn parse(body: &'a str) -> Option<Self> {
        let value = |name: &str| {
            let declared = |token| match token {
                Token::Declaration(text) => text.strip_prefix(name)?.strip_prefix(':'),
                Token::Block(..) => None,
            };
            tokens(body).find_map(declared)
        };
        let file = value("src")?.strip_prefix("url(")?.split(')').next()?.trim_matches(['"', '\'']);
        let weights = value("font-weight").unwrap_or("400");
        let (from, to) = weights.split_once(' ').unwrap_or((weights, weights));
        let characters = value("unicode-range")
            .map_or_else(|| vec![0..=u32::MAX], |ranges| ranges.split(',').filter_map(characters).collect());
        Some(Self {
            family: font_family(body)?,
            weights: weight(from)?..=weight(to)?,
            italic: value("font-style").is_some_and(|style| style == "italic"),
            file,
            characters,
        })
    }

    /// Whether it has this character.
    pub fn has(&self, letter: char) -> bool {
        self.characters.iter().any(|range| range.contains(&u32::from(letter)))
    }

    /// How far it is from what is asked for, by the order in which browsers choose (CSS Fonts 4, 5.2).
    pub fn distance(&self, weight: u16, italic: bool) -> (bool, u16) {
        let (low, high) = (*self.weights.start(), *self.weights.end());
        let (below, above) = (weight.saturating_sub(high), low.saturating_sub(weight));
        // What is asked for second comes after all that is asked for first.
        let far = match weight {
            _ if self.weights.contains(&weight) => 0,
            400..=500 if above > 0 && low <= 500 => above,
            400..=500 if above > 0 => 2000 + above,
            400..=500 => 1000 + below,
            ..400 if above > 0 => 1000 + above,
            501.. if below > 0 => 1000 + below,
            _ => below.max(above),
        };
        (self.italic != italic, far)
    }
}

/// A weight by its number or name.
pub fn weight(text: &str) -> Option<u16> {
    match text.trim() {
        "normal" => Some(400),
        "bold" | "bolder" => Some(700),
        number => number.parse().ok(),
    }
}

/// `U+41-5A`, `U+2??` or `U+20`.
fn characters(range: &str) -> Option<RangeInclusive<u32>> {
    let range = range.trim();
    let range = range.strip_prefix("U+").or_else(|| range.strip_prefix("u+"))?;
    let (from, to) = match range.split_once('-') {
        Some((from, to)) => (from.to_owned(), to.to_owned()),
        None => (range.replace('?', "0"), range.replace('?', "F")),
    };
    Some(u32::from_str_radix(&from, 16).ok()?..=u32::from_str_radix(&to, 16).ok()?)
}

/// Characters as a `unicode-range`.
pub fn unicode_range(letters: &BTreeSet<char>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for letter in letters.iter().copied().map(u32::from) {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == letter => *last = letter,
            _ => ranges.push((letter, letter)),
        }
    }
    let text = |(first, last): &(u32, u32)| {
        if first == last { format!("U+{first:X}") } else { format!("U+{first:X}-{last:X}") }
    };
    ranges.iter().map(text).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_as_stylesheets_write_them() {
        let css = "@font-face{font-family:Two B;font-weight:500 700;font-style:italic;font-display:swap;src:url(/assets/b.woff2)format(\"woff2\");unicode-range:U+20-7E,U+A0,U+2??}\
            @font-face{font-family:\"A\";src:local(Arial);size-adjust:90%}@font-face{font-family:\"A\";src:url(\"/assets/a.woff2\") format(\"woff2\")}";
        let faces = Face::all(css);
        let found: Vec<_> =
            faces.iter().map(|face| (face.family, face.weights.clone(), face.italic, face.file)).collect();
        assert_eq!(found, [("Two B", 500..=700, true, "/assets/b.woff2"), ("A", 400..=400, false, "/assets/a.woff2")]);
        let has: Vec<_> = faces
            .iter()
            .map(|face| ['a', '\u{a0}', '\u{a1}', '\u{2ff}', '\u{300}'].map(|letter| face.has(letter)))
            .collect();
        assert_eq!(has, [[true, true, false, true, false], [true; 5]]);
    }

    #[test]
    fn the_nearest_weight_in_the_order_of_browsers() {
        let nearest = |weights: &[u16], wanted: u16| {
            let face = |weight: &u16| Face {
                family: "",
                weights: *weight..=*weight,
                italic: false,
                file: "",
                characters: Vec::new(),
            };
            let faces: Vec<_> = weights.iter().map(face).collect();
            faces.iter().min_by_key(|face| face.distance(wanted, false)).map(|face| *face.weights.start())
        };
        for (weights, wanted, chosen) in [
            (&[400, 700][..], 600, 700),
            (&[400, 500], 700, 500),
            (&[300, 500, 700], 400, 500),
            (&[300, 600], 400, 300),
            (&[600, 700], 450, 600),
            (&[500, 700], 300, 500),
            (&[200, 500], 300, 200),
            (&[400, 500, 600], 500, 500),
        ] {
            assert_eq!(nearest(weights, wanted), Some(chosen), "{weights:?} {wanted}");
        }
    }

    #[test]
    fn letters_as_a_unicode_range() {
        assert_eq!(unicode_range(&"cab z".chars().collect()), "U+20,U+61-63,U+7A");
        assert_eq!(unicode_range(&BTreeSet::new()), "");
    }
}
