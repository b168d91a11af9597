//! Remote images: the last result of each address.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, Row};

use super::write::{read, transact};
use super::{Result, Store};

/// Addresses per query.
const AT_ONCE: usize = 500;

/// The state of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteImage {
    /// The hash of the last image fetched from it, if any.
    pub hash: Option<String>,
    /// When to fetch again, ms.
    pub next_at: i64,
    /// Number of consecutive failures.
    pub failures: i64,
    /// When it was last requested, ms, to within a day.
    pub asked_at: i64,
}

impl Store {
    /// The state of an address, if it is known.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remote_image(&self, source: &str) -> Result<Option<RemoteImage>> {
        let find = "select hash, next_at, failures, asked_at from far_pictures where source = $1";
        let row = read!(sqlx::query(find).bind(source).fetch_optional(self.pool()?))?;
        let known = |row: sqlx::any::AnyRow| -> sqlx::Result<RemoteImage> {
            Ok(RemoteImage {
                hash: row.try_get("hash")?,
                next_at: row.try_get("next_at")?,
                failures: row.try_get("failures")?,
                asked_at: row.try_get("asked_at")?,
            })
        };
        Ok(row.map(known).transpose()?)
    }

    /// The last image of each address, `None` where none could be fetched; addresses never requested are left out.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn far_pictures(&self, sources: &[&str]) -> Result<HashMap<String, Option<String>>> {
        let mut found = HashMap::new();
        for some in sources.chunks(AT_ONCE) {
            let places = (1..=some.len()).map(|item| format!("${item}")).collect::<Vec<_>>().join(", ");
            let find = format!("select source, hash from far_pictures where source in ({places})");
            let query_of = || some.iter().fold(sqlx::query(AssertSqlSafe(find.clone())), |query, it| query.bind(*it));
            for row in read!(query_of().fetch_all(self.pool()?))? {
                found.insert(row.try_get("source")?, row.try_get("hash")?);
            }
        }
        Ok(found)
    }

    /// Records the state of an address.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn record_remote_image(&self, source: &str, it: &RemoteImage) -> Result<()> {
        transact!(self, |write| {
            let note = sqlx::query(
                "insert into far_pictures (source, hash, next_at, failures, asked_at) values ($1, $2, $3, $4, $5)
                on conflict (source) do update set hash = excluded.hash, next_at = excluded.next_at,
                    failures = excluded.failures, asked_at = excluded.asked_at",
            );
            let note = note.bind(source).bind(it.hash.as_deref()).bind(it.next_at).bind(it.failures).bind(it.asked_at);
            note.execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// Records whose pages addresses with this pseudonym belong to.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn record_picture_owner(&self, owner: &str, account: &str) -> Result<()> {
        if self.picture_owner(owner).await?.is_some() {
            return Ok(());
        }
        transact!(self, |write| {
            // An account that was deleted meanwhile has no addresses any more.
            let note = sqlx::query(
                "insert into picture_owners (owner, account_id) select $1, id from accounts where id = $2
                on conflict (owner) do nothing",
            );
            note.bind(owner).bind(account).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The account whose pages addresses with this pseudonym belong to, while it exists.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn picture_owner(&self, owner: &str) -> Result<Option<String>> {
        let find = "select account_id from picture_owners where owner = $1";
        read!(sqlx::query_scalar(find).bind(owner).fetch_optional(self.pool()?))
    }

    /// Has these addresses deleted soon, unless somebody requests them: counts as if each was last requested at `at`.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn age_remote_images(&self, sources: &[String], at: i64) -> Result<()> {
        transact!(self, |write| {
            for source in sources {
                let age = sqlx::query("update far_pictures set asked_at = $1 where source = $2 and asked_at > $3");
                age.bind(at).bind(source).bind(at).execute(&mut *write.tx).await?;
            }
            Ok(())
        })
    }

    /// Deletes addresses that nobody has requested since `before`; returns the hashes of their images, each once.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remove_remote_images(&self, before: i64) -> Result<Vec<String>> {
        transact!(self, |write| {
            let forget =
                sqlx::query_scalar::<_, Option<String>>("delete from far_pictures where asked_at < $1 returning hash");
            let mut gone: Vec<String> =
                forget.bind(before).fetch_all(&mut *write.tx).await?.into_iter().flatten().collect();
            gone.sort_unstable();
            gone.dedup();
            Ok(gone)
        })
    }

    /// Whether a picture belongs to an account or to a remote address.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn picture_is_wanted(&self, hash: &str) -> Result<bool> {
        let find =
            "select 1 from pictures where hash = $1 union all select 1 from far_pictures where hash = $1 limit 1";
        let row = read!(sqlx::query(find).bind(hash).fetch_optional(self.pool()?))?;
        Ok(row.is_some())
    }

    /// Removes from their accounts the pictures uploaded before `before` that the account's page does not use, live, as
    /// a draft or in its history; returns their hashes, at most 200.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn drop_unused_pictures(&self, before: i64) -> Result<Vec<String>> {
        transact!(self, |write| {
            let unused = sqlx::query(
                "select account_id, hash from pictures
                where created_at < $1
                    and not exists (select 1 from pages where pages.account_id = pictures.account_id
                        and (pages.draft like '%' || pictures.hash || '%' or pages.published like '%' || pictures.hash || '%'))
                    and not exists (select 1 from history where history.account_id = pictures.account_id
                        and history.draft like '%' || pictures.hash || '%')
                    and not exists (select 1 from history_snapshots s where s.account_id = pictures.account_id
                        and s.draft like '%' || pictures.hash || '%')
                limit 200",
            );
            let unused = unused.bind(before).fetch_all(&mut *write.tx).await?;
            let mut gone = Vec::new();
            for row in unused {
                let (account, hash): (String, String) = (row.try_get("account_id")?, row.try_get("hash")?);
                let drop = sqlx::query("delete from pictures where account_id = $1 and hash = $2");
                drop.bind(account).bind(&hash).execute(&mut *write.tx).await?;
                gone.push(hash);
            }
            Ok(gone)
        })
    }
}
