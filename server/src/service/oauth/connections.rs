//! The programs that act for an owner: what the owner sees of them and can do about them.

use crate::service::caller::Caller;
use crate::service::change::WriteOptions;
use crate::service::error::{Error, Result};
use crate::service::handle::Service;
use crate::store::{ActRow, GrantRow};

/// A connected program.
pub type Connection = GrantRow;
/// Something that was done to the page.
pub type Act = ActRow;

impl Service {
    /// The account's connections, the most recently used first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn connections(&self, account: &str) -> Result<Vec<Connection>> {
        Ok(self.inner.store.grants(account, self.now()).await?)
    }

    /// Ends a connection: all its tokens are refused from now on.
    ///
    /// # Errors
    /// `Unknown` when the account has no such connection.
    pub async fn disconnect(&self, account: &str, id: &str) -> Result<()> {
        let found = self.inner.store.remove_grant(account, id).await?;
        if found { Ok(()) } else { Err(Error::Unknown("connection")) }
    }

    /// Sets whether a connection may publish.
    ///
    /// # Errors
    /// `Unknown` when the account has no such connection.
    pub async fn let_connection_publish(&self, account: &str, id: &str, publish: bool) -> Result<()> {
        let found = self.inner.store.set_grant_publish(account, id, publish).await?;
        if found { Ok(()) } else { Err(Error::Unknown("connection")) }
    }

    /// Undoes what an agent did from a version on: restores the draft before it, as a change like any other. `seen` is
    /// the version that the owner reviewed.
    ///
    /// # Errors
    /// `VersionConflict` when the page has changed since `seen`, or somebody else made one of the changes;
    /// `VersionNotFound` when the draft before it is no longer stored.
    pub async fn undo(&self, caller: &Caller, version: i64, seen: i64) -> Result<()> {
        let acts = self.acts(&caller.account).await?;
        let current = self.page(caller).await?.version;
        let actor = of_this_page(&acts)
            .find(|item| item.kind == "draft" && item.version == version)
            .map(|item| item.actor.as_str());
        let good = actor.is_some_and(|actor| actor.contains(':') && undoable(&acts, actor, version, current));
        if !good || seen != current {
            return Err(Error::VersionConflict { base: seen, current });
        }
        self.restore(caller, version - 1, WriteOptions { base: Some(seen), ..WriteOptions::default() }).await?;
        Ok(())
    }

    /// The recent changes of the account's page, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn acts(&self, account: &str) -> Result<Vec<Act>> {
        Ok(self.inner.store.acts(account).await?)
    }
}

/// Whether an agent's change can be undone: nobody else has changed the draft since, and there is a draft before it.
pub fn undoable(acts: &[Act], actor: &str, version: i64, current: i64) -> bool {
    let since = of_this_page(acts).filter(|of_this_page| {
        of_this_page.kind == "draft" && of_this_page.version >= version && of_this_page.version <= current
    });
    // Every version since then is known, and each was made by this agent.
    let own = since.filter(|since| since.actor == actor).count();
    version > 1 && usize::try_from(current - version + 1).is_ok_and(|all| all == own)
}

/// What was done to the current page; a deleted one had versions of its own.
fn of_this_page(acts: &[Act]) -> impl Iterator<Item = &Act> {
    acts.iter().take_while(|act| act.kind != "delete")
}
