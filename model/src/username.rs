//! Usernames: the public address of a page (specification, Username; decisions, Usernames).

use serde::{Deserialize, Serialize};

use crate::limits::{USERNAME_MAX, USERNAME_MIN};

/// A well-formed username, folded to lower case. Whether it is reserved or taken is for the service to check.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Username(String);

impl Username {
    /// Parses 3 to 30 ASCII letters, digits, `-` or `_`, folding case.
    ///
    /// # Errors
    /// A sentence that states the rule.
    pub fn parse(text: &str) -> Result<Self, String> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if (USERNAME_MIN..=USERNAME_MAX).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(format!("a username has {USERNAME_MIN} to {USERNAME_MAX} letters a to z, numbers, - or _"))
        }
    }

    /// Names to suggest when this one is taken, best first: `ada` gives `ada2`, `adahq`, `ada-page`, `hello-ada`, `ada3`
    /// and `ada4`. At most six, all different from this one; a long name is cut to leave room.
    pub fn alternatives(&self) -> Vec<Self> {
        let name = self.as_str();
        let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        // A number at the end is counted on; none counts as 1.
        let number = name.strip_prefix(stem).and_then(|digits| digits.parse::<u32>().ok()).unwrap_or(1);
        let counted = |by: u32| ("", stem, number.saturating_add(by).to_string());
        let around = |before, after: &str| (before, name, after.to_owned());
        let all = [counted(1), around("", "hq"), around("", "-page"), around("hello-", ""), counted(2), counted(3)];
        let fitted = all.into_iter().filter_map(|(before, middle, after)| {
            let room = USERNAME_MAX.saturating_sub(before.len() + after.len());
            let middle: String = middle.chars().take(room).collect();
            Self::parse(&format!("{before}{middle}{after}")).ok().filter(|other| other != self)
        });
        let mut found: Vec<Self> = Vec::new();
        for other in fitted {
            if !found.contains(&other) {
                found.push(other);
            }
        }
        found
    }

    /// The name in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Username {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Username {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Username {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(d)?).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Username {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Username".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[A-Za-z0-9_-]{3,30}$" })
    }
}
