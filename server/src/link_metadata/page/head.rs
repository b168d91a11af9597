//! Collects the metadata elements of a page, without interpreting them.

use html5gum::{StartTag, Token};

use crate::link_metadata::html::{attribute, tokens};

/// Longest value, bytes.
const MAX_VALUE: usize = 8 * 1024;
/// Longest JSON-LD block, bytes.
const MAX_BLOCK: usize = 96 * 1024;
/// Maximum number of tokens read: the head of a page has hundreds.
const MAX_TOKENS: usize = 20_000;
/// Maximum number of elements of each kind.
const MAX_ELEMENTS: usize = 128;

/// The elements found, in document order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The text of `title`.
    pub title: String,
    /// `property`, `name` or `itemprop`, in lower case, and `content`.
    pub metas: Vec<(String, String)>,
    /// `rel` in lower case, `href` and `sizes`.
    pub links: Vec<Link>,
    /// The base URL of relative addresses.
    pub base: Option<String>,
    /// The JSON-LD blocks.
    pub blocks: Vec<String>,
}

/// A `link`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its relations, in lower case.
    pub rel: String,
    /// Its address, as written.
    pub href: String,
    /// Its sizes, as written.
    pub sizes: String,
    /// Its type, as written.
    pub media_type: String,
}

/// The element that text belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Other,
    Title,
    Block,
}

impl Head {
    /// Parses a page, or as much of it as there is.
    pub fn read(page: &str) -> Self {
        let mut head = Self::default();
        let mut element = Element::Other;
        // The nesting depth inside `svg`: a title there is not the page's.
        let mut svg_depth = 0_usize;
        for token in tokens(page).take(MAX_TOKENS) {
            match token {
                Token::StartTag(tag) if tag.name.as_slice() == b"svg" => {
                    (element, svg_depth) = (Element::Other, svg_depth + usize::from(!tag.self_closing));
                }
                Token::StartTag(tag) if svg_depth > 0 && tag.name.as_slice() == b"title" => element = Element::Other,
                Token::StartTag(tag) => element = head.start(&tag),
                Token::EndTag(tag) => {
                    (element, svg_depth) =
                        (Element::Other, svg_depth - usize::from(svg_depth > 0 && tag.name.as_slice() == b"svg"));
                }
                Token::String(text) => head.text(element, &text),
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        head
    }

    /// The first value under one of these names, which are tried in order.
    pub fn meta(&self, names: &[&str]) -> Option<&str> {
        let of = |name: &&str| self.metas.iter().find(|meta| meta.0 == **name && !meta.1.trim().is_empty());
        names.iter().find_map(of).map(|meta| meta.1.as_str())
    }

    fn start(&mut self, tag: &StartTag<()>) -> Element {
        let value = |name: &str| attribute(tag, name, MAX_VALUE);
        match tag.name.as_slice() {
            // The first title counts.
            b"title" if self.title.is_empty() => return Element::Title,
            b"script" if self.blocks.len() < MAX_ELEMENTS && value("type").is_some_and(|value| is_json_ld(&value)) => {
                self.blocks.push(String::new());
                return Element::Block;
            }
            b"meta" => self.meta_tag(tag),
            b"link" if self.links.len() < MAX_ELEMENTS => {
                let text = |name: &str| value(name).unwrap_or_default();
                if let (Some(rel), Some(href)) = (value("rel").or_else(|| value("itemprop")), value("href")) {
                    let rel = rel.to_ascii_lowercase();
                    self.links.push(Link { rel, href, sizes: text("sizes"), media_type: text("type") });
                }
            }
            b"base" if self.base.is_none() => self.base = value("href"),
            _ => {}
        }
        Element::Other
    }

    fn meta_tag(&mut self, tag: &StartTag<()>) {
        let Some(content) = attribute(tag, "content", MAX_VALUE).filter(|_| self.metas.len() < MAX_ELEMENTS) else {
            return;
        };
        // Some pages use `name` for `property`, or vice versa.
        for name in ["property", "name", "itemprop"] {
            if let Some(name) = attribute(tag, name, MAX_VALUE) {
                self.metas.push((name.trim().to_ascii_lowercase(), content.clone()));
            }
        }
    }

    fn text(&mut self, element: Element, text: &[u8]) {
        let (target, limit) = match element {
            Element::Other => return,
            Element::Title => (&mut self.title, MAX_VALUE),
            Element::Block => match self.blocks.last_mut() {
                Some(block) => (block, MAX_BLOCK),
                None => return,
            },
        };
        let text = String::from_utf8_lossy(text);
        if target.len() + text.len() <= limit {
            target.push_str(&text);
        }
    }
}

fn is_json_ld(media_type: &str) -> bool {
    media_type.trim().eq_ignore_ascii_case("application/ld+json")
}
