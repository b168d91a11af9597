//! A page in a terminal: `/{username}.txt`, and `/{username}` for programs of the command line.

use reqwest::Method;
use serde_json::json;

use crate::support::{Actor, Reply, nodes, on_both};

/// The caller as curl.
fn curl(anyone: &Actor) -> Actor {
    anyone.clone().with("user-agent", "curl/8.14.1").with("accept", "*/*")
}

/// The text of a reply for terminals: never stored, never confirmed.
#[track_caller]
fn text(reply: &Reply) -> &str {
    assert_eq!(reply.header("content-type"), "text/plain; charset=utf-8", "{}", reply.text);
    assert_eq!((reply.header("cache-control"), reply.header("etag")), ("no-store", ""));
    &reply.text
}

#[track_caller]
fn in_colour(reply: &Reply) {
    let text = text(reply);
    assert!(text.contains('▀') && text.contains("\u{1b}[0m\n") && !text.contains("<html"), "{text}");
}

#[track_caller]
fn plain(reply: &Reply) {
    let text = text(reply);
    assert!(
        !text.contains('\u{1b}') && text.contains("\n    ===") && text.lines().all(|line| line.len() <= 80),
        "{text}"
    );
}

on_both! {
    async fn curl_gets_the_page_as_text_and_browsers_get_the_document(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let curl = curl(&anyone);
        assert_eq!(text(&curl.get("/ada").await.expect(404)), "There is no published page here.\n");
        let tiles = json!({ "inputs": ["Shop: https://harrow.example/shop", "## Later", "Kiln opens on Saturday"] });
        ada.post("/api/v1/page/tiles", tiles).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let document = nodes::answer(&anyone, "/ada", |it| it.status == 200).await;
        // From the cache and not from it, the two never mix.
        for _ in 0..4 {
            let reply = nodes::answer(&curl, "/ada", |it| it.status == 200).await;
            in_colour(&reply);
            assert!(reply.text.contains("\u{1b}]8;;https://harrow.example/shop\u{1b}\\"), "{}", reply.text);
            let again = anyone.get("/ada").await.expect(200);
            // Later ones may have their typefaces inside.
            let body = |reply: &Reply| reply.text.split_once("<body>").unwrap().1.to_owned();
            assert_eq!((again.header("content-type"), body(&again)), ("text/html; charset=utf-8", body(&document)));
            assert_eq!((again.header("cache-control"), again.header("vary")), ("public, no-cache", "Accept-Encoding"));
        }
        // What a cache asks for curl is not confirmed with the document's tag, and the other way round it still is.
        for tag in [document.header("etag"), "*"] {
            in_colour(&curl.clone().with("if-none-match", tag).get("/ada").await.expect(200));
        }
        anyone.clone().with("if-none-match", document.header("etag")).get("/ada").await.expect(304);
        in_colour(&curl.clone().with("if-modified-since", document.header("last-modified")).get("/ada").await.expect(200));
        // Who asks for HTML gets it, whatever the program; so does every other program.
        let html = anyone.clone().with("user-agent", "Wget/1.25.0").with("accept", "text/html");
        assert!(html.get("/ada").await.expect(200).text.contains("<!DOCTYPE html>"));
        let bot = anyone.clone().with("user-agent", "Googlebot/2.1").with("accept", "*/*");
        assert!(bot.get("/ada").await.expect(200).text.contains("<!DOCTYPE html>"));
        // Nothing of the draft.
        ada.patch("/api/v1/page/profile", json!({ "bio": "Not live yet" })).await.expect(200);
        assert!(!curl.get("/ada?plain").await.expect(200).text.contains("Not live yet"));
    }

    async fn text_without_colour_is_for_who_asks(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let curl = curl(&anyone);
        nodes::answer(&curl, "/ada", |it| it.status == 200).await;
        plain(&curl.get("/ada?plain").await.expect(200));
        plain(&curl.clone().with("NO_COLOR", "1").get("/ada").await.expect(200));
        plain(&curl.clone().with("term", "dumb").get("/ada").await.expect(200));
        in_colour(&curl.clone().with("NO_COLOR", "").get("/ada").await.expect(200));
        // Browsers' address stays what it is.
        assert!(anyone.get("/ada?plain").await.expect(200).text.contains("<!DOCTYPE html>"));
        let head = curl.call(Method::HEAD, "/ada", None).await.expect(200);
        assert_eq!(text(&head), "");
    }

    async fn the_text_has_an_address_of_its_own(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        assert_eq!(text(&anyone.get("/ada.txt").await.expect(404)), "There is no published page here.\n");
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let reply = nodes::answer(&anyone, "/ada.txt", |it| it.status == 200).await;
        in_colour(&reply);
        assert_eq!(reply.header("x-robots-tag"), "noindex");
        let url = ada.get("/api/v1/page").await.body()["url"].as_str().unwrap().to_owned();
        assert_eq!(reply.header("link"), format!("<{url}>; rel=\"canonical\""));
        // A browser would show codes instead of colours.
        plain(&anyone.clone().with("accept", "text/html,*/*;q=0.8").get("/ada.txt").await.expect(200));
        plain(&anyone.get("/ada.txt?plain").await.expect(200));
        assert_eq!(anyone.get("/Ada.txt?plain").await.expect(308).header("location"), "/ada.txt?plain");
        assert_eq!(curl(&anyone).get("/Ada").await.expect(308).header("location"), "/ada");
        assert_eq!(anyone.get("/ada.txt/").await.expect(308).header("location"), "/ada.txt");
        // Other addresses are what they were, for curl too.
        let curl = curl(&anyone);
        assert_eq!(curl.get("/ada.vcf").await.expect(200).header("content-type"), "text/vcard; charset=utf-8");
        assert!(curl.get("/robots.txt").await.expect(200).text.starts_with("User-agent"));
        assert!(curl.get("/ada/llms.txt").await.expect(200).text.starts_with("# "));
        assert!(curl.get("/new").await.expect(200).text.contains("<!DOCTYPE html>"));
    }

    async fn a_page_that_moved_or_was_taken_down_says_so_in_text(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let curl = curl(&anyone);
        nodes::answer(&curl, "/ada", |it| it.status == 200).await;
        ada.post("/api/v1/page/username", json!({ "username": "ada-two" })).await.expect(200);
        let moved = nodes::answer(&curl, "/ada?plain", |it| it.status == 308).await;
        assert_eq!((moved.header("location"), moved.header("cache-control")), ("/ada-two?plain", "no-store"));
        assert_eq!(curl.get("/ada.txt").await.expect(308).header("location"), "/ada-two.txt");
        let page = app.app.service.owner_of("ada-two").await.unwrap();
        app.app.service.set_suspended(&page.account, Some("It pretends to be a bank.")).await.unwrap();
        for path in ["/ada-two", "/ada-two.txt"] {
            let gone = nodes::answer(&curl, path, |it| it.status == 410).await;
            assert!(!text(&gone).contains('<') && !gone.text.contains("bank") && gone.text.lines().count() == 2, "{}", gone.text);
        }
    }
}
