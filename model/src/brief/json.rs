//! A lenient JSON reader: surrounding prose and code fences, curly quotes, trailing commas, comments, a truncated end,
//! backslashes before every quote, lines of `key: value` around it, several documents.
//!
//! Linear in its input, nested at most [`JSON_DEPTH`] deep; every repair is recorded with its place.

use crate::limits::{JSON_DEPTH, LIST_ITEMS, OBJECT_FIELDS};

/// A place in the text, counted from 1; columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TextPosition {
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

/// A value and where it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value.
    pub value: Json,
    /// Where it starts.
    pub place: TextPosition,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null` and its spellings in other languages.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Fields in order; lookup returns the last value of a repeated name.
    Fields(Vec<(String, Node)>),
}

/// Something that was repaired while reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Where.
    pub place: TextPosition,
    /// What was done, as a sentence.
    pub message: String,
}

/// Where reading had to stop, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Where.
    pub place: TextPosition,
    /// What was expected, as a sentence without its place.
    pub message: String,
}

/// What was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// The value; if reading stopped, as far as it got.
    pub node: Node,
    /// The repairs made.
    pub repairs: Vec<Repair>,
    /// Where reading stopped, if it could not go on.
    pub stop: Option<Stop>,
    /// The first field without a value, and where the value was expected.
    pub missing: Option<Stop>,
    /// The documents that follow in the same text.
    pub more: Vec<Node>,
}

/// While searching the brackets of prose for the page file, read at most this many times the length of the text.
const PASSES: usize = 3;
/// And begin at no more brackets than these.
const STARTS: usize = 2000;

/// So many comments, and so many stretches of other text, are named one by one.
const NAMED: usize = 20;

/// What is said where an object has more fields than [`OBJECT_FIELDS`], or a list more items than [`LIST_ITEMS`].
pub const TOO_MUCH: &str = "There is more in this file than a page holds; the last fields and items were left out.";

/// The parts of a file, which are kept wherever they stand.
const PARTS: [&str; 7] = ["mantel", "name", "username", "links", "profile", "theme", "tiles"];

/// Adds a field to an object that holds at most [`OBJECT_FIELDS`] of them and the parts of a file; `false` when it is left out.
fn keep(fields: &mut Vec<(String, Node)>, name: String, node: Node) -> bool {
    if fields.len() < OBJECT_FIELDS {
        fields.push((name, node));
        return true;
    }
    if !PARTS.contains(&name.as_str()) {
        return false;
    }
    match fields.iter_mut().skip(OBJECT_FIELDS).find(|(other, _)| *other == name) {
        Some(field) => field.1 = node,
        None => fields.push((name, node)),
    }
    true
}

/// Whether a value has an object with more fields than [`OBJECT_FIELDS`], or a list with more items than [`LIST_ITEMS`].
pub fn holds_too_much(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Object(fields) => fields.len() > OBJECT_FIELDS || fields.values().any(holds_too_much),
        serde_json::Value::Array(items) => items.len() > LIST_ITEMS || items.iter().any(holds_too_much),
        _ => false,
    }
}

/// Finds and reads the JSON in a text. `None` when it has no object or list.
/// Returns the first value for which `fits` is true, with those that follow it, otherwise the first value read.
pub fn read(text: &str, fits: impl Fn(&Json) -> bool) -> Option<Read> {
    let chars: Vec<char> = text.chars().collect();
    search(&chars, &strict_documents(text), fits).0
}

/// The value found, and the number of characters read for it: at most `PASSES` + 2 times the text.
fn search(chars: &[char], strict: &[usize], fits: impl Fn(&Json) -> bool) -> (Option<Read>, usize) {
    let (mut found, mut first): (Option<Read>, Option<Read>) = (None, None);
    let (mut spent, mut starts) = (0, 0);
    let mut place = TextPosition { line: 1, column: 1 };
    let mut documents = Vec::new();
    let mut at = 0;
    while let Some(it) = chars.get(at) {
        if matches!(it, '{' | '[') && starts < STARTS && spent <= chars.len().saturating_mul(PASSES) {
            starts += 1;
            let reader = Reader { strict: strict.binary_search(&at).is_ok(), ..Reader::new(chars, at, place) };
            let mut document = reader.document();
            spent += document.end - at;
            // `[text](address)` is Markdown.
            let markdown = *it == '[' && chars.get(document.end) == Some(&'(');
            if !markdown && fits(&document.read.node.value) {
                let keys =
                    if found.is_none() { keys_before(chars, at, place, &document.read.node.value) } else { None };
                if let Some((from, place)) = keys {
                    let whole = Reader { braced: false, ..Reader::new(chars, from, place) }.document();
                    spent += whole.end - from;
                    if whole.end >= document.end && whole.read.stop.is_none() && fits(&whole.read.node.value) {
                        document = whole;
                    }
                }
                documents.push((document.start, document.end));
                (at, place) = (document.end, document.place);
                match &mut found {
                    None if document.read.stop.is_some() => return (Some(document.read), spent),
                    None => found = Some(document.read),
                    Some(found) => {
                        found.repairs.append(&mut document.read.repairs);
                        found.more.push(document.read.node);
                    }
                }
                continue;
            }
            if !markdown {
                first = first.or(Some(document.read));
            }
        }
        place = after(place, *it);
        at += 1;
    }
    if let Some(found) = &mut found {
        note_words(found, chars, &documents);
    }
    (found.or(first), spent)
}

/// Where strict JSON starts, in characters: documents one after the other, with any text around them. In strict JSON
/// only `"` ends a string.
fn strict_documents(text: &str) -> Vec<usize> {
    // After so many brackets that start none, there are no more.
    let mut left = PASSES;
    let mut starts = Vec::new();
    let (mut rest, mut at) = (text, 0);
    while let Some(bracket) = rest.find(['{', '[']).filter(|_| left > 0) {
        let (before, from) = rest.split_at(bracket);
        at += before.chars().count();
        let mut documents = serde_json::Deserializer::from_str(from).into_iter::<serde::de::IgnoredAny>();
        let length = if documents.next().is_some_and(|document| document.is_ok()) {
            starts.push(at);
            documents.byte_offset()
        } else {
            left -= 1;
            1
        };
        let (document, after) = from.split_at(length);
        at += document.chars().count();
        rest = after;
    }
    starts
}

/// Where lines of `key: value` begin that end in a value: YAML around a list, or an object that lost its brace.
fn keys_before(chars: &[char], at: usize, place: TextPosition, value: &Json) -> Option<(usize, TextPosition)> {
    let (mut keys, mut from, mut end, mut line) = (0, None, at, place.line);
    loop {
        let start = end - chars.get(..end)?.iter().rev().take_while(|character| **character != '\n').count();
        let words: String = chars.get(start..end)?.iter().take(60).collect();
        let words = words.trim_start();
        let quoted = words.trim_start_matches(is_quote);
        let name = quoted.trim_start_matches(|character: char| character.is_alphanumeric() || "_-".contains(character));
        let rest = name.trim_start_matches(is_quote).trim_start();
        if name.len() < quoted.len() && rest.starts_with([':', '=']) {
            keys += 1;
            from = Some((start, TextPosition { line, column: 1 }));
        } else if !words.is_empty() || keys == 0 {
            break;
        }
        let Some(before) = start.checked_sub(1) else { break };
        (end, line) = (before, line.saturating_sub(1).max(1));
    }
    // One word before an object says what it is; several lines belong to it.
    from.filter(|_| keys > 1 || matches!(value, Json::List(_)))
}

/// Records the words before, between and after the documents, and other code blocks.
fn note_words(found: &mut Read, chars: &[char], documents: &[(usize, usize)]) {
    let mut repairs = Vec::new();
    let ends = documents.iter().copied().chain([(chars.len(), chars.len())]);
    let (mut place, mut from, mut fence) = (TextPosition { line: 1, column: 1 }, 0, false);
    let (mut line, mut line_place) = (String::new(), place);
    for (start, end) in ends {
        let mut words: Option<(TextPosition, String)> = None;
        let mut code: Option<(TextPosition, String)> = None;
        let mut finish =
            |line: &mut String, at: TextPosition, fence: &mut bool, code: &mut Option<(TextPosition, String)>| {
                let text = line.trim();
                if text.starts_with("```") || text.starts_with("~~~") {
                    *fence = !*fence;
                    if let Some((place, code)) = code.take().filter(|_| repairs.len() < NAMED) {
                        let message = format!("Another code block was left out: “{}”.", shortened(code.trim()));
                        repairs.push(Repair { place, message });
                    }
                } else if text.contains(char::is_alphanumeric) {
                    let into = if *fence { &mut *code } else { &mut words };
                    let (_, said) = into.get_or_insert_with(|| (at, String::new()));
                    if said.len() < 400 {
                        said.push_str(text);
                        said.push(' ');
                    }
                }
                line.clear();
            };
        for it in chars.get(from..start).unwrap_or_default() {
            if line.is_empty() {
                line_place = place;
            }
            place = after(place, *it);
            if *it == '\n' {
                finish(&mut line, line_place, &mut fence, &mut code);
            } else {
                line.push(*it);
            }
        }
        finish(&mut line, line_place, &mut fence, &mut code);
        // What is left of a block lies around the document.
        let (at, said) = match (words, code) {
            (Some((at, words)), Some((_, code))) => (at, words + &code),
            (Some(it), None) | (None, Some(it)) => it,
            (None, None) => (place, String::new()),
        };
        if !said.is_empty() && repairs.len() < NAMED {
            let message = format!("The words around the page file were left out: “{}”.", shortened(said.trim()));
            repairs.push(Repair { place: at, message });
        }
        for it in chars.get(start..end).unwrap_or_default() {
            place = after(place, *it);
        }
        from = end;
    }
    repairs.append(&mut found.repairs);
    found.repairs = repairs;
}

fn after(place: TextPosition, it: char) -> TextPosition {
    if it == '\n' {
        TextPosition { line: place.line + 1, column: 1 }
    } else {
        TextPosition { line: place.line, column: place.column + 1 }
    }
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
    place: TextPosition,
    repairs: Vec<Repair>,
    /// Kinds of repair already recorded: each is reported once, at its first place.
    reported: Vec<&'static str>,
    comments: usize,
    missing: Option<Stop>,
    stop: Option<Stop>,
    /// Whether the text is valid JSON.
    strict: bool,
    /// Whether the document starts with a bracket; otherwise its fields stand on lines of their own.
    braced: bool,
}

/// A document in a text.
struct Document {
    read: Read,
    /// Where it starts and ends, in characters.
    start: usize,
    end: usize,
    /// The place of its end.
    place: TextPosition,
}

impl<'a> Reader<'a> {
    fn new(chars: &'a [char], at: usize, place: TextPosition) -> Self {
        Self {
            chars,
            at,
            place,
            repairs: Vec::new(),
            reported: Vec::new(),
            comments: 0,
            missing: None,
            stop: None,
            strict: false,
            braced: true,
        }
    }

    fn document(mut self) -> Document {
        let (start, place) = (self.at, self.place);
        let node = if self.braced { self.value(0) } else { Node { value: self.fields(0), place } };
        let Self { at: end, place, repairs, stop, missing, .. } = self;
        let read = Read { node, repairs, stop, missing, more: Vec::new() };
        Document { read, start, end, place }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let it = self.peek()?;
        self.place = after(self.place, it);
        self.at += 1;
        Some(it)
    }

    fn tell(&mut self, message: &'static str) {
        if !self.reported.contains(&message) {
            self.reported.push(message);
            self.repairs.push(Repair { place: self.place, message: message.to_owned() });
        }
    }

    /// Records that a field has no value here.
    fn lacks(&mut self, name: &str) {
        let message = format!("a value was expected after “{}”", shortened(name));
        self.repairs.push(Repair { place: self.place, message: format!("“{}” has no value.", shortened(name)) });
        self.missing.get_or_insert(Stop { place: self.place, message });
    }

    /// Leaves out a comment of one line, or a placeholder for more of the same, and says what it said.
    fn comment(&mut self, what: &'static str) {
        let (place, mut words) = (self.place, String::new());
        let braces: &[char] = if what == COMMENT { &['\n'] } else { &['\n', ',', ']', '}'] };
        while let Some(it) = self.peek().filter(|character| !braces.contains(character)) {
            if words.len() < 400 {
                words.push(it);
            }
            self.next();
        }
        self.left_out(what, place, &words);
    }

    fn left_out(&mut self, what: &str, place: TextPosition, words: &str) {
        self.comments += 1;
        let words = words.trim_matches(|character: char| character.is_whitespace() || "/#*".contains(character));
        if self.comments > NAMED {
            self.tell("More comments were left out.");
        } else {
            let message = format!("{what} was left out: “{}”.", shortened(words));
            self.repairs.push(Repair { place, message });
        }
    }

    fn halt(&mut self, message: impl Into<String>) {
        if self.stop.is_none() {
            self.stop = Some(Stop { place: self.place, message: message.into() });
        }
    }

    /// Skips whitespace, comments, placeholders for more, and backslashes that escape what needs none.
    fn space(&mut self) {
        while let Some(it) = self.peek() {
            let second = self.chars.get(self.at + 1).copied();
            match (it, second) {
                ('/', Some('/')) => self.comment(COMMENT),
                ('#', _) if !self.is_color() => self.comment(COMMENT),
                ('/', Some('*')) => {
                    let (place, mut words) = (self.place, String::new());
                    self.next();
                    self.next();
                    while let Some(it) = self.next() {
                        if it == '*' && self.peek() == Some('/') {
                            self.next();
                            break;
                        }
                        if words.len() < 400 {
                            words.push(it);
                        }
                    }
                    self.left_out(COMMENT, place, &words);
                }
                ('.', Some('.')) | ('…', _) => self.comment("A placeholder"),
                ('\\', Some(next)) if !self.strict && !is_quote(next) => {
                    self.tell(BACKSLASHES);
                    self.next();
                    if matches!(next, 'n' | 'r' | 't') {
                        self.next();
                    }
                }
                ('\\', None) if !self.strict => drop(self.next()),
                _ if it.is_whitespace() || it.is_control() || it == '\u{feff}' => drop(self.next()),
                _ => break,
            }
        }
    }

    /// Whether `#` starts a colour here instead of a comment.
    fn is_color(&self) -> bool {
        let rest = self.chars.get(self.at + 1..).unwrap_or_default();
        let digits = rest.iter().take(9).take_while(|character| character.is_alphanumeric()).count();
        matches!(digits, 3 | 6) && rest.iter().take(digits).all(char::is_ascii_hexdigit)
    }

    /// Whether a quoted text starts here, perhaps after a backslash.
    fn at_quote(&self) -> bool {
        let mut next = self.chars.get(self.at..).unwrap_or_default().iter();
        match next.next() {
            Some('\\') => !self.strict && next.next().is_some_and(|character| is_quote(*character)),
            it => it.is_some_and(|character| is_quote(*character)),
        }
    }

    fn value(&mut self, depth: usize) -> Node {
        self.space();
        let place = self.place;
        let value = match self.peek() {
            _ if depth > JSON_DEPTH => {
                self.halt(format!("this is nested more than {JSON_DEPTH} levels deep; a page file needs four"));
                Json::Null
            }
            Some('{') => self.fields(depth),
            Some('[') => self.list(depth),
            Some(_) if self.at_quote() => Json::Text(self.text()),
            Some(_) => self.bare(!self.braced && depth == 1),
            None => Json::Null,
        };
        Node { value, place }
    }

    /// Advances to the next member of an object or list, past whitespace and commas; `false` at its end or at a stop.
    fn another(&mut self, close: char, first: bool) -> bool {
        let mut comma = first;
        loop {
            self.space();
            match self.peek() {
                None => {
                    if close != LAST {
                        self.tell("The end was missing, so what was open was closed there.");
                    }
                    return false;
                }
                Some(it) if it == close => {
                    self.next();
                    return false;
                }
                Some(']' | '}') if close == LAST => return false,
                Some(']' | '}') => {
                    self.tell(if close == '}' {
                        "A } was missing and was put in."
                    } else {
                        "A ] was missing and was put in."
                    });
                    return false;
                }
                Some(',') => {
                    if comma && !first {
                        self.tell("Extra commas were left out.");
                    }
                    self.next();
                    comma = true;
                }
                Some(':') if close == ']' => {
                    self.halt("a comma or ] was expected");
                    return false;
                }
                Some(_) => break,
            }
        }
        if !comma && close != LAST {
            self.tell("A missing comma was put in.");
        }
        true
    }

    fn fields(&mut self, depth: usize) -> Json {
        let close = if depth == 0 && !self.braced { LAST } else { '}' };
        if close == LAST {
            self.tell("Lines of “key: value” were read as fields of the page.");
        } else {
            self.next();
        }
        let mut out = Vec::new();
        // A text that turned out to be the name of the next field.
        let mut early: Option<String> = None;
        while self.stop.is_none() && (early.is_some() || self.another(close, out.is_empty())) {
            let before = (self.at, self.place);
            let Some(name) = early.take().or_else(|| self.name(close)) else { break };
            self.space();
            match self.peek() {
                Some(':' | '=') => {
                    self.next();
                    if self.peek() == Some('>') {
                        self.next();
                    }
                }
                _ if close == LAST => {
                    // Other words begin here.
                    (self.at, self.place) = before;
                    break;
                }
                None => {
                    self.tell("The end was missing, so what was open was closed there.");
                    break;
                }
                Some(_) => {
                    self.halt(format!("a colon was expected after “{}”", shortened(&name)));
                    break;
                }
            }
            self.space();
            let mut node = self.value(depth + 1);
            if matches!(self.peek(), Some(',' | '}' | ']'))
                && matches!(node.value, Json::Null)
                && node.place == self.place
            {
                self.lacks(&name);
            }
            if let Json::Text(text) = &node.value {
                self.space();
                if self.peek() == Some(':') {
                    early = Some(text.clone());
                    node.value = Json::Null;
                    self.lacks(&name);
                }
            }
            if !keep(&mut out, name, node) {
                self.tell(TOO_MUCH);
            }
        }
        Json::Fields(out)
    }

    fn name(&mut self, close: char) -> Option<String> {
        match self.peek()? {
            _ if self.at_quote() => Some(self.text()),
            it if it.is_alphanumeric() || matches!(it, '_' | '$' | '-' | '@') => {
                if close != LAST {
                    self.tell("Names without quotes were given theirs.");
                }
                let mut name = String::new();
                while let Some(it) = self
                    .peek()
                    .filter(|character| character.is_alphanumeric() || matches!(character, '_' | '$' | '-' | '@'))
                {
                    name.push(it);
                    self.next();
                }
                Some(name)
            }
            _ if close == LAST => None,
            _ => {
                self.halt("a comma or } was expected");
                None
            }
        }
    }

    fn list(&mut self, depth: usize) -> Json {
        self.next();
        let mut out = Vec::new();
        while self.stop.is_none() && self.another(']', out.is_empty()) {
            let before = self.at;
            let node = self.value(depth + 1);
            if out.len() < LIST_ITEMS {
                out.push(node);
            } else {
                self.tell(TOO_MUCH);
            }
            if self.at == before {
                self.halt("a value was expected");
            }
        }
        Json::List(out)
    }

    /// A quoted string. A quote inside it ends the string only where JSON could continue after it.
    fn text(&mut self) -> String {
        let escaped = self.peek() == Some('\\');
        if escaped {
            self.tell(BACKSLASHES);
            self.next();
        }
        let open = self.next().unwrap_or('"');
        if open != '"' {
            self.tell("Curly and single quotes were read as plain ones.");
        }
        let mut out = String::new();
        loop {
            match self.next() {
                None => {
                    self.tell("The end was missing, so what was open was closed there.");
                    break;
                }
                Some('\\') if escaped => {
                    let quote = self.peek().filter(|character| closes(open, *character));
                    match quote.map(|quote| (quote, self.next())) {
                        Some(_) if self.ends_here() => break,
                        Some((quote, _)) => out.push(quote),
                        // What was escaped, escaped again.
                        None => {
                            if self.peek() == Some('\\') {
                                self.next();
                                if self.peek() == Some('\\') {
                                    self.next();
                                }
                            }
                            self.escape(&mut out);
                        }
                    }
                }
                Some('\\') => self.escape(&mut out),
                Some('"') if self.strict => break,
                Some(it) if !self.strict && !escaped && closes(open, it) && self.ends_here() => {
                    if !self.is_doubled(it, &out) {
                        break;
                    }
                    out.push(it);
                }
                Some(it) => out.push(it),
            }
        }
        out
    }

    /// Whether JSON could continue here, so that the quote before it ends the string.
    fn ends_here(&self) -> bool {
        let rest = self.chars.get(self.at..).unwrap_or_default();
        match rest.iter().find(|character| !character.is_whitespace() || **character == '\n') {
            None => true,
            Some(it) => {
                matches!(it, ',' | ':' | '{' | '[' | '}' | ']' | '\n' | '/' | '#' | '=' | '\\') || is_quote(*it)
            }
        }
    }

    /// Whether the quote just read is one of the text, since the one right after it ends the text: `"the "best""`.
    fn is_doubled(&self, quote: char, text: &str) -> bool {
        let mut next = self.chars.get(self.at..).unwrap_or_default().iter();
        let ends = next.next() == Some(&quote) && matches!(next.next(), Some(',' | '}' | ']' | '\n' | '\r'));
        ends && text.contains(quote)
    }

    fn escape(&mut self, out: &mut String) {
        match self.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => {}
            Some('b' | 'f') => {}
            Some('u') => {
                let first = self.hex();
                let code = match first {
                    Some(high @ 0xd800..=0xdbff)
                        if self.peek() == Some('\\') && self.chars.get(self.at + 1) == Some(&'u') =>
                    {
                        self.next();
                        self.next();
                        self.hex().map(|low| 0x10000 + ((high - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff))
                    }
                    it => it,
                };
                out.push(code.and_then(char::from_u32).unwrap_or('\u{fffd}'));
            }
            Some(it) => out.push(it),
            None => {}
        }
    }

    fn hex(&mut self) -> Option<u32> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek()?.to_digit(16)?;
            self.next();
            code = code * 16 + digit;
        }
        Some(code)
    }

    /// An unquoted token: a number, a constant, or a string that lost its quotes. `line`: a text runs to the end of the line.
    fn bare(&mut self, line: bool) -> Json {
        let mut word = String::new();
        let ends: &[char] = if line { &['\n'] } else { &[',', '}', ']', '\n', '{', '[', '"', '\\'] };
        while let Some(it) = self.peek().filter(|character| !ends.contains(character)) {
            // An unquoted `https://…` keeps its colon; field names are read elsewhere.
            word.push(it);
            self.next();
        }
        let word = word.trim();
        match word {
            "true" | "True" | "TRUE" | "yes" => Json::Bool(true),
            "false" | "False" | "FALSE" | "no" => Json::Bool(false),
            "null" | "None" | "nil" | "undefined" | "NaN" | "NULL" | "" => Json::Null,
            _ => match word.parse::<u32>().ok().map(f64::from).or_else(|| crate::number::read(word)) {
                Some(number) => Json::Number(number),
                None => {
                    if !line {
                        self.tell("Words without quotes were given theirs.");
                    }
                    Json::Text(word.to_owned())
                }
            },
        }
    }
}

/// Where an object without braces ends: with the text.
const LAST: char = '\0';
const COMMENT: &str = "A comment";
const BACKSLASHES: &str = "Backslashes before quotes and brackets were left out.";

fn is_quote(it: char) -> bool {
    matches!(it, '"' | '\'' | '“' | '”' | '„' | '‟' | '«' | '‘' | '’' | '‚' | '`')
}

fn closes(open: char, it: char) -> bool {
    match open {
        '"' => it == '"' || it == '”',
        '“' | '”' | '„' | '‟' => matches!(it, '”' | '“' | '"'),
        '«' => it == '»',
        '‘' | '’' | '‚' | '\'' => matches!(it, '’' | '‘' | '\''),
        _ => it == open,
    }
}

fn shortened(name: &str) -> String {
    crate::safe_url::shortened(name)
}

impl Node {
    /// The last value of a field.
    pub fn field(&self, name: &str) -> Option<&Node> {
        match &self.value {
            Json::Fields(fields) => fields.iter().rev().find(|(other, _)| other == name).map(|(_, node)| node),
            _ => None,
        }
    }

    /// Gives it and everything in it one place: that of the text which it was read from.
    pub fn stand_at(&mut self, place: TextPosition) {
        self.place = place;
        match &mut self.value {
            Json::List(items) => items.iter_mut().for_each(|item| item.stand_at(place)),
            Json::Fields(fields) => fields.iter_mut().for_each(|(_, field)| field.stand_at(place)),
            _ => {}
        }
    }

    /// From a strictly parsed value, with at most [`OBJECT_FIELDS`] fields in each object and [`LIST_ITEMS`] items in each
    /// list; places are unknown (line 0).
    pub fn of(value: &serde_json::Value) -> Self {
        use serde_json::Value;
        let value = match value {
            Value::Null => Json::Null,
            Value::Bool(it) => Json::Bool(*it),
            Value::Number(it) => Json::Number(it.as_f64().unwrap_or_default()),
            Value::String(it) => Json::Text(it.clone()),
            Value::Array(items) => Json::List(items.iter().take(LIST_ITEMS).map(Self::of).collect()),
            Value::Object(fields) => {
                let mut kept = Vec::new();
                for (name, value) in fields {
                    keep(&mut kept, name.clone(), Self::of(value));
                }
                Json::Fields(kept)
            }
        };
        Self { value, place: TextPosition::default() }
    }

    /// As a value for the strict readers.
    pub fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        match &self.value {
            Json::Null => Value::Null,
            Json::Bool(it) => Value::Bool(*it),
            Json::Number(it) => crate::number::json(*it),
            Json::Text(it) => Value::String(it.clone()),
            Json::List(items) => Value::Array(items.iter().map(Self::to_value).collect()),
            Json::Fields(fields) => {
                Value::Object(fields.iter().map(|(name, node)| (name.clone(), node.to_value())).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PASSES, search, strict_documents};

    #[test]
    fn anything_takes_a_bounded_number_of_steps() {
        for piece in
            ["{", "[", "[]", "{}", "[1] ", "\"", "“", "{\"name\":", "\\", "/*", "'a' ", "a: ", "]", "{\"a\":[\"\" "]
        {
            let chars: Vec<char> = piece.chars().cycle().take(100_000).collect();
            let text: String = chars.iter().collect();
            let (_, steps) = search(&chars, &strict_documents(&text), |_| false);
            let (_, found) = search(&chars, &[], |_| true);
            assert!(found.max(steps) <= (PASSES + 2) * (chars.len() + 1), "{piece}: {steps}");
        }
    }

    #[test]
    fn brackets_in_prose_do_not_hide_the_page_file() {
        let text = format!("{} {{\"name\": \"Ada\"}}", "[1] {x} ".repeat(500));
        let chars: Vec<char> = text.chars().collect();
        let found = search(
            &chars,
            &[],
            |value| matches!(value, super::Json::Fields(fields) if fields.iter().any(|(name, _)| name == "name")),
        );
        assert!(found.0.is_some_and(|found| found.node.field("name").is_some()));
    }
}
