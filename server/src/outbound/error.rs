//! Why nothing was fetched.

/// Why nothing was fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FetchError(pub &'static str);

impl FetchError {
    /// The host's name is unknown.
    pub const NOT_FOUND: Self = Self("its host was not found");
    /// Nothing listens at the host's addresses.
    pub const NO_ANSWER: Self = Self("its host did not answer");
    /// No reply came in time.
    pub const TOO_SLOW: Self = Self("it did not answer within 5 seconds");
    /// No permit became free in time; no request was sent.
    pub const BUSY: Self = Self("too much is fetched at once; try again");

    /// Whether nothing answered. A connection that broke off, or whose certificate is not good for this client, is an answer.
    pub fn is_silence(self) -> bool {
        [Self::NOT_FOUND, Self::NO_ANSWER, Self::TOO_SLOW].contains(&self)
    }
}
