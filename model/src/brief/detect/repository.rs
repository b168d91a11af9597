//! Repositories and owners on GitHub.

use super::social;
use crate::tile::{Github, Kind, Platform, Repo};

/// `owner/repo`.
pub(super) fn repo(input: &str) -> Option<Kind> {
    let (owner, name) = input.split_once('/')?;
    if owner.contains('.') || name.contains('/') {
        return None;
    }
    let repo = Repo::parse(input.strip_suffix(".git").unwrap_or(input)).ok()?;
    // "and/or", "24/7": words and numbers are not repositories.
    let word = |text: &str| text.len() > 1 && text.bytes().any(|byte| byte.is_ascii_alphabetic());
    let both = word(owner)
        && word(name)
        && !matches!(
            input.to_ascii_lowercase().as_str(),
            "and/or" | "he/him" | "she/her" | "they/them" | "he/they" | "she/they" | "w/o" | "n/a"
        );
    both.then_some(Kind::Github(Github { repo }))
}

/// GitHub's own pages.
pub(super) const GITHUB_PAGES: [&str; 16] = [
    "about",
    "features",
    "topics",
    "marketplace",
    "explore",
    "settings",
    "login",
    "join",
    "pricing",
    "sponsors",
    "orgs",
    "apps",
    "collections",
    "trending",
    "enterprise",
    "notifications",
];

/// GitHub: an owner alone is a handle, `owner/repo` a repository, anything deeper a link.
pub(super) fn code(host: &str, segments: &[&str]) -> Option<Kind> {
    if host != "github.com" || segments.first().is_some_and(|segment| GITHUB_PAGES.contains(segment)) {
        return None;
    }
    match segments {
        [owner] => Some(social(Platform::Github, owner)),
        [owner, name] => Repo::parse(&format!("{owner}/{}", name.strip_suffix(".git").unwrap_or(name)))
            .ok()
            .map(|repo| Kind::Github(Github { repo })),
        _ => None,
    }
}
