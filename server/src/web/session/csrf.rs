//! Whether a request comes from a page of ours: `Sec-Fetch-Site`, or `Origin` where browsers do not send it.

use axum::http::{HeaderMap, header};

use crate::config::Config;

/// Where a request was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// On a page of this service.
    Ours,
    /// Nothing says where: no browser of today, or a person typing an address.
    Unsaid,
    /// Somewhere else.
    Foreign,
}

/// Reads it off the headers.
pub fn origin(headers: &HeaderMap, config: &Config) -> Origin {
    let text = |name: &str| headers.get(name).and_then(|header| header.to_str().ok());
    match text("sec-fetch-site") {
        Some("same-origin") => return Origin::Ours,
        Some("none") => return Origin::Unsaid,
        Some(_) => return Origin::Foreign,
        None => {}
    }
    let Some(origin) = text(header::ORIGIN.as_str()) else { return Origin::Unsaid };
    let same_host = || {
        let host = origin.split_once("://").map(|it| it.1);
        host.is_some() && host == text(header::HOST.as_str())
    };
    if origin == config.base_url || same_host() { Origin::Ours } else { Origin::Foreign }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn seen(headers: &[(&'static str, &'static str)]) -> Origin {
        let config = Config::read(&|_| None).unwrap();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().unwrap());
        }
        origin(&map, &config)
    }

    #[test]
    fn only_pages_of_ours_are_ours() {
        assert_eq!(seen(&[("sec-fetch-site", "same-origin")]), Origin::Ours);
        assert_eq!(seen(&[("sec-fetch-site", "same-site")]), Origin::Foreign);
        assert_eq!(seen(&[("sec-fetch-site", "cross-site"), ("origin", "http://localhost:3000")]), Origin::Foreign);
        assert_eq!(seen(&[("origin", "http://localhost:3000")]), Origin::Ours);
        assert_eq!(seen(&[("origin", "http://127.0.0.1:9"), ("host", "127.0.0.1:9")]), Origin::Ours);
        assert_eq!(seen(&[("origin", "null")]), Origin::Foreign);
        assert_eq!(seen(&[("origin", "https://evil.example"), ("host", "localhost:3000")]), Origin::Foreign);
        assert_eq!(seen(&[]), Origin::Unsaid);
    }
}
