//! Edits of a draft: rehearsed, or made once on the version they were made from.

use mantel_model::api::ChangesView;
use mantel_model::edit::{Applied, summary};
use mantel_model::page::unpublished_changes;
use mantel_model::{Draft, Edit, Problem, TileId, apply};

use super::pages::{ATTEMPTS, back_off, check_version};
use super::{Caller, Error, Once, PageView, RandomIds, Result, Service};
use crate::store::{PageRow, Save, SaveResult};

/// On what terms a change is made.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The version it was made from; without one it applies to the newest draft.
    pub base: Option<i64>,
    /// Whether only to say what would change.
    pub dry_run: bool,
    /// For a call that must not happen twice.
    pub once: Option<Once>,
}

/// An edit to make.
#[derive(Clone, Debug)]
pub struct Change {
    /// What to do.
    pub edit: Edit,
    /// On what terms.
    pub terms: WriteOptions,
    /// What it is, in one word, for the history.
    pub act: &'static str,
    /// How the history tells of it, where the change itself does not say enough.
    pub summary: Option<String>,
    /// What was defaulted or dropped on the way here.
    pub warnings: Vec<Problem>,
}

impl Change {
    /// An edit that speaks for itself.
    pub fn new(edit: Edit, act: &'static str, terms: WriteOptions) -> Self {
        Self { edit, terms, act, summary: None, warnings: Vec::new() }
    }
}

/// What a change came to.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly every one is made, and none is kept")]
pub enum Outcome {
    /// It was made.
    Saved(SavedChange),
    /// It was only tried.
    DryRun(DryRun),
}

/// What a change made.
#[derive(Clone, Debug)]
pub struct SavedChange {
    /// The page after it.
    pub page: PageView,
    /// The tiles it touched, in its order.
    pub touched: Vec<TileId>,
    /// What a forgiving import defaulted or dropped.
    pub warnings: Vec<Problem>,
}

impl SavedChange {
    /// A page after a change that touched no tile in particular.
    pub fn of(page: PageView) -> Self {
        Self { page, touched: Vec::new(), warnings: Vec::new() }
    }
}

/// What a change would make.
#[derive(Clone, Debug)]
pub struct DryRun {
    /// The draft's version, now as before; 0 without a page.
    pub version: i64,
    /// Whether the draft would differ from what is live.
    pub unpublished_changes: bool,
    /// What would change.
    pub changes: ChangesView,
    /// What a forgiving import would default or drop.
    pub warnings: Vec<Problem>,
}

impl DryRun {
    /// The change from one draft to another, beside what would then be live.
    pub(super) fn of(before: &Draft, after: &Draft, live: Option<&Draft>, warnings: Vec<Problem>) -> Self {
        let changes = ChangesView::between(before, after);
        Self { version: 0, unpublished_changes: unpublished_changes(after, live), changes, warnings }
    }
}

impl Service {
    /// Makes an edit, or rehearses it.
    ///
    /// # Errors
    /// What [`apply`] refuses, `VersionConflict` for a stale base, the plan's; the draft is then untouched.
    /// `DoneBefore` when the same call was made meanwhile.
    pub async fn edit(&self, caller: &Caller, change: Change) -> Result<Outcome> {
        let _lock = self.inner.page_locks.lock(&caller.account).await;
        for attempt in 0..ATTEMPTS {
            back_off(attempt).await;
            let row = self.page_row(caller).await?;
            check_version(change.terms.base, &row)?;
            let applied = apply(&row.draft, change.edit.clone(), &mut RandomIds)?;
            self.check_plan(caller, Some(&row.draft), &applied.draft)?;
            if change.terms.dry_run {
                let live = row.published.as_ref();
                let dry_run = DryRun::of(&row.draft, &applied.draft, live, change.warnings);
                return Ok(Outcome::DryRun(DryRun { version: row.version, ..dry_run }));
            }
            if let Some(outcome) = self.save(caller, row, applied, &change).await? {
                return Ok(Outcome::Saved(outcome));
            }
        }
        Err(Error::Unavailable)
    }

    /// Saves an applied edit; `None` when the page moved on meanwhile.
    async fn save(
        &self,
        caller: &Caller,
        row: PageRow,
        applied: Applied,
        change: &Change,
    ) -> Result<Option<SavedChange>> {
        let Applied { draft, changed, touched } = applied;
        let (store, now, account) = (&self.inner.store, self.now(), caller.account.as_str());
        let (from, words) = (row.version, change.summary.clone().unwrap_or_else(|| summary(&row.draft, &draft)));
        let version = if changed { from + 1 } else { from };
        let page = PageView::from(PageRow { version, draft, ..row });
        let outcome = SavedChange { page, touched, warnings: change.warnings.clone() };
        let replay = change.terms.once.as_ref().map(|once| once.kept(&outcome));
        if !changed {
            let kept = match &replay {
                Some(replay) => store.keep_replay(account, replay, now).await?,
                None => true,
            };
            return if kept { Ok(Some(outcome)) } else { Err(Error::DoneBefore) };
        }
        let joined = self.joined(caller, from, change, &outcome.page.draft).await?;
        let save = Save {
            actor: &caller.actor,
            act: change.act,
            summary: &words,
            unpublished: outcome.page.unpublished_changes,
            now,
            joined: joined.as_ref(),
            replay: replay.as_ref(),
        };
        match store.save_draft(account, from, &outcome.page.draft, save).await? {
            SaveResult::Saved => Ok(Some(outcome)),
            SaveResult::Conflict => Ok(None),
            SaveResult::AlreadyDone => Err(Error::DoneBefore),
        }
    }
}
