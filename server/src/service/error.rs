//! The service's errors: one enum; a table in `http/error.rs` maps it to HTTP.

use mantel_model::look::Look;
use mantel_model::{Access, EditError, Problem, Username};

use crate::store::StoreError;

/// The result of a service call.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call was refused. The text says what to fix.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The input is invalid at these places.
    #[error("{}", sentences(.0))]
    Invalid(Vec<Problem>),
    /// The username is malformed.
    #[error("{0}")]
    UsernameInvalid(String),
    /// The username is reserved for the service.
    #[error("The name {0} is kept for the service; choose another.")]
    UsernameReserved(Username),
    /// The username belongs to somebody.
    #[error("The name {0} is taken; choose another.")]
    UsernameTaken(Username),
    /// The account already has a page.
    #[error(
        "This account already has the page {0}; there is one page an account. Edit that one, or import with \"replace\": true."
    )]
    PageExists(Username),
    /// The account has no page.
    #[error(
        "This account has no page yet: claim a username with POST /api/v1/claim, or import a brief with a \"username\"."
    )]
    NoPage,
    /// Nothing is published at this address.
    #[error("There is no published page called {0}.")]
    PageNotFound(String),
    /// The page has no such tile.
    #[error("There is no tile {0} on the page; get the page to see its tiles and their ids.")]
    TileNotFound(String),
    /// The history has no such version.
    #[error("There is no version {0} in the history; it holds the last 100 drafts. List them to see which.")]
    VersionNotFound(String),
    /// None of the caller's edits is left to be taken back; what others changed since, if that is why.
    #[error("{}", nothing_to_undo(.0))]
    NothingToUndo(Vec<Problem>),
    /// The same call was made before, and its reply is stored.
    #[error("This call was made before; nothing was changed.")]
    DoneBefore,
    /// This Idempotency-Key was already used with a different call.
    #[error(
        "This Idempotency-Key came with another call before. Send a new key with a new call, or the same call again."
    )]
    KeyReused,
    /// The page has changed since the version that the edit is based on.
    #[error("{}", conflict(*base, *current))]
    VersionConflict {
        /// The version that the edit is based on.
        base: i64,
        /// The current version.
        current: i64,
    },
    /// The page would exceed the size limit.
    #[error("The page would be {bytes} bytes; the limit is {limit}. Shorten texts or remove tiles.")]
    PageTooLarge {
        /// Its size as JSON, bytes.
        bytes: usize,
        /// The limit, bytes.
        limit: usize,
    },
    /// The page would have too many tiles.
    #[error("The page would hold {count} tiles; the limit is {}. Remove some first.", mantel_model::limits::TILES)]
    TooManyTiles {
        /// How many.
        count: usize,
    },
    /// The file could not be read.
    #[error("{message}")]
    Unreadable {
        /// What was expected, and where.
        message: String,
        /// Line from 1, when known.
        line: Option<u32>,
        /// Column from 1, when known.
        column: Option<u32>,
    },
    /// A page elsewhere could not be read; what to do instead.
    #[error("{0}")]
    Elsewhere(String),
    /// An import needs a username that neither the call nor the file gives.
    #[error(
        "There is no page yet, and neither the call nor the file names one: send a \"username\" of 3 to 30 letters a to z, numbers, - or _."
    )]
    UsernameNeeded,
    /// The look requires a plan.
    #[error("The look {} needs the plan pro. Free looks: {}.", .0.as_str(), free_looks())]
    PlanRequired(Look),
    /// The account is suspended, for this reason.
    #[error(
        "This page was taken down{}. Its draft can be edited and exported, but nothing goes live: write to whoever runs this service.", because(.0)
    )]
    Suspended(String),
    /// The page is hidden from everybody: the operator of the instance took it down.
    #[error("Whoever runs this service has taken this page down.")]
    TakenDown,
    /// The credential may only read, or only read and add.
    #[error("{}", too_narrow(.0))]
    AccessTooNarrow(Access),
    /// The credential may not change what visitors see.
    #[error(
        "This credential may not publish, unpublish, rename or delete the page. Ask the owner to do it, or to switch \"May publish\" on under Agents."
    )]
    PublishNotAllowed,
    /// The credential ends, and a private link does not.
    #[error(
        "A private link shows the draft until its owner ends it, and this credential ends before: it may neither make nor see one. Ask the owner for the link."
    )]
    PrivateLinkNotAllowed,
    /// The account's address is not verified.
    #[error(
        "The email address of this account is not confirmed yet: open the link that was mailed there. Under Settings it can be mailed again, and the address corrected."
    )]
    EmailNotVerified,
    /// A link was mailed a moment ago.
    #[error(
        "A link was mailed a few minutes ago: look there, and among unwanted mail. Five minutes after it another can be sent."
    )]
    MailedLately,
    /// The token's scope does not cover this call.
    #[error(
        "This token was given none of the scopes page:read, page:add and page:write, and every call of the API needs one. Ask the owner for it."
    )]
    InsufficientScope,
    /// No credential, or an invalid one.
    #[error("{0}")]
    Unauthorized(&'static str),
    /// Wrong address or password: one text for both, so that it does not tell which.
    #[error("That email and password don't match an account here.")]
    WrongCredentials,
    /// Wrong password for a known account.
    #[error("That is not your password.")]
    WrongPassword,
    /// The address already has an account.
    #[error("That email already has an account: sign in instead.")]
    EmailTaken,
    /// Another account has the new address.
    #[error("Another account here has this address. Yours stays as it was.")]
    EmailInUse,
    /// The invitation is unknown or already used.
    #[error("That invitation is not good any more; ask for a new one.")]
    NotInvited,
    /// Sign-ups are closed.
    #[error("New accounts are closed on this service.")]
    SignupsClosed,
    /// The account has reached its limit of keys.
    #[error("An account has at most {} keys: revoke one first.", mantel_model::limits::KEYS)]
    TooManyKeys,
    /// The page has reached its limit of named ways.
    #[error("A page has at most {} named ways: remove one first.", mantel_model::limits::WAYS)]
    TooManyWays,
    /// The account has reached its limit of pictures, by count or by total size.
    #[error(
        "This account has no room for another picture: it may have {} of them, together at most {} MiB.",
        mantel_model::limits::PICTURES,
        mantel_model::limits::PICTURE_BYTES / (1024 * 1024)
    )]
    PicturesFull,
    /// The picture was taken down by the operator of the instance.
    #[error("Whoever runs this service has taken this picture down; it is not let in again. Use another one.")]
    PictureBlocked,
    /// The account has no such thing; the word names its kind.
    #[error("There is no such {0}.")]
    Unknown(&'static str),
    /// Rate limited; seconds until a retry may succeed.
    #[error("Too many requests of this kind: try again in {0} seconds.")]
    RateLimited(u64),
    /// The database is unavailable or too slow.
    #[error("The service can't reach its database just now; nothing was changed. Try again in a moment.")]
    Unavailable,
    /// The database did not reply in time: the statement may or may not have taken effect.
    #[error(
        "The service did not hear from its database in time. A change may have been made or not: look, or send the call again with the same Idempotency-Key."
    )]
    Unsure,
    /// The disk is full.
    #[error("The service has no room left; nothing was changed.")]
    StorageFull,
    /// An internal error; the log has the details.
    #[error("Something went wrong on our side; nothing more is known here. The log has it under the request id.")]
    Internal,
}

/// What a credential is told that does not reach far enough.
fn too_narrow(access: &Access) -> &'static str {
    match access {
        Access::Read => {
            "This credential may only read the page. Ask the owner to make the change, or for a key or connection that may edit."
        }
        Access::Add | Access::Edit => {
            "This credential may read the page and add to it, but not change or remove what is there. Ask the owner to make the change, or for a key or connection that may edit."
        }
    }
}

/// Why nothing is taken back.
fn nothing_to_undo(kept: &[Problem]) -> &'static str {
    match kept.is_empty() {
        true => "This credential has changed nothing that is still to be taken back.",
        false => "Everything that this credential changed was changed by somebody else since, and stays.",
    }
}

/// What a stale base is refused with; the base is below 1 where none was named that a page can be at.
fn conflict(base: i64, current: i64) -> String {
    if base < 1 {
        return format!(
            "A weak tag (W/…) never matches If-Match: the page is at version {current}. Send the ETag as the page's reply carries it, or baseVersion."
        );
    }
    format!(
        "The page changed since version {base}: it is at version {current} now. Get it, make the change again and send the new version."
    )
}

fn sentences(problems: &[Problem]) -> String {
    match problems {
        [one] => one.to_string(),
        many => {
            let first = many.first().map(ToString::to_string).unwrap_or_default();
            format!("{} things to fix; the first: {first}", many.len())
        }
    }
}

fn because(reason: &str) -> String {
    if reason.is_empty() { String::new() } else { format!(" (\"{}\")", reason.trim_end_matches('.')) }
}

fn free_looks() -> String {
    let free: Vec<_> = Look::ALL.iter().filter(|look| look.entry().free).map(|item| item.as_str()).collect();
    free.join(", ")
}

impl From<EditError> for Error {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Invalid(problems) => Self::Invalid(problems),
            EditError::TileNotFound(id) => Self::TileNotFound(id.to_string()),
            EditError::PageTooLarge { bytes, limit } => Self::PageTooLarge { bytes, limit },
            EditError::TooManyTiles { count } => Self::TooManyTiles { count },
        }
    }
}

impl From<Vec<Problem>> for Error {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Invalid(problems)
    }
}

impl From<StoreError> for Error {
    /// Logs the database's error once, here; it goes no further.
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => {
                tracing::error!("the disk is full");
                Self::StorageFull
            }
            StoreError::Unavailable(why) | StoreError::Conflict(why) => {
                tracing::error!(error = %why, "the database does not answer");
                Self::Unavailable
            }
            other => {
                tracing::error!(error = %other, "the store failed");
                Self::Internal
            }
        }
    }
}
