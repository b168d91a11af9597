//! A look's stylesheet, split once into what its rules need and use, from which the part that one page needs is written.

use std::collections::HashMap;

use super::css_tokens::{Token, font_family, selectors, tokens, without_brackets};

/// A (minified) stylesheet.
#[derive(Debug)]
pub struct Stylesheet<'a> {
    /// The classes and attributes that its selectors need, each once.
    needs: Vec<Need<'a>>,
    /// The custom properties that it sets or uses, by name.
    properties: HashMap<&'a str, Number>,
    items: Vec<Item<'a>>,
    /// How many `@keyframes` and `@font-face` it has.
    named: usize,
    bytes: usize,
}

/// What a selector needs of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need<'a> {
    /// An element of this class.
    Class(&'a str),
    /// An element with this attribute, and its value if that is compared as a whole.
    Attribute(&'a str, Option<&'a str>),
}

/// A number of a need, a property, or a `@keyframes` or `@font-face`.
type Number = u16;

#[derive(Debug)]
enum Item<'a> {
    /// A declaration, or a statement without a block.
    Declaration { text: Text<'a>, sets: Option<Number> },
    /// A style rule.
    Rule { selectors: Vec<Selector<'a>>, body: Vec<Self> },
    /// An at-rule that contains rules.
    Group { prelude: Text<'a>, body: Vec<Self> },
    /// `@keyframes` or `@font-face` at the top, dropped where nothing names it.
    Named { number: Number, prelude: &'a str, body: Text<'a> },
    /// Any other at-rule, kept as it is.
    Other { prelude: Text<'a>, body: Text<'a> },
}

#[derive(Debug)]
struct Selector<'a> {
    text: Text<'a>,
    needs: Box<[Number]>,
}

/// A piece of the stylesheet, with the properties that it uses, and the `@keyframes` and `@font-face` that it names.
#[derive(Debug)]
struct Text<'a> {
    text: &'a str,
    uses: Box<[Number]>,
    names: Box<[Number]>,
}

/// What is known while a stylesheet is split.
#[derive(Debug, Default)]
struct Splitting<'a> {
    needs: Numbered<Need<'a>>,
    properties: Numbered<&'a str>,
    /// The names of all `@keyframes`, and the families of all `@font-face`.
    named: Vec<Option<&'a str>>,
    /// How many of them were met.
    met: usize,
}

/// Things in the order in which they were met, each once.
#[derive(Debug)]
struct Numbered<T>(HashMap<T, Number>, Vec<T>);

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self(HashMap::new(), Vec::new())
    }
}

impl<T: Copy + Eq + std::hash::Hash> Numbered<T> {
    /// The number of a thing. Stylesheets are ours and have hundreds; one beyond the last number would share it.
    fn number(&mut self, thing: T) -> Number {
        *self.0.entry(thing).or_insert_with(|| {
            self.1.push(thing);
            Number::try_from(self.1.len() - 1).unwrap_or(Number::MAX)
        })
    }
}

impl<'a> Stylesheet<'a> {
    /// Splits a stylesheet.
    pub fn new(css: &'a str) -> Self {
        let name = |token| match token {
            Token::Block(prelude, body) if is_named(prelude) => Some(name_of(prelude, body)),
            _ => None,
        };
        let mut splitting = Splitting { named: tokens(css).filter_map(name).collect(), ..Splitting::default() };
        let items = splitting.items(css, true);
        Self {
            needs: splitting.needs.1,
            properties: splitting.properties.0,
            items,
            named: splitting.named.len(),
            bytes: css.len(),
        }
    }

    /// Writes the stylesheet without the rules that match nothing, by `has`, and without the custom properties, animations and
    /// typefaces that neither the rest nor `used`, custom properties, uses.
    pub fn write_part<'b>(
        &self,
        has: impl Fn(&Need<'a>) -> bool,
        used: impl Iterator<Item = &'b str>,
        out: &mut String,
    ) {
        let has: Vec<bool> = self.needs.iter().map(has).collect();
        let mut uses = vec![false; self.properties.len()];
        for name in used {
            if let Some(number) = self.properties.get(name) {
                mark(&[*number], &mut uses);
            }
        }
        let mut setting = Vec::new();
        collect_uses(&self.items, &has, &mut uses, &mut setting);
        // A property that only a property uses which nothing uses is not used.
        loop {
            let before = setting.len();
            setting.retain(|(property, others)| {
                let is_used = uses.get(usize::from(*property)) == Some(&true);
                if is_used {
                    mark(others, &mut uses);
                }
                !is_used
            });
            if setting.len() == before {
                break;
            }
        }
        let mut writer = Writer { has, uses, names: vec![false; self.named], out };
        writer.items(&self.items);
        for item in &self.items {
            if let Item::Named { number, prelude, body } = item
                && writer.names.get(usize::from(*number)) == Some(&true)
            {
                writer.block(prelude, |writer| writer.out.push_str(body.text));
            }
        }
    }

    /// How many bytes the whole has.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl<'a> Splitting<'a> {
    fn items(&mut self, css: &'a str, top: bool) -> Vec<Item<'a>> {
        tokens(css).map(|token| self.item(token, top)).collect()
    }

    fn item(&mut self, token: Token<'a>, top: bool) -> Item<'a> {
        match token {
            Token::Declaration(text) => {
                let name = text.strip_prefix("--").and_then(|rest| rest.split_once(':')).map(|(name, _)| name);
                Item::Declaration { text: self.text(text), sets: name.map(|name| self.properties.number(name)) }
            }
            Token::Block(prelude, body) if is_conditional_group(prelude) => {
                Item::Group { prelude: self.text(prelude), body: self.items(body, false) }
            }
            Token::Block(prelude, body) if top && is_named(prelude) => {
                self.met += 1;
                let number = Number::try_from(self.met - 1).unwrap_or(Number::MAX);
                Item::Named { number, prelude, body: self.text(body) }
            }
            Token::Block(prelude, body) if prelude.starts_with('@') => {
                Item::Other { prelude: self.text(prelude), body: self.text(body) }
            }
            Token::Block(prelude, body) => Item::Rule {
                selectors: selectors(prelude).map(|selector| self.selector(selector)).collect(),
                body: self.items(body, false),
            },
        }
    }

    fn text(&mut self, text: &'a str) -> Text<'a> {
        let mut uses: Vec<_> = used_properties(text).map(|name| self.properties.number(name)).collect();
        uses.dedup();
        let names = self.named.iter().zip(0..).filter(|(name, _)| name.is_some_and(|name| text.contains(name)));
        Text { text, uses: uses.into(), names: names.map(|(_, number)| number).collect() }
    }

    /// A selector. What stands in parentheses (`:not(…)`, `:is(…)`) needs nothing.
    fn selector(&mut self, selector: &'a str) -> Selector<'a> {
        let plain = without_brackets(selector, '(', ')');
        let mut needs = Vec::new();
        for part in plain.iter().flat_map(|part| without_brackets(part, '[', ']')) {
            for class in part.split('.').skip(1) {
                let end = class.find(|letter| !is_name(letter)).unwrap_or(class.len());
                needs.push(self.needs.number(Need::Class(&class[..end])));
            }
        }
        for attribute in plain.iter().flat_map(|part| part.split('[').skip(1)) {
            let Some((attribute, _)) = attribute.split_once(']') else { continue };
            let name = attribute.split(['=', '~', '|', '^', '$', '*']).next().unwrap_or_default();
            let value = attribute.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
            let value = value.filter(|value| !value.contains('\\')).map(|value| value.trim_matches(['"', '\'']));
            needs.push(self.needs.number(Need::Attribute(name, value)));
        }
        Selector { text: self.text(selector), needs: needs.into() }
    }
}

/// Notes the properties that are used by what is kept besides the values of custom properties, and those values.
fn collect_uses<'s>(items: &'s [Item<'_>], has: &[bool], uses: &mut [bool], setting: &mut Vec<(Number, &'s [Number])>) {
    for item in items {
        match item {
            Item::Declaration { text, sets: Some(property) } => setting.push((*property, &text.uses)),
            Item::Declaration { text, sets: None } => mark(&text.uses, uses),
            Item::Rule { selectors, body } if selectors.iter().any(|selector| selector.matches(has)) => {
                collect_uses(body, has, uses, setting);
            }
            Item::Rule { .. } => {}
            Item::Group { prelude, body } => {
                mark(&prelude.uses, uses);
                collect_uses(body, has, uses, setting);
            }
            Item::Named { body, .. } => mark(&body.uses, uses),
            Item::Other { prelude, body } => {
                mark(&prelude.uses, uses);
                mark(&body.uses, uses);
            }
        }
    }
}

fn mark(numbers: &[Number], marked: &mut [bool]) {
    for number in numbers {
        if let Some(one) = marked.get_mut(usize::from(*number)) {
            *one = true;
        }
    }
}

impl Selector<'_> {
    fn matches(&self, has: &[bool]) -> bool {
        self.needs.iter().all(|need| has.get(usize::from(*need)) == Some(&true))
    }
}

/// Writes the part of a stylesheet.
#[derive(Debug)]
struct Writer<'o> {
    has: Vec<bool>,
    uses: Vec<bool>,
    /// The `@keyframes` and `@font-face` that what was written names.
    names: Vec<bool>,
    out: &'o mut String,
}

impl Writer<'_> {
    fn items(&mut self, items: &[Item<'_>]) {
        for item in items {
            match item {
                Item::Declaration { sets: Some(property), .. } if !self.is_used(*property) => {}
                Item::Declaration { text, .. } => {
                    self.text(text);
                    self.out.push(';');
                }
                Item::Rule { selectors, body } => self.rule(selectors, body),
                Item::Group { prelude, body } => {
                    if self.block(prelude.text, |writer| writer.items(body)) {
                        mark(&prelude.names, &mut self.names);
                    }
                }
                Item::Named { .. } => {}
                Item::Other { prelude, body } => {
                    if self.block(prelude.text, |writer| writer.text(body)) {
                        mark(&prelude.names, &mut self.names);
                    }
                }
            }
        }
    }

    fn rule(&mut self, selectors: &[Selector<'_>], body: &[Item<'_>]) {
        let start = self.out.len();
        for selector in selectors.iter().filter(|selector| selector.matches(&self.has)) {
            if self.out.len() > start {
                self.out.push(',');
            }
            self.out.push_str(selector.text.text);
        }
        if self.out.len() > start && self.body(start, |writer| writer.items(body)) {
            for selector in selectors.iter().filter(|selector| selector.matches(&self.has)) {
                mark(&selector.text.names, &mut self.names);
            }
        }
    }

    fn text(&mut self, text: &Text<'_>) {
        self.out.push_str(text.text);
        mark(&text.names, &mut self.names);
    }

    /// Writes a block, unless it is empty. Returns whether it was written.
    fn block(&mut self, prelude: &str, body: impl FnOnce(&mut Self)) -> bool {
        let start = self.out.len();
        self.out.push_str(prelude);
        self.body(start, body)
    }

    /// Writes the body of a block whose prelude begins at `start`, or takes the prelude back if it is empty.
    fn body(&mut self, start: usize, body: impl FnOnce(&mut Self)) -> bool {
        self.out.push('{');
        let inside = self.out.len();
        body(self);
        if self.out.len() > inside && self.out.ends_with(';') {
            self.out.pop();
        }
        if self.out.len() == inside {
            self.out.truncate(start);
            return false;
        }
        self.out.push('}');
        true
    }

    fn is_used(&self, property: Number) -> bool {
        self.uses.get(usize::from(property)) == Some(&true)
    }
}

/// The custom properties that a text uses.
pub fn used_properties(text: &str) -> impl Iterator<Item = &str> {
    text.split("var(--").skip(1).map(|part| &part[..part.find(|letter| !is_name(letter)).unwrap_or(part.len())])
}

/// Whether this at-rule contains rules.
pub fn is_conditional_group(prelude: &str) -> bool {
    ["@media", "@container", "@supports", "@layer"].iter().any(|name| prelude.starts_with(name))
}

/// Whether this at-rule has a name by which others use it.
fn is_named(prelude: &str) -> bool {
    prelude.starts_with("@font-face") || prelude.starts_with("@keyframes")
}

fn name_of<'a>(prelude: &'a str, body: &'a str) -> Option<&'a str> {
    prelude.strip_prefix("@keyframes ").or_else(|| font_family(body))
}

const fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_that_becomes_empty_goes_with_what_it_names() {
        let css = "@keyframes turn{to{rotate:1turn}}@font-face{font-family:Two;src:url(b)}.turn{--idle:1}\
                   @media print{.turn{--idle:2}}.a{color:red}";
        let stylesheet = Stylesheet::new(css);
        let part = |has: fn(&Need<'_>) -> bool, used: &[&str]| {
            let mut out = String::new();
            stylesheet.write_part(has, used.iter().copied(), &mut out);
            out
        };
        assert_eq!(part(|_| true, &[]), ".a{color:red}");
        let whole = part(|_| true, &["idle", "unknown"]);
        assert_eq!(whole, ".turn{--idle:1}@media print{.turn{--idle:2}}.a{color:red}@keyframes turn{to{rotate:1turn}}");
        assert_eq!(part(|need| *need == Need::Class("turn"), &[]), "");
    }

    #[test]
    fn what_stands_in_parentheses_needs_nothing() {
        let stylesheet = Stylesheet::new(".a:not(.b) [c=\"d\"]:is(.e,[f]).g,[h\\:i],[j^=k]{l:m}");
        let needs = [
            Need::Class("a"),
            Need::Class("g"),
            Need::Attribute("c", Some("d")),
            Need::Attribute("h\\:i", None),
            Need::Attribute("j", None),
        ];
        assert_eq!(stylesheet.needs, needs);
    }
}
