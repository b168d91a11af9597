//! Why nothing was fetched.

/// Why nothing was fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FetchError(pub &'static str);

impl FetchError {
    /// No permit became free in time; no request was sent.
    pub const BUSY: Self = Self("too much is fetched at once; try again");
}
