//! Conflicts between two changes, and the choices that resolve them (screens, 2 "Conflict").

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::field_merge::Fields;
use crate::api::By;
use crate::id::TileId;

/// What a change is about.
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
    /// Both set the same field.
    Field {
        /// Its name.
        field: String,
        /// What was set here; `null` clears it. Of an object, the members that were set.
        mine: Value,
        /// What it is there.
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

/// Two changes of which one has to be chosen. The page shows theirs until then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conflict {
    /// Unique among the conflicts of its draft.
    pub id: u64,
    /// What it is about.
    pub about: About,
    /// How they differ.
    #[serde(rename = "differ")]
    pub difference: Difference,
    /// The tile as it was last seen here, when it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<crate::tile::Tile>,
    /// Who made the other change, when that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// When, RFC 3339, UTC; empty when unknown.
    #[serde(default)]
    pub at: String,
}

/// What somebody chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// What was made here.
    Mine,
    /// What was made elsewhere.
    Theirs,
    /// Of a note's text: theirs stays, mine becomes a note behind it.
    Both,
}
