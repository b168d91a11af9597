//! What the head of a page says, before anybody decides what it means.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{HtmlString, StartTag, Token, Tokenizer};

/// Longest value that is kept, bytes.
const VALUE: usize = 8 * 1024;
/// Longest block of JSON-LD, bytes.
const BLOCK: usize = 96 * 1024;
/// The most of each kind that is kept.
const MOST: usize = 128;

/// What was found, in the order of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The words of `title`.
    pub title: String,
    /// `property`, `name` or `itemprop`, in lower case, and `content`.
    pub metas: Vec<(String, String)>,
    /// `rel` in lower case, `href` and `sizes`.
    pub links: Vec<Link>,
    /// Where relative addresses count from.
    pub base: Option<String>,
    /// Blocks of JSON-LD.
    pub blocks: Vec<String>,
}

/// A `link`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its relations, in lower case.
    pub rel: String,
    /// Where it leads, as written.
    pub href: String,
    /// Its sizes, as written.
    pub sizes: String,
    /// Its type, as written.
    pub kind: String,
}

/// What the text that follows belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    Title,
    Block,
}

impl Head {
    /// Reads a page, or as much of one as there is.
    pub fn read(page: &str) -> Self {
        let mut head = Self::default();
        let mut within = Within::Nothing;
        // How deep in drawings: their titles are not the page's.
        let mut drawn = 0_usize;
        for token in tokens(page) {
            match token {
                Token::StartTag(tag) if tag.name.as_slice() == b"svg" => {
                    (within, drawn) = (Within::Nothing, drawn + usize::from(!tag.self_closing));
                }
                Token::StartTag(tag) if drawn > 0 && tag.name.as_slice() == b"title" => within = Within::Nothing,
                Token::StartTag(tag) => within = head.start(&tag),
                Token::EndTag(tag) => {
                    (within, drawn) =
                        (Within::Nothing, drawn - usize::from(drawn > 0 && tag.name.as_slice() == b"svg"));
                }
                Token::String(text) => head.text(within, &text),
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        head
    }

    /// The first value under one of these names, the names in order.
    pub fn meta(&self, names: &[&str]) -> Option<&str> {
        let of = |name: &&str| self.metas.iter().find(|meta| meta.0 == **name && !meta.1.trim().is_empty());
        names.iter().find_map(of).map(|it| it.1.as_str())
    }

    fn start(&mut self, tag: &StartTag<()>) -> Within {
        let value = |name: &str| attribute(tag, name);
        match tag.name.as_slice() {
            // The first title counts.
            b"title" if self.title.is_empty() => return Within::Title,
            b"script" if self.blocks.len() < MOST && value("type").is_some_and(|value| linked_data(&value)) => {
                self.blocks.push(String::new());
                return Within::Block;
            }
            b"meta" => self.meta_tag(tag),
            b"link" if self.links.len() < MOST => {
                let text = |name: &str| value(name).unwrap_or_default();
                if let (Some(rel), Some(href)) = (value("rel").or_else(|| value("itemprop")), value("href")) {
                    let rel = rel.to_ascii_lowercase();
                    self.links.push(Link { rel, href, sizes: text("sizes"), kind: text("type") });
                }
            }
            b"base" if self.base.is_none() => self.base = value("href"),
            _ => {}
        }
        Within::Nothing
    }

    fn meta_tag(&mut self, tag: &StartTag<()>) {
        let Some(content) = attribute(tag, "content").filter(|_| self.metas.len() < MOST) else { return };
        // Some pages write `name` where `property` is meant, and the other way round.
        for name in ["property", "name", "itemprop"] {
            if let Some(name) = attribute(tag, name) {
                self.metas.push((name.trim().to_ascii_lowercase(), content.clone()));
            }
        }
    }

    fn text(&mut self, within: Within, text: &[u8]) {
        let (into, most) = match within {
            Within::Nothing => return,
            Within::Title => (&mut self.title, VALUE),
            Within::Block => match self.blocks.last_mut() {
                Some(it) => (it, BLOCK),
                None => return,
            },
        };
        let text = String::from_utf8_lossy(text);
        if into.len() + text.len() <= most {
            into.push_str(&text);
        }
    }
}

/// The words of a piece of HTML, without its tags; entities are undone.
pub fn words(html: &str) -> String {
    let mut all = String::new();
    for token in tokens(html) {
        match token {
            Token::String(text) => all.push_str(&String::from_utf8_lossy(&text)),
            // What stood in lines of its own does not run together.
            Token::StartTag(_) | Token::EndTag(_) => all.push(' '),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    all
}

/// The tokens of a text. What stands in scripts, styles and titles is text, as in browsers.
fn tokens(html: &str) -> impl Iterator<Item = Token> + '_ {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    Tokenizer::new_with_emitter(html, emitter).map_while(Result::ok)
}

fn linked_data(kind: &str) -> bool {
    kind.trim().eq_ignore_ascii_case("application/ld+json")
}

fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value: &HtmlString = tag.attributes.get(name.as_bytes())?;
    (value.len() <= VALUE).then(|| String::from_utf8_lossy(value).into_owned())
}
