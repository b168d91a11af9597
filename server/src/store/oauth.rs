//! OAuth clients, their grants, codes and tokens.

use mantel_model::Rights;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::rights::rights;
use super::sessions::{Holder, holder};
use super::write::{read, transact};
use super::{Result, Store, Write};

const HOUR: i64 = 60 * 60 * 1000;
/// Maximum number of clients that registered and that nobody has allowed yet; the oldest go first.
const MAX_WAITING_CLIENTS: i64 = 5000;
/// Maximum number of connections of an account; those used longest ago end first.
const MAX_GRANTS: i64 = 100;
/// Maximum number of codes of a connection, spent and expired ones included; the oldest are forgotten first.
const MAX_CODES: i64 = 20;
/// Maximum number of valid access tokens of a connection; the oldest end first.
const MAX_ACCESS_TOKENS: i64 = 100;
/// Maximum number of refresh tokens of a connection: unspent ones, of which the oldest end first, and spent ones, of
/// which those used longest ago are forgotten (used again, such a one is refused without ending its family).
const MAX_REFRESH_TOKENS: i64 = 500;
/// A client that registered but was never granted access is deleted after this long, ms.
const UNUSED_RETENTION: i64 = 24 * HOUR;
/// One that had a grant and has no connection left, after this long, ms.
const DISCONNECTED_RETENTION: i64 = 90 * 24 * HOUR;

/// A client as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientRow {
    /// Its id: `c_…`, or the address of its metadata document.
    pub id: String,
    /// Its name as it states it, cleaned.
    pub name: String,
    /// JSON array of redirect addresses.
    pub redirects: String,
    /// Whether it uses refresh tokens.
    pub refresh: bool,
    /// When it registered or was first read, ms.
    pub created_at: i64,
    /// When its metadata document was last read, ms.
    pub read_at: Option<i64>,
}

/// A new grant and its authorization code.
#[derive(Clone, Copy, Debug)]
pub struct NewGrant<'a> {
    /// Who granted access.
    pub account: &'a str,
    /// Id of the grant, if the client has none yet.
    pub grant: &'a str,
    /// The client's id.
    pub client: &'a str,
    /// The client's name.
    pub name: &'a str,
    /// What it may do.
    pub rights: Rights,
    /// Hash of the code.
    pub code: &'a str,
    /// The redirect address that the code is sent to.
    pub redirect: &'a str,
    /// The PKCE challenge.
    pub challenge: &'a str,
    /// The resource that it is for.
    pub resource: &'a str,
    /// The scope.
    pub scope: &'a str,
    /// Now, ms.
    pub now: i64,
    /// When the code expires, ms.
    pub expires_at: i64,
}

/// A code as stored.
#[derive(Clone, Debug)]
pub struct CodeRow {
    /// The id of its grant.
    pub grant: String,
    /// The client that it was issued to.
    pub client: String,
    /// The redirect address that it was sent to.
    pub redirect: String,
    /// The PKCE challenge.
    pub challenge: String,
    /// The resource that it is for.
    pub resource: String,
    /// The scope.
    pub scope: String,
    /// When it expires, ms.
    pub expires_at: i64,
    /// Whether it was used, successfully or not.
    pub spent: bool,
    /// The family of the tokens that were issued for it.
    pub family: Option<String>,
    /// What its grant allows.
    pub rights: Rights,
}

/// A token as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// SHA-256 of the token.
    pub hash: String,
    /// The id of its grant.
    pub grant: String,
    /// Its family: all tokens that descend from one code.
    pub family: String,
    /// Whether it is a refresh token.
    pub refresh: bool,
    /// The resource that it is for.
    pub resource: String,
    /// The scope.
    pub scope: String,
    /// When it expires, ms.
    pub expires_at: i64,
    /// When its family expires at the latest, ms.
    pub family_ends: i64,
    /// For a refresh token: when it was used, and the salt from which its successors were derived.
    pub spent: Option<(i64, String)>,
}

/// A token with what its grant says.
#[derive(Clone, Debug)]
pub struct GrantedToken {
    /// The token.
    pub token: TokenRow,
    /// The client that it was issued to.
    pub client: String,
    /// What the grant allows.
    pub rights: Rights,
}

/// A connection of an account, for its owner.
#[derive(Clone, Debug)]
pub struct GrantRow {
    /// Its id.
    pub id: String,
    /// The client's id.
    pub client: String,
    /// Its name in the history.
    pub name: String,
    /// What it may do.
    pub rights: Rights,
    /// When it was created, ms.
    pub created_at: i64,
    /// When it was last used, ms, to the minute.
    pub used_at: Option<i64>,
    /// When it last tried to publish without permission, ms.
    pub asked_at: Option<i64>,
}

/// A change of the account's page.
#[derive(Clone, Debug)]
pub struct ActRow {
    /// When, ms.
    pub at: i64,
    /// Who did it.
    pub actor: String,
    /// The kind of change in one word.
    pub act: String,
    /// What changed, in one line.
    pub summary: String,
    /// The draft's version after it.
    pub version: i64,
    /// `draft`, `publish`, `unpublish`, `rename` or `delete`.
    pub kind: String,
}

/// The holder of an access token, and the token's claims.
#[derive(Clone, Debug)]
pub struct TokenHolder {
    /// The holder.
    pub holder: Holder,
    /// The resource that it is for.
    pub resource: String,
    /// The scope.
    pub scope: String,
}

fn client(row: &AnyRow) -> sqlx::Result<ClientRow> {
    Ok(ClientRow {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        redirects: row.try_get("redirects")?,
        refresh: row.try_get::<i64, _>("refresh")? != 0,
        created_at: row.try_get("created_at")?,
        read_at: row.try_get("read_at")?,
    })
}

fn code(row: &AnyRow) -> sqlx::Result<CodeRow> {
    Ok(CodeRow {
        grant: row.try_get("grant_id")?,
        client: row.try_get("client_id")?,
        redirect: row.try_get("redirect")?,
        challenge: row.try_get("challenge")?,
        resource: row.try_get("resource")?,
        scope: row.try_get("scope")?,
        expires_at: row.try_get("expires_at")?,
        spent: row.try_get::<Option<i64>, _>("spent_at")?.is_some(),
        family: row.try_get("family")?,
        rights: rights(row)?,
    })
}

fn token(row: &AnyRow) -> sqlx::Result<TokenRow> {
    let spent: Option<i64> = row.try_get("spent_at")?;
    let salt: Option<String> = row.try_get("salt")?;
    Ok(TokenRow {
        hash: row.try_get("hash")?,
        grant: row.try_get("grant_id")?,
        family: row.try_get("family")?,
        refresh: row.try_get::<String, _>("kind")? == "refresh",
        resource: row.try_get("resource")?,
        scope: row.try_get("scope")?,
        expires_at: row.try_get("expires_at")?,
        family_ends: row.try_get("family_ends")?,
        spent: spent.map(|at| (at, salt.unwrap_or_default())),
    })
}

fn grant(row: &AnyRow) -> sqlx::Result<GrantRow> {
    Ok(GrantRow {
        id: row.try_get("id")?,
        client: row.try_get("client_id")?,
        name: row.try_get("name")?,
        rights: rights(row)?,
        created_at: row.try_get("created_at")?,
        used_at: row.try_get("used_at")?,
        asked_at: row.try_get("asked_at")?,
    })
}

fn act(row: &AnyRow) -> sqlx::Result<ActRow> {
    Ok(ActRow {
        at: row.try_get("at")?,
        actor: row.try_get("actor")?,
        act: row.try_get("act")?,
        summary: row.try_get("summary")?,
        version: row.try_get("version")?,
        kind: row.try_get("kind")?,
    })
}

impl Store {
    /// Stores a client that registered, and deletes unused ones.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_client(&self, row: &ClientRow) -> Result<()> {
        transact!(self, |write| {
            let trim = sqlx::query(
                "delete from oauth_clients
            where (used_at is null and created_at < $1)
                or (used_at < $2 and not exists (select 1 from oauth_grants where client_id = oauth_clients.id))",
            );
            trim.bind(row.created_at - UNUSED_RETENTION)
                .bind(row.created_at - DISCONNECTED_RETENTION)
                .execute(&mut *write.tx)
                .await?;
            let surplus = sqlx::query(
                "delete from oauth_clients where used_at is null and id in (
                    select id from oauth_clients where used_at is null
                    order by created_at desc, id limit 1000000 offset $1
                )",
            );
            surplus.bind(MAX_WAITING_CLIENTS - 1).execute(&mut *write.tx).await?;
            put_client(write, row).await?;
            Ok(())
        })
    }

    /// Stores the current content of a client's metadata document.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn save_client_metadata(&self, row: &ClientRow) -> Result<()> {
        transact!(self, |write| {
            put_client(write, row).await?;
            Ok(())
        })
    }

    /// The client with this id.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn client(&self, id: &str) -> Result<Option<ClientRow>> {
        let row =
            read!(sqlx::query("select * from oauth_clients where id = $1").bind(id).fetch_optional(self.pool()?))?;
        Ok(row.as_ref().map(client).transpose()?)
    }

    /// Stores a grant and its code; a client that already has a grant from the account keeps it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_grant(&self, new: &NewGrant<'_>) -> Result<()> {
        transact!(self, |write| {
            // Lock the account's row, so that concurrent calls do not choose the same name.
            let hold = sqlx::query("update accounts set id = id where id = $1");
            hold.bind(new.account).execute(&mut *write.tx).await?;
            for old in
                ["delete from oauth_codes where expires_at < $1", "delete from oauth_tokens where expires_at < $1"]
            {
                sqlx::query(old).bind(new.now - 24 * HOUR).execute(&mut *write.tx).await?;
            }
            // Connections that have ended, or whose tokens have all expired, no longer occupy a name.
            let left = sqlx::query(
                "delete from oauth_grants
                where account_id = $1 and client_id <> $2 and created_at < $3
                    and (ends_at <= $4
                        or not exists (select 1 from oauth_tokens where grant_id = oauth_grants.id and expires_at > $5))",
            );
            let left = left.bind(new.account).bind(new.client).bind(new.now - HOUR).bind(new.now).bind(new.now);
            left.execute(&mut *write.tx).await?;
            let name = free_name(write, new).await?;
            let made = sqlx::query(
                "insert into oauth_grants (id, account_id, client_id, name, access, publish, ends_at, created_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8)
            on conflict (account_id, client_id)
            do update set name = excluded.name, access = excluded.access, publish = excluded.publish,
                ends_at = excluded.ends_at, asked_at = null
            returning id",
            );
            let Rights { access, publish, ends_at } = new.rights;
            let made = made.bind(new.grant).bind(new.account).bind(new.client).bind(name);
            let made = made.bind(access.as_str()).bind(i64::from(publish)).bind(ends_at).bind(new.now);
            let grant: String = made.fetch_one(&mut *write.tx).await?.try_get("id")?;
            // Its open streams learn of an end.
            write.mark_changed(new.account);
            let add = sqlx::query(
                "insert into oauth_codes (hash, grant_id, redirect, challenge, resource, scope, expires_at)
            values ($1, $2, $3, $4, $5, $6, $7)",
            );
            let add = add.bind(new.code).bind(&grant).bind(new.redirect).bind(new.challenge).bind(new.resource);
            add.bind(new.scope).bind(new.expires_at).execute(&mut *write.tx).await?;
            let surplus = sqlx::query(
                "delete from oauth_codes where grant_id = $1 and hash <> $2 and hash in (
                    select hash from oauth_codes where grant_id = $3
                    order by expires_at desc, hash limit 1000000 offset $4
                )",
            );
            let surplus = surplus.bind(&grant).bind(new.code).bind(&grant).bind(MAX_CODES);
            surplus.execute(&mut *write.tx).await?;
            let surplus = sqlx::query(
                "delete from oauth_grants where account_id = $1 and id <> $2 and id in (
                    select id from oauth_grants where account_id = $3
                    order by coalesce(used_at, created_at) desc, id limit 1000000 offset $4
                )",
            );
            let surplus = surplus.bind(new.account).bind(&grant).bind(new.account).bind(MAX_GRANTS);
            surplus.execute(&mut *write.tx).await?;
            let used = sqlx::query("update oauth_clients set used_at = $1 where id = $2");
            used.bind(new.now).bind(new.client).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The code with this hash.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn code(&self, hash: &str) -> Result<Option<CodeRow>> {
        let find = "select c.*, g.client_id, g.access, g.publish, g.ends_at
            from oauth_codes c join oauth_grants g on g.id = c.grant_id where c.hash = $1";
        let row = read!(sqlx::query(find).bind(hash).fetch_optional(self.pool()?))?;
        Ok(row.as_ref().map(code).transpose()?)
    }

    /// Spends a code and stores its tokens, if it is still unspent; without tokens it is only spent.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn spend_code(&self, hash: &str, now: i64, tokens: &[TokenRow]) -> Result<bool> {
        transact!(self, |write| {
            lock_grant(write, tokens.first()).await?;
            let spend = sqlx::query(
                "update oauth_codes set spent_at = $1, family = $2 where hash = $3 and spent_at is null returning hash",
            );
            let family = tokens.first().map(|token| token.family.as_str());
            let first = spend.bind(now).bind(family).bind(hash).fetch_optional(&mut *write.tx).await?.is_some();
            if first {
                put_tokens(write, tokens).await?;
            }
            Ok(first)
        })
    }

    /// The token with this hash, even if it has expired.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn token(&self, hash: &str) -> Result<Option<GrantedToken>> {
        let find = "select t.*, g.client_id, g.access, g.publish, g.ends_at
            from oauth_tokens t join oauth_grants g on g.id = t.grant_id where t.hash = $1";
        let row = read!(sqlx::query(find).bind(hash).fetch_optional(self.pool()?))?;
        let granted = |row: &AnyRow| {
            Ok::<_, sqlx::Error>(GrantedToken {
                token: token(row)?,
                client: row.try_get("client_id")?,
                rights: rights(row)?,
            })
        };
        Ok(row.as_ref().map(granted).transpose()?)
    }

    /// Spends a refresh token and stores its successors, if it is still unspent.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn rotate(&self, hash: &str, salt: &str, now: i64, tokens: &[TokenRow]) -> Result<bool> {
        transact!(self, |write| {
            lock_grant(write, tokens.first()).await?;
            let spend = sqlx::query(
                "update oauth_tokens set spent_at = $1, salt = $2 where hash = $3 and spent_at is null returning hash",
            );
            let first = spend.bind(now).bind(salt).bind(hash).fetch_optional(&mut *write.tx).await?.is_some();
            if first {
                put_tokens(write, tokens).await?;
            }
            Ok(first)
        })
    }

    /// Revokes all tokens that descend from one code.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn revoke_token_family(&self, family: &str) -> Result<()> {
        transact!(self, |write| {
            let hold = sqlx::query_scalar(
                "update oauth_grants set id = id where id in (select grant_id from oauth_tokens where family = $1)
                returning account_id",
            );
            let owner: Option<String> = hold.bind(family).fetch_optional(&mut *write.tx).await?;
            if let Some(owner) = owner {
                write.mark_changed(&owner);
            }
            sqlx::query("delete from oauth_tokens where family = $1").bind(family).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// Revokes one token.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn revoke_token(&self, hash: &str) -> Result<()> {
        transact!(self, |write| {
            let gone = sqlx::query_scalar(
                "delete from oauth_tokens where hash = $1
                returning (select account_id from oauth_grants where id = grant_id)",
            );
            let owner: Option<String> = gone.bind(hash).fetch_optional(&mut *write.tx).await?;
            if let Some(owner) = owner {
                write.mark_changed(&owner);
            }
            Ok(())
        })
    }

    /// The holder of the access token with this hash, unless it has expired.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn holder_of_token(&self, hash: &str, now: i64) -> Result<Option<TokenHolder>> {
        let row = read!(self.find(
            sqlx::query(
                "select g.account_id, a.plan, a.suspended_at, a.suspended_why, a.unverified_email, g.id as credential, g.name, g.created_at,
                coalesce(g.used_at, 0) as seen_at, g.access, g.publish, g.ends_at, t.resource, t.scope
            from oauth_tokens t
                join oauth_grants g on g.id = t.grant_id
                join accounts a on a.id = g.account_id
            where t.hash = $1 and t.kind = 'access' and t.expires_at > $2",
            )
            .bind(hash)
            .bind(now)
        ))?;
        let tokened = |any_row: &AnyRow| {
            Ok::<_, sqlx::Error>(TokenHolder {
                holder: holder(any_row)?,
                resource: any_row.try_get("resource")?,
                scope: any_row.try_get("scope")?,
            })
        };
        Ok(row.as_ref().map(tokened).transpose()?)
    }

    /// Records that a connection was used.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn touch_grant(&self, id: &str, now: i64) -> Result<()> {
        transact!(self, |write| {
            let touch = sqlx::query("update oauth_grants set used_at = $1 where id = $2");
            touch.bind(now).bind(id).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The account's connections that have not ended and still have a valid token, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn grants(&self, account: &str, now: i64) -> Result<Vec<GrantRow>> {
        let rows = read!(
            sqlx::query(
                "select * from oauth_grants g
            where account_id = $1
                and exists (select 1 from oauth_tokens where grant_id = g.id and expires_at > $2 and spent_at is null)
                and (ends_at is null or ends_at > $3)
            order by coalesce(used_at, created_at) desc, id",
            )
            .bind(account)
            .bind(now)
            .bind(now)
            .fetch_all(self.pool()?)
        )?;
        Ok(rows.iter().map(grant).collect::<sqlx::Result<_>>()?)
    }

    /// The account's connection of a client, even if its tokens have expired.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn grant_of_client(&self, account: &str, client: &str) -> Result<Option<GrantRow>> {
        let find = "select * from oauth_grants where account_id = $1 and client_id = $2";
        let row = read!(sqlx::query(find).bind(account).bind(client).fetch_optional(self.pool()?))?;
        Ok(row.as_ref().map(grant).transpose()?)
    }

    /// Deletes a connection with its codes and tokens; returns whether it existed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remove_grant(&self, account: &str, id: &str) -> Result<bool> {
        transact!(self, |write| {
            write.mark_changed(account);
            let gone = sqlx::query("delete from oauth_grants where account_id = $1 and id = $2 returning id");
            let gone = gone.bind(account).bind(id).fetch_optional(&mut *write.tx).await?.is_some();
            Ok(gone)
        })
    }

    /// Sets whether a connection may publish; returns whether it existed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn set_grant_publish(&self, account: &str, id: &str, publish: bool) -> Result<bool> {
        let change =
            "update oauth_grants set publish = $1, asked_at = null where account_id = $2 and id = $3 returning id";
        self.set_publish(change, account, id, publish).await
    }

    /// Sets whether a key may publish; returns whether it existed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn set_key_publish(&self, account: &str, id: &str, publish: bool) -> Result<bool> {
        let change = "update api_keys set publish = $1, asked_at = null where account_id = $2 and id = $3 returning id";
        self.set_publish(change, account, id, publish).await
    }

    async fn set_publish(&self, change: &'static str, account: &str, id: &str, publish: bool) -> Result<bool> {
        transact!(self, |write| {
            let change = sqlx::query(change).bind(i64::from(publish)).bind(account).bind(id);
            let found = change.fetch_optional(&mut *write.tx).await?.is_some();
            Ok(found)
        })
    }

    /// Records that a connection tried to publish without permission.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn note_grant_asked(&self, id: &str, now: i64) -> Result<()> {
        self.note_asked("update oauth_grants set asked_at = $1 where id = $2", id, now).await
    }

    /// Records that a key tried to publish without permission.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn note_key_asked(&self, id: &str, now: i64) -> Result<()> {
        self.note_asked("update api_keys set asked_at = $1 where id = $2", id, now).await
    }

    async fn note_asked(&self, note: &'static str, id: &str, now: i64) -> Result<()> {
        transact!(self, |write| {
            sqlx::query(note).bind(now).bind(id).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// The recent changes of the account's page, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn acts(&self, account: &str) -> Result<Vec<ActRow>> {
        let find =
            "select at, actor, act, summary, version, kind from events where account_id = $1 order by serial desc";
        let rows = read!(sqlx::query(find).bind(account).fetch_all(self.pool()?))?;
        Ok(rows.iter().map(act).collect::<sqlx::Result<_>>()?)
    }
}

/// The client's name, numbered if another connection of the account has it: "Claude", "Claude 2".
async fn free_name(write: &mut Write<'_>, new: &NewGrant<'_>) -> Result<String> {
    let rows = sqlx::query("select name from oauth_grants where account_id = $1 and client_id <> $2");
    let rows = rows.bind(new.account).bind(new.client).fetch_all(&mut *write.tx).await?;
    let taken = rows.iter().map(|row| row.try_get("name")).collect::<sqlx::Result<Vec<String>>>()?;
    let mut names = std::iter::once(new.name.to_owned()).chain((2_u32..).map(|count| format!("{} {count}", new.name)));
    Ok(names.find(|name| !taken.contains(name)).unwrap_or_default())
}

/// Locks the grant's row, so that no tokens are issued while their family is being revoked.
async fn lock_grant(write: &mut Write<'_>, token: Option<&TokenRow>) -> Result<()> {
    let Some(token) = token else { return Ok(()) };
    let hold = sqlx::query("update oauth_grants set id = id where id = $1");
    hold.bind(&token.grant).execute(&mut *write.tx).await?;
    Ok(())
}

async fn put_client(write: &mut Write<'_>, row: &ClientRow) -> Result<()> {
    let put = sqlx::query(
        "insert into oauth_clients (id, name, redirects, refresh, created_at, read_at) values ($1, $2, $3, $4, $5, $6)
        on conflict (id) do update
        set name = excluded.name, redirects = excluded.redirects, refresh = excluded.refresh, read_at = excluded.read_at",
    );
    let put = put.bind(&row.id).bind(&row.name).bind(&row.redirects).bind(i64::from(row.refresh));
    put.bind(row.created_at).bind(row.read_at).execute(&mut *write.tx).await?;
    Ok(())
}

async fn put_tokens(write: &mut Write<'_>, tokens: &[TokenRow]) -> Result<()> {
    for token in tokens {
        let put = sqlx::query(
            "insert into oauth_tokens (hash, grant_id, family, kind, resource, scope, expires_at, family_ends)
            values ($1, $2, $3, $4, $5, $6, $7, $8)",
        );
        let put = put.bind(&token.hash).bind(&token.grant).bind(&token.family);
        let put = put.bind(if token.refresh { "refresh" } else { "access" }).bind(&token.resource).bind(&token.scope);
        put.bind(token.expires_at).bind(token.family_ends).execute(&mut *write.tx).await?;
    }
    let Some(grant) = tokens.first().map(|token| token.grant.as_str()) else { return Ok(()) };
    for (surplus, most) in [
        (
            "delete from oauth_tokens where hash in (
                select hash from oauth_tokens where grant_id = $1 and kind = 'access'
                order by expires_at desc, hash limit 1000000 offset $2
            )",
            MAX_ACCESS_TOKENS,
        ),
        (
            "delete from oauth_tokens where hash in (
                select hash from oauth_tokens where grant_id = $1 and kind = 'refresh' and spent_at is null
                order by expires_at desc, hash limit 1000000 offset $2
            )",
            MAX_REFRESH_TOKENS,
        ),
        (
            "delete from oauth_tokens where hash in (
                select hash from oauth_tokens where grant_id = $1 and kind = 'refresh' and spent_at is not null
                order by spent_at desc, hash limit 1000000 offset $2
            )",
            MAX_REFRESH_TOKENS,
        ),
    ] {
        sqlx::query(surplus).bind(grant).bind(most).execute(&mut *write.tx).await?;
    }
    Ok(())
}
