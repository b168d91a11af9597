//! Who did what to a page, and when: its history and its events (decisions, Other replies).

use serde::{Deserialize, Serialize};

use super::view::DraftView;

/// On whose behalf a change was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ByKind {
    /// The owner, in a browser.
    Owner,
    /// An API key.
    Key,
    /// A program connected through OAuth.
    Client,
    /// The operator of the service, on its command line.
    Admin,
}

/// Who made a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct By {
    /// On whose behalf.
    pub kind: ByKind,
    /// The name of the key or of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl By {
    /// Parses the stored form: `owner`, `admin`, `key:<name>` or `client:<name>`.
    pub fn of(actor: &str) -> Self {
        let (kind, name) = actor.split_once(':').map_or((actor, None), |(kind, name)| (kind, Some(name.to_owned())));
        let kind = match kind {
            "key" => ByKind::Key,
            "client" => ByKind::Client,
            "admin" => ByKind::Admin,
            _ => ByKind::Owner,
        };
        Self { kind, name }
    }
}

impl std::fmt::Display for By {
    /// As shown to people: `you`, `the API key Claude`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.name.as_deref().unwrap_or_default();
        match self.kind {
            ByKind::Owner => f.write_str("you"),
            ByKind::Key => write!(f, "the API key {name}"),
            ByKind::Client => f.write_str(name),
            ByKind::Admin => f.write_str("the service"),
        }
    }
}

/// A history entry: the edits that one actor made within two minutes, without the draft's content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistoryEntry {
    /// The version that the last of the edits made.
    pub version: u64,
    /// When it was made, RFC 3339, UTC.
    pub at: String,
    /// Who made them.
    pub by: By,
    /// What was done, in one word: claim, import, replace, add, update, move, remove, theme, profile or restore; edit
    /// where several kinds are together.
    pub act: String,
    /// What changed, in one line.
    pub summary: String,
    /// How many edits it tells of; the versions before `version` are theirs.
    #[serde(default)]
    pub edits: u64,
    /// Whether this is the version that is live.
    pub live: bool,
    /// When this version last went live, RFC 3339, UTC; null while it never did.
    #[serde(default)]
    pub published_at: Option<String>,
    /// Who published it then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_by: Option<By>,
}

/// Reply of `GET /api/v1/page/history`: of the last 100 entries as many as were asked for, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct History {
    /// The entries.
    pub history: Vec<HistoryEntry>,
    /// The `before` that lists the next older entries; absent when there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<u64>,
}

/// Reply of `GET /api/v1/page/history/{version}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HistoryDraft {
    /// Who, when, how.
    #[serde(flatten)]
    pub entry: HistoryEntry,
    /// The page at that version.
    pub draft: DraftView,
}

/// The data of an event of `GET /api/v1/page/events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageEvent {
    /// The draft's version after it.
    pub version: u64,
    /// When, RFC 3339, UTC.
    pub at: String,
    /// Who did it.
    pub by: By,
    /// What was done, in one word: as in the history, or publish, unpublish, rename, delete.
    pub act: String,
    /// What changed, in one line.
    pub summary: String,
    /// Whether the draft then differed from what is live.
    pub unpublished_changes: bool,
}
