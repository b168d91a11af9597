//! Splits what happened between two versions of the page by author, so that each change is reported under the right
//! name.

use mantel_model::Draft;
use mantel_model::api::{By, HistoryEntry};

use super::session_token::with_token;
use crate::api_client;

/// The author of a change and its time (RFC 3339).
pub type Authorship = (By, String);

/// The changes between two versions, split by author.
#[derive(Debug, Default)]
pub struct AuthoredChanges {
    /// All but the last part, oldest first: the draft after it, its version, and its author.
    pub earlier: Vec<(Draft, u64, Authorship)>,
    /// The author of the last part, if the history tells.
    pub last: Option<Authorship>,
}

/// The parts after the version `known` up to `version`. A part that cannot be read is merged into the next.
pub async fn between(known: u64, version: u64) -> AuthoredChanges {
    if version <= known {
        return AuthoredChanges::default();
    }
    let Ok(history) = with_token(async |token| api_client::history(token).await).await else {
        return AuthoredChanges::default();
    };
    let mut newest_first = history.history;
    newest_first.retain(|entry| known < entry.version && entry.version <= version);
    let mut ends = ends(newest_first).into_iter();
    let last = ends.next().map(|end| (end.by, end.at));
    let mut earlier = Vec::new();
    for entry in ends {
        let version = entry.version;
        let read = with_token(async |token| api_client::history_draft(token, version).await).await;
        if let Ok(read) = read {
            earlier.insert(0, (read.draft.split_facts().0, version, (entry.by, entry.at)));
        }
    }
    AuthoredChanges { earlier, last }
}

/// The newest entry of each run by the same author.
fn ends(mut newest_first: Vec<HistoryEntry>) -> Vec<HistoryEntry> {
    newest_first.dedup_by(|older, newer| older.by == newer.by);
    newest_first
}

#[cfg(test)]
mod tests {
    use mantel_model::api::ByKind;

    use super::*;

    fn entry(version: u64, name: Option<&str>) -> HistoryEntry {
        HistoryEntry {
            version,
            at: String::new(),
            by: By { kind: if name.is_some() { ByKind::Client } else { ByKind::Owner }, name: name.map(str::to_owned) },
            act: "add".to_owned(),
            summary: String::new(),
            edits: 1,
            live: false,
            published_at: None,
            published_by: None,
        }
    }

    #[test]
    fn each_actor_in_a_row_is_one_part() {
        let all = [entry(9, Some("Claude")), entry(8, Some("Claude")), entry(7, Some("Codex")), entry(6, None)];
        let left: Vec<u64> = ends(all.to_vec()).iter().map(|end| end.version).collect();
        assert_eq!(left, [9, 7, 6]);
    }
}
