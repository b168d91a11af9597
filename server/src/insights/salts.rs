//! The salt of each day, shared by the servers of an instance and deleted after it: without it nothing joins a visitor to another
//! day, or to an address.

use std::hash::Hasher;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use siphasher::sip::SipHasher13;
use siphasher::sip128::SipHasher13 as SipHasher128;

/// A salt, 128 bits.
type Salt = (u64, u64);

/// The salts of today and tomorrow.
#[derive(Debug)]
pub struct Salts {
    known: RwLock<[(i64, Salt); 2]>,
    /// What stands in until the database has answered.
    own: Salt,
}

impl Salts {
    /// No salts yet.
    pub fn new() -> Self {
        Self { known: RwLock::new([(i64::MIN, (0, 0)); 2]), own: (rand::random(), rand::random()) }
    }

    /// Whether the salt of a day is known.
    pub fn knows(&self, day: i64) -> bool {
        self.known.read().unwrap_or_else(PoisonError::into_inner).iter().any(|known| known.0 == day)
    }

    /// Takes in the salt of a day, and forgets the older of the two.
    pub fn learn(&self, day: i64, text: &str) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let older = usize::from(known[1].0 < known[0].0);
        known[older] = (day, parse(text).unwrap_or(self.own));
    }

    /// What stands for a visitor on a day: a keyed hash of the address and the digest of the user agent.
    pub fn mark(&self, day: i64, address: IpAddr, agent: u128) -> u64 {
        let known = *self.known.read().unwrap_or_else(PoisonError::into_inner);
        let salt = known.iter().find(|known| known.0 == day).map_or(self.own, |known| known.1);
        let mut hasher = SipHasher13::new_with_keys(salt.0, salt.1);
        match address {
            IpAddr::V4(v4) => hasher.write(&v4.octets()),
            IpAddr::V6(v6) => hasher.write(&v6.octets()),
        }
        hasher.write(&agent.to_le_bytes());
        hasher.finish()
    }
}

/// The digest of a user agent: the same on every server, and taken once for many visits.
pub fn digest(agent: &[u8]) -> u128 {
    SipHasher128::new().hash(agent).as_u128()
}

/// A new salt, as text.
pub fn generate() -> String {
    format!("{:016x}{:016x}", rand::random::<u64>(), rand::random::<u64>())
}

fn parse(text: &str) -> Option<Salt> {
    let (first, second) = text.split_at_checked(16)?;
    Some((u64::from_str_radix(first, 16).ok()?, u64::from_str_radix(second, 16).ok()?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn nothing_joins_two_days() {
        let salts = Salts::new();
        salts.learn(1, &generate());
        salts.learn(2, &generate());
        let (address, agent) = ("192.0.2.1".parse().unwrap(), digest(b"Firefox"));
        assert_eq!(salts.mark(1, address, agent), salts.mark(1, address, agent));
        assert_ne!(salts.mark(1, address, agent), salts.mark(2, address, agent));
        assert_ne!(salts.mark(1, address, agent), salts.mark(1, address, digest(b"Safari")));
        salts.learn(3, &generate());
        assert!(!salts.knows(1) && salts.knows(2) && salts.knows(3));
    }

    #[test]
    fn servers_with_one_salt_see_one_visitor() {
        let (one, other, salt) = (Salts::new(), Salts::new(), generate());
        one.learn(1, &salt);
        other.learn(1, &salt);
        let address = "2001:db8::1".parse().unwrap();
        let marks = [&one, &other].map(|salts| salts.mark(1, address, digest(b"")));
        assert_eq!(marks[0], marks[1]);
    }
}
