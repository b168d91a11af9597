//! The device cookie: a browser that has signed in to an account with its present password is known for a year, so that
//! somebody else's wrong passwords cannot keep its owner out.

use axum::http::{HeaderMap, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::digest::common::Key;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::cookie;
use crate::config::Config;
use crate::service::{PasswordOwner, secret};

/// Lifetime of the cookie, seconds.
const MAX_AGE: u32 = 365 * 24 * 60 * 60;
/// Characters that tell one device from another.
const ID: usize = 16;

/// Makes and recognises device cookies with a key of this instance.
#[derive(Clone, Debug)]
pub struct Devices {
    key: Hmac<Sha256>,
}

impl Devices {
    /// With a key derived from the instance's secret.
    pub fn new(secret: &str) -> Self {
        let digest = Sha256::digest(format!("known devices\n{secret}").as_bytes());
        let mut key = Key::<Hmac<Sha256>>::default();
        key.iter_mut().zip(digest).for_each(|(byte, digest)| *byte = digest);
        Self { key: Hmac::new(&key) }
    }

    /// The header that makes this browser known to the account with this password. A known one keeps its id.
    pub fn set(&self, headers: &HeaderMap, config: &Config, account: &PasswordOwner) -> Option<HeaderValue> {
        let id = self.read(headers, config, account).unwrap_or_else(|| secret::random(ID));
        let value = format!("{id}.{}", self.sign(&id, &account.line()));
        cookie::write(config, name(config), &value, MAX_AGE)
    }

    /// Whether a browser says that it is known.
    pub fn claims(headers: &HeaderMap, config: &Config) -> bool {
        cookie::find(headers, name(config)).is_some()
    }

    /// The id of this browser, if it has signed in to the account with this password before. Whoever knew an earlier
    /// password, or has another account that waits for the same address, gains nothing.
    pub fn read(&self, headers: &HeaderMap, config: &Config, account: &PasswordOwner) -> Option<String> {
        let value = cookie::find(headers, name(config))?;
        let (id, signature) = value.split_once('.')?;
        (id.len() == ID && self.verifies(id, &account.line(), signature)).then(|| id.to_owned())
    }

    /// Signs two lines, the first of which says what for.
    pub(super) fn sign(&self, what: &str, line: &str) -> String {
        let digest = self.key.clone().chain_update(format!("{what}\n{line}").as_bytes()).finalize().into_bytes();
        URL_SAFE_NO_PAD.encode(digest)
    }

    /// Whether this is their signature; in constant time.
    pub(super) fn verifies(&self, what: &str, line: &str, signature: &str) -> bool {
        bool::from(self.sign(what, line).as_bytes().ct_eq(signature.as_bytes()))
    }
}

fn name(config: &Config) -> &'static str {
    if config.secure() { "__Host-mantel-device" } else { "mantel-device" }
}
