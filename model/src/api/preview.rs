//! The private link to a draft.

use serde::{Deserialize, Serialize};

/// A private link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewLink {
    /// Its address; anyone who has it can see the draft.
    pub url: String,
    /// When it was made, RFC 3339, UTC.
    pub created_at: String,
}

/// Reply of `GET` and `POST /api/v1/page/preview`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewReply {
    /// The link; null when there is none.
    pub preview: Option<PreviewLink>,
}
