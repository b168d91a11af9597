//! Moving in over REST and MCP: pages elsewhere, served by a fake web, and saved files of them.

use serde_json::{Value, json};

use crate::mcp;
use crate::support::web::{FakeReply, FakeWeb, ReceivedRequest, ok, reply};
use crate::support::{Database, TestApp};

const PAGE: &str = include_str!("../../../../model/tests/vectors/move_in/linktree/rich.html");
const PATH: &str = "/api/v1/page/move-in";

fn site(request: &ReceivedRequest) -> FakeReply {
    match (request.host.as_str(), request.path.as_str()) {
        ("linktr.ee", "/refused") => reply(403, &[("content-type", "text/html")], "<title>Just a moment</title>"),
        ("linktr.ee", "/gone") => reply(404, &[("content-type", "text/html")], "<title>Not found</title>"),
        ("linktr.ee", "/inside") => reply(302, &[("location", "http://127.0.0.1/")], ""),
        ("linktr.ee", "/picture") => ok("image/png", [137, 80, 78, 71]),
        ("linktr.ee", "/endless") => {
            FakeReply::Endless(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html>".to_vec(), vec![b' '; 65_536])
        }
        ("linktr.ee", _) => ok("text/html; charset=utf-8", PAGE),
        _ => ok("text/html", "<h1>Ines</h1><a href='https://shop.example/'>The shop</a>"),
    }
}

async fn app(settings: &[(&str, &str)]) -> (FakeWeb, TestApp) {
    let web = FakeWeb::start(&["linktr.ee", "harrow.example"], site).await;
    let app = TestApp::with_outbound(Database::Sqlite, settings, web.outbound_overrides.clone()).await.unwrap();
    (web, app)
}

fn titles(tiles: &Value) -> Vec<String> {
    tiles.as_array().unwrap().iter().filter_map(|tile| Some(tile.get("title")?.as_str()?.to_owned())).collect()
}

#[tokio::test]
async fn a_page_elsewhere_is_read_without_an_account_and_nothing_is_stored() {
    let (_web, app) = app(&[]).await;
    let anyone = app.anonymous();
    let found = anyone.post(PATH, json!({ "address": "linktr.ee/ines" })).await.expect(200).body();
    assert_eq!(found["source"], "linktree");
    assert!(found["brief"]["links"].as_array().unwrap().len() > 3, "{found}");
    assert!(!found["left"].as_array().unwrap().is_empty(), "{found}");
    assert!(found["summary"].as_str().unwrap().contains("Linktree"), "{found}");
    assert!(!found.to_string().contains("__NEXT_DATA__"), "the reply is the brief, never the body");
    // The brief is one: it is imported as it is.
    let ada = app.keyed("ada").await;
    let import = json!({ "file": found["brief"], "username": "ada" });
    let page = ada.post("/api/v1/page/import", import).await.expect(201).body();
    assert_eq!(page["draft"]["tiles"].as_array().unwrap().len(), found["brief"]["links"].as_array().unwrap().len());
    // Any other page, by the generic reader.
    let plain = anyone.post(PATH, json!({ "address": "https://harrow.example/about" })).await.expect(200).body();
    assert_eq!(plain["brief"]["links"][0]["title"], "The shop");
}

#[tokio::test]
async fn import_takes_the_address_of_a_known_service_or_a_saved_page_over_rest_and_mcp() {
    let (_web, app) = app(&[]).await;
    let from_file = app.anonymous().post(PATH, json!({ "file": PAGE })).await.expect(200).body();
    let mut pages = Vec::new();
    for (name, file) in [("ada", "https://linktr.ee/ines"), ("bob", PAGE)] {
        let person = app.keyed(name).await;
        let import = json!({ "file": file, "username": name });
        let page = person.post("/api/v1/page/import", import).await.expect(201).body();
        let warnings = page["warnings"].to_string();
        assert!(warnings.contains("was not taken"), "what was left behind is told: {warnings}");
        pages.push(titles(&page["draft"]["tiles"]));
    }
    let agent = app.keyed("eve").await;
    let made = mcp::call(&agent, "import_page", json!({ "file": "linktr.ee/ines", "username": "eve" })).await;
    assert!(made["warnings"].to_string().contains("was not taken"));
    pages.push(titles(&made["page"]["draft"]["tiles"]));
    assert_eq!(pages[0], pages[1]);
    assert_eq!(pages[0], pages[2]);
    assert!(!pages[0].is_empty());
    assert_eq!(from_file["source"], "linktree");
    // Any other single address stays a brief of one link.
    let ines = app.keyed("ines").await;
    let one = json!({ "file": "https://harrow.example/about", "username": "ines-one" });
    let page = ines.post("/api/v1/page/import", one).await.expect(201).body();
    assert_eq!(page["draft"]["tiles"][0]["url"], "https://harrow.example/about");
}

#[tokio::test]
async fn what_cannot_be_read_says_what_to_do_instead() {
    let (web, app) = app(&[]).await;
    let anyone = app.anonymous();
    for (address, words) in [
        ("linktr.ee/refused", "Save page as"),
        ("linktr.ee/gone", "Is it written right?"),
        ("linktr.ee/inside", "could not be read"),
        ("linktr.ee/picture", "That address is a picture"),
        ("linktr.ee/endless", "too large"),
        ("nowhere.example", "could not be read"),
        ("http://127.0.0.1:9/admin", "could not be read"),
        ("http://10.0.0.1/", "could not be read"),
        ("https://[::1]/", "could not be read"),
        ("http://localhost/", "could not be read"),
    ] {
        let refusal = anyone.post(PATH, json!({ "address": address })).await.refused(400, "page_elsewhere_unreadable");
        let detail = refusal.body()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(words), "{address}: {detail}");
    }
    for (body, path) in [
        (json!({}), ""),
        (json!({ "address": "linktr.ee/ines", "file": "x" }), ""),
        (json!({ "address": "  " }), "/address"),
        (json!({ "address": "javascript:alert(1)" }), "/address"),
        (json!({ "address": "ftp://files.example/a" }), "/address"),
        (json!({ "address": format!("https://linktr.ee/{}", "a".repeat(3_000)) }), "/address"),
        (json!({ "address": 7 }), "/address"),
        (json!({ "adress": "linktr.ee/ines" }), "/adress"),
    ] {
        let refusal = anyone.post(PATH, body.clone()).await.refused(400, "invalid_input").body();
        let errors = refusal["errors"].as_array().unwrap().clone();
        assert!(errors.iter().any(|error| error["path"] == path), "{body}: {refusal}");
    }
    for file in ["%PDF-1.7", "", "<html><form><input type=password></form></html>"] {
        anyone.post(PATH, json!({ "file": file })).await.refused(400, "page_elsewhere_unreadable");
    }
    drop(web);
}

#[tokio::test]
async fn without_outbound_the_reply_says_so_and_files_are_read() {
    let app = TestApp::set(&[("OUTBOUND", "off")]).await;
    let refusal = app.anonymous().post(PATH, json!({ "address": "linktr.ee/ines" })).await;
    let refusal = refusal.refused(400, "page_elsewhere_unreadable").body();
    assert!(refusal["detail"].as_str().unwrap().contains("OUTBOUND=off"), "{refusal}");
    app.anonymous().post(PATH, json!({ "file": PAGE })).await.expect(200);
}

#[tokio::test]
async fn strangers_and_accounts_read_a_few_pages_a_minute() {
    let (web, app) = app(&[("RATE_MOVE_IN", "2")]).await;
    let (anyone, ada) = (app.anonymous(), app.owner("ada").await);
    for person in [&anyone, &ada] {
        for _ in 0..2 {
            person.post(PATH, json!({ "address": "linktr.ee/ines" })).await.expect(200);
        }
        let limited = person.post(PATH, json!({ "address": "linktr.ee/ines" })).await.refused(429, "rate_limited");
        assert!(!limited.header("retry-after").is_empty());
    }
    let import = json!({ "file": "linktr.ee/ines", "replace": true });
    ada.post("/api/v1/page/import", import).await.refused(429, "rate_limited");
    drop(web);
}
