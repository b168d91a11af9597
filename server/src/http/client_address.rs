//! Who is calling: the address behind trusted proxies, and the block an address is counted by.

use std::net::{IpAddr, Ipv6Addr};

/// Networks whose `X-Forwarded-For` is believed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies(Vec<(IpAddr, u8)>);

impl Proxies {
    /// Reads addresses and networks separated by commas or spaces.
    ///
    /// # Errors
    /// A sentence that names the first one that is neither.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
        parts.map(network).collect::<Result<_, _>>().map(Self)
    }

    /// Whether an address is one of them.
    pub fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|(network, bits)| within(address, *network, *bits))
    }

    /// The caller's address: the peer's, or, when the peer is a trusted proxy, the last address it vouches for. `forwarded`
    /// are the values of every `X-Forwarded-For`, in order: a proxy may write what it vouches for into a header of its own,
    /// after those that the caller made up.
    pub fn caller<'a>(&self, peer: IpAddr, forwarded: impl DoubleEndedIterator<Item = &'a str>) -> IpAddr {
        let mut caller = peer.to_canonical();
        for hop in forwarded.rev().flat_map(|forwarded| forwarded.rsplit(',')) {
            if !self.trust(caller) {
                break;
            }
            let Ok(next) = hop.trim().parse::<IpAddr>() else { break };
            caller = next.to_canonical();
        }
        caller
    }
}

fn network(text: &str) -> Result<(IpAddr, u8), String> {
    let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
    let wrong = || format!("{text} is neither an address nor a network like 10.0.0.0/8");
    let address: IpAddr = address.parse().map_err(|_| wrong())?;
    let most = if address.is_ipv4() { 32 } else { 128 };
    let bits = bits.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
    if bits > most { Err(wrong()) } else { Ok((address, bits)) }
}

fn within(address: IpAddr, network: IpAddr, bits: u8) -> bool {
    match (address, network) {
        (IpAddr::V4(a), IpAddr::V4(n)) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
            u32::from(a) & mask == u32::from(n) & mask
        }
        (IpAddr::V6(a), IpAddr::V6(n)) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
            u128::from(a) & mask == u128::from(n) & mask
        }
        _ => false,
    }
}

/// What an address is counted by: itself, or for IPv6 its /64, which one household or server holds whole.
pub fn block(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(it) => IpAddr::V6(Ipv6Addr::from(u128::from(it) & (u128::MAX << 64))),
        v4 => v4,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn forwarded_addresses_are_believed_only_from_trusted_proxies() {
        let proxies = Proxies::parse("10.0.0.0/8, ::1").unwrap();
        let caller = |peer: &str, forwarded: &[&'static str]| proxies.caller(ip(peer), forwarded.iter().copied());
        assert_eq!(caller("192.0.2.7", &["1.2.3.4"]), ip("192.0.2.7"));
        assert_eq!(caller("10.1.1.1", &["1.2.3.4"]), ip("1.2.3.4"));
        assert_eq!(caller("10.1.1.1", &["6.6.6.6, 1.2.3.4, 10.9.9.9"]), ip("1.2.3.4"));
        assert_eq!(caller("10.1.1.1", &["6.6.6.6", "1.2.3.4, 10.9.9.9"]), ip("1.2.3.4"));
        assert_eq!(caller("10.1.1.1", &["6.6.6.6", "1.2.3.4", "10.9.9.9"]), ip("1.2.3.4"));
        assert_eq!(caller("10.1.1.1", &["1.2.3.4", "nonsense"]), ip("10.1.1.1"));
        assert_eq!(caller("10.1.1.1", &[]), ip("10.1.1.1"));
        assert_eq!(Proxies::default().caller(ip("127.0.0.1"), ["1.2.3.4"].into_iter()), ip("127.0.0.1"));
        assert!(Proxies::parse("10.0.0.0/33").is_err());
    }

    #[test]
    fn ipv6_is_counted_by_its_64() {
        assert_eq!(block(ip("2001:db8:1:2:3:4:5:6")), block(ip("2001:db8:1:2::1")));
        assert_ne!(block(ip("2001:db8:1:2::1")), block(ip("2001:db8:1:3::1")));
        assert_eq!(block(ip("::ffff:192.0.2.1")), ip("192.0.2.1"));
    }
}
