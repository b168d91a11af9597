//! Names for where a page's address is put up: `/{username}+door` leads to the page.

use mantel_model::Username;

/// The name of a place: 2 to 24 letters, digits and `-`, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place(String);

impl Place {
    /// Parses a name; capitals, which QR codes have, are lowered.
    ///
    /// # Errors
    /// A sentence that says what a name may be.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let fits =
            (2..=24).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if fits { Ok(Self(text.to_ascii_lowercase())) } else { Err("A place has 2 to 24 letters, digits or -.\n") }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The page that the last part of an address with a place leads to.
pub fn page_at(name: &str) -> Option<Username> {
    let (username, place) = name.split_once('+')?;
    Place::parse(place).ok()?;
    Username::parse(username).ok()
}
