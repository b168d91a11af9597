//! Why an authorization was refused, in the words of the RFCs.

use crate::service::error::Error;

/// A refusal with an error code of RFC 6749, 7591, 8707 or OpenID Connect.
#[derive(Debug, thiserror::Error)]
pub enum OauthError {
    /// Refused as the protocol says: code, and a sentence for whoever builds the client.
    #[error("{1}")]
    Refused(&'static str, String),
    /// Something else stood in the way.
    #[error(transparent)]
    Service(#[from] Error),
}

impl OauthError {
    /// A refusal.
    pub fn new(code: &'static str, words: impl Into<String>) -> Self {
        Self::Refused(code, words.into())
    }

    /// A grant that is not good: one text, so that nobody learns which part was wrong.
    pub fn invalid_grant() -> Self {
        Self::new("invalid_grant", "The code or token is unknown, used up, ended, or not this client's.")
    }

    /// Its code.
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
