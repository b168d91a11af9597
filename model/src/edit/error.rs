//! Why an edit was refused.

use crate::id::TileId;
use crate::limits;
use crate::page::too_many;
use crate::problem::Problem;

/// Why an edit was refused; the draft is untouched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The input is wrong at these places (400).
    Invalid(Vec<Problem>),
    /// The page has no tile with this id (404).
    TileNotFound(TileId),
    /// The page would exceed the size limit (413).
    PageTooLarge {
        /// Its length as JSON, bytes.
        bytes: usize,
        /// The longest allowed, bytes.
        limit: usize,
    },
    /// The page would hold more than [`crate::limits::TILES`] tiles (400).
    TooManyTiles {
        /// How many it would hold.
        count: usize,
    },
}

impl EditError {
    /// The stable code of the problem reply (decisions, Errors).
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid_input",
            Self::TileNotFound(_) => "tile_not_found",
            Self::PageTooLarge { .. } => "page_too_large",
            Self::TooManyTiles { .. } => "too_many_tiles",
        }
    }

    /// The problems with their paths, if any.
    pub fn problems(&self) -> Vec<Problem> {
        match self {
            Self::Invalid(problems) => problems.clone(),
            Self::TooManyTiles { count } => vec![Problem::new("/tiles", too_many(*count))],
            Self::TileNotFound(_) | Self::PageTooLarge { .. } => Vec::new(),
        }
    }
}

impl std::fmt::Display for EditError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Invalid(problems) => {
                let all: Vec<_> = problems.iter().map(ToString::to_string).collect();
                f.write_str(&all.join("; "))
            }
            Self::TileNotFound(id) => write!(f, "there is no tile {id} on the page; get the page to see its tiles"),
            Self::PageTooLarge { bytes, limit } => {
                write!(f, "the page would be {bytes} bytes; the limit is {limit}. Shorten texts or remove tiles")
            }
            Self::TooManyTiles { count } => {
                write!(f, "{}. Remove some first: at most {} fit", too_many(*count), limits::TILES)
            }
        }
    }
}

impl std::error::Error for EditError {}

impl From<Vec<Problem>> for EditError {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Invalid(problems)
    }
}
