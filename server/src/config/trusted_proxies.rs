//! Proxies that are trusted to name the client in `X-Forwarded-For`.

use std::net::IpAddr;

/// Networks whose `X-Forwarded-For` is trusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<(IpAddr, u8)>);

impl TrustedProxies {
    /// Parses addresses and networks separated by commas or spaces.
    ///
    /// # Errors
    /// A sentence that names the first one that is neither.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
        parts.map(network).collect::<Result<_, _>>().map(Self)
    }

    /// Whether an address belongs to one of them.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|(network, bits)| within(address, *network, *bits))
    }

    /// The client's address: the peer's, or, when the peer is a trusted proxy, the last address it vouches for. `forwarded`
    /// are the values of every `X-Forwarded-For` header, in order: a proxy may add its own header after those that the client
    /// forged.
    pub fn client<'a>(&self, peer: IpAddr, forwarded: impl DoubleEndedIterator<Item = &'a str>) -> IpAddr {
        let mut client = peer.to_canonical();
        for hop in forwarded.rev().flat_map(|forwarded| forwarded.rsplit(',')) {
            if !self.contains(client) {
                break;
            }
            let Ok(next) = hop.trim().parse::<IpAddr>() else { break };
            client = next.to_canonical();
        }
        client
    }
}

fn network(text: &str) -> Result<(IpAddr, u8), String> {
    let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
    let invalid = || format!("{text} is neither an address nor a network like 10.0.0.0/8");
    let address: IpAddr = address.parse().map_err(|_| invalid())?;
    let most = if address.is_ipv4() { 32 } else { 128 };
    let bits = bits.map_or(Ok(most), str::parse).map_err(|_| invalid())?;
    if bits > most { Err(invalid()) } else { Ok((address, bits)) }
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn forwarded_addresses_count_only_from_trusted_proxies() {
        let proxies = TrustedProxies::parse("10.0.0.0/8, ::1").unwrap();
        let client = |peer: &str, forwarded: &[&'static str]| proxies.client(ip(peer), forwarded.iter().copied());
        assert_eq!(client("192.0.2.7", &["1.2.3.4"]), ip("192.0.2.7"));
        assert_eq!(client("10.1.1.1", &["1.2.3.4"]), ip("1.2.3.4"));
        assert_eq!(client("10.1.1.1", &["6.6.6.6, 1.2.3.4, 10.9.9.9"]), ip("1.2.3.4"));
        assert_eq!(client("10.1.1.1", &["6.6.6.6", "1.2.3.4, 10.9.9.9"]), ip("1.2.3.4"));
        assert_eq!(client("10.1.1.1", &["6.6.6.6", "1.2.3.4", "10.9.9.9"]), ip("1.2.3.4"));
        assert_eq!(client("10.1.1.1", &["1.2.3.4", "nonsense"]), ip("10.1.1.1"));
        assert_eq!(client("10.1.1.1", &[]), ip("10.1.1.1"));
        assert_eq!(TrustedProxies::default().client(ip("127.0.0.1"), ["1.2.3.4"].into_iter()), ip("127.0.0.1"));
        assert!(TrustedProxies::parse("10.0.0.0/33").is_err());
    }
}
