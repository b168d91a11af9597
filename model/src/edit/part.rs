//! The part of a draft that an edit changes: no more of a large page is compared and written than that.

use memchr::memmem;
use serde::Serialize;

use crate::page::Draft;

/// What an edit may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The profile alone.
    Profile,
    /// The theme alone.
    Theme,
    /// The tile at this place alone, which stays there.
    Tile(usize),
    /// Any of it.
    Any,
}

impl Part {
    /// Whether two drafts that differ at most in this part differ.
    pub fn differs(self, before: &Draft, after: &Draft) -> bool {
        match self {
            Self::Profile => before.profile != after.profile,
            Self::Theme => before.theme != after.theme,
            Self::Tile(at) => before.tiles.get(at) != after.tiles.get(at),
            Self::Any => before != after,
        }
    }

    /// The JSON of `after`, which differs from `before` at most in this part, made from the JSON of `before`. `None` where the part
    /// is not found in that as it is written today.
    pub fn json_after(self, json: &str, before: &Draft, after: &Draft) -> Option<String> {
        let (at, old, new) = match self {
            Self::Any => return None,
            // The first two members, in this order: each is looked for in its place only.
            Self::Profile => (1, member("profile", &before.profile)?, member("profile", &after.profile)?),
            Self::Theme => {
                let profile = member("profile", &before.profile)?;
                let at = profile.len() + 2;
                json.get(1..at - 1).filter(|first| *first == profile)?;
                (at, member("theme", &before.theme)?, member("theme", &after.theme)?)
            }
            // No string of JSON has `{"` before a letter: a quote in it has a backslash before it, and behind the one that ends it
            // comes no letter (RFC 8259, 7). So this is an object, and only one has this id.
            Self::Tile(at) => {
                let [old, new] = [before, after].map(|draft| serde_json::to_string(draft.tiles.get(at)?).ok());
                let old = old?;
                (memmem::find(json.as_bytes(), old.as_bytes())?, old, new?)
            }
        };
        let (start, rest) = (json.get(..at)?, json.get(at..)?);
        let end = rest.strip_prefix(&old)?;
        let mut text = String::with_capacity(start.len() + new.len() + end.len());
        text.push_str(start);
        text.push_str(&new);
        text.push_str(end);
        Some(text)
    }
}

fn member(name: &str, value: &impl Serialize) -> Option<String> {
    Some(format!("\"{name}\":{}", serde_json::to_string(value).ok()?))
}
