//! Undoing one's own edits, whatever others did meanwhile: what they changed since stays.

use mantel_model::edit::{adds_only, undo};
use mantel_model::{Access, Draft, Edit, Problem};

use super::caller::{Caller, Credential};
use super::change::{Change, WriteOptions};
use super::error::{Error, Result};
use super::handle::Service;
use super::idempotency::EarlierCall;
use super::outcome::Outcome;
use super::pages::{ATTEMPTS, back_off};
use super::rights::Operation;
use super::view::PageView;
use crate::heavy_work;
use crate::store::{HistoryVersion, LastSnapshot};

/// Which of an actor's edits are taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undoing {
    /// The last one.
    Last,
    /// All since this version.
    Since(i64),
    /// The one that this call made.
    Call(EarlierCall),
}

impl Undoing {
    /// All since a version, if one is named; else the last.
    pub fn since(version: Option<i64>) -> Self {
        version.map_or(Self::Last, Self::Since)
    }
}

/// A draft without edits of an actor.
struct Without {
    draft: Draft,
    kept: Vec<Problem>,
    summary: String,
}

impl Service {
    /// Takes back edits that the caller's credential made. Fields that others changed since stay, and are told as warnings. It
    /// is an edit like any other: the next call takes it back. A credential that may only add takes back what it added itself, and nothing else.
    ///
    /// # Errors
    /// `NothingToUndo`; `AccessTooNarrow`; `VersionNotFound` when a version, or a draft that is needed, is older than the
    /// history or does not exist yet; and those of [`Service::edit`].
    pub async fn undo_own(&self, caller: &Caller, which: Undoing, options: WriteOptions) -> Result<Outcome> {
        self.require(caller, Operation::UndoOwn).await?;
        self.undo_of(caller, &caller.actor, which, None, options).await
    }

    /// The same with what another actor did to the caller's page; the history tells it in these words, if any are given.
    pub(super) async fn undo_of(
        &self,
        caller: &Caller,
        actor: &str,
        which: Undoing,
        summary: Option<String>,
        options: WriteOptions,
    ) -> Result<Outcome> {
        for attempt in 0..ATTEMPTS {
            back_off(attempt).await;
            let page = self.page(caller).await?;
            if let Some(base) = options.base.filter(|base| *base != page.version) {
                return Err(Error::VersionConflict { base, current: page.version });
            }
            let without = self.without(caller, actor, &page, which).await?;
            if without.draft == *page.draft {
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

    async fn without(&self, caller: &Caller, actor: &str, page: &PageView, which: Undoing) -> Result<Without> {
        let (store, account) = (&self.inner.store, caller.account.as_str());
        let since = match which {
            Undoing::Since(to) if to < 1 || to > page.version => return Err(Error::VersionNotFound(to.to_string())),
            Undoing::Since(to) => to,
            Undoing::Last | Undoing::Call(_) => 0,
        };
        let versions = store.history_versions(account, since).await?;
        // The first version made the page: there is nothing before it.
        let own = versions.iter().filter(|version| version.actor == actor && version.version > 1);
        // Another credential may have had the same name before; all of the owner's sessions are the owner.
        let named = actor == caller.actor && !matches!(caller.credential, Credential::Session(_));
        let own = own.filter(|version| !named || version.at >= caller.credential_since);
        let alone = |version: &HistoryVersion| (version.version, version.version);
        let runs: Vec<_> = match which {
            Undoing::Since(_) => runs(own),
            Undoing::Last => own.take(1).map(alone).collect(),
            // A call that only published says the version too, but did not make it.
            Undoing::Call(call) => {
                own.filter(|own| (own.version, own.at) == (call.version, call.at)).map(alone).collect()
            }
        };
        let summary = match which {
            Undoing::Since(to) => format!("Took back changes since version {to}"),
            Undoing::Last | Undoing::Call(_) => runs
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
        let mut without = Without { draft: Draft::clone(&page.draft), kept: Vec::new(), summary };
        let only_adds = caller.rights.access < Access::Edit;
        let mut last = LastSnapshot::default();
        for &(first, end) in runs {
            let before = self.past_draft(caller, first - 1, &mut last).await?;
            let after = self.past_draft(caller, end, &mut last).await?;
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

    async fn past_draft(&self, caller: &Caller, version: i64, last: &mut LastSnapshot) -> Result<Draft> {
        let found = self.inner.store.history_draft_reusing(&caller.account, version, last).await?;
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
