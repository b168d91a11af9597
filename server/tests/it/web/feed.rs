//! `/{username}/feed.xml`: what was added to a page, and when.

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::json;

use crate::support::{Reply, on_both};

/// Titles and times of the entries, as a feed reader finds them: in any well-formed Atom document.
fn entries(reply: &Reply) -> Vec<(String, String)> {
    assert_eq!(reply.header("content-type"), "application/atom+xml; charset=utf-8");
    let mut reader = Reader::from_str(&reply.text);
    let (mut path, mut all): (Vec<String>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => {
                path.push(String::from_utf8(tag.name().as_ref().to_vec()).unwrap());
                if path.ends_with(&["entry".to_owned()]) {
                    all.push(<(String, String)>::default());
                }
            }
            Event::End(_) => drop(path.pop()),
            Event::Text(text) => {
                let words = text.decode().unwrap();
                match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                    ["feed", "entry", "title"] => all.last_mut().unwrap().0.push_str(&words),
                    ["feed", "entry", "published"] => all.last_mut().unwrap().1.push_str(&words),
                    _ => {}
                }
            }
            Event::GeneralRef(_) if path.ends_with(&["title".to_owned()]) && path.len() == 3 => {
                all.last_mut().unwrap().0.push('&');
            }
            Event::Eof => return all,
            _ => {}
        }
    }
}

on_both! {
    async fn a_feed_has_what_was_added_and_when(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        anyone.get("/ada/feed.xml").await.expect(404);
        let publish = async || ada.post("/api/v1/page/publish", json!({})).await.expect(200).body()["at"].as_str().unwrap().to_owned();
        let note = async |text: &str| ada.post("/api/v1/page/tiles", json!({ "inputs": [text] })).await.expect(201);
        let clock = app.app.service.clock();
        note("Kiln opens").await;
        let first = publish().await;
        clock.advance(60_000);
        let added = ada.post("/api/v1/page/tiles", json!({ "inputs": ["Prints: https://harrow.example/shop?a=1&b=2", "## Later", "https://github.com/ada"] })).await.expect(201).body();
        // Nothing that is not live.
        assert_eq!(entries(&anyone.get("/ada/feed.xml").await.expect(200)), [("Kiln opens".to_owned(), first.clone())]);
        let second = publish().await;
        let reply = anyone.get("/ada/feed.xml").await.expect(200);
        assert_eq!(entries(&reply), [("Prints".to_owned(), second.clone()), ("Kiln opens".to_owned(), first.clone())]);
        assert!(reply.text.contains(&format!("<updated>{second}</updated>")) && reply.text.contains("https://harrow.example/shop?a=1&amp;b=2"));
        anyone.clone().with("if-none-match", reply.header("etag")).get("/ada/feed.xml").await.expect(304);
        assert_eq!(anyone.get("/Ada/feed.xml").await.expect(308).header("location"), "/ada/feed.xml");
        // What changes is not new; what was offline for a while is not either; what goes is gone.
        clock.advance(60_000);
        let id = added["tiles"][0]["id"].as_str().unwrap();
        ada.patch(&format!("/api/v1/page/tiles/{id}"), json!({ "title": "Print shop" })).await.expect(200);
        ada.post("/api/v1/page/unpublish", json!({})).await.expect(200);
        anyone.get("/ada/feed.xml").await.expect(404);
        publish().await;
        assert_eq!(entries(&anyone.get("/ada/feed.xml").await.expect(200)), [("Print shop".to_owned(), second), ("Kiln opens".to_owned(), first.clone())]);
        ada.json(reqwest::Method::DELETE, &format!("/api/v1/page/tiles/{id}"), json!({})).await.expect(200);
        publish().await;
        assert_eq!(entries(&anyone.get("/ada/feed.xml").await.expect(200)), [("Kiln opens".to_owned(), first)]);
    }

    async fn entries_keep_their_identifiers_when_the_page_moves(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.post("/api/v1/page/tiles", json!({ "inputs": ["Kiln opens", "https://harrow.example/"] })).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let ids = async |name: &str| {
            let feed = anyone.get(&format!("/{name}/feed.xml")).await.expect(200).text;
            let ids: Vec<_> = feed.split("<id>").skip(1).map(|rest| rest.split("</id>").next().unwrap().to_owned()).collect();
            assert!(ids.len() == 3 && ids.iter().all(|id| id.starts_with("tag:127.0.0.1,2026:")), "{ids:?}");
            ids
        };
        let before = ids("ada").await;
        ada.post("/api/v1/page/username", json!({ "username": "ada-two" })).await.expect(200);
        assert_eq!(ids("ada-two").await, before);
        let account = app.app.service.published("ada-two").await.unwrap().live_version.account;
        assert!(!before[0].contains(&account), "the id of the account is nobody's business");
    }

    async fn forms_of_a_page_are_asked_for_again_by_tag_or_date(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada", "lang": "de" })).await.expect(200);
        ada.post("/api/v1/page/tiles", json!({ "inputs": ["Ofen auf"] })).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert!(anyone.get("/ada/feed.xml").await.expect(200).text.contains(" xml:lang=\"de\""));
        for path in ["/ada/feed.xml", "/ada.vcf", "/ada/embed"] {
            let reply = anyone.get(path).await.expect(200);
            let (tag, date) = (reply.header("etag").to_owned(), reply.header("last-modified").to_owned());
            let known = anyone.clone().with("if-none-match", &tag).get(path).await.expect(304);
            assert_eq!((known.header("etag"), known.header("last-modified")), (tag.as_str(), date.as_str()), "{path}");
            anyone.clone().with("if-modified-since", &date).get(path).await.expect(304);
            anyone.clone().with("if-modified-since", "Mon, 01 Jan 2024 00:00:00 GMT").get(path).await.expect(200);
            // The tag counts where there are both (RFC 9110, 13.1.3).
            anyone.clone().with("if-modified-since", &date).with("if-none-match", "\"other\"").get(path).await.expect(200);
        }
    }

    async fn a_feed_stays_well_formed_whatever_is_written(app) {
        let ada = app.owner("ada").await;
        let hostile = "</title><script>&\u{1}\u{fffe}]]>\"'";
        ada.patch("/api/v1/page/profile", json!({ "name": hostile, "bio": hostile })).await.expect(200);
        let tiles = json!({ "inputs": [format!("{hostile} a note"), "https://harrow.example/?q=<&>\"'"] });
        ada.post("/api/v1/page/tiles", tiles).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let reply = app.anonymous().get("/ada/feed.xml").await.expect(200);
        assert_eq!(entries(&reply).len(), 2, "{}", reply.text);
        assert!(!reply.text.contains("<script"), "{}", reply.text);
    }

    async fn a_feed_is_bounded(app) {
        let ada = app.owner("ada").await;
        for batch in 0..4 {
            let notes: Vec<_> = (0..30).map(|at| format!("Note {batch} {at}")).collect();
            ada.post("/api/v1/page/tiles", json!({ "inputs": notes })).await.expect(201);
        }
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        assert_eq!(entries(&app.anonymous().get("/ada/feed.xml").await.expect(200)).len(), 50);
    }
}
