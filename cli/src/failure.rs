//! Why a command did not do what was asked.

use mantel_model::api::ProblemBody;

/// What a command comes to.
pub type Outcome<T = ()> = Result<T, Failure>;

/// Why it was not done.
#[derive(Debug)]
pub enum Failure {
    /// The service refused, and says why.
    Refused(Box<ProblemBody>),
    /// It could not be done; a sentence.
    Message(String),
    /// What was asked makes no sense; a sentence.
    Usage(String),
    /// It was reported already.
    Reported,
    /// The reader of our output closed it.
    OutputClosed,
}

impl Failure {
    /// A sentence.
    pub fn message(words: impl Into<String>) -> Self {
        Self::Message(words.into())
    }
}
