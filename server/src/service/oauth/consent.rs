//! The person's answer: allowed, with a code, or not.

use super::{Asked, Fault, Service};
use crate::service::secret::{self, Kind};
use crate::service::{Caller, Result};
use crate::store::Allowed;

/// A code lasts this long, ms (decisions, Credential lifetimes).
const CODE: i64 = 60_000;

impl Service {
    /// Writes down that somebody allowed what was asked, and gives the address that takes the code to the client.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn allow(&self, caller: &Caller, asked: &Asked, publish: bool) -> Result<String> {
        let code = secret::fresh(Kind::Code);
        let (grant, now) = (format!("g_{}", secret::random(12)), self.now());
        let allowed = Allowed {
            account: &caller.account,
            grant: &grant,
            client: &asked.client.id,
            name: &asked.client.shown(&asked.redirect),
            publish,
            code: &secret::hash(&code),
            redirect: asked.redirect.as_str(),
            challenge: &asked.challenge,
            resource: &asked.resource,
            scope: &asked.scope,
            now,
            expires_at: now + CODE,
        };
        self.inner.store.allow(&allowed).await?;
        let mut answer = vec![("code", code.as_str())];
        answer.extend(asked.state.as_deref().map(|state| ("state", state)));
        answer.push(("iss", &self.inner.base));
        Ok(asked.redirect.with(&answer))
    }

    /// The address that tells the client it was not allowed.
    pub fn deny(&self, asked: &Asked) -> String {
        let fault = Fault::new("access_denied", "The person said: not now.");
        self.refusal(&asked.redirect, asked.state.as_deref(), &fault)
    }
}
