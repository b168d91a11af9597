//! Each limit of `mantel_model::limits`, over REST: a value at the limit passes, one just beyond it is rejected.

use mantel_model::limits;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Actor, TestApp, on_both};

const TILES: &str = "/api/v1/page/tiles";
const PROFILE: &str = "/api/v1/page/profile";
const THEME: &str = "/api/v1/page/theme";

/// A call with bodies at its limit and beyond it.
struct Edge {
    what: &'static str,
    method: Method,
    path: &'static str,
    within: Value,
    beyond: Value,
    /// Status and code of the rejection.
    refused: (u16, &'static str),
}

/// An edge beyond which input is invalid.
fn edge(what: &'static str, (method, path): (Method, &'static str), made: impl Fn(bool) -> Value) -> Edge {
    Edge { what, method, path, within: made(false), beyond: made(true), refused: (400, "invalid_input") }
}

/// A text of `most` letters, or one more. Each has several bytes: letters are counted, not bytes.
fn text_of(most: usize, beyond: bool) -> String {
    "ü".repeat(most + usize::from(beyond))
}

/// An address at the byte limit, or one byte more.
fn address(beyond: bool) -> String {
    let start = "https://a.example/";
    format!("{start}{}", "x".repeat(limits::URL_BYTES - start.len() + usize::from(beyond)))
}

fn adds() -> (Method, &'static str) {
    (Method::POST, TILES)
}

fn texts() -> Vec<Edge> {
    let profile = |what: &'static str, most: usize| {
        edge(what, (Method::PATCH, PROFILE), move |beyond| json!({ what: text_of(most, beyond) }))
    };
    let tile = |what: &'static str, most: usize, base: Value| {
        edge(what, adds(), move |beyond| {
            let mut tile = base.clone();
            tile[what] = json!(text_of(most, beyond));
            json!({ "tile": tile })
        })
    };
    let link = || json!({ "type": "link", "url": "https://a.example" });
    let image = || json!({ "type": "image", "src": "https://a.example/p.png" });
    vec![
        profile("name", limits::NAME),
        profile("bio", limits::BIO),
        profile("location", limits::LOCATION),
        tile("title", limits::TITLE, link()),
        tile("description", limits::DESCRIPTION, link()),
        tile("title", limits::TITLE, image()),
        tile("alt", limits::ALT, image()),
        tile("text", limits::TEXT, json!({ "type": "text" })),
        tile("text", limits::TITLE, json!({ "type": "heading" })),
        edge("url", adds(), |beyond| json!({ "tile": { "type": "link", "url": address(beyond) } })),
        edge("src", adds(), |beyond| json!({ "tile": { "type": "image", "src": address(beyond) } })),
        edge("avatar", (Method::PATCH, PROFILE), |beyond| json!({ "avatar": address(beyond) })),
    ]
}

fn numbers() -> Vec<Edge> {
    let side = |(low, high): (f64, f64), which: usize, beyond: bool| {
        let step = if beyond { 1.0 } else { 0.0 };
        if which == 0 { low - step } else { high + step }
    };
    let mut all = Vec::new();
    for which in [0, 1] {
        let background = |what: &'static str, range: (f64, f64)| {
            edge(
                what,
                (Method::PATCH, THEME),
                move |beyond| json!({ "background": { what: side(range, which, beyond) } }),
            )
        };
        let picture = |what: &'static str, range: (f64, f64)| {
            edge(what, adds(), move |beyond| {
                let at = side(range, which, beyond);
                let value = if what == "focus" { json!({ "x": at, "y": 50 }) } else { json!(at) };
                json!({ "tile": { "type": "image", "src": "https://a.example/p.png", what: value } })
            })
        };
        let place = |what: &'static str, range: (f64, f64)| {
            edge(what, adds(), move |beyond| {
                let mut pos = json!({ "x": 0, "y": 0, "w": 288, "h": 288 });
                pos[what] = json!(side(range, which, beyond));
                json!({ "tile": { "type": "text", "text": "x", "pos": pos } })
            })
        };
        all.extend([
            background("dim", limits::DIM),
            background("blur", limits::BLUR),
            picture("focus", limits::FOCUS),
            picture("zoom", limits::ZOOM),
            place("x", limits::POS_X),
            place("y", limits::POS_Y),
            place("w", limits::POS_SIDE),
            place("h", limits::POS_SIDE),
            place("r", limits::POS_R),
            place("z", limits::POS_Z),
        ]);
    }
    all
}

fn counts() -> Vec<Edge> {
    let notes = |count: usize| json!({ "inputs": vec!["A note"; count] });
    let page = |tiles: Vec<Value>| json!({ "page": { "profile": { "name": "Ada" }, "theme": {}, "tiles": tiles } });
    let short = |count: usize| page(vec![json!({ "type": "text", "text": "x" }); count]);
    let deep = |levels: usize| {
        let inner = format!("{}{}", "[".repeat(levels - 1), "]".repeat(levels - 1));
        serde_json::from_str::<Value>(&format!("{{\"file\": {inner}}}")).unwrap()
    };
    vec![
        edge("inputs", adds(), |beyond| notes(limits::INPUTS + usize::from(beyond))),
        Edge {
            what: "tiles",
            method: Method::PUT,
            path: "/api/v1/page",
            within: short(limits::TILES),
            beyond: short(limits::TILES + 1),
            refused: (400, "invalid_input"),
        },
        Edge {
            what: "nesting",
            method: Method::POST,
            path: "/api/v1/page/import",
            // Parsed, though there is no page in it: that would be another error.
            within: json!({ "file": { "name": "Ada", "links": [] }, "replace": true }),
            beyond: deep(limits::JSON_DEPTH + 1),
            refused: (400, "invalid_json"),
        },
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_within_a_limit_passes_and_what_is_beyond_it_does_not() {
    let app = TestApp::set(crate::support::OPEN).await;
    let ada = app.owner("ada").await;
    let mut tried = 0;
    for it in texts().into_iter().chain(numbers()).chain(counts()) {
        let passed = ada.json(it.method.clone(), it.path, it.within.clone()).await;
        assert!(passed.status.is_success(), "{} within: {}", it.what, passed.text);
        let version = ada.get("/api/v1/page").await.body()["version"].clone();
        let refused = ada.json(it.method, it.path, it.beyond).await;
        let code = refused.body()["code"].clone();
        assert_eq!((refused.status.as_u16(), code.as_str()), (it.refused.0, Some(it.refused.1)), "{}", it.what);
        assert_eq!(ada.get("/api/v1/page").await.body()["version"], version, "{}: the draft is untouched", it.what);
        // Makes room for the next one.
        if it.what == "tiles" || version.as_u64().is_some_and(|number| number % 100 == 0) {
            ada.put("/api/v1/page", json!({ "page": { "profile": {}, "theme": {}, "tiles": [] } })).await.expect(200);
        }
        tried += 1;
    }
    println!("{tried} limits, each from both sides");
    assert!(tried > 30);
}

/// A body padded to this many bytes.
async fn padded(ada: &Actor, bytes: usize) -> u16 {
    let start = "{\"bio\": \"x\"";
    let body = format!("{start}{}}}", " ".repeat(bytes - start.len() - 1));
    ada.call(Method::PATCH, PROFILE, Some(("application/json", body.into_bytes()))).await.status.as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_pages_names_and_keys_have_their_limits() {
    let app = TestApp::set(crate::support::OPEN).await;
    let ada = app.owner("ada").await;
    assert_eq!((padded(&ada, limits::BODY_BYTES).await, padded(&ada, limits::BODY_BYTES + 1).await), (200, 413));
    // The largest possible page: notes until one more does not fit, then single letters.
    let note = |length: usize| json!({ "type": "text", "text": "x".repeat(length) });
    let page = |tiles: &[Value]| json!({ "page": { "profile": {}, "theme": {}, "tiles": tiles } });
    let mut tiles: Vec<Value> = Vec::new();
    while ada.put("/api/v1/page", page(&[tiles.as_slice(), &vec![note(limits::TEXT); 20]].concat())).await.status == 200
    {
        tiles.extend(vec![note(limits::TEXT); 20]);
    }
    let (mut low, mut high) = (0, 20 * limits::TEXT);
    let filled = |extra: usize| {
        let (whole, rest) = (extra / limits::TEXT, extra % limits::TEXT);
        let last = if rest == 0 { vec![] } else { vec![note(rest)] };
        page(&[tiles.as_slice(), &vec![note(limits::TEXT); whole], &last].concat())
    };
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        let reply = ada.put("/api/v1/page", filled(middle)).await;
        if reply.status == 200 {
            low = middle;
        } else {
            reply.refused(413, "page_too_large");
            high = middle;
        }
    }
    let all = ada.get("/api/v1/page").await.body()["draft"].to_string().len();
    assert!(all <= limits::PAGE_BYTES && all + 4096 > limits::PAGE_BYTES, "{all}");

    for (length, ok) in [
        (limits::USERNAME_MIN - 1, false),
        (limits::USERNAME_MIN, true),
        (limits::USERNAME_MAX, true),
        (limits::USERNAME_MAX + 1, false),
    ] {
        let name = "z".repeat(length);
        assert_eq!(ada.get(&format!("/api/v1/username?check={name}")).await.body()["ok"], ok, "{length}");
    }
    let service = &app.app.service;
    let account = service.account("ada@harrow.example").await.unwrap();
    // The test account already has one.
    for at in 1..limits::KEYS {
        service.make_key(&account.id, &format!("key {at}")).await.unwrap();
    }
    assert!(service.make_key(&account.id, "one more").await.is_err());
}

on_both! {
    async fn the_options_tell_the_limits(app) {
        let options = app.owner("ada").await.get("/api/v1/options").await.expect(200).body()["limits"].to_string();
        for number in [limits::TILES, limits::NAME, limits::BIO, limits::TEXT, limits::URL_BYTES, limits::PAGE_BYTES] {
            assert!(options.contains(&number.to_string()), "{number} in {options}");
        }
    }
}
