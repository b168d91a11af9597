//! The state of the connection to the service.

/// The state of the connection to the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// It answers.
    Online,
    /// A request has been in flight for a while (400 ms).
    Saving,
    /// The browser has no network.
    Offline,
    /// The service does not answer; requests are retried.
    Unreachable,
    /// The session has ended.
    SignedOut,
}
