//! Changes a page's address. The old one redirects to it for 90 days and can be taken back; then anyone can claim it.

use mantel_model::Username;

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::pages::{ATTEMPTS, back_off, check_version};
use super::rights::Operation;
use super::view::{PageView, Published};
use crate::store::{HeldRow, PageRow, Save, SaveResult};

/// A name that redirects to somebody's page.
pub type OldName = HeldRow;

impl Service {
    /// Checks a new name for the caller's page; `None` when it is the current one.
    ///
    /// # Errors
    /// `NoPage`, the errors of the name, and whatever forbids the caller to change what visitors see.
    pub async fn next_name(&self, caller: &Caller, text: &str) -> Result<Option<Username>> {
        self.require_not_suspended(caller)?;
        self.require(caller, Operation::RenamePage).await?;
        let page = self.page_row(caller).await?;
        let wanted = self.allowed_username(text)?;
        if wanted == page.username {
            return Ok(None);
        }
        match self.inner.store.username_taken(&wanted, Some(&caller.account), self.now()).await? {
            true => Err(Error::UsernameTaken(wanted)),
            false => Ok(Some(wanted)),
        }
    }

    /// Moves the caller's page to another address. The page itself does not change.
    ///
    /// # Errors
    /// As [`Service::next_name`]; `VersionConflict` when the base is not the newest version.
    pub async fn rename(&self, caller: &Caller, wanted: &Username, base: Option<i64>) -> Result<PageView> {
        self.require(caller, Operation::RenamePage).await?;
        let _lock = self.inner.page_locks.lock(&caller.account).await;
        for attempt in 0..ATTEMPTS {
            back_off(attempt).await;
            let row = self.page_row(caller).await?;
            check_version(base, &row)?;
            if row.username == *wanted {
                return Ok(row.into());
            }
            let view = PageView::from(row.clone());
            let summary = format!("Moved the page from {} to {wanted}", row.username);
            let save = self.page_save(caller, &summary, view.unpublished_changes, self.now());
            match self.inner.store.rename_page(&row, wanted, Save { act: "rename", ..save }).await? {
                SaveResult::Saved => {
                    return Ok(PageRow { username: wanted.clone(), renames: row.renames + 1, ..row }.into());
                }
                // Lost either to an edit, which does not matter here, or to somebody who now has the name.
                SaveResult::Conflict | SaveResult::AlreadyDone => {
                    self.next_name(caller, wanted.as_str()).await?;
                }
            }
        }
        Err(Error::Unavailable)
    }

    /// The names that redirect to the caller's page, and until when.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn old_names(&self, caller: &Caller) -> Result<Vec<OldName>> {
        self.require(caller, Operation::ReadPage).await?;
        Ok(self.inner.store.old_names(&caller.account, self.now()).await?)
    }

    /// The published page that had this name before; `None` when there is none, or it is not live.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn published_by_old_name(&self, name: &str) -> Result<Option<Published>> {
        let Ok(username) = Username::parse(name) else { return Ok(None) };
        Ok(self.inner.store.page_by_old_name(&username, self.now()).await?.and_then(Published::of))
    }
}
