//! Six-digit hex colours, the only colour form the specification accepts.

use serde::{Deserialize, Serialize};

use crate::safe_url::shortened;

/// A colour `#rrggbb`, kept in lower case (specification, Theme: `accent` matches `^#[0-9a-fA-F]{6}$`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HexColor([u8; 3]);

impl HexColor {
    /// A colour from its three bytes.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self([r, g, b])
    }

    /// Parses exactly `#rrggbb`.
    ///
    /// # Errors
    /// A sentence with an example.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{}\" is not a colour; write six hex digits, like #9c3a34", shortened(text));
        let digits = text.strip_prefix('#').filter(|rest| rest.len() == 6 && rest.is_ascii()).ok_or_else(wrong)?;
        let byte =
            |at: usize| digits.get(at..at + 2).and_then(|digit| u8::from_str_radix(digit, 16).ok()).ok_or_else(wrong);
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        Ok(Self([byte(0)?, byte(2)?, byte(4)?]))
    }

    /// Red, green and blue, 0 to 255.
    pub const fn bytes(self) -> [u8; 3] {
        self.0
    }
}

impl std::fmt::Display for HexColor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Serialize for HexColor {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for HexColor {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for HexColor {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "HexColor".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" })
    }
}
