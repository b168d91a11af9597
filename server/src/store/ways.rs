//! The named ways to each page.

use sqlx::Row;

use super::write::{read, transact};
use super::{Result, Store};

/// A named way as stored.
#[derive(Clone, Debug)]
pub struct WayRow {
    /// The word after the plus.
    pub name: String,
    /// When it was named, ms.
    pub created_at: i64,
}

/// What became of a way that was to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedWay {
    /// It is new.
    New,
    /// The page had it before.
    Known,
    /// The page has as many as it may have.
    TooMany,
    /// The account has no page.
    NoPage,
}

impl Store {
    /// The ways of the account's page, in the order in which they were named.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn ways(&self, account: &str) -> Result<Vec<WayRow>> {
        let find = "select name, created_at from ways where account_id = $1 order by created_at, name";
        let rows = read!(sqlx::query(find).bind(account).fetch_all(self.pool()?))?;
        let way =
            |row: &sqlx::any::AnyRow| Ok(WayRow { name: row.try_get("name")?, created_at: row.try_get("created_at")? });
        Ok(rows.iter().map(way).collect::<sqlx::Result<_>>()?)
    }

    /// Adds a way to the account's page, unless it already has `most`.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_way(&self, account: &str, way: &WayRow, most: usize) -> Result<AddedWay> {
        transact!(self, |write| {
            // Lock the page's row, so that concurrent calls are counted one after the other.
            let hold =
                sqlx::query("update pages set account_id = account_id where account_id = $1 returning account_id");
            if hold.bind(account).fetch_optional(&mut *write.tx).await?.is_none() {
                return Ok(AddedWay::NoPage);
            }
            let names = sqlx::query_scalar::<_, String>("select name from ways where account_id = $1");
            let names = names.bind(account).fetch_all(&mut *write.tx).await?;
            if names.contains(&way.name) {
                return Ok(AddedWay::Known);
            }
            if names.len() >= most {
                return Ok(AddedWay::TooMany);
            }
            let add = sqlx::query("insert into ways (account_id, name, created_at) values ($1, $2, $3)");
            add.bind(account).bind(&way.name).bind(way.created_at).execute(&mut *write.tx).await?;
            Ok(AddedWay::New)
        })
    }

    /// Removes a way of the account's page; returns whether it was there.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remove_way(&self, account: &str, name: &str) -> Result<bool> {
        transact!(self, |write| {
            let gone = sqlx::query("delete from ways where account_id = $1 and name = $2 returning name");
            Ok(gone.bind(account).bind(name).fetch_optional(&mut *write.tx).await?.is_some())
        })
    }
}
