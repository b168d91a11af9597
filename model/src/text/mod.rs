//! User-written text: bounded and cleaned, and the markup of notes (`**bold**`, `*italic*`, `[text](url)`).

pub mod diff;
pub mod formatting;
pub mod markup;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// At most `MAX` characters (Unicode scalar values), without control characters except line breaks,
/// without invisible characters that reorder or hide text, trimmed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text<const MAX: usize>(String);

impl<const MAX: usize> Text<MAX> {
    /// Cleans a text and checks its length.
    ///
    /// # Errors
    /// A sentence with the length found and the limit.
    pub fn new(text: &str) -> Result<Self, String> {
        let text = clean(text);
        let length = text.chars().count();
        if length > MAX {
            Err(format!("this text has {length} characters; the limit is {MAX}"))
        } else {
            Ok(Self(text))
        }
    }

    /// The text cut to its limit, and whether anything was cut.
    pub fn cut(text: &str) -> (Self, bool) {
        let text = clean(text);
        match text.char_indices().nth(MAX) {
            Some((at, _)) => (Self(text.get(..at).unwrap_or_default().trim_end().to_owned()), true),
            None => (Self(text), false),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<const MAX: usize> std::ops::Deref for Text<MAX> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const MAX: usize> std::fmt::Display for Text<MAX> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl<const MAX: usize> Serialize for Text<MAX> {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0)
    }
}

impl<'de, const MAX: usize> Deserialize<'de> for Text<MAX> {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl<const MAX: usize> schemars::JsonSchema for Text<MAX> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Text{MAX}").into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "maxLength": MAX })
    }
}

/// Drops invisible characters: control characters except `\n`, direction overrides, zero-width and tag characters.
/// Joiners (U+200C, U+200D) stay: scripts and emoji need them.
pub(crate) fn clean(text: &str) -> String {
    // Most texts have nothing to drop.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
        return text.trim().to_owned();
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let kept: String = text
        .chars()
        .filter_map(|character| if character == '\t' { Some(' ') } else { is_visible(character).then_some(character) })
        .collect();
    kept.trim().to_owned()
}

/// Trims whitespace and the characters that [`clean`] drops: copied addresses often carry them.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(|character: char| character.is_whitespace() || !is_visible(character))
}

/// The text with full-width forms of ASCII characters in their usual form: what East Asian keyboards give addresses.
pub(crate) fn halfwidth(text: &str) -> Cow<'_, str> {
    let usual = |character: char| match character {
        '\u{ff01}'..='\u{ff5e}' => {
            u32::from(character).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(character)
        }
        '\u{3000}' => ' ',
        '\u{3002}' | '\u{ff61}' => '.',
        other => other,
    };
    if text.chars().any(|character| usual(character) != character) {
        Cow::Owned(text.chars().map(usual).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Whether [`clean`] drops a character that is no whitespace.
pub(crate) fn has_invisible(text: &str) -> bool {
    text.chars().any(|character| !is_visible(character) && !character.is_whitespace())
}

pub(crate) fn is_visible(character: char) -> bool {
    let hidden = matches!(character, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    character == '\n' || !(character.is_control() || hidden)
}
