//! Detects what kind of tile a string is: by exact host or dot-suffix, never by substring.
//!
//! Order: music, video, code, social, picture; any other address is a link, any other text a note.

use crate::address::Address;
use crate::safe_url::{ImageUrl, SafeUrl};
use crate::text::{Text, trim};
use crate::tile::{Github, Image, Kind, Link, Music, Note, Picture, Platform, Repo, Social, Video};

/// Hosts of streaming services, with the first path segments that lead to something playable (empty: any path).
const MUSIC: &[(&str, &[&str])] = &[
    ("open.spotify.com", &["track", "album", "playlist", "artist", "show", "episode"]),
    ("spotify.link", &[]),
    ("music.apple.com", &[]),
    ("podcasts.apple.com", &[]),
    ("music.youtube.com", &[]),
    ("soundcloud.com", &[]),
    ("on.soundcloud.com", &[]),
    ("bandcamp.com", &["track", "album"]),
    ("deezer.com", &["track", "album", "playlist", "artist", "show", "episode"]),
    ("deezer.page.link", &[]),
    ("tidal.com", &[]),
    ("listen.tidal.com", &[]),
    ("music.amazon.com", &[]),
    ("music.amazon.co.uk", &[]),
    ("music.amazon.de", &[]),
    ("mixcloud.com", &[]),
    ("audiomack.com", &[]),
    ("audius.co", &[]),
    ("qobuz.com", &[]),
    ("open.qobuz.com", &[]),
    ("overcast.fm", &[]),
    ("pca.st", &[]),
    ("pocketcasts.com", &[]),
    ("castbox.fm", &[]),
    ("napster.com", &[]),
    ("boomplay.com", &[]),
];

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

const PICTURES: [&str; 7] = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg"];

/// The tile content for a string. Never fails: anything unrecognised is a note (cut to its limit).
pub fn detect(input: &str) -> Kind {
    let input = trim(input);
    address(input).or_else(|| handle(input)).or_else(|| repo(input)).unwrap_or_else(|| note(input))
}

/// Whether a string is more than a note: an address, an email, a handle or a repository.
pub fn is_link(input: &str) -> bool {
    !matches!(detect(input), Kind::Text(_))
}

fn note(input: &str) -> Kind {
    Kind::Text(Note { text: Text::cut(input).0, look: None })
}

/// Emails, telephone numbers and federated handles.
fn handle(input: &str) -> Option<Kind> {
    if let Some(number) = input.strip_prefix('+') {
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        let only = number.bytes().all(|byte| byte.is_ascii_digit() || b" -().".contains(&byte));
        return (only && (7..=15).contains(&digits)).then(|| social(Platform::Phone, input));
    }
    if input.contains(char::is_whitespace) {
        return None;
    }
    if let Some((user, host)) = input.strip_prefix('@').and_then(|rest| rest.split_once('@')) {
        return (is_plain_handle(user) && is_host(host))
            .then(|| social(Platform::Mastodon, &format!("{user}@{}", host.to_ascii_lowercase())));
    }
    let (user, host) = input.split_once('@')?;
    (!user.is_empty() && !user.contains(['/', ':']) && is_host(host)).then(|| social(Platform::Email, input))
}

fn is_plain_handle(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

fn is_host(text: &str) -> bool {
    let labels: Vec<&str> = text.split('.').collect();
    let label = |text: &&str| {
        !text.is_empty()
            && text.len() <= 63
            && text.chars().all(|character| character.is_alphanumeric() || character == '-')
            && !text.starts_with('-')
    };
    let top = labels.last().is_some_and(|label| {
        label.chars().count() >= 2 && label.chars().all(|character| character.is_alphabetic() || character == '-')
            || label.starts_with("xn--")
    });
    labels.len() >= 2 && text.len() <= 253 && top && labels.iter().all(label)
}

/// `owner/repo`.
fn repo(input: &str) -> Option<Kind> {
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

/// An address with a scheme, or a bare domain with an optional path.
pub(crate) fn whole_address(input: &str) -> Option<SafeUrl> {
    if input.is_empty() || input.contains(char::is_whitespace) {
        return None;
    }
    if input.contains("://")
        || input.to_ascii_lowercase().starts_with("mailto:")
        || input.to_ascii_lowercase().starts_with("tel:")
    {
        return SafeUrl::parse(input).ok();
    }
    if let Some(rest) = input.strip_prefix("//") {
        return SafeUrl::parse(&format!("https://{rest}")).ok();
    }
    let host = input.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host
        .rsplit_once(':')
        .filter(|(_, port)| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(host, |(host, _)| host);
    let domain = is_host(host) && (input.len() > host.len() || has_known_domain_ending(host));
    domain.then(|| SafeUrl::parse(&format!("https://{input}")).ok()).flatten()
}

/// Whether a bare domain without a path has a known ending: "etc.and" in a note is not an address.
fn has_known_domain_ending(host: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "com", "org", "net", "io", "dev", "app", "page", "me", "co", "social", "art", "shop", "store", "blog", "site",
        "xyz", "info", "eu", "uk", "de", "fr", "nl", "pl", "pt", "es", "it", "ch", "at", "be", "se", "no", "dk", "fi",
        "cz", "ie", "us", "ca", "au", "nz", "jp", "kr", "cn", "in", "br", "mx", "ar", "tv", "fm", "gg", "cc", "to",
        "is", "ly", "ai", "studio", "design", "photo", "photos", "gallery", "music", "band", "cafe", "coffee",
        "online", "club", "link", "bio", "garden", "town", "world", "life", "space", "tech", "cloud", "wiki", "edu",
        "gov", "example", "biz", "ru", "ua", "gr", "hu", "ro", "tr", "il", "za",
    ];
    let end = host.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    ENDINGS.contains(&end.as_str()) || end.starts_with("xn--")
}

fn address(input: &str) -> Option<Kind> {
    let safe = whole_address(input)?;
    let url = safe.parts()?;
    let found = match url.scheme.as_str() {
        "mailto" if url.query.is_empty() => Some(social(Platform::Email, &decoded(&url.path))),
        "tel" => Some(social(Platform::Phone, &decoded(&url.path))),
        "mailto" => None,
        _ => web(&url, &safe),
    };
    // An empty handle, as from `https://.bandcamp.com`, is not a profile.
    let named = |kind: &Kind| !matches!(kind, Kind::Social(kind) if kind.handle.is_empty());
    Some(found.filter(named).unwrap_or_else(|| link(safe)))
}

/// The content at a web address; `None` for a plain link.
fn web(url: &Address, safe: &SafeUrl) -> Option<Kind> {
    let host = url.host.trim_end_matches('.');
    let host =
        host.strip_prefix("www.").or_else(|| host.strip_prefix("m.").filter(|rest| *rest != "me")).unwrap_or(host);
    let host = country(host);
    let segments: Vec<String> = url.segments().map(decoded).collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    music(host, &segments, safe)
        .or_else(|| video(host, &segments, url, safe))
        .or_else(|| code(host, &segments))
        .or_else(|| platform(host, &segments, url))
        .or_else(|| picture(url))
}

/// `de.linkedin.com` and `uk.pinterest.com` are the site itself in another language.
fn country(host: &str) -> &str {
    match host.split_once('.') {
        Some((tongue, site @ ("linkedin.com" | "pinterest.com"))) if tongue.len() == 2 => site,
        _ => host,
    }
}

fn link(url: SafeUrl) -> Kind {
    Kind::Link(Link { url, title: None, description: None, image: None, picture: Picture::default() })
}

fn social(platform: Platform, handle: &str) -> Kind {
    Kind::Social(Social { platform, handle: Text::cut(handle).0 })
}

fn under(host: &str, base: &str) -> bool {
    host == base || host.strip_suffix(base).is_some_and(|rest| rest.ends_with('.'))
}

fn music(host: &str, segments: &[&str], url: &SafeUrl) -> Option<Kind> {
    let (base, firsts) = MUSIC.iter().filter(|(base, _)| under(host, base)).max_by_key(|(base, _)| base.len())?;
    // `/intl-de/track/…` on Spotify, `/en/album/…` on Deezer.
    let first = segments
        .iter()
        .find(|segment| !(segment.starts_with("intl-") || segment.len() == 2))
        .copied()
        .unwrap_or_default();
    let is_music = match *base {
        "soundcloud.com" | "mixcloud.com" | "audiomack.com" | "audius.co" => segments.len() >= 2,
        "bandcamp.com" => host != "bandcamp.com" && firsts.contains(&first),
        "music.apple.com" => !segments.is_empty() && first != "profile",
        _ if firsts.is_empty() => !segments.is_empty(),
        _ => firsts.contains(&first),
    };
    is_music.then(|| Kind::Music(Music { url: url.clone(), title: None, image: None, picture: Picture::default() }))
}

fn video(host: &str, segments: &[&str], url: &Address, safe: &SafeUrl) -> Option<Kind> {
    let first = segments.first().copied().unwrap_or_default();
    let plays = if under(host, "youtube.com") || under(host, "youtube-nocookie.com") {
        (first == "watch" && url.query_value("v").is_some())
            || (matches!(first, "shorts" | "embed" | "live" | "v") && segments.len() >= 2)
            || (first == "playlist" && !url.query.is_empty())
    } else if host == "youtu.be" || host == "dai.ly" || host == "fb.watch" || host == "vm.tiktok.com" {
        !segments.is_empty()
    } else if host == "vimeo.com" || host == "player.vimeo.com" {
        segments.iter().any(|segment| segment.len() >= 5 && segment.bytes().all(|byte| byte.is_ascii_digit()))
    } else if host == "dailymotion.com" {
        first == "video" && segments.len() >= 2
    } else if host == "twitch.tv" || host == "clips.twitch.tv" {
        (host == "clips.twitch.tv" && !segments.is_empty())
            || (first == "videos" && segments.len() >= 2)
            || segments.get(1) == Some(&"clip")
    } else if host == "tiktok.com" {
        segments.get(1) == Some(&"video")
    } else if host == "odysee.com" {
        segments.len() >= 2
    } else if host == "rumble.com" {
        first.starts_with('v') && first.ends_with(".html")
    } else if host == "nebula.tv" {
        first == "videos" && segments.len() >= 2
    } else if host == "loom.com" {
        first == "share" && segments.len() >= 2
    } else if host == "bilibili.com" {
        first == "video" && segments.len() >= 2
    } else {
        segments.len() >= 2 && first == "videos" && segments.get(1) == Some(&"watch")
            || (first == "w" && host.contains("peertube") && segments.len() >= 2)
    };
    plays.then(|| Kind::Video(Video { url: safe.clone(), title: None, image: None, picture: Picture::default() }))
}

/// GitHub's own pages.
const GITHUB_PAGES: [&str; 16] = [
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
fn code(host: &str, segments: &[&str]) -> Option<Kind> {
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

/// A profile on a platform: the inverse of the platform's address template.
fn platform(host: &str, segments: &[&str], url: &Address) -> Option<Kind> {
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

fn picture(url: &Address) -> Option<Kind> {
    let path = url.path.to_ascii_lowercase();
    let src =
        PICTURES.iter().any(|picture| path.ends_with(picture)).then(|| ImageUrl::parse(&url.whole).ok()).flatten()?;
    Some(Kind::Image(Image { src, title: None, url: None, picture: Picture::default() }))
}

/// Lenient percent-decoding.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = (*byte == b'%')
            .then(|| text.get(at + 1..at + 3).and_then(|digits| u8::from_str_radix(digits, 16).ok()))
            .flatten();
        out.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}
