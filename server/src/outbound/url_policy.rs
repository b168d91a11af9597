//! Which URLs may be fetched at all, checked before any name is resolved.

use url::{Host, Url};

use super::error::FetchError;

/// Which URLs are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlPolicy {
    /// https on port 443: documents that identify OAuth clients.
    Strict,
    /// http on port 80 or https on port 443: links of owners.
    Web,
}

/// Where to connect.
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
    /// The target of a URL. IP addresses, other ports and names without a dot are refused: public pages use none of
    /// these. Decimal, octal and hexadecimal numbers are IP addresses too, because the URL was parsed as browsers do.
    pub fn of(url: &'a Url, policy: UrlPolicy) -> Result<Self, FetchError> {
        let plain = url.port().is_none() && url.username().is_empty() && url.password().is_none();
        let (port, secure) = match (url.scheme(), policy) {
            ("https", _) if plain => (443, true),
            ("http", UrlPolicy::Web) if plain => (80, false),
            (_, UrlPolicy::Strict) => return Err(FetchError("its address is not plain https")),
            (_, UrlPolicy::Web) => return Err(FetchError("its address is not plain http or https")),
        };
        match url.host() {
            Some(Host::Domain(host)) if is_public(host) => Ok(Self { host, port, secure }),
            _ => Err(FetchError("its host is not a public name")),
        }
    }
}

/// Whether a name can be public: it has a dot and does not end in a reserved name (RFC 6761, 6762, 7686, 8375, and
/// `.internal`, which ICANN reserves).
fn is_public(host: &str) -> bool {
    let reserved = ["localhost", "local", "internal", "intranet", "home.arpa", "onion", "test", "invalid"];
    let within = |end: &&str| host.strip_suffix(*end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    host.contains('.') && !host.ends_with('.') && !reserved.iter().any(within)
}
