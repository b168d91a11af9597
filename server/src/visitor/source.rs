//! Where a visit came from, as it is stored.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::HeaderMap;
use axum::http::header::REFERER;

use super::Person;
use super::scan::rows;

/// Longest source that is stored, characters.
const LONGEST: usize = 100;

static PACKAGES: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| rows(include_str!("packages.tsv")).filter_map(|row| row.split_once('\t')).collect());

/// Where a visit came from: `app:instagram` for an app that says nothing else, else the host of the page before, lower case and
/// without `www.`; empty when it is not said, is this site itself, or has no public name. `own_host` may have a port.
pub fn source(headers: &HeaderMap, person: &Person, own_host: &str) -> String {
    let referrer = headers.get(REFERER).and_then(|value| value.to_str().ok()).unwrap_or_default().trim();
    let from = referrer.split_once("://").and_then(|(scheme, rest)| match scheme {
        "http" | "https" => host(rest).map(Some),
        "android-app" => Some(package(rest)),
        _ => None,
    });
    match from {
        Some(Some(source)) if is_own(&source, own_host) => String::new(),
        Some(Some(source)) => source,
        Some(None) | None => person.app.map(|app| format!("app:{app}")).unwrap_or_default(),
    }
}

/// The app of an Android package.
pub fn app_of_package(package: &str) -> Option<&'static str> {
    PACKAGES.get(package).copied()
}

/// The public name in an address, after its scheme.
fn host(address: &str) -> Option<String> {
    let authority = address.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = host.split_once(':').map_or(host, |(host, _)| host).trim_end_matches('.').to_ascii_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    is_public_name(host).then(|| host.to_owned())
}

/// What is stored for the package of an app, after `android-app://`.
fn package(rest: &str) -> Option<String> {
    let package = rest.split('/').next().unwrap_or_default();
    match app_of_package(package) {
        Some(app) => Some(format!("app:{app}")),
        None => is_public_name(package).then(|| package.to_ascii_lowercase()),
    }
}

/// Whether this is a name of the public internet, and no address or name of somebody's own network.
fn is_public_name(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    host.len() <= LONGEST
        && host.contains('.')
        && last.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !matches!(last, "local" | "localhost" | "internal" | "lan" | "home" | "arpa")
        && host.split('.').all(|label| !label.is_empty())
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
}

fn is_own(source: &str, own_host: &str) -> bool {
    let own = own_host.split_once(':').map_or(own_host, |(host, _)| host);
    let own = own.strip_prefix("www.").unwrap_or(own);
    source.eq_ignore_ascii_case(own)
}
