//! HTML fragments, bookmark files and OPML: one lenient pass over the tags, which writes the lines that the reader of
//! lists takes: headings, and links as those of Markdown.

use super::Line;

/// A piece of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text between tags, with its entities.
    Text(&'a str),
    /// An opening tag: its name and its attributes as written.
    Open(&'a str, &'a str),
    /// A closing tag.
    Close(&'a str),
}

/// The pieces of a text with markup, each character read once. Comments, declarations and the content of scripts and
/// styles are left out.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    rest: &'a str,
    /// The tag whose content is no markup.
    raw: Option<&'a str>,
}

impl<'a> Pieces<'a> {
    /// The pieces of a text.
    pub const fn of(text: &'a str) -> Self {
        Self { rest: text, raw: None }
    }

    /// How much of the text is not read yet, bytes.
    pub const fn left(&self) -> usize {
        self.rest.len()
    }
}

/// Elements whose content is no text of the page.
const RAW: [&str; 7] = ["script", "style", "template", "noscript", "svg", "title", "iframe"];

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        while !self.rest.is_empty() {
            if let Some(raw) = self.raw {
                let after = self.rest.find("</").and_then(|end| self.rest.get(end + 2..)).unwrap_or_default();
                self.rest = after;
                if after.get(..raw.len()).is_some_and(|name| name.eq_ignore_ascii_case(raw)) {
                    self.raw = None;
                    self.rest = after.find('>').and_then(|end| after.get(end + 1..)).unwrap_or_default();
                }
                continue;
            }
            let begins = |character: char| character.is_ascii_alphabetic() || matches!(character, '/' | '!' | '?');
            let tag = self.rest.strip_prefix('<').filter(|rest| rest.starts_with(begins));
            let Some(inner) = tag else {
                let text = self.rest.get(1..).map_or(0, |rest| 1 + rest.find('<').unwrap_or(rest.len()));
                // The text may begin with a character of several bytes.
                let text = if text == 0 { self.rest.find('<').unwrap_or(self.rest.len()) } else { text };
                let (text, rest) = self.rest.split_at_checked(text)?;
                self.rest = rest;
                return Some(Piece::Text(text));
            };
            if let Some(comment) = inner.strip_prefix("!--") {
                self.rest = comment.find("-->").and_then(|end| comment.get(end + 3..)).unwrap_or_default();
                continue;
            }
            if let Some(data) = inner.strip_prefix("![CDATA[") {
                let (text, rest) = data.split_once("]]>").unwrap_or((data, ""));
                self.rest = rest;
                return Some(Piece::Text(text));
            }
            let length = tag_length(inner);
            let (tag, rest) = inner.split_at_checked(length)?;
            self.rest = rest.strip_prefix('>').unwrap_or(rest);
            if tag.starts_with(['!', '?']) {
                continue;
            }
            let close = tag.strip_prefix('/');
            let tag = close.unwrap_or(tag);
            let name =
                tag.split(|character: char| character.is_whitespace() || character == '/').next().unwrap_or_default();
            if close.is_some() {
                return Some(Piece::Close(name));
            }
            if !tag.ends_with('/') {
                self.raw = RAW.iter().any(|raw| name.eq_ignore_ascii_case(raw)).then_some(name);
            }
            return Some(Piece::Open(name, tag.get(name.len()..).unwrap_or_default()));
        }
        None
    }
}

/// Up to the `>` that is in no quoted value.
fn tag_length(inner: &str) -> usize {
    let (mut quote, mut value) = (None, false);
    for (at, byte) in inner.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'>') => return at,
            (None, b'"' | b'\'') if value => quote = Some(byte),
            _ => {}
        }
        value = byte == b'=' || value && byte.is_ascii_whitespace();
    }
    // A quote that stays open ends at the next `>`.
    inner.find('>').unwrap_or(inner.len())
}

/// The value of an attribute, its entities decoded.
pub fn attribute(attributes: &str, name: &str) -> Option<String> {
    let mut rest = attributes;
    loop {
        rest = rest.trim_start_matches(|character: char| character.is_whitespace() || character == '/');
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .find(|character: char| character.is_whitespace() || matches!(character, '=' | '/'))
            .unwrap_or(rest.len());
        let (key, after) = rest.split_at_checked(end.max(usize::from(rest.starts_with('='))))?;
        let after_space = after.trim_start();
        let Some(value) = after_space.strip_prefix('=').map(str::trim_start) else {
            rest = after;
            continue;
        };
        let quote = value.chars().next().filter(|character| matches!(character, '"' | '\''));
        let (value, after) = match quote {
            Some(quote) => value.get(1..)?.split_once(quote).unwrap_or((value.get(1..)?, "")),
            None => {
                let end = value.find(char::is_whitespace).unwrap_or(value.len());
                value.split_at_checked(end)?
            }
        };
        if key.eq_ignore_ascii_case(name) {
            return Some(decoded(value));
        }
        rest = after;
    }
}

/// The named entities that occur in titles and addresses.
const ENTITIES: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("bull", "•"),
    ("middot", "·"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
    ("rarr", "→"),
    ("larr", "←"),
    ("hearts", "♥"),
    ("euro", "€"),
    ("pound", "£"),
    ("auml", "ä"),
    ("ouml", "ö"),
    ("uuml", "ü"),
    ("Auml", "Ä"),
    ("Ouml", "Ö"),
    ("Uuml", "Ü"),
    ("szlig", "ß"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("ecirc", "ê"),
    ("agrave", "à"),
    ("aacute", "á"),
    ("acirc", "â"),
    ("atilde", "ã"),
    ("ccedil", "ç"),
    ("iacute", "í"),
    ("oacute", "ó"),
    ("ocirc", "ô"),
    ("otilde", "õ"),
    ("uacute", "ú"),
    ("ntilde", "ñ"),
    ("aring", "å"),
    ("aelig", "æ"),
    ("oslash", "ø"),
    ("Eacute", "É"),
    ("thinsp", " "),
    ("ensp", " "),
    ("emsp", " "),
    ("shy", ""),
    ("zwnj", "\u{200c}"),
    ("zwj", "\u{200d}"),
    ("lrm", ""),
    ("rlm", ""),
];

/// Entities decoded; what is none stays.
pub fn decoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let name = after.get(..after.char_indices().nth(12).map_or(after.len(), |(end, _)| end)).unwrap_or_default();
        match name.split_once(';').and_then(|(name, _)| Some((name.len() + 1, entity(name)?))) {
            Some((length, text)) => {
                out.push_str(&text);
                rest = after.get(length..).unwrap_or_default();
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).map(String::from);
    }
    ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned())
}

/// Tags that begin and end a line of their own.
const BLOCKS: &str = " address article aside blockquote body button center dd details div dl dt fieldset figcaption figure footer \
                      form h1 h2 h3 h4 h5 h6 head header hr html li main menu nav ol option p pre section summary table tbody \
                      tfoot thead tr ul br array dict key string title ";

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&format!(" {} ", name.to_ascii_lowercase()))
}

/// Whether a text is markup and not words with a `<` or an address in angle brackets.
pub(super) fn is_markup(text: &str) -> bool {
    const SIGNS: &str = " a li ul ol dl dt p b i em strong span div table tr td h1 h2 h3 h4 html body outline opml ";
    let mut tags = Pieces::of(text).filter_map(|piece| match piece {
        Piece::Open(name, _) | Piece::Close(name) => Some(name),
        Piece::Text(_) => None,
    });
    text.contains("</") && tags.any(|name| SIGNS.contains(&format!(" {} ", name.to_ascii_lowercase())))
        || text.contains("<outline ")
        || text.contains("<OUTLINE ")
}

/// The lines of a text with markup; folders (of bookmarks and OPML) hold their own links before their folders.
pub(super) fn lines(text: &str, most: usize) -> (Vec<Line<'static>>, bool) {
    let mut writer = Writer { open: vec![0], ..Writer::default() };
    let mut pieces = Pieces::of(text);
    let (mut seen, mut number) = (text.len(), 1_u32);
    let mut more = false;
    while let Some(piece) = pieces.next() {
        let until = text.len() - pieces.left();
        let from = text.len() - seen;
        let passed = text.get(from..until).unwrap_or_default().bytes().filter(|byte| *byte == b'\n').count();
        seen = pieces.left();
        // A tag is at the line where it begins, a text where its words do.
        let lead = match piece {
            Piece::Text(text) => text.bytes().take_while(u8::is_ascii_whitespace).filter(|byte| *byte == b'\n').count(),
            _ => passed,
        };
        if writer.line.trim().is_empty() {
            writer.number = number + u32::try_from(lead).unwrap_or_default();
        }
        number = number.saturating_add(u32::try_from(passed).unwrap_or(u32::MAX));
        if writer.lines.len() >= most {
            more = true;
            break;
        }
        match piece {
            Piece::Text(text) => writer.text(text),
            Piece::Open(name, attributes) => writer.open(&name.to_ascii_lowercase(), attributes),
            Piece::Close(name) => writer.close(&name.to_ascii_lowercase()),
        }
    }
    writer.end_link();
    writer.flush();
    writer.lines.sort_by_key(|(folder, _)| *folder);
    (writer.lines.into_iter().map(|(_, line)| line).collect(), more)
}

#[derive(Default)]
struct Writer {
    lines: Vec<(usize, Line<'static>)>,
    line: String,
    number: u32,
    /// The address of the open link, where its words begin, and words for it if it has none.
    link: Option<(String, usize, String)>,
    /// The folders around, innermost last.
    open: Vec<usize>,
    folders: usize,
    /// For each open `outline`: whether it is a folder.
    outlines: Vec<bool>,
    /// A folder whose `<DL>` did not begin yet.
    named: Option<usize>,
    /// Whether a table's row is open.
    cells: usize,
}

impl Writer {
    fn folder(&self) -> usize {
        self.open.last().copied().unwrap_or_default()
    }

    fn text(&mut self, text: &str) {
        let text = decoded(text);
        let mut space = self.line.is_empty() || self.line.ends_with(' ');
        for character in text.chars() {
            if character.is_whitespace() {
                if !space {
                    self.line.push(' ');
                }
                space = true;
                continue;
            }
            if matches!(character, '[' | ']' | '\\' | '<') || character == '|' && self.cells > 0 {
                self.line.push('\\');
            }
            self.line.push(character);
            space = false;
        }
    }

    fn flush(&mut self) {
        if self.link.is_some() {
            return;
        }
        let line = std::mem::take(&mut self.line);
        let words = line.trim_end();
        if !words.trim_matches(['-', '#', ' ', '*', '|']).is_empty() {
            let line = Line { number: self.number, text: words.to_owned().into() };
            self.lines.push((self.folder(), line));
        }
    }

    fn end_link(&mut self) {
        let Some((url, from, named)) = self.link.take() else { return };
        let words = self.line.get(from..).unwrap_or_default().trim().to_owned();
        self.line.truncate(from);
        let words = if words.is_empty() { escaped(&named) } else { words };
        self.line
            .push_str(&format!("[{words}](<{}>)", url.trim().replace(['<', '>', '\n', '\r'], "").replace(' ', "%20")));
    }

    fn open(&mut self, name: &str, attributes: &str) {
        match name {
            "outline" => return self.outline(attributes),
            "a" => {
                self.end_link();
                if let Some(url) = attribute(attributes, "href").filter(|url| !url.trim().is_empty()) {
                    let named = attribute(attributes, "aria-label").or_else(|| attribute(attributes, "title"));
                    if !self.line.is_empty() && !self.line.ends_with([' ', '(']) {
                        self.line.push(' ');
                    }
                    self.link = Some((url, self.line.len(), named.unwrap_or_default()));
                }
                return;
            }
            "img" => {
                let alt = attribute(attributes, "alt").unwrap_or_default();
                if let Some((_, _, named)) = &mut self.link
                    && named.is_empty()
                {
                    *named = alt;
                }
                return;
            }
            "b" | "strong" if self.link.is_none() => return self.line.push_str("**"),
            "td" | "th" => {
                self.end_link();
                self.cells += 1;
                self.line.push_str("| ");
                return;
            }
            _ => {}
        }
        if !is_block(name) {
            return;
        }
        // The words of a link may stand in blocks of their own.
        if self.link.is_some() && !matches!(name, "li" | "dt" | "tr" | "h1" | "h2") {
            if !self.line.ends_with([' ', '[']) {
                self.line.push(' ');
            }
            return;
        }
        self.end_link();
        self.flush();
        match name {
            "li" | "dt" => self.line.push_str("- "),
            "dd" => self.line.push_str("    "),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                let rank = name.bytes().last().map_or(1, |digit| usize::from(digit - b'0'));
                self.line.push_str(&format!("{} ", "#".repeat(rank)));
                // A folder of a bookmark file: its heading begins what belongs to it.
                if name == "h3" && self.lists() {
                    // The last one had no list.
                    if self.named.take().is_some() {
                        self.open.pop();
                    }
                    self.folders += 1;
                    self.named = Some(self.folders);
                    self.open.push(self.folders);
                }
            }
            "dl" if self.named.take().is_none() => self.open.push(self.folder()),
            _ => {}
        }
    }

    /// Whether a bookmark file's list is open.
    fn lists(&self) -> bool {
        self.open.len() > 1
    }

    fn close(&mut self, name: &str) {
        match name {
            "a" => return self.end_link(),
            "b" | "strong" if self.link.is_none() => return self.line.push_str("**"),
            "td" | "th" => {
                self.end_link();
                self.line.push(' ');
                return;
            }
            "outline" => {
                if self.outlines.pop() == Some(true) {
                    self.open.pop();
                }
                return;
            }
            "tr" => {
                self.end_link();
                if self.cells > 0 {
                    self.line.push('|');
                }
                self.flush();
                self.cells = 0;
                return;
            }
            _ => {}
        }
        if is_block(name) && self.link.is_none() {
            self.flush();
        }
        if name == "dl" {
            self.end_link();
            self.flush();
            self.named = None;
            if self.open.len() > 1 {
                self.open.pop();
            }
        }
    }

    /// An item or a folder of OPML.
    fn outline(&mut self, attributes: &str) {
        self.end_link();
        self.flush();
        let first = |names: &[&str]| {
            names.iter().find_map(|name| attribute(attributes, name).filter(|value| !value.trim().is_empty()))
        };
        let words = first(&["text", "title"]).unwrap_or_default();
        let url = first(&["htmlUrl", "url", "xmlUrl", "href"]);
        let alone = attributes.trim_end().ends_with('/');
        let folder = url.is_none() && !alone;
        if folder {
            self.folders += 1;
            self.open.push(self.folders);
            self.line.push_str("### ");
        } else {
            self.line.push_str("- ");
        }
        match url {
            Some(url) => {
                self.link = Some((url, self.line.len(), words));
                self.end_link();
                if let Some(about) = first(&["description"]) {
                    self.line.push_str(" – ");
                    self.text(&about);
                }
            }
            None => self.text(&words),
        }
        self.flush();
        if !alone {
            self.outlines.push(folder);
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]").replace(['\n', '\r'], " ")
}
