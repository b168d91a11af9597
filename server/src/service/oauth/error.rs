//! Why an OAuth request was refused, with the error codes of the RFCs.

use crate::service::error::Error;

/// An error with a code of RFC 6749, 7591, 8707 or OpenID Connect.
#[derive(Debug, thiserror::Error)]
pub enum OauthError {
    /// A protocol error: the code, and a sentence for the client's developer.
    #[error("{1}")]
    Refused(&'static str, String),
    /// Any other error of the service.
    #[error(transparent)]
    Service(#[from] Error),
}

impl OauthError {
    /// A protocol error.
    pub fn new(code: &'static str, words: impl Into<String>) -> Self {
        Self::Refused(code, words.into())
    }

    /// An invalid grant: one text, so that the caller does not learn which part was wrong.
    pub fn invalid_grant() -> Self {
        Self::new("invalid_grant", "The code or token is unknown, used up, ended, or not this client's.")
    }

    /// The error code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Refused(code, _) => code,
            Self::Service(Error::Unavailable | Error::StorageFull | Error::RateLimited(_)) => "temporarily_unavailable",
            Self::Service(_) => "server_error",
        }
    }
}

impl From<crate::store::StoreError> for OauthError {
    fn from(error: crate::store::StoreError) -> Self {
        Self::Service(error.into())
    }
}
