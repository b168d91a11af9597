//! Refusals as problem details (RFC 9457): one table that maps the service's errors to status, code and title
//! (decisions, Errors).

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use mantel_model::api::ProblemBody;
use mantel_model::{Access, Problem};

use super::request_id;
use crate::service::Error;

/// A row of the table: the meaning of a code, and what to do about it (shown under `/docs/errors`).
#[derive(Clone, Copy, Debug)]
pub struct ProblemType {
    /// The stable code.
    pub code: &'static str,
    /// HTTP status.
    pub status: u16,
    /// A short title.
    pub title: &'static str,
    /// What the client should do.
    pub advice: &'static str,
}

const fn row(status: u16, code: &'static str, title: &'static str, advice: &'static str) -> ProblemType {
    ProblemType { code, status, title, advice }
}

/// Every problem that the service can reply with.
pub const PROBLEMS: &[ProblemType] = &[
    row(
        400,
        "invalid_input",
        "Invalid input",
        "Each entry of errors names a place (a JSON Pointer) and what to send there. Fix them all and send again; the draft is untouched.",
    ),
    row(
        400,
        "invalid_json",
        "Not JSON",
        "The body must be one JSON value in UTF-8, without repeated keys and nested at most 32 deep. The sentence gives line and column.",
    ),
    row(
        400,
        "unreadable_file",
        "The file could not be read",
        "The sentence says where reading stopped and what was expected. A brief needs a name or links; GET /schema/brief.schema.json describes it.",
    ),
    row(
        400,
        "page_elsewhere_unreadable",
        "The page elsewhere could not be read",
        "The sentence says why. Open the page in your browser, save it, and send the text of that file instead of the address.",
    ),
    row(
        400,
        "image_unreadable",
        "The picture can't be read",
        "The file is damaged or cut off. Open it in another program, save it again and send the new file.",
    ),
    row(400, "too_many_tiles", "Too many tiles", "A page holds at most 300 tiles. Remove some first."),
    row(400, "username_invalid", "Not a username", "A username has 3 to 30 letters a to z, numbers, - or _."),
    row(
        400,
        "username_reserved",
        "The username is kept for the service",
        "Choose another name; GET /api/v1/username?check= says whether it is free.",
    ),
    row(
        400,
        "username_needed",
        "A username is needed",
        "There is no page yet: send a username with the import, or claim one first.",
    ),
    row(
        401,
        "unauthorized",
        "No good credential",
        "Send Authorization: Bearer with an API key from your Agents page, or an access token (WWW-Authenticate says where to ask). Cookies never count here.",
    ),
    row(
        403,
        "plan_required",
        "The look needs a plan",
        "Choose one of the free looks, or ask whoever runs the service about the plan pro.",
    ),
    row(
        403,
        "suspended",
        "The page was taken down",
        "Its draft can be edited and exported, but nothing goes live. The sentence says why; write to whoever runs the service.",
    ),
    row(
        403,
        "publish_not_allowed",
        "The credential may not publish",
        "Edits of the draft are fine. Ask the owner to publish, or to switch \"May publish\" on for this key or program under Agents.",
    ),
    row(
        403,
        "read_only",
        "The credential may only read",
        "Nothing was changed. Ask the owner to make the change, or for a key or connection that may add or edit; this one only gets narrower.",
    ),
    row(
        403,
        "add_only",
        "The credential may only add",
        "It may add tiles and pictures, and take back what it added itself. Ask the owner to change or remove what is there, or for a key or connection that may edit.",
    ),
    row(
        403,
        "private_link_not_allowed",
        "The credential ends before a private link would",
        "A key or connection with a last day may neither make nor see the private link, which has none. Ask the owner for the link.",
    ),
    row(
        403,
        "email_not_verified",
        "The email address is not confirmed",
        "Edits of the draft are fine. Publishing, private links and API keys wait until the account's owner opens the link that was mailed to its address; under Settings it can be mailed again, and the address corrected.",
    ),
    row(
        403,
        "insufficient_scope",
        "The token may not do this",
        "The access token was given none of the scopes page:read, page:add and page:write. Ask for one at the authorization endpoint.",
    ),
    row(
        403,
        "image_blocked",
        "The picture was taken down",
        "Whoever runs the service has taken this picture down. Use another one.",
    ),
    row(403, "cross_site", "The request came from another site", "Send it from a page of this service."),
    row(404, "no_page", "No page yet", "Claim a username with POST /api/v1/claim, or import a brief with a username."),
    row(404, "page_not_found", "No such page", "Nothing is published under this name."),
    row(404, "tile_not_found", "No such tile", "Get the page to see its tiles and their ids."),
    row(
        404,
        "version_not_found",
        "No such version",
        "GET /api/v1/page/history lists the last 100 drafts with their versions.",
    ),
    row(
        404,
        "no_picture",
        "No picture of the page",
        "The sentence says why. Where this server draws none, whoever runs it can turn them on; that of a published page is drawn after the next publish.",
    ),
    row(404, "not_found", "Nothing here", "There is no such address in the API."),
    row(405, "method_not_allowed", "Not this method", "The Allow header lists the methods this address takes."),
    row(
        408,
        "request_timeout",
        "The request took too long to arrive",
        "Send the whole body within 30 seconds, a picture within two minutes.",
    ),
    row(
        409,
        "version_conflict",
        "The page changed meanwhile",
        "The body has the current version. Get the page, make the change again, send the new baseVersion. Nothing was changed.",
    ),
    row(
        409,
        "nothing_to_undo",
        "There is nothing to undo",
        "Only edits made with the same credential are taken back. errors names what others changed since. The history shows who changed what; an earlier draft can be restored as a whole.",
    ),
    row(
        409,
        "page_exists",
        "There is a page already",
        "There is one page an account. Edit it, or import with replace: true.",
    ),
    row(409, "username_taken", "The username is taken", "Choose another name."),
    row(
        410,
        "page_taken_down",
        "The page was taken down",
        "Whoever runs the service has taken it down. It may come back; until then nothing of it is shown.",
    ),
    row(413, "body_too_large", "The body is too large", "A request body is at most 1 MiB."),
    row(
        413,
        "image_too_large",
        "The picture is too large",
        "A picture is at most 10 MiB and 4,096 pixels a side. Make it smaller and send it again.",
    ),
    row(
        413,
        "image_quota",
        "No room for more pictures",
        "An account may have 1,000 pictures, together at most 200 MiB. Use some that are there already.",
    ),
    row(
        413,
        "page_too_large",
        "The page is too large",
        "A page is at most 512 KiB as JSON. Shorten texts or remove tiles.",
    ),
    row(415, "unsupported_media_type", "Not JSON", "Send Content-Type: application/json."),
    row(
        415,
        "image_unsupported",
        "Not a picture that is let in",
        "Send PNG, JPEG, WebP, AVIF or GIF, under its own Content-Type. The sentence says what was found instead.",
    ),
    row(
        422,
        "idempotency_key_reused",
        "The Idempotency-Key was used for another call",
        "Send a new key with a new call, or exactly the same call again. A key is remembered for a day.",
    ),
    row(429, "rate_limited", "Too many requests", "Wait as many seconds as Retry-After says."),
    row(
        500,
        "internal",
        "A fault on our side",
        "Nothing more is known here; quote the requestId to whoever runs the service.",
    ),
    row(
        503,
        "unavailable",
        "Away for a moment",
        "Try again soon. The sentence says whether anything was changed, as far as that is known.",
    ),
    row(507, "storage_full", "No room left", "Nothing was changed. Whoever runs the service has to make room."),
];

/// A refused request, as a response.
#[derive(Debug)]
pub struct Refusal(Box<Inner>);

#[derive(Debug)]
struct Inner {
    problem: &'static ProblemType,
    detail: String,
    errors: Vec<Problem>,
    version: Option<i64>,
    headers: HeaderMap,
}

impl Refusal {
    /// A refusal with this code, and the sentence that says what to fix.
    pub fn new(code: &str, detail: impl Into<String>) -> Self {
        let found = PROBLEMS.iter().find(|problem| problem.code == code);
        let problem =
            found.unwrap_or(&ProblemType { code: "internal", status: 500, title: "A fault on our side", advice: "" });
        let detail = detail.into();
        Self(Box::new(Inner { problem, detail, errors: Vec::new(), version: None, headers: HeaderMap::new() }))
    }

    /// Invalid input at one place.
    pub fn invalid(path: &str, message: impl Into<String>) -> Self {
        Error::Invalid(vec![Problem::new(path, message)]).into()
    }

    /// Adds a header.
    pub fn with_header(mut self, name: HeaderName, value: &str) -> Self {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.0.headers.insert(name, value);
        }
        self
    }

    /// Says at which place of the input the fault is.
    pub fn at(mut self, path: &str) -> Self {
        if self.0.errors.is_empty() {
            self.0.errors = vec![Problem::new(path, self.0.detail.clone())];
        }
        self
    }

    /// Its stable code.
    pub fn code(&self) -> &'static str {
        self.0.problem.code
    }

    /// Its status.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.0.problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Its title and its detail, for people.
    pub fn title_and_detail(&self) -> (&'static str, &str) {
        (self.0.problem.title, &self.0.detail)
    }

    /// Its additional headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.0.headers
    }

    /// The problem details.
    pub fn body(&self) -> ProblemBody {
        ProblemBody {
            kind: format!("/docs/errors#{}", self.0.problem.code),
            title: self.0.problem.title.to_owned(),
            status: self.0.problem.status,
            detail: self.0.detail.clone(),
            code: self.0.problem.code.to_owned(),
            errors: self.0.errors.clone(),
            version: self.0.version.and_then(|version| u64::try_from(version).ok()),
            request_id: if self.0.problem.status >= 500 { request_id::current() } else { None },
        }
    }
}

fn code(error: &Error) -> &'static str {
    match error {
        Error::Invalid(_)
        | Error::TooManyKeys
        | Error::TooManyWays
        | Error::EmailTaken
        | Error::EmailInUse
        | Error::NotInvited => "invalid_input",
        Error::UsernameInvalid(_) => "username_invalid",
        Error::UsernameReserved(_) => "username_reserved",
        Error::UsernameTaken(_) => "username_taken",
        Error::UsernameNeeded => "username_needed",
        Error::PageExists(_) => "page_exists",
        Error::NoPage => "no_page",
        Error::PageNotFound(_) => "page_not_found",
        Error::TileNotFound(_) => "tile_not_found",
        Error::VersionNotFound(_) => "version_not_found",
        Error::NothingToUndo(_) => "nothing_to_undo",
        Error::KeyReused => "idempotency_key_reused",
        Error::VersionConflict { .. } => "version_conflict",
        Error::PicturesFull => "image_quota",
        Error::PictureBlocked => "image_blocked",
        Error::PageTooLarge { .. } => "page_too_large",
        Error::TooManyTiles { .. } => "too_many_tiles",
        Error::Unreadable { .. } => "unreadable_file",
        Error::Elsewhere(_) => "page_elsewhere_unreadable",
        Error::PlanRequired(_) => "plan_required",
        Error::Suspended(_) | Error::SignupsClosed => "suspended",
        Error::TakenDown => "page_taken_down",
        Error::PublishNotAllowed => "publish_not_allowed",
        Error::AccessTooNarrow(Access::Read) => "read_only",
        Error::AccessTooNarrow(Access::Add | Access::Edit) => "add_only",
        Error::PrivateLinkNotAllowed => "private_link_not_allowed",
        Error::EmailNotVerified => "email_not_verified",
        Error::MailedLately => "rate_limited",
        Error::InsufficientScope => "insufficient_scope",
        Error::Unauthorized(_) | Error::WrongCredentials | Error::WrongPassword => "unauthorized",
        Error::Unknown(_) => "not_found",
        Error::RateLimited(_) => "rate_limited",
        Error::Unavailable | Error::Unsure => "unavailable",
        Error::StorageFull => "storage_full",
        // A retry gets the first response; a `DoneBefore` without one is a bug.
        Error::DoneBefore | Error::Internal => "internal",
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let mut refusal = Self::new(code(&error), sentence(&error.to_string()));
        match error {
            Error::Invalid(problems) | Error::NothingToUndo(problems) => refusal.0.errors = problems,
            Error::Unreadable { .. } => refusal.0.errors = vec![Problem::new("/file", refusal.0.detail.clone())],
            Error::TooManyTiles { .. } => refusal.0.errors = vec![Problem::new("/tiles", refusal.0.detail.clone())],
            Error::VersionConflict { current, .. } => refusal.0.version = Some(current),
            Error::RateLimited(seconds) => refusal = refusal.with_header(header::RETRY_AFTER, &seconds.to_string()),
            Error::Unauthorized(_) => refusal = refusal.with_header(header::WWW_AUTHENTICATE, CHALLENGE),
            Error::InsufficientScope => refusal = refusal.with_header(header::WWW_AUTHENTICATE, SCOPE_CHALLENGE),
            Error::Unavailable | Error::Unsure => refusal = refusal.with_header(header::RETRY_AFTER, "2"),
            _ => {}
        }
        refusal
    }
}

impl From<Vec<Problem>> for Refusal {
    fn from(problems: Vec<Problem>) -> Self {
        Error::Invalid(problems).into()
    }
}

/// The authentication challenge (RFC 6750). The middleware adds `resource_metadata` (RFC 9728).
const CHALLENGE: &str = "Bearer scope=\"page:write\"";

/// The challenge when the credential is invalid.
pub const INVALID_TOKEN_CHALLENGE: &str = "Bearer scope=\"page:write\", error=\"invalid_token\"";

/// The challenge when the token's scope is too narrow.
const SCOPE_CHALLENGE: &str = "Bearer scope=\"page:write\", error=\"insufficient_scope\"";

/// The text as a sentence, with a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    let capital = !text.starts_with('/');
    let mut out = if capital { format!("{first}{}", letters.as_str()) } else { text.to_owned() };
    if !out.ends_with(['.', '!', '?']) {
        out.push('.');
    }
    out
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status();
        let body = serde_json::to_vec(&self.body()).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(self.0.headers);
        response
    }
}
