//! HTML pages in two dozen real-world variants, each served over HTTP; each tile gets its facts.

use serde_json::{Value, json};

use super::{add, facts, fake_web_and_app, settle};
use crate::support::web::{FakeReply, ReceivedRequest, ok, redirect, reply};

/// A variant: its name, also used as its path, its content type, its bytes, and the expected facts.
type Shape = (&'static str, &'static str, Vec<u8>, Value);

const HTML: &str = "text/html; charset=utf-8";

/// Character encodings, declared in various ways.
fn characters() -> Vec<Shape> {
    let utf16: Vec<u8> = "\u{feff}<title>café</title>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    vec![
        (
            "header-charset",
            "text/html; charset=windows-1252",
            b"<title>caf\xe9</title>".to_vec(),
            json!({ "title": "café" }),
        ),
        (
            "meta-charset",
            "text/html",
            b"<meta charset=shift_jis><title>\x93\xfa\x96\x7b</title>".to_vec(),
            json!({ "title": "日本" }),
        ),
        ("wrong-charset", "text/html; charset=iso-8859-1", "<title>café</title>".into(), json!({ "title": "café" })),
        (
            "unknown-charset",
            "text/html",
            b"<meta charset=nonsense><title>caf\xe9</title>".to_vec(),
            json!({ "title": "café" }),
        ),
        ("utf-16", "text/html", utf16, json!({ "title": "café" })),
        (
            "byte-order-mark",
            "text/html; charset=shift_jis",
            "\u{feff}<title>café</title>".into(),
            json!({ "title": "café" }),
        ),
        (
            "entities",
            HTML,
            "<title>Fish &amp; Chips &mdash; &#x1F41F;</title>".into(),
            json!({ "title": "Fish & Chips — 🐟" }),
        ),
        (
            "entities-twice",
            HTML,
            "<meta property=og:title content='Tom &amp;amp; Jerry&amp;#39;s'>".into(),
            json!({ "title": "Tom & Jerry's" }),
        ),
        ("hidden-characters", HTML, "<title>pay\u{202e}lap\u{200b}</title>".into(), json!({ "title": "paylap" })),
    ]
}

/// Places where a page declares its metadata.
fn places() -> Vec<Shape> {
    vec![
        (
            "no-head",
            HTML,
            "<meta name=description content=Bare><title>None</title><p>x".into(),
            json!({ "title": "None", "description": "Bare" }),
        ),
        (
            "no-title",
            HTML,
            r#"<script type="application/ld+json">{"@graph":[{"@type":"Article","headline":"Head"}]}</script>"#.into(),
            json!({ "title": "Head" }),
        ),
        (
            "broken-json-ld",
            HTML,
            r#"<script type="application/ld+json">{"@type":"Article",</script><title>Still</title>"#.into(),
            json!({ "title": "Still" }),
        ),
        (
            "twitter-alone",
            HTML,
            r#"<meta name="twitter:title" content="Tw"><meta name="twitter:image:src" content="t.jpg">"#.into(),
            json!({ "title": "Tw", "image": "https://shape.example/t.jpg" }),
        ),
        ("name-for-property", HTML, r#"<meta name="og:title" content="N">"#.into(), json!({ "title": "N" })),
        ("upper-case", HTML, "<META PROPERTY='OG:TITLE' CONTENT='Loud'>".into(), json!({ "title": "Loud" })),
        (
            "empty-values",
            HTML,
            r#"<meta property="og:title" content=" "><meta property="og:image" content=""><title> Fallback </title>"#
                .into(),
            json!({ "title": "Fallback" }),
        ),
        (
            "comments-and-scripts",
            HTML,
            "<!-- <title>no</title> --><script>'<title>no</title>'</script><title>Yes</title>".into(),
            json!({ "title": "Yes" }),
        ),
        (
            "title-of-a-drawing",
            HTML,
            "<svg><title>Logo</title></svg><title>Page</title>".into(),
            json!({ "title": "Page" }),
        ),
        (
            "cut-off",
            HTML,
            r#"<title>Cut</title><meta property="og:description" content="lost"#.into(),
            json!({ "title": "Cut" }),
        ),
    ]
}

/// Base addresses for relative addresses on a page.
fn addresses() -> Vec<Shape> {
    vec![
        ("relative-picture", HTML, "<title>R</title><meta property=og:image content=p/x.png>".into(), json!({ "title": "R", "image": "https://shape.example/p/x.png" })),
        ("protocol-relative", HTML, "<title>P</title><meta property=og:image content=//cdn.example/x.png>".into(), json!({ "title": "P", "image": "https://cdn.example/x.png" })),
        ("base", HTML, r#"<base href="https://static.example/v2/"><title>B</title><meta property=og:image content=x.png>"#.into(), json!({ "title": "B", "image": "https://static.example/v2/x.png" })),
        ("bad-addresses", HTML, r#"<title>D</title><meta property="og:image" content="javascript:alert(1)"><link rel=icon href="data:,">"#.into(), json!({ "title": "D" })),
        (
            "several-icons",
            HTML,
            "<title>I</title><link rel=icon sizes=16x16 href=16.png><link rel=icon sizes=48x48 href=48.png><link rel=mask-icon href=m.svg>".into(),
            json!({ "title": "I", "icon": "https://shape.example/48.png" }),
        ),
    ]
}

fn shapes() -> Vec<Shape> {
    [characters(), places(), addresses()].concat()
}

fn site(request: &ReceivedRequest) -> FakeReply {
    let path = request.path.trim_start_matches('/');
    match path {
        "moved" => redirect("/new/place"),
        "new/place" => ok(HTML, "<title>M</title><meta property=og:image content=x.png>"),
        _ => match shapes().into_iter().find(|shape| shape.0 == path) {
            Some((_, kind, page, _)) => ok(kind, page),
            None => reply(404, &[], ""),
        },
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_every_shape_fill_their_tiles() {
    let (_web, app) = fake_web_and_app(&["shape.example"], site).await;
    let ada = app.owner("ada").await;
    let mut wanted: Vec<(&str, Value)> = shapes().into_iter().map(|shape| (shape.0, shape.3)).collect();
    wanted.push(("moved", json!({ "title": "M", "image": "https://shape.example/new/x.png" })));
    let mut ids = Vec::new();
    for (shape, _) in &wanted {
        ids.push(add(&ada, &format!("https://shape.example/{shape}")).await);
    }
    settle(&app).await;
    for ((shape, wanted), id) in wanted.iter().zip(&ids) {
        assert_eq!(facts(&ada, id).await, *wanted, "{shape}");
    }
}
