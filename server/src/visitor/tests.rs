//! Requests as browsers and programs make them (`requests.json`), and requests that nobody makes.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::HashSet;

use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE, HeaderName, REFERER, USER_AGENT};
use axum::http::{HeaderMap, HeaderValue};
use mantel_model::tile::Platform;
use serde_json::{Map, Value, json};

use super::scan::{PROGRAMS, rows};
use super::{
    Browser, CardPlace, Device, LONGEST_NAME, Person, Visitor, language, place_read, presser, source, source_group,
    visitor,
};

const REQUESTS: &str = include_str!("requests.json");

fn requests() -> Vec<Map<String, Value>> {
    serde_json::from_str(REQUESTS).unwrap()
}

fn headers(request: &Map<String, Value>) -> HeaderMap {
    let pairs = request["headers"].as_object().unwrap();
    pairs
        .iter()
        .map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.as_str().unwrap().parse().unwrap()))
        .collect()
}

fn agent(agent: &[u8]) -> HeaderMap {
    [(USER_AGENT, HeaderValue::from_bytes(agent).unwrap())].into_iter().collect()
}

fn told(visitor: &Visitor) -> Value {
    match visitor {
        Visitor::Person(person) => {
            json!({ "class": "person", "device": person.device.as_str(), "browser": person.browser.as_str(), "app": person.app })
        }
        Visitor::Program(program) => {
            let card = program.card.map(|card| match card {
                CardPlace::Chat => "chat",
                CardPlace::Timeline => "timeline",
            });
            json!({ "class": "program", "kind": program.kind.as_str(), "name": program.name, "card": card })
        }
        Visitor::Uncounted => json!({ "class": "uncounted" }),
    }
}

#[test]
fn every_request_is_who_it_says() {
    let mut wrong = Vec::new();
    for request in requests() {
        let told = told(&visitor(&headers(&request)));
        let differs = |(field, value): (&String, &Value)| *value != request.get(field).cloned().unwrap_or_default();
        if told.as_object().unwrap().iter().any(differs) {
            let expected: Map<_, _> = request
                .iter()
                .filter(|(field, _)| *field != "headers")
                .collect::<Vec<_>>()
                .into_iter()
                .map(|(field, value)| (field.clone(), value.clone()))
                .collect();
            wrong.push(format!("{told}\n  not {}\n  {}", Value::Object(expected), request["headers"]["User-Agent"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), requests().len(), wrong.join("\n"));
}

#[test]
fn the_table_is_large_and_has_every_class() {
    let requests = requests();
    assert!(requests.len() >= 300, "{}", requests.len());
    let of = |field: &str| {
        requests.iter().filter_map(|request| request.get(field)?.as_str().map(str::to_owned)).collect::<HashSet<_>>()
    };
    assert_eq!(of("class").len(), 3);
    assert_eq!(of("kind").len(), 8);
    assert_eq!(of("device").len(), 3);
    assert_eq!(of("card").len(), 2);
}

#[test]
fn every_header_that_is_read_is_told_so() {
    for request in requests() {
        let all = headers(&request);
        let read: HeaderMap = all
            .iter()
            .filter(|(name, _)| place_read(name).is_some())
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        assert_eq!(visitor(&read), visitor(&all), "{request:?}");
    }
}

#[test]
fn every_row_of_the_tables_is_read() {
    let written = rows(include_str!("programs.tsv")).count();
    assert_eq!(PROGRAMS.len(), written);
    let tokens: HashSet<_> = PROGRAMS.iter().map(|(token, _)| token.to_ascii_lowercase()).collect();
    assert_eq!(tokens.len(), written, "a program is named twice");
    for table in [include_str!("apps.tsv"), include_str!("packages.tsv"), include_str!("sources.tsv")] {
        let names: Vec<_> = rows(table).map(|row| row.split_once('\t').unwrap()).collect();
        assert!(names.iter().all(|(token, name)| !token.is_empty() && !name.is_empty()));
        assert_eq!(
            names.iter().map(|(token, _)| token.to_ascii_lowercase()).collect::<HashSet<_>>().len(),
            names.len()
        );
    }
    assert!(PROGRAMS.iter().all(|(_, row)| row.program().name.chars().count() <= LONGEST_NAME));
}

#[test]
fn apps_are_platforms_or_named_in_the_groups() {
    for table in [include_str!("apps.tsv"), include_str!("packages.tsv")] {
        for (_, app) in rows(table).filter_map(|row| row.split_once('\t')) {
            assert_ne!(source_group(&format!("app:{app}")).kind, "site", "{app}");
        }
    }
}

#[test]
fn no_program_is_named_as_an_app_is_in_a_browser() {
    let bare = |token: &str| token.trim_matches(['^', '$', '/']).to_ascii_lowercase();
    let apps: HashSet<_> =
        rows(include_str!("apps.tsv")).filter_map(|row| row.split_once('\t')).map(|(app, _)| bare(app)).collect();
    let both: Vec<_> = PROGRAMS.iter().filter(|(token, _)| apps.contains(&bare(token))).collect();
    assert!(both.len() >= 8, "{both:?}");
    for (token, row) in both {
        assert!(row.is_an_app_too() || token.starts_with('^'), "{token} is an app, too");
    }
    let iphone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
    for (token, _) in PROGRAMS.iter().filter(|(_, row)| row.is_an_app_too()) {
        let mut headers = agent(format!("{iphone} {token}/7.1").as_bytes());
        headers.insert(ACCEPT, HeaderValue::from_static("text/html"));
        assert!(matches!(visitor(&headers), Visitor::Person(_)), "{token}");
        let named = visitor(&agent(format!("{token}/7.1 (+https://example.com)").as_bytes()));
        assert!(matches!(&named, Visitor::Program(program) if program.kind.as_str() != "other"), "{token}: {named:?}");
    }
}

#[test]
fn a_browser_says_that_it_takes_html_or_that_it_navigates() {
    let chrome =
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";
    let explorer = "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko";
    for (text, accept, mode, class) in [
        (chrome, None, None, "program"),
        (chrome, Some("*/*"), None, "program"),
        (chrome, Some("application/json, text/plain, */*"), None, "program"),
        (chrome, Some("text/html"), None, "person"),
        (chrome, Some("application/xhtml+xml,*/*;q=0.8"), None, "person"),
        (chrome, None, Some("navigate"), "person"),
        (chrome, Some("*/*"), Some("navigate"), "person"),
        (chrome, Some("*/*"), Some("cors"), "uncounted"),
        (explorer, Some("*/*"), None, "person"),
        ("Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1", Some("*/*"), None, "person"),
    ] {
        let mut headers = agent(text.as_bytes());
        accept.map(|accept| headers.insert(ACCEPT, HeaderValue::from_static(accept)));
        mode.map(|mode| headers.insert("sec-fetch-mode", HeaderValue::from_static(mode)));
        assert_eq!(told(&visitor(&headers))["class"], class, "{text} {accept:?} {mode:?}");
        // What browsers send beside a page takes anything.
        assert!(presser(&headers).is_some(), "{text} {accept:?} {mode:?}");
    }
}

#[test]
fn a_program_is_named_behind_a_slash_but_not_in_an_address() {
    let chrome =
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";
    for (behind, name) in [
        (" Agent/AmazonBuyForMe".to_owned(), Some("AmazonBuyForMe")),
        (" Agent/GPTBot/1.0".to_owned(), Some("GPTBot")),
        (" example.com/GPTBot".to_owned(), None),
        (" x:/GPTBot".to_owned(), None),
        (format!(" {}/GPTBot", "a".repeat(100)), None),
    ] {
        let mut headers = agent(format!("{chrome}{behind}").as_bytes());
        headers.insert(ACCEPT, HeaderValue::from_static("text/html"));
        let told = told(&visitor(&headers));
        assert_eq!(told["name"].as_str().filter(|_| told["kind"] != "other"), name, "{behind} {told}");
    }
}

#[test]
fn a_program_that_is_not_known_keeps_its_own_name() {
    for (text, name, kind) in [
        ("FooBot/1.0 (+https://foo.example)", "FooBot", "other"),
        ("Mozilla/5.0 (compatible; Foo Thing/2.1; +http://foo.example)", "Foo Thing", "other"),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 (FooSpider)",
            "FooSpider",
            "other",
        ),
        ("<script>alert(1)</script>", "unnamed", "other"),
        ("<b>Foo</b>Bot/1.0", "unnamed", "other"),
        ("Foo\u{202e}Bot/1.0", "FooBot", "other"),
        ("FooBot/1.0 python-requests/2.32", "FooBot", "other"),
        ("facebookexternalhit/1.1 (compatible; FooBot/2.0)", "FooBot", "other"),
        ("Foo-Uptime/3 (monitoring)", "Foo-Uptime", "monitor"),
        ("Foo-RSS/3", "Foo-RSS", "feed"),
        ("Foo-User/1.0", "Foo-User", "assistant"),
        ("Mozilla/5.0 (compatible; 7; +http://foo.example)", "7", "other"),
        ("ExampleApp/1 CFNetwork/808.3 Darwin/16.3.0", "ExampleApp", "other"),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0 (contact: noc@foo.example)",
            "foo.example",
            "other",
        ),
    ] {
        let told = told(&visitor(&agent(text.as_bytes())));
        assert_eq!((told["name"].as_str(), told["kind"].as_str()), (Some(name), Some(kind)), "{text}");
    }
}

#[test]
fn names_are_short_and_without_markup() {
    let long = format!("{}/1.0", "Very-Long-Name-".repeat(200));
    for text in [
        long.as_str(),
        "Ein langer Name mit Umlauten äöüäöüäöüäöüäöüäöüäöüäöü",
        "a\"b'c<d>e&f/1",
        "Mozilla/5.0 (compatible; <img src=x>bot/1)",
    ] {
        let Visitor::Program(program) = visitor(&agent(text.as_bytes())) else { unreachable!("{text}") };
        assert!(program.name.chars().count() <= LONGEST_NAME, "{}", program.name);
        assert!(!program.name.contains(['<', '>', '"', '&', '\u{7f}']), "{}", program.name);
        assert!(!program.name.is_empty());
    }
}

#[test]
fn no_bytes_break_it() {
    let names = [
        "user-agent",
        "accept",
        "accept-language",
        "referer",
        "from",
        "signature-agent",
        "sec-ch-ua",
        "sec-purpose",
        "x-requested-with",
    ];
    let pieces: [&[u8]; 14] = [
        b"Mozilla/5.0 ",
        b"AppleWebKit/1 ",
        b"compatible; ",
        b"bot",
        b"@",
        b"(",
        b")",
        b"http:",
        b"\xff\xfe",
        b"\xc3",
        b"/",
        b" ",
        b"",
        b"://",
    ];
    let mut seed = 1_u32;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % below
    };
    for _ in 0..3000 {
        let mut map = HeaderMap::new();
        for name in names {
            let length = next(20);
            let bytes: Vec<u8> = (0..length).flat_map(|_| pieces[next(pieces.len())]).copied().collect();
            map.append(HeaderName::from_static(name), HeaderValue::from_bytes(&bytes).unwrap());
        }
        let person = Person { device: Device::Phone, browser: Browser("Safari"), app: None };
        let _ = (visitor(&map), source(&map, &person, "mantel.page"), language(&map).into_owned());
    }
    for piece in pieces {
        let told = visitor(&agent(&piece.repeat(8192 / piece.len().max(1))));
        assert!(!matches!(told, Visitor::Person(_)), "{piece:?}");
    }
}

#[test]
fn what_is_behind_two_kilobytes_is_not_read() {
    let mut text =
        b"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
            .to_vec();
    text.resize(2048, b' ');
    text.extend_from_slice(b"GPTBot/1.0");
    let mut headers = agent(&text);
    headers.insert(ACCEPT, HeaderValue::from_static("text/html"));
    assert!(matches!(visitor(&headers), Visitor::Person(_)));
}

fn source_of(referrer: &str, app: Option<&'static str>) -> String {
    let headers: HeaderMap = [(REFERER, HeaderValue::from_bytes(referrer.as_bytes()).unwrap())].into_iter().collect();
    source(&headers, &Person { device: Device::Phone, browser: Browser("Safari"), app }, "mantel.page:3000")
}

#[test]
fn sources_are_public_hosts() {
    for (referrer, expected) in [
        ("https://www.Example.com/path?q=1", "example.com"),
        ("https://l.instagram.com/", "l.instagram.com"),
        ("http://blog.example.org:8080/x", "blog.example.org"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example"),
        ("https://user:secret@example.net/", "example.net"),
        ("https://example.net./", "example.net"),
        ("https://mantel.page/ines", ""),
        ("https://www.mantel.page/ines", ""),
        ("https://other.mantel.page/", "other.mantel.page"),
        ("android-app://com.linkedin.android/", "app:linkedin"),
        ("android-app://com.google.android.googlequicksearchbox/https/www.google.com", "app:google"),
        ("android-app://org.example.reader/", "org.example.reader"),
        ("", ""),
        ("about:blank", ""),
        ("null", ""),
        ("/relative", ""),
        ("https://", ""),
        ("https://192.0.2.7/", ""),
        ("https://[2001:db8::1]/", ""),
        ("http://localhost:3000/", ""),
        ("http://intranet/", ""),
        ("http://printer.local/", ""),
        ("https://exa mple.com/", ""),
        ("https://bücher.example/", ""),
        ("javascript:alert(1)", ""),
        ("ftp://example.com/", ""),
    ] {
        assert_eq!(source_of(referrer, None), expected, "{referrer}");
    }
    assert_eq!(source_of(&format!("https://{}.com/", "a.".repeat(60)), None), "");
}

#[test]
fn an_app_is_a_source_where_no_page_is() {
    assert_eq!(source_of("", Some("instagram")), "app:instagram");
    assert_eq!(source_of("https://192.0.2.7/", Some("instagram")), "app:instagram");
    assert_eq!(source_of("https://t.co/x", Some("x")), "t.co");
    assert_eq!(source_of("https://mantel.page/", Some("instagram")), "");
    let none = Person { device: Device::Computer, browser: Browser("Safari"), app: None };
    assert_eq!(source(&HeaderMap::new(), &none, "mantel.page"), "");
}

#[test]
fn sources_are_grouped_as_people_think_of_them() {
    for (source, name, kind, platform) in [
        ("", "Typed, or not said", "unknown", None),
        ("l.instagram.com", "Instagram", "platform", Some("instagram")),
        ("instagram.com", "Instagram", "platform", Some("instagram")),
        ("app:instagram", "Instagram", "platform", Some("instagram")),
        ("t.co", "X", "platform", Some("x")),
        ("twitter.com", "X", "platform", Some("x")),
        ("lm.facebook.com", "Facebook", "platform", Some("facebook")),
        ("l.facebook.com", "Facebook", "platform", Some("facebook")),
        ("m.facebook.com", "Facebook", "platform", Some("facebook")),
        ("out.reddit.com", "Reddit", "platform", Some("reddit")),
        ("old.reddit.com", "Reddit", "platform", Some("reddit")),
        ("lnkd.in", "LinkedIn", "platform", Some("linkedin")),
        ("youtube.com", "YouTube", "platform", Some("youtube")),
        ("m.youtube.com", "YouTube", "platform", Some("youtube")),
        ("tiktok.com", "TikTok", "platform", Some("tiktok")),
        ("mastodon.social", "Mastodon", "platform", Some("mastodon")),
        ("mastodon.example", "Mastodon", "platform", Some("mastodon")),
        ("clay.example", "Other sites", "site", None),
        ("ines.bandcamp.com", "Bandcamp", "platform", Some("bandcamp")),
        ("some.substack.com", "Substack", "platform", Some("substack")),
        ("open.spotify.com", "Spotify", "platform", Some("spotify")),
        ("google.com", "Search engines", "search", None),
        ("google.de", "Search engines", "search", None),
        ("google.co.uk", "Search engines", "search", None),
        ("google.com.br", "Search engines", "search", None),
        ("google.evil.example", "Other sites", "site", None),
        ("notgoogle.com", "Other sites", "site", None),
        ("evil.google.com", "Other sites", "site", None),
        ("mail.google.com", "Email", "platform", Some("email")),
        ("docs.google.com", "Google Docs", "platform", None),
        ("scholar.google.com", "Google Scholar", "platform", Some("googlescholar")),
        ("gemini.google.com", "Gemini", "platform", None),
        ("bing.com", "Search engines", "search", None),
        ("cn.bing.com", "Search engines", "search", None),
        ("duckduckgo.com", "Search engines", "search", None),
        ("html.duckduckgo.com", "Search engines", "search", None),
        ("search.brave.com", "Search engines", "search", None),
        ("r.search.yahoo.com", "Search engines", "search", None),
        ("de.search.yahoo.com", "Search engines", "search", None),
        ("mail.yahoo.com", "Email", "platform", Some("email")),
        ("yandex.ru", "Search engines", "search", None),
        ("ya.ru", "Search engines", "search", None),
        ("m.baidu.com", "Search engines", "search", None),
        ("search.naver.com", "Search engines", "search", None),
        ("app:google", "Search engines", "search", None),
        ("chatgpt.com", "ChatGPT", "platform", None),
        ("claude.ai", "Claude", "platform", None),
        ("perplexity.ai", "Perplexity", "platform", None),
        ("copilot.microsoft.com", "Copilot", "platform", None),
        ("example.com", "Other sites", "site", None),
        ("instagram.com.evil.example", "Other sites", "site", None),
        ("xinstagram.com", "Other sites", "site", None),
        ("github.io", "Other sites", "site", None),
        ("app:nothing", "Other sites", "site", None),
        (".", "Other sites", "site", None),
    ] {
        let group = source_group(source);
        assert_eq!((group.name, group.kind, group.platform), (name, kind, platform), "{source}");
    }
}

#[test]
fn platforms_are_known_by_their_hosts() {
    for platform in Platform::ALL {
        let Some(host) = platform.template().and_then(|template| template.strip_prefix("https://")) else { continue };
        let host = host.split('/').next().unwrap().replace("{}", "somebody");
        assert_eq!(source_group(host.trim_start_matches("www.")).platform, Some(platform.as_str()));
    }
}

#[test]
fn the_first_language_counts() {
    for (accepted, expected) in [
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("de", "de"),
        ("EN-us", "en"),
        ("zh-Hant-TW", "zh"),
        ("fil-PH,fil;q=0.9", "fil"),
        ("en_US", "en"),
        ("iw-IL", "he"),
        ("in", "id"),
        (" fr;q=0.3", "fr"),
        ("*", ""),
        ("", ""),
        ("x", ""),
        ("12-34", ""),
        ("english", ""),
        ("<b>", ""),
        (",en", ""),
    ] {
        let headers: HeaderMap = [(ACCEPT_LANGUAGE, HeaderValue::from_static(accepted))].into_iter().collect();
        assert_eq!(language(&headers), expected, "{accepted}");
    }
    let headers: HeaderMap = [(ACCEPT_LANGUAGE, HeaderValue::from_bytes(b"\xff\xfe").unwrap())].into_iter().collect();
    assert_eq!(language(&headers), "");
    assert_eq!(language(&HeaderMap::new()), "");
}
