//! Protection against cross-site request forgery: checks `Sec-Fetch-Site`, or `Origin` where browsers do not send it.

use axum::http::{HeaderMap, header};

use crate::config::Config;

/// Where a request was sent from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestOrigin {
    /// A page of this service.
    SameOrigin,
    /// Not stated: an older browser, or a person typing an address.
    Unknown,
    /// A page of another site.
    CrossSite,
}

/// Where a request was sent from, by its headers.
pub fn origin(headers: &HeaderMap, config: &Config) -> RequestOrigin {
    let text = |name: &str| headers.get(name).and_then(|header| header.to_str().ok());
    match text("sec-fetch-site") {
        Some("same-origin") => return RequestOrigin::SameOrigin,
        Some("none") => return RequestOrigin::Unknown,
        Some(_) => return RequestOrigin::CrossSite,
        None => {}
    }
    let Some(origin) = text(header::ORIGIN.as_str()) else { return RequestOrigin::Unknown };
    let same_host = || {
        let host = origin.split_once("://").map(|(_, host)| host);
        host.is_some() && host == text(header::HOST.as_str())
    };
    if origin == config.base_url || same_host() { RequestOrigin::SameOrigin } else { RequestOrigin::CrossSite }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn origin_of(headers: &[(&'static str, &'static str)]) -> RequestOrigin {
        let config = Config::read(&|_| None).unwrap();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        origin(&map, &config)
    }

    #[test]
    fn only_our_own_pages_are_same_origin() {
        assert_eq!(origin_of(&[("sec-fetch-site", "same-origin")]), RequestOrigin::SameOrigin);
        assert_eq!(origin_of(&[("sec-fetch-site", "same-site")]), RequestOrigin::CrossSite);
        assert_eq!(
            origin_of(&[("sec-fetch-site", "cross-site"), ("origin", "http://localhost:3000")]),
            RequestOrigin::CrossSite
        );
        assert_eq!(origin_of(&[("origin", "http://localhost:3000")]), RequestOrigin::SameOrigin);
        assert_eq!(origin_of(&[("origin", "http://127.0.0.1:9"), ("host", "127.0.0.1:9")]), RequestOrigin::SameOrigin);
        assert_eq!(origin_of(&[("origin", "null")]), RequestOrigin::CrossSite);
        assert_eq!(
            origin_of(&[("origin", "https://evil.example"), ("host", "localhost:3000")]),
            RequestOrigin::CrossSite
        );
        assert_eq!(origin_of(&[]), RequestOrigin::Unknown);
    }
}
