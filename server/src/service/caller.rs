//! Who is calling, and with which credential.

use mantel_model::Rights;

use super::secret::Kind;

/// Which credential a caller used; rate limits count by it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Credential {
    /// An API key, by its id.
    Key(String),
    /// A browser session, by its hash.
    Session(String),
    /// An OAuth client with a grant, by the grant's id.
    Client(String),
    /// The command line on the server.
    Admin,
}

/// A bearer credential of the API, as far as the database knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    /// What it is.
    pub kind: Kind,
    /// Its hash.
    pub hash: String,
}

/// An authenticated caller: the only source of an account's identity.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The account's id.
    pub account: String,
    /// Whether the account has the plan `pro`.
    pub pro: bool,
    /// Why the account's page was taken down, while it is. A suspended account may edit but not publish.
    pub suspended: Option<String>,
    /// Whether the account's address is verified, or needs not be. Others may edit, but show nothing to anybody.
    pub verified: bool,
    /// What the credential may do.
    pub rights: Rights,
    /// When the credential was created, ms: what was done under its name before was done with another.
    pub credential_since: i64,
    /// The credential used.
    pub credential: Credential,
    /// What was sent as the credential, where it was a bearer.
    pub bearer: Option<Bearer>,
    /// The actor that the history records.
    pub actor: String,
}
