//! Change of an account's email address. Where mail is sent, a link to the new address confirms it: valid for an hour,
//! once, and only for the signed-in owner, because a mistyped address belongs to somebody else. Elsewhere it changes at
//! once.

use mantel_model::Problem;
use mantel_model::account::PASSWORD_MISSING;

use super::accounts::{normalize_email, read_email};
use super::error::{Error, Result};
use super::handle::Service;
use super::secret::{self, Kind};
use crate::store::{EmailOutcome, NewEmailLink};

/// Lifetime of a link to a new address, ms.
const LASTS: i64 = 60 * 60_000;
/// Lifetime of a link that verifies an account's own address, ms.
const VERIFICATION_LASTS: i64 = 24 * LASTS;
/// Time between two mails of one kind for an account, ms.
const COOL_DOWN: i64 = 5 * 60_000;

/// A requested change, to be mailed to both addresses.
#[derive(Clone, Debug)]
pub struct EmailChange {
    /// The address now.
    pub old: String,
    /// The address once it is confirmed.
    pub new: String,
    /// The last part of the link.
    pub secret: String,
}

/// What to mail to an address that is to be verified.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The address.
    pub email: String,
    /// The last part of the link; `None` when another account has the address: its owner is told that, and nobody else.
    pub secret: Option<String>,
}

/// An address that was changed.
#[derive(Clone, Debug)]
pub struct ChangedEmail {
    /// The address before.
    pub old: String,
    /// The address now.
    pub new: String,
}

impl Service {
    /// Creates the link that changes the account's address; an earlier one ends. Whether another account has the address
    /// is not examined before it is confirmed: only whoever owns the address learns that.
    ///
    /// # Errors
    /// `Invalid` with every problem, `WrongPassword`, `MailedLately` within five minutes of the last one.
    pub async fn request_email_change(&self, account: &str, password: &str, email: &str) -> Result<EmailChange> {
        let (old, new) = self.checked_change(account, password, email).await?;
        let (secret, at) = (secret::generate(Kind::Email), self.now());
        let hash = secret::hash(&secret);
        let link = NewEmailLink { account, hash: &hash, email: &new, at, unless_after: at - COOL_DOWN };
        if !self.inner.store.add_email_change(&link, at + LASTS).await? {
            return Err(Error::MailedLately);
        }
        Ok(EmailChange { old, new, secret })
    }

    /// Creates the link that verifies the account's own address: valid for a day. An earlier one ends. `None` when the
    /// address is verified already.
    ///
    /// # Errors
    /// `MailedLately` within five minutes of the last one.
    pub async fn request_verification(&self, account: &str) -> Result<Option<Verification>> {
        let found = self.inner.store.account(account).await?.ok_or(Error::Unknown("account"))?;
        if found.verified {
            return Ok(None);
        }
        let (secret, at) = (secret::generate(Kind::Email), self.now());
        let hash = secret::hash(&secret);
        let link = NewEmailLink { account, hash: &hash, email: &found.email, at, unless_after: at - COOL_DOWN };
        if !self.inner.store.add_verification(&link).await? {
            return Err(Error::MailedLately);
        }
        let [owner, _] = self.inner.store.accounts_by_email(&found.email).await?;
        Ok(Some(Verification { email: found.email, secret: owner.is_none().then_some(secret) }))
    }

    /// Changes the account's address at once, for an instance that sends no mail. Signs every browser out, disconnects
    /// every program and ends links to a new password.
    ///
    /// # Errors
    /// `Invalid` with every problem, `WrongPassword`, `EmailInUse`.
    pub async fn change_email(&self, account: &str, password: &str, email: &str) -> Result<ChangedEmail> {
        let (_, new) = self.checked_change(account, password, email).await?;
        changed(self.inner.store.set_email(account, &new).await?)
    }

    /// The new address that the account waits to have confirmed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn waiting_email(&self, account: &str) -> Result<Option<String>> {
        Ok(self.inner.store.waiting_email(account, self.now()).await?.map(|link| link.email))
    }

    /// The address that a link of this account would confirm; `None` when the link is not valid.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn email_to_confirm(&self, account: &str, secret: &str) -> Result<Option<String>> {
        if !secret::well_formed(Kind::Email, secret) {
            return Ok(None);
        }
        let (hash, now) = (secret::hash(secret), self.now());
        let change = self.inner.store.waiting_email(account, now).await?;
        let own = self.inner.store.verification_link(account, now - VERIFICATION_LASTS).await?;
        Ok([change, own].into_iter().flatten().find(|link| link.hash == hash).map(|link| link.email))
    }

    /// Changes the account's address by a link, which is then spent. Signs every browser out, disconnects every program
    /// and ends links to a new password; a link to the account's own address verifies it, and ends nothing.
    ///
    /// # Errors
    /// `Unknown` for an invalid link, `EmailInUse`.
    pub async fn confirm_email(&self, account: &str, secret: &str) -> Result<ChangedEmail> {
        if !secret::well_formed(Kind::Email, secret) {
            return Err(Error::Unknown("link"));
        }
        let (hash, now) = (secret::hash(secret), self.now());
        let outcome = match self.inner.store.verify_email(account, &hash, now - VERIFICATION_LASTS).await? {
            EmailOutcome::Unknown => self.inner.store.confirm_email(account, &hash, now).await?,
            verified => verified,
        };
        changed(outcome)
    }

    /// The account's address and the new one, if the change is allowed.
    async fn checked_change(&self, account: &str, password: &str, email: &str) -> Result<(String, String)> {
        let found = self.inner.store.account(account).await?.ok_or(Error::Unknown("account"))?;
        let mut problems = Vec::new();
        match read_email(email) {
            Err(error) => problems.push(Problem::new("/email", error)),
            Ok(new) if new == found.email => problems.push(Problem::new("/email", "This is your address already.")),
            Ok(_) => {}
        }
        if password.is_empty() {
            problems.push(Problem::new("/password", PASSWORD_MISSING));
        }
        if !problems.is_empty() {
            return Err(Error::Invalid(problems));
        }
        if !self.inner.hasher.verify(password, Some(found.password)).await? {
            return Err(Error::WrongPassword);
        }
        Ok((found.email, normalize_email(email)))
    }
}

fn changed(outcome: EmailOutcome) -> Result<ChangedEmail> {
    match outcome {
        EmailOutcome::Changed { old, new } => Ok(ChangedEmail { old, new }),
        EmailOutcome::Taken => Err(Error::EmailInUse),
        EmailOutcome::Unknown => Err(Error::Unknown("link")),
    }
}
