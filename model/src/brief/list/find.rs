//! Finds the addresses of a line, and the links of Markdown and its relatives, in one pass.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;

use super::super::detect;
use crate::tile::{Kind, Platform};

/// An address in a line.
#[derive(Clone, Debug)]
pub(super) struct FoundAddress<'a> {
    /// Where it begins, with its brackets.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The address as written.
    pub url: Cow<'a, str>,
    /// Its own words, as in `[words](address)`.
    pub title: Option<&'a str>,
    /// The title of a Markdown link, as in `[words](address "title")`.
    pub about: Option<&'a str>,
    /// Whether it is the picture of `![words](address)`.
    pub picture: bool,
    /// Whether it is a bare domain, which may also be a word of a title ("Node.js").
    pub bare: bool,
}

/// The definitions of reference links (`[shop]: https://…`), by their folded labels.
#[derive(Debug, Default)]
pub(super) struct References<'a> {
    by_label: HashMap<String, Definition<'a>>,
}

/// Its address and title, and whether a link names it.
type Definition<'a> = (&'a str, Option<&'a str>, Cell<bool>);

impl<'a> References<'a> {
    /// Notes the definition in a line, if it is one whose label is a word; returns its label.
    pub fn define(&mut self, line: &'a str) -> Option<&'a str> {
        let (label, url, about) = definition(line)?;
        self.by_label.insert(label.to_lowercase(), (url, about, Cell::new(false)));
        Some(label)
    }

    fn get(&self, label: &str) -> Option<(&'a str, Option<&'a str>)> {
        if self.by_label.is_empty() || label.len() > WORDS {
            return None;
        }
        let (url, about, used) = self.by_label.get(&label.trim().to_lowercase())?;
        used.set(true);
        Some((url, *about))
    }

    /// Whether a link names the label, so that its definition is no item.
    pub fn is_used(&self, label: &str) -> bool {
        self.by_label.get(&label.to_lowercase()).is_some_and(|(_, _, used)| used.get())
    }
}

/// `[label]: address "title"`.
pub(super) fn definition(line: &str) -> Option<(&str, &str, Option<&str>)> {
    let (label, rest) = line.strip_prefix('[')?.split_once("]:")?;
    let rest = rest.trim();
    let (url, about) = target(rest);
    let whole = about.is_some() || !rest.contains(char::is_whitespace);
    (!label.is_empty() && !label.contains(['[', ']']) && whole && is_address(url)).then_some((label, url, about))
}

/// How many words of a text are still tried as addresses.
#[derive(Debug)]
pub(super) struct Budget(pub usize);

impl Budget {
    fn take(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }
}

/// Whether a text is an address, an email, a telephone number or a federated handle, and no `owner/name`.
pub(super) fn is_address(text: &str) -> bool {
    let scheme = text.contains("://");
    scheme
        || text.contains(['.', '@', ':', '+']) && !matches!(detect::detect(text), Kind::Text(_) | Kind::Github(_))
        || text.contains("github.com") && detect::is_link(text)
}

/// All addresses of a line, in order.
pub(super) fn addresses<'a>(line: &'a str, references: &References<'a>, budget: &mut Budget) -> Vec<FoundAddress<'a>> {
    if !line.contains(['.', ':', '@', '+', '[', '<']) {
        return Vec::new();
    }
    let mut finder = Finder { line, closing: closing(line), found: Vec::new() };
    let mut at = 0;
    while let Some(next) = rest(line, at).chars().next().filter(|_| finder.found.len() < FOUND && budget.0 > 0) {
        let step = match next {
            '\\' => Some(at + 1 + rest(line, at + 1).chars().next().map_or(0, char::len_utf8)),
            '[' => finder.bracket(at, references).filter(|_| budget.take()),
            '!' if rest(line, at + 1).starts_with('[') => finder.picture(at, references).filter(|_| budget.take()),
            '<' => finder.angle(at, budget),
            _ => None,
        };
        at = step.filter(|step| *step > at).unwrap_or_else(|| finder.word(at, next, budget));
    }
    finder.found
}

fn rest(line: &str, at: usize) -> &str {
    line.get(at..).unwrap_or_default()
}

/// For each opening bracket or parenthesis where it closes, in order of the opening ones.
fn closing(line: &str) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    if !line.contains('[') {
        return pairs;
    }
    let (mut square, mut round) = (Vec::new(), Vec::new());
    let mut escaped = false;
    for (at, byte) in line.bytes().enumerate() {
        let open = match byte {
            _ if escaped => None,
            b'[' => {
                square.push(at);
                None
            }
            b'(' => {
                round.push(at);
                None
            }
            b']' => square.pop(),
            b')' => round.pop(),
            _ => None,
        };
        escaped = byte == b'\\' && !escaped;
        pairs.extend(open.map(|open| (open, at)));
    }
    pairs.sort_unstable();
    pairs
}

/// Most addresses of a line: three times as many as a page has tiles.
const FOUND: usize = 3 * crate::limits::TILES;
/// Longest content of a bracket that is looked at for an address, bytes.
const WORDS: usize = 600;
/// Longest word that is looked at for an address, bytes: a bit more than the longest address.
const WORD: usize = 4096;
/// Longest telephone number, characters.
const NUMBER: usize = 40;

struct Finder<'a> {
    line: &'a str,
    closing: Vec<(usize, usize)>,
    found: Vec<FoundAddress<'a>>,
}

impl<'a> Finder<'a> {
    fn closes(&self, open: usize) -> Option<usize> {
        let at = self.closing.binary_search_by_key(&open, |(open, _)| *open).ok()?;
        self.closing.get(at).map(|(_, close)| *close)
    }

    fn text(&self, from: usize, to: usize) -> &'a str {
        self.line.get(from..to).unwrap_or_default()
    }

    fn byte(&self, at: usize) -> u8 {
        self.line.as_bytes().get(at).copied().unwrap_or_default()
    }

    fn push(&mut self, from: usize, to: usize, url: &'a str, title: Option<&'a str>, about: Option<&'a str>) -> usize {
        let url =
            if url.contains(['\\', '&']) { Cow::Owned(super::html::decoded(&unescaped(url))) } else { url.into() };
        self.found.push(FoundAddress { from, to, url, title, about, picture: false, bare: false });
        to
    }

    /// `[words](address "title")`, `[words][label]`, `[label]`, `[[address][words]]`, `[words|address]`,
    /// `[address words]`, `[url=address]words[/url]`. Returns where it ends.
    fn bracket(&mut self, from: usize, references: &References<'a>) -> Option<usize> {
        let close = self.closes(from)?;
        let inner = self.text(from + 1, close);
        match self.byte(close + 1) {
            b'(' => {
                let end = self.closes(close + 1)?;
                let (url, about) = target(self.text(close + 2, end).trim());
                // A picture that is a link: the words are those of the picture.
                let words = inner.strip_prefix("![").and_then(|inner| inner.split_once(']')).map(|(words, _)| words);
                return Some(self.push(from, end + 1, url, Some(words.unwrap_or(inner)), about));
            }
            b'[' => {
                let end = self.closes(close + 1)?;
                let label = self.text(close + 2, end);
                let (url, about) = references.get(if label.is_empty() { inner } else { label })?;
                return Some(self.push(from, end + 1, url, Some(inner), about));
            }
            _ => {}
        }
        if inner.len() > WORDS {
            return None;
        }
        if let Some(url) = inner.get(..4).filter(|start| start.eq_ignore_ascii_case("url=")).and(inner.get(4..)) {
            let end = rest(self.line, close + 1).find('[').map_or(self.line.len(), |end| close + 1 + end);
            let after =
                rest(self.line, end).find(']').filter(|length| *length < 6).map_or(end, |length| end + length + 1);
            let title = self.text(close + 1, end);
            return Some(self.push(from, after, url.trim_matches(['"', '\'']), Some(title), None));
        }
        if self.byte(from + 1) == b'[' {
            let middle = self.closes(from + 1)?;
            let url = self.text(from + 2, middle);
            if self.byte(middle + 1) == b'[' && self.closes(middle + 1) == Some(close.saturating_sub(1)) {
                let title = self.text(middle + 2, close.saturating_sub(1));
                return Some(self.push(from, close + 1, url, Some(title), None));
            }
            return None;
        }
        if let Some((url, about)) = references.get(inner) {
            return Some(self.push(from, close + 1, url, Some(inner), about));
        }
        let (first, second) = inner.split_once('|').or_else(|| inner.split_once(' '))?;
        let starts = |text: &str| text.starts_with("http://") || text.starts_with("https://");
        let plain = |text: &str| !text.contains(' ') && !text.contains(',');
        if starts(first) && plain(first) && !second.contains("://") {
            return Some(self.push(from, close + 1, first, Some(second), None));
        }
        (inner.contains('|') && starts(second) && plain(second) && !first.contains("://"))
            .then(|| self.push(from, close + 1, second, Some(first), None))
    }

    /// `![words](address)`.
    fn picture(&mut self, from: usize, references: &References<'a>) -> Option<usize> {
        let end = self.bracket(from + 1, references)?;
        let last = self.found.last_mut()?;
        (last.from, last.picture) = (from, true);
        Some(end)
    }

    /// `<address>`, `<address|words>`.
    fn angle(&mut self, from: usize, budget: &mut Budget) -> Option<usize> {
        let inner = rest(self.line, from + 1);
        let length = inner.find(['<', '>'])?;
        let inner = inner.get(..length)?.trim();
        let (url, title) = inner.split_once('|').map_or((inner, None), |(url, title)| (url, Some(title)));
        let url = url.strip_prefix("URL:").unwrap_or(url);
        let whole = self.byte(from + 1 + length) == b'>' && !url.contains(char::is_whitespace);
        (whole && budget.take() && is_address(url)).then(|| self.push(from, from + length + 2, url, title, None))
    }

    /// The address in the word that starts here, if there is one. Returns where to go on.
    fn word(&mut self, from: usize, first: char, budget: &mut Budget) -> usize {
        let after = from + first.len_utf8();
        if first == '+' && rest(self.line, after).starts_with(|next: char| next.is_ascii_digit() || next == '(') {
            return self.number(from, from).unwrap_or(after);
        }
        if is_delimiter(first) || matches!(first, '(' | '{' | '\'' | '*' | '_' | '~' | ']' | ')' | '}' | '=') {
            return after;
        }
        let word = rest(self.line, from);
        let bracket = |at: usize| at > 0 && !word.get(..at).is_some_and(|before| before.ends_with("//"));
        let ends = |(at, character): &(usize, char)| {
            is_delimiter(*character)
                || *character == '[' && bracket(*at)
                || (*character == '\\' && word.get(*at + 1..).is_some())
        };
        let length = word.char_indices().find(|next| next.0 > WORD || ends(next)).map_or(word.len(), |(at, _)| at);
        let word = word.get(..length).unwrap_or_default();
        if let Some(at) = word.find("://") {
            let scheme = |character: char| character.is_ascii_alphanumeric() || matches!(character, '+' | '-');
            let before = word.get(..at).unwrap_or_default();
            let start = before.trim_end_matches(scheme).len();
            if start < at && before.len() - start <= 20 {
                let url = rest(word, start);
                // `https://a.example,https://b.example`
                let next = url
                    .match_indices("://")
                    .nth(1)
                    .map(|(second, _)| url.get(..second).unwrap_or_default().trim_end_matches(scheme).len());
                let next = next.filter(|next| url.get(..*next).is_some_and(|url| url.ends_with([',', ';'])));
                let url = trimmed(url.get(..next.unwrap_or(url.len())).unwrap_or_default());
                let end = from + start + url.len();
                if !budget.take() {
                    return from + length;
                }
                self.push(from + start, end, url, None, None);
                // AsciiDoc: `https://…[words]`.
                if let Some(close) = self.closes(end).filter(|_| self.byte(end) == b'[')
                    && let Some(last) = self.found.last_mut()
                {
                    (last.to, last.title) = (close + 1, self.line.get(end + 1..close));
                    return close + 1;
                }
                return end.max(after);
            }
        }
        let lower = |start: &str| word.get(..start.len()).is_some_and(|word| word.eq_ignore_ascii_case(start));
        if lower("tel:") && word.len() > 4 {
            return self.number(from, from + 4).unwrap_or(from + length);
        }
        self.bare(from, word, lower("mailto:"), budget);
        from + length
    }

    /// A telephone number with its spaces.
    fn number(&mut self, from: usize, digits: usize) -> Option<usize> {
        let text = rest(self.line, digits);
        let text = text.char_indices().nth(NUMBER).map_or(text, |(end, _)| text.get(..end).unwrap_or_default());
        let part = |character: char| {
            character.is_ascii_digit() || matches!(character, ' ' | '(' | ')' | '.' | '-' | '/' | '+')
        };
        let length = text.find(|character| !part(character)).unwrap_or(text.len());
        // A second number begins at its plus.
        let length = text.get(1..length)?.find('+').map_or(length, |at| at + 1);
        let text = text.get(..length)?.trim_end_matches(|character: char| !character.is_ascii_digit());
        let count = text.bytes().filter(u8::is_ascii_digit).count();
        let url = self.text(from, digits + text.len());
        let whole = (7..=15).contains(&count);
        let url: Cow<'a, str> = if from == digits { url.into() } else { url.replace(' ', "").into() };
        let to = digits + text.len();
        let found = FoundAddress { from, to, url, title: None, about: None, picture: false, bare: false };
        whole.then(|| self.found.push(found)).map(|()| to)
    }

    /// A domain, an email or a federated handle.
    fn bare(&mut self, from: usize, word: &'a str, mail: bool, budget: &mut Budget) {
        for part in word.split_inclusive([',', ';']) {
            let start = from + (part.as_ptr().addr() - word.as_ptr().addr());
            // `Shop:harrow.example`
            let label = part.split_once(':').filter(|(label, rest)| {
                !mail && !label.contains(['.', '@', '/']) && !rest.starts_with(|next: char| next.is_ascii_digit())
            });
            let text = label.map_or(part, |(_, rest)| rest);
            let start = start + (part.len() - text.len());
            let text = trimmed(text);
            if text.len() > 3 && text.contains(['.', '@']) && text.len() < 2200 && budget.take() && is_address(text) {
                let bare = !text.contains(['@', '/']);
                let to = start + text.len();
                self.found.push(FoundAddress {
                    from: start,
                    to,
                    url: text.into(),
                    title: None,
                    about: None,
                    picture: false,
                    bare,
                });
            }
        }
    }
}

/// Characters that no address contains as it is written.
pub(super) fn is_delimiter(character: char) -> bool {
    character.is_whitespace()
        || matches!(
            character,
            '<' | '>'
                | '"'
                | '`'
                | '|'
                | '“'
                | '”'
                | '„'
                | '‟'
                | '«'
                | '»'
                | '‹'
                | '›'
                | '‘'
                | '…'
                | '·'
                | '•'
                | '→'
                | '⇒'
                | '←'
                | '،'
                | '؛'
                | '؟'
                | '（'
                | '）'
                | '「'
                | '」'
                | '『'
                | '』'
                | '【'
                | '】'
                | '《'
                | '》'
                | '〈'
                | '〉'
                | '［'
                | '］'
                | '，'
                | '、'
                | '。'
                | '；'
                | '：'
                | '！'
                | '？'
                | '｜'
                | '・'
                | '～'
        )
}

/// An address without the punctuation of the sentence around it.
fn trimmed(text: &str) -> &str {
    let mut text = text;
    let mut open = text.matches('(').count();
    let mut close = text.matches(')').count();
    loop {
        let Some(last) = text.chars().next_back() else { return text };
        match last {
            ')' if close > open => close -= 1,
            ')' => return text,
            '(' => open -= 1,
            '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '’' | '*' | ']' | '}' | '\\' => {}
            // `__https://a.example__`
            '_' if text.ends_with("__") => {}
            _ => return text,
        }
        text = text.get(..text.len() - last.len_utf8()).unwrap_or_default();
    }
}

/// The address and title between the parentheses of a Markdown link.
fn target(inner: &str) -> (&str, Option<&str>) {
    let (url, rest) = match inner.strip_prefix('<').and_then(|inner| inner.split_once('>')) {
        Some(split) => split,
        None => inner.split_once(char::is_whitespace).unwrap_or((inner, "")),
    };
    let about = rest.trim().trim_matches(['"', '\'', '(', ')', '“', '”']).trim();
    (url, (!about.is_empty()).then_some(about))
}

/// Without the backslashes of Markdown.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(character) = chars.next() {
        match chars.peek() {
            Some(next) if character == '\\' && next.is_ascii_punctuation() => {
                out.push(*next);
                chars.next();
            }
            _ => out.push(character),
        }
    }
    out
}

/// The profile that an address is.
pub(super) fn profile(url: &str) -> Option<Platform> {
    match detect::detect(url) {
        Kind::Social(social) => Some(social.platform),
        _ => None,
    }
}
