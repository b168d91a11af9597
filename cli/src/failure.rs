//! Why a command failed.

use mantel_model::api::ProblemBody;

/// The result of a command.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Why it failed.
#[derive(Debug)]
pub enum Failure {
    /// The service rejected it and says why.
    Refused(Box<ProblemBody>),
    /// It failed; a sentence.
    Message(String),
    /// The arguments make no sense; a sentence.
    Usage(String),
    /// It was reported already.
    Reported,
    /// The reader of standard output closed it.
    OutputClosed,
}

impl Failure {
    /// A failure with a sentence.
    pub fn message(words: impl Into<String>) -> Self {
        Self::Message(words.into())
    }
}
