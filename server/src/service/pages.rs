//! The page as a whole: claimed, read, published, unpublished, deleted.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use mantel_model::api::Claim;
use mantel_model::{Draft, TileId, Username};
use rand::Rng;

use super::caller::Caller;
use super::change::WriteOptions;
use super::error::{Error, Result};
use super::handle::Service;
use super::outcome::{DryRun, Outcome, SavedChange};
use super::random_ids::RandomIds;
use super::rights::Operation;
use super::view::{self, PageView, Published};
use crate::metrics::METRICS;
use crate::store::{GoingLive, LiveVersion, NewPage, PageRow, Save, SaveResult};

/// Attempts of a change against other processes before it gives up; within one process changes are serialized.
pub(super) const ATTEMPTS: usize = 64;
/// How long a cached page waits for the database to confirm that it is current.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The claim of somebody who gave only a name: a starter template.
pub fn empty_claim(username: &str) -> Claim {
    Claim {
        username: username.to_owned(),
        style: None,
        palette: None,
        layout: None,
        template: None,
        empty: true,
        dry_run: false,
    }
}

/// When each tile of the draft first went live, if it goes live now: a tile keeps its time while it stays, also through an
/// unpublish.
fn live_since(row: &PageRow, now: i64) -> String {
    let known = view::live_since(row.live_since.as_deref());
    let before = |id: &TileId| row.published.as_ref().and_then(|live| live.tile(id)).map(|_| row.published_at);
    let since = |id: &TileId| known.get(id).copied().or_else(|| before(id)).unwrap_or(now);
    let all: BTreeMap<&str, i64> = row.draft.tiles.iter().map(|tile| (tile.id.as_str(), since(&tile.id))).collect();
    // Serializing these types never fails.
    serde_json::to_string(&all).unwrap_or_default()
}

/// What publishing the draft would change for visitors.
pub(super) fn would_publish(row: &PageRow) -> DryRun {
    let live = row.published.clone().unwrap_or_else(|| Arc::new(Draft::blank(row.draft.theme.look())));
    DryRun { version: row.version, ..DryRun::of(&live, &row.draft, Some(&row.draft), Vec::new()) }
}

/// A page to create, with its description for the history.
pub(super) struct PageCreation {
    pub username: Username,
    pub draft: Draft,
    pub act: &'static str,
    pub summary: String,
    pub warnings: Vec<mantel_model::Problem>,
}

impl Service {
    /// The caller's page.
    ///
    /// # Errors
    /// `NoPage` before it is claimed.
    pub async fn page(&self, caller: &Caller) -> Result<PageView> {
        self.require(caller, Operation::ReadPage).await?;
        Ok(self.page_row(caller).await?.into())
    }

    /// Claims a username and creates the page. Whether the account already has a page is checked first (decisions,
    /// Claim and import).
    ///
    /// # Errors
    /// `PageExists`, the errors of the username, `PlanRequired`, or everything wrong with the input.
    pub async fn claim(&self, caller: &Caller, claim: &Claim, options: WriteOptions) -> Result<Outcome> {
        self.require(caller, Operation::CreatePage).await?;
        self.require_not_suspended(caller)?;
        self.require_no_page(caller).await?;
        let username = self.allowed_username(&claim.username)?;
        let draft = claim.draft(&username, &mut RandomIds);
        self.check_plan(caller, None, &draft)?;
        let summary = format!("Claimed {username}");
        self.create_page(caller, PageCreation { username, draft, act: "claim", summary, warnings: Vec::new() }, options)
            .await
    }

    /// Creates the caller's page.
    pub(super) async fn create_page(
        &self,
        caller: &Caller,
        creation: PageCreation,
        options: WriteOptions,
    ) -> Result<Outcome> {
        let PageCreation { username, draft, act, summary, warnings } = creation;
        let (bytes, limit) = (draft.bytes(), mantel_model::limits::PAGE_BYTES);
        if bytes > limit {
            return Err(Error::PageTooLarge { bytes, limit });
        }
        if options.dry_run {
            if self.inner.store.username_taken(&username, Some(&caller.account), self.now()).await? {
                return Err(Error::UsernameTaken(username));
            }
            let before = Draft::blank(draft.theme.look());
            return Ok(Outcome::DryRun(DryRun { version: 0, ..DryRun::of(&before, &draft, None, warnings) }));
        }
        let saved = SavedChange {
            page: PageView::of_new_page(caller.account.clone(), username.clone(), draft),
            before: None,
            touched: Vec::new(),
            warnings,
        };
        let record = options.recorder.map(|recorder| recorder.record(&saved));
        let new = NewPage { account: &caller.account, username: &username, draft: &saved.page.draft };
        let (actor, now) = (caller.actor.as_str(), self.now());
        let save =
            Save { actor, act, summary: &summary, unpublished: true, now, joined: None, idempotency: record.as_ref() };
        match self.inner.store.make_page(&new, save).await? {
            SaveResult::Saved => Ok(Outcome::Saved(saved)),
            SaveResult::AlreadyDone => Err(Error::DoneBefore),
            SaveResult::Conflict => {
                self.require_no_page(caller).await?;
                Err(Error::UsernameTaken(username))
            }
        }
    }

    /// Publishes the draft. A dry run reports what would change for visitors.
    ///
    /// # Errors
    /// `NoPage`; `VersionConflict` when the base is not the newest version.
    pub async fn publish(&self, caller: &Caller, options: WriteOptions) -> Result<Outcome> {
        self.require_not_suspended(caller)?;
        self.require(caller, Operation::Publish).await?;
        require_verified(caller)?;
        let _lock = self.inner.page_locks.lock(&caller.account).await;
        for attempt in 0..ATTEMPTS {
            back_off(attempt).await;
            let row = self.page_row(caller).await?;
            check_version(options.base, &row)?;
            if options.dry_run {
                return Ok(Outcome::DryRun(would_publish(&row)));
            }
            let (now, version) = (self.now(), row.version);
            let live_since = live_since(&row, now);
            let unlisted = !row.draft.profile.listed;
            let row = PageRow {
                published: Some(row.draft.clone()),
                published_version: version,
                published_at: now,
                publish_serial: row.publish_serial + 1,
                live_since: Some(live_since.clone()),
                ..row
            };
            let saved = SavedChange::of(row.into());
            let record = options.recorder.as_ref().map(|recorder| recorder.record(&saved));
            let live = GoingLive { since: &live_since, unlisted };
            let save = self.page_save(caller, "Published the page", false, now);
            let save = Save { act: "publish", idempotency: record.as_ref(), ..save };
            match self.inner.store.publish(&caller.account, version, live, save).await? {
                SaveResult::Saved => {
                    // Nobody may listen.
                    let _ = self.inner.publishes.send(saved.page.username.clone());
                    return Ok(Outcome::Saved(saved));
                }
                SaveResult::AlreadyDone => return Err(Error::DoneBefore),
                SaveResult::Conflict => {}
            }
        }
        Err(Error::Unavailable)
    }

    /// Unpublishes the page; the draft stays. A page that is not live stays as it is.
    ///
    /// # Errors
    /// `NoPage`; `VersionConflict` when the base is not the newest version.
    pub async fn unpublish(&self, caller: &Caller, base: Option<i64>) -> Result<PageView> {
        self.require(caller, Operation::Unpublish).await?;
        let _lock = self.inner.page_locks.lock(&caller.account).await;
        for attempt in 0..ATTEMPTS {
            back_off(attempt).await;
            let row = self.page_row(caller).await?;
            check_version(base, &row)?;
            if row.published.is_none() {
                return Ok(row.into());
            }
            let save = Save { act: "unpublish", ..self.page_save(caller, "Took the page offline", true, self.now()) };
            if self.inner.store.unpublish(&caller.account, row.version, save).await? == SaveResult::Saved {
                return Ok(PageRow { published: None, publish_serial: row.publish_serial + 1, ..row }.into());
            }
        }
        Err(Error::Unavailable)
    }

    /// Deletes the page with its history. The account and its keys stay; the name stays reserved for it for 90 days.
    ///
    /// # Errors
    /// `NoPage`; `VersionConflict` when the base is not the newest version.
    pub async fn delete_page(&self, caller: &Caller, base: Option<i64>) -> Result<()> {
        self.require(caller, Operation::DeletePage).await?;
        let _lock = self.inner.page_locks.lock(&caller.account).await;
        for attempt in 0..ATTEMPTS {
            back_off(attempt).await;
            let row = self.page_row(caller).await?;
            check_version(base, &row)?;
            let save = Save { act: "delete", ..self.page_save(caller, "Deleted the page", true, self.now()) };
            if self.inner.store.delete_page(&caller.account, row.version, save).await? == SaveResult::Saved {
                return Ok(());
            }
        }
        Err(Error::Unavailable)
    }

    /// A published page, by any spelling of its name.
    ///
    /// # Errors
    /// `PageNotFound` when nothing is published there; `TakenDown` when the page was taken down.
    pub async fn published(&self, name: &str) -> Result<Published> {
        let missing = || Error::PageNotFound(name.chars().take(64).collect());
        let username = Username::parse(name).map_err(|_| missing())?;
        let row = self.inner.store.published_page_named(&username).await?.ok_or_else(missing)?;
        match row.suspended {
            Some(_) => Err(Error::TakenDown),
            None => Published::of(row).ok_or_else(missing),
        }
    }

    /// The page with this name, published or not, for the operator of the instance.
    ///
    /// # Errors
    /// `PageNotFound` when there is none.
    pub async fn owner_of(&self, name: &str) -> Result<PageRow> {
        let username = Username::parse(name).map_err(|_| Error::PageNotFound(name.to_owned()))?;
        self.inner.store.page_named(&username).await?.ok_or_else(|| Error::PageNotFound(name.to_owned()))
    }

    /// The live version of the page with this name, for caches. Suspended and taken-down pages count as not live, as in
    /// [`Service::published`].
    ///
    /// # Errors
    /// `PageNotFound` when nothing is published there; `Unavailable` when the database does not answer within a second.
    pub async fn live_version(&self, username: &Username) -> Result<LiveVersion> {
        let found = self.in_time(async { Ok(self.inner.store.live_version(username).await?) }).await?;
        found.ok_or_else(|| Error::PageNotFound(username.to_string()))
    }

    /// The published page with this name, for caches.
    ///
    /// # Errors
    /// As [`Service::published`]; `Unavailable` when the database does not answer within a second.
    pub async fn published_in_time(&self, username: &Username) -> Result<Published> {
        self.in_time(self.published(username.as_str())).await
    }

    /// The outcome of a query, or `Unavailable` during an outage and after [`TIMEOUT`].
    async fn in_time<T>(&self, query: impl Future<Output = Result<T>>) -> Result<T> {
        tokio::select! {
            answer = tokio::time::timeout(TIMEOUT, query) => answer.map_err(|_| Error::Unavailable)?,
            () = self.inner.store.wait_for_outage() => Err(Error::Unavailable),
        }
    }

    /// The published version of the caller's own page.
    ///
    /// # Errors
    /// `NoPage`; `PageNotFound` when it is not published.
    pub async fn own_published(&self, caller: &Caller) -> Result<Published> {
        self.require(caller, Operation::ReadPage).await?;
        let row = self.page_row(caller).await?;
        let name = row.username.to_string();
        Published::of(row).ok_or(Error::PageNotFound(name))
    }

    pub(super) async fn require_no_page(&self, caller: &Caller) -> Result<()> {
        match self.inner.store.page_of(&caller.account).await? {
            Some(page) => Err(Error::PageExists(page.username)),
            None => Ok(()),
        }
    }

    /// Refuses a suspended account anything that others would see.
    pub(super) fn require_not_suspended(&self, caller: &Caller) -> Result<()> {
        caller.suspended.clone().map_or(Ok(()), |why| Err(Error::Suspended(why)))
    }

    pub(super) async fn page_row(&self, caller: &Caller) -> Result<PageRow> {
        self.inner.store.page_of(&caller.account).await?.ok_or(Error::NoPage)
    }

    /// The history record of a change of the page as a whole.
    pub(super) fn page_save<'a>(&self, caller: &'a Caller, summary: &'a str, unpublished: bool, now: i64) -> Save<'a> {
        Save { actor: &caller.actor, act: "", summary, unpublished, now, joined: None, idempotency: None }
    }
}

/// Waits longer with each attempt that lost to another process.
pub(super) async fn back_off(attempt: usize) {
    let longest = u64::try_from(attempt.saturating_sub(2)).unwrap_or(0) * 4;
    if longest > 0 {
        let pause = rand::rng().random_range(0..=longest);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
}

/// Refuses a change whose base is not the newest version.
pub(super) fn check_version(base: Option<i64>, row: &PageRow) -> Result<()> {
    match base {
        Some(base) if base != row.version => {
            METRICS.conflicts.inc();
            Err(Error::VersionConflict { base, current: row.version })
        }
        _ => Ok(()),
    }
}

/// Refuses an account whose address nobody has shown to be theirs anything that others would see.
pub(super) fn require_verified(caller: &Caller) -> Result<()> {
    if caller.verified { Ok(()) } else { Err(Error::EmailNotVerified) }
}
