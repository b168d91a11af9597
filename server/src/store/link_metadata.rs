//! The metadata of the addresses that pages link to, and which of them to fetch next. One row per address, however many
//! tiles and pages link to it; several servers share the work.

use std::collections::{BTreeSet, HashMap};

use mantel_model::facts::{Facts, sources};
use mantel_model::limits::TILES;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::events::NewEvent;
use super::save::Save;
use super::write::{read, transact};
use super::{Result, Store, Write, events};
use crate::clock::rfc3339;

/// Maximum number of addresses stored per page; above it, those that neither its draft nor its live version links to
/// are deleted.
const MOST: usize = 2 * TILES;
/// Maximum number of busy accounts that a search for due addresses can skip.
pub const BUSY: usize = 8;

/// Metadata by address.
pub type Known = HashMap<String, Facts>;

/// An address whose metadata is due to be fetched.
#[derive(Clone, Debug)]
pub struct Due {
    /// The address.
    pub source: String,
    /// An account whose page links to it.
    pub account: String,
    /// Its metadata, if it was ever read.
    pub facts: Option<Facts>,
    /// The `ETag` of the last reply.
    pub etag: Option<String>,
    /// The `Last-Modified` of the last reply.
    pub modified: Option<String>,
    /// Number of consecutive failures.
    pub failures: i64,
    /// How it leads nowhere, if it does.
    pub dead: Option<DeadLinkRow>,
}

/// A link that leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadLinkRow {
    /// The HTTP status that it answers; 0 where nothing answers.
    pub status: i64,
    /// When it was first found so, ms.
    pub since: i64,
    /// On how many days in a row it was.
    pub days: i64,
    /// When it was last counted, ms.
    pub counted_at: i64,
}

fn dead_link(row: &AnyRow) -> sqlx::Result<Option<DeadLinkRow>> {
    let Some(status) = row.try_get("dead_status")? else { return Ok(None) };
    Ok(Some(DeadLinkRow {
        status,
        since: row.try_get("dead_since")?,
        days: row.try_get("dead_days")?,
        counted_at: row.try_get("dead_counted_at")?,
    }))
}

/// The result of a fetch.
#[derive(Clone, Debug)]
pub struct FetchedMetadata<'a> {
    /// The metadata now.
    pub facts: &'a Facts,
    /// Whether it differs from before.
    pub changed: bool,
    /// The `ETag` of the reply.
    pub etag: Option<&'a str>,
    /// The `Last-Modified` of the reply.
    pub modified: Option<&'a str>,
    /// When, ms.
    pub now: i64,
    /// When to fetch again, ms.
    pub next: i64,
}

/// The result of requesting a refresh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefreshOutcome {
    /// It will be fetched soon.
    Queued,
    /// It was fetched a moment ago: ask again in this many ms.
    Wait(i64),
}

fn facts(body: &str, at: Option<i64>) -> Facts {
    // Unreadable metadata counts as unknown: the next fetch overwrites it.
    let facts: Facts = serde_json::from_str(body).unwrap_or_default();
    Facts { fetched_at: at.map(rfc3339), ..facts }
}

/// The metadata of the addresses that a page links to, and its length as text, bytes.
pub(super) async fn known(connection: &mut AnyConnection, account: &str) -> Result<(Known, usize)> {
    let find = "select f.source, f.body, f.fetched_at from page_facts p join facts f on f.source = p.source
        where p.account_id = $1 and f.body is not null and f.body <> '{}'";
    let rows = read!(sqlx::query(find).bind(account).fetch_all(&mut *connection))?;
    let (mut known, mut bytes) = (Known::with_capacity(rows.len()), 0);
    for row in &rows {
        let (source, body): (String, String) = (row.try_get("source")?, row.try_get("body")?);
        bytes += source.len() + body.len();
        known.insert(source, facts(&body, row.try_get("fetched_at")?));
    }
    Ok((known, bytes))
}

/// The same of a column that has the rows as JSON, each an array of the columns.
pub(super) fn known_of(links: &str) -> Result<Known> {
    let rows: Vec<(String, String, Option<i64>)> =
        serde_json::from_str(links).map_err(|why| sqlx::Error::Decode(Box::new(why)))?;
    Ok(rows.into_iter().map(|(source, body, at)| (source, facts(&body, at))).collect())
}

impl Store {
    /// Leases a due address until `lease`; no other server takes it meanwhile. Skips addresses that only `busy`
    /// accounts link to (at most [`BUSY`] of them count).
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn due_facts(&self, busy: &[String], now: i64, lease: i64) -> Result<Option<Due>> {
        while let Some(due) = self.next_facts(busy, now).await? {
            // If another server was quicker, the update matches no row, and the search goes on.
            let taken = transact!(self, |write| {
                let take = sqlx::query(
                    "update facts set leased_until = $1 where source = $2 and leased_until <= $3 and next_at <= $4",
                );
                let taken = take.bind(lease).bind(&due.source).bind(now).bind(now).execute(&mut *write.tx).await?;
                Ok(taken.rows_affected() > 0)
            })?;
            if taken {
                return Ok(Some(due));
            }
        }
        Ok(None)
    }

    /// The number of addresses that are due.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn due_facts_count(&self, now: i64) -> Result<i64> {
        let count = "select count(*) from facts f where f.next_at <= $1 and f.leased_until <= $2
            and exists (select 1 from page_facts p where p.source = f.source)";
        read!(sqlx::query_scalar(count).bind(now).bind(now).fetch_one(self.pool()?))
    }

    async fn next_facts(&self, busy: &[String], now: i64) -> Result<Option<Due>> {
        let find = "select f.source, f.body, f.etag, f.last_modified, f.failures,
                f.dead_status, f.dead_since, f.dead_days, f.dead_counted_at, min(p.account_id) as account
            from facts f join page_facts p on p.source = f.source
            where f.next_at <= $1 and f.leased_until <= $2
                and p.account_id not in ($3, $4, $5, $6, $7, $8, $9, $10)
            group by f.source, f.body, f.etag, f.last_modified, f.failures,
                f.dead_status, f.dead_since, f.dead_days, f.dead_counted_at, f.next_at
            order by f.next_at limit 1";
        let busy: [&str; BUSY] = std::array::from_fn(|at| busy.get(at).map_or("", String::as_str));
        let query_of = || busy.iter().fold(sqlx::query(find).bind(now).bind(now), |query, it| query.bind(*it));
        let Some(row) = read!(query_of().fetch_optional(self.pool()?))? else { return Ok(None) };
        let body: Option<String> = row.try_get("body")?;
        Ok(Some(Due {
            source: row.try_get("source")?,
            account: row.try_get("account")?,
            facts: body.map(|body| facts(&body, None)),
            etag: row.try_get("etag")?,
            modified: row.try_get("last_modified")?,
            failures: row.try_get("failures")?,
            dead: dead_link(&row)?,
        }))
    }

    /// Stores fetched metadata; if it changed, every page that links to the address gets an event.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep_facts(&self, source: &str, seen: &FetchedMetadata<'_>) -> Result<()> {
        let body = serde_json::to_string(&Facts { fetched_at: None, ..seen.facts.clone() }).unwrap_or_default();
        transact!(self, |write| {
            // `fetched_at` changes only with the metadata, so that unchanged pages stay identical byte for byte.
            let keep = sqlx::query(
                "update facts set body = $1, fetched_at = case when $2 = 1 then $3 else fetched_at end,
                    etag = $4, last_modified = $5, next_at = $6, failures = 0, leased_until = 0,
                    dead_status = null, dead_since = null, dead_days = null, dead_counted_at = null
                where source = $7",
            );
            let keep = keep.bind(&body).bind(i64::from(seen.changed)).bind(seen.now).bind(seen.etag);
            keep.bind(seen.modified).bind(seen.next).bind(source).execute(&mut *write.tx).await?;
            if seen.changed {
                // Always in the same order, to avoid deadlocks.
                let who = sqlx::query_scalar("select account_id from page_facts where source = $1 order by account_id");
                let who: Vec<String> = who.bind(source).fetch_all(&mut *write.tx).await?;
                for account in who {
                    record_facts_event(write, &account, seen.now).await?;
                }
            }
            Ok(())
        })
    }

    /// Postpones an address that gave nothing new, and records its number of consecutive failures and whether it leads
    /// nowhere.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn postpone_facts(
        &self,
        source: &str,
        next: i64,
        failures: i64,
        dead: Option<&DeadLinkRow>,
    ) -> Result<()> {
        transact!(self, |write| {
            let put = sqlx::query(
                "update facts set next_at = $1, failures = $2, leased_until = 0,
                    dead_status = $3, dead_since = $4, dead_days = $5, dead_counted_at = $6
                where source = $7",
            );
            let put =
                put.bind(next).bind(failures).bind(dead.map(|dead| dead.status)).bind(dead.map(|dead| dead.since));
            let put = put.bind(dead.map(|dead| dead.days)).bind(dead.map(|dead| dead.counted_at)).bind(source);
            put.execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The addresses that the account's page links to and that have led nowhere for at least so many days.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn dead_links(&self, account: &str, days: i64) -> Result<HashMap<String, DeadLinkRow>> {
        let find = "select f.source, f.dead_status, f.dead_since, f.dead_days, f.dead_counted_at
            from page_facts p join facts f on f.source = p.source
            where p.account_id = $1 and f.dead_days >= $2";
        let rows = read!(sqlx::query(find).bind(account).bind(days).fetch_all(self.pool()?))?;
        let dead = |row: &AnyRow| -> sqlx::Result<Option<(String, DeadLinkRow)>> {
            let Some(dead) = dead_link(row)? else { return Ok(None) };
            Ok(Some((row.try_get("source")?, dead)))
        };
        Ok(rows.iter().filter_map(|row| dead(row).transpose()).collect::<sqlx::Result<_>>()?)
    }

    /// Requests an immediate refresh of an address that the account's draft links to; at most once every `rest` ms. A
    /// page older than link metadata gets its links recorded.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn request_facts_refresh(
        &self,
        account: &str,
        draft: &mantel_model::Draft,
        source: &str,
        now: i64,
        rest: i64,
    ) -> Result<RefreshOutcome> {
        transact!(self, |write| {
            let asked = match asked_at(write, account, source).await? {
                None => {
                    if note_sources(write, account, draft, now).await? {
                        record_facts_event(write, account, now).await?;
                    }
                    asked_at(write, account, source).await?
                }
                known => known,
            };
            let free = asked.map_or(now, |asked| asked + rest);
            if free > now {
                return Ok(RefreshOutcome::Wait(free - now));
            }
            // Drop the validators, so that a server that wrongly replies "not modified" is read again all the same.
            let ask = sqlx::query(
                "update facts set next_at = $1, asked_at = $2, failures = 0, etag = null, last_modified = null
                where source = $3",
            );
            ask.bind(now).bind(now).bind(source).execute(&mut *write.tx).await?;
            write.mark_due();
            Ok(RefreshOutcome::Queued)
        })
    }

    /// Deletes addresses that no page links to any more and that were due before `before`.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn forget_facts(&self, before: i64) -> Result<u64> {
        transact!(self, |write| {
            let forget = sqlx::query(
                "delete from facts where next_at < $1
                    and not exists (select 1 from page_facts p where p.source = facts.source)",
            );
            Ok(forget.bind(before).execute(&mut *write.tx).await?.rows_affected())
        })
    }

    /// Records the links of pages that have none recorded: those older than link metadata.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn note_all_facts(&self, now: i64) -> Result<()> {
        let find = "select account_id from pages p
            where not exists (select 1 from page_facts f where f.account_id = p.account_id)";
        let accounts: Vec<String> = read!(sqlx::query_scalar(find).fetch_all(self.pool()?))?;
        for account in accounts {
            let Some(page) = self.page_of(&account).await? else { continue };
            transact!(self, |write| {
                for draft in page.published.iter().chain([&page.draft]) {
                    note_sources(write, &account, draft, now).await?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Waits until a change in this process makes an address due.
    pub async fn facts_wanted(&self) {
        self.due.notified().await;
    }
}

/// When an address that the account's page is known to link to was last asked for, ms; 0 when never.
async fn asked_at(write: &mut Write<'_>, account: &str, source: &str) -> Result<Option<i64>> {
    let find = "select f.asked_at from facts f join page_facts p on p.source = f.source
        where p.account_id = $1 and f.source = $2";
    let row = sqlx::query(find).bind(account).bind(source).fetch_optional(&mut *write.tx).await?;
    Ok(row.map(|row| row.try_get("asked_at")).transpose()?)
}

/// Records the addresses that a page links to now. Returns whether metadata of a newly linked one is already known.
pub(super) async fn note_sources(
    write: &mut Write<'_>,
    account: &str,
    draft: &mantel_model::Draft,
    now: i64,
) -> Result<bool> {
    let wanted = sources(&draft.tiles);
    let mut had = page_sources(write, account).await?;
    if wanted.iter().all(|source| had.contains(source)) {
        return Ok(false);
    }
    if had.union(&wanted).count() > MOST {
        keep_sources(write, account, &draft.tiles).await?;
        had = page_sources(write, account).await?;
    }
    let mut known = false;
    for source in wanted.difference(&had) {
        // One that was given up is wanted again: from here on it is not deleted.
        let keep = "update facts set next_at = $1 where source = $2 and next_at = 0";
        sqlx::query(keep).bind(now).bind(source).execute(&mut *write.tx).await?;
        let make = "insert into facts (source, next_at, leased_until, asked_at, failures) values ($1, $2, 0, 0, 0)
            on conflict do nothing";
        let made = sqlx::query(make).bind(source).bind(now).execute(&mut *write.tx).await?;
        let link = "insert into page_facts (account_id, source) values ($1, $2) on conflict do nothing";
        sqlx::query(link).bind(account).bind(source).execute(&mut *write.tx).await?;
        if made.rows_affected() == 0 {
            let body = sqlx::query_scalar("select coalesce(body, '{}') from facts where source = $1");
            let body: String = body.bind(source).fetch_one(&mut *write.tx).await?;
            known |= body != "{}";
        }
    }
    write.mark_due();
    Ok(known)
}

/// After a publish, deletes the addresses that the page no longer links to.
pub(super) async fn keep_live_sources(write: &mut Write<'_>, account: &str) -> Result<()> {
    keep_sources(write, account, &[]).await
}

/// Deletes the addresses that neither these tiles nor the live version of the page link to.
async fn keep_sources(write: &mut Write<'_>, account: &str, tiles: &[mantel_model::Tile]) -> Result<()> {
    let live = sqlx::query_scalar("select coalesce(published, '') from pages where account_id = $1");
    let live: Option<String> = live.bind(account).fetch_optional(&mut *write.tx).await?;
    let mut kept = sources(tiles);
    if let Some(live) = live.and_then(|live| serde_json::from_str::<mantel_model::Draft>(&live).ok()) {
        kept.extend(sources(&live.tiles));
    }
    for source in page_sources(write, account).await?.difference(&kept) {
        let drop = "delete from page_facts where account_id = $1 and source = $2";
        sqlx::query(drop).bind(account).bind(source).execute(&mut *write.tx).await?;
        // Nobody waits for it any more: the timer deletes it (`retention`). Not here, where a page that links to it at
        // this moment would be refused.
        let orphan = "update facts set next_at = 0 where source = $1
            and not exists (select 1 from page_facts where page_facts.source = facts.source)";
        sqlx::query(orphan).bind(source).execute(&mut *write.tx).await?;
    }
    Ok(())
}

async fn page_sources(write: &mut Write<'_>, account: &str) -> Result<BTreeSet<String>> {
    let find = sqlx::query_scalar("select source from page_facts where account_id = $1");
    let all: Vec<String> = find.bind(account).fetch_all(&mut *write.tx).await?;
    Ok(all.into_iter().collect())
}

/// Records that a page's metadata changed: its version stays the same, but it gets a new entity tag and an event.
pub(super) async fn record_facts_event(write: &mut Write<'_>, account: &str, now: i64) -> Result<()> {
    record_event(write, account, now, "Filled in what tiles lead to").await
}

/// Records that a page was taken down or restored, which its owner sees beside it.
pub(super) async fn record_visibility_event(write: &mut Write<'_>, account: &str, now: i64) -> Result<()> {
    record_event(write, account, now, "Changed whether visitors see the page").await
}

/// Records that a picture of a page was taken down.
pub(super) async fn record_picture_event(write: &mut Write<'_>, account: &str, now: i64) -> Result<()> {
    record_event(write, account, now, "Took down a picture").await
}

async fn record_event(write: &mut Write<'_>, account: &str, now: i64, summary: &str) -> Result<()> {
    let grow = "update pages set facts_serial = facts_serial + 1, event_serial = event_serial + 1
        where account_id = $1 returning event_serial, version";
    let Some(row) = sqlx::query(grow).bind(account).fetch_optional(&mut *write.tx).await? else { return Ok(()) };
    // Metadata does not change whether the draft is live.
    let before =
        sqlx::query_scalar("select unpublished from events where account_id = $1 order by serial desc limit 1");
    let unpublished: Option<i64> = before.bind(account).fetch_optional(&mut *write.tx).await?;
    let event =
        NewEvent { account, serial: row.try_get("event_serial")?, version: row.try_get("version")?, kind: "facts" };
    let save = Save {
        actor: "admin",
        act: "facts",
        summary,
        unpublished: unpublished.is_some_and(|unpublished| unpublished != 0),
        now,
        joined: None,
        idempotency: None,
    };
    events::record(write, &event, save).await
}
