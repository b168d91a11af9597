//! What is filled in from outside for a tile: an overlay that never enters the draft (decisions, Facts).

use serde::{Deserialize, Serialize};

/// Facts about one tile's address, beside the owner's own fields; the renderer prefers the owner's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Facts {
    /// Name of the thing there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A line about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Cover, thumbnail or preview picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Who made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artist: Option<String>,
    /// Running time, seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<u32>,
    /// Stars of a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stars: Option<u64>,
    /// Main language of a repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// When this was read, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetched_at: Option<String>,
}
