//! The rules of a stylesheet as far as they decide in which typeface what letters are set.

use std::collections::HashSet;
use std::rc::Rc;

use super::selector::Scope;
use crate::page_document::css_tokens::{Token, tokens};
use crate::page_document::stylesheet::{is_conditional_group, used_properties};

/// What a declaration sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property<'a> {
    /// `font-family`.
    Family,
    /// `font-weight`.
    Weight,
    /// `font-style`.
    Style,
    /// `text-transform`.
    Transform,
    /// `content`.
    Content,
    /// `font`, which sets the first three.
    Font,
    /// A custom property, by its name without dashes.
    Custom(&'a str),
}

/// A declaration.
#[derive(Clone, Copy, Debug)]
pub struct Declaration<'a> {
    /// What it sets.
    pub property: Property<'a>,
    /// The value, as it is written.
    pub value: &'a str,
    /// Whether it is `!important`.
    pub important: bool,
}

/// A style rule, or what a conditional group inside one declares.
#[derive(Debug)]
pub struct Rule<'a> {
    /// What it matches.
    pub scope: Rc<Scope<'a>>,
    /// Whether it applies only in some windows, containers or browsers.
    pub conditional: bool,
    /// Its declarations that matter here.
    pub declarations: Vec<Declaration<'a>>,
}

/// The rules of a minified stylesheet that declare something that matters here, in their order; those for printers aside.
pub fn rules(css: &str) -> Vec<Rule<'_>> {
    let mut rules = Vec::new();
    collect(css, None, false, &mut rules);
    let used = used_custom_properties(&rules);
    for rule in &mut rules {
        rule.declarations.retain(|declaration| match declaration.property {
            Property::Custom(name) => used.contains(name),
            _ => true,
        });
    }
    rules.retain(|rule| !rule.declarations.is_empty());
    rules
}

fn collect<'a>(css: &'a str, around: Option<&Rc<Scope<'a>>>, conditional: bool, rules: &mut Vec<Rule<'a>>) {
    // What is declared here itself; rules inside it come later, and so are the stronger of equals.
    let own = around.map(|scope| {
        rules.push(Rule { scope: Rc::clone(scope), conditional, declarations: Vec::new() });
        rules.len() - 1
    });
    for token in tokens(css) {
        match token {
            Token::Declaration(text) => {
                if let Some(rule) = own.and_then(|own| rules.get_mut(own)) {
                    rule.declarations.extend(declaration(text));
                }
            }
            Token::Block(prelude, body) if is_conditional_group(prelude) => {
                if !prelude.starts_with("@media print") {
                    collect(body, around, conditional || !prelude.starts_with("@layer"), rules);
                }
            }
            Token::Block(prelude, _) if prelude.starts_with('@') => {}
            Token::Block(prelude, body) => {
                let scope = Rc::new(Scope::parse(prelude, around.cloned()));
                collect(body, Some(&scope), conditional, rules);
            }
        }
    }
}

/// The declaration, if it matters here.
fn declaration(text: &str) -> Option<Declaration<'_>> {
    let (name, value) = text.split_once(':')?;
    let property = match name {
        "font-family" => Property::Family,
        "font-weight" => Property::Weight,
        "font-style" => Property::Style,
        "text-transform" => Property::Transform,
        "content" => Property::Content,
        "font" => Property::Font,
        _ => Property::Custom(name.strip_prefix("--")?),
    };
    let (value, important) = match value.strip_suffix("!important") {
        Some(value) => (value, true),
        None => (value, false),
    };
    Some(Declaration { property, value: value.trim(), important })
}

/// The custom properties that the values of other properties use, themselves or through others.
fn used_custom_properties<'a>(rules: &[Rule<'a>]) -> HashSet<&'a str> {
    let declarations = || rules.iter().flat_map(|rule| &rule.declarations);
    let mut used = HashSet::new();
    loop {
        let before = used.len();
        for declaration in declarations() {
            let counts = match declaration.property {
                Property::Custom(name) => used.contains(name),
                _ => true,
            };
            if counts {
                used.extend(used_properties(declaration.value));
            }
        }
        if used.len() == before {
            return used;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_decide_about_typefaces() {
        let css = "@font-face{font-family:A}@media print{.a{font-style:italic}}\
            .page{color:red;--text:A,serif;--more:var(--text);--idle:x;font:700 1em/1 var(--more)!important;\
            @container (width>1px){font-style:italic;.b{font-weight:700}}&.c{text-transform:uppercase}}.d{color:red}";
        let found = rules(css);
        let declared: Vec<_> = found
            .iter()
            .map(|rule| {
                (
                    rule.conditional,
                    rule.declarations.iter().map(|one| (one.property, one.value, one.important)).collect::<Vec<_>>(),
                )
            })
            .collect();
        let expected = [
            (
                false,
                vec![
                    (Property::Custom("text"), "A,serif", false),
                    (Property::Custom("more"), "var(--text)", false),
                    (Property::Font, "700 1em/1 var(--more)", true),
                ],
            ),
            (true, vec![(Property::Style, "italic", false)]),
            (true, vec![(Property::Weight, "700", false)]),
            (false, vec![(Property::Transform, "uppercase", false)]),
        ];
        assert_eq!(declared, expected);
    }
}
