#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use mantel_model::facts::Facts;
use url::Url;

use super::facts;

/// The metadata of a page at `https://site.example/a/page`.
fn read(page: &str) -> Facts {
    facts(page.as_bytes(), "text/html; charset=utf-8", &Url::parse("https://site.example/a/page").unwrap())
}

/// Title, description, picture and icon; `-` for none.
fn summary(page: &str) -> [String; 4] {
    let it = read(page);
    [it.title, it.description, it.image, it.icon].map(|item| item.unwrap_or_else(|| "-".to_owned()))
}

#[test]
fn facts_are_read_from_pages_of_every_shape() {
    for (shape, page, wanted) in [
        ("nothing", "", ["-", "-", "-", "-"]),
        ("words alone", "hello", ["-", "-", "-", "-"]),
        ("a title", "<title>Plain</title>", ["Plain", "-", "-", "-"]),
        (
            "everything",
            r#"<!doctype html><html><head><title>T</title><meta property="og:title" content="Open"><meta name="description" content="D"><meta property="og:description" content="OD"><meta property="og:image" content="https://cdn.example/p.jpg"><link rel="icon" href="/i.png"></head><body>"#,
            ["Open", "OD", "https://cdn.example/p.jpg", "https://site.example/i.png"],
        ),
        (
            "no head",
            r#"<meta name=description content=Bare><title>No head</title><p>text"#,
            ["No head", "Bare", "-", "-"],
        ),
        (
            "name for property",
            r#"<meta name="og:title" content="N"><meta name="og:image" content="p.png">"#,
            ["N", "-", "https://site.example/a/p.png", "-"],
        ),
        (
            "relative and protocol-relative",
            r#"<meta property=og:image content="//cdn.example/x.png"><link rel="shortcut icon" href="../f.ico">"#,
            ["-", "-", "https://cdn.example/x.png", "https://site.example/f.ico"],
        ),
        (
            "a base",
            r#"<base href="https://static.example/v2/"><meta property=og:image content="x.png">"#,
            ["-", "-", "https://static.example/v2/x.png", "-"],
        ),
        (
            "entities",
            r#"<title>Fish &amp; Chips &mdash; &#x1F41F;</title><meta name=description content="&quot;Best&quot; &lt;in town&gt;">"#,
            ["Fish & Chips — 🐟", "\"Best\" <in town>", "-", "-"],
        ),
        (
            "entities twice",
            r#"<meta property="og:title" content="Tom &amp;amp; Jerry&amp;#39;s"><meta name=description content="&lt;p&gt;Hello&lt;/p&gt; you">"#,
            ["Tom & Jerry's", "Hello you", "-", "-"],
        ),
        (
            "upper case and odd quotes",
            "<META PROPERTY='OG:TITLE' CONTENT='Loud'><LINK REL=\"ICON\" HREF=i.png>",
            ["Loud", "-", "-", "https://site.example/a/i.png"],
        ),
        (
            "several icons",
            r#"<link rel=icon sizes=16x16 href=16.png><link rel=icon sizes=96x96 href=96.png><link rel=icon sizes=48x48 href=48.png><link rel=apple-touch-icon href=180.png><link rel=icon type=image/svg+xml href=i.svg><link rel=mask-icon href=m.svg>"#,
            ["-", "-", "-", "https://site.example/a/48.png"],
        ),
        (
            "an icon of many sizes",
            r#"<link rel=icon sizes="16x16 32x32 64x64" href=f.ico><link rel=icon sizes=any href=i.svg>"#,
            ["-", "-", "-", "https://site.example/a/f.ico"],
        ),
        ("a drawn icon alone", "<link rel=icon href=i.svg>", ["-", "-", "-", "https://site.example/a/i.svg"]),
        ("the title of a drawing", "<title>Page</title><svg><title>Logo</title></svg>", ["Page", "-", "-", "-"]),
        (
            "the title of a drawing first",
            "<svg><g><title>Logo</title></g></svg><svg/><title>Page</title>",
            ["Page", "-", "-", "-"],
        ),
        (
            "tags in scripts and comments",
            r#"<!-- <title>no</title> --><script>var a = "<title>no</title><meta property='og:title' content='no'>";</script><title>Yes</title>"#,
            ["Yes", "-", "-", "-"],
        ),
        (
            "json-ld",
            r#"<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"BreadcrumbList","name":"crumbs"},{"@type":"Article","headline":"Head","description":"Line","image":{"@type":"ImageObject","url":"/ld.png"},"author":[{"name":"Ada"}]}]}</script>"#,
            ["Head", "Line", "https://site.example/ld.png", "-"],
        ),
        (
            "json-ld that is broken",
            r#"<script type="application/ld+json">{"@type":"Article","headline":</script><title>Still</title>"#,
            ["Still", "-", "-", "-"],
        ),
        (
            "empty values",
            r#"<meta property="og:title" content="  "><meta property="og:image" content=""><title> Fallback </title>"#,
            ["Fallback", "-", "-", "-"],
        ),
        (
            "twitter alone",
            r#"<meta name="twitter:title" content="Tw"><meta name="twitter:description" content="Td"><meta name="twitter:image:src" content="t.jpg">"#,
            ["Tw", "Td", "https://site.example/a/t.jpg", "-"],
        ),
        (
            "bad addresses",
            r#"<meta property="og:image" content="javascript:alert(1)"><meta property="og:image" content="data:image/png;base64,AA"><meta name="twitter:image" content="/ok.png"><link rel=icon href="data:,">"#,
            ["-", "-", "https://site.example/ok.png", "-"],
        ),
        ("hidden characters", "<title>pay\u{202e}lap\u{200b}\u{e0061}</title>", ["paylap", "-", "-", "-"]),
        ("never closed", "<title>Open ended", ["Open ended", "-", "-", "-"]),
        (
            "cut off in a tag",
            r#"<title>Cut</title><meta property="og:description" content="lost"#,
            ["Cut", "-", "-", "-"],
        ),
        (
            "twice",
            r#"<meta property=og:title content=First><meta property=og:title content=Second>"#,
            ["First", "-", "-", "-"],
        ),
        (
            "an old rel",
            r#"<link rel="image_src" href="/old.jpg"><title>Old</title>"#,
            ["Old", "-", "https://site.example/old.jpg", "-"],
        ),
    ] {
        assert_eq!(summary(page), wanted, "{shape}");
    }
}

#[test]
fn duration_and_artist_are_read() {
    let track = read(
        r#"<script type=application/ld+json>{"@type":["MusicRecording","Product"],"name":"Rain","byArtist":{"@type":"MusicGroup","name":"Harrow"},"duration":"P00H03M33S","image":["https://f4.bcbits.example/a.jpg","x"]}</script>"#,
    );
    assert_eq!(
        (track.title.as_deref(), track.artist.as_deref(), track.duration),
        (Some("Rain"), Some("Harrow"), Some(213))
    );
    assert_eq!(track.image.as_deref(), Some("https://f4.bcbits.example/a.jpg"));
    assert_eq!(read(r#"<meta itemprop="duration" content="PT1H2M">"#).duration, Some(3720));
    assert_eq!(read(r#"<meta property="og:video:duration" content="61">"#).duration, Some(61));
    assert_eq!(
        read(r#"<body><script>var x = {"videoDetails":{"lengthSeconds":"213","a":1}};</script>"#).duration,
        Some(213)
    );
    assert_eq!(read(r#"<script>{"lengthSeconds":"<b>"}</script>"#).duration, None);
}

#[test]
fn other_content_types_have_no_facts() {
    let at = Url::parse("https://site.example/x.pdf").unwrap();
    assert_eq!(facts(b"<title>x</title>", "application/pdf", &at), Facts::default());
    assert_eq!(facts(b"<title>x</title>", "", &at).title.as_deref(), Some("x"));
}

#[test]
fn malicious_pages_are_cheap() {
    for page in [
        "<meta property=og:title content=x>".repeat(20_000),
        format!("<script type=application/ld+json>{}</script>", "[".repeat(90_000)),
        format!("<script type=application/ld+json>[{}{{}}]</script>", "{\"@type\":\"Article\"},".repeat(4000)),
        "<link rel=icon href=x>".repeat(20_000),
        format!("<title>{}</title>", "&amp;".repeat(90_000)),
        format!("<a {}>", "x=y ".repeat(90_000)),
        "<".repeat(390_000),
        "<title>".repeat(60_000),
    ] {
        let json = serde_json::to_string(&read(&page)).unwrap();
        assert!(json.len() < 20_000, "{}", json.len());
    }
}

#[test]
fn random_bytes_are_safe() {
    // Mutates the seeds of the fuzz target with a fixed random sequence.
    let seeds = [
        "<title>x</title><meta property=og:image content=//a/b>",
        r#"<script type=application/ld+json>{"@type":"VideoObject","duration":"PT1S"}</script>"#,
        "<link rel=icon sizes=16x16 href=a><base href=b><!-- -->&amp;&#0;&#x110000;<![CDATA[",
    ];
    let rounds = std::env::var("MANTEL_FUZZ_ROUNDS").ok().and_then(|value| value.parse().ok()).unwrap_or(2000_u64);
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).unwrap()
    };
    let at = Url::parse("https://site.example/").unwrap();
    for _ in 0..rounds {
        let mut page = seeds[random() % seeds.len()].as_bytes().to_vec();
        for _ in 0..random() % 12 {
            let place = random() % (page.len() + 1);
            match random() % 4 {
                0 => page.insert(place, u8::try_from(random() % 256).unwrap()),
                1 => page.truncate(place),
                2 => page.extend_from_slice(seeds[random() % seeds.len()].as_bytes()),
                _ => {
                    if let Some(byte) = page.get_mut(place) {
                        *byte = u8::try_from(random() % 256).unwrap();
                    }
                }
            }
        }
        assert_sound(&facts(&page, "text/html", &at));
    }
}

/// Checks that the facts can be shown on any page: bounded, clean, with image addresses that the model accepts.
fn assert_sound(facts: &Facts) {
    use mantel_model::text::Text;
    use mantel_model::{ImageUrl, limits};
    let clean = |text: &Option<String>, most: usize| {
        text.as_ref().is_none_or(|it| {
            !it.is_empty() && it.chars().count() <= most && Text::<600>::new(it).unwrap().as_str() == it
        })
    };
    let address = |text: &Option<String>| {
        text.as_ref().is_none_or(|it| ImageUrl::parse(it).unwrap().as_str() == it && !it.starts_with('/'))
    };
    assert!(clean(&facts.title, limits::TITLE) && clean(&facts.artist, limits::TITLE), "{facts:?}");
    assert!(clean(&facts.description, limits::DESCRIPTION), "{facts:?}");
    assert!(address(&facts.image) && address(&facts.icon), "{facts:?}");
}
