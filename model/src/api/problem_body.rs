//! The one form of every error: RFC 9457 problem details (decisions, Errors).

use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// An `application/problem+json` body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProblemBody {
    /// An address under `/docs/errors`.
    #[serde(rename = "type")]
    pub kind: String,
    /// A few words on the kind of problem.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// The sentence that says what to fix.
    pub detail: String,
    /// Stable name of the problem, snake_case.
    pub code: String,
    /// Every wrong place of an invalid input.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Problem>,
    /// The current version, in a `version_conflict`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u64>,
    /// To quote when asking for help, in a 5xx.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}
