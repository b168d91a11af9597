//! What an owner sees of the programs that act for them, and what they can do about it.

use crate::service::{Error, Result, Service};
use crate::store::{ActRow, GrantRow};

/// A program that is connected.
pub type Connection = GrantRow;
/// Something that was done to the page.
pub type Act = ActRow;

impl Service {
    /// The account's connections, the latest used first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn connections(&self, account: &str) -> Result<Vec<Connection>> {
        Ok(self.inner.store.grants(account, self.now()).await?)
    }

    /// Ends a connection: from now on all its tokens are refused.
    ///
    /// # Errors
    /// `Unknown` when the account has no such connection.
    pub async fn disconnect(&self, account: &str, id: &str) -> Result<()> {
        let found = self.inner.store.remove_grant(account, id).await?;
        if found { Ok(()) } else { Err(Error::Unknown("connection")) }
    }

    /// Says whether a connection may publish.
    ///
    /// # Errors
    /// `Unknown` when the account has no such connection.
    pub async fn let_connection_publish(&self, account: &str, id: &str, publish: bool) -> Result<()> {
        let found = self.inner.store.set_grant_publish(account, id, publish).await?;
        if found { Ok(()) } else { Err(Error::Unknown("connection")) }
    }

    /// What was lately done to the account's page, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn acts(&self, account: &str) -> Result<Vec<Act>> {
        Ok(self.inner.store.acts(account).await?)
    }
}
