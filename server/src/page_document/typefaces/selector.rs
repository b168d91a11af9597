//! Selectors, matched against the elements of a page as far as its markup tells.

use std::rc::Rc;

use super::element_tree::ElementTree;
use crate::page_document::css_tokens::{closing_bracket, selectors};

/// Whether a selector matches an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Matching {
    /// It does not.
    No,
    /// It may: that depends on more than the markup, or on a selector that is not understood.
    Maybe,
    /// It does.
    Yes,
}

impl Matching {
    const fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Maybe => Self::Maybe,
            Self::Yes => Self::No,
        }
    }
}

impl From<bool> for Matching {
    fn from(matches: bool) -> Self {
        if matches { Self::Yes } else { Self::No }
    }
}

/// What of an element a selector is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The element itself.
    Whole,
    /// What `::before` puts before its content.
    Before,
    /// What `::after` puts after its content.
    After,
    /// Its first letter.
    FirstLetter,
    /// Something without text of its own here.
    Other,
}

/// How many ids, classes and element names a selector has: the more, the stronger.
pub type Specificity = [u16; 3];

#[derive(Debug)]
struct Selector<'a> {
    /// The last compound, and before it the others from right to left, each with the combinator that follows it.
    compounds: Vec<(Combinator, Vec<Simple<'a>>)>,
    part: Part,
    /// Its strength, without that of `&`.
    specificity: Specificity,
    /// How often it has `&` (`:where` aside).
    parents: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combinator {
    Descendant,
    Child,
    Next,
    Later,
}

#[derive(Debug)]
enum Simple<'a> {
    Tag(&'a str),
    Class(&'a str),
    Attribute(&'a str, Option<(char, &'a str)>),
    AnyOf(Vec<Selector<'a>>),
    NoneOf(Vec<Selector<'a>>),
    /// `&`: what the rule around it matches.
    Parent,
    Unknown,
}

/// The selectors of a rule, and of the rules around it.
#[derive(Debug)]
pub struct Scope<'a> {
    selectors: Vec<Selector<'a>>,
    around: Option<Rc<Self>>,
}

impl<'a> Scope<'a> {
    /// Reads a list of selectors of a (minified) stylesheet, nested in the rule `around` it.
    pub fn parse(list: &'a str, around: Option<Rc<Self>>) -> Self {
        let parse = |selector| Selector::parse(selector, around.is_some());
        Self { selectors: selectors(list).map(parse).collect(), around }
    }

    /// Whether some of the selectors are about this part of elements.
    pub fn has(&self, part: Part) -> bool {
        self.selectors.iter().any(|selector| selector.part == part)
    }

    /// Whether this rule matches an element or this part of it, and how strong it is.
    pub fn matches(&self, tree: &ElementTree, element: usize, part: Part) -> (Matching, Specificity) {
        let of_part = self.selectors.iter().filter(|selector| selector.part == part);
        let around = self.around.as_deref();
        let found = of_part.map(|selector| (selector.matches(tree, element, around), self.strength(selector)));
        found.filter(|(matching, _)| *matching > Matching::No).max().unwrap_or((Matching::No, [0; 3]))
    }

    fn strength(&self, selector: &Selector<'_>) -> Specificity {
        let parent = self.around.as_ref().map_or([0; 3], |around| around.strongest());
        let mut strength = selector.specificity;
        for (own, parent) in strength.iter_mut().zip(parent) {
            *own += parent * selector.parents;
        }
        strength
    }

    fn strongest(&self) -> Specificity {
        self.selectors.iter().map(|selector| self.strength(selector)).max().unwrap_or_default()
    }
}

impl<'a> Selector<'a> {
    /// Reads a selector, `nested` in another rule or not.
    fn parse(text: &'a str, nested: bool) -> Self {
        let mut selector = Self { compounds: Vec::new(), part: Part::Whole, specificity: [0; 3], parents: 0 };
        let mut rest = text.trim();
        let relative = rest.starts_with(['>', '+', '~']);
        if nested && (relative || !rest.contains('&')) {
            selector.parents = 1;
            selector.compounds.push((Combinator::Descendant, vec![Simple::Parent]));
        }
        let mut combinator = None;
        let mut compound = Vec::new();
        while !rest.is_empty() {
            let (sign, after) = combinator_of(rest);
            if let Some(sign) = sign {
                if !compound.is_empty() {
                    selector
                        .compounds
                        .push((combinator.unwrap_or(Combinator::Descendant), std::mem::take(&mut compound)));
                }
                combinator = Some(sign);
                rest = after;
                continue;
            }
            rest = selector.simple(rest, &mut compound);
        }
        if !compound.is_empty() || selector.compounds.is_empty() {
            selector.compounds.push((combinator.unwrap_or(Combinator::Descendant), compound));
        }
        selector.compounds.reverse();
        selector
    }

    /// Reads one simple selector, and returns what follows it.
    fn simple(&mut self, rest: &'a str, compound: &mut Vec<Simple<'a>>) -> &'a str {
        let Some(first) = rest.chars().next() else { return "" };
        let after = &rest[first.len_utf8()..];
        match first {
            '*' => after,
            '&' => {
                self.parents += 1;
                compound.push(Simple::Parent);
                after
            }
            '.' => {
                let (name, after) = name(after);
                self.specificity[1] += 1;
                compound.push(Simple::Class(name));
                after
            }
            '#' => {
                let (name, after) = name(after);
                self.specificity[0] += 1;
                compound.push(Simple::Attribute("id", Some(('=', name))));
                after
            }
            '[' => {
                let (inside, after) = after.split_once(']').unwrap_or((after, ""));
                self.specificity[1] += 1;
                compound.push(attribute(inside));
                after
            }
            ':' => self.pseudo(after, compound),
            _ => {
                let (name, after) = name(rest);
                self.specificity[2] += 1;
                if name.is_empty() {
                    compound.push(Simple::Unknown);
                    return &rest[first.len_utf8()..];
                }
                compound.push(Simple::Tag(name));
                after
            }
        }
    }

    /// Reads a pseudo-class or pseudo-element after its first colon.
    fn pseudo(&mut self, rest: &'a str, compound: &mut Vec<Simple<'a>>) -> &'a str {
        let element = rest.starts_with(':');
        let (name, after) = name(rest.trim_start_matches(':'));
        let (inside, after) = after.strip_prefix('(').map_or((None, after), |inside| {
            let end = closing_bracket(inside);
            (Some(&inside[..end]), inside.get(end + 1..).unwrap_or_default())
        });
        let part = match name {
            "before" => Some(Part::Before),
            "after" => Some(Part::After),
            "first-letter" => Some(Part::FirstLetter),
            _ if element => Some(Part::Other),
            _ => None,
        };
        if let Some(part) = part {
            self.part = part;
            self.specificity[2] += 1;
            return after;
        }
        let list = |inside: &'a str| selectors(inside).map(|one| Selector::parse(one, false)).collect::<Vec<_>>();
        match (name, inside) {
            ("is" | "where" | "not", Some(inside)) => {
                let list = list(inside);
                if name != "where" {
                    let strongest = list.iter().map(|one| one.specificity).max().unwrap_or_default();
                    self.specificity.iter_mut().zip(strongest).for_each(|(own, more)| *own += more);
                    self.parents += list.iter().map(|one| one.parents).max().unwrap_or_default();
                }
                compound.push(if name == "not" { Simple::NoneOf(list) } else { Simple::AnyOf(list) });
            }
            _ => {
                self.specificity[1] += 1;
                compound.push(Simple::Unknown);
            }
        }
        after
    }

    fn matches(&self, tree: &ElementTree, element: usize, around: Option<&Scope<'_>>) -> Matching {
        let Some(((sign, last), before)) = self.compounds.split_first() else { return Matching::No };
        let own = compound_matches(last, tree, element, around);
        if own == Matching::No { own } else { own.min(rest_matches(before, *sign, tree, element, around)) }
    }
}

/// Whether what stands before an element matches the compounds to the left, from right to left; `sign` joins them.
fn rest_matches(
    compounds: &[(Combinator, Vec<Simple<'_>>)],
    sign: Combinator,
    tree: &ElementTree,
    element: usize,
    around: Option<&Scope<'_>>,
) -> Matching {
    let Some(((next_sign, compound), before)) = compounds.split_first() else { return Matching::Yes };
    let at = |number: usize| {
        let own = compound_matches(compound, tree, number, around);
        if own == Matching::No { own } else { own.min(rest_matches(before, *next_sign, tree, number, around)) }
    };
    let of = |number: usize| tree.elements.get(number);
    let parent = |number: usize| of(number).and_then(|element| element.parent);
    let previous = |number: usize| of(number).and_then(|element| element.previous);
    match sign {
        Combinator::Child => parent(element).map_or(Matching::No, at),
        Combinator::Next => previous(element).map_or(Matching::No, at),
        Combinator::Descendant => {
            std::iter::successors(parent(element), |number| parent(*number)).map(at).max().unwrap_or(Matching::No)
        }
        Combinator::Later => {
            std::iter::successors(previous(element), |number| previous(*number)).map(at).max().unwrap_or(Matching::No)
        }
    }
}

fn compound_matches(
    compound: &[Simple<'_>],
    tree: &ElementTree,
    number: usize,
    around: Option<&Scope<'_>>,
) -> Matching {
    let Some(element) = tree.elements.get(number) else { return Matching::No };
    let any = |list: &[Selector<'_>]| {
        let whole = list.iter().filter(|selector| selector.part == Part::Whole);
        whole.map(|selector| selector.matches(tree, number, around)).max().unwrap_or(Matching::No)
    };
    let one = |simple: &Simple<'_>| match simple {
        Simple::Tag(name) => (element.tag == *name).into(),
        Simple::Class(name) => element.classes.iter().any(|class| class == name).into(),
        Simple::Attribute(name, wanted) => attribute_matches(element.attribute(name), *wanted).into(),
        Simple::AnyOf(list) => any(list),
        Simple::NoneOf(list) => any(list).not(),
        Simple::Parent => match around {
            Some(scope) => scope.matches(tree, number, Part::Whole).0,
            // The root of the document, which is not a part of the page.
            None => Matching::No,
        },
        Simple::Unknown => Matching::Maybe,
    };
    compound.iter().map(one).min().unwrap_or(Matching::Yes)
}

fn attribute_matches(value: Option<&str>, wanted: Option<(char, &str)>) -> bool {
    match (value, wanted) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(value), Some((sign, wanted))) => match sign {
            '^' => value.starts_with(wanted),
            '$' => value.ends_with(wanted),
            '*' => value.contains(wanted),
            '~' => value.split_ascii_whitespace().any(|word| word == wanted),
            '|' => value.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
            _ => value == wanted,
        },
    }
}

/// The inside of square brackets.
fn attribute(inside: &str) -> Simple<'_> {
    let Some((name, value)) = inside.split_once('=') else { return Simple::Attribute(inside.trim(), None) };
    let sign = name.chars().next_back().filter(|sign| "^$*~|".contains(*sign));
    let name = name.trim_end_matches(['^', '$', '*', '~', '|']);
    Simple::Attribute(name.trim(), Some((sign.unwrap_or('='), value.trim().trim_matches(['"', '\'']))))
}

/// The combinator at the start of a text, if there is one, and what follows it.
fn combinator_of(text: &str) -> (Option<Combinator>, &str) {
    let rest = text.trim_start();
    let sign = match rest.chars().next() {
        Some('>') => Combinator::Child,
        Some('+') => Combinator::Next,
        Some('~') => Combinator::Later,
        Some(_) if rest.len() < text.len() => return (Some(Combinator::Descendant), rest),
        _ => return (None, text),
    };
    (Some(sign), rest[1..].trim_start())
}

/// The name at the start of a text, and what follows it.
fn name(text: &str) -> (&str, &str) {
    let end =
        text.find(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '-' | '_'))).unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<div class=\"page\" data-look=\"cozy\"><ul class=\"list\"><li class=\"tile t-link\"></li>\
        <li class=\"tile t-note z-w\"><b class=\"title\"></b></li></ul></div>";

    /// Whether a selector matches the title of the note.
    fn matching(selector: &str) -> Matching {
        let tree = ElementTree::parse(PAGE);
        Scope::parse(selector, None).matches(&tree, 4, Part::Whole).0
    }

    #[test]
    fn selectors_match_by_what_the_markup_tells() {
        for selector in [
            "*",
            "b",
            ".title",
            "b.title",
            ".tile .title",
            ".page[data-look=cozy] .list>.tile>.title",
            "[class~=title]",
            ".t-link+.t-note .title",
            ".t-link~.z-w>b",
            ".page :is(i,.z-w b)",
            ".title:not(.x,i)",
            ":where(.list) .title",
            ".tile:not(.t-link) .title",
            "[class^=tit][class$=le][class*=itl]",
        ] {
            assert_eq!(matching(selector), Matching::Yes, "{selector}");
        }
        for selector in [
            "i",
            ".page>.title",
            ".title:not(b)",
            ".t-note+.t-link .title",
            ".t-link .title",
            "[data-look=cozy]",
            ".page.x .title",
            ":is(.x,i)",
            ".title::before",
            "#x .title",
        ] {
            assert_eq!(matching(selector), Matching::No, "{selector}");
        }
        for selector in [".title:hover", ".tile:has(b) .title", ".title:not(:focus)"] {
            assert_eq!(matching(selector), Matching::Maybe, "{selector}");
        }
        assert_eq!(matching("i:hover"), Matching::No);
    }

    #[test]
    fn nested_rules_match_inside_those_around_them() {
        let tree = ElementTree::parse(PAGE);
        let outer = Rc::new(Scope::parse(".page,.x .y", None));
        for (selector, matching, specificity) in [
            (".title", Matching::Yes, [0, 3, 0]),
            ("&[data-look=cozy] .title", Matching::Yes, [0, 4, 0]),
            (">.list .title", Matching::Yes, [0, 4, 0]),
            (">.title", Matching::No, [0, 0, 0]),
            (":where(.page) &", Matching::No, [0, 0, 0]),
            (".title:is(.x,#y)", Matching::No, [0, 0, 0]),
            (".title:not(.x,#y)", Matching::Yes, [1, 3, 0]),
        ] {
            let scope = Scope::parse(selector, Some(Rc::clone(&outer)));
            assert_eq!(scope.matches(&tree, 4, Part::Whole), (matching, specificity), "{selector}");
        }
    }

    #[test]
    fn parts_of_elements_are_not_the_elements() {
        for (selector, part) in [
            (".words::first-letter", Part::FirstLetter),
            ("p:before", Part::Before),
            ("i::after", Part::After),
            ("::marker", Part::Other),
        ] {
            assert!(Scope::parse(selector, None).has(part), "{selector}");
        }
    }
}
