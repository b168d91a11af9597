//! The programs that act for an owner: what the owner sees of them and can do about them.

use std::collections::HashSet;

use crate::service::caller::Caller;
use crate::service::change::WriteOptions;
use crate::service::error::{Error, Result};
use crate::service::handle::Service;
use crate::service::rights::Operation;
use crate::service::undo::Undoing;
use crate::service::wanted_rights::{WantedRights, narrowed};
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

    /// The account's connection of a client that has not ended, for what its owner chose last.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn connection_of(&self, account: &str, client: &str) -> Result<Option<Connection>> {
        let found = self.inner.store.grant_of_client(account, client).await?;
        Ok(found.filter(|connection| !connection.rights.ended(self.now())))
    }

    /// Narrows what a connection may do, or sets an earlier end; only a new consent can widen it.
    ///
    /// # Errors
    /// `Unknown` when the account has no such connection; `Invalid` for what would be wider than it is.
    pub async fn narrow_connection(&self, account: &str, id: &str, wanted: &WantedRights<'_>) -> Result<()> {
        let found = self.connections(account).await?.into_iter().find(|connection| connection.id == id);
        let to = wanted.narrower(found.ok_or(Error::Unknown("connection"))?.rights, self.now())?;
        narrowed(self.inner.store.narrow_grant(account, id, to).await?, "connection")
    }

    /// Sets whether a connection may publish.
    ///
    /// # Errors
    /// `Unknown` when the account has no such connection.
    pub async fn let_connection_publish(&self, account: &str, id: &str, publish: bool) -> Result<()> {
        let found = self.inner.store.set_grant_publish(account, id, publish).await?;
        if found { Ok(()) } else { Err(Error::Unknown("connection")) }
    }

    /// Takes back what an agent changed from a version on, as a change like any other; what others changed since stays. `seen`
    /// is the version that the owner reviewed.
    ///
    /// # Errors
    /// `VersionConflict` when the page has changed since `seen`, or the version is no agent's; `VersionNotFound` when a draft
    /// that is needed is no longer stored; `NothingToUndo`.
    pub async fn undo_agent(&self, caller: &Caller, version: i64, seen: i64) -> Result<()> {
        self.require(caller, Operation::UndoAgent).await?;
        let acts = self.acts(&caller.account).await?;
        let made = changes(&acts).find(|(_, act)| act.version == version && act.actor.contains(':'));
        let Some((_, act)) = made else {
            let current = self.page(caller).await?.version;
            return Err(Error::VersionConflict { base: seen, current });
        };
        let options = WriteOptions { base: Some(seen), ..WriteOptions::default() };
        let summary = format!("{}{version}{ON}", took_back(&act.actor));
        self.undo_of(caller, &act.actor, Undoing::Since(version - 1), Some(summary), options).await?;
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

/// How the summary of an undo of an agent's changes begins; the version from which on they were taken back follows, and [`ON`].
fn took_back(actor: &str) -> String {
    let name = actor.split_once(':').map_or(actor, |(_, name)| name);
    format!("Took back what {name} changed from version ")
}

const ON: &str = " on";

/// The changes of this page with a draft before them, and their places; a deleted page had versions of its own.
fn changes(acts: &[Act]) -> impl Iterator<Item = (usize, &Act)> {
    let of_this_page = acts.iter().take_while(|act| act.kind != "delete").enumerate();
    of_this_page.filter(|(_, act)| act.kind == "draft" && act.version > 1)
}

/// The places of the changes that can be undone: all but those that were just taken back. Once the owner changed something
/// after that, they may be there again.
pub fn undoable(acts: &[Act]) -> HashSet<usize> {
    let newest = changes(acts).next().map(|(_, act)| act).filter(|act| act.act == "undo");
    let undone = |act: &Act| {
        let from =
            newest.and_then(|undo| undo.summary.strip_prefix(&took_back(&act.actor))?.strip_suffix(ON)?.parse().ok());
        from.is_some_and(|from: i64| act.version >= from)
    };
    changes(acts).filter(|(_, act)| !undone(act)).map(|(at, _)| at).collect()
}
