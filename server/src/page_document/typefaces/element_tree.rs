//! The elements of a page's markup and their text, as far as selectors and typefaces depend on them.

use html5gum::{StartTag, Token, Tokenizer};

/// Elements without an end tag.
const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];
/// Elements whose text is not set on the page.
const WITHOUT_TEXT: [&str; 5] = ["desc", "script", "style", "template", "title"];

/// An element.
#[derive(Debug, Default)]
pub struct Element {
    /// Its name, in small letters.
    pub tag: String,
    /// Its classes.
    pub classes: Vec<String>,
    /// Its attributes, by name.
    pub attributes: Vec<(String, String)>,
    /// The number of the element that contains it.
    pub parent: Option<usize>,
    /// The number of its sibling before.
    pub previous: Option<usize>,
    /// The number of the first text inside it.
    pub first_text: Option<usize>,
}

/// The elements of a document, each after the one that contains it.
#[derive(Debug, Default)]
pub struct ElementTree {
    /// The elements.
    pub elements: Vec<Element>,
    /// The texts in their order, each with the number of its element.
    pub texts: Vec<(usize, String)>,
}

impl Element {
    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|attribute| attribute.0 == name).map(|attribute| attribute.1.as_str())
    }

    fn of(tag: &StartTag<()>, parent: Option<usize>, previous: Option<usize>) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let attributes: Vec<_> =
            tag.attributes.iter().map(|(name, value)| (text(&name.0), text(&value.value.0))).collect();
        let classes = attributes.iter().find(|attribute| attribute.0 == "class");
        let classes = classes.map(|(_, value)| value.split_ascii_whitespace().map(str::to_owned).collect());
        Self {
            tag: text(&tag.name),
            classes: classes.unwrap_or_default(),
            attributes,
            parent,
            previous,
            first_text: None,
        }
    }
}

impl ElementTree {
    /// Reads markup as this program writes it: every element but the void ones has an end.
    pub fn parse(body: &str) -> Self {
        let mut tree = Self::default();
        let mut open: Vec<usize> = Vec::new();
        // The last sibling at each depth.
        let mut last: Vec<Option<usize>> = vec![None];
        for Ok(token) in Tokenizer::new(body) {
            match token {
                Token::StartTag(tag) => {
                    let number = tree.elements.len();
                    let previous = last.last().copied().flatten();
                    let element = Element::of(&tag, open.last().copied(), previous);
                    if let Some(last) = last.last_mut() {
                        *last = Some(number);
                    }
                    if !tag.self_closing && !VOID.contains(&element.tag.as_str()) {
                        open.push(number);
                        last.push(None);
                    }
                    tree.elements.push(element);
                }
                Token::EndTag(_) if !open.is_empty() => {
                    open.pop();
                    last.pop();
                }
                Token::String(text) => {
                    let text = String::from_utf8_lossy(&text);
                    if let Some(number) = open.last().filter(|number| tree.shows_text(**number))
                        && !text.trim().is_empty()
                    {
                        tree.add_text(*number, text.into_owned());
                    }
                }
                _ => {}
            }
        }
        tree
    }

    /// An element and those that contain it, from the inside.
    pub fn lineage(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(number), |number| self.elements.get(*number)?.parent)
    }

    /// The first text inside an element.
    pub fn first_text(&self, number: usize) -> Option<&str> {
        let (_, text) = self.texts.get(self.elements.get(number)?.first_text?)?;
        Some(text)
    }

    /// Adds a text of an element.
    fn add_text(&mut self, number: usize, text: String) {
        let mut around = Some(number);
        // Those around one that has a text have one, too.
        while let Some(element) = around.and_then(|around| self.elements.get_mut(around))
            && element.first_text.is_none()
        {
            element.first_text = Some(self.texts.len());
            around = element.parent;
        }
        self.texts.push((number, text));
    }

    fn shows_text(&self, number: usize) -> bool {
        self.lineage(number)
            .filter_map(|number| self.elements.get(number))
            .all(|element| !WITHOUT_TEXT.contains(&element.tag.as_str()) && element.attribute("hidden").is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_know_what_contains_them_and_what_stands_before() {
        let tree = ElementTree::parse(
            "<div class=\"a b\"><img alt=\"\"><p>one &amp; <b>two</b></p><svg><path/><title>no</title></svg><p hidden>no</p>three</div>",
        );
        let tags: Vec<_> =
            tree.elements.iter().map(|element| (element.tag.as_str(), element.parent, element.previous)).collect();
        let expected = [
            ("div", None, None),
            ("img", Some(0), None),
            ("p", Some(0), Some(1)),
            ("b", Some(2), None),
            ("svg", Some(0), Some(2)),
            ("path", Some(4), None),
            ("title", Some(4), Some(5)),
            ("p", Some(0), Some(4)),
        ];
        assert_eq!(tags, expected);
        let texts: Vec<_> = tree.texts.iter().map(|(of, text)| (*of, text.as_str())).collect();
        assert_eq!(texts, [(2, "one & "), (3, "two"), (0, "three")]);
        assert_eq!(tree.first_text(0), Some("one & "));
        assert_eq!(tree.elements.first().map(|element| element.classes.len()), Some(2));
    }
}
