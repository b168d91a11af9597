//! Sources as people think of them: `l.instagram.com`, `instagram.com` and Instagram's app are Instagram.

use std::collections::HashMap;
use std::sync::LazyLock;

use mantel_model::tile::Platform;

use super::scan::rows;

/// Sources that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceGroup {
    /// The name for people: `Instagram`, `Search engines`, `Other sites`.
    pub name: &'static str,
    /// `platform`, `search`, `unknown` or `site`.
    pub kind: &'static str,
    /// The platform by its name in the profile, where it is one.
    pub platform: Option<&'static str>,
}

const UNKNOWN: SourceGroup = SourceGroup { name: "Typed, or not said", kind: "unknown", platform: None };
const SEARCH: SourceGroup = SourceGroup { name: "Search engines", kind: "search", platform: None };
const SITE: SourceGroup = SourceGroup { name: "Other sites", kind: "site", platform: None };

/// Sites of which everybody can run one, by how their hosts usually begin.
const SELF_HOSTED: &[(&str, Platform)] = &[
    ("mastodon", Platform::Mastodon),
    ("mstdn", Platform::Mastodon),
    ("pixelfed", Platform::Pixelfed),
    ("peertube", Platform::Peertube),
    ("lemmy", Platform::Lemmy),
    ("misskey", Platform::Misskey),
    ("friendica", Platform::Friendica),
    ("bookwyrm", Platform::Bookwyrm),
    ("matrix", Platform::Matrix),
];
/// What stands before the country in the host of a search engine.
const GOOGLE_SEARCH: &[&str] = &["", "images.", "news.", "m.", "cse.", "encrypted.", "ipv4.", "ipv6."];

static GROUPS: LazyLock<HashMap<&str, SourceGroup>> = LazyLock::new(|| {
    let own =
        Platform::ALL.iter().filter_map(|platform| Some((host_of(platform.template()?)?, of_platform(*platform))));
    let listed = rows(include_str!("sources.tsv"))
        .filter_map(|row| row.split_once('\t'))
        .map(|(source, name)| (source, named(name)));
    own.chain(listed).collect()
});

/// The group of a source as [`source`](super::source()) tells it.
pub fn source_group(source: &str) -> SourceGroup {
    if source.is_empty() {
        return UNKNOWN;
    }
    if let Some(app) = source.strip_prefix("app:") {
        return GROUPS.get(source).copied().or_else(|| Platform::parse(app).map(of_platform)).unwrap_or(SITE);
    }
    let mut rest = source;
    loop {
        if let Some(group) = GROUPS.get(rest) {
            return *group;
        }
        if is_google_search(rest) && rest.len() == source.len() {
            return SEARCH;
        }
        match rest.split_once('.') {
            Some((_, parent)) => rest = parent,
            None => break,
        }
    }
    let first = source.split(['.', '-']).next().unwrap_or_default();
    SELF_HOSTED.iter().find(|(name, _)| *name == first).map_or(SITE, |(_, platform)| of_platform(*platform))
}

const fn of_platform(platform: Platform) -> SourceGroup {
    SourceGroup { name: platform.label(), kind: "platform", platform: Some(platform.as_str()) }
}

fn named(name: &'static str) -> SourceGroup {
    match name {
        "search" => SEARCH,
        _ => Platform::parse(name).map_or(SourceGroup { name, kind: "platform", platform: None }, of_platform),
    }
}

/// The host that all profiles of a platform have in common.
fn host_of(template: &'static str) -> Option<&'static str> {
    let host = template.strip_prefix("https://")?.split('/').next()?;
    let host = host.strip_prefix("{}.").unwrap_or(host);
    Some(host.strip_prefix("www.").unwrap_or(host))
}

/// Whether this is Google in some country: `google.de`, `google.co.uk`, but not `google.example.com`.
fn is_google_search(host: &str) -> bool {
    let Some((before, country)) = host.split_once("google.") else { return false };
    let country = country.strip_prefix("com.").or_else(|| country.strip_prefix("co.")).unwrap_or(country);
    GOOGLE_SEARCH.contains(&before) && (matches!(country, "com" | "cat") || country.len() == 2)
}
