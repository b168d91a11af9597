//! Which addresses may be asked at all, before any name is resolved.

use url::{Host, Url};

use super::NotFetched;

/// What an address has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// https on its own port: documents that programs name themselves by.
    Strict,
    /// http on port 80 or https on port 443: what owners link to.
    Web,
}

/// Where to connect, and what to ask for there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    /// The host's name.
    pub host: &'a str,
    /// 80 or 443.
    pub port: u16,
    /// Whether the connection is encrypted.
    pub secure: bool,
}

impl<'a> Target<'a> {
    /// The host behind an address. Bare addresses, other ports and names without a dot are nobody's public pages: numbers
    /// written as decimal, octal or hexadecimal are bare addresses too, because the address was parsed as browsers do.
    pub fn of(url: &'a Url, rules: Rules) -> Result<Self, NotFetched> {
        let plain = url.port().is_none() && url.username().is_empty() && url.password().is_none();
        let (port, secure) = match (url.scheme(), rules) {
            ("https", _) if plain => (443, true),
            ("http", Rules::Web) if plain => (80, false),
            (_, Rules::Strict) => return Err(NotFetched("its address is not plain https")),
            (_, Rules::Web) => return Err(NotFetched("its address is not plain http or https")),
        };
        match url.host() {
            Some(Host::Domain(host)) if public(host) => Ok(Self { host, port, secure }),
            _ => Err(NotFetched("its host is not a public name")),
        }
    }
}

/// Whether a name can be one of the public web: it has a dot, and its end is not one that stays inside (RFC 6761, 6762,
/// 7686, 8375, and `.internal`, which ICANN keeps for that).
fn public(host: &str) -> bool {
    let inside = ["localhost", "local", "internal", "intranet", "home.arpa", "onion", "test", "invalid"];
    let within = |end: &&str| host.strip_suffix(*end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    host.contains('.') && !host.ends_with('.') && !inside.iter().any(within)
}
