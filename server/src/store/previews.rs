//! The private link to each page's draft.

use sqlx::Row;
use subtle::ConstantTimeEq;

use super::page_row::PageRow;
use super::pages::{page_columns, with_facts};
use super::write::{read, transact};
use super::{Result, Store};

/// How many characters of a link's secret are used for the lookup; the rest is compared in constant time.
const START: usize = 12;

/// A private link as stored.
#[derive(Clone, Debug)]
pub struct PreviewRow {
    /// The last part of its address.
    pub secret: String,
    /// When it was made, ms.
    pub created_at: i64,
}

impl Store {
    /// The link to the account's draft, if there is one.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn preview(&self, account: &str) -> Result<Option<PreviewRow>> {
        let find = "select secret, created_at from previews where account_id = $1";
        let row = read!(sqlx::query(find).bind(account).fetch_optional(self.pool()?))?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(PreviewRow { secret: row.try_get("secret")?, created_at: row.try_get("created_at")? }))
    }

    /// Creates the link to the account's draft, replacing an existing one; returns whether there is a page.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn put_preview(&self, account: &str, new: &PreviewRow) -> Result<bool> {
        transact!(self, |write| {
            let put = sqlx::query(
                "insert into previews (account_id, secret, created_at)
            select account_id, $1, $2 from pages where account_id = $3
            on conflict (account_id) do update set secret = excluded.secret, created_at = excluded.created_at
            returning account_id",
            );
            let put = put.bind(&new.secret).bind(new.created_at).bind(account);
            Ok(put.fetch_optional(&mut *write.tx).await?.is_some())
        })
    }

    /// Deletes the link to the account's draft.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remove_preview(&self, account: &str) -> Result<()> {
        transact!(self, |write| {
            sqlx::query("delete from previews where account_id = $1").bind(account).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The page that a link shows; none for a suspended account.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn page_previewed(&self, secret: &str) -> Result<Option<PageRow>> {
        let Some(start) = secret.get(..START) else { return Ok(None) };
        let find = concat!(
            "select ",
            page_columns!(),
            ", v.secret from previews v
                join pages p on p.account_id = v.account_id
                join accounts a on a.id = v.account_id
            where substr(v.secret, 1, 12) = $1 and a.suspended_at is null"
        );
        let mut connection = self.pool()?.acquire().await?;
        let row = read!(sqlx::query(find).bind(start).fetch_optional(&mut *connection))?;
        let Some(row) = row else { return Ok(None) };
        let kept: String = row.try_get("secret")?;
        if !bool::from(kept.as_bytes().ct_eq(secret.as_bytes())) {
            return Ok(None);
        }
        with_facts(&mut connection, Some(row)).await
    }
}
