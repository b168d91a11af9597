//! The markup of notes, parsed to a tree: bold, italic and links, nothing else (specification, Tile types: `text`).

use std::ops::Range;

use crate::safe_url::SafeUrl;

/// A piece of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain text.
    Plain(String),
    /// A line break.
    Break,
    /// `**bold**`.
    Bold(Vec<Span>),
    /// `*italic*`.
    Italic(Vec<Span>),
    /// `[text](url)` with a safe address.
    Link(Vec<Span>, SafeUrl),
}

/// Parses a note. Anything that is not well-formed markup stays literal text; linear time, nesting at most three deep.
pub fn parse(text: &str) -> Vec<Span> {
    spans(text, Inside::default())
}

/// The addresses that a note links to, in the order of its words.
pub fn links(spans: &[Span]) -> Vec<&SafeUrl> {
    fn of(span: &Span) -> Vec<&SafeUrl> {
        match span {
            Span::Link(inner, url) => [vec![url], links(inner)].concat(),
            Span::Bold(inner) | Span::Italic(inner) => links(inner),
            Span::Plain(_) | Span::Break => Vec::new(),
        }
    }
    spans.iter().flat_map(of).collect()
}

/// The text of a note without its markup, line breaks as `\n`.
pub fn plain(spans: &[Span]) -> String {
    let mut out = String::new();
    write_plain(spans, &mut out);
    out
}

fn write_plain(spans: &[Span], out: &mut String) {
    for span in spans {
        match span {
            Span::Plain(words) => out.push_str(words),
            Span::Break => out.push('\n'),
            Span::Bold(inner) | Span::Italic(inner) | Span::Link(inner, _) => write_plain(inner, out),
        }
    }
}

/// A kind of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `**bold**`.
    Bold,
    /// `*italic*`.
    Italic,
    /// `[text](url)`.
    Link,
}

/// A piece of markup in the source of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedRange {
    /// Its kind.
    pub mark: Mark,
    /// Where it stands in the source with its marks, in bytes.
    pub outer: Range<usize>,
    /// Where the text between its marks stands, in bytes.
    pub inner: Range<usize>,
}

/// All markup in the source of a note, outer before inner: what [`parse`] reads as bold, italic and links.
pub fn marked_ranges(text: &str) -> Vec<MarkedRange> {
    let mut out = Vec::new();
    collect_ranges(text, 0, Inside::default(), &mut out);
    out
}

fn collect_ranges(text: &str, offset: usize, inside: Inside, out: &mut Vec<MarkedRange>) {
    let mut dead = Dead::default();
    let mut at = 0;
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let Some(found) = construct(text.get(at..).unwrap_or_default(), inside, &mut dead) else {
            at += first.len_utf8();
            continue;
        };
        let end = text.len() - found.after.len();
        let start = offset + at + if found.mark == Mark::Bold { 2 } else { 1 };
        let inner = start..start + found.inner.len();
        out.push(MarkedRange { mark: found.mark, outer: offset + at..offset + end, inner });
        collect_ranges(found.inner, start, inside.with(found.mark), out);
        at = end;
    }
}

/// Which constructs are open: none may nest in itself, which bounds the depth.
#[derive(Clone, Copy, Default)]
struct Inside {
    bold: bool,
    italic: bool,
    link: bool,
}

impl Inside {
    const fn with(self, mark: Mark) -> Self {
        match mark {
            Mark::Bold => Self { bold: true, ..self },
            Mark::Italic => Self { italic: true, ..self },
            Mark::Link => Self { link: true, ..self },
        }
    }
}

fn spans(text: &str, inside: Inside) -> Vec<Span> {
    let mut out = Out::default();
    // After one failed search for a closing mark, no later search is made: that keeps parsing linear.
    let mut dead = Dead::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(found) = construct(rest, inside, &mut dead) {
            let inner = spans(found.inner, inside.with(found.mark));
            out.push(match (found.mark, found.url) {
                (Mark::Link, Some(url)) => Span::Link(inner, url),
                (Mark::Italic, _) => Span::Italic(inner),
                _ => Span::Bold(inner),
            });
            rest = found.after;
        } else {
            if first == '\n' {
                out.push(Span::Break)
            } else {
                out.words.push(first)
            }
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    out.finish()
}

/// Marks without a closing one ahead.
#[derive(Default)]
struct Dead {
    bold: bool,
    italic: bool,
}

/// Markup at the front of a text.
struct Construct<'a> {
    mark: Mark,
    /// The text between its marks.
    inner: &'a str,
    /// The text behind it.
    after: &'a str,
    /// The address of a link.
    url: Option<SafeUrl>,
}

fn construct<'a>(rest: &'a str, inside: Inside, dead: &mut Dead) -> Option<Construct<'a>> {
    if !inside.bold && !dead.bold && rest.starts_with("**") {
        let (inner, after) = enclosed(rest, "**", &mut dead.bold)?;
        return Some(Construct { mark: Mark::Bold, inner, after, url: None });
    }
    if !inside.italic && !dead.italic && rest.starts_with('*') && !rest.starts_with("**") {
        let (inner, after) = enclosed(rest, "*", &mut dead.italic)?;
        return Some(Construct { mark: Mark::Italic, inner, after, url: None });
    }
    if !inside.link && rest.starts_with('[') { link(rest) } else { None }
}

/// The text between an opening and a closing mark in one paragraph, if it neither starts nor ends with whitespace.
fn enclosed<'a>(rest: &'a str, mark: &str, dead: &mut bool) -> Option<(&'a str, &'a str)> {
    let body = rest.get(mark.len()..)?;
    let Some(end) = closer(body, mark) else {
        steps(body.len());
        *dead = true;
        return None;
    };
    steps(end);
    let (inner, after) = (body.get(..end)?, body.get(end + mark.len()..)?);
    let visible = !inner.is_empty() && !inner.starts_with(char::is_whitespace) && !inner.ends_with(char::is_whitespace);
    (visible && !inner.contains("\n\n")).then_some((inner, after))
}

/// Where `mark` closes in `body`: a single star never closes on half of a double one.
fn closer(body: &str, mark: &str) -> Option<usize> {
    if mark == "**" {
        let at = body.find("**")?;
        // `**a *b***`: the last two stars close the bold.
        return Some(if body.get(at + 2..)?.starts_with('*') && body.get(..at)?.contains('*') { at + 1 } else { at });
    }
    let bytes = body.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes.get(at) == Some(&b'*') {
            if bytes.get(at + 1) == Some(&b'*') {
                at += 2;
                continue;
            }
            return Some(at);
        }
        at += 1;
    }
    None
}

fn link(rest: &str) -> Option<Construct<'_>> {
    // The text ends at the next `](`; a `[` or line break before it means no link, which bounds the search.
    let words = rest.get(1..)?;
    let stop = words.find(['[', '\n']).unwrap_or(words.len());
    steps(stop);
    let words = words.get(..stop)?;
    let middle = words.find("](")?;
    let (words, tail) = (words.get(..middle)?, rest.get(middle + 3..)?);
    let end = address_end(tail)?;
    let (address, after) = (tail.get(..end)?, tail.get(end + 1..)?);
    if words.is_empty() {
        return None;
    }
    let url = SafeUrl::parse(address).ok()?;
    Some(Construct { mark: Mark::Link, inner: words, after, url: Some(url) })
}

/// The position of the `)` that ends an address: brackets inside it must be balanced, otherwise the first `)` ends it.
fn address_end(tail: &str) -> Option<usize> {
    let (mut open, mut first) = (0usize, None);
    for (at, it) in tail.char_indices().take(crate::limits::URL_BYTES + 1) {
        steps(1);
        match it {
            '\n' => break,
            '(' => open += 1,
            ')' if open == 0 => return Some(at),
            ')' => {
                open -= 1;
                first = first.or(Some(at));
            }
            _ => {}
        }
    }
    first
}

/// Counts the bytes of lookahead, so that a test can check for linear work without measuring time.
#[cfg(test)]
fn steps(count: usize) {
    tests::STEPS.with(|steps| steps.set(steps.get() + count));
}
#[cfg(not(test))]
const fn steps(_: usize) {}

#[derive(Default)]
struct Out {
    spans: Vec<Span>,
    words: String,
}

impl Out {
    fn push(&mut self, span: Span) {
        self.settle();
        self.spans.push(span);
    }

    fn settle(&mut self) {
        if !self.words.is_empty() {
            self.spans.push(Span::Plain(std::mem::take(&mut self.words)));
        }
    }

    fn finish(mut self) -> Vec<Span> {
        self.settle();
        self.spans
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{Span, parse, plain};

    thread_local! {
        pub static STEPS: Cell<usize> = const { Cell::new(0) };
    }

    /// Renders markup as tags, for tests.
    fn tags(text: &str) -> String {
        fn write(spans: &[Span], out: &mut String) {
            for span in spans {
                match span {
                    Span::Plain(words) => out.push_str(words),
                    Span::Break => out.push_str("<br>"),
                    Span::Bold(inner) => wrap("b", inner, out),
                    Span::Italic(inner) => wrap("i", inner, out),
                    Span::Link(inner, url) => {
                        out.push_str(&format!("<a {url}>"));
                        write(inner, out);
                        out.push_str("</a>");
                    }
                }
            }
        }
        fn wrap(tag: &str, inner: &[Span], out: &mut String) {
            out.push_str(&format!("<{tag}>"));
            write(inner, out);
            out.push_str(&format!("</{tag}>"));
        }
        let mut out = String::new();
        write(&parse(text), &mut out);
        out
    }

    #[test]
    fn bold_italic_and_links_are_understood_and_nest_once() {
        assert_eq!(tags("**bold** and *italic*"), "<b>bold</b> and <i>italic</i>");
        assert_eq!(tags("[Shop](https://example.com/a)"), "<a https://example.com/a>Shop</a>");
        assert_eq!(tags("**a *b* c**"), "<b>a <i>b</i> c</b>");
        assert_eq!(tags("**a *b***"), "<b>a <i>b</i></b>");
        assert_eq!(tags("[**a**](mailto:a@b.example)"), "<a mailto:a@b.example><b>a</b></a>");
        assert_eq!(tags("one\ntwo"), "one<br>two");
    }

    #[test]
    fn what_is_not_markup_stays_as_it_is() {
        for text in
            ["2 * 3 * 4", "**", "* a*", "**a", "[a]", "[a](", "[](https://example.com)", "a ** b ** c", "**a\u{a0}**"]
        {
            assert_eq!(tags(text).replace("<br>", "\n"), text);
        }
        assert_eq!(tags("*a\n\nb*"), "*a<br><br>b*");
    }

    #[test]
    fn an_unsafe_address_is_no_link() {
        for address in ["javascript:alert(1)", "data:text/html,x", "//example.com", "https://u:p@example.com", "x"] {
            let text = format!("[a]({address})");
            assert_eq!(tags(&text), text);
        }
    }

    #[test]
    fn brackets_in_an_address_come_in_pairs() {
        assert_eq!(tags("([a](https://e.org/b_(c)))"), "(<a https://e.org/b_(c)>a</a>)");
        assert_eq!(tags("[a](https://e.org/(b) c"), "<a https://e.org/(b>a</a> c");
    }

    #[test]
    fn hostile_notes_take_linear_work_and_keep_every_character() {
        let patterns =
            ["*[", "[", "[a](", "**", "*a **", "[a", "***", "*a\n\n", "[*", "](", "**a*[", "[a](https://e.org/("];
        for pattern in patterns {
            let text = pattern.repeat(200_000 / pattern.len());
            STEPS.with(|steps| steps.set(0));
            let spans = parse(&text);
            let taken = STEPS.with(Cell::get);
            // The search for the end of an address is bounded by the longest address, the others by the text's length.
            let bound = if pattern.contains("](") { crate::limits::URL_BYTES * 2 } else { 16 };
            assert!(taken <= text.len() * bound, "{pattern}: {taken} steps for {} bytes", text.len());
            let words = |text: &str| text.replace('*', "");
            assert!(words(&plain(&spans)) == words(&text), "{pattern}: words were lost");
        }
    }
}
