//! Password reset: a link by mail, valid for an hour, usable once.

use mantel_model::Problem;

use super::accounts::normalize_email;
use super::error::{Error, Result};
use super::handle::Service;
use super::password;
use super::secret::{self, Kind};
use crate::store::NewReset;

/// Lifetime of a link, ms.
const LASTS: i64 = 60 * 60_000;
/// How soon after a mail another one is sent to the same account, ms.
const COOL_DOWN: i64 = 5 * 60_000;

/// What to mail to somebody who forgot their password.
#[derive(Clone, Debug)]
pub struct PasswordReset {
    /// The account's address.
    pub email: String,
    /// The last part of the link.
    pub secret: String,
}

impl Service {
    /// Creates a link for the account with this address, the only one that is valid; `None` when there is no such account, or
    /// it was mailed a link within the last five minutes, which stays valid.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn request_password_reset(&self, email: &str) -> Result<Option<PasswordReset>> {
        let Some(account) = self.inner.store.account_by_email(&normalize_email(email)).await? else { return Ok(None) };
        let secret = secret::generate(Kind::Reset);
        let now = self.now();
        let new = NewReset {
            hash: &secret::hash(&secret),
            account: &account.id,
            email: &account.email,
            expires_at: now + LASTS,
            unless_after: now + LASTS - COOL_DOWN,
        };
        let added = self.inner.store.add_reset(&new, now).await?;
        Ok(added.then_some(PasswordReset { email: account.email, secret }))
    }

    /// Whether a link is still valid.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn can_reset(&self, secret: &str) -> Result<bool> {
        if !secret::well_formed(Kind::Reset, secret) {
            return Ok(false);
        }
        Ok(self.inner.store.has_reset(&secret::hash(secret), self.now()).await?)
    }

    /// Sets a new password by a link, which is then spent. Ends everything that gave access to the account: sessions,
    /// connections, keys, the private link, since somebody else may have made them. Returns the account.
    ///
    /// # Errors
    /// `Invalid` for the password, which leaves the link valid; `Unknown` for an invalid link.
    pub async fn reset_password(&self, secret: &str, new: &str) -> Result<String> {
        password::check_length(new).map_err(|error| Error::Invalid(vec![Problem::new("/password", error)]))?;
        if !self.can_reset(secret).await? {
            return Err(Error::Unknown("link"));
        }
        let password = self.inner.hasher.hash(new).await?;
        let account = self.inner.store.reset_password(&secret::hash(secret), &password, self.now()).await?;
        account.ok_or(Error::Unknown("link"))
    }
}
