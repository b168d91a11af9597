//! Who reads in a terminal: programs of the command line that do not ask for HTML (docs/design/cards.md, 8).

use axum::http::{HeaderMap, HeaderValue, header};

/// The products that such programs call themselves.
const AGENTS: [&str; 5] = ["curl", "wget", "wget2", "httpie", "xh"];

/// Whether a request is one of such a program. Looks at two headers and copies nothing: every visit asks.
pub fn is_one(headers: &HeaderMap) -> bool {
    let agent = headers.get(header::USER_AGENT).map(HeaderValue::as_bytes).unwrap_or_default();
    let product = agent.split(|byte| matches!(byte, b'/' | b' ')).next().unwrap_or_default();
    AGENTS.iter().any(|name| product.eq_ignore_ascii_case(name.as_bytes())) && !accepts_html(headers)
}

/// Whether a request names HTML among what it accepts; `*/*` names nothing.
pub fn accepts_html(headers: &HeaderMap) -> bool {
    let names = |value: &HeaderValue| value.as_bytes().windows(9).any(|it| it.eq_ignore_ascii_case(b"text/html"));
    headers.get_all(header::ACCEPT).iter().any(names)
}

/// Whether a request asks for text without colour: `?plain`, a header `NO_COLOR` that is not empty, or `TERM: dumb`. What
/// a terminal has in its environment no server sees unless it is passed on.
pub fn wants_plain(query: Option<&str>, headers: &HeaderMap) -> bool {
    let asked = query.unwrap_or_default().split('&').any(|part| part.split('=').next() == Some("plain"));
    let set = |name: &str| headers.get(name).is_some_and(|value| !value.is_empty());
    let dumb = headers.get("term").is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"dumb"));
    asked || set("no_color") || set("no-color") || dumb
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        let header = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        all.iter().map(header).collect()
    }

    #[test]
    fn programs_of_the_command_line_are_known_by_their_product() {
        let is_one = |agent, accept| super::is_one(&headers(&[("user-agent", agent), ("accept", accept)]));
        for agent in ["curl/8.14.1", "Wget/1.25.0", "wget2/2.2", "HTTPie/3.2.4", "xh/0.24.1", "curl"] {
            assert!(is_one(agent, "*/*"), "{agent}");
            assert!(is_one(agent, "application/json, */*;q=0.5"), "{agent}");
            assert!(!is_one(agent, "Text/HTML;q=0.9,*/*"), "{agent}");
        }
        for agent in ["Mozilla/5.0 curl/8", "curlew/1.0", "libcurl-agent/1.0", "Googlebot/2.1", "", "xhtml/1.0"] {
            assert!(!is_one(agent, "*/*"), "{agent}");
        }
        assert!(super::is_one(&headers(&[("user-agent", "curl/8.14.1")])) && !super::is_one(&HeaderMap::new()));
    }

    #[test]
    fn text_without_colour_is_asked_for_in_three_ways() {
        let none = HeaderMap::new();
        for query in ["plain", "plain=1", "a=b&plain", "plain="] {
            assert!(super::wants_plain(Some(query), &none), "{query}");
        }
        for query in ["", "plainly", "a=plain"] {
            assert!(!super::wants_plain(Some(query), &none), "{query}");
        }
        for (header, plain) in [
            (("no_color", "1"), true),
            (("no-color", "1"), true),
            (("no_color", ""), false),
            (("term", "dumb"), true),
            (("term", "xterm"), false),
        ] {
            assert_eq!(super::wants_plain(None, &headers(&[header])), plain, "{header:?}");
        }
    }
}
