//! Secrets that are shown once and stored only as their hash: keys, session ids, bearer tokens, invitations, codes,
//! tokens.

use rand::Rng;
use sha2::{Digest, Sha256};

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// 43 base62 characters hold 256 bits.
const BODY: usize = 43;
/// Six more hold 32 bits of checksum, which tells a mistyped or truncated key from a revoked one without a lookup.
const CHECK: usize = 6;

/// What a secret is for; its prefix identifies it to people and secret scanners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An API key (decisions, Accounts and keys).
    Key,
    /// A browser's bearer token, valid for ten minutes.
    Bearer,
    /// The id in a session cookie.
    Session,
    /// An invitation.
    Invite,
    /// A password reset link.
    Reset,
    /// A link that confirms a new email address.
    Email,
    /// An authorization code, valid for a minute.
    Code,
    /// An access token of an OAuth client.
    Access,
    /// A refresh token of an OAuth client.
    Refresh,
    /// The last part of an address that takes one picture.
    Upload,
}

impl Kind {
    /// The kinds that authorise a call of the API.
    pub const BEARERS: [Self; 3] = [Self::Key, Self::Access, Self::Bearer];

    /// What secrets of the kind begin with.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Key => "mantel_",
            Self::Bearer => "mantelb_",
            Self::Session => "mantels_",
            Self::Invite => "manteli_",
            Self::Reset => "mantelp_",
            Self::Email => "mantele_",
            Self::Code => "mantelc_",
            Self::Access => "mantelt_",
            Self::Refresh => "mantelr_",
            Self::Upload => "mantelu_",
        }
    }
}

/// A new secret: prefix, 256 random bits, checksum.
pub fn generate(kind: Kind) -> String {
    let body = random(BODY);
    format!("{}{body}{}", kind.prefix(), checksum(kind, &body))
}

/// Derives a secret from another one and a salt, so that a repeated request gets the same reply although only hashes
/// are stored. It cannot be computed without both.
pub fn derive(kind: Kind, from: &str, salt: &str) -> String {
    let mut digest = Sha256::digest(format!("{}{}.{salt}", kind.prefix(), hash(from)).as_bytes());
    let body: String = (0..BODY).map(|_| digit(digest.as_mut_slice())).collect();
    format!("{}{body}{}", kind.prefix(), checksum(kind, &body))
}

/// Divides the number by 62 and returns the remainder as a base62 digit.
fn digit(number: &mut [u8]) -> char {
    let mut rest = 0_usize;
    for byte in number {
        let sum = rest << 8 | usize::from(*byte);
        // Below 62 · 256, so the quotient is a byte.
        *byte = u8::try_from(sum / 62).unwrap_or(u8::MAX);
        rest = sum % 62;
    }
    char::from(BASE62[rest])
}

/// Whether this is a well-formed secret of the kind; it may still be unknown.
pub fn well_formed(kind: Kind, text: &str) -> bool {
    let Some(rest) = text.strip_prefix(kind.prefix()) else { return false };
    rest.len() == BODY + CHECK
        && rest.bytes().all(|byte| BASE62.contains(&byte))
        && rest.split_at_checked(BODY).is_some_and(|(body, check)| check == checksum(kind, body))
}

/// The stored form of a secret: SHA-256 in hex. Its 256 random bits need no slower hash.
pub fn hash(secret: impl AsRef<[u8]>) -> String {
    Sha256::digest(secret.as_ref()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The beginning and the end of a secret, by which its owner knows it again: `mantel_7kQd…8e`. What it leaves out has more
/// than 220 random bits.
pub fn fingerprint(secret: &str) -> String {
    let body = secret.find('_').map_or(0, |at| at + 1);
    let (start, end) = (secret.get(..body + 4), secret.get(secret.len().saturating_sub(2)..));
    format!("{}…{}", start.unwrap_or_default(), end.unwrap_or_default())
}

/// Random base62 characters, uniformly distributed.
pub fn random(length: usize) -> String {
    let mut rng = rand::rng();
    (0..length).map(|_| char::from(BASE62[rng.random_range(0..62)])).collect()
}

fn checksum(kind: Kind, body: &str) -> String {
    let digest = Sha256::digest(format!("{}{body}", kind.prefix()).as_bytes());
    let mut number = digest.iter().take(4).fold(0_usize, |sum, it| sum << 8 | usize::from(*it));
    let mut out = String::new();
    for _ in 0..CHECK {
        out.push(char::from(BASE62[number % 62]));
        number /= 62;
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_shows_the_beginning_and_the_end() {
        let key = format!("mantel_7kQd{}8e", "x".repeat(BODY + CHECK - 6));
        assert_eq!(fingerprint(&key), "mantel_7kQd…8e");
        assert_eq!((fingerprint("").as_str(), fingerprint("ä").as_str()), ("…", "…ä"));
    }

    #[test]
    fn a_key_is_well_formed_until_a_letter_changes() {
        let key = generate(Kind::Key);
        assert!(key.starts_with("mantel_") && key.len() == 7 + 49);
        assert!(well_formed(Kind::Key, &key));
        assert!(!well_formed(Kind::Session, &key));
        for at in 7..key.len() {
            let mut other = key.clone().into_bytes();
            other[at] = if other[at] == b'x' { b'y' } else { b'x' };
            assert!(!well_formed(Kind::Key, std::str::from_utf8(&other).unwrap()), "{at}");
        }
        assert_ne!(key, generate(Kind::Key));
    }

    #[test]
    fn a_following_secret_depends_on_everything_and_is_well_formed() {
        let one = derive(Kind::Refresh, "mantelr_x", "salt");
        assert!(well_formed(Kind::Refresh, &one));
        assert_eq!(one, derive(Kind::Refresh, "mantelr_x", "salt"));
        assert_ne!(one, derive(Kind::Refresh, "mantelr_x", "tlas"));
        assert_ne!(one, derive(Kind::Refresh, "mantelr_y", "salt"));
        assert_ne!(one[8..], derive(Kind::Access, "mantelr_x", "salt")[8..]);
    }
}
