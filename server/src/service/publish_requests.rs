//! What agents ask their owners to publish: a link to just these changes. It holds for one use, ten minutes and one version of the
//! draft; and it is of use only to the owner, in a browser that is signed in (decisions, Approval).

use mantel_model::plain_text::changes::count;

use super::caller::{Caller, Credential};
use super::change::WriteOptions;
use super::comparison::Comparison;
use super::error::{Error, Result};
use super::handle::Service;
use super::outcome::DryRun;
use super::pages::{check_version, require_verified, would_publish};
use super::rights::Operation;
use super::secret;
use crate::store::PublishRequestRow;

/// How long a link holds, ms.
pub const HOLDS: i64 = 10 * 60_000;
/// Base62 characters in a link: more than 190 bits.
const LENGTH: usize = 32;
/// Requests that are kept of a page.
const MOST: i64 = 50;

/// A request as it is kept.
pub type PublishRequest = PublishRequestRow;

/// What publishing would change, and the link that asks the owner for it.
#[derive(Debug)]
pub struct AskedPublish {
    /// What would change for visitors.
    pub dry_run: DryRun,
    /// Both pages.
    pub comparison: Comparison,
    /// The secret of the link; `None` where nothing would change.
    pub secret: Option<String>,
}

/// What can become of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestState {
    /// The owner may say yes.
    Open,
    /// Its ten minutes are over.
    RunOut,
    /// The draft was changed since.
    Changed,
    /// The owner published by this link, at this time (ms).
    Published(i64),
    /// It went live in another way, at this time (ms).
    LiveOtherwise(i64),
}

impl Service {
    /// Tells what publishing would change and asks the owner to, with a link. A credential that may not publish may ask.
    ///
    /// # Errors
    /// `NoPage`; `VersionConflict` when the base is not the newest version; `Suspended`; `EmailNotVerified`.
    pub async fn ask_to_publish(&self, caller: &Caller, base: Option<i64>) -> Result<AskedPublish> {
        self.require(caller, Operation::AskToPublish).await?;
        self.require_not_suspended(caller)?;
        require_verified(caller)?;
        let row = self.page_row(caller).await?;
        check_version(base, &row)?;
        let dry_run = would_publish(&row);
        let comparison = Comparison::with_live(row);
        let live = comparison.before.as_ref().map(|before| &before.draft);
        if live == Some(&comparison.after.draft) {
            return Ok(AskedPublish { dry_run, comparison, secret: None });
        }
        let (secret, now) = (secret::random(LENGTH), self.now());
        let request = PublishRequestRow {
            hash: secret::hash(&secret),
            actor: caller.actor.clone(),
            version: comparison.after.version,
            changes: i64::try_from(count(&comparison.changes())).unwrap_or(i64::MAX),
            asked_at: now,
            published_at: None,
        };
        if !self.inner.store.add_publish_request(&caller.account, &request, MOST).await? {
            return Err(Error::NoPage);
        }
        if !caller.rights.publishes() {
            self.note_asked(caller).await?;
        }
        Ok(AskedPublish { dry_run, comparison, secret: Some(secret) })
    }

    /// The requests of the caller's page, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn publish_requests(&self, caller: &Caller) -> Result<Vec<PublishRequest>> {
        self.require(caller, Operation::ReadHistory).await?;
        Ok(self.inner.store.publish_requests(&caller.account).await?)
    }

    /// What a link of the caller's own page asks for, what can become of it, and both pages as they are now.
    ///
    /// # Errors
    /// `Unknown` for a link that does not exist or is another account's; `NoPage`.
    pub async fn requested(&self, caller: &Caller, secret: &str) -> Result<(RequestState, PublishRequest, Comparison)> {
        self.require(caller, Operation::ReadHistory).await?;
        let unknown = || Error::Unknown("link");
        if secret.len() != LENGTH {
            return Err(unknown());
        }
        let found = self.inner.store.publish_request(&caller.account, &secret::hash(secret)).await?;
        let request = found.ok_or_else(unknown)?;
        let row = self.page_row(caller).await?;
        let comparison = Comparison::with_live(row);
        Ok((self.state_of(&request, &comparison), request, comparison))
    }

    fn state_of(&self, request: &PublishRequest, page: &Comparison) -> RequestState {
        match (request.published_at, page.live) {
            (Some(at), _) => RequestState::Published(at),
            (None, Some((version, at))) if version >= request.version => RequestState::LiveOtherwise(at),
            _ if self.now() - request.asked_at >= HOLDS => RequestState::RunOut,
            _ if page.after.version != request.version => RequestState::Changed,
            _ => RequestState::Open,
        }
    }

    /// Publishes what a link of the caller's own page asks for, once; only in the owner's own session.
    ///
    /// # Errors
    /// `Unknown` as [`Service::requested`], and when it is no longer open: look again then; `VersionConflict` when the draft
    /// was changed meanwhile; and those of [`Service::publish`].
    pub async fn publish_requested(&self, caller: &Caller, secret: &str) -> Result<()> {
        self.require(caller, Operation::Publish).await?;
        if !matches!(caller.credential, Credential::Session(_)) {
            return Err(Error::PublishNotAllowed);
        }
        let (state, request, _) = self.requested(caller, secret).await?;
        let (store, now) = (&self.inner.store, self.now());
        if state != RequestState::Open || !store.spend_publish_request(&caller.account, &request.hash, now).await? {
            return Err(Error::Unknown("link"));
        }
        match self.publish(caller, WriteOptions::new(Some(request.version), false)).await {
            Ok(_) => Ok(()),
            Err(error) => {
                store.restore_publish_request(&caller.account, &request.hash, now).await?;
                Err(error)
            }
        }
    }
}
