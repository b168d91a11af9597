//! Usernames: which can be claimed (decisions, Usernames).

use mantel_model::Username;

use super::error::{Error, Result};
use super::handle::Service;

impl Service {
    /// Whether a name can be claimed now.
    ///
    /// # Errors
    /// `UsernameInvalid`, `UsernameReserved` or `UsernameTaken`, each with a sentence.
    pub async fn check_username(&self, text: &str) -> Result<Username> {
        let username = self.allowed_username(text)?;
        if self.inner.store.username_taken(&username, None, self.now()).await? {
            return Err(Error::UsernameTaken(username));
        }
        Ok(username)
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
