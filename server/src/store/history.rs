//! The last drafts of each page, and the entries that summarize them: who made each, when and how, and when it was
//! live.

use std::sync::Arc;

use mantel_model::Draft;
use mantel_model::limits::HISTORY;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::batch::{Argument, Batch};
use super::draft_difference::DraftDifference;
use super::recent_pages::SavedDraft;
use super::save::{Joined, Save};
use super::write::read;
use super::{Result, Store, StoreError, Write};

/// Maximum number of entries per page; and of drafts, not counting the last one of each entry.
const MAX_ENTRIES: i64 = HISTORY as i64;
/// How many entries are left beside one that begins.
const LEFT_BESIDE_NEW: i64 = MAX_ENTRIES - 1;
/// Maximum size of the drafts in a page's history as stored, bytes; it can be exceeded by as much as 200 drafts of
/// [`LARGE`] bytes.
const MAX_BYTES: i64 = 16 * 1024 * 1024;
/// The room is measured when as much as this is added, bytes: drafts of most pages never fill it.
const LARGE: usize = 40 * 1024;
/// Shorter drafts are stored whole, bytes.
const SHORT: usize = 1024;
/// What an edit of a tile is counted to take as a difference, bytes.
const EDIT: usize = 256;
/// Unused snapshots are looked for once in so many edits.
const UNUSED_EVERY: i64 = 16;

/// An entry of the history, without the draft.
#[derive(Clone, Debug)]
pub struct HistoryRow {
    /// The version that its last edit made.
    pub version: i64,
    /// The version that its first edit made.
    pub first: i64,
    /// When its last edit was made, ms.
    pub at: i64,
    /// Who made them.
    pub actor: String,
    /// The kind of change in one word.
    pub act: String,
    /// What changed, in one line; empty where it was not recorded.
    pub summary: String,
    /// When this version last went live (ms), and who did it.
    pub published: Option<(i64, String)>,
}

/// Who made a version, and what it changed.
#[derive(Clone, Debug)]
pub struct HistoryVersion {
    /// The version.
    pub version: i64,
    /// Who made it.
    pub actor: String,
    /// What it changed, in one line.
    pub summary: String,
    /// When it was made, ms.
    pub at: i64,
}

/// The history entry that the next edit may join.
#[derive(Clone, Debug)]
pub struct OpenEntry {
    /// The version that its first edit made.
    pub first: i64,
    /// The kind of change so far, in one word.
    pub act: String,
    /// The draft before the entry.
    pub before: Arc<Draft>,
}

/// A draft to record.
#[derive(Clone, Copy)]
pub(super) struct NewVersion<'a> {
    /// Its version.
    pub version: i64,
    /// The draft.
    pub draft: &'a Draft,
    /// Its text as stored.
    pub text: &'a str,
    /// The newest snapshot of the page's history.
    pub snapshot: Option<&'a SavedDraft>,
}

fn entry(row: &AnyRow) -> sqlx::Result<HistoryRow> {
    let published_by = row.try_get::<Option<String>, _>("published_by")?.unwrap_or_default();
    Ok(HistoryRow {
        version: row.try_get("version")?,
        first: row.try_get("first")?,
        at: row.try_get("at")?,
        actor: row.try_get("actor")?,
        act: row.try_get("act")?,
        summary: row.try_get("summary")?,
        published: row.try_get::<Option<i64>, _>("published_at")?.map(|at| (at, published_by)),
    })
}

/// The snapshot that was read last, and its text: many drafts that follow each other differ from the same one.
#[derive(Debug, Default)]
pub struct LastSnapshot(Option<(String, Draft)>);

/// A draft of the history: its column `draft`, and that of the snapshot from which it is a difference, if it is one.
pub(super) fn stored_draft(
    whose: &str,
    text: &str,
    snapshot: Option<String>,
    last: &mut LastSnapshot,
) -> Result<Draft> {
    let Some(snapshot) = snapshot else { return super::draft(whose, text) };
    let snapshot = match last.0.take() {
        Some(same) if same.0 == snapshot => same,
        _ => {
            let draft = super::draft(whose, &snapshot)?;
            (snapshot, draft)
        }
    };
    let unreadable = |why: String| StoreError::Unreadable { username: whose.to_owned(), why };
    let difference: DraftDifference<'_> = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
    let draft = difference.applied_to(&snapshot.1).map_err(unreadable);
    last.0 = Some(snapshot);
    draft
}

impl Store {
    /// At most `limit` entries of the account's page below the version `before`, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn history(&self, account: &str, before: i64, limit: i64) -> Result<Vec<HistoryRow>> {
        let list =
            "select * from history_entries where account_id = $1 and version < $2 order by version desc limit $3";
        let rows = read!(sqlx::query(list).bind(account).bind(before).bind(limit).fetch_all(self.pool()?))?;
        Ok(rows.iter().map(entry).collect::<sqlx::Result<_>>()?)
    }

    /// The versions above `after` whose drafts are kept, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn history_versions(&self, account: &str, after: i64) -> Result<Vec<HistoryVersion>> {
        let list = "select version, actor, summary, at from history where account_id = $1 and version > $2 order by version desc";
        let rows = read!(sqlx::query(list).bind(account).bind(after).fetch_all(self.pool()?))?;
        let version = |row: &AnyRow| {
            Ok(HistoryVersion {
                version: row.try_get("version")?,
                actor: row.try_get("actor")?,
                summary: row.try_get("summary")?,
                at: row.try_get("at")?,
            })
        };
        Ok(rows.iter().map(version).collect::<sqlx::Result<_>>()?)
    }

    /// A draft with its content: the last one of an entry, or one from among its edits, with the summary of that edit
    /// alone.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn history_draft(&self, account: &str, version: i64) -> Result<Option<(HistoryRow, Draft)>> {
        self.history_draft_reusing(account, version, &mut LastSnapshot::default()).await
    }

    /// The same for one of several drafts that are read one after the other.
    ///
    /// # Errors
    /// As [`Self::history_draft`].
    pub async fn history_draft_reusing(
        &self,
        account: &str,
        version: i64,
        last: &mut LastSnapshot,
    ) -> Result<Option<(HistoryRow, Draft)>> {
        let find =
            "select h.version, coalesce(e.first, h.version) as first, h.at, h.actor, coalesce(e.act, h.act) as act,
                coalesce(e.summary, h.summary) as summary, e.published_at, e.published_by, h.draft,
                h.snapshot as snapshot_version, s.draft as snapshot
            from history h
                left join history_entries e on e.account_id = h.account_id and e.version = h.version
                left join history_snapshots s on s.account_id = h.account_id and s.version = h.snapshot
            where h.account_id = $1 and h.version = $2";
        let row = read!(sqlx::query(find).bind(account).bind(version).fetch_optional(self.pool()?))?;
        let Some(row) = row else { return Ok(None) };
        let (text, snapshot): (String, Option<String>) = (row.try_get("draft")?, row.try_get("snapshot")?);
        if let Some(version) = row.try_get::<Option<i64>, _>("snapshot_version")?.filter(|_| snapshot.is_none()) {
            let why = format!("the snapshot {version} of its history is gone");
            return Err(StoreError::Unreadable { username: account.to_owned(), why });
        }
        Ok(Some((entry(&row)?, stored_draft(account, &text, snapshot, last)?)))
    }
}

/// How a draft is stored.
pub(super) enum Stored<'a> {
    /// Its text.
    Whole,
    /// Its difference from a snapshot, as text.
    Difference(String, &'a SavedDraft),
    /// As a snapshot.
    Snapshot,
}

impl<'a> Stored<'a> {
    /// Short drafts whole, others as their difference from the newest snapshot or, where that would take too much room, as a snapshot.
    pub fn of(new: NewVersion<'a>) -> Self {
        let NewVersion { version, text, snapshot, .. } = new;
        if text.len() < SHORT {
            return Self::Whole;
        }
        // One that is older than every draft that is listed by its version would keep what was deleted since.
        let Some(snapshot) = snapshot.filter(|snapshot| version - snapshot.version < MAX_ENTRIES) else {
            return Self::Snapshot;
        };
        // Serializing these types never fails.
        let difference = DraftDifference::between(&snapshot.draft.draft, new.draft);
        let difference = serde_json::to_string(&difference).unwrap_or_default();
        // Each of the differences repeats those before it. Of a snapshot and the differences from it the mean is smallest when the
        // next snapshot comes as soon as they are this long.
        let longest = (2 * EDIT * text.len()).isqrt().min(text.len() / 2);
        if difference.len() <= longest { Self::Difference(difference, snapshot) } else { Self::Snapshot }
    }
}

/// Whether one batch is all that the history records of a draft: no room is measured for it, and no unused snapshot is looked for.
pub(super) fn is_one_batch(new: NewVersion<'_>, stored: &Stored<'_>) -> bool {
    let small = match stored {
        Stored::Whole => true,
        Stored::Difference(difference, _) => difference.len() <= LARGE,
        Stored::Snapshot => false,
    };
    small && !looks_for_unused(new)
}

/// Whether unused snapshots are looked for after this draft.
const fn looks_for_unused(new: NewVersion<'_>) -> bool {
    new.snapshot.is_some() && new.version % UNUSED_EVERY == 0
}

/// Adds the history entry of a draft, the draft unless it is a snapshot, and the deletion of the oldest ones. Of a difference a row is
/// returned if its snapshot is there.
pub(super) fn add_version<'a>(
    batch: &mut Batch<'a>,
    account: &'a str,
    new: NewVersion<'a>,
    stored: &'a Stored<'a>,
    save: Save<'a>,
) {
    let NewVersion { version, text, .. } = new;
    match save.joined {
        Some(joined) => join(batch, account, version, joined, save),
        None => begin(batch, account, version, save),
    }
    // After the deletion: SQLite writes this draft where the deleted one was.
    match stored {
        Stored::Whole => add(batch, account, version, text, None, save),
        Stored::Difference(difference, snapshot) => {
            add_difference(batch, account, version, difference, snapshot, save);
        }
        Stored::Snapshot => {}
    }
}

/// Records the history entry of a draft, the draft and what is in `batch`, and deletes the oldest ones; returns whether the draft is
/// the newest snapshot now.
pub(super) async fn record<'a>(
    write: &mut Write<'_>,
    account: &'a str,
    new: NewVersion<'a>,
    stored: &'a Stored<'a>,
    save: Save<'a>,
    mut batch: Batch<'a>,
) -> Result<bool> {
    let NewVersion { version, text, .. } = new;
    add_version(&mut batch, account, new, stored, save);
    let (is_snapshot, added) = match stored {
        Stored::Whole => {
            batch.execute(write).await?;
            (false, 0)
        }
        Stored::Difference(difference, _) if !std::mem::take(&mut batch).execute(write).await?.is_empty() => {
            (false, difference.len())
        }
        Stored::Difference(..) => {
            // The snapshot is gone.
            add_snapshot(write, Batch::default(), account, new, save).await?;
            (true, text.len())
        }
        Stored::Snapshot => {
            add_snapshot(write, batch, account, new, save).await?;
            (true, text.len())
        }
    };
    if added > LARGE {
        delete_surplus(write, account, version).await?;
    }
    if looks_for_unused(new) {
        delete_unused_snapshots(write, account).await?;
    }
    Ok(is_snapshot)
}

/// Adds a draft as a snapshot, after what is in `batch`.
async fn add_snapshot<'a>(
    write: &mut Write<'_>,
    mut batch: Batch<'a>,
    account: &'a str,
    new: NewVersion<'a>,
    save: Save<'a>,
) -> Result<()> {
    let NewVersion { version, text, .. } = new;
    batch.add(
        "insert into history_snapshots (account_id, version, at, draft) values ($1, $2, $3, $4)",
        [account.into(), version.into(), save.now.into(), text.into()],
    );
    add(&mut batch, account, version, "{}", Some(version), save);
    batch.execute(write).await?;
    Ok(())
}

/// What drafts and entries record of an edit: the account, the version, when, who, the kind of change, and what changed.
fn edit<'a>(account: &'a str, version: i64, save: Save<'a>) -> [Argument<'a>; 6] {
    let Save { actor, act, summary, now, .. } = save;
    [account.into(), version.into(), now.into(), actor.into(), act.into(), summary.into()]
}

/// Adds a draft: its text, or its difference from a snapshot.
fn add<'a>(
    batch: &mut Batch<'a>,
    account: &'a str,
    version: i64,
    draft: &'a str,
    snapshot: Option<i64>,
    save: Save<'a>,
) {
    batch.add(
        "insert into history (account_id, version, at, actor, act, summary, draft, snapshot)
        select $1, $2, $3, $4, $5, $6, $7, $8 where {condition}",
        edit(account, version, save).into_iter().chain([draft.into(), snapshot.into()]),
    );
}

/// Adds a draft as its difference from a snapshot, if that is there; its row is returned if it is.
fn add_difference<'a>(
    batch: &mut Batch<'a>,
    account: &'a str,
    version: i64,
    difference: &'a str,
    snapshot: &SavedDraft,
    save: Save<'a>,
) {
    batch.add(
        "insert into history (account_id, version, at, actor, act, summary, draft, snapshot)
        select $1, $2, $3, $4, $5, $6, $7, version from history_snapshots
        where account_id = $1 and version = $8 and at = $9 and {condition}
        returning version",
        edit(account, version, save).into_iter().chain([
            difference.into(),
            snapshot.version.into(),
            snapshot.at.into(),
        ]),
    );
}

/// Deletes the snapshots that no draft is a difference from any more.
async fn delete_unused_snapshots(write: &mut Write<'_>, account: &str) -> Result<()> {
    let delete = "delete from history_snapshots where account_id = $1 and not exists (
            select 1 from history h where h.account_id = history_snapshots.account_id
                and h.version >= history_snapshots.version and h.snapshot = history_snapshots.version
        )";
    sqlx::query(delete).bind(account).execute(&mut *write.tx).await?;
    Ok(())
}

/// Deletes the oldest drafts, with their entries, when the history of a page takes too much room. The newest stays.
async fn delete_surplus(write: &mut Write<'_>, account: &str, newest: i64) -> Result<()> {
    delete_unused_snapshots(write, account).await?;
    let find = "select coalesce(max(version), 0) from (
            select version, cast(sum(bytes) over (order by version desc) as bigint) as room from (
                select version, octet_length(draft) as bytes from history where account_id = $1
                union all select version, octet_length(draft) from history_snapshots where account_id = $1
            ) stored
        ) sized
        where room > $2 and version < $3";
    let last: i64 =
        sqlx::query_scalar(find).bind(account).bind(MAX_BYTES).bind(newest).fetch_one(&mut *write.tx).await?;
    if last == 0 {
        return Ok(());
    }
    for delete in [
        "delete from history where account_id = $1 and version <= $2",
        "delete from history_entries where account_id = $1 and version <= $2",
    ] {
        sqlx::query(delete).bind(account).bind(last).execute(&mut *write.tx).await?;
    }
    delete_unused_snapshots(write, account).await
}

/// Adds an edit to the entry before it, if that is still open, or else begins an entry; deletes the oldest drafts that no entry lists.
fn join<'a>(batch: &mut Batch<'a>, account: &'a str, version: i64, joined: &'a Joined, save: Save<'a>) {
    let before = (version - 1).into();
    // Before the other one: here the entry is looked for as it was before it is joined.
    batch.add(
        "insert into history_entries (account_id, version, first, since, at, actor, act, summary)
        select $1, $2, $2, $3, $3, $4, $5, $6 where not exists (
            select 1 from history_entries
            where account_id = $1 and version = $7 and first = $8 and published_at is null
        ) and {condition}",
        edit(account, version, save).into_iter().chain([before, joined.first.into()]),
    );
    batch.add(
        "update history_entries set version = $1, at = $2, act = $3, summary = $4
        where account_id = $5 and version = $6 and first = $7 and published_at is null and {condition}",
        [
            version.into(),
            save.now.into(),
            joined.act.into(),
            joined.summary.as_str().into(),
            account.into(),
            before,
            joined.first.into(),
        ],
    );
    if version > MAX_ENTRIES {
        batch.add(
            "delete from history where account_id = $1 and version <= $2 and not exists (
                select 1 from history_entries e where e.account_id = history.account_id and e.version = history.version
            ) and {condition}",
            [account.into(), (version - MAX_ENTRIES).into()],
        );
    }
}

/// Begins an entry, and deletes the oldest ones and the drafts that none lists then.
fn begin<'a>(batch: &mut Batch<'a>, account: &'a str, version: i64, save: Save<'a>) {
    batch.add(
        "delete from history_entries where account_id = $1 and version < (
            select version from history_entries where account_id = $1 order by version desc limit 1 offset $2
        ) and {condition}",
        [account.into(), (LEFT_BESIDE_NEW - 1).into()],
    );
    if version > MAX_ENTRIES {
        batch.add(
            "delete from history where account_id = $1 and version <= $2 and not exists (
                select 1 from history_entries e where e.account_id = history.account_id and e.version = history.version
                    and e.version >= (
                        select min(version) from (
                            select version from history_entries
                            where account_id = $1 and version < $3 order by version desc limit $4
                        ) left_beside
                    )
            ) and {condition}",
            [account.into(), (version - MAX_ENTRIES).into(), version.into(), LEFT_BESIDE_NEW.into()],
        );
    }
    batch.add(
        "insert into history_entries (account_id, version, first, since, at, actor, act, summary)
        select $1, $2, $2, $3, $3, $4, $5, $6 where {condition}",
        edit(account, version, save),
    );
}

/// Records that a version went live.
pub(super) async fn went_live(write: &mut Write<'_>, account: &str, version: i64, save: Save<'_>) -> Result<()> {
    let note = sqlx::query(
        "update history_entries set published_at = $1, published_by = $2 where account_id = $3 and version = $4",
    );
    note.bind(save.now).bind(save.actor).bind(account).bind(version).execute(&mut *write.tx).await?;
    Ok(())
}
