//! JSON from elsewhere, read within limits: what is more than they allow is passed over, never kept.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Values kept of one document, or of all the data of a page; a page of 200 links has a few thousand.
pub(super) const VALUES: usize = 100_000;
/// Bytes kept of one text. Longer ones are pictures and programs.
const TEXT: usize = 16 * 1024;
/// Fields of this name are kept whole: the picture of a LinkStack export.
const WHOLE: &str = "image_data";

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// `null`, and everything beyond the limits.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text, cut to its limit.
    Text(String),
    /// A list.
    List(Vec<Tree>),
    /// Fields in order.
    Fields(Vec<(String, Tree)>),
}

impl Tree {
    /// Parses a whole text; `None` when it is not JSON.
    pub fn parse(text: &str) -> Option<Self> {
        Self::parse_within(text, &mut VALUES.clone())
    }

    /// The same with as many values as are left, which it counts down.
    pub fn parse_within(text: &str, left: &mut usize) -> Option<Self> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let tree = Seed { left, whole: false }.deserialize(&mut reader).ok()?;
        reader.end().ok().map(|()| tree)
    }

    /// The JSON inside a text, where a source writes a list as a string.
    pub fn inside(&self) -> Option<Self> {
        match self {
            Self::Text(text) => Self::parse(text),
            Self::List(_) | Self::Fields(_) => Some(self.clone()),
            _ => None,
        }
    }

    /// A field; `None` when this is no object or has none of that name.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Fields(fields) => fields.iter().find(|(other, _)| other == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value at a path of field names, `a.b.c`.
    pub fn at(&self, path: &str) -> Option<&Self> {
        // Most paths are one name, and most places hold none of them.
        match path.bytes().any(|byte| byte == b'.') {
            false => self.get(path),
            true => path.split('.').try_fold(self, |tree, name| tree.get(name)),
        }
    }

    /// The first of these paths that holds more than `null`.
    pub fn first(&self, paths: &[&str]) -> Option<&Self> {
        paths.iter().find_map(|path| self.at(path).filter(|value| **value != Self::Null))
    }

    /// The first of these paths that holds a text with something in it.
    pub fn text(&self, paths: &[&str]) -> Option<&str> {
        let words = |path: &&str| self.at(path).and_then(Self::as_text).map(str::trim).filter(|text| !text.is_empty());
        paths.iter().find_map(words)
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number; also one written as text.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        }
    }

    /// Whether it says yes: `true`, a number but 0, `"true"`, `"yes"`, `"1"`.
    pub fn is_true(&self) -> bool {
        match self {
            Self::Bool(it) => *it,
            Self::Number(number) => *number != 0.0,
            Self::Text(text) => matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "1"),
            _ => false,
        }
    }

    /// Whether it says no: `false`, 0, `"false"`, `"no"`, `"0"`. `null` says nothing.
    pub fn is_false(&self) -> bool {
        match self {
            Self::Bool(it) => !*it,
            Self::Number(number) => *number == 0.0,
            Self::Text(text) => matches!(text.to_ascii_lowercase().as_str(), "false" | "no" | "0"),
            _ => false,
        }
    }

    /// The items of a list; empty for anything else.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The fields of an object; empty for anything else.
    pub fn fields(&self) -> &[(String, Self)] {
        match self {
            Self::Fields(fields) => fields,
            _ => &[],
        }
    }

    /// The identity of an item, written as a number or a text.
    pub fn id(&self) -> Option<String> {
        match self {
            Self::Number(number) => Some(number.to_string()),
            Self::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

/// Reads one value, while there are values left.
struct Seed<'a> {
    left: &'a mut usize,
    whole: bool,
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        if *self.left == 0 {
            return IgnoredAny.deserialize_in(deserializer);
        }
        *self.left -= 1;
        deserializer.deserialize_any(self)
    }
}

/// Passes over a value.
trait PassOver {
    fn deserialize_in<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error>;
}

impl PassOver for IgnoredAny {
    fn deserialize_in<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        deserializer.deserialize_ignored_any(self).map(|_| Tree::Null)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_bool<E>(self, it: bool) -> Result<Tree, E> {
        Ok(Tree::Bool(it))
    }

    #[expect(clippy::cast_precision_loss, reason = "identities and positions are compared, not computed with")]
    fn visit_i64<E>(self, it: i64) -> Result<Tree, E> {
        Ok(Tree::Number(it as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "identities and positions are compared, not computed with")]
    fn visit_u64<E>(self, it: u64) -> Result<Tree, E> {
        Ok(Tree::Number(it as f64))
    }

    fn visit_f64<E>(self, it: f64) -> Result<Tree, E> {
        Ok(Tree::Number(it))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        if text.len() > TEXT && !self.whole && text.starts_with("data:") {
            // Half a picture is none.
            return Ok(Tree::Null);
        }
        let end = if self.whole { text.len() } else { text.floor_char_boundary(TEXT) };
        Ok(Tree::Text(text.get(..end).unwrap_or_default().to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        while *self.left > 0 {
            match access.next_element_seed(Seed { left: self.left, whole: false })? {
                Some(item) => items.push(item),
                None => return Ok(Tree::List(items)),
            }
        }
        while access.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Tree::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Tree, A::Error> {
        let mut fields = Vec::new();
        while *self.left > 0 {
            let Some(name) = access.next_key::<String>()? else { return Ok(Tree::Fields(fields)) };
            let whole = name == WHOLE;
            let value = access.next_value_seed(Seed { left: self.left, whole })?;
            fields.push((name, value));
        }
        while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Tree::Fields(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::{TEXT, Tree, VALUES};

    #[test]
    fn more_than_the_limits_is_passed_over() {
        let many = format!("{{\"first\": 1, \"list\": [{}0], \"last\": 2}}", "0,".repeat(VALUES * 2));
        let tree = Tree::parse(&many).unwrap_or(Tree::Null);
        assert_eq!(tree.get("first"), Some(&Tree::Number(1.0)));
        assert!(tree.get("list").is_some_and(|list| list.items().len() < VALUES));
        let long = format!("[\"{}\"]", "é".repeat(TEXT));
        let text = Tree::parse(&long).and_then(|tree| tree.items().first().cloned());
        assert!(text.as_ref().and_then(Tree::as_text).is_some_and(|text| text.len() <= TEXT));
        assert_eq!(Tree::parse(&"[".repeat(100_000)), None);
        assert_eq!(Tree::parse("[1] and more"), None);
    }
}
