//! Where a code may be sent: https, a program on the user's own computer, or an app's own scheme (RFC 8252, RFC 9700).

use url::{Host, Url};

/// Longest redirect address, bytes.
const LENGTH: usize = 2048;
/// Schemes of known programs that do not follow the reversed-domain-name rule (RFC 8252, 7.1).
const APPS: &[&str] = &["cursor", "vscode", "vscode-insiders", "vscodium", "windsurf", "zed", "goose", "kiro"];

/// An address that codes may be sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    text: String,
    url: Url,
}

impl Redirect {
    /// Parses an address from a client's metadata or request.
    ///
    /// # Errors
    /// The reason why no code is ever sent there.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        if text.len() > LENGTH
            || !text.bytes().all(|byte| (0x21..0x7f).contains(&byte) && !b"\\<>\"`{}|^".contains(&byte))
        {
            return Err("a redirect address is at most 2048 visible ASCII characters of an address");
        }
        let url = Url::parse(text).map_err(|_| "a redirect address must be a whole address with its scheme")?;
        if text.contains('#') {
            return Err("a redirect address has no fragment");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err("a redirect address has no user name or password");
        }
        match url.scheme() {
            "https" if text.starts_with("https://") && url.has_host() => {}
            "http" if text.starts_with("http://") && loopback(&url) => {}
            "https" | "http" => return Err("a redirect address is https, or http on localhost, 127.0.0.1 or [::1]"),
            scheme if scheme.contains('.') || APPS.contains(&scheme) => {}
            _ => {
                return Err(
                    "a redirect address is https, http on this computer, or an app's own scheme like com.example.app",
                );
            }
        }
        Ok(Self { text: text.to_owned(), url })
    }

    /// The address as the client wrote it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether this is the registered address: identical, except for the port of a program on the user's own computer,
    /// which may use any free one (RFC 8252, 7.3).
    pub fn is(&self, registered: &Self) -> bool {
        let (one, other) = (&self.url, &registered.url);
        let near = || {
            self.local()
                && registered.local()
                && one.host() == other.host()
                && one.path() == other.path()
                && one.query() == other.query()
        };
        self.text == registered.text || near()
    }

    /// Whether it leads to the user's own computer over http.
    pub fn local(&self) -> bool {
        self.url.scheme() == "http" && loopback(&self.url)
    }

    /// Its port, where one is given.
    pub fn port(&self) -> Option<u16> {
        self.url.port()
    }

    /// Its scheme.
    pub fn scheme(&self) -> &str {
        self.url.scheme()
    }

    /// The part that people can check: scheme and host, or the scheme of an app.
    pub fn origin(&self) -> String {
        match self.url.scheme() {
            "http" | "https" => self.url.origin().ascii_serialization(),
            scheme => format!("{scheme}:"),
        }
    }

    /// The address with the response in its query.
    pub fn with(&self, answer: &[(&str, &str)]) -> String {
        let mut url = self.url.clone();
        url.query_pairs_mut().extend_pairs(answer);
        url.into()
    }
}

/// The three loopback hosts that the rule covers.
fn loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address == std::net::Ipv4Addr::LOCALHOST,
        Some(Host::Ipv6(address)) => address == std::net::Ipv6Addr::LOCALHOST,
        None => false,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn codes_go_to_https_to_this_computer_and_to_apps() {
        for good in [
            "https://claude.ai/api/mcp/auth_callback",
            "http://localhost:8787/callback",
            "http://127.0.0.1:33418/",
            "http://[::1]:1/cb",
            "cursor://anysphere.cursor-retrieval/oauth/callback",
            "com.example.app:/oauth",
        ] {
            assert!(Redirect::parse(good).is_ok(), "{good}");
        }
    }

    #[test]
    fn codes_go_nowhere_else() {
        for bad in [
            "",
            "/callback",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "vbscript:x",
            "blob:https://a.example/x",
            "about:blank",
            "http://evil.example/cb",
            "http://localhost.evil.example/cb",
            "http://127.0.0.1.evil.example/cb",
            "http://0.0.0.0/cb",
            "http://127.0.0.2/cb",
            "http://user@localhost/cb",
            "https://good.example@evil.example/cb",
            "https://good.example/cb#x",
            "https://good.example\\@evil.example/cb",
            "https:good.example/cb",
            "https://good.example/a b",
            "myapp://cb",
            "ws://localhost/cb",
        ] {
            assert!(Redirect::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_the_port_of_this_computer_may_differ() {
        let is = |a: &str, b: &str| Redirect::parse(a).unwrap().is(&Redirect::parse(b).unwrap());
        assert!(is("http://127.0.0.1:9/cb", "http://127.0.0.1/cb"));
        assert!(is("http://localhost/cb", "http://localhost:8787/cb"));
        assert!(is("http://[::1]:5/cb", "http://[::1]/cb"));
        assert!(!is("http://localhost:9/cb", "http://127.0.0.1/cb"));
        assert!(!is("http://127.0.0.1:9/cb/x", "http://127.0.0.1/cb"));
        assert!(!is("http://127.0.0.1:9/cb?x=1", "http://127.0.0.1/cb"));
        assert!(!is("https://a.example:8443/cb", "https://a.example/cb"));
        assert!(!is("https://a.example/cb/", "https://a.example/cb"));
        assert!(!is("https://A.example/cb", "https://a.example/cb"));
    }
}
