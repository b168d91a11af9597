//! What is done to a page: claim, edit, publish, read.

use mantel_model::api::Claim;
use mantel_model::edit::Applied;
use mantel_model::{Draft, Edit, Username, apply};

use super::{Caller, Error, PageView, Published, RandomIds, Result, Service};
use crate::store::{NewPage, PageRow, Save};

/// Attempts of an edit against other processes before it gives up; within one process edits take turns.
const ATTEMPTS: usize = 64;

/// The claim of somebody who gave only a name: a starter template.
pub fn starter(username: &str) -> Claim {
    Claim { username: username.to_owned(), style: None, palette: None, layout: None, template: None, empty: false }
}

/// An edit to make.
#[derive(Clone, Debug)]
pub struct Change {
    /// What to do.
    pub edit: Edit,
    /// The version it was made from; without one it applies to the newest draft.
    pub base: Option<i64>,
    /// What it is, in one word, for the history.
    pub act: &'static str,
}

/// What an edit came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The page after it.
    pub page: PageView,
    /// The tiles it touched, in its order.
    pub touched: Vec<mantel_model::TileId>,
}

impl Service {
    /// The caller's page.
    ///
    /// # Errors
    /// `NoPage` before it is claimed.
    pub async fn page(&self, caller: &Caller) -> Result<PageView> {
        Ok(self.row(caller).await?.into())
    }

    /// Claims a username and makes the page. That the account has a page is checked first (decisions, Claim and import).
    ///
    /// # Errors
    /// `PageExists`, the username's, the plan's, or everything wrong with the input.
    pub async fn claim(&self, caller: &Caller, claim: &Claim) -> Result<PageView> {
        self.able(caller)?;
        self.without_page(caller).await?;
        let username = self.claimable(&claim.username)?;
        let draft = claim.draft(&username, &mut RandomIds);
        self.within_plan(caller, None, &draft)?;
        self.make(caller, username, draft, "claim").await
    }

    /// Makes an edit.
    ///
    /// # Errors
    /// What [`apply`] refuses, `VersionConflict` for a stale base, the plan's; the draft is then untouched.
    pub async fn edit(&self, caller: &Caller, change: Change) -> Result<Outcome> {
        self.able(caller)?;
        let _turn = self.inner.turns.of(&caller.account).await;
        for _ in 0..ATTEMPTS {
            let row = self.row(caller).await?;
            fresh(change.base, &row)?;
            let applied = apply(&row.draft, change.edit.clone(), &mut RandomIds)?;
            self.within_plan(caller, Some(&row.draft), &applied.draft)?;
            if let Some(outcome) = self.save(caller, row, applied, change.act).await? {
                return Ok(outcome);
            }
        }
        Err(Error::Unavailable)
    }

    /// Saves an applied edit; `None` when the page moved on meanwhile.
    async fn save(&self, caller: &Caller, row: PageRow, applied: Applied, act: &str) -> Result<Option<Outcome>> {
        let Applied { draft, changed, touched } = applied;
        if !changed {
            return Ok(Some(Outcome { page: row.into(), touched }));
        }
        let save = Save { actor: &caller.actor, act, now: self.now() };
        if !self.inner.store.save_draft(&caller.account, row.version, &draft, save).await? {
            return Ok(None);
        }
        let page = PageRow { version: row.version + 1, draft, ..row }.into();
        Ok(Some(Outcome { page, touched }))
    }

    /// Makes the draft live.
    ///
    /// # Errors
    /// `NoPage`; `VersionConflict` when `base` is not the newest version.
    pub async fn publish(&self, caller: &Caller, base: Option<i64>) -> Result<PageView> {
        self.able(caller)?;
        let _turn = self.inner.turns.of(&caller.account).await;
        for _ in 0..ATTEMPTS {
            let row = self.row(caller).await?;
            fresh(base, &row)?;
            let now = self.now();
            let Some(serial) = self.inner.store.publish(&caller.account, row.version, now).await? else { continue };
            let live = PageRow {
                published: Some(row.draft.clone()),
                published_version: row.version,
                published_at: now,
                publish_serial: serial,
                ..row
            };
            return Ok(live.into());
        }
        Err(Error::Unavailable)
    }

    /// A published page, by any spelling of its name.
    ///
    /// # Errors
    /// `PageNotFound` when nothing is published there.
    pub async fn published(&self, name: &str) -> Result<Published> {
        let missing = || Error::PageNotFound(name.chars().take(64).collect());
        let username = Username::parse(name).map_err(|_| missing())?;
        let row = self.inner.store.page_named(&username).await?.ok_or_else(missing)?;
        Published::of(row).ok_or_else(missing)
    }

    /// Makes the caller's page, and says why not where it can't.
    pub(super) async fn make(&self, caller: &Caller, name: Username, draft: Draft, act: &str) -> Result<PageView> {
        let bytes = draft.bytes();
        if bytes > mantel_model::limits::PAGE_BYTES {
            return Err(Error::PageTooLarge { bytes, limit: mantel_model::limits::PAGE_BYTES });
        }
        let new = NewPage { account: &caller.account, username: &name, draft: &draft };
        let save = Save { actor: &caller.actor, act, now: self.now() };
        if self.inner.store.make_page(&new, save).await? {
            return self.page(caller).await;
        }
        self.without_page(caller).await?;
        Err(Error::UsernameTaken(name))
    }

    pub(super) async fn without_page(&self, caller: &Caller) -> Result<()> {
        match self.inner.store.page_of(&caller.account).await? {
            Some(page) => Err(Error::PageExists(page.username)),
            None => Ok(()),
        }
    }

    /// Refuses a suspended account.
    pub(super) fn able(&self, caller: &Caller) -> Result<()> {
        if caller.suspended { Err(Error::Suspended) } else { Ok(()) }
    }

    pub(super) async fn row(&self, caller: &Caller) -> Result<PageRow> {
        self.inner.store.page_of(&caller.account).await?.ok_or(Error::NoPage)
    }
}

fn fresh(base: Option<i64>, row: &PageRow) -> Result<()> {
    match base {
        Some(base) if base != row.version => Err(Error::VersionConflict { base, current: row.version }),
        _ => Ok(()),
    }
}
