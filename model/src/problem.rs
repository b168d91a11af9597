//! What is wrong with an input and where: used by validation errors and import warnings.

use serde::{Deserialize, Serialize};

/// One thing wrong, or quietly repaired, at one place of the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// JSON Pointer (RFC 6901) to the place, for example `/theme/accent`; empty for the whole input.
    pub path: String,
    /// A sentence that says what to do about it, or what was done.
    pub message: String,
}

impl Problem {
    /// A problem at `path` with a sentence.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.path, self.message) }
    }
}

/// Joins names for a message: "s, w, t or l".
pub fn either(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [firsts @ .., last] => format!("{} or {last}", firsts.join(", ")),
    }
}
