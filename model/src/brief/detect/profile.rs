//! Profiles on social platforms: the inverse of their address templates.

use super::contact::is_plain_handle;
use super::repository::GITHUB_PAGES;
use super::social;
use crate::address::Address;
use crate::tile::{Kind, Platform};

/// Alternative hosts of platforms, besides the one in the platform's address template.
const ALIASES: &[(&str, Platform)] = &[
    ("twitter.com", Platform::X),
    ("mobile.twitter.com", Platform::X),
    ("fb.com", Platform::Facebook),
    ("fb.me", Platform::Facebook),
    ("web.facebook.com", Platform::Facebook),
    ("old.reddit.com", Platform::Reddit),
    ("threads.net", Platform::Threads),
    ("instagr.am", Platform::Instagram),
    ("telegram.me", Platform::Telegram),
    ("pinterest.co.uk", Platform::Pinterest),
    ("pinterest.de", Platform::Pinterest),
    ("buymeacoffee.com", Platform::BuyMeACoffee),
    ("vk.ru", Platform::Vk),
    ("music.apple.com", Platform::AppleMusic),
    ("thestorygraph.com", Platform::TheStorygraph),
];

/// Known federated hosts; others are recognised by `/@user`.
const MASTODON: &[&str] = &[
    "mastodon.social",
    "mastodon.online",
    "hachyderm.io",
    "fosstodon.org",
    "mstdn.social",
    "mas.to",
    "infosec.exchange",
    "techhub.social",
    "mastodon.art",
    "mastodon.world",
    "chaos.social",
    "social.lol",
    "indieweb.social",
    "ruby.social",
    "mathstodon.xyz",
    "universeodon.com",
    "merveilles.town",
    "front-end.social",
    "tech.lgbt",
    "kolektiva.social",
    "aus.social",
    "mastodon.green",
    "mastodonapp.uk",
    "det.social",
];

/// A profile on a platform: the inverse of the platform's address template.
pub(super) fn platform(host: &str, segments: &[&str], url: &Address) -> Option<Kind> {
    if let Some(found) = special(host, segments, url) {
        return found;
    }
    if let Some(found) = Platform::ALL.iter().find_map(|platform| by_template(*platform, host, segments)) {
        return Some(found);
    }
    let federated = segments.len() == 1
        && segments
            .first()
            .is_some_and(|segment| segment.starts_with('@') && is_plain_handle(segment.trim_start_matches('@')));
    let federated = federated
        && (MASTODON.contains(&host)
            || host.contains("mastodon")
            || host.contains("mstdn")
            || host.contains("social")
            || host.starts_with("pixelfed"));
    federated.then(|| {
        let user = segments.first().copied().unwrap_or_default().trim_start_matches('@');
        social(
            if host.starts_with("pixelfed") { Platform::Pixelfed } else { Platform::Mastodon },
            &format!("{user}@{host}"),
        )
    })
}

/// Address forms that the templates do not cover. `Some(None)` means: certainly not a profile.
#[expect(clippy::option_option, reason = "no profile and not known here are different answers")]
fn special(host: &str, segments: &[&str], url: &Address) -> Option<Option<Kind>> {
    let first = segments.first().copied().unwrap_or_default();
    let second = segments.get(1).copied();
    match (host, segments.len()) {
        ("youtube.com", 1 | 2) if first.starts_with('@') => {
            Some(Some(social(Platform::Youtube, first.trim_start_matches('@'))))
        }
        ("youtube.com", 2 | 3) if matches!(first, "channel" | "c" | "user") => {
            Some(second.map(|second| social(Platform::Youtube, &format!("{first}/{second}"))))
        }
        ("linkedin.com", 2..=3) if matches!(first, "company" | "school") => {
            Some(second.map(|second| social(Platform::Linkedin, &format!("{first}/{second}"))))
        }
        ("reddit.com", 2..=3) if matches!(first, "u" | "user") => {
            Some(second.map(|second| social(Platform::Reddit, second)))
        }
        ("reddit.com", 2..=3) if first == "r" => {
            Some(second.map(|second| social(Platform::Reddit, &format!("r/{second}"))))
        }
        ("messenger.com", 2) if first == "t" => Some(second.map(|second| social(Platform::Messenger, second))),
        ("discord.com", 2) if first == "invite" => Some(second.map(|second| social(Platform::Discord, second))),
        ("facebook.com" | "fb.com", 1) if first == "profile.php" => Some(None),
        ("paypal.com", 2) if first == "paypalme" => Some(second.map(|second| social(Platform::Paypal, second))),
        ("paypal.com", _) => Some(None),
        ("api.whatsapp.com", _) => {
            Some(url.query_value("phone").map(|query_value| social(Platform::Whatsapp, &query_value)))
        }
        ("signal.me" | "sgnl.me", _) => {
            Some(url.fragment.strip_prefix("p/").map(|rest| social(Platform::Signal, rest)))
        }
        ("matrix.to", _) => {
            let whom = url.fragment.trim_start_matches('/');
            Some((!whom.is_empty()).then(|| social(Platform::Matrix, whom)))
        }
        ("scholar.google.com", _) => {
            Some(url.query_value("user").map(|query_value| social(Platform::GoogleScholar, &query_value)))
        }
        ("stackoverflow.com", 2..=3) if first == "users" => {
            Some(second.map(|second| social(Platform::StackOverflow, second)))
        }
        ("steamcommunity.com", 2) if first == "profiles" => {
            Some(second.map(|second| social(Platform::Steam, &format!("profiles/{second}"))))
        }
        ("github.com", _) if GITHUB_PAGES.contains(&first) => Some(None),
        ("open.spotify.com", _) if first != "user" => Some(None),
        ("x.com" | "twitter.com", _) if matches!(first, "intent" | "share" | "home" | "search" | "i" | "hashtag") => {
            Some(None)
        }
        ("instagram.com", _) if matches!(first, "p" | "reel" | "reels" | "explore" | "stories") => Some(None),
        ("t.me", _) if matches!(first, "joinchat" | "addstickers" | "share") || first.starts_with('+') => Some(None),
        ("medium.com", 1) if !first.starts_with('@') => Some(None),
        ("etsy.com", _) if first != "shop" => Some(None),
        ("patreon.com", 2) if first == "c" => Some(second.map(|second| social(Platform::Patreon, second))),
        _ => None,
    }
}

fn by_template(platform: Platform, host: &str, segments: &[&str]) -> Option<Kind> {
    let template = platform.template()?.strip_prefix("https://")?;
    let (base, path) = template.split_once('/').unwrap_or((template, ""));
    if let Some(base) = base.strip_prefix("{}.") {
        let user = host.strip_suffix(base)?.strip_suffix('.')?;
        let reserved = matches!(user, "www" | "app" | "help" | "blog" | "support" | "status" | "developers" | "about");
        return (segments.is_empty() && !user.contains('.') && !reserved).then(|| social(platform, user));
    }
    let base = base.strip_prefix("www.").unwrap_or(base);
    if host != base && !ALIASES.iter().any(|(alias, of)| *of == platform && *alias == host) {
        return None;
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (at, slot) = parts.iter().enumerate().find(|(_, part)| part.contains("{}"))?;
    if parts.get(..at)? != segments.get(..at)? || parts.get(at + 1..)? != segments.get(at + 1..)? {
        return None;
    }
    let prefix = slot.split_once("{}")?.0;
    let user = segments.get(at)?;
    let user = if prefix.is_empty() { user.trim_start_matches('@') } else { user.strip_prefix(prefix)? };
    let useful = !user.is_empty() && user.len() <= 100 && !(parts.len() == 1 && is_site_section(user));
    useful.then(|| social(platform, user))
}

/// First path segments that belong to the site itself rather than to a user.
fn is_site_section(word: &str) -> bool {
    matches!(
        word,
        "about"
            | "help"
            | "login"
            | "signup"
            | "explore"
            | "search"
            | "settings"
            | "privacy"
            | "terms"
            | "home"
            | "jobs"
            | "pricing"
            | "blog"
            | "contact"
            | "download"
            | "discover"
            | "watch"
            | "feed"
            | "careers"
            | "categories"
            | "directory"
            | "events"
            | "features"
            | "groups"
            | "hashtag"
            | "marketplace"
            | "messages"
            | "new"
            | "notifications"
            | "press"
            | "shop"
            | "store"
            | "stories"
            | "support"
            | "tag"
            | "tags"
            | "topics"
            | "trending"
            | "upload"
    )
}
