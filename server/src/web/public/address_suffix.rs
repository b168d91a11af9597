//! Ways to a page: names for where its address is put up. `/{username}+door` leads to the page.

use mantel_model::Username;

/// The name of a way: 2 to 24 letters, digits and `-`, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way(String);

impl Way {
    /// Parses a name; capitals, which QR codes have, are lowered.
    ///
    /// # Errors
    /// A sentence that says what a name may be.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let fits =
            (2..=24).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if fits { Ok(Self(text.to_ascii_lowercase())) } else { Err("The word has 2 to 24 letters, digits or -.") }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The page that the last part of an address with a way leads to.
pub fn page_at(name: &str) -> Option<Username> {
    let (username, way) = name.split_once('+')?;
    Way::parse(way).ok()?;
    Username::parse(username).ok()
}
