//! Undoing one's own edits, whatever others did meanwhile: what they changed since stays.

use mantel_model::edit::{adds_only, undo};
use mantel_model::{Access, Draft, Edit, Problem};

use super::caller::Caller;
use super::change::{Change, WriteOptions};
use super::error::{Error, Result};
use super::handle::Service;
use super::outcome::Outcome;
use super::pages::{ATTEMPTS, back_off};
use super::rights::Operation;
use super::view::PageView;
use crate::heavy_work;
use crate::store::HistoryVersion;

/// A draft without edits of an actor.
struct Without {
    draft: Draft,
    kept: Vec<Problem>,
    summary: String,
}

impl Service {
    /// Takes back the last edit that the caller's credential made, or all of its edits since the version `to`. Fields that
    /// others changed since stay, and are told as warnings. It is an edit like any other: the next call takes it back. A
    /// credential that may only add takes back what it added itself, and nothing else.
    ///
    /// # Errors
    /// `NothingToUndo`; `AccessTooNarrow`; `VersionNotFound` when `to`, or a draft that is needed, is older than the history
    /// or does not exist yet; and those of [`Service::edit`].
    pub async fn undo_own(&self, caller: &Caller, to: Option<i64>, options: WriteOptions) -> Result<Outcome> {
        self.require(caller, Operation::UndoOwn).await?;
        self.undo_of(caller, &caller.actor, to, None, options).await
    }

    /// The same with what another actor did to the caller's page; the history tells it in these words, if any are given.
    pub(super) async fn undo_of(
        &self,
        caller: &Caller,
        actor: &str,
        to: Option<i64>,
        summary: Option<String>,
        options: WriteOptions,
    ) -> Result<Outcome> {
        for attempt in 0..ATTEMPTS {
            back_off(attempt).await;
            let page = self.page(caller).await?;
            if let Some(base) = options.base.filter(|base| *base != page.version) {
                return Err(Error::VersionConflict { base, current: page.version });
            }
            let without = self.without(caller, actor, &page, to).await?;
            if without.draft == page.draft {
                return Err(Error::NothingToUndo(without.kept));
            }
            let based = WriteOptions { base: Some(page.version), ..options.clone() };
            let change = Change::new(Edit::Replace(Box::new(without.draft)), "undo", based);
            let change =
                Change { summary: Some(summary.clone().unwrap_or(without.summary)), warnings: without.kept, ..change };
            match self.make_edit(caller, change).await {
                // Somebody else was faster; the caller named no version.
                Err(Error::VersionConflict { .. }) if options.base.is_none() => {}
                done => return done,
            }
        }
        Err(Error::Unavailable)
    }

    async fn without(&self, caller: &Caller, actor: &str, page: &PageView, to: Option<i64>) -> Result<Without> {
        let (store, account) = (&self.inner.store, caller.account.as_str());
        if let Some(to) = to.filter(|to| *to < 1 || *to > page.version) {
            return Err(Error::VersionNotFound(to.to_string()));
        }
        let versions = store.history_versions(account, to.unwrap_or_default()).await?;
        // The first version made the page: there is nothing before it.
        let own = versions.iter().filter(|version| version.actor == actor && version.version > 1);
        // Another credential may have had the same name before.
        let only_adds = caller.rights.access < Access::Edit;
        let own = own.filter(|version| !only_adds || version.at >= caller.credential_since);
        let runs = match to {
            Some(_) => runs(own),
            None => own.take(1).map(|version| (version.version, version.version)).collect(),
        };
        let summary = match to {
            Some(to) => format!("Took back changes since version {to}"),
            None => runs
                .first()
                .and_then(|run| versions.iter().find(|version| version.version == run.0))
                .map_or_else(String::new, |version| format!("Took back: {}", version.summary)),
        };
        // One edit reads two drafts; many read all that the history has.
        let bytes = if runs.len() > 1 { usize::MAX } else { 0 };
        heavy_work::run_future(bytes, self.without_runs(caller, page, &runs, summary)).await
    }

    /// The draft without the edits of these runs of versions.
    async fn without_runs(
        &self,
        caller: &Caller,
        page: &PageView,
        runs: &[(i64, i64)],
        summary: String,
    ) -> Result<Without> {
        let mut without = Without { draft: page.draft.clone(), kept: Vec::new(), summary };
        let only_adds = caller.rights.access < Access::Edit;
        for &(first, last) in runs {
            let before = self.past_draft(caller, first - 1).await?;
            let after = self.past_draft(caller, last).await?;
            if only_adds && !adds_only(&before, &after) && !adds_only(&after, &before) {
                return Err(Error::AccessTooNarrow(caller.rights.access));
            }
            let undone = undo(&before, &after, &without.draft);
            without.draft = undone.draft;
            for kept in undone.kept {
                if !without.kept.contains(&kept) {
                    without.kept.push(kept);
                }
            }
        }
        Ok(without)
    }

    async fn past_draft(&self, caller: &Caller, version: i64) -> Result<Draft> {
        let found = self.inner.store.history_draft(&caller.account, version).await?;
        found.map(|(_, draft)| draft).ok_or_else(|| Error::VersionNotFound(version.to_string()))
    }
}

/// Versions, newest first, as runs without another's between: the first and the last of each, the newest run first.
fn runs<'a>(versions: impl Iterator<Item = &'a HistoryVersion>) -> Vec<(i64, i64)> {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for version in versions.map(|version| version.version) {
        match runs.last_mut() {
            Some((first, _)) if *first == version + 1 => *first = version,
            _ => runs.push((version, version)),
        }
    }
    runs
}
