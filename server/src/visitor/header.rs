//! The headers that tell who asks and why.

use axum::http::header::{ACCEPT, DNT, FROM, HeaderName, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue};

/// What of a `User-Agent` is read, bytes. Apps in China write the longest, about 900.
const LONGEST_AGENT: usize = 2048;

const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const SEC_GPC: HeaderName = HeaderName::from_static("sec-gpc");
const SEC_CH_UA: HeaderName = HeaderName::from_static("sec-ch-ua");
const SEC_CH_UA_MOBILE: HeaderName = HeaderName::from_static("sec-ch-ua-mobile");
const X_REQUESTED_WITH: HeaderName = HeaderName::from_static("x-requested-with");
const SIGNATURE_AGENT: HeaderName = HeaderName::from_static("signature-agent");
/// Headers of requests that a browser makes before anybody asked for the page, and for a small picture of it.
const EARLY: [HeaderName; 4] = [
    HeaderName::from_static("sec-purpose"),
    HeaderName::from_static("purpose"),
    HeaderName::from_static("x-purpose"),
    HeaderName::from_static("x-moz"),
];

/// The place of a header among those that this module reads: requests that agree in all of these are the same to it. Asked of
/// every header of every visit: a `match` compares lengths first, and calls nothing.
pub fn place_read(name: &HeaderName) -> Option<u64> {
    Some(match name.as_str() {
        "user-agent" => 0,
        "accept" => 1,
        "accept-language" => 2,
        "referer" => 3,
        "from" => 4,
        "dnt" => 5,
        "sec-gpc" => 6,
        "sec-fetch-dest" => 7,
        "sec-fetch-mode" => 8,
        "sec-ch-ua" => 9,
        "sec-ch-ua-mobile" => 10,
        "x-requested-with" => 11,
        "signature-agent" => 12,
        "sec-purpose" => 13,
        "purpose" => 14,
        "x-purpose" => 15,
        "x-moz" => 16,
        _ => return None,
    })
}

/// The `User-Agent`, as far as it is read; empty where there is none.
pub fn agent(headers: &HeaderMap) -> &[u8] {
    let agent = headers.get(USER_AGENT).map_or(&b""[..], HeaderValue::as_bytes).trim_ascii();
    agent.get(..LONGEST_AGENT).unwrap_or(agent)
}

/// Whether the browser asks for nobody to follow it (`DNT`, Global Privacy Control).
pub fn asks_not_to_be_tracked(headers: &HeaderMap) -> bool {
    is(headers, &DNT, b"1") || is(headers, &SEC_GPC, b"1")
}

/// Whether somebody looks at the page: no prefetch, no preview, no frame, no script's fetch. What a browser does not send is no
/// reason to doubt it: Safari before 16.4 and apps tell no `Sec-Fetch-*`.
pub fn is_a_look(headers: &HeaderMap) -> bool {
    (headers.get(SEC_FETCH_DEST).is_none() || is(headers, &SEC_FETCH_DEST, b"document"))
        && (headers.get(SEC_FETCH_MODE).is_none() || is(headers, &SEC_FETCH_MODE, b"navigate"))
        && !EARLY.iter().any(|name| says(headers, name, "prefetch") || says(headers, name, "preview"))
        && !says(headers, &X_REQUESTED_WITH, "XMLHttpRequest")
        && text(headers, &ACCEPT).is_none_or(|accept| {
            accept.is_empty()
                || ["text/html", "application/xhtml+xml", "text/*", "*/*"].iter().any(|kind| accept.contains(kind))
        })
}

/// Whether the request has what every browser sends with a navigation: the word for it, or, where it does not tell that, that it
/// takes HTML. Programs that only write the `User-Agent` of one take anything.
pub fn asks_as_browsers_do(headers: &HeaderMap) -> bool {
    headers.contains_key(SEC_FETCH_MODE) || text(headers, &ACCEPT).is_some_and(|accept| accept.contains("html"))
}

/// Who says that they are responsible for the program that asks: only programs do.
pub fn from(headers: &HeaderMap) -> Option<&str> {
    text(headers, &FROM).filter(|from| !from.is_empty())
}

/// The origin that signed the request, for programs that come with the `User-Agent` of a browser (Web Bot Auth):
/// `https://chatgpt.com`.
pub fn signer(headers: &HeaderMap) -> Option<&str> {
    let signer = text(headers, &SIGNATURE_AGENT)?.trim_matches('"');
    let host = signer.split_once("://").map_or(signer, |(_, rest)| rest);
    Some(host.split(['/', '"', ';', ',', '?', ' ']).next().unwrap_or_default())
}

/// The brands that a Chromium names itself with.
pub fn brands(headers: &HeaderMap) -> &str {
    text(headers, &SEC_CH_UA).unwrap_or_default()
}

/// Whether the browser says that it runs on a phone.
pub fn is_mobile(headers: &HeaderMap) -> bool {
    is(headers, &SEC_CH_UA_MOBILE, b"?1")
}

/// The Android app whose window shows the page.
pub fn package(headers: &HeaderMap) -> Option<&str> {
    text(headers, &X_REQUESTED_WITH)
}

fn is(headers: &HeaderMap, name: &HeaderName, value: &[u8]) -> bool {
    headers.get(name).is_some_and(|found| found.as_bytes().trim_ascii().eq_ignore_ascii_case(value))
}

fn says(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    text(headers, name).is_some_and(|text| text.split([';', ',']).any(|part| part.trim().eq_ignore_ascii_case(word)))
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}
