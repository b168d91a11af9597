//! Passwords: Argon2id, at most two hashes at a time, and the same work for an account that does not exist.

use std::sync::{Arc, OnceLock};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use mantel_model::account;
use tokio::sync::Semaphore;

use super::error::{Error, Result};

/// Concurrent hashes: each takes 19 MiB and a core.
const PERMITS: usize = 2;

/// Hashes and checks passwords, a few at a time. Clones share the limit.
#[derive(Clone, Debug)]
pub struct Hasher {
    permits: Arc<Semaphore>,
    nobody: Arc<OnceLock<String>>,
}

impl Hasher {
    /// A hasher with a limit of its own.
    pub fn new() -> Self {
        Self { permits: Arc::new(Semaphore::new(PERMITS)), nobody: Arc::default() }
    }

    /// The password's hash in PHC form.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let password = password.to_owned();
        self.work(move || hash(&password)).await?.ok_or(Error::Internal)
    }

    /// Whether the password matches the hash. Without a hash it does the same work and returns `false`.
    pub async fn verify(&self, password: &str, stored: Option<String>) -> Result<bool> {
        let (password, nobody) = (password.to_owned(), Arc::clone(&self.nobody));
        self.work(move || {
            let known = stored.is_some();
            let stored = stored.unwrap_or_else(|| nobody.get_or_init(|| hash("nobody").unwrap_or_default()).clone());
            let good = PasswordHash::new(&stored)
                .is_ok_and(|it| Argon2::default().verify_password(password.as_bytes(), &it).is_ok());
            good && known
        })
        .await
    }

    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _permit = self.permits.acquire().await.map_err(|_| Error::Unavailable)?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Error::Internal)
    }
}

fn hash(password: &str) -> Option<String> {
    let hash: PasswordHash = Argon2::default().hash_password(password.as_bytes()).ok()?;
    Some(hash.to_string())
}

/// Whether the password has an allowed length.
///
/// # Errors
/// A sentence that states the rule.
pub fn check_length(password: &str) -> std::result::Result<(), String> {
    let count = password.chars().count();
    if count < *account::PASSWORD.start() {
        Err(account::PASSWORD_SHORT.to_owned())
    } else if count > *account::PASSWORD.end() {
        Err(format!("A password has at most {} characters.", account::PASSWORD.end()))
    } else {
        Ok(())
    }
}
