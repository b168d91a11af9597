//! A look's stylesheet for one page: the rules that something on it answers to, inside its document.
//!
//! Pages without a script stay as they were drawn, so what answers to nothing now never will.

use std::collections::HashSet;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mantel_model::look::Look;
use sha2::{Digest, Sha256};

use super::css_pieces::{Piece, alternatives, family, pieces, without};
use crate::assets;

/// What the script of lofi gives windows (`public/lofi.js`): classes that begin so are always there.
const GIVEN: &str = "lofi-";
/// Attributes that visitors change.
const LIVE: [&str; 1] = ["open"];

/// The last element of a document with its sheet inside.
pub const END: &str = "<span id=\"end\" hidden></span>";
/// Nothing is shown before the end is here: what stands in the middle of a window, or on the foot of the page, would move
/// as the rest comes. Should it not come, what is here is shown after three seconds.
const WHOLE: &str =
    "body:not(:has(#end)) .page{animation:3s step-end coming}@keyframes coming{from{visibility:hidden}}";

/// A stylesheet that stands in the document itself: most visitors see one page once, and would wait for a second answer.
#[derive(Debug)]
pub struct Inside {
    /// It.
    pub css: String,
    /// What a policy calls it: `sha256-…`.
    pub hash: String,
}

/// The stylesheet of a page in this look, less what this body has no use for.
pub fn of(look: Look, body: &str) -> String {
    let file = assets::path(&format!("looks/{look}.css")).and_then(assets::file);
    fitted(file.and_then(|file| std::str::from_utf8(file.plain).ok()).unwrap_or_default(), body)
}

/// The same for a document that holds it and closes with [`END`].
pub fn inside(look: Look, body: &str) -> Inside {
    let css = of(look, body) + WHOLE;
    let hash = format!("sha256-{}", STANDARD.encode(Sha256::digest(css.as_bytes())));
    Inside { css, hash }
}

/// A stylesheet (minified) less rules, values, animations and typefaces that this markup has no use for.
pub fn fitted(css: &str, body: &str) -> String {
    let here = Here::read(body);
    let mut css = here.rules(css);
    // A value that only a dropped value named goes in the next turn.
    loop {
        let named: HashSet<&str> = names(&css).chain(names(body)).collect();
        let less = without_values(&css, &named);
        if less.len() == css.len() {
            break;
        }
        css = less;
    }
    used_only(&css)
}

/// What selectors can find in a document.
#[derive(Debug, Default)]
struct Here<'a> {
    classes: HashSet<&'a str>,
    attributes: HashSet<(&'a str, &'a str)>,
    names: HashSet<&'a str>,
}

impl<'a> Here<'a> {
    /// Reads markup as we write it: values in double quotes.
    fn read(body: &'a str) -> Self {
        let (mut here, mut rest) = (Self::default(), body);
        while let Some((_, tag)) = rest.split_once('<') {
            let end = tag.find([' ', '>', '<']).unwrap_or(tag.len());
            rest = &tag[end..];
            while let Some(attribute) = rest.strip_prefix(' ') {
                let end = attribute.find(['=', ' ', '>', '/']).unwrap_or(attribute.len());
                let (name, after) = attribute.split_at(end);
                let (value, after) = match after.strip_prefix("=\"") {
                    Some(value) => value.split_once('"').unwrap_or((value, "")),
                    None => ("", after),
                };
                here.attributes.insert((name, value));
                here.names.insert(name);
                if name == "class" {
                    here.classes.extend(value.split_ascii_whitespace());
                }
                rest = after;
            }
        }
        here
    }

    /// The rules whose selectors can find something.
    fn rules(&self, css: &str) -> String {
        let mut out = String::with_capacity(css.len());
        for piece in pieces(css) {
            match piece {
                Piece::Line(line) => push_line(&mut out, line),
                Piece::Block(head, body) if holds_rules(head) => push_block(&mut out, head, &self.rules(body)),
                Piece::Block(head, body) if head.starts_with('@') => push_block(&mut out, head, body),
                Piece::Block(head, body) => {
                    let kept: Vec<&str> = alternatives(head).filter(|alternative| self.finds(alternative)).collect();
                    if !kept.is_empty() {
                        push_block(&mut out, &kept.join(","), &self.rules(body));
                    }
                }
            }
        }
        out
    }

    /// Whether every class and attribute that a selector asks for is here. What stands in brackets (`:not(…)`, `:is(…)`)
    /// is not looked at.
    fn finds(&self, selector: &str) -> bool {
        let plain = without(selector, '(', ')');
        let bare = without(&plain, '[', ']');
        let mut classes =
            bare.split('.').skip(1).map(|part| &part[..part.find(|it| !is_name(it)).unwrap_or(part.len())]);
        let mut attributes = plain.split('[').skip(1).filter_map(|part| part.split_once(']')).map(|it| it.0);
        classes.all(|class| class.starts_with(GIVEN) || self.classes.contains(class))
            && attributes.all(|attribute| self.has(attribute))
    }

    fn has(&self, attribute: &str) -> bool {
        let name = attribute.split(['=', '~', '|', '^', '$', '*']).next().unwrap_or_default();
        match attribute.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')) {
            _ if LIVE.contains(&name) => true,
            Some(value) if !value.contains('\\') => self.attributes.contains(&(name, value.trim_matches(['"', '\'']))),
            _ => self.names.contains(name),
        }
    }
}

/// The custom properties that a text asks for.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split("var(--").skip(1).map(|part| &part[..part.find(|it| !is_name(it)).unwrap_or(part.len())])
}

/// The same without values that nothing asks for.
fn without_values(css: &str, named: &HashSet<&str>) -> String {
    let mut out = String::with_capacity(css.len());
    for piece in pieces(css) {
        match piece {
            Piece::Line(line) => match line.strip_prefix("--").and_then(|rest| rest.split_once(':')) {
                Some((name, _)) if !named.contains(name) => {}
                _ => push_line(&mut out, line),
            },
            Piece::Block(head, body) if head.starts_with('@') && !holds_rules(head) => push_block(&mut out, head, body),
            Piece::Block(head, body) => push_block(&mut out, head, &without_values(body, named)),
        }
    }
    out
}

/// The same without animations and typefaces that no rule names.
fn used_only(css: &str) -> String {
    let (mut rules, mut aside) = (String::with_capacity(css.len()), Vec::new());
    for piece in pieces(css) {
        match piece {
            Piece::Line(line) => push_line(&mut rules, line),
            Piece::Block(head, body) if head.starts_with("@font-face") || head.starts_with("@keyframes") => {
                aside.push((head, body));
            }
            Piece::Block(head, body) => push_block(&mut rules, head, body),
        }
    }
    let mut out = String::with_capacity(css.len());
    for (head, body) in aside {
        let named = match head.strip_prefix("@keyframes ") {
            Some(name) => rules.contains(name),
            None => family(body).is_some_and(|family| rules.contains(family)),
        };
        if named {
            push_block(&mut out, head, body);
        }
    }
    out + &rules
}

/// Whether this is a rule about rules.
fn holds_rules(head: &str) -> bool {
    ["@media", "@container", "@supports", "@layer"].iter().any(|it| head.starts_with(it))
}

fn push_line(out: &mut String, line: &str) {
    out.push_str(line);
    out.push(';');
}

/// An empty one says nothing.
fn push_block(out: &mut String, head: &str, body: &str) {
    let body = body.strip_suffix(';').unwrap_or(body);
    if !body.is_empty() {
        out.extend([head, "{", body, "}"]);
    }
}

const fn is_name(it: char) -> bool {
    it.is_ascii_alphanumeric() || matches!(it, '-' | '_')
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use mantel_model::theme::Font;

    use super::*;

    #[test]
    fn a_page_carries_what_answers_to_it_and_no_more() {
        let css = "@font-face{font-family:One;src:url(a)}@font-face{font-family:\"Two B\";src:url(b)}\
                   @keyframes turn{to{rotate:1turn}}@keyframes rise{to{translate:0 1px}}\
                   .page{--far:url(x);--near:var(--far);--idle:1;color:red}\
                   .page[data-font=x]{font-family:One}.page[data-font=y]{font-family:Two B}\
                   .a,.b>i,.page:not(.c) .d{animation:turn 1s;&.e{f:g}& .h{i:j}&[k]{l:m}}\
                   @media print{.a{n:o}.b{background:var(--near)}}details[open]{p:q}.lofi-held{r:s}";
        let body =
            "<div class=\"page\" data-font=\"y\"><!-- --><b class=\"b h\" title=\"class=<i class='a'\"></b>a < b</div>";
        let wanted = "@font-face{font-family:\"Two B\";src:url(b)}@keyframes turn{to{rotate:1turn}}\
                      .page{--far:url(x);--near:var(--far);color:red}.page[data-font=y]{font-family:Two B}\
                      .b>i{animation:turn 1s;& .h{i:j}}@media print{.b{background:var(--near)}}\
                      details[open]{p:q}.lofi-held{r:s}";
        assert_eq!(fitted(css, body), wanted);
    }

    #[test]
    fn values_that_only_dropped_values_asked_for_go_too() {
        assert_eq!(fitted(".a{--b:var(--c);--c:1;d:e}", "<i class=\"a\">"), ".a{d:e}");
        let asked = "<i class=\"a\" style=\"f:var(--b)\">";
        assert_eq!(fitted(".a{--b:var(--c);--c:1;d:e}", asked), ".a{--b:var(--c);--c:1;d:e}");
    }

    #[test]
    fn what_the_script_gives_is_known_by_its_beginning() {
        let script = assets::file(assets::path("/lofi.js").unwrap()).unwrap();
        let script = std::str::from_utf8(script.plain).unwrap();
        for way in ["classList.toggle('", "classList.add('", "classList.remove('", "className = '"] {
            for (_, after) in script.match_indices(way).map(|it| script.split_at(it.0 + way.len())) {
                assert!(after.starts_with(GIVEN), "{after:.20}");
            }
        }
    }

    #[test]
    fn no_stylesheet_can_end_the_element_it_stands_in() {
        for look in Look::ALL {
            for font in Font::ALL {
                let body = format!("<div class=\"page\" data-look=\"{look}\" data-font=\"{font}\">");
                let sheet = inside(*look, &body);
                assert!(sheet.css.contains("data-look="), "{look} {font}");
                assert!(!sheet.css.to_lowercase().contains("</style"), "{look} {font}");
            }
        }
    }
}
