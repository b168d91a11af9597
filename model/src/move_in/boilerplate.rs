//! What a page says for its service rather than for its owner: sign-up links, cookie notices, buttons that share.

use super::address::Base;
use super::source::{Source, is_of_service, service_names};
use crate::address::Address;

/// Whole texts of links that belong to a service or to the law, in lower case without generators.
const TEXTS: &[&str] = &[
    "accept",
    "accept all",
    "accept cookies",
    "all rights reserved",
    "back to top",
    "cookie notice",
    "cookie policy",
    "cookie preferences",
    "cookie settings",
    "cookies",
    "cookies settings",
    "create account",
    "create an account",
    "create your account",
    "create your free page",
    "create your own",
    "data protection",
    "decline",
    "do not sell my info",
    "do not sell or share my personal information",
    "explore",
    "forgot password",
    "get started",
    "get started for free",
    "help",
    "home",
    "join for free",
    "learn more",
    "log in",
    "login",
    "manage cookies",
    "menu",
    "next",
    "previous",
    "privacy",
    "privacy notice",
    "privacy policy",
    "privacy settings",
    "register",
    "report",
    "report abuse",
    "report this page",
    "report violation",
    "reject all",
    "sign in",
    "sign up",
    "sign up for free",
    "sign up free",
    "signup",
    "skip to content",
    "skip to main content",
    "terms",
    "terms and conditions",
    "terms of service",
    "terms of use",
    "terms conditions",
    "your privacy choices",
];

/// Beginnings of texts that a service puts below its pages.
const BEGINNINGS: &[&str] = &[
    "powered by",
    "made with",
    "built with",
    "created with",
    "create your own",
    "get your own",
    "get your free",
    "made in",
    "page made with",
    "want a page like this",
    "claim your",
];

/// Addresses that share the page instead of leading somewhere: host, and the path they begin with.
const SHARING: &[(&str, &str)] = &[
    ("facebook.com", "/sharer"),
    ("facebook.com", "/share.php"),
    ("facebook.com", "/dialog/share"),
    ("twitter.com", "/intent/"),
    ("twitter.com", "/share"),
    ("x.com", "/intent/"),
    ("x.com", "/share"),
    ("linkedin.com", "/sharing/"),
    ("linkedin.com", "/shareArticle"),
    ("pinterest.com", "/pin/create"),
    ("reddit.com", "/submit"),
    ("t.me", "/share"),
    ("telegram.me", "/share"),
    ("api.whatsapp.com", "/send?text"),
    ("wa.me", "/?text"),
    ("threads.net", "/intent/"),
    ("bsky.app", "/intent/"),
    ("tumblr.com", "/share"),
    ("tumblr.com", "/widgets/share"),
];

/// Sites of notices, counters and parts of pages that nobody links to on purpose.
const HOSTS: &[&str] = &[
    "cookiebot.com",
    "onetrust.com",
    "cookiepedia.co.uk",
    "iubenda.com",
    "osano.com",
    "cookieyes.com",
    "termly.io",
    "usercentrics.com",
    "w3.org",
    "schema.org",
    "ogp.me",
    "browsehappy.com",
    "enable-javascript.com",
    "fonts.googleapis.com",
    "googletagmanager.com",
    "google-analytics.com",
    "gstatic.com",
    "cloudflare.com",
];

/// Letters and digits in lower case, with single spaces.
fn folded(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars().take(120) {
        if letter.is_alphanumeric() {
            out.extend(letter.to_lowercase());
        } else if !out.is_empty() && !out.ends_with(' ') && !matches!(letter, '\'' | '’') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether a link is the service's own.
pub(super) fn is_boilerplate(text: &str, url: &Address, source: Source, base: Option<&Base>) -> bool {
    let folded = folded(text);
    if TEXTS.contains(&folded.as_str()) || BEGINNINGS.iter().any(|beginning| folded.starts_with(beginning)) {
        return true;
    }
    // "Join inesharrow on Linktree", "Create your own Linktree".
    let joins = ["join ", "create ", "get ", "start ", "discover ", "explore ", "try ", "about ", "learn more about "];
    let names = |name: &str| folded.split(' ').any(|word| word == name) || folded.ends_with(name);
    if joins.iter().any(|join| folded.starts_with(join))
        && service_names().any(|name| name.len() > 4 && names(&self::folded(name)))
    {
        return true;
    }
    if url.host.is_empty() {
        return false;
    }
    let host = url.host.strip_prefix("www.").unwrap_or(&url.host);
    let under = |base: &str| host == base || host.strip_suffix(base).is_some_and(|rest| rest.ends_with('.'));
    let path = if url.query.is_empty() { url.path.clone() } else { format!("{}?{}", url.path, url.query) };
    let maker = host == "github.com"
        && [
            "/sethcottle/littlelink",
            "/Manak-hash/LinkBreeze",
            "/LinkStackOrg",
            "/techno-tim/littlelink-server",
            "/timothystewart6/littlelink-server",
        ]
        .iter()
        .any(|maker| url.path.starts_with(maker));
    maker
        || HOSTS.iter().any(|host| under(host))
        || SHARING.iter().any(|(host, beginning)| under(host) && path.starts_with(beginning))
        || is_of_service(host, &url.path, source)
        || source == Source::Service && base.is_some_and(|base| base.bare_host() == host)
}

/// Whether a line about a page says nothing of its owner.
pub(super) fn is_stock_description(text: &str) -> bool {
    let folded = folded(text);
    let stock = [
        "linktree make your link do more",
        "make your link do more",
        "replace this with your own",
        "view my links",
        "check out my links",
        "link in bio",
        "created with carrd",
        "your website s description",
        "find my links here",
    ];
    folded.is_empty()
        || stock.iter().any(|stock| folded.starts_with(stock))
        || folded.starts_with("view ") && folded.contains(" linktree")
}

/// A title without what the service adds to it: "Ines Harrow | Linktree", "Ines - Link in Bio & Creator Tools | Beacons".
/// Empty when it names nothing but the service.
pub(super) fn owners_title(title: &str) -> &str {
    let mut title = title.trim();
    if service_names().any(|name| folded(name) == folded(title)) {
        return "";
    }
    loop {
        let cut = [" | ", " - ", " – ", " — ", " · ", " • ", " 🔗 ", " on "]
            .iter()
            .filter_map(|mark| title.rfind(mark).map(|at| (at, mark.len())))
            .max();
        let Some((at, length)) = cut else { return title };
        let tail = folded(title.get(at + length..).unwrap_or_default());
        let services = service_names()
            .map(folded)
            .any(|name| tail == name || tail.starts_with(&format!("{name} ")) || tail.ends_with(&format!(" {name}")));
        if !services && !tail.contains("link in bio") && tail != "my links" && tail != "all links" && tail != "links" {
            return title;
        }
        title = title.get(..at).unwrap_or_default().trim_end();
    }
}

#[cfg(test)]
mod tests {
    use super::{is_boilerplate, is_stock_description, owners_title};
    use crate::address::Address;
    use crate::move_in::source::Source;

    fn own(text: &str, url: &str) -> bool {
        Address::parse(url).is_some_and(|url| is_boilerplate(text, &url, Source::Beacons, None))
    }

    #[test]
    fn what_the_service_says_is_told_from_what_the_owner_says() {
        for (text, url) in [
            ("Create your own Linktree", "https://harrow.example/x"),
            ("Join inesharrow on Linktree today", "https://harrow.example/x"),
            ("Cookie Preferences", "https://harrow.example/x"),
            ("Privacy", "https://harrow.example/privacy"),
            ("Sign up for free!", "https://harrow.example/x"),
            ("Powered by LinkStack", "https://harrow.example/x"),
            ("", "https://beacons.ai/signup?c=ines"),
            ("Made with love", "https://carrd.co/build"),
            ("Share", "https://www.facebook.com/sharer/sharer.php?u=x"),
            ("Post", "https://twitter.com/intent/tweet?text=x"),
            ("Icon", "https://github.com/sethcottle/littlelink"),
        ] {
            assert!(own(text, url), "{text} {url}");
        }
        for (text, url) in [
            ("Sign up for the Slow Letter", "https://letters.example/"),
            ("Join the choir", "https://harrow.example/choir"),
            ("My privacy talk", "https://harrow.example/talk"),
            ("Home, a film", "https://harrow.example/home"),
            ("Cookie recipes", "https://harrow.example/cookies"),
            ("A friend", "https://linktr.ee/friend"),
            ("Code", "https://github.com/inesharrow/kiln"),
        ] {
            assert!(!own(text, url), "{text} {url}");
        }
    }

    #[test]
    fn titles_lose_what_the_service_added() {
        for (title, kept) in [
            ("Ines Harrow | Linktree", "Ines Harrow"),
            ("@ines - Link in Bio & Creator Tools | Beacons", "@ines"),
            ("Ines Harrow - Potter", "Ines Harrow - Potter"),
            ("Ines on Bento", "Ines"),
            ("Linktree", ""),
            ("Ines | My links", "Ines"),
        ] {
            assert_eq!(owners_title(title), kept);
        }
        assert!(is_stock_description("Linktree. Make your link do more."));
        assert!(is_stock_description("View inesharrow’s Linktree. Listen to their music."));
        assert!(!is_stock_description("Potter and field recordist."));
    }
}
