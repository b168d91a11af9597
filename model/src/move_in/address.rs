//! The addresses found on a page: completed, unwrapped from redirects, and refused where they lead inside a network, run
//! a script or hold a password.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::address::Address;
use crate::brief::detect;
use crate::limits;
use crate::safe_url::{ImageUrl, SafeUrl};

/// What an address on a page is good for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Resolved {
    /// It can be a link.
    Good(SafeUrl),
    /// It leads nowhere: a place on the same page, or nothing at all.
    Nowhere,
    /// It cannot be taken, and why (a clause without a full stop).
    Refused(&'static str),
}

pub(super) const SCRIPT: &str = "it runs a script, and Mantel takes only addresses";
pub(super) const INSIDE: &str = "it leads to a place inside a network, where visitors cannot go";
pub(super) const PASSWORD: &str = "a password stood in its address";
const APP: &str = "its address opens an app; https, http, mailto and tel can be taken";
const FILE: &str = "it leads to a file on a computer";
const BROWSER: &str = "it is a page of the browser itself";
const LONG: &str = "its address is longer than 2,048 bytes";
const NONE: &str = "what stood there is no address";

/// The address that relative ones are completed with.
#[derive(Clone, Debug, Default)]
pub(super) struct Base {
    /// Scheme and host: `https://linktr.ee`.
    origin: String,
    /// The host alone.
    pub host: String,
    /// The path up to its last slash.
    folder: String,
    /// The path.
    pub path: String,
}

impl Base {
    /// The base of a page at this address; `None` for what is no web address.
    pub fn of(address: &str) -> Option<Self> {
        let url = Address::parse(address.trim()).filter(|url| matches!(url.scheme.as_str(), "https" | "http"))?;
        let end = url.whole.find("://").map(|at| at + 3)?;
        let host_end = url.whole.get(end..)?.find('/').map_or(url.whole.len(), |at| end + at);
        let folder = url.path.rfind('/').and_then(|at| url.path.get(..=at)).unwrap_or("/");
        let origin = url.whole.get(..host_end)?.to_owned();
        let folder = folder.to_owned();
        Some(Self { origin, host: url.host, folder, path: url.path })
    }

    /// The page's address, without query and fragment.
    pub fn address(&self) -> Option<SafeUrl> {
        SafeUrl::parse(&format!("{}{}", self.origin, self.path)).ok()
    }

    /// The host without `www.`.
    pub fn bare_host(&self) -> &str {
        self.host.strip_prefix("www.").unwrap_or(&self.host)
    }

    fn complete(&self, text: &str) -> Option<String> {
        if self.origin.is_empty() {
            return None;
        }
        if let Some(rest) = text.strip_prefix("//") {
            return Some(format!("https://{rest}"));
        }
        if text.starts_with('/') {
            return Some(format!("{}{text}", self.origin));
        }
        Some(format!("{}{}{text}", self.origin, self.folder))
    }
}

/// Whether a text begins with a scheme, as in `javascript:`.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once(':')?;
    let first = scheme.bytes().next()?;
    let named = first.is_ascii_alphabetic()
        && scheme.len() <= 30
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    // `harrow.example:8080` is a host and a port.
    let port = text.as_bytes().get(scheme.len() + 1).is_some_and(u8::is_ascii_digit) && scheme.contains('.');
    (named && !port).then_some(scheme)
}

/// The text of an attribute without the spaces, line breaks and control characters that browsers pass over.
fn cleaned(text: &str) -> String {
    let kept = text.chars().filter(|character| !matches!(character, '\t' | '\n' | '\r'));
    let kept: String = kept.take(limits::URL_BYTES + 1).collect();
    kept.trim_matches(|character: char| character.is_whitespace() || character.is_control()).to_owned()
}

/// What an address on a page is good for. `loose` also takes what lacks its scheme, `harrow.example/shop`, as written
/// in data; in HTML that is a path.
pub(super) fn resolve(text: &str, base: Option<&Base>, loose: bool) -> Resolved {
    let text = cleaned(text);
    if text.is_empty() || text.starts_with('#') || text == "about:blank" {
        return Resolved::Nowhere;
    }
    if text.len() > limits::URL_BYTES {
        return Resolved::Refused(LONG);
    }
    let whole = match scheme(&text) {
        Some(scheme) => match scheme.to_ascii_lowercase().as_str() {
            "https" | "http" => Some(text.clone()),
            "tel" => {
                let kept = |letter: &char| {
                    letter.is_ascii_digit() || matches!(letter, '+' | '*' | '#' | ',' | ';' | '=' | '-' | '.')
                };
                let number: String = text.chars().skip(4).filter(kept).collect();
                let digits = number.bytes().filter(u8::is_ascii_digit).count();
                return match SafeUrl::parse(&format!("tel:{number}")) {
                    Ok(url) if digits > 2 => Resolved::Good(url),
                    _ => Resolved::Nowhere,
                };
            }
            "mailto" => {
                return match SafeUrl::parse(&text) {
                    Ok(url) if url.as_str().contains([' ', '<', '>', '"']) => Resolved::Refused(NONE),
                    Ok(url) => Resolved::Good(url),
                    _ => Resolved::Nowhere,
                };
            }
            "sms" => {
                let number = text.split_once(':').map(|(_, rest)| rest).unwrap_or_default();
                let number = number.split(['?', ';', '&']).next().unwrap_or_default();
                return SafeUrl::parse(&format!("tel:{number}")).map_or(Resolved::Refused(APP), Resolved::Good);
            }
            "javascript" | "vbscript" | "data" | "blob" => {
                let empty =
                    ["javascript:", "javascript:;", "javascript:void(0)", "javascript:void(0);", "javascript:void 0"];
                let nothing = empty.contains(&text.to_ascii_lowercase().as_str());
                return if nothing { Resolved::Nowhere } else { Resolved::Refused(SCRIPT) };
            }
            "chrome" | "about" | "edge" | "brave" | "chrome-extension" | "moz-extension" | "view-source" => {
                return Resolved::Refused(BROWSER);
            }
            "file" => return Resolved::Refused(FILE),
            _ => return Resolved::Refused(APP),
        },
        None if text.starts_with("//") => Some(format!("https:{text}")),
        None if loose && !text.starts_with(['/', '.', '?']) => {
            return match detect::whole_address(&text) {
                Some(url) => checked(url.as_str(), base),
                None if mail(&text) => {
                    SafeUrl::parse(&format!("mailto:{text}")).map_or(Resolved::Refused(NONE), Resolved::Good)
                }
                None => Resolved::Refused(NONE),
            };
        }
        None => base.and_then(|base| base.complete(&text)),
    };
    match whole {
        Some(whole) => checked(&whole, base),
        // A path of a page whose address is not known.
        None => Resolved::Nowhere,
    }
}

fn mail(text: &str) -> bool {
    matches!(detect::detect(text), crate::tile::Kind::Social(social) if social.platform == crate::tile::Platform::Email)
}

/// A whole web address: unwrapped and checked.
fn checked(whole: &str, base: Option<&Base>) -> Resolved {
    let Some(mut url) = Address::parse(whole) else { return Resolved::Refused(NONE) };
    let unwrapped = unwrapped(&url, base);
    let whole = unwrapped.as_deref().unwrap_or(whole).trim();
    if unwrapped.is_some() {
        let Some(inner) = Address::parse(whole) else { return Resolved::Refused(NONE) };
        url = inner;
    }
    if url.credentials {
        return Resolved::Refused(PASSWORD);
    }
    if is_inside(&url.host) {
        return Resolved::Refused(INSIDE);
    }
    SafeUrl::parse(whole).map_or(Resolved::Refused(NONE), Resolved::Good)
}

/// Hosts that only pass visitors on, and the parameter with the address.
const REDIRECTS: &[(&str, &[&str])] = &[
    ("l.instagram.com", &["u"]),
    ("l.facebook.com", &["u"]),
    ("lm.facebook.com", &["u"]),
    ("l.messenger.com", &["u"]),
    ("l.threads.com", &["u"]),
    ("www.youtube.com", &["q"]),
    ("www.google.com", &["q", "url"]),
    ("out.reddit.com", &["url"]),
    ("slack-redir.net", &["url"]),
    ("href.li", &[""]),
];

/// The address behind one that only passes visitors on: of a redirect of a large site, or of the page's own service.
fn unwrapped(url: &Address, base: Option<&Base>) -> Option<String> {
    let names = match REDIRECTS.iter().find(|(host, _)| *host == url.host) {
        Some(("www.youtube.com", names)) if url.path == "/redirect" => *names,
        Some(("www.google.com", names)) if url.path == "/url" => *names,
        Some(("www.youtube.com" | "www.google.com", _)) => return None,
        Some(("href.li", _)) => return Some(url.query.clone()).filter(|query| query.starts_with("http")),
        Some((_, names)) => *names,
        None if base.is_some_and(|base| !base.host.is_empty() && base.host == url.host) => {
            &["url", "u", "to", "target", "link", "href", "q", "dest", "destination", "redirect"]
        }
        None => return None,
    };
    let inner = names.iter().find_map(|name| url.query_value(name))?;
    (inner.starts_with("https://") || inner.starts_with("http://")).then_some(inner)
}

/// The address of a picture on a page that a server can fetch. A saved page keeps its pictures in a folder beside it,
/// which has no address.
pub(super) fn picture(text: &str, base: Option<&Base>) -> Option<ImageUrl> {
    let text = cleaned(text);
    let local = !text.contains("://") && !text.starts_with("//") && text.contains("_files/");
    if text.is_empty() || local {
        return None;
    }
    // One of our own, in a page file.
    if text.starts_with("/media/") && base.is_none() {
        return ImageUrl::parse(&text).ok();
    }
    match resolve(&text, base, false) {
        Resolved::Good(url) if !url.as_str().starts_with("mailto:") && !url.as_str().starts_with("tel:") => {
            ImageUrl::parse(url.as_str()).ok()
        }
        _ => None,
    }
}

/// Whether a host is one that only exists inside a network, in any spelling that browsers take.
pub(super) fn is_inside(host: &str) -> bool {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    if let Ok(ip) = bare.parse::<IpAddr>() {
        return match ip {
            IpAddr::V4(ip) => inside_v4(ip),
            IpAddr::V6(ip) => inside_v6(ip),
        };
    }
    let ends = [
        "localhost",
        "local",
        "internal",
        "intranet",
        "lan",
        "home",
        "corp",
        "private",
        "home.arpa",
        "test",
        "invalid",
    ];
    let under = |end: &&str| host == **end || host.strip_suffix(*end).is_some_and(|rest| rest.ends_with('.'));
    !host.contains('.') || ends.iter().any(under)
}

/// Not one of the addresses that the whole internet reaches (IANA, special-purpose address registry).
fn inside_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_broadcast()
        || ip.is_multicast()
        || ip.is_documentation()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && matches!(b, 18 | 19))
}

fn inside_v6(ip: Ipv6Addr) -> bool {
    let first = ip.segments()[0];
    let mapped = ip.to_ipv4_mapped().or_else(|| (first == 0x64 && ip.segments()[1] == 0xff9b).then(|| last_v4(ip)));
    mapped.is_some_and(inside_v4)
        || ip.is_loopback()
        || ip.is_unspecified()
        || ip.is_multicast()
        || first & 0xfe00 == 0xfc00
        || first & 0xffc0 == 0xfe80
        || first & 0xffc0 == 0xfec0
        || (first == 0x2001 && ip.segments()[1] == 0xdb8)
        || first == 0x2002
}

fn last_v4(ip: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = ip.octets();
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use super::{APP, Base, FILE, INSIDE, PASSWORD, Resolved, SCRIPT, is_inside, picture, resolve};

    fn good(text: &str, base: Option<&Base>, loose: bool) -> Option<String> {
        match resolve(text, base, loose) {
            Resolved::Good(url) => Some(url.to_string()),
            _ => None,
        }
    }

    #[test]
    fn addresses_are_completed_and_unwrapped() {
        let base = Base::of("https://beacons.ai/ines/home");
        let base = base.as_ref();
        for (text, whole) in [
            ("https://harrow.example/a b", "https://harrow.example/a%20b"),
            (" https://harrow.example/\n", "https://harrow.example/"),
            ("//harrow.example/x", "https://harrow.example/x"),
            ("/go?id=1", "https://beacons.ai/go?id=1"),
            ("more", "https://beacons.ai/ines/more"),
            ("/redirect?url=https%3A%2F%2Fharrow.example%2Fshop", "https://harrow.example/shop"),
            ("https://l.instagram.com/?u=https%3A%2F%2Fharrow.example%2F&e=AT", "https://harrow.example/"),
            ("https://www.google.com/url?q=https://harrow.example/x", "https://harrow.example/x"),
            (
                "https://www.google.com/search?q=https://harrow.example/x",
                "https://www.google.com/search?q=https://harrow.example/x",
            ),
            ("mailto:ines@harrow.example", "mailto:ines@harrow.example"),
            ("sms:+351912345678?body=hi", "tel:+351912345678"),
        ] {
            assert_eq!(good(text, base, false).as_deref(), Some(whole), "{text}");
        }
        assert_eq!(good("harrow.example/shop", None, true).as_deref(), Some("https://harrow.example/shop"));
        assert_eq!(good("ines@harrow.example", None, true).as_deref(), Some("mailto:ines@harrow.example"));
        assert_eq!(good("/shop", None, false), None);
    }

    #[test]
    fn what_is_no_address_for_visitors_is_refused() {
        for (text, why) in [
            ("javascript:alert(1)", SCRIPT),
            (" JaVa\tScript:alert(1)", SCRIPT),
            ("data:text/html,<script>", SCRIPT),
            ("vbscript:x", SCRIPT),
            ("file:///etc/passwd", FILE),
            ("intent://x#Intent;end", APP),
            ("https://ines:secret@harrow.example/", PASSWORD),
            ("http://localhost:3000/", INSIDE),
            ("http://10.0.0.1/", INSIDE),
            ("http://0x7f.1/", INSIDE),
            ("http://2130706433/", INSIDE),
            ("http://[::ffff:127.0.0.1]/", INSIDE),
            ("http://169.254.169.254/latest/meta-data/", INSIDE),
            ("http://printer/", INSIDE),
            ("https://beacons.ai/r?url=http%3A%2F%2F192.168.1.1%2F", INSIDE),
        ] {
            let base = Base::of("https://beacons.ai/ines");
            assert!(
                matches!(resolve(text, base.as_ref(), false), Resolved::Refused(reason) if reason == why),
                "{text}"
            );
        }
        for text in
            ["", "#", "#about", "javascript:void(0)", "javascript:;", "about:blank", "mailto:", "mailto:?subject=x"]
        {
            assert_eq!(resolve(text, None, false), Resolved::Nowhere, "{text}");
        }
    }

    #[test]
    fn hosts_inside_networks_are_known() {
        for host in [
            "localhost",
            "a.localhost",
            "nas.local",
            "router.lan",
            "127.0.0.1",
            "192.168.0.1",
            "172.31.255.255",
            "100.64.0.1",
            "[::1]",
            "[fd00::1]",
            "[fe80::1]",
            "[64:ff9b::a00:1]",
            "0.0.0.0",
            "255.255.255.255",
            "intranet",
        ] {
            assert!(is_inside(host), "{host}");
        }
        for host in [
            "harrow.example",
            "8.8.8.8",
            "[2606:4700::1111]",
            "localhost.example",
            "xn--e1afmkfd.xn--p1ai",
            "local.example",
        ] {
            assert!(!is_inside(host), "{host}");
        }
    }

    #[test]
    fn pictures_in_a_folder_beside_a_saved_page_have_no_address() {
        let base = Base::of("https://linktr.ee/ines");
        assert_eq!(picture("./Ines_files/avatar.jpg", base.as_ref()), None);
        assert_eq!(picture("data:image/png;base64,AAAA", base.as_ref()), None);
        assert_eq!(picture("http://127.0.0.1/a.png", base.as_ref()), None);
        let found = picture("/a.png", base.as_ref()).map(|image| image.to_string());
        assert_eq!(found.as_deref(), Some("https://linktr.ee/a.png"));
    }
}
