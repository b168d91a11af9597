//! Who is calling: keys, bearer tokens and browser sessions (decisions, Credential lifetimes).

use super::caller::{Bearer, Caller, Credential};
use super::error::{Error, Result};
use super::handle::Service;
use super::oauth::scope;
use super::rights::within;
use super::secret::{self, Kind};
use crate::store::{Holder, NewSession, SessionRow, TokenHolder};

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
/// A session expires this long after it was last used, ms.
pub(super) const IDLE: i64 = 14 * DAY;
/// And this long after sign-in at the latest, ms.
pub(super) const LIFE: i64 = 90 * DAY;
/// Lifetime of a bearer token, ms.
const BEARER: i64 = 10 * MINUTE;
/// One sentence for every invalid credential.
pub(super) const REFUSED: &str = "The credential is not good: it is mistyped, was revoked or has ended. Make a new API key under Agents, or have the app sign in again with OAuth.";
/// `seen_at` is written again once it is older than this, ms.
const SEEN_AT_PRECISION: i64 = 10 * MINUTE;

/// A signed-in browser.
#[derive(Clone, Debug)]
pub struct Session {
    /// Who it is.
    pub caller: Caller,
    /// The account's address.
    pub email: String,
    holder: Holder,
}

impl Session {
    /// The session's id among the account's sessions.
    pub fn id(&self) -> &str {
        &self.holder.credential
    }
}

impl Service {
    /// The caller behind a bearer credential of the API: a key, an OAuth access token, or a browser's bearer token.
    /// Cookies are ignored.
    ///
    /// # Errors
    /// `Unauthorized` for an invalid credential, `InsufficientScope` for one whose scope does not cover the API.
    pub async fn caller(&self, bearer: &str) -> Result<Caller> {
        let kind = Kind::BEARERS.into_iter().find(|kind| secret::well_formed(*kind, bearer));
        let kind = kind.ok_or(Error::Unauthorized(REFUSED))?;
        let fingerprint = secret::fingerprint(bearer);
        self.caller_behind(Bearer { kind, hash: secret::hash(bearer) }, Some(&fingerprint)).await
    }

    /// The caller behind a bearer credential whose hash is known; its fingerprint where it was sent just now.
    ///
    /// # Errors
    /// Those of [`Service::caller`].
    pub(super) async fn caller_behind(&self, bearer: Bearer, fingerprint: Option<&str>) -> Result<Caller> {
        let (store, now) = (&self.inner.store, self.now());
        let caller = match bearer.kind {
            Kind::Key => {
                let found = store.holder_of_key(&bearer.hash).await?;
                let holder = found.filter(|holder| !holder.rights.ended(now)).ok_or(Error::Unauthorized(REFUSED))?;
                if let Some(fingerprint) = fingerprint
                    && now - holder.seen_at > MINUTE
                {
                    store.touch_key(&holder.credential, fingerprint, now).await?;
                }
                let actor = format!("key:{}", holder.name);
                self.caller_of(&holder, Credential::Key(holder.credential.clone()), actor)
            }
            Kind::Access => self.client_caller(&bearer.hash, now).await?,
            Kind::Bearer => {
                let found = store.holder_of_bearer(&bearer.hash, now).await?;
                let holder = found.filter(|holder| is_alive(holder, now)).ok_or(Error::Unauthorized(REFUSED))?;
                self.caller_of(&holder, Credential::Session(holder.credential.clone()), "owner".to_owned())
            }
            _ => return Err(Error::Unauthorized(REFUSED)),
        };
        Ok(Caller { bearer: Some(bearer), ..caller })
    }

    /// The caller behind the OAuth access token with this hash.
    async fn client_caller(&self, hash: &str, now: i64) -> Result<Caller> {
        let found = self.inner.store.holder_of_token(hash, now).await?;
        // A token for another service, or for this one at another address, is not valid here (RFC 8707).
        let found = found.filter(|account| self.inner.audience.is_ours(&account.resource));
        let found = found.filter(|found| !found.holder.rights.ended(now));
        let TokenHolder { mut holder, scope, .. } = found.ok_or(Error::Unauthorized(REFUSED))?;
        holder.rights = within(holder.rights, scope::access(&scope).ok_or(Error::InsufficientScope)?);
        if now - holder.seen_at > MINUTE {
            self.inner.store.touch_grant(&holder.credential, now).await?;
        }
        let actor = format!("client:{}", holder.name);
        Ok(self.caller_of(&holder, Credential::Client(holder.credential.clone()), actor))
    }

    /// Signs a browser in: a new session with a new id, whatever session the browser had before. `agent` is its user
    /// agent.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn create_session(&self, account: &str, agent: &str) -> Result<String> {
        let cookie = secret::generate(Kind::Session);
        let now = self.now();
        let new = NewSession { hash: &secret::hash(&cookie), account, agent };
        self.inner.store.add_session(&new, now, now - IDLE).await?;
        Ok(cookie)
    }

    /// The session of a cookie, unless it has expired.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn session(&self, cookie: &str) -> Result<Option<Session>> {
        if !secret::well_formed(Kind::Session, cookie) {
            return Ok(None);
        }
        let now = self.now();
        let found = self.inner.store.holder_of_session(&secret::hash(cookie)).await?;
        let Some(holder) = found.filter(|holder| is_alive(holder, now)) else { return Ok(None) };
        if now - holder.seen_at > SEEN_AT_PRECISION {
            self.inner.store.touch_session(&holder.credential, now).await?;
        }
        let caller = self.caller_of(&holder, Credential::Session(holder.credential.clone()), "owner".to_owned());
        Ok(Some(Session { caller, email: holder.name.clone(), holder }))
    }

    /// Signs a browser out.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn end_session(&self, cookie: &str) -> Result<()> {
        Ok(self.inner.store.remove_session(&secret::hash(cookie)).await?)
    }

    /// The browsers that the account is signed in with.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn sessions(&self, account: &str) -> Result<Vec<SessionRow>> {
        let now = self.now();
        Ok(self.inner.store.sessions(account, now - IDLE, now - LIFE).await?)
    }

    /// Signs one of the account's browsers out.
    ///
    /// # Errors
    /// `Unknown` when the session does not exist (any more).
    pub async fn end_one_session(&self, account: &str, id: &str) -> Result<()> {
        let found = self.inner.store.remove_one_session(account, id).await?;
        if found { Ok(()) } else { Err(Error::Unknown("session")) }
    }

    /// Signs all of the account's browsers out but this one.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn end_other_sessions(&self, session: &Session) -> Result<()> {
        Ok(self.inner.store.remove_other_sessions(&session.caller.account, session.id()).await?)
    }

    /// Creates an API bearer token, valid for ten minutes but no longer than the session; returns the secret and its
    /// expiry (ms).
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn make_bearer(&self, session: &Session) -> Result<(String, i64)> {
        let bearer = secret::generate(Kind::Bearer);
        let now = self.now();
        self.inner.store.add_bearer(&secret::hash(&bearer), &session.holder, now, now + BEARER).await?;
        Ok((bearer, now + BEARER))
    }

    fn caller_of(&self, holder: &Holder, credential: Credential, actor: String) -> Caller {
        Caller {
            account: holder.account.clone(),
            pro: holder.plan == "pro",
            suspended: holder.suspended.clone(),
            verified: holder.verified || !self.inner.verifies_email,
            rights: holder.rights,
            credential_since: holder.created_at,
            credential,
            bearer: None,
            actor,
        }
    }
}

fn is_alive(holder: &Holder, now: i64) -> bool {
    now - holder.seen_at < IDLE && now - holder.created_at < LIFE
}
