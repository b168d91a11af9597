//! Addresses that take one picture each, for agents that can't put it into a call: made, looked up, spent.

use super::caller::{Bearer, Caller};
use super::error::{Error, Result};
use super::handle::Service;
use super::rights::Operation;
use super::secret::{self, Kind};
use crate::store::UploadAddressRow;

/// How long an address can be used, seconds.
pub const UPLOAD_ADDRESS_SECONDS: i64 = 5 * 60;
/// The most addresses that an account has at a time; the earliest end first.
const MOST: i64 = 10;

impl Service {
    /// Makes an address for one picture of the caller's, good once and for five minutes; returns its secret. It has the
    /// rights of the caller's credential, and ends with it.
    ///
    /// # Errors
    /// `Suspended`; `Unauthorized` for a caller without a bearer credential.
    pub async fn make_upload_address(&self, caller: &Caller) -> Result<String> {
        self.require(caller, Operation::AddPicture).await?;
        self.require_not_suspended(caller)?;
        let bearer =
            caller.bearer.as_ref().ok_or(Error::Unauthorized("An upload address needs a bearer credential."))?;
        let (secret, now) = (secret::generate(Kind::Upload), self.now());
        let new = UploadAddressRow {
            account: caller.account.clone(),
            credential_kind: bearer.kind.prefix().to_owned(),
            credential_hash: bearer.hash.clone(),
            expires_at: now + UPLOAD_ADDRESS_SECONDS * 1000,
        };
        self.inner.store.add_upload_address(&secret::hash(&secret), &new, now, MOST).await?;
        Ok(secret)
    }

    /// The caller that an address stands for, while it can be used; it stays usable.
    ///
    /// # Errors
    /// `Unknown` when it was used, has ended or never was, and when the credential that asked for it is good no more.
    pub async fn upload_caller(&self, secret: &str) -> Result<Caller> {
        let hash = upload_hash(secret)?;
        let found = self.inner.store.upload_address(&hash, self.now()).await?;
        self.caller_of_upload(found).await
    }

    /// Spends an address, and returns the caller that it stands for. Of several concurrent calls, one succeeds.
    ///
    /// # Errors
    /// Those of [`Service::upload_caller`].
    pub async fn spend_upload_address(&self, secret: &str) -> Result<Caller> {
        let hash = upload_hash(secret)?;
        let found = self.inner.store.spend_upload_address(&hash, self.now()).await?;
        self.caller_of_upload(found).await
    }

    async fn caller_of_upload(&self, found: Option<UploadAddressRow>) -> Result<Caller> {
        let found = found.ok_or(UNKNOWN)?;
        let kind = Kind::BEARERS.into_iter().find(|kind| kind.prefix() == found.credential_kind).ok_or(UNKNOWN)?;
        match self.caller_behind(Bearer { kind, hash: found.credential_hash }, None).await {
            Ok(caller) if caller.account == found.account => Ok(caller),
            Ok(_) | Err(Error::Unauthorized(_) | Error::InsufficientScope) => Err(UNKNOWN),
            Err(other) => Err(other),
        }
    }
}

const UNKNOWN: Error = Error::Unknown("upload address");

fn upload_hash(secret: &str) -> Result<String> {
    if secret::well_formed(Kind::Upload, secret) { Ok(secret::hash(secret)) } else { Err(UNKNOWN) }
}
