//! Edits of a draft: saved if the base version is still current, or only tried.

use std::mem;
use std::sync::Arc;

use mantel_model::edit::{Applied, apply_stored, summary};

use super::caller::Caller;
use super::change::Change;
use super::error::{Error, Result};
use super::handle::Service;
use super::history;
use super::outcome::{DryRun, Outcome, SavedChange};
use super::pages::{ATTEMPTS, back_off, check_version};
use super::random_ids::RandomIds;
use super::rights::Operation;
use crate::metrics::METRICS;
use crate::store::{PageRow, PageToEdit, Save, SaveResult};

impl Service {
    /// Makes an edit, or only tries it (dry run).
    ///
    /// # Errors
    /// What the caller may not do, what [`apply_stored`] refuses, `VersionConflict` for a stale base, `PlanRequired` for a look
    /// outside the plan; the draft then stays unchanged. `DoneBefore` when the same call was made meanwhile.
    pub async fn edit(&self, caller: &Caller, change: Change) -> Result<Outcome> {
        self.require(caller, Operation::of(&change.edit)).await?;
        // On the heap: otherwise every future around it is as large, and copied whenever it is moved.
        Box::pin(self.make_edit(caller, change)).await
    }

    /// [`Self::edit`] as part of an operation that the caller may do.
    pub(super) async fn make_edit(&self, caller: &Caller, change: Change) -> Result<Outcome> {
        let _lock = self.inner.page_locks.lock(&caller.account).await;
        if let Some(saved) = self.edit_as_left(caller, &change).await? {
            return Ok(Outcome::Saved(saved));
        }
        for attempt in 0..ATTEMPTS {
            back_off(attempt).await;
            let found = self.page_to_edit(caller).await?;
            let row = &found.page;
            let (applied, json) = self.applied(caller, &found, &change)?;
            if change.options.dry_run {
                let live = row.published.as_deref();
                let dry_run = DryRun::of(&row.draft, &applied.draft, live, change.warnings);
                return Ok(Outcome::DryRun(DryRun { version: row.version, ..dry_run }));
            }
            if let Some(saved) = self.save(caller, found, applied, json, &change).await? {
                return Ok(Outcome::Saved(saved));
            }
        }
        Err(Error::Unavailable)
    }

    /// Makes an edit of the page as the last one left it, without reading it again; `None` where that can't be told to be right: the
    /// page may have changed since, so nothing is refused and nothing is found unchanged here.
    async fn edit_as_left(&self, caller: &Caller, change: &Change) -> Result<Option<SavedChange>> {
        let Some(found) = self.inner.store.page_as_left(&caller.account, &caller.actor, self.joinable_since()) else {
            return Ok(None);
        };
        let stale = change.options.base.is_some_and(|base| base != found.page.version);
        if change.options.dry_run || stale {
            return Ok(None);
        }
        match self.applied(caller, &found, change) {
            Ok((applied, json)) if applied.changed => self.save(caller, found, applied, json, change).await,
            _ => Ok(None),
        }
    }

    /// The edit applied to the page, and the draft after it as JSON.
    fn applied(&self, caller: &Caller, found: &PageToEdit, change: &Change) -> Result<(Applied, String)> {
        let row = &found.page;
        check_version(change.options.base, row)?;
        let (applied, json) = apply_stored(&row.draft, found.base.text(), change.edit.clone(), &mut RandomIds)?;
        self.check_plan(caller, Some(&row.draft), &applied.draft)?;
        Ok((applied, json))
    }

    /// An edit may join a history entry that began after this, ms.
    fn joinable_since(&self) -> i64 {
        self.now() - history::TOGETHER
    }

    /// The caller's page, with the history entry that an edit may join.
    async fn page_to_edit(&self, caller: &Caller) -> Result<PageToEdit> {
        let since = self.joinable_since();
        self.inner.store.page_to_edit(&caller.account, &caller.actor, since).await?.ok_or(Error::NoPage)
    }

    /// Saves an applied edit; `None` when the page has changed meanwhile.
    async fn save(
        &self,
        caller: &Caller,
        found: PageToEdit,
        applied: Applied,
        json: String,
        change: &Change,
    ) -> Result<Option<SavedChange>> {
        let Applied { draft, changed, touched } = applied;
        let PageToEdit { page: row, open, base } = found;
        let (store, now, account) = (&self.inner.store, self.now(), caller.account.as_str());
        let (from, summary) = (row.version, change.summary.clone().unwrap_or_else(|| summary(&row.draft, &draft)));
        let version = if changed { from + 1 } else { from };
        let mut row = PageRow { version, ..row };
        let before = mem::replace(&mut row.draft, Arc::new(draft));
        let before = changed.then_some(before);
        let saved = SavedChange { page: row.into(), before, touched, warnings: change.warnings.clone() };
        let record = change.options.recorder.as_ref().map(|recorder| recorder.record(&saved));
        if saved.before.is_none() {
            let added = match &record {
                Some(record) => store.add_idempotency_record(account, record, now).await?,
                None => true,
            };
            return if added { Ok(Some(saved)) } else { Err(Error::DoneBefore) };
        };
        let joined = open.and_then(|open| history::joined(&open, change, &saved.page.draft));
        let save = Save {
            actor: &caller.actor,
            act: change.act,
            summary: &summary,
            unpublished: saved.page.unpublished_changes,
            now,
            joined: joined.as_ref(),
            idempotency: record.as_ref(),
        };
        match store.save_draft(account, base, &saved.page.draft, json, save).await? {
            SaveResult::Saved => {
                METRICS.edits.inc();
                Ok(Some(saved))
            }
            SaveResult::Conflict => Ok(None),
            SaveResult::AlreadyDone => Err(Error::DoneBefore),
        }
    }
}
