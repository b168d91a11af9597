//! Usernames: which can be claimed (decisions, Usernames).

use mantel_model::Username;

use super::error::{Error, Result};
use super::handle::Service;

/// A name that can be claimed.
#[derive(Debug)]
pub struct FreeUsername {
    /// The name.
    pub username: Username,
    /// Whether it is kept for the account that asks, and for nobody else.
    pub kept: bool,
}

impl Service {
    /// Whether a name can be claimed now, by an account if one asks.
    ///
    /// # Errors
    /// `UsernameInvalid`, `UsernameReserved` or `UsernameTaken`, each a sentence.
    pub async fn check_username(&self, text: &str, account: Option<&str>) -> Result<FreeUsername> {
        let username = self.allowed_username(text)?;
        if !self.inner.store.username_taken(&username, None, self.now()).await? {
            return Ok(FreeUsername { username, kept: false });
        }
        if account.is_some() && !self.inner.store.username_taken(&username, account, self.now()).await? {
            return Ok(FreeUsername { username, kept: true });
        }
        Err(Error::UsernameTaken(username))
    }

    /// The first of a taken name's alternatives that is neither reserved nor taken.
    ///
    /// # Errors
    /// `Unavailable` or `Internal`, from the database; each alternative is looked up once.
    pub async fn free_alternative(&self, taken: &Username) -> Result<Option<Username>> {
        for candidate in taken.alternatives() {
            let reserved = self.inner.reserved.contains(&candidate);
            if !reserved && !self.inner.store.username_taken(&candidate, None, self.now()).await? {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }

    /// The names of pages that are reserved by now: a route that came later may have taken them.
    ///
    /// # Errors
    /// `Unavailable` or `Internal`, from the database.
    pub async fn reserved_pages(&self) -> Result<Vec<String>> {
        let mut names = self.inner.store.usernames().await?;
        names.retain(|name| Username::parse(name).is_ok_and(|name| self.inner.reserved.contains(&name)));
        Ok(names)
    }

    /// A name that is well-formed and not reserved; it may still be taken.
    pub(super) fn allowed_username(&self, text: &str) -> Result<Username> {
        let username = Username::parse(text).map_err(Error::UsernameInvalid)?;
        if self.inner.reserved.contains(&username) {
            return Err(Error::UsernameReserved(username));
        }
        Ok(username)
    }
}
