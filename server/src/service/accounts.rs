//! Accounts: sign-up, sign-in, and what `admin` does to them.

use mantel_model::account::EMAIL_MALFORMED;
use mantel_model::{Problem, Rights, limits};

use super::caller::{Caller, Credential};
use super::error::{Error, Result};
use super::handle::Service;
use super::password;
use super::secret::{self, Kind};
use crate::config::Signups;
use crate::store::{AccountCreation, AccountRow, Keys, NewAccount};

/// A sign-up.
#[derive(Clone, Debug, Default)]
pub struct SignUp {
    /// Email address.
    pub email: String,
    /// Password.
    pub password: String,
    /// Invitation, where one is required.
    pub invite: String,
}

/// An account with its present password, as what knows it is bound to.
#[derive(Clone, Debug)]
pub struct PasswordOwner {
    id: String,
    password: String,
}

impl PasswordOwner {
    /// The account's id and the hash of its password, on one line.
    pub fn line(&self) -> String {
        format!("{} {}", self.id, self.password)
    }
}

impl From<AccountRow> for PasswordOwner {
    fn from(account: AccountRow) -> Self {
        Self { id: account.id, password: account.password }
    }
}

impl Service {
    /// Creates an account, if the instance allows sign-ups. Where mail is sent, its address has to be verified, and whether
    /// another account has it is told to nobody but its owner.
    ///
    /// # Errors
    /// `SignupsClosed`, `NotInvited`, `Invalid` with every problem, or, where no mail is sent, `EmailTaken`.
    pub async fn sign_up(&self, form: &SignUp) -> Result<String> {
        let verified = !self.inner.verifies_email;
        match self.inner.signups {
            Signups::Open => self.add_account(&form.email, &form.password, None, verified).await,
            Signups::Invite => self.add_account(&form.email, &form.password, Some(form.invite.trim()), verified).await,
            Signups::Closed => Err(Error::SignupsClosed),
        }
    }

    /// Creates an account without checking whether sign-ups are allowed; its address counts as verified.
    ///
    /// # Errors
    /// `EmailTaken`, `NotInvited`, or `Invalid` with every problem.
    pub async fn make_account(&self, email: &str, password: &str, invite: Option<&str>) -> Result<String> {
        self.add_account(email, password, invite, true).await
    }

    async fn add_account(&self, email: &str, password: &str, invite: Option<&str>, verified: bool) -> Result<String> {
        let mut problems = Vec::new();
        let address = read_email(email).map_err(|error| problems.push(Problem::new("/email", error)));
        if let Err(why) = password::check_length(password) {
            problems.push(Problem::new("/password", why));
        }
        let Ok(address) = address else { return Err(Error::Invalid(problems)) };
        if !problems.is_empty() {
            return Err(Error::Invalid(problems));
        }
        let invite = invite.map(secret::hash);
        let hash = self.inner.hasher.hash(password).await?;
        let id = format!("a_{}", secret::random(20));
        let new = NewAccount { id: &id, email: &address, password: &hash, invite: invite.as_deref(), verified };
        match self.inner.store.make_account(&new, self.now()).await? {
            AccountCreation::Created => Ok(id),
            AccountCreation::EmailTaken => Err(Error::EmailTaken),
            AccountCreation::NotInvited => Err(Error::NotInvited),
        }
    }

    /// Returns the account with this address and password: the one whose verified address it is, or the newest one that
    /// waits for it. An unknown address costs the same work and gives the same error.
    ///
    /// # Errors
    /// `WrongCredentials`.
    pub async fn sign_in(&self, email: &str, password: &str) -> Result<String> {
        let [verified, waiting] = self.inner.store.accounts_by_email(&normalize_email(email)).await?;
        // Where addresses are verified, both are always checked: the time tells nothing, either.
        let first = self.password_of(verified, password).await?;
        let second = match waiting.is_some() || self.inner.verifies_email {
            true => self.password_of(waiting, password).await?,
            false => None,
        };
        first.or(second).ok_or(Error::WrongCredentials)
    }

    /// The account's id, if this is its password; takes as long for no account.
    async fn password_of(&self, account: Option<AccountRow>, password: &str) -> Result<Option<String>> {
        let hash = account.as_ref().map(|account| account.password.clone());
        let good = self.inner.hasher.verify(password, hash).await?;
        Ok(account.filter(|_| good).map(|account| account.id))
    }

    /// Changes a password after checking the old one. Signs every browser out and disconnects every program; keys and the
    /// private link go on or end, as the owner chooses.
    ///
    /// # Errors
    /// `WrongCredentials`, or `Invalid` for the new one.
    pub async fn change_password(&self, account: &str, current: &str, new: &str, keys: Keys) -> Result<()> {
        if !self.knows_password(account, current).await? {
            return Err(Error::WrongCredentials);
        }
        self.replace_password(account, new, keys).await
    }

    /// Whether this is the account's password.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn knows_password(&self, account: &str, password: &str) -> Result<bool> {
        let found = self.inner.store.account(account).await?.ok_or(Error::Unknown("account"))?;
        self.inner.hasher.verify(password, Some(found.password)).await
    }

    /// Deletes the account and all its data; nobody else can claim its page's names for 90 days. Returns the pictures
    /// that no other account has.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn delete_account(&self, account: &str) -> Result<Vec<String>> {
        Ok(self.inner.store.delete_account(account, self.now()).await?)
    }

    /// Sets a password without the old one, for `admin reset-password`. Ends everything that gave access to the account:
    /// sessions, connections, keys, the private link.
    ///
    /// # Errors
    /// `Invalid` for the new one.
    pub async fn set_password(&self, account: &str, new: &str) -> Result<()> {
        self.replace_password(account, new, Keys::End).await
    }

    async fn replace_password(&self, account: &str, new: &str, keys: Keys) -> Result<()> {
        password::check_length(new).map_err(|error| Error::Invalid(vec![Problem::new("/password", error)]))?;
        let hash = self.inner.hasher.hash(new).await?;
        Ok(self.inner.store.set_password(account, &hash, keys).await?)
    }

    /// The account with an address; while none has verified it, the newest one that waits for it.
    ///
    /// # Errors
    /// `Unknown` when there is none.
    pub async fn account(&self, email: &str) -> Result<AccountRow> {
        self.inner.store.account_by_email(&normalize_email(email)).await?.ok_or(Error::Unknown("account"))
    }

    /// Whom a browser that signs in with this address may be known to: the account that has it, or waits for it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn password_owner_by_email(&self, email: &str) -> Result<Option<PasswordOwner>> {
        Ok(self.inner.store.account_by_email(&normalize_email(email)).await?.map(PasswordOwner::from))
    }

    /// An account with its present password.
    ///
    /// # Errors
    /// `Unknown` when there is no such account.
    pub async fn password_owner(&self, account: &str) -> Result<PasswordOwner> {
        let found = self.inner.store.account(account).await?.ok_or(Error::Unknown("account"))?;
        Ok(found.into())
    }

    /// The owner of an account that was just made, as a caller.
    ///
    /// # Errors
    /// `Unknown` when there is no such account.
    pub async fn owner(&self, account: &str) -> Result<Caller> {
        let found = self.inner.store.account(account).await?.ok_or(Error::Unknown("account"))?;
        Ok(Caller { actor: "owner".to_owned(), verified: found.verified, ..self.on_behalf_of(&found) })
    }

    /// A caller that acts for the account, for the `admin` commands.
    pub fn on_behalf_of(&self, account: &AccountRow) -> Caller {
        Caller {
            account: account.id.clone(),
            pro: account.plan == "pro",
            suspended: account.suspended.clone(),
            verified: true,
            credential: Credential::Admin,
            bearer: None,
            rights: Rights::FULL,
            credential_since: 0,
            actor: "admin".to_owned(),
        }
    }

    /// Takes an account's page down with a reason that its owner can read; `None` lifts the suspension.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn set_suspended(&self, account: &str, reason: Option<&str>) -> Result<()> {
        Ok(self.inner.store.set_suspended(account, reason, self.now()).await?)
    }

    /// Creates an invitation.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn make_invite(&self) -> Result<String> {
        let invite = secret::generate(Kind::Invite);
        self.inner.store.add_invite(&secret::hash(&invite), self.now()).await?;
        Ok(invite)
    }
}

/// Normalizes an email address: addresses are compared in lower case.
pub fn normalize_email(email: &str) -> String {
    email.trim().to_lowercase()
}

/// Checks that the text is one plain email address: what the mail library takes as such, without the quotes, brackets
/// and lists that mail headers know. Only sending mail can tell more.
pub(super) fn read_email(text: &str) -> std::result::Result<String, String> {
    let email = normalize_email(text);
    let good = email.len() <= limits::EMAIL
        && !email.chars().any(|character| {
            character.is_whitespace() || character.is_control() || "<>()[],;:\"\\".contains(character)
        })
        && email.parse::<lettre::Address>().is_ok();
    if good { Ok(email) } else { Err(EMAIL_MALFORMED.to_owned()) }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    #[test]
    fn emails_are_folded_and_checked_for_form() {
        assert_eq!(super::read_email(" Ada@Example.ORG ").unwrap(), "ada@example.org");
        for wrong in [
            "",
            "ada",
            "@x",
            "a@",
            "a b@c.d",
            "a@b@c",
            "a@.b",
            "a@b.",
            "a@b..c",
            "a..b@c.d",
            ".a@b.c",
            "a@-b.c",
            "x<a@b.c>",
            "a@b.c,d@e.f",
            "a<victim@b.c>@d.e",
            "\"a b\"@c.d",
            "a@[127.0.0.1]",
            "a@b.c\r\nbcc: d@e.f",
            "a@b.c\0",
        ] {
            assert!(super::read_email(wrong).is_err(), "{wrong}");
        }
    }
}
