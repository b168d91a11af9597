//! Change of an account's email address. Where mail is sent, a link to the new address confirms it: valid for an hour,
//! once, and only for the signed-in owner, because a mistyped address belongs to somebody else. Elsewhere it changes at
//! once.

use mantel_model::Problem;
use mantel_model::account::PASSWORD_MISSING;

use super::accounts::{normalize_email, read_email};
use super::error::{Error, Result};
use super::handle::Service;
use super::secret::{self, Kind};
use super::sessions::Session;
use crate::store::{EmailOutcome, NewEmailChange};

/// Lifetime of a link, ms.
const LASTS: i64 = 60 * 60_000;
/// Lifetime of a link that verifies an account's own address, ms.
const VERIFICATION_LASTS: i64 = 24 * LASTS;
/// Time between two mails that verify an address, ms.
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
    /// `Invalid` with every problem, `WrongPassword`.
    pub async fn request_email_change(&self, account: &str, password: &str, email: &str) -> Result<EmailChange> {
        let (old, new) = self.checked_change(account, password, email).await?;
        let (secret, now) = (secret::generate(Kind::Email), self.now());
        let hash = secret::hash(&secret);
        let change = NewEmailChange { account, hash: &hash, email: &new, expires_at: now + LASTS };
        self.inner.store.add_email_change(&change, now).await?;
        Ok(EmailChange { old, new, secret })
    }

    /// Creates the link that verifies the account's own address: valid for a day. An earlier one ends. `None` when the address
    /// is verified already.
    ///
    /// # Errors
    /// `MailedLately` within five minutes of the last one.
    pub async fn request_verification(&self, account: &str) -> Result<Option<EmailChange>> {
        let found = self.inner.store.account(account).await?.ok_or(Error::Unknown("account"))?;
        if found.verified {
            return Ok(None);
        }
        let (secret, now) = (secret::generate(Kind::Email), self.now());
        let (hash, expires_at) = (secret::hash(&secret), now + VERIFICATION_LASTS);
        let link = NewEmailChange { account, hash: &hash, email: &found.email, expires_at };
        if !self.inner.store.add_verification(&link, expires_at - COOL_DOWN).await? {
            return Err(Error::MailedLately);
        }
        Ok(Some(EmailChange { old: found.email.clone(), new: found.email, secret }))
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

    /// The new address that the account waits to have confirmed, apart from its own.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn waiting_email(&self, session: &Session) -> Result<Option<String>> {
        let waiting = self.inner.store.waiting_email(&session.caller.account, self.now()).await?;
        Ok(waiting.map(|waiting| waiting.0).filter(|email| *email != session.email))
    }

    /// The address that a link of this account would confirm; `None` when the link is not valid.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn email_to_confirm(&self, account: &str, secret: &str) -> Result<Option<String>> {
        if !secret::well_formed(Kind::Email, secret) {
            return Ok(None);
        }
        let waiting = self.inner.store.waiting_email(account, self.now()).await?;
        Ok(waiting.filter(|waiting| waiting.1 == secret::hash(secret)).map(|waiting| waiting.0))
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
        changed(self.inner.store.confirm_email(account, &secret::hash(secret), self.now()).await?)
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
