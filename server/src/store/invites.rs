//! Invitations.

use super::write::transact;
use super::{Result, Store};

impl Store {
    /// Stores an invitation by its hash.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_invite(&self, hash: &str, now: i64) -> Result<()> {
        transact!(self, |write| {
            let add = sqlx::query("insert into invites (hash, created_at) values ($1, $2)");
            add.bind(hash).bind(now).execute(&mut *write.tx).await?;
            Ok(())
        })
    }
}
