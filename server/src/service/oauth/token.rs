//! Codes and refresh tokens, turned into tokens; tokens given back (RFC 6749, 4.1.3 and 6; RFC 7009).

use super::error::OauthError;
use super::scope;
use crate::service::handle::Service;
use crate::service::secret::{self, Kind};
use crate::store::{CodeRow, TokenRow};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
/// An access token lasts this long, ms (decisions, Credential lifetimes).
const ACCESS: i64 = HOUR;
/// A refresh token ends this long after it was made.
const IDLE: i64 = 30 * DAY;
/// And all that descends from one code ends this long after it.
const LIFE: i64 = 180 * DAY;
/// A refresh repeated within this time hears the first answer again: replies get lost.
const GRACE: i64 = 30_000;

/// What is brought to the token endpoint.
#[derive(Clone, Debug, Default)]
pub struct TokenRequest<'a> {
    /// Whose it is said to be.
    pub client: &'a str,
    /// The code or the refresh token.
    pub secret: &'a str,
    /// Of a code: where it was sent.
    pub redirect: &'a str,
    /// Of a code: the proof key.
    pub verifier: &'a str,
    /// Of a refresh token: a part of the scope.
    pub scope: &'a str,
    /// What the tokens shall be for.
    pub resources: Vec<&'a str>,
}

/// Fresh tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// Access token.
    pub access: String,
    /// Refresh token, for clients that take one.
    pub refresh: Option<String>,
    /// Seconds that the access token lasts.
    pub expires_in: i64,
    /// What it may do.
    pub scope: String,
}

impl Service {
    /// Turns a code into tokens. A code that comes a second time is known to somebody who should not know it: all that
    /// came of it ends. One that is brought wrongly is spent by that.
    ///
    /// # Errors
    /// `invalid_grant`, `invalid_target`, `invalid_client`.
    pub async fn exchange_code(&self, request: &TokenRequest<'_>) -> Result<Tokens, OauthError> {
        self.check_client(request.client).await?;
        let (store, now, hash) = (&self.inner.store, self.now(), secret::hash(request.secret));
        let code = store.code(&hash).await?.ok_or_else(OauthError::invalid_grant)?;
        if code.spent {
            return self.revoke_leaked(&code).await;
        }
        if let Err(error) = self.check_code(request, &code, now) {
            store.spend_code(&hash, now, &[]).await?;
            return Err(error);
        }
        let takes_refresh = store.client(&code.client).await?.is_none_or(|client| client.refresh);
        let access = secret::generate(Kind::Access);
        let refresh = takes_refresh.then(|| secret::generate(Kind::Refresh));
        let family = format!("f_{}", secret::random(16));
        let row = |secret: &str, refresh: bool| TokenRow {
            hash: secret::hash(secret),
            grant: code.grant.clone(),
            family: family.clone(),
            refresh,
            resource: code.resource.clone(),
            scope: code.scope.clone(),
            expires_at: now + if refresh { IDLE } else { ACCESS },
            family_ends: now + LIFE,
            spent: None,
        };
        let mut rows = vec![row(&access, false)];
        rows.extend(refresh.as_deref().map(|refresh| row(refresh, true)));
        if store.spend_code(&hash, now, &rows).await? {
            return Ok(Tokens { access, refresh, expires_in: ACCESS / 1000, scope: code.scope });
        }
        let code = store.code(&hash).await?.ok_or_else(OauthError::invalid_grant)?;
        self.revoke_leaked(&code).await
    }

    async fn revoke_leaked(&self, code: &CodeRow) -> Result<Tokens, OauthError> {
        if let Some(family) = &code.family {
            self.inner.store.revoke_token_family(family).await?;
        }
        Err(OauthError::invalid_grant())
    }

    /// Whether a code is brought by whom and for what it was given.
    fn check_code(&self, request: &TokenRequest<'_>, code: &CodeRow, now: i64) -> Result<(), OauthError> {
        let good = code.expires_at > now
            && code.client == request.client
            && code.redirect == request.redirect
            && scope::verify_pkce(request.verifier, &code.challenge);
        if !good {
            return Err(OauthError::invalid_grant());
        }
        self.check_resource(request, &code.resource)
    }

    /// Tokens are for what was allowed, and nothing else.
    fn check_resource(&self, request: &TokenRequest<'_>, allowed: &str) -> Result<(), OauthError> {
        match self.resource(request.resources.iter().copied())? {
            Some(named) if named != allowed => {
                Err(OauthError::new("invalid_target", format!("What was allowed is for {allowed}.")))
            }
            _ => Ok(()),
        }
    }

    /// Turns a refresh token into new tokens, once. Repeated within 30 seconds and before the new ones are used, it
    /// gives the same ones again; after that it is known to somebody who should not know it, and its family ends.
    ///
    /// # Errors
    /// `invalid_grant`, `invalid_scope`, `invalid_target`, `invalid_client`.
    pub async fn refresh_tokens(&self, request: &TokenRequest<'_>) -> Result<Tokens, OauthError> {
        self.check_client(request.client).await?;
        let hash = secret::hash(request.secret);
        // Somebody else may be first: then the second look finds it spent.
        for _ in 0..2 {
            let now = self.now();
            let (old, client) = self
                .inner
                .store
                .token(&hash)
                .await?
                .filter(|(token, _)| token.refresh)
                .ok_or_else(OauthError::invalid_grant)?;
            if client != request.client {
                self.inner.store.revoke_token_family(&old.family).await?;
                return Err(OauthError::invalid_grant());
            }
            if old.expires_at <= now || old.family_ends <= now {
                return Err(OauthError::invalid_grant());
            }
            let scope = scope::narrow_scope(request.scope, &old.scope)
                .map_err(|error| OauthError::new("invalid_scope", error))?;
            self.check_resource(request, &old.resource)?;
            if let Some((at, salt)) = &old.spent {
                return self.repeat_refresh(request, &old, &scope, (*at, salt), now).await;
            }
            let salt = secret::random(43);
            let (tokens, rows) = rotated_tokens(request.secret, &old, &scope, &salt, now);
            if self.inner.store.rotate(&hash, &salt, now, &rows).await? {
                return Ok(tokens);
            }
        }
        Err(OauthError::invalid_grant())
    }

    /// The first answer, for a repeat that must have missed it.
    async fn repeat_refresh(
        &self,
        request: &TokenRequest<'_>,
        old: &TokenRow,
        scope: &str,
        (at, salt): (i64, &str),
        now: i64,
    ) -> Result<Tokens, OauthError> {
        let (tokens, rows) = rotated_tokens(request.secret, old, scope, salt, at);
        let mut alive = now - at <= GRACE;
        for row in &rows {
            let found = self.inner.store.token(&row.hash).await?;
            alive &= found.is_some_and(|(token, _)| token.spent.is_none());
        }
        if alive {
            return Ok(Tokens { expires_in: (at + ACCESS - now) / 1000, ..tokens });
        }
        self.inner.store.revoke_token_family(&old.family).await?;
        Err(OauthError::invalid_grant())
    }

    /// Takes a token back: a refresh token with its family, an access token alone. What is not known or not the
    /// client's changes nothing, and nobody is told (RFC 7009, 2.2).
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn revoke_token(&self, token: &str, client: &str) -> Result<(), OauthError> {
        let Some((found, owner)) = self.inner.store.token(&secret::hash(token)).await? else { return Ok(()) };
        if !client.is_empty() && client != owner {
            return Ok(());
        }
        if found.refresh {
            self.inner.store.revoke_token_family(&found.family).await?;
        } else {
            self.inner.store.revoke_token(&found.hash).await?;
        }
        Ok(())
    }

    /// Whether this client is known: one that is not hears so, and registers anew.
    async fn check_client(&self, client: &str) -> Result<(), OauthError> {
        if self.inner.store.client(client).await?.is_some() {
            return Ok(());
        }
        Err(OauthError::new("invalid_client", "This client is not known here: register again."))
    }
}

/// The tokens that follow from a refresh token, and how they are kept.
fn rotated_tokens(from: &str, old: &TokenRow, scope: &str, salt: &str, now: i64) -> (Tokens, [TokenRow; 2]) {
    // The scope is part of the question: asked otherwise, it is another one.
    let salt = format!("{salt} {scope}");
    let access = secret::derive(Kind::Access, from, &salt);
    let refresh = secret::derive(Kind::Refresh, from, &salt);
    let row = |secret: &str, refresh: bool| TokenRow {
        hash: secret::hash(secret),
        refresh,
        scope: if refresh { old.scope.clone() } else { scope.to_owned() },
        expires_at: (now + if refresh { IDLE } else { ACCESS }).min(old.family_ends),
        spent: None,
        ..old.clone()
    };
    let rows = [row(&access, false), row(&refresh, true)];
    let tokens = Tokens { access, refresh: Some(refresh), expires_in: ACCESS / 1000, scope: scope.to_owned() };
    (tokens, rows)
}
