//! Whether a program asks, and what it calls itself where no table knows it.

use std::borrow::Cow;

use axum::http::HeaderMap;

use super::person::{COMPATIBLE, CONTACT, ENGINE, PHONE, ROBOT};
use super::scan::{Found, scan};
use super::{LONGEST_NAME, Program, ProgramKind, header};

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
    "-user",
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
/// Words in a program's own name that tell what it reads for.
const KINDS: &[(&str, ProgramKind)] = &[
    ("rss", ProgramKind::Feed),
    ("feed", ProgramKind::Feed),
    ("podcast", ProgramKind::Feed),
    ("preview", ProgramKind::Preview),
    ("unfurl", ProgramKind::Preview),
    ("linkexpand", ProgramKind::Preview),
    ("uptime", ProgramKind::Monitor),
    ("monitor", ProgramKind::Monitor),
    ("healthcheck", ProgramKind::Monitor),
    ("synthetic", ProgramKind::Monitor),
    ("-user", ProgramKind::Assistant),
    ("-searchbot", ProgramKind::AiIndex),
];
/// Agents that look through a browser of their own and sign what they ask for.
const SIGNERS: &[(&str, &str)] = &[("chatgpt.com", "ChatGPT Agent"), ("agent.bot.goog", "Google-Agent")];

/// The program that asks; `None` where it looks like a person.
pub fn program(headers: &HeaderMap, agent: &[u8], found: &Found) -> Option<Program> {
    if let Some(row) = found.program {
        let named_better = row.yields().then(|| own_name(&String::from_utf8_lossy(agent))).flatten();
        return Some(
            named_better.filter(|name| scan(name.as_bytes()).program.is_none()).map_or_else(|| row.program(), named),
        );
    }
    let looks_like_a_browser = if starts_with(agent, "mozilla/") {
        found.has(ENGINE)
    } else {
        OTHER_BROWSERS.iter().any(|browser| starts_with(agent, browser))
            || (found.has(PHONE) && found.browser.is_some())
    };
    if !looks_like_a_browser {
        return Some(own_name(&String::from_utf8_lossy(agent)).map_or_else(unnamed, named));
    }
    if found.has(ROBOT | CONTACT | COMPATIBLE)
        && let Some(name) = name_among_browsers(&String::from_utf8_lossy(agent))
    {
        return Some(named(name));
    }
    hidden(headers)
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

fn unnamed() -> Program {
    Program { name: Cow::Borrowed("unnamed"), kind: ProgramKind::Other, card: None }
}

fn named(name: String) -> Program {
    let lower = name.to_ascii_lowercase();
    let kind = KINDS.iter().find(|(word, _)| lower.contains(word)).map_or(ProgramKind::Other, |(_, kind)| *kind);
    Program { name: Cow::Owned(name), kind, card: None }
}

/// What a program calls itself.
fn own_name(agent: &str) -> Option<String> {
    if starts_with(agent.as_bytes(), "mozilla/") {
        name_among_browsers(agent).or_else(|| behind_mozilla(agent))
    } else {
        first_product(agent).or_else(|| name_among_browsers(agent))
    }
}

/// The name that follows `Mozilla/5.0` where no browser does.
fn behind_mozilla(agent: &str) -> Option<String> {
    let (_, rest) = agent.split_once([' ', ';'])?;
    first_product(rest.trim_start_matches([' ', '('])).filter(|name| is_no_browser(name))
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
fn name_among_browsers(agent: &str) -> Option<String> {
    robot(agent).or_else(|| after_compatible(agent)).or_else(|| beside_contact(agent))
}

/// A word that programs call themselves: `FooBot` of `Mozilla/5.0 (compatible; FooBot/1.0; +https://…)`.
fn robot(agent: &str) -> Option<String> {
    for part in agent.split(['(', ')', ';', ',']).filter(|part| !is_contact(part)) {
        for (at, word) in words(part) {
            let product = word.split('/').next().unwrap_or_default().trim_end_matches(|end: char| !end.is_alphabetic());
            let lower = product.to_ascii_lowercase();
            if is_robot(&lower) {
                let from = if KINDS_OF_ROBOT.contains(&lower.as_str()) { 0 } else { at };
                return clean(part.get(from..at)?)
                    .map_or_else(|| clean(product), |before| clean(&format!("{before} {product}")));
            }
        }
    }
    None
}

/// Whether a word in lower case ends like the name of a program, itself or before a hyphen or digit.
fn is_robot(word: &str) -> bool {
    let ends_one = |robot: &&str| {
        word.match_indices(*robot)
            .any(|(at, _)| !word.as_bytes().get(at + robot.len()).is_some_and(u8::is_ascii_alphabetic))
    };
    !NO_ROBOTS.iter().any(|other| word.starts_with(other)) && ROBOTS.iter().any(ends_one)
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

/// The host of an address or of a mail address.
fn domain(address: &str) -> Option<String> {
    let address = address.trim_start_matches('+');
    let host = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = host.rsplit_once('@').or_else(|| host.rsplit_once("(at)")).map_or(host, |(_, host)| host);
    let host = host.split(['/', ' ', ')', ';', ',', '?', '#']).next()?;
    clean(host.trim_start_matches("www."))
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
