//! The small markup of notes, parsed to a tree: bold, italic and links, nothing else (specification, Tile types: `text`).

use crate::SafeUrl;

/// A run of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain words.
    Plain(String),
    /// A line break.
    Break,
    /// `**bold**`.
    Bold(Vec<Span>),
    /// `*italic*`.
    Italic(Vec<Span>),
    /// `[text](url)` with an address that is safe to follow.
    Link(Vec<Span>, SafeUrl),
}

/// Parses a note. Anything that is not well-formed markup stays as the characters it is; time is linear and nesting at most three deep.
pub fn parse(text: &str) -> Vec<Span> {
    spans(text, Inside::default())
}

/// The words of a note without its markup, breaks as `\n`.
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

/// Which constructs are open already: each is allowed once on the way down, which bounds the depth.
#[derive(Clone, Copy, Default)]
struct Inside {
    bold: bool,
    italic: bool,
    link: bool,
}

fn spans(text: &str, inside: Inside) -> Vec<Span> {
    let mut out = Out::default();
    // Where a closer was last sought in vain: nothing after it can close either, which keeps this linear.
    let mut dead = Dead::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((span, after)) = construct(rest, inside, &mut dead) {
            out.push(span);
            rest = after;
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

#[derive(Default)]
struct Dead {
    bold: bool,
    italic: bool,
    link: bool,
}

fn construct<'a>(rest: &'a str, inside: Inside, dead: &mut Dead) -> Option<(Span, &'a str)> {
    if !inside.bold && !dead.bold && rest.starts_with("**") {
        let found = enclosed(rest, "**");
        dead.bold = found.is_none() && closes_never(rest, "**");
        let (inner, after) = found?;
        return Some((Span::Bold(spans(inner, Inside { bold: true, ..inside })), after));
    }
    if !inside.italic && !dead.italic && rest.starts_with('*') && !rest.starts_with("**") {
        let found = enclosed(rest, "*");
        dead.italic = found.is_none() && closes_never(rest, "*");
        let (inner, after) = found?;
        return Some((Span::Italic(spans(inner, Inside { italic: true, ..inside })), after));
    }
    if !inside.link && !dead.link && rest.starts_with('[') {
        dead.link = !rest.contains("](");
        return link(rest, inside);
    }
    None
}

fn closes_never(rest: &str, mark: &str) -> bool {
    !rest.get(mark.len()..).unwrap_or_default().contains(mark)
}

/// The words between a mark and its closer on the same paragraph line, if they start and end with something visible.
fn enclosed<'a>(rest: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let body = rest.get(mark.len()..)?;
    let end = closer(body, mark)?;
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

fn link(rest: &str, inside: Inside) -> Option<(Span, &str)> {
    let middle = rest.find("](")?;
    let words = rest.get(1..middle)?;
    let tail = rest.get(middle + 2..)?;
    let end = tail.char_indices().take(crate::limits::URL_BYTES + 1).find(|(_, it)| matches!(it, ')' | '\n'))?.0;
    let (address, after) = (tail.get(..end)?, tail.get(end..)?.strip_prefix(')')?);
    if words.is_empty() || words.contains(['[', '\n']) {
        return None;
    }
    let url = SafeUrl::parse(address).ok()?;
    Some((Span::Link(spans(words, Inside { link: true, ..inside }), url), after))
}

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
