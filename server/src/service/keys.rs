//! API keys: created, listed, revoked (decisions, Accounts and keys).

use mantel_model::{Problem, limits};

use super::caller::Caller;
use super::error::{Error, Result};
use super::handle::Service;
use super::pages::require_verified;
use super::secret::{self, Kind};
use crate::store::KeyRow;

/// Longest name of a key, characters.
const NAME: usize = 60;

impl Service {
    /// Creates a key for the account of the caller, whose address has to be verified.
    ///
    /// # Errors
    /// `EmailNotVerified`, and the errors of [`Service::make_key`].
    pub async fn make_own_key(&self, caller: &Caller, name: &str) -> Result<(KeyRow, String)> {
        require_verified(caller)?;
        self.make_key(&caller.account, name).await
    }

    /// Creates a key for an account and returns it; this is the only time the key itself is shown. If another key of
    /// the account has the same name, a number is appended.
    ///
    /// # Errors
    /// `Invalid` for the name, `TooManyKeys`.
    pub async fn make_key(&self, account: &str, name: &str) -> Result<(KeyRow, String)> {
        let name = name.trim();
        let count = name.chars().count();
        if count == 0 || count > NAME || name.chars().any(char::is_control) {
            let message = format!("give the key a name of 1 to {NAME} characters, so that you know it later");
            return Err(Error::Invalid(vec![Problem::new("/name", message)]));
        }
        // The history tells keys apart by name.
        let taken: Vec<String> = self.inner.store.keys(account).await?.into_iter().map(|key| key.name).collect();
        let mut names = std::iter::once(name.to_owned()).chain((2_u32..).map(|count| format!("{name} {count}")));
        let name = names.find(|name| !taken.contains(name)).unwrap_or_else(|| name.to_owned());
        let key = secret::generate(Kind::Key);
        let id = format!("k_{}", secret::random(12));
        let row = KeyRow { id, name, created_at: self.now(), used_at: None, publish: true, asked_at: None };
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

    /// Revokes a key: it is refused from now on.
    ///
    /// # Errors
    /// `Unknown` when the account has no such key.
    pub async fn revoke_key(&self, account: &str, id: &str) -> Result<()> {
        if self.inner.store.remove_key(account, id).await? { Ok(()) } else { Err(Error::Unknown("key")) }
    }
}
