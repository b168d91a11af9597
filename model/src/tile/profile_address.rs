//! Addresses of profiles: which platform and handle an address stands for.
//!
//! A pattern is the part of an address after `https://`: `{}` stands for the handle, `<word>` for a segment that stays in
//! the handle, `**` for anything further, `base.*` for the base under any top-level domain. The template of a platform is
//! a pattern, too. Patterns with another scheme (`tg://resolve?domain={}`) are those of the platform's app.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::handle::{Handle, valid};
use crate::address::{Address, decoded};
use crate::tile::{Platform, Social};

/// Hosts of sites that are also reached under another name.
const SAME_SITE: &[(&str, &str)] = &[
    ("instagr.am", "instagram.com"),
    ("twitter.com", "x.com"),
    ("fb.com", "facebook.com"),
    ("fb.me", "facebook.com"),
    ("threads.net", "threads.com"),
    ("telegram.me", "t.me"),
    ("telegram.dog", "t.me"),
    ("sgnl.me", "signal.me"),
    ("discordapp.com", "discord.com"),
    ("vk.ru", "vk.com"),
    ("vkontakte.ru", "vk.com"),
    ("hf.co", "huggingface.co"),
    ("be.net", "behance.net"),
    ("lbry.tv", "odysee.com"),
    ("bmc.link", "buymeacoffee.com"),
    ("coff.ee", "buymeacoffee.com"),
    ("buymeacoff.ee", "buymeacoffee.com"),
    ("cash.me", "cash.app"),
    ("thestorygraph.com", "app.thestorygraph.com"),
];

/// Subdomains under which a site shows the same pages: for telephones, older designs.
const SAME_PAGES: &[&str] = &["www", "m", "mobile", "web", "touch", "mbasic", "old", "new", "np", "business", "app"];

/// Sites that have a subdomain for each country or language: `de.linkedin.com`. Others name both, `de-de.facebook.com`.
const IN_COUNTRIES: &[&str] = &["linkedin.com", "pinterest.com", "quora.com", "reddit.com", "last.fm", "xing.com"];

/// Subdomains that belong to the site itself where the others belong to its users.
const OWN_SUBDOMAINS: &str = " www app help blog support status developers developer about api cdn static m mobile \
     assets media shop store policy jobs open at go mail login signup account accounts admin news en ";

/// First segments of paths that belong to the site itself where the others belong to its users.
const OWN_PAGES: &str = " @me about abuse accounts activity ads api app apps articles auth blog browse business c \
     campaigns careers cart categories category channel channels chat collections communities community company compose \
     contact creators dashboard datasets developer developers direct directory discover discussions docs download \
     enterprise events explore feed features feedback films following following games gaming groups hashtag help home i \
     ideas intent invite join jobs learn legal library list lists live login logout marketplace me members messages \
     models music new news newsletter notifications onboarding orgs p pages people photo.php photos pin playlist policies \
     popular posts premium press pricing privacy product products profile.php projects reel reels register results rss \
     search services settings share shared sharer sharer.php shop shorts signin signup sitemap spaces sponsors store \
     stories story.php stream subscribe support tag tagged tags teams terms today topic topics tos trending upload user \
     users video videos watch wiki wishlist joinchat addstickers addlist addemoji proxy s share setlanguage ";

/// The profile at an address.
pub(crate) fn profile(url: &Address) -> Option<Social> {
    let place = HostAndPath::of(url)?;
    let own =
        |(platform, pattern): (Platform, &str)| Some(Social { platform, handle: fits(platform, pattern, &place)? });
    PATTERNS.that_may_fit(&place).into_iter().find_map(own).or_else(|| federated(&place))
}

/// The patterns of all platforms but those of apps, in order, by the hosts that they may fit.
struct PatternIndex {
    all: Vec<(Platform, &'static str)>,
    /// Those whose host is one name.
    by_host: HashMap<&'static str, Vec<usize>>,
    /// Those of `{}.base`, by the base.
    by_base: HashMap<&'static str, Vec<usize>>,
    /// Those whose host is under any top-level domain.
    open: Vec<usize>,
}

static PATTERNS: LazyLock<PatternIndex> = LazyLock::new(|| {
    let of_platform = |platform: Platform| patterns(platform).map(move |pattern| (platform, pattern));
    let all =
        Platform::ALL.iter().copied().flat_map(of_platform).filter(|(_, pattern)| !is_app_link(pattern)).collect();
    let mut index = PatternIndex { all, by_host: HashMap::new(), by_base: HashMap::new(), open: Vec::new() };
    for (at, (_, pattern)) in index.all.iter().enumerate() {
        let host = host_of(pattern).0;
        if host.ends_with(".*") {
            index.open.push(at);
        } else if let Some(base) = host.strip_prefix("{}.") {
            index.by_base.entry(base).or_default().push(at);
        } else {
            index.by_host.entry(host).or_default().push(at);
        }
    }
    index
});

impl PatternIndex {
    fn that_may_fit(&self, place: &HostAndPath<'_>) -> Vec<(Platform, &'static str)> {
        let mut found = self.open.clone();
        for site in place.sites() {
            let base = site.split_once('.').and_then(|(_, base)| self.by_base.get(base));
            found.extend(self.by_host.get(site).into_iter().chain(base).flatten());
        }
        found.sort_unstable();
        found.dedup();
        found.into_iter().filter_map(|at| self.all.get(at).copied()).collect()
    }
}

/// The handle at an address of a profile of this platform. A federated one may be on any host.
pub(super) fn handle_at(platform: Platform, url: &Address) -> Option<Handle> {
    let place = HostAndPath::of(url)?;
    match FEDIVERSE.iter().find(|software| software.platform == platform) {
        Some(software) => home_handle(software, &place).or_else(|| {
            // Another software's path: people call all of the fediverse Mastodon.
            FEDIVERSE.iter().find_map(|other| home_handle(&Software { platform, ..*other }, &place))
        }),
        None => on_platform(platform, &place),
    }
}

/// The profile that a link of a platform's app leads to.
pub(crate) fn of_app_link(text: &str) -> Option<Social> {
    let (scheme, _) = text.split_once(':').filter(|(scheme, _)| (2..=20).contains(&scheme.len()))?;
    if matches!(scheme, "https" | "http" | "mailto" | "tel") {
        return None;
    }
    // Most patterns begin with another letter, which is told quickest.
    let begins = |pattern: &&str| pattern.as_bytes()[0].eq_ignore_ascii_case(&text.as_bytes()[0]);
    let handle = |platform: Platform| {
        let user = patterns(platform).filter(begins).filter(|pattern| is_app_link(pattern)).find_map(|pattern| {
            let (before, _) = pattern.split_once("{}")?;
            let start = text.get(..before.len()).filter(|start| start.eq_ignore_ascii_case(before))?;
            text.get(start.len()..)
        })?;
        let user = user.trim_start_matches("//").split(['&', '?', '#']).next()?.trim_end_matches('/');
        valid(platform, &decoded(user))
    };
    Platform::ALL.iter().find_map(|platform| Some(Social { platform: *platform, handle: handle(*platform)? }))
}

/// The host and the path of an address, as the patterns are compared with.
struct HostAndPath<'a> {
    url: &'a Address,
    /// In ASCII, without `www.` and a dot at the end.
    host: String,
    segments: Vec<String>,
}

impl<'a> HostAndPath<'a> {
    fn of(url: &'a Address) -> Option<Self> {
        if !matches!(url.scheme.as_str(), "https" | "http") {
            return None;
        }
        let host = url.host.trim_end_matches('.');
        let host = host.strip_prefix("www.").unwrap_or(host);
        Some(Self { url, host: host.to_owned(), segments: url.segments().map(decoded).collect() })
    }

    /// The names of the site, the most specific first.
    fn sites(&self) -> impl Iterator<Item = &str> {
        let under = self.host.split_once('.').and_then(|(first, rest)| same_pages(first, rest).then_some(rest));
        let site = |host| SAME_SITE.iter().find(|(other, _)| *other == host).map_or(host, |(_, site)| *site);
        [Some(self.host.as_str()), under].into_iter().flatten().map(site)
    }
}

/// Whether `first.rest` shows the pages of `rest`, perhaps in another language.
fn same_pages(first: &str, rest: &str) -> bool {
    let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase());
    match first.split_once('-') {
        Some((language, country)) => language.len() == 2 && country.len() == 2 && letters(language) && letters(country),
        None => SAME_PAGES.contains(&first) || (first.len() == 2 && letters(first) && IN_COUNTRIES.contains(&rest)),
    }
}

/// The patterns of a platform: its template, and the others.
fn patterns(platform: Platform) -> impl Iterator<Item = &'static str> {
    let template = platform.template().and_then(|template| template.strip_prefix("https://"));
    let template = template.map(|template| template.strip_prefix("www.").unwrap_or(template));
    template.into_iter().chain(platform.rule().addresses.split(' ').filter(|pattern| !pattern.is_empty()))
}

/// Whether the scheme is that of an app.
fn is_app_link(pattern: &str) -> bool {
    pattern.split(['/', '?', '{']).next().is_some_and(|start| start.ends_with(':'))
}

fn on_platform(platform: Platform, place: &HostAndPath<'_>) -> Option<Handle> {
    patterns(platform).filter(|pattern| !is_app_link(pattern)).find_map(|pattern| fits(platform, pattern, place))
}

/// The handle, where the pattern fits and what stands for it can be one.
fn fits(platform: Platform, pattern: &str, place: &HostAndPath<'_>) -> Option<Handle> {
    place.sites().find_map(|site| valid(platform, &captured(pattern, site, place)?))
}

/// The host of a pattern, and what follows it.
fn host_of(pattern: &str) -> (&str, &str) {
    let end = pattern.find(['/', '?', '#']).unwrap_or(pattern.len());
    pattern.split_at_checked(end).unwrap_or((pattern, ""))
}

/// What stands for the handle, where the pattern fits.
fn captured(pattern: &str, site: &str, place: &HostAndPath<'_>) -> Option<String> {
    let (host, rest) = host_of(pattern);
    let user = match (host.strip_prefix("{}."), host.strip_suffix(".*")) {
        (Some(base), _) => {
            let base = base.strip_suffix(".*").map_or(Some(base), |base| {
                let at = site.find(&format!(".{base}."))?;
                site.get(at + 1..).filter(|found| found.strip_prefix(base).is_some_and(is_ending))
            })?;
            let user = site.strip_suffix(base)?.strip_suffix('.')?;
            if user.contains('.') || OWN_SUBDOMAINS.contains(&format!(" {user} ")) {
                return None;
            }
            Some(user.to_owned())
        }
        (None, Some(base)) => {
            site.strip_prefix(base).filter(|end| is_ending(end))?;
            None
        }
        (None, None) if host == site => None,
        (None, None) => return None,
    };
    let (rest, fragment) = rest.split_once('#').map_or((rest, None), |(rest, fragment)| (rest, Some(fragment)));
    let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let in_path = path_fits(&parts, &place.segments)?;
    if let Some(query) = query {
        return place.url.query_value(query.split_once('=')?.0);
    }
    if let Some(fragment) = fragment {
        let (before, _) = fragment.split_once("{}")?;
        let user = decoded(&place.url.fragment);
        return user.strip_prefix(before).map(|user| user.split(['?', '/']).next().unwrap_or_default().to_owned());
    }
    user.or(in_path)
}

/// Whether it is `.com`, `.co.uk`: what follows the name of a site that has a domain in each country.
fn is_ending(end: &str) -> bool {
    let part = |part: &str| (2..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase());
    end.strip_prefix('.').is_some_and(|end| end.split('.').count() <= 2 && end.split('.').all(part))
}

/// What the path has for the handle; `Some(None)` where the pattern has none in its path.
#[expect(clippy::option_option, reason = "a path that does not fit and one without a handle are different answers")]
fn path_fits(parts: &[&str], segments: &[String]) -> Option<Option<String>> {
    let fit = |segments: &[String]| {
        let open = parts.last() == Some(&"**");
        let fixed = parts.len() - usize::from(open);
        if segments.len() < fixed || (!open && segments.len() > fixed) {
            return None;
        }
        let mut kept: Vec<&str> = Vec::new();
        let mut user = None;
        for (at, (part, segment)) in parts.iter().take(fixed).zip(segments).enumerate() {
            if let Some(word) = part.strip_prefix('<').and_then(|part| part.strip_suffix('>')) {
                word.eq_ignore_ascii_case(segment).then(|| kept.push(word))?;
            } else if let Some((before, _)) = part.split_once("{}") {
                let name = segment.strip_prefix(before)?;
                if at == 0 && before.is_empty() && is_own_page(name) {
                    return None;
                }
                user = Some(name);
            } else if !part.eq_ignore_ascii_case(segment) {
                return None;
            }
        }
        Some(user.map(|user| [kept.as_slice(), &[user]].concat().join("/")))
    };
    let in_language = || {
        let (first, rest) = segments.split_first()?;
        let named = parts.first().is_some_and(|part| !part.starts_with("{}"));
        if named && is_language(first) { fit(rest) } else { None }
    };
    fit(segments).or_else(in_language)
}

pub(crate) fn is_own_page(name: &str) -> bool {
    name.len() <= 16 && OWN_PAGES.contains(&format!(" {} ", name.to_ascii_lowercase()))
}

/// Whether it is `de`, `pt-br`, `intl-de`: the language of a site, before its paths.
fn is_language(segment: &str) -> bool {
    let (language, country) = segment.split_once('-').unwrap_or((segment, ""));
    let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    letters(language)
        && letters(country)
        && matches!((language.len(), country.len()), (2, 0 | 2 | 4) | (4, 2))
        && (language.len() == 2 || language == "intl")
}

/// Software of the fediverse: the platform, what its hosts are often called, well-known hosts, and the first segments of
/// the paths of its profiles besides `/@user`.
#[derive(Clone, Copy)]
struct Software {
    platform: Platform,
    names: &'static [&'static str],
    hosts: &'static str,
    paths: &'static [&'static str],
}

const FEDIVERSE: &[Software] = &[
    Software {
        platform: Platform::Pixelfed,
        names: &["pixelfed"],
        hosts: " pxlmo.com metapixl.com pixey.org gram.social ",
        paths: &["users", "i"],
    },
    Software {
        platform: Platform::Lemmy,
        names: &["lemmy", "feddit"],
        hosts: " beehaw.org lemm.ee sh.itjust.works programming.dev sopuli.xyz infosec.pub slrpnk.net discuss.tchncs.de \
                aussie.zone ",
        paths: &["u"],
    },
    Software {
        platform: Platform::Peertube,
        names: &["peertube"],
        hosts: " framatube.org tilvids.com diode.zone makertube.net spectra.video ",
        paths: &["a", "accounts"],
    },
    Software {
        platform: Platform::Misskey,
        names: &["misskey", "sharkey", "firefish", "calckey"],
        hosts: "",
        paths: &["users"],
    },
    Software {
        platform: Platform::Friendica,
        names: &["friendica"],
        hosts: " venera.social libranet.de nerdica.net ",
        paths: &["profile", "u"],
    },
    Software {
        platform: Platform::Bookwyrm,
        names: &["bookwyrm"],
        hosts: " wyrms.de books.theunseen.city ramblingreaders.org ",
        paths: &["user"],
    },
    Software {
        platform: Platform::Mastodon,
        names: &["mastodon", "mstdn", "social", "masto"],
        hosts: " hachyderm.io fosstodon.org mas.to infosec.exchange merveilles.town tech.lgbt mathstodon.xyz det.social \
                techhub.social front-end.social universeodon.com kolektiva.social ",
        paths: &["users"],
    },
];

impl Platform {
    /// Whether it is software of the fediverse: its handles are a name and a server.
    pub fn is_federated(self) -> bool {
        FEDIVERSE.iter().any(|software| software.platform == self)
    }
}

/// The software that a host of the fediverse runs, as far as its name tells.
fn software(host: &str) -> Option<&'static Software> {
    let runs = |software: &&Software| {
        software.hosts.contains(&format!(" {host} ")) || software.names.iter().any(|name| host.contains(name))
    };
    FEDIVERSE.iter().find(runs)
}

/// The platform of a handle on a host of the fediverse: Mastodon where the name of the host does not tell.
pub(crate) fn federated_platform(host: &str) -> Platform {
    software(host).map_or(Platform::Mastodon, |software| software.platform)
}

/// A profile on a host that is known to be of the fediverse.
fn federated(place: &HostAndPath<'_>) -> Option<Social> {
    let software = software(&place.host)?;
    let handle = home_handle(software, place)?;
    Some(Social { platform: software.platform, handle })
}

/// The handle at `/@user`, `/@user@home`, `/web/@user` or a path of the software.
fn home_handle(software: &Software, place: &HostAndPath<'_>) -> Option<Handle> {
    let segments: Vec<&str> = place.segments.iter().map(String::as_str).collect();
    let user = match segments.as_slice() {
        [at] | ["web" | "deck", at] | [at, "with_replies" | "media" | "featured" | "about"] if at.starts_with('@') => {
            at
        }
        [user] if software.platform == Platform::Pixelfed && !is_own_page(user) => user,
        [path, user] | [path, user, "video-channels" | "videos"] if software.paths.contains(path) => user,
        _ => return None,
    };
    let user = user.trim_start_matches('@');
    let (user, home) = user.split_once('@').unwrap_or((user, &place.host));
    valid(software.platform, &format!("{user}@{home}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_finds_what_trying_every_pattern_finds() {
        let mut found = 0;
        for (_, pattern) in &PATTERNS.all {
            let filled = pattern.replace("{}", "ines").replace(['<', '>'], "").replace("**", "more");
            let aliases = SAME_SITE.iter().filter(|(_, site)| host_of(&filled).0 == *site);
            let filled: Vec<String> = aliases
                .map(|(alias, site)| filled.replacen(site, alias, 1))
                .chain([".com", ".co.uk"].map(|ending| filled.replacen(".*", ending, 1)))
                .collect();
            for filled in filled {
                let (host, rest) = host_of(&filled);
                for (before, after) in [
                    ("", ""),
                    ("", "."),
                    ("www.", ""),
                    ("m.", ""),
                    ("de.", ""),
                    ("de-de.", ""),
                    ("blog.", ""),
                    ("a.b.", ""),
                ] {
                    let text = format!("https://{before}{host}{after}{rest}");
                    let Some(url) = Address::parse(&text) else { continue };
                    let Some(place) = HostAndPath::of(&url) else { continue };
                    let own = |platform: &Platform| {
                        Some(Social { platform: *platform, handle: on_platform(*platform, &place)? })
                    };
                    let tried = Platform::ALL.iter().find_map(own).or_else(|| federated(&place));
                    assert_eq!(profile(&url), tried, "{text}");
                    found += usize::from(tried.is_some());
                }
            }
        }
        assert!(found > PATTERNS.all.len(), "{found} profiles");
    }
}
