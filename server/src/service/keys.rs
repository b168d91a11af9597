//! API keys: created, listed, revoked (decisions, Accounts and keys).

use mantel_model::{Problem, Rights, limits};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::pages::require_verified;
use super::rights::Operation;
use super::secret::{self, Kind};
use super::wanted_rights::{WantedRights, narrowed};
use crate::store::KeyRow;

/// Longest name of a key, characters.
const NAME: usize = 60;

impl Service {
    /// Creates a key for the account of the owner, whose address has to be verified.
    ///
    /// # Errors
    /// `EmailNotVerified`, and the errors of [`Service::make_limited_key`].
    pub async fn make_own_key(
        &self,
        caller: &Caller,
        name: &str,
        wanted: &WantedRights<'_>,
    ) -> Result<(KeyRow, String)> {
        self.require(caller, Operation::MakeKey).await?;
        require_verified(caller)?;
        self.make_limited_key(&caller.account, name, wanted).await
    }

    /// Creates a key that may do everything.
    ///
    /// # Errors
    /// As [`Service::make_limited_key`].
    pub async fn make_key(&self, account: &str, name: &str) -> Result<(KeyRow, String)> {
        self.make_limited_key(account, name, &WantedRights::FULL).await
    }

    /// Creates a key for an account and returns it; this is the only time the key itself is shown. If another key of
    /// the account has the same name, a number is appended.
    ///
    /// # Errors
    /// `Invalid` for the name and the rights, `TooManyKeys`.
    pub async fn make_limited_key(
        &self,
        account: &str,
        name: &str,
        wanted: &WantedRights<'_>,
    ) -> Result<(KeyRow, String)> {
        let name = name.trim();
        let count = name.chars().count();
        let mut problems = Vec::new();
        if count == 0 || count > NAME || name.chars().any(char::is_control) {
            let message = format!("give the key a name of 1 to {NAME} characters, so that you know it later");
            problems.push(Problem::new("/name", message));
        }
        let rights = wanted.read(Rights::FULL, self.now(), &mut problems);
        if !problems.is_empty() {
            return Err(Error::Invalid(problems));
        }
        // The history tells keys apart by name.
        let taken: Vec<String> = self.inner.store.keys(account).await?.into_iter().map(|key| key.name).collect();
        let mut names = std::iter::once(name.to_owned()).chain((2_u32..).map(|count| format!("{name} {count}")));
        let name = names.find(|name| !taken.contains(name)).unwrap_or_else(|| name.to_owned());
        let key = secret::generate(Kind::Key);
        let id = format!("k_{}", secret::random(12));
        let (created_at, fingerprint) = (self.now(), Some(secret::fingerprint(&key)));
        let row = KeyRow { id, name, created_at, used_at: None, rights, fingerprint, asked_at: None };
        if self.inner.store.add_key(account, &row, &secret::hash(&key), limits::KEYS).await? {
            Ok((row, key))
        } else {
            Err(Error::TooManyKeys)
        }
    }

    /// The account's keys, newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keys(&self, account: &str) -> Result<Vec<KeyRow>> {
        Ok(self.inner.store.keys(account).await?)
    }

    /// Sets whether a key may publish.
    ///
    /// # Errors
    /// `Unknown` when the account has no such key.
    pub async fn let_key_publish(&self, account: &str, id: &str, publish: bool) -> Result<()> {
        let found = self.inner.store.set_key_publish(account, id, publish).await?;
        if found { Ok(()) } else { Err(Error::Unknown("key")) }
    }

    /// Narrows what a key may do, or sets an earlier end; nothing of it can be taken back.
    ///
    /// # Errors
    /// `Unknown` when the account has no such key; `Invalid` for what would be wider than it is.
    pub async fn narrow_key(&self, account: &str, id: &str, wanted: &WantedRights<'_>) -> Result<()> {
        let key = self.keys(account).await?.into_iter().find(|key| key.id == id).ok_or(Error::Unknown("key"))?;
        let to = wanted.narrower(key.rights, self.now())?;
        narrowed(self.inner.store.narrow_key(account, id, to).await?, "key")
    }

    /// Revokes a key: it is refused from now on.
    ///
    /// # Errors
    /// `Unknown` when the account has no such key.
    pub async fn revoke_key(&self, account: &str, id: &str) -> Result<()> {
        if self.inner.store.remove_key(account, id).await? { Ok(()) } else { Err(Error::Unknown("key")) }
    }
}
