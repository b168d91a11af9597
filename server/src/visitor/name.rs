//! Whether a program asks, and what it calls itself where no table knows it.

use std::borrow::Cow;

use axum::http::HeaderMap;

use super::scan::{Found, is_mozilla, scan};
use super::signs::{COMPATIBLE, CONTACT, ENGINE, EXPLORER, PHONE, ROBOT};
use super::{LONGEST_NAME, Program, ProgramKind, header};

/// What of a `User-Agent` may name a program, bytes.
const LONGEST_NAMING: usize = 1024;

/// How browsers begin that do not begin with `Mozilla/`.
const OTHER_BROWSERS: &[&str] = &[
    "opera/",
    "lynx/",
    "w3m/",
    "links (",
    "elinks",
    "dillo/",
    "netsurf/",
    "ibrowse/",
    "amigavoyager/",
    "nokia",
    "samsung-",
    "qwantmobile/",
];

/// How programs end what they call themselves.
const ROBOTS: &[&str] = &[
    "bot",
    "crawler",
    "crawl",
    "spider",
    "scraper",
    "fetcher",
    "preview",
    "checker",
    "validator",
    "archiver",
    "indexer",
    "monitor",
    "uptime",
    "synthetics",
    "agent",
];
/// Words that say nothing without those before them.
const KINDS_OF_ROBOT: &[&str] = &[
    "bot",
    "robot",
    "crawler",
    "spider",
    "scraper",
    "fetcher",
    "checker",
    "validator",
    "archiver",
    "indexer",
    "monitor",
    "preview",
];
/// Words of browsers that end like names of programs: telephones of Cubot, and what is written before a `User-Agent` by mistake.
const NO_ROBOTS: &[&str] = &["cubot", "user-agent"];
/// What browsers and languages call themselves before or behind the name of a program.
const NO_NAMES: &[&str] = &[
    "mozilla",
    "applewebkit",
    "khtml",
    "like",
    "gecko",
    "chrome",
    "safari",
    "mobile",
    "version",
    "firefox",
    "edg",
    "compatible",
    "msie",
    "konqueror",
    "windows",
    "linux",
    "x11",
    "macintosh",
    "android",
    "iphone",
    "ipad",
    "u",
    "python",
    "java",
    "php",
    "webpositive",
];
/// Agents that look through a browser of their own and sign what they ask for.
const SIGNERS: &[(&str, &str)] = &[("chatgpt.com", "ChatGPT Agent"), ("agent.bot.goog", "Google-Agent")];

/// The program that asks; `None` where it looks like a person.
pub fn program(headers: &HeaderMap, agent: &[u8], found: &Found) -> Option<Program> {
    if let Some(row) = found.program {
        let better = if row.yields() { better_name(&text(agent), found) } else { None };
        return Some(better.map_or_else(|| row.program(), named));
    }
    let looks_like_a_browser = if is_mozilla(agent) {
        found.has(ENGINE)
    } else {
        OTHER_BROWSERS.iter().any(|browser| starts_with(agent, browser))
            || (found.has(PHONE) && found.browser.is_some())
    };
    if !looks_like_a_browser {
        return Some(own_name(&text(agent), found).map_or_else(unnamed, named));
    }
    name_among_browsers(&text(agent), found).map(named).or_else(|| hidden(headers))
}

/// A program that looks at a page with nothing of a browser but its `User-Agent`. Internet Explorer and browsers for text ask for
/// pages as for anything else.
pub fn without_a_browser(headers: &HeaderMap, agent: &[u8], found: &Found) -> Option<Program> {
    let asks = !is_mozilla(agent) || found.has(EXPLORER) || header::asks_as_browsers_do(headers);
    (!asks).then(unnamed)
}

/// A program with the `User-Agent` of a browser that other headers tell.
fn hidden(headers: &HeaderMap) -> Option<Program> {
    if header::brands(headers).contains("HeadlessChrome") {
        return scan(b"HeadlessChrome").program.map(super::scan::ProgramRow::program);
    }
    if let Some(signer) = header::signer(headers) {
        let known = SIGNERS.iter().find(|(host, _)| *host == signer).map(|(_, name)| Cow::Borrowed(*name));
        let name = known.or_else(|| clean(signer).map(Cow::Owned))?;
        return Some(Program { name, kind: ProgramKind::Assistant, card: None });
    }
    let from = header::from(headers)?;
    let row = scan(from.as_bytes()).program;
    Some(row.map_or_else(|| domain(from).map_or_else(unnamed, named), super::scan::ProgramRow::program))
}

/// What of a `User-Agent` may name a program.
fn text(agent: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(agent.get(..LONGEST_NAMING).unwrap_or(agent))
}

fn unnamed() -> Program {
    Program { name: Cow::Borrowed("unnamed"), kind: ProgramKind::Other, card: None }
}

fn named(name: String) -> Program {
    Program { kind: kind_by_name(&name), name: Cow::Owned(name), card: None }
}

/// What a program reads for, as far as its own name tells.
fn kind_by_name(name: &str) -> ProgramKind {
    let lower = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if lower.ends_with("-user") {
        ProgramKind::Assistant
    } else if lower.ends_with("-searchbot") {
        ProgramKind::AiIndex
    } else if (has(&["feed", "podcast"]) && !has(&["feedback"])) || name.contains("RSS") || lower.starts_with("rss") {
        ProgramKind::Feed
    } else if has(&["preview", "unfurl", "linkexpand"]) {
        ProgramKind::Preview
    } else if has(&["uptime", "monitor", "healthcheck", "health-check", "synthetic"]) {
        ProgramKind::Monitor
    } else {
        ProgramKind::Other
    }
}

/// What a program calls itself beside the name of another that it imitates or is built with.
fn better_name(agent: &str, found: &Found) -> Option<String> {
    let first = if is_mozilla(agent.as_bytes()) { None } else { first_product(agent) };
    let names = first.into_iter().chain(name_among_browsers(agent, found));
    names.into_iter().find(|name| scan(name.as_bytes()).program.is_none())
}

/// What a program calls itself.
fn own_name(agent: &str, found: &Found) -> Option<String> {
    if is_mozilla(agent.as_bytes()) {
        name_among_browsers(agent, found).or_else(|| behind_mozilla(agent))
    } else {
        first_product(agent).or_else(|| name_among_browsers(agent, found))
    }
}

/// The name that follows `Mozilla/5.0` where no browser does: in its comment, or behind that.
fn behind_mozilla(agent: &str) -> Option<String> {
    let (_, rest) = agent.split_once([' ', ';'])?;
    let behind = rest.split_once(')').map_or("", |(_, behind)| behind);
    let names = [rest.trim_start_matches([' ', '(']), behind].into_iter().filter_map(first_product);
    names.into_iter().find(|name| is_no_browser(name))
}

/// The name at the beginning, without its version: `Foo Reader` of `Foo Reader/1.2 (…)`.
fn first_product(agent: &str) -> Option<String> {
    let end = agent.find(['/', '(', ';', ',', '[', '{', '<', '"', '|', '@']).unwrap_or(agent.len());
    let mut words = Vec::new();
    for word in agent.get(..end)?.split_whitespace() {
        let is_version = word.trim_start_matches(['v', 'V']).starts_with(|first: char| first.is_ascii_digit());
        if matches!(word, "-" | "–" | "+") || word.contains(':') || (is_version && !words.is_empty()) {
            break;
        }
        words.push(word);
    }
    let name = clean(&words.join(" "))?;
    (!NO_NAMES.contains(&name.to_ascii_lowercase().as_str())).then_some(name)
}

/// The name of a program that writes what browsers write, too.
fn name_among_browsers(agent: &str, found: &Found) -> Option<String> {
    let if_has = |sign, name: fn(&str) -> Option<String>| if found.has(sign) { name(agent) } else { None };
    if_has(ROBOT, robot).or_else(|| if_has(COMPATIBLE, after_compatible)).or_else(|| if_has(CONTACT, beside_contact))
}

/// A word that programs call themselves: `FooBot` of `Mozilla/5.0 (compatible; FooBot/1.0; +https://…)`.
fn robot(agent: &str) -> Option<String> {
    let (device, rest) = agent.split_once(')').unwrap_or((agent, ""));
    let names_a_phone = device.contains("Android");
    robot_in(device, names_a_phone).or_else(|| robot_in(rest, false))
}

/// The same in a part of the text. Beside `Android` only with a version: there are phones called `M bot 60` and `Spider 8`.
fn robot_in(text: &str, with_version: bool) -> Option<String> {
    for part in text.split(['(', ')', ';', ',']).filter(|part| !is_contact(part)) {
        for (at, word) in words(part) {
            let (product, has_version) = word.split_once('/').map_or((word, false), |(product, _)| (product, true));
            if is_robot(product) && (has_version || !with_version) {
                let product = product.trim_end_matches(|end: char| !end.is_alphabetic());
                let says_nothing = KINDS_OF_ROBOT.iter().any(|kind| kind.eq_ignore_ascii_case(product));
                let before = part.get(..at).filter(|before| says_nothing && !before.contains('/')).and_then(clean);
                return before.map_or_else(|| clean(product), |before| clean(&format!("{before} {product}")));
            }
        }
    }
    None
}

/// Whether a word ends like the name of a program, itself or before a hyphen or digit.
fn is_robot(word: &str) -> bool {
    !NO_ROBOTS.iter().any(|other| starts_with(word.as_bytes(), other))
        && (ends_with(word, "-user")
            || word
                .split(|letter: char| !letter.is_ascii_alphabetic())
                .any(|part| ROBOTS.iter().any(|robot| ends_with(part, robot))))
}

/// The name behind `compatible;`.
fn after_compatible(agent: &str) -> Option<String> {
    let lower = agent.to_ascii_lowercase();
    let (_, rest) = agent.split_at_checked(lower.find("compatible")? + "compatible".len())?;
    let part = rest.trim_start_matches([';', ',', ' ']).split([';', ')', '(', ',', '/']).next()?;
    if is_contact(part) || part.starts_with("http") {
        return None;
    }
    first_product(part).filter(|name| is_no_browser(name))
}

/// The name that stands with an address to ask at, or else the host of that address.
fn beside_contact(agent: &str) -> Option<String> {
    let at = contact(agent)?;
    let (before, after) = agent.split_at_checked(at)?;
    let comment = before.rfind(['(', ')']).filter(|open| before.as_bytes().get(*open) == Some(&b'('));
    let first = comment.and_then(|open| before.get(open + 1..)).and_then(first_product);
    let product = before
        .get(..comment.unwrap_or(at))
        .and_then(|before| words(before).last())
        .and_then(|(_, word)| first_product(word));
    first
        .filter(|name| is_no_browser(name))
        .or_else(|| product.filter(|name| is_no_browser(name)))
        .or_else(|| domain(after))
}

/// Where an address to ask at begins.
fn contact(text: &str) -> Option<usize> {
    let word = |found: usize| {
        text.get(..found).and_then(|before| before.rfind([' ', '(', ';', ','])).map_or(0, |space| space + 1)
    };
    let mail = text.match_indices('@').map(|(at, _)| at).find(|at| text.get(at + 1..).is_some_and(is_mail_host));
    ["http:", "https:", "www."].iter().filter_map(|sign| text.find(sign)).chain(mail).map(word).min()
}

/// Whether what follows an `@` is a host: apps also write `android@111.0` and `en_US@calendar=gregorian`.
fn is_mail_host(text: &str) -> bool {
    let host = text
        .split(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '.' | '-'))
        .next()
        .unwrap_or_default();
    host.trim_end_matches('.')
        .rsplit_once('.')
        .is_some_and(|(_, last)| last.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

fn is_contact(text: &str) -> bool {
    contact(text).is_some()
}

fn is_no_browser(name: &str) -> bool {
    let first = name.split([' ', '-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    !NO_NAMES.contains(&first.as_str())
}

/// The host of an address or of a mail address, where it is a name.
fn domain(address: &str) -> Option<String> {
    let address = address.trim_start_matches('+');
    let host = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = host.rsplit_once('@').or_else(|| host.rsplit_once("(at)")).map_or(host, |(_, host)| host);
    let host = host.split(['/', ' ', ')', ';', ',', '?', '#', ':']).next()?.trim_end_matches('.');
    let is_name = host.rsplit('.').next()?.bytes().any(|byte| byte.is_ascii_alphabetic());
    if is_name { clean(host.trim_start_matches("www.")) } else { None }
}

/// Words with the places where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// A name without markup and control characters, cut to its longest; `None` where nothing is left.
fn clean(name: &str) -> Option<String> {
    let kept: String = name.chars().filter(|letter| letter.is_alphanumeric() || " ._-+!:'".contains(*letter)).collect();
    let kept: String = kept.trim_matches([' ', '.', '-', '+', ':', '\'']).chars().take(LONGEST_NAME).collect();
    (!kept.is_empty()).then(|| kept.trim_end().to_owned())
}

fn starts_with(text: &[u8], start: &str) -> bool {
    text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start.as_bytes()))
}

fn ends_with(text: &str, end: &str) -> bool {
    let at = text.len().checked_sub(end.len());
    at.and_then(|at| text.as_bytes().get(at..)).is_some_and(|text| text.eq_ignore_ascii_case(end.as_bytes()))
}
