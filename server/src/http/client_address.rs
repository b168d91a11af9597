//! The client's IP address, as an extractor, and the subnet that limits count it by.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::config::{Config, TrustedProxies};

/// The remote end of the connection: a request extension that the server sets.
#[derive(Clone, Copy, Debug)]
pub struct PeerAddress(pub SocketAddr);

/// The client's address: the connection's peer, or what a trusted proxy vouches for.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(pub IpAddr);

impl<S> FromRequestParts<S> for ClientAddress
where
    S: Send + Sync,
    Arc<Config>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self(of_request(parts, &Arc::<Config>::from_ref(state).trusted_proxies)))
    }
}

/// The client's address for a request.
pub fn of_request(parts: &Parts, proxies: &TrustedProxies) -> IpAddr {
    let peer = parts.extensions.get::<PeerAddress>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |extension| extension.0.ip());
    behind_peer(peer, &parts.headers, proxies)
}

/// The client's address for a request whose peer is known.
pub fn behind_peer(peer: IpAddr, headers: &HeaderMap, proxies: &TrustedProxies) -> IpAddr {
    // An unreadable value is not an address, and nothing before it is trusted.
    let forwarded = headers.get_all("x-forwarded-for").iter().map(|value| value.to_str().unwrap_or_default());
    proxies.client(peer, forwarded)
}

/// The address that limits count by: itself, or for IPv6 its /64, which usually belongs to one household or server.
pub fn subnet(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) & (u128::MAX << 64))),
        v4 => v4,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn ipv6_is_counted_by_its_64() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        assert_eq!(subnet(ip("2001:db8:1:2:3:4:5:6")), subnet(ip("2001:db8:1:2::1")));
        assert_ne!(subnet(ip("2001:db8:1:2::1")), subnet(ip("2001:db8:1:3::1")));
        assert_eq!(subnet(ip("::ffff:192.0.2.1")), ip("192.0.2.1"));
    }
}
