//! The browser's `User-Agent`, and a description of it for people.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;

/// Maximum number of characters stored.
const MAX_LENGTH: usize = 300;

/// The `User-Agent` of a request; empty when there is none.
#[derive(Clone, Debug)]
pub struct UserAgent(pub String);

impl<S: Send + Sync> FromRequestParts<S> for UserAgent {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let value = parts.headers.get(header::USER_AGENT).and_then(|header| header.to_str().ok()).unwrap_or_default();
        Ok(Self(value.chars().take(MAX_LENGTH).collect()))
    }
}

/// Names in a `User-Agent`, the most specific first: Edge also names Chrome, and Chrome also names Safari.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome without a window"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];

/// Systems likewise: Android also names Linux, and an iPhone also names Mac OS X.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "a Mac"),
    ("Linux", "Linux"),
    ("FreeBSD", "FreeBSD"),
];

/// A description of a browser: `Firefox on Windows`.
pub fn describe(user_agent: &str) -> String {
    let find = |list: &[(&str, &'static str)]| list.iter().find(|row| user_agent.contains(row.0)).map(|row| row.1);
    match (find(BROWSERS), find(SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("A browser on {system}"),
        (None, None) => "A browser that does not say which".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::describe;

    #[test]
    fn browsers_are_described_by_their_most_specific_name() {
        let chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0";
        for (user_agent, description) in [
            (format!("Mozilla/5.0 (Windows NT 10.0; Win64; x64) {chrome} Safari/537.36 Edg/140.0"), "Edge on Windows"),
            (format!("Mozilla/5.0 (Linux; Android 15) {chrome} Mobile Safari/537.36"), "Chrome on Android"),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0".to_owned(), "Firefox on Linux"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1"
                    .to_owned(),
                "Safari on an iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/19.0 Safari/605.1"
                    .to_owned(),
                "Safari on a Mac",
            ),
            ("curl/8.14".to_owned(), "curl"),
            (String::new(), "A browser that does not say which"),
        ] {
            assert_eq!(describe(&user_agent), description, "{user_agent}");
        }
    }
}
