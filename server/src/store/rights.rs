//! The rights of keys and connections: read, and narrowed by their owner.

use mantel_model::{Access, Rights};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::write::transact;
use super::{Result, Store};

/// What became of the wish to narrow rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrowed {
    /// They are narrowed.
    Done,
    /// They would be wider than they are; nothing was changed.
    Wider,
    /// The account has no such key or connection.
    Unknown,
}

/// The rights in the columns `access`, `publish` and `ends_at`; an access that is unknown here is the narrowest.
pub(super) fn rights(row: &AnyRow) -> sqlx::Result<Rights> {
    Ok(Rights {
        access: Access::parse(row.try_get("access")?).unwrap_or(Access::Read),
        publish: row.try_get::<i64, _>("publish")? != 0,
        ends_at: row.try_get("ends_at")?,
    })
}

impl Store {
    /// Narrows the access of a key to that of `to`, and its end. Whether it may publish stays.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn narrow_key(&self, account: &str, id: &str, to: Rights) -> Result<Narrowed> {
        let hold = "update api_keys set id = id where account_id = $1 and id = $2 returning access, publish, ends_at";
        self.narrow(hold, "update api_keys set access = $1, ends_at = $2 where id = $3", account, id, to).await
    }

    /// Narrows the access of a connection to that of `to`, and its end. Whether it may publish stays.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn narrow_grant(&self, account: &str, id: &str, to: Rights) -> Result<Narrowed> {
        let hold =
            "update oauth_grants set id = id where account_id = $1 and id = $2 returning access, publish, ends_at";
        self.narrow(hold, "update oauth_grants set access = $1, ends_at = $2 where id = $3", account, id, to).await
    }

    /// `hold` locks the row and returns its rights, so that concurrent calls can't widen each other's.
    async fn narrow(
        &self,
        hold: &'static str,
        change: &'static str,
        account: &str,
        id: &str,
        to: Rights,
    ) -> Result<Narrowed> {
        transact!(self, |write| {
            let row = sqlx::query(hold).bind(account).bind(id).fetch_optional(&mut *write.tx).await?;
            let Some(row) = row else { return Ok(Narrowed::Unknown) };
            if !to.is_within(rights(&row)?) {
                return Ok(Narrowed::Wider);
            }
            let change = sqlx::query(change).bind(to.access.as_str()).bind(to.ends_at).bind(id);
            change.execute(&mut *write.tx).await?;
            // Wakes its event streams, so that they learn of the end.
            write.mark_changed(account);
            Ok(Narrowed::Done)
        })
    }
}
