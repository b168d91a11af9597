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
