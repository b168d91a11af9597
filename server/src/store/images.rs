//! Which account has which pictures.

use sqlx::Row;

use super::write::{read, transact};
use super::{Result, Store};

/// A picture to record.
#[derive(Clone, Copy, Debug)]
pub struct NewPicture<'a> {
    /// Its hash, which is its name.
    pub hash: &'a str,
    /// Its media type.
    pub kind: &'a str,
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// Its size, bytes.
    pub bytes: i64,
}

/// The limits of an account.
#[derive(Clone, Copy, Debug)]
pub struct PictureQuota {
    /// Number of pictures.
    pub count: i64,
    /// Total size, bytes.
    pub bytes: i64,
}

impl Store {
    /// Whether the account has the picture.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_picture(&self, account: &str, hash: &str) -> Result<bool> {
        let find = "select 1 from pictures where account_id = $1 and hash = $2";
        let row = read!(sqlx::query(find).bind(account).bind(hash).fetch_optional(self.pool()?))?;
        Ok(row.is_some())
    }

    /// The next hashes of uploaded pictures after this one, in order, each once, at most 500.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn pictures_after(&self, hash: &str) -> Result<Vec<String>> {
        let next = "select distinct hash from pictures where hash > $1 order by hash limit 500";
        read!(sqlx::query_scalar(next).bind(hash).fetch_all(self.pool()?))
    }

    /// The next hashes of pictures that may be in the blob store after this one, in order, at most 500: uploaded and
    /// remote ones.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn shelved_after(&self, hash: &str) -> Result<Vec<String>> {
        let next = "select hash from (
                select hash from pictures union select hash from far_pictures where hash is not null
            ) shelved
            where hash > $1 order by hash limit 500";
        read!(sqlx::query_scalar(next).bind(hash).fetch_all(self.pool()?))
    }

    /// Whether any account has uploaded the picture.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_uploaded(&self, hash: &str) -> Result<bool> {
        let find = "select 1 from pictures where hash = $1 limit 1";
        let row = read!(sqlx::query(find).bind(hash).fetch_optional(self.pool()?))?;
        Ok(row.is_some())
    }

    /// How many pictures the account has, and how many bytes they take.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn picture_usage(&self, account: &str) -> Result<(i64, i64)> {
        let find = "select count(*) as count, cast(coalesce(sum(bytes), 0) as bigint) as bytes
            from pictures where account_id = $1";
        let used = read!(sqlx::query(find).bind(account).fetch_one(self.pool()?))?;
        Ok((used.try_get("count")?, used.try_get("bytes")?))
    }

    /// The pictures that only suspended accounts have.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn blocked_pictures(&self) -> Result<Vec<String>> {
        let find = "select distinct p.hash from accounts a
                join pictures p on p.account_id = a.id
            where a.suspended_at is not null and not exists (
                select 1 from pictures other
                    join accounts b on b.id = other.account_id
                where other.hash = p.hash and b.suspended_at is null
            )";
        read!(sqlx::query_scalar(find).fetch_all(self.pool()?))
    }

    /// Records that the account has a picture, if its quota allows; returns whether it has it now.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_picture(
        &self,
        account: &str,
        new: &NewPicture<'_>,
        quota: PictureQuota,
        now: i64,
    ) -> Result<bool> {
        transact!(self, |write| {
            // Lock the account's row, so that concurrent uploads are counted one after the other.
            let hold = sqlx::query("update accounts set id = id where id = $1");
            hold.bind(account).execute(&mut *write.tx).await?;
            let has = sqlx::query("select 1 from pictures where account_id = $1 and hash = $2");
            if has.bind(account).bind(new.hash).fetch_optional(&mut *write.tx).await?.is_some() {
                return Ok(true);
            }
            let used = sqlx::query(
                "select count(*) as count, cast(coalesce(sum(bytes), 0) as bigint) as bytes from pictures where account_id = $1",
            );
            let used = used.bind(account).fetch_one(&mut *write.tx).await?;
            let (count, bytes): (i64, i64) = (used.try_get("count")?, used.try_get("bytes")?);
            if count >= quota.count || bytes.saturating_add(new.bytes) > quota.bytes {
                return Ok(false);
            }
            let add = sqlx::query(
                "insert into pictures (account_id, hash, kind, width, height, bytes, created_at) values ($1, $2, $3, $4, $5, $6, $7)",
            );
            let add =
                add.bind(account).bind(new.hash).bind(new.kind).bind(i64::from(new.width)).bind(i64::from(new.height));
            add.bind(new.bytes).bind(now).execute(&mut *write.tx).await?;
            Ok(true)
        })
    }
}
