//! Exchanges codes and refresh tokens for tokens, and revokes tokens (RFC 6749, 4.1.3 and 6; RFC 7009).

use super::error::OauthError;
use super::scope::{self, limit_scope};
use crate::service::handle::Service;
use crate::service::secret::{self, Kind};
use crate::store::{CodeRow, GrantedToken, TokenRow};

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
/// Lifetime of an access token, ms (decisions, Credential lifetimes).
const ACCESS: i64 = HOUR;
/// Lifetime of a refresh token, ms.
const IDLE: i64 = 30 * DAY;
/// Lifetime of a token family, from its code on, ms.
const LIFE: i64 = 180 * DAY;
/// A refresh repeated within this time gets the first reply again, because replies get lost, ms.
const GRACE: i64 = 30_000;

/// A request to the token endpoint.
#[derive(Clone, Debug, Default)]
pub struct TokenRequest<'a> {
    /// The client id that it states.
    pub client: &'a str,
    /// The code or the refresh token.
    pub secret: &'a str,
    /// For a code: its redirect address.
    pub redirect: &'a str,
    /// For a code: the PKCE verifier.
    pub verifier: &'a str,
    /// For a refresh token: the narrower scope, if any.
    pub scope: &'a str,
    /// The resources that the tokens shall be for.
    pub resources: Vec<&'a str>,
}

/// New tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// Access token.
    pub access: String,
    /// Refresh token, for clients that use one.
    pub refresh: Option<String>,
    /// Lifetime of the access token, seconds.
    pub expires_in: i64,
    /// Its scope.
    pub scope: String,
}

impl Service {
    /// Exchanges a code for tokens. A code that is presented twice has leaked, so all tokens made from it are revoked.
    /// A code presented with the wrong client, redirect address or verifier is spent as well.
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
        let family_ends = (now + LIFE).min(code.rights.ends_at.unwrap_or(i64::MAX));
        let row = |secret: &str, refresh: bool| TokenRow {
            hash: secret::hash(secret),
            grant: code.grant.clone(),
            family: family.clone(),
            refresh,
            resource: code.resource.clone(),
            scope: code.scope.clone(),
            expires_at: (now + if refresh { IDLE } else { ACCESS }).min(family_ends),
            family_ends,
            spent: None,
        };
        let mut rows = vec![row(&access, false)];
        rows.extend(refresh.as_deref().map(|refresh| row(refresh, true)));
        if store.spend_code(&hash, now, &rows).await? {
            let expires_in = ACCESS.min(family_ends - now) / 1000;
            return Ok(Tokens { access, refresh, expires_in, scope: limit_scope(&code.scope, code.rights.access) });
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

    /// Checks that the code is still valid, and that client, redirect address and verifier match those it was issued
    /// for.
    fn check_code(&self, request: &TokenRequest<'_>, code: &CodeRow, now: i64) -> Result<(), OauthError> {
        let good = code.expires_at > now
            && !code.rights.ended(now)
            && code.client == request.client
            && code.redirect == request.redirect
            && scope::verify_pkce(request.verifier, &code.challenge);
        if !good {
            return Err(OauthError::invalid_grant());
        }
        self.check_resource(request, &code.resource)
    }

    /// Checks that the tokens are for the resource that was granted.
    fn check_resource(&self, request: &TokenRequest<'_>, allowed: &str) -> Result<(), OauthError> {
        match self.resource(request.resources.iter().copied())? {
            Some(named) if named != allowed => {
                Err(OauthError::new("invalid_target", format!("What was allowed is for {allowed}.")))
            }
            _ => Ok(()),
        }
    }

    /// Exchanges a refresh token for new tokens, once. Repeated within 30 seconds and before the new tokens are used,
    /// it returns the same ones again; after that the token has leaked, and its family is revoked.
    ///
    /// # Errors
    /// `invalid_grant`, `invalid_scope`, `invalid_target`, `invalid_client`.
    pub async fn refresh_tokens(&self, request: &TokenRequest<'_>) -> Result<Tokens, OauthError> {
        self.check_client(request.client).await?;
        let hash = secret::hash(request.secret);
        // A concurrent request may win: the second attempt then finds the token spent.
        for _ in 0..2 {
            let now = self.now();
            let found = self.inner.store.token(&hash).await?.filter(|found| found.token.refresh);
            let GrantedToken { token: mut old, client, rights } = found.ok_or_else(OauthError::invalid_grant)?;
            if client != request.client {
                self.inner.store.revoke_token_family(&old.family).await?;
                return Err(OauthError::invalid_grant());
            }
            // An end may have been set since the token was issued.
            old.family_ends = old.family_ends.min(rights.ends_at.unwrap_or(i64::MAX));
            if old.expires_at <= now || old.family_ends <= now {
                return Err(OauthError::invalid_grant());
            }
            let scope = scope::narrow_scope(request.scope, &old.scope)
                .map_err(|error| OauthError::new("invalid_scope", error))?;
            self.check_resource(request, &old.resource)?;
            // What the client is told; its tokens reach no further than the grant does, whatever their scope.
            let told = |tokens: Tokens| Tokens { scope: limit_scope(&tokens.scope, rights.access), ..tokens };
            if let Some((at, salt)) = &old.spent {
                return self.repeat_refresh(request, &old, &scope, (*at, salt), now).await.map(told);
            }
            let salt = secret::random(43);
            let (tokens, rows) = rotated_tokens(request.secret, &old, &scope, &salt, now);
            if self.inner.store.rotate(&hash, &salt, now, &rows).await? {
                return Ok(told(tokens));
            }
        }
        Err(OauthError::invalid_grant())
    }

    /// The first reply, for a retry of a client that did not receive it.
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
            alive &= found.is_some_and(|found| found.token.spent.is_none());
        }
        if alive {
            return Ok(Tokens { expires_in: tokens.expires_in - (now - at) / 1000, ..tokens });
        }
        self.inner.store.revoke_token_family(&old.family).await?;
        Err(OauthError::invalid_grant())
    }

    /// Revokes a token: a refresh token with its family, an access token alone. A token that is unknown or another
    /// client's is ignored without an error (RFC 7009, 2.2).
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn revoke_token(&self, token: &str, client: &str) -> Result<(), OauthError> {
        let Some(granted) = self.inner.store.token(&secret::hash(token)).await? else { return Ok(()) };
        if !client.is_empty() && client != granted.client {
            return Ok(());
        }
        let found = granted.token;
        if found.refresh {
            self.inner.store.revoke_token_family(&found.family).await?;
        } else {
            self.inner.store.revoke_token(&found.hash).await?;
        }
        Ok(())
    }

    /// Checks that the client is known; an unknown one is told so, and can register again.
    async fn check_client(&self, client: &str) -> Result<(), OauthError> {
        if self.inner.store.client(client).await?.is_some() {
            return Ok(());
        }
        Err(OauthError::new("invalid_client", "This client is not known here: register again."))
    }
}

/// The successors of a refresh token, and their rows.
fn rotated_tokens(from: &str, old: &TokenRow, scope: &str, salt: &str, now: i64) -> (Tokens, [TokenRow; 2]) {
    // The scope is part of the salt: a request with another scope gets other tokens.
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
    let expires_in = ACCESS.min(old.family_ends - now) / 1000;
    let tokens = Tokens { access, refresh: Some(refresh), expires_in, scope: scope.to_owned() };
    (tokens, rows)
}
