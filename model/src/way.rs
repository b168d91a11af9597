//! Ways to a page: names for where its address is put up. `/ines+door` leads to the page of ines (decisions, Addresses of
//! a page).

use crate::limits::{WAY_MAX, WAY_MIN};

/// The name of a way: 2 to 24 ASCII letters, digits and `-`, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way(String);

impl Way {
    /// Parses a name; capitals, which QR codes have, are lowered.
    ///
    /// # Errors
    /// A sentence that states the rule.
    pub fn parse(text: &str) -> Result<Self, String> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if (WAY_MIN..=WAY_MAX).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(format!("The word has {WAY_MIN} to {WAY_MAX} letters a to z, digits or -."))
        }
    }

    /// The name in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Way {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
