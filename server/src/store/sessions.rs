//! Browser sessions, their ten-minute bearer tokens, and the holders of credentials.

use mantel_model::Rights;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::rights::rights;
use super::write::{read, transact};
use super::{Result, Store, accounts};

/// Maximum number of sessions of an account; those used longest ago end first.
const MAX_SESSIONS: i64 = 100;
/// Maximum number of bearer tokens of a session; the oldest end first.
const MAX_BEARERS: i64 = 100;

/// The account behind a credential.
#[derive(Clone, Debug)]
pub struct Holder {
    /// Its id.
    pub account: String,
    /// `free` or `pro`.
    pub plan: String,
    /// Why its page was taken down, while it is.
    pub suspended: Option<String>,
    /// Whether its address is verified.
    pub verified: bool,
    /// For a key: its id. For a session: its hash.
    pub credential: String,
    /// For a key: its name.
    pub name: String,
    /// When the credential was created, ms.
    pub created_at: i64,
    /// When it was last used, ms.
    pub seen_at: i64,
    /// What it may do.
    pub rights: Rights,
}

/// A session to store.
#[derive(Clone, Copy, Debug)]
pub struct NewSession<'a> {
    /// Hash of its cookie.
    pub hash: &'a str,
    /// Whose it is.
    pub account: &'a str,
    /// The browser's user agent.
    pub agent: &'a str,
}

/// A session as its owner sees it.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// Hash of its cookie.
    pub hash: String,
    /// The browser's user agent; empty where it was not recorded.
    pub agent: String,
    /// When it signed in, ms.
    pub created_at: i64,
    /// When it was last used, ms, to within ten minutes.
    pub seen_at: i64,
}

fn session(row: &AnyRow) -> sqlx::Result<SessionRow> {
    Ok(SessionRow {
        hash: row.try_get("hash")?,
        agent: row.try_get("agent")?,
        created_at: row.try_get("created_at")?,
        seen_at: row.try_get("seen_at")?,
    })
}

pub(super) fn holder(row: &AnyRow) -> sqlx::Result<Holder> {
    Ok(Holder {
        account: row.try_get("account_id")?,
        plan: row.try_get("plan")?,
        suspended: accounts::suspended(row)?,
        verified: row.try_get::<Option<String>, _>("unverified_email")?.is_none(),
        credential: row.try_get("credential")?,
        name: row.try_get("name")?,
        created_at: row.try_get("created_at")?,
        seen_at: row.try_get("seen_at")?,
        rights: rights(row)?,
    })
}

impl Store {
    /// The holder of the API key with this hash.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn holder_of_key(&self, hash: &str) -> Result<Option<Holder>> {
        let row = read!(self.find(
            sqlx::query(
                "select k.account_id, a.plan, a.suspended_at, a.suspended_why, a.unverified_email, k.id as credential, k.name, k.created_at,
                coalesce(k.used_at, 0) as seen_at, k.access, k.publish, k.ends_at
            from api_keys k join accounts a on a.id = k.account_id
            where k.hash = $1",
            )
            .bind(hash)
        ))?;
        Ok(row.as_ref().map(holder).transpose()?)
    }

    /// The holder of the session with this hash.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn holder_of_session(&self, hash: &str) -> Result<Option<Holder>> {
        let row = read!(self.find(
            sqlx::query(
                "select s.account_id, a.plan, a.suspended_at, a.suspended_why, a.unverified_email, s.hash as credential,
                coalesce(a.unverified_email, a.email) as name,
                s.created_at, s.seen_at, cast('edit' as text) as access, cast(1 as bigint) as publish,
                cast(null as bigint) as ends_at
            from sessions s join accounts a on a.id = s.account_id
            where s.hash = $1",
            )
            .bind(hash)
        ))?;
        Ok(row.as_ref().map(holder).transpose()?)
    }

    /// The holder of the bearer token with this hash, unless it has expired.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn holder_of_bearer(&self, hash: &str, now: i64) -> Result<Option<Holder>> {
        let row = read!(self.find(
            sqlx::query(
                "select s.account_id, a.plan, a.suspended_at, a.suspended_why, a.unverified_email, s.hash as credential,
                coalesce(a.unverified_email, a.email) as name,
                s.created_at, s.seen_at, cast('edit' as text) as access, cast(1 as bigint) as publish,
                cast(null as bigint) as ends_at
            from bearers b
                join sessions s on s.hash = b.session_hash
                join accounts a on a.id = s.account_id
            where b.hash = $1 and b.expires_at > $2",
            )
            .bind(hash)
            .bind(now)
        ))?;
        Ok(row.as_ref().map(holder).transpose()?)
    }

    /// Stores a session, and deletes those last used before `idle_before` and the account's surplus ones.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_session(&self, new: &NewSession<'_>, now: i64, idle_before: i64) -> Result<()> {
        transact!(self, |write| {
            sqlx::query("delete from sessions where seen_at < $1").bind(idle_before).execute(&mut *write.tx).await?;
            let add = sqlx::query(
                "insert into sessions (hash, account_id, agent, created_at, seen_at) values ($1, $2, $3, $4, $5)",
            );
            let add = add.bind(new.hash).bind(new.account).bind(new.agent).bind(now).bind(now);
            add.execute(&mut *write.tx).await?;
            let surplus = sqlx::query(
                "delete from sessions where account_id = $1 and hash <> $2 and hash in (
                    select hash from sessions where account_id = $3
                    order by seen_at desc, created_at desc, hash limit 1000000 offset $4
                )",
            );
            let surplus = surplus.bind(new.account).bind(new.hash).bind(new.account).bind(MAX_SESSIONS);
            surplus.execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The account's sessions that were last used and created after these times.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn sessions(&self, account: &str, seen_after: i64, made_after: i64) -> Result<Vec<SessionRow>> {
        let list = "select hash, agent, created_at, seen_at from sessions
            where account_id = $1 and seen_at > $2 and created_at > $3";
        let rows = read!(sqlx::query(list).bind(account).bind(seen_after).bind(made_after).fetch_all(self.pool()?))?;
        Ok(rows.iter().map(session).collect::<sqlx::Result<_>>()?)
    }

    /// Ends one of the account's sessions; returns whether it existed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remove_one_session(&self, account: &str, hash: &str) -> Result<bool> {
        transact!(self, |write| {
            write.mark_changed(account);
            let gone = sqlx::query("delete from sessions where account_id = $1 and hash = $2 returning hash");
            Ok(gone.bind(account).bind(hash).fetch_optional(&mut *write.tx).await?.is_some())
        })
    }

    /// Ends all of the account's sessions but one.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remove_other_sessions(&self, account: &str, hash: &str) -> Result<()> {
        transact!(self, |write| {
            write.mark_changed(account);
            let gone = sqlx::query("delete from sessions where account_id = $1 and hash <> $2");
            gone.bind(account).bind(hash).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// Records that a session was used.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn touch_session(&self, hash: &str, now: i64) -> Result<()> {
        transact!(self, |write| {
            let touch = sqlx::query("update sessions set seen_at = $1 where hash = $2");
            touch.bind(now).bind(hash).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// Ends a session and its bearer tokens.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remove_session(&self, hash: &str) -> Result<()> {
        transact!(self, |write| {
            let gone = sqlx::query("delete from sessions where hash = $1 returning account_id");
            if let Some(row) = gone.bind(hash).fetch_optional(&mut *write.tx).await? {
                write.mark_changed(row.try_get("account_id")?);
            }
            Ok(())
        })
    }

    /// Stores a bearer token of a session by its hash, and deletes expired ones and the session's surplus ones.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_bearer(&self, hash: &str, session: &Holder, now: i64, expires_at: i64) -> Result<()> {
        transact!(self, |write| {
            sqlx::query("delete from bearers where expires_at <= $1").bind(now).execute(&mut *write.tx).await?;
            let add =
                sqlx::query("insert into bearers (hash, session_hash, account_id, expires_at) values ($1, $2, $3, $4)");
            let add = add.bind(hash).bind(&session.credential).bind(&session.account).bind(expires_at);
            add.execute(&mut *write.tx).await?;
            let surplus = sqlx::query(
                "delete from bearers where session_hash = $1 and hash <> $2 and hash in (
                    select hash from bearers where session_hash = $3
                    order by expires_at desc, hash limit 1000000 offset $4
                )",
            );
            let surplus = surplus.bind(&session.credential).bind(hash).bind(&session.credential).bind(MAX_BEARERS);
            surplus.execute(&mut *write.tx).await?;
            Ok(())
        })
    }
}
