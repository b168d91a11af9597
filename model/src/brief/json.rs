//! A lenient JSON reader: surrounding prose and code fences, curly quotes, trailing commas, comments, a truncated end.
//!
//! Linear in its input, nested at most [`JSON_DEPTH`] deep; every repair is recorded with its place.

use crate::limits::{JSON_DEPTH, LIST_ITEMS, OBJECT_FIELDS};

/// A place in the text, counted from 1; columns are characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Place {
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
    pub place: Place,
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
    pub place: Place,
    /// What was done, as a sentence.
    pub message: String,
}

/// Where reading had to stop, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Where.
    pub place: Place,
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
}

/// While searching the brackets of prose for the page file, read at most this many times the length of the text.
const PASSES: usize = 3;
/// And begin at no more brackets than these.
const STARTS: usize = 2000;

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
/// Returns the first value for which `fits` is true, otherwise the first value read.
pub fn read(text: &str, fits: impl Fn(&Json) -> bool) -> Option<Read> {
    let chars: Vec<char> = text.chars().collect();
    search(&chars, fits).0
}

/// The value found, and the number of characters read for it: at most `PASSES` + 1 times the text.
fn search(chars: &[char], fits: impl Fn(&Json) -> bool) -> (Option<Read>, usize) {
    let mut first = None;
    let (mut spent, mut starts) = (0, 0);
    let mut place = Place { line: 1, column: 1 };
    let strict = strict_at(chars);
    for (at, it) in chars.iter().enumerate() {
        if matches!(it, '{' | '[') && starts < STARTS && spent <= chars.len().saturating_mul(PASSES) {
            starts += 1;
            let reader = Reader { strict: strict == Some(at), ..Reader::new(chars, at, place) };
            let (found, end) = reader.document();
            spent += end.saturating_sub(at);
            if fits(&found.node.value) {
                return (Some(note_prose(found, chars, at)), spent);
            }
            first = first.or(Some(found));
        }
        place = after(place, *it);
    }
    (first, spent)
}

/// Where strict JSON starts, if the text from the first bracket to the last is valid; text around it is ignored.
/// In strict JSON only `"` ends a string.
fn strict_at(chars: &[char]) -> Option<usize> {
    let from = chars.iter().position(|character| matches!(character, '{' | '['))?;
    let to = chars.iter().rposition(|character| matches!(character, '}' | ']'))?;
    let text: String = chars.get(from..=to)?.iter().collect();
    serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok().then_some(from)
}

/// Records a repair when there is text before the page file.
fn note_prose(mut found: Read, chars: &[char], at: usize) -> Read {
    let before = chars.iter().take(at).any(|character| !character.is_whitespace() && *character != '\u{feff}');
    if before {
        let place = Place { line: 1, column: 1 };
        found.repairs.insert(0, Repair { place, message: "The words around the page file were left out.".to_owned() });
    }
    found
}

fn after(place: Place, it: char) -> Place {
    if it == '\n' {
        Place { line: place.line + 1, column: 1 }
    } else {
        Place { line: place.line, column: place.column + 1 }
    }
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
    place: Place,
    repairs: Vec<Repair>,
    /// Kinds of repair already recorded: each is reported once, at its first place.
    reported: Vec<&'static str>,
    stop: Option<Stop>,
    /// Whether the text is valid JSON.
    strict: bool,
}

impl<'a> Reader<'a> {
    fn new(chars: &'a [char], at: usize, place: Place) -> Self {
        Self { chars, at, place, repairs: Vec::new(), reported: Vec::new(), stop: None, strict: false }
    }

    /// The value read, and where reading ended.
    fn document(mut self) -> (Read, usize) {
        let node = self.value(0);
        (Read { node, repairs: self.repairs, stop: self.stop }, self.at)
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

    fn halt(&mut self, message: impl Into<String>) {
        if self.stop.is_none() {
            self.stop = Some(Stop { place: self.place, message: message.into() });
        }
    }

    /// Skips whitespace and comments.
    fn space(&mut self) {
        while let Some(it) = self.peek() {
            let second = self.chars.get(self.at + 1).copied();
            match (it, second) {
                ('/', Some('/')) => {
                    self.tell("Comments were left out.");
                    while self.peek().is_some_and(|next| next != '\n') {
                        self.next();
                    }
                }
                ('#', _) => {
                    self.tell("Comments were left out.");
                    while self.peek().is_some_and(|next| next != '\n') {
                        self.next();
                    }
                }
                ('/', Some('*')) => {
                    self.tell("Comments were left out.");
                    self.next();
                    self.next();
                    while let Some(it) = self.next() {
                        if it == '*' && self.peek() == Some('/') {
                            self.next();
                            break;
                        }
                    }
                }
                _ if it.is_whitespace() || it.is_control() || it == '\u{feff}' => {
                    self.next();
                }
                _ => break,
            }
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
            Some(it) if is_quote(it) => Json::Text(self.text()),
            Some(_) => self.bare(),
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
                    self.tell("The end was missing, so what was open was closed there.");
                    return false;
                }
                Some(it) if it == close => {
                    self.next();
                    return false;
                }
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
        if !comma {
            self.tell("A missing comma was put in.");
        }
        true
    }

    fn fields(&mut self, depth: usize) -> Json {
        self.next();
        let mut out = Vec::new();
        while self.stop.is_none() && self.another('}', out.is_empty()) {
            let Some(name) = self.name() else { break };
            self.space();
            match self.peek() {
                Some(':' | '=') => {
                    self.next();
                    if self.peek() == Some('>') {
                        self.next();
                    }
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
            let node = self.value(depth + 1);
            if !keep(&mut out, name, node) {
                self.tell(TOO_MUCH);
            }
        }
        Json::Fields(out)
    }

    fn name(&mut self) -> Option<String> {
        match self.peek()? {
            it if is_quote(it) => Some(self.text()),
            it if it.is_alphanumeric() || matches!(it, '_' | '$' | '-') => {
                self.tell("Names without quotes were given theirs.");
                let mut name = String::new();
                while let Some(it) =
                    self.peek().filter(|character| character.is_alphanumeric() || matches!(character, '_' | '$' | '-'))
                {
                    name.push(it);
                    self.next();
                }
                Some(name)
            }
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
                Some('\\') => self.escape(&mut out),
                Some('"') if self.strict => break,
                Some(it) if !self.strict && closes(open, it) && self.ends_here() => break,
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
            Some(it) => matches!(it, ',' | ':' | '{' | '[' | '}' | ']' | '\n' | '/' | '#' | '=') || is_quote(*it),
        }
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

    /// An unquoted token: a number, a constant, or a string that lost its quotes.
    fn bare(&mut self) -> Json {
        let mut word = String::new();
        while let Some(it) =
            self.peek().filter(|character| !matches!(character, ',' | '}' | ']' | '\n' | '{' | '[' | '"'))
        {
            // An unquoted `https://…` keeps its colon; field names are read elsewhere.
            word.push(it);
            self.next();
        }
        let word = word.trim();
        match word {
            "true" | "True" | "TRUE" | "yes" => Json::Bool(true),
            "false" | "False" | "FALSE" | "no" => Json::Bool(false),
            "null" | "None" | "nil" | "undefined" | "NaN" | "NULL" | "" => Json::Null,
            _ => match crate::number::read(word) {
                Some(number) => Json::Number(number),
                None => {
                    self.tell("Words without quotes were given theirs.");
                    Json::Text(word.to_owned())
                }
            },
        }
    }
}

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

    /// The node at a JSON Pointer, or the last one on the way there.
    pub fn nearest(&self, pointer: &str) -> &Node {
        let mut node = self;
        for step in pointer.split('/').skip(1) {
            let name = step.replace("~1", "/").replace("~0", "~");
            let next = match &node.value {
                Json::List(items) => name.parse().ok().and_then(|at: usize| items.get(at)),
                _ => node.field(&name),
            };
            let Some(next) = next else { break };
            node = next;
        }
        node
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
        Self { value, place: Place::default() }
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
    use super::{PASSES, search};

    #[test]
    fn anything_takes_a_bounded_number_of_steps() {
        for piece in
            ["{", "[", "[]", "{}", "[1] ", "\"", "“", "{\"name\":", "\\", "/*", "'a' ", "a: ", "]", "{\"a\":[\"\" "]
        {
            let chars: Vec<char> = piece.chars().cycle().take(100_000).collect();
            let (_, steps) = search(&chars, |_| false);
            assert!(steps <= (PASSES + 1) * (chars.len() + 1), "{piece}: {steps}");
        }
    }

    #[test]
    fn brackets_in_prose_do_not_hide_the_page_file() {
        let text = format!("{} {{\"name\": \"Ada\"}}", "[1] {x} ".repeat(500));
        let chars: Vec<char> = text.chars().collect();
        let found = search(
            &chars,
            |value| matches!(value, super::Json::Fields(fields) if fields.iter().any(|(name, _)| name == "name")),
        );
        assert!(found.0.is_some_and(|found| found.node.field("name").is_some()));
    }
}
