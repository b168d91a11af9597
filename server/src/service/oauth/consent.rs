//! The owner's decision: access granted, with a code, or denied.

use mantel_model::{Problem, Rights};

use super::error::OauthError;
use super::request::AuthorizationRequest;
use super::scope::limit_scope;
use crate::service::caller::Caller;
use crate::service::error::{Error, Result};
use crate::service::handle::Service;
use crate::service::rights::{Operation, within};
use crate::service::secret::{self, Kind};
use crate::service::wanted_rights::WantedRights;
use crate::store::NewGrant;

/// Lifetime of a code, ms (decisions, Credential lifetimes).
const CODE: i64 = 60_000;

impl Service {
    /// The rights that the owner chose for a client: no more than it asks for, and without a choice all of that but publishing.
    ///
    /// # Errors
    /// `Invalid` with everything that is wrong.
    pub fn chosen_rights(&self, request: &AuthorizationRequest, wanted: &WantedRights<'_>) -> Result<Rights> {
        let mut problems = Vec::new();
        let asked = within(Rights::FULL, request.access());
        let rights = wanted.read(asked, self.now(), &mut problems);
        if rights.access > asked.access {
            problems.push(Problem::new("/access", "The program asks for less than that."));
        }
        if problems.is_empty() { Ok(rights) } else { Err(Error::Invalid(problems)) }
    }

    /// Records the grant and returns the redirect address that carries the code to the client. The grant reaches no further
    /// than the client asks.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn grant_access(
        &self,
        caller: &Caller,
        request: &AuthorizationRequest,
        rights: Rights,
    ) -> Result<String> {
        self.require(caller, Operation::GrantAccess).await?;
        let rights = within(rights, request.access());
        let code = secret::generate(Kind::Code);
        let (id, now) = (format!("g_{}", secret::random(12)), self.now());
        let grant = NewGrant {
            account: &caller.account,
            grant: &id,
            client: &request.client.id,
            name: &request.client.shown(&request.redirect),
            rights,
            code: &secret::hash(&code),
            redirect: request.redirect.as_str(),
            challenge: &request.challenge,
            resource: &request.resource,
            scope: &limit_scope(&request.scope, rights.access),
            now,
            expires_at: now + CODE,
        };
        // A client with a document is stored from now on: until here, anybody could have named it.
        if request.client.host().is_some() && self.inner.store.client(&request.client.id).await?.is_none() {
            self.inner.store.save_client_metadata(&request.client.row(now, Some(now))).await?;
        }
        self.inner.store.add_grant(&grant).await?;
        let mut answer = vec![("code", code.as_str())];
        answer.extend(request.state.as_deref().map(|state| ("state", state)));
        answer.push(("iss", &self.inner.base));
        Ok(request.redirect.with(&answer))
    }

    /// The redirect address that tells the client that access was denied.
    pub fn deny_access(&self, request: &AuthorizationRequest) -> String {
        let error = OauthError::new("access_denied", "The person said: not now.");
        self.refusal(&request.redirect, request.state.as_deref(), &error)
    }
}
