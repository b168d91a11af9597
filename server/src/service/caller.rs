//! Who is calling, and with which credential.

/// Which credential a caller used; the rates count by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Credential {
    /// An API key, by its id.
    Key(String),
    /// A browser session, by its hash.
    Session(String),
    /// A program that somebody allowed, by the id of the grant.
    Client(String),
    /// The command line on the server.
    Admin,
}

/// Somebody with an account, as their credential says: the only source of an account's identity.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The account's id.
    pub account: String,
    /// Whether the account has the plan `pro`.
    pub pro: bool,
    /// Why the account's page was taken down, while it is: it may then edit, but nothing goes live.
    pub suspended: Option<String>,
    /// Whether the credential may publish.
    pub publishes: bool,
    /// The credential used.
    pub credential: Credential,
    /// Who did it, for the history.
    pub actor: String,
}
