//! Conflicts between two changes, and the choices that resolve them (screens, 2 "Conflict").

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::field_merge::Fields;
use crate::api::By;
use crate::id::TileId;

/// The subject of a change.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum About {
    /// A tile.
    Tile(TileId),
    /// The profile.
    Profile,
    /// The theme.
    Theme,
}

/// How two changes differ.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Difference {
    /// Both set the same field to different values.
    Field {
        /// Its name.
        field: String,
        /// The value set here; `null` clears it. For an object, only the members that were set.
        mine: Value,
        /// The value set elsewhere.
        theirs: Value,
    },
    /// Changed here, removed there.
    Gone {
        /// What was set here.
        patch: Fields,
    },
    /// Removed here, changed there.
    Removing,
}

/// Two conflicting changes, one of which has to be chosen. Until then the page shows theirs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conflict {
    /// Unique among the conflicts of its draft.
    pub id: u64,
    /// The subject.
    pub about: About,
    /// How they differ.
    #[serde(rename = "differ")]
    pub difference: Difference,
    /// The tile as it was last seen here, if the subject is a tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<crate::tile::Tile>,
    /// Who made the other change, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// When, RFC 3339, UTC; empty when unknown.
    #[serde(default)]
    pub at: String,
}

/// A choice that resolves a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The change made here.
    Mine,
    /// The change made elsewhere.
    Theirs,
    /// For a note's text: theirs stays, mine becomes a new note after it.
    Both,
}
