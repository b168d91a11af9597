//! Signed URLs of remote images. Only pages of this server can make it fetch something, and a URL identifies the
//! account by a pseudonym, so that one account's many images do not delay another's, and whoever takes a page down ends
//! its addresses too. Addresses expire.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::digest::common::Key;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The path prefix of remote images.
const PREFIX: &str = "/media/far/";

/// Characters of a signature that identify the account.
const OWNER: usize = 8;

/// Hexadecimal digits of the period in which an address expires.
const EXPIRY: usize = 4;

/// Addresses are the same for this long, ms, and valid for one to two such periods: pages are rendered again within
/// minutes, but a page may stay open in an editor for days.
const PERIOD: i64 = 14 * 24 * 60 * 60 * 1000;

/// A remote image that a page of this server refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteSource {
    /// A pseudonym of the page's account, always the same for the same account.
    pub owner: String,
    /// The URL of the image.
    pub url: String,
}

/// Signs and verifies URLs with a key of this instance. Cheap to clone.
#[derive(Clone, Debug)]
pub struct UrlSigner {
    key: Hmac<Sha256>,
}

impl UrlSigner {
    /// A signer with a key derived from the instance's secret.
    pub fn new(secret: &str) -> Self {
        let digest = Sha256::digest(format!("far pictures\n{secret}").as_bytes());
        let mut key = Key::<Hmac<Sha256>>::default();
        key.iter_mut().zip(digest).for_each(|(byte, digest)| *byte = digest);
        Self { key: Hmac::new(&key) }
    }

    /// A remote image that this account's page refers to.
    pub fn source(&self, account: &str, url: &str) -> RemoteSource {
        let owner = self.hmac::<6>(&["account", account]);
        RemoteSource { owner, url: url.to_owned() }
    }

    /// The URL under which this server serves a remote image, from `now` (ms) until it expires.
    pub fn address(&self, source: &RemoteSource, now: i64) -> String {
        let until = format!("{:04x}", period(now).saturating_add(2));
        let signature = self.signature(source, &until);
        format!("{PREFIX}{}{until}{signature}/{}", source.owner, URL_SAFE_NO_PAD.encode(&source.url))
    }

    /// The remote image of a signed URL, if the signature is valid and has not expired.
    pub fn verify(&self, signed: &str, encoded: &str, now: i64) -> Option<RemoteSource> {
        let (owner, rest) = signed.split_at_checked(OWNER)?;
        let (until, signature) = rest.split_at_checked(EXPIRY)?;
        let url = encoded_url(encoded)?;
        let source = RemoteSource { owner: owner.to_owned(), url };
        let valid = bool::from(self.signature(&source, until).as_bytes().ct_eq(signature.as_bytes()));
        let current = u16::from_str_radix(until, 16).is_ok_and(|until| period(now) < until);
        (valid && current).then_some(source)
    }

    fn signature(&self, source: &RemoteSource, until: &str) -> String {
        self.hmac::<16>(&["picture until", until, &source.owner, &source.url])
    }

    /// The first bytes of the HMAC-SHA-256 (RFC 2104) of these lines.
    fn hmac<const BYTES: usize>(&self, lines: &[&str]) -> String {
        let digest = self.key.clone().chain_update(lines.join("\n").as_bytes()).finalize().into_bytes();
        URL_SAFE_NO_PAD.encode(digest.first_chunk::<BYTES>().copied().unwrap_or([0; BYTES]))
    }
}

/// The URL of a remote image in its address, with or without a valid signature.
pub fn encoded_url(encoded: &str) -> Option<String> {
    String::from_utf8(URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()
}

/// The number of the period at this time (ms).
fn period(now: i64) -> u16 {
    u16::try_from(now.div_euclid(PERIOD)).unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn only_signed_addresses_are_accepted() {
        let signer = UrlSigner::new("one");
        let cat = signer.source("ada", "https://a.example/cat.jpg?x=1");
        let now = 100 * PERIOD + 5;
        let address = signer.address(&cat, now);
        let (signature, encoded) = address.strip_prefix(PREFIX).unwrap().split_once('/').unwrap();
        assert_eq!(signer.verify(signature, encoded, now).as_ref(), Some(&cat));
        assert_eq!(UrlSigner::new("two").verify(signature, encoded, now), None);
        // It expires after one to two periods, and whoever changes that changes the signature.
        assert_eq!(signer.verify(signature, encoded, 102 * PERIOD - 1).as_ref(), Some(&cat));
        assert_eq!(signer.verify(signature, encoded, 102 * PERIOD), None);
        let later = format!("{}ffff{}", &signature[..OWNER], &signature[OWNER + EXPIRY..]);
        assert_eq!(signer.verify(&later, encoded, now), None);
        let other = URL_SAFE_NO_PAD.encode("https://a.example/dog.jpg");
        assert_eq!(signer.verify(signature, &other, now), None);
        // Nobody can fetch at the expense of another's account.
        let bob = signer.source("bob", &cat.url);
        assert!(bob.owner != cat.owner && bob.owner.len() == OWNER && !address.contains("ada"));
        let swapped = format!("{}{}", bob.owner, &signature[OWNER..]);
        for wrong in ["", "!", "ä", "äääää", &signature[1..], &signature[..OWNER], swapped.as_str()] {
            assert_eq!(signer.verify(wrong, encoded, now), None, "{wrong}");
        }
    }
}
