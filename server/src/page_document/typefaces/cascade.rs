//! The values that a stylesheet gives to the elements of a page.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::element_tree::ElementTree;
use super::faces::{Face, weight};
use super::rules::{Property, Rule, rules};
use super::selector::{Matching, Part, Specificity};
use crate::page_document::css_tokens::closing_bracket;

/// Values of a property that are followed at once: pages of these looks have at most four.
const MOST: usize = 12;
/// Custom properties that use others, one inside the other.
const DEPTH: usize = 8;
/// What browsers set bold, and italic, without being told (HTML, 15.3).
const BOLD: [&str; 9] = ["b", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "th"];
const ITALIC: [&str; 6] = ["address", "cite", "dfn", "em", "i", "var"];

/// What a stylesheet says of typefaces.
#[derive(Debug)]
pub struct Cascade<'a> {
    /// Its typefaces.
    pub faces: Vec<Face<'a>>,
    rules: Vec<Rule<'a>>,
}

/// What is known of an element, or of a part of one: every value that may hold.
#[derive(Clone, Debug, Default)]
pub struct Computed {
    families: Vec<String>,
    weights: Vec<u16>,
    italics: Vec<bool>,
    transforms: Vec<String>,
    contents: Vec<String>,
    custom: Rc<BTreeMap<String, Vec<String>>>,
}

/// A declaration that may hold.
struct Candidate<'b> {
    property: Property<'b>,
    value: &'b str,
    /// The later, the stronger: importance, specificity, position.
    strength: (bool, Specificity, usize),
    sure: bool,
}

impl<'a> Cascade<'a> {
    /// Reads a minified stylesheet.
    pub fn new(css: &'a str) -> Self {
        Self { faces: Face::all(css), rules: rules(css) }
    }

    /// The values of all elements.
    pub fn compute(&self, tree: &ElementTree) -> Vec<Computed> {
        let initial = Computed {
            weights: vec![400],
            italics: vec![false],
            transforms: vec!["none".to_owned()],
            ..Computed::default()
        };
        let mut all: Vec<Computed> = Vec::with_capacity(tree.elements.len());
        for (number, element) in tree.elements.iter().enumerate() {
            let inherited = element.parent.and_then(|parent| all.get(parent)).unwrap_or(&initial);
            let mut inherited = Computed { contents: Vec::new(), ..inherited.clone() };
            let tag = element.tag.as_str();
            let (around, own) = (inherited.clone(), &mut inherited);
            if BOLD.contains(&tag) {
                own.weights = vec![700];
            }
            if ITALIC.contains(&tag) {
                own.italics = vec![true];
            }
            let candidates = self.candidates(tree, number, Part::Whole);
            own.apply(&candidates, &around);
            all.push(inherited);
        }
        all
    }

    /// The values of a part of an element, if the stylesheet speaks of it.
    pub fn part(&self, tree: &ElementTree, number: usize, whole: &Computed, part: Part) -> Option<Computed> {
        let candidates = self.candidates(tree, number, part);
        if candidates.is_empty() {
            return None;
        }
        let mut computed = whole.clone();
        computed.apply(&candidates, whole);
        Some(computed)
    }

    /// The declarations that may hold, the strongest first.
    fn candidates(&self, tree: &ElementTree, number: usize, part: Part) -> Vec<Candidate<'_>> {
        let mut candidates = Vec::new();
        let about = self.rules.iter().enumerate().filter(|(_, rule)| rule.scope.has(part));
        for (position, rule) in about {
            let (matching, specificity) = rule.scope.matches(tree, number, part);
            if matching == Matching::No {
                continue;
            }
            let sure = matching == Matching::Yes && !rule.conditional;
            candidates.extend(rule.declarations.iter().map(|declaration| Candidate {
                property: declaration.property,
                value: declaration.value,
                strength: (declaration.important, specificity, position),
                sure,
            }));
        }
        // Of those in one rule the last is the strongest.
        candidates.reverse();
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.strength));
        candidates
    }
}

impl Computed {
    /// Sets what the declarations say, from the strongest down to the first that surely holds. `around` has what is inherited.
    fn apply(&mut self, candidates: &[Candidate<'_>], around: &Self) {
        self.apply_custom(candidates);
        let families = self.values(candidates, Property::Family, (&self.families, &around.families), str::to_owned);
        // In `font` weight and style stand somewhere before the size.
        let read = |value: &str| value.split(' ').find_map(weight).unwrap_or(400);
        let weights = self.values(candidates, Property::Weight, (&self.weights, &around.weights), read);
        let read = |value: &str| value.split(' ').any(|word| matches!(word, "italic" | "oblique"));
        let italics = self.values(candidates, Property::Style, (&self.italics, &around.italics), read);
        let transforms =
            self.values(candidates, Property::Transform, (&self.transforms, &around.transforms), str::to_owned);
        let contents = self.values(candidates, Property::Content, (&[], &[]), str::to_owned);
        (self.families, self.weights, self.italics) = (families, weights, italics);
        (self.transforms, self.contents) = (transforms, contents);
    }

    /// The values that a property may have: what is declared, and unless that surely holds what it was before.
    fn values<T: Clone + PartialEq>(
        &self,
        candidates: &[Candidate<'_>],
        property: Property<'_>,
        (before, around): (&[T], &[T]),
        read: impl Fn(&str) -> T,
    ) -> Vec<T> {
        let of =
            |one: &&Candidate<'_>| one.property == property || (one.property == Property::Font && is_in_font(property));
        let (declared, sure) = until_sure(candidates.iter().filter(of));
        let mut values = Vec::new();
        for value in declared.into_iter().flat_map(|value| self.expanded(value, DEPTH)) {
            match value.as_str() {
                "inherit" | "unset" | "initial" | "revert" => values.extend_from_slice(around),
                own => values.push(read(own)),
            }
        }
        if !sure {
            values.extend_from_slice(before);
        }
        unique(values)
    }

    fn apply_custom(&mut self, candidates: &[Candidate<'_>]) {
        let mut declared: BTreeMap<&str, Vec<&Candidate<'_>>> = BTreeMap::new();
        for candidate in candidates {
            if let Property::Custom(name) = candidate.property {
                declared.entry(name).or_default().push(candidate);
            }
        }
        if declared.is_empty() {
            return;
        }
        let inherited = Rc::clone(&self.custom);
        let custom = Rc::make_mut(&mut self.custom);
        for (name, candidates) in declared {
            let (found, sure) = until_sure(candidates.into_iter());
            let mut found: Vec<_> = found.into_iter().map(str::to_owned).collect();
            if !sure {
                found.extend(inherited.get(name).into_iter().flatten().cloned());
            }
            custom.insert(name.to_owned(), found);
        }
        // What they use is of this element, too.
        let names: Vec<_> = self.custom.keys().cloned().collect();
        let expanded = names.into_iter().map(|name| {
            let values = self.custom.get(&name).into_iter().flatten();
            let values = values.flat_map(|value| self.expanded(value, DEPTH)).take(MOST).collect();
            (name, values)
        });
        self.custom = Rc::new(expanded.collect());
    }

    /// A value with all that its custom properties may be; `depth` more may stand inside each other.
    fn expanded(&self, value: &str, depth: usize) -> Vec<String> {
        let Some((before, after)) = value.split_once("var(--") else { return vec![value.to_owned()] };
        if depth == 0 {
            return Vec::new();
        }
        let end = closing_bracket(after);
        let (name, fallback) =
            after[..end].split_once(',').map_or((&after[..end], None), |(name, other)| (name, Some(other)));
        let rest = after.get(end + 1..).unwrap_or_default();
        let values = match (self.custom.get(name), fallback) {
            (Some(values), _) => values.clone(),
            (None, Some(fallback)) => vec![fallback.trim().to_owned()],
            (None, None) => Vec::new(),
        };
        let whole = values.iter().flat_map(|value| self.expanded(&format!("{before}{value}{rest}"), depth - 1));
        whole.take(MOST).collect()
    }

    /// The letters of a text as they are set, each with the number of the face that they are set in.
    pub fn letters(&self, cascade: &Cascade<'_>, text: &str) -> Vec<(usize, char)> {
        let texts = self.transforms.iter().flat_map(|transform| match transform.as_str() {
            "uppercase" => vec![text.to_uppercase()],
            "lowercase" => vec![text.to_lowercase()],
            "capitalize" => vec![text.to_owned(), text.to_uppercase()],
            _ => vec![text.to_owned()],
        });
        let letters: BTreeSet<char> =
            texts.flat_map(|text| text.chars().collect::<Vec<_>>()).filter(|letter| !letter.is_control()).collect();
        let mut found = Vec::new();
        for family in &self.families {
            let Some(family) = cascade.family(family) else { continue };
            for weight in &self.weights {
                for italic in &self.italics {
                    let of = || cascade.faces.iter().enumerate().filter(|(_, face)| face.family == family);
                    let Some(nearest) = of().map(|(_, face)| face.distance(*weight, *italic)).min() else { continue };
                    for (number, face) in of().filter(|(_, face)| face.distance(*weight, *italic) == nearest) {
                        found
                            .extend(letters.iter().filter(|letter| face.has(**letter)).map(|letter| (number, *letter)));
                    }
                }
            }
        }
        found
    }

    /// The texts that `content` may give.
    pub fn content(&self, tree: &ElementTree, number: usize) -> Vec<String> {
        let element = tree.elements.get(number);
        // No letters are seen before or after what a browser replaces.
        let replaced = element.is_some_and(|element| matches!(element.tag.as_str(), "img" | "input" | "br"));
        let contents = self.contents.iter().filter(|_| !replaced);
        contents
            .map(|content| {
                let mut text = String::new();
                let mut rest = content.as_str();
                while let Some(first) = rest.chars().next() {
                    let inside = &rest[first.len_utf8()..];
                    rest = if matches!(first, '"' | '\'') {
                        let (own, after) = inside.split_once(first).unwrap_or((inside, ""));
                        text.push_str(own);
                        after
                    } else if let Some(inside) = rest.strip_prefix("attr(") {
                        let (name, after) = inside.split_once(')').unwrap_or((inside, ""));
                        text.push_str(element.and_then(|element| element.attribute(name)).unwrap_or_default());
                        after
                    } else if rest.starts_with("counter") {
                        text.push_str("0123456789");
                        rest.split_once(')').map_or("", |(_, after)| after)
                    } else {
                        inside
                    };
                }
                text
            })
            .collect()
    }
}

impl<'a> Cascade<'a> {
    /// The first family that is known in the value of `font-family` or `font`.
    fn family(&self, value: &str) -> Option<&'a str> {
        value.split(',').find_map(|part| {
            let part = part.trim().trim_end_matches(['"', '\'']);
            let named = |family: &&'a str| {
                part.strip_suffix(*family).is_some_and(|before| before.is_empty() || before.ends_with([' ', '"', '\'']))
            };
            self.faces.iter().map(|face| face.family).filter(named).max_by_key(|family| family.len())
        })
    }
}

/// The values down to the first that surely holds, and whether there is one.
fn until_sure<'b>(candidates: impl Iterator<Item = &'b Candidate<'b>>) -> (Vec<&'b str>, bool) {
    let mut values = Vec::new();
    for candidate in candidates {
        values.push(candidate.value);
        if candidate.sure {
            return (values, true);
        }
    }
    (values, false)
}

const fn is_in_font(property: Property<'_>) -> bool {
    matches!(property, Property::Family | Property::Weight | Property::Style)
}

/// Each value once, and not too many.
fn unique<T: PartialEq>(values: Vec<T>) -> Vec<T> {
    let mut kept = Vec::new();
    for value in values {
        if kept.len() < MOST && !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}
