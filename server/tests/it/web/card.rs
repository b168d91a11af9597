//! `/{username}/card.jpg`: what link previews show of a page.

use std::sync::atomic::{AtomicBool, Ordering};

use image::GenericImageView;
use mantel_model::look::Look;
use reqwest::Method;
use serde_json::json;

use crate::support::web::{FakeWeb, ReceivedRequest, ok, reply};
use crate::support::{Actor, Database, TestApp, on_both, pictures};

/// The address of the card that the page names.
async fn address(anyone: &Actor) -> String {
    let html = anyone.get("/ada").await.expect(200).text;
    for said in [
        "<meta property=\"og:image:width\" content=\"1200\">",
        "<meta property=\"og:image:height\" content=\"630\">",
        "<meta property=\"og:image:type\" content=\"image/jpeg\">",
        "<meta name=\"twitter:card\" content=\"summary_large_image\">",
        "<meta property=\"og:site_name\" content=\"Mantel\">",
    ] {
        assert!(html.contains(said), "{said} in {html}");
    }
    let url = html.split("<meta property=\"og:image\" content=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(url.contains("/ada/card.jpg?v=") && url.starts_with("http"), "{url}");
    url[url.find("/ada/card.jpg").unwrap()..].to_owned()
}

/// Checks that it is a card, and returns it.
async fn card(anyone: &Actor, address: &str) -> Vec<u8> {
    let bytes = anyone.download(address).await;
    assert!(bytes.len() <= 300 * 1024, "{}", bytes.len());
    let shown = image::load_from_memory_with_format(&bytes, image::ImageFormat::Jpeg).unwrap();
    assert_eq!(shown.dimensions(), (1200, 630));
    bytes
}

on_both! {
    async fn a_card_is_drawn_after_a_publish_and_until_then_it_is_that_of_the_look(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        anyone.get("/ada/card.jpg").await.expect(404);
        let photo = pictures::file(&pictures::drawn(400, 300, true), image::ImageFormat::Png);
        let src = ada.upload("image/png", &photo).await.expect(201).body()["src"].clone();
        ada.patch("/api/v1/page/profile", json!({ "name": "Ada \"<Harrow>\"", "bio": "Slow things.", "avatar": src })).await.expect(200);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let first = address(&anyone).await;
        assert!(anyone.get("/ada").await.text.contains("<meta property=\"og:image:alt\" content=\"Ada &quot;&lt;Harrow&gt;&quot;: Slow things.\">"));
        let waiting = anyone.get(&first).await.expect(200);
        assert_eq!((waiting.header("content-type"), waiting.header("cache-control")), ("image/jpeg", "no-store"));
        let generic = card(&anyone, &first).await;
        app.app.drawings.draw_waiting().await;
        let drawn = anyone.get(&first).await.expect(200);
        assert_eq!(drawn.header("cache-control"), "public, max-age=31536000, immutable");
        let own = card(&anyone, &first).await;
        assert_ne!(own, generic);
        anyone.clone().with("if-none-match", drawn.header("etag")).get(&first).await.expect(304);
        assert_eq!(anyone.call(Method::HEAD, &first, None).await.expect(200).header("content-length"), own.len().to_string());
        for other in ["/ada/card.jpg", "/ada/card.jpg?v=0"] {
            assert_eq!(anyone.get(other).await.expect(200).header("cache-control"), "public, max-age=300");
        }
        assert_eq!(anyone.get("/Ada/card.jpg").await.expect(308).header("location"), "/ada/card.jpg");
        anyone.get("/ada/card.jpg?v=1&v=2").await.expect(400);

        // A draft that is not published changes no card; the next publish has another address.
        ada.patch("/api/v1/page/theme", json!({ "style": "night" })).await.expect(200);
        assert_eq!(address(&anyone).await, first);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let second = address(&anyone).await;
        assert_ne!(second, first);
        assert_eq!(anyone.get(&second).await.expect(200).header("cache-control"), "no-store");
        app.app.drawings.draw_waiting().await;
        assert_ne!(card(&anyone, &second).await, own);
        ada.post("/api/v1/page/unpublish", json!({})).await.expect(200);
        anyone.get(&second).await.expect(404);
    }
}

on_both! {
    async fn every_look_has_a_card_for_pages_whose_own_is_not_drawn(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let mut seen = Vec::new();
        for look in Look::ALL {
            ada.patch("/api/v1/page/theme", json!({ "style": look.as_str() })).await.expect(200);
            ada.post("/api/v1/page/publish", json!({})).await.expect(200);
            seen.push(card(&anyone, "/ada/card.jpg").await);
        }
        seen.dedup();
        assert_eq!(seen.len(), Look::ALL.len());
    }
}

on_both! {
    async fn a_picture_that_is_taken_down_is_on_no_card(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        let photo = pictures::file(&pictures::drawn(400, 300, true), image::ImageFormat::Png);
        let src = ada.upload("image/png", &photo).await.expect(201).body()["src"].as_str().unwrap().to_owned();
        ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": src } })).await.expect(201);
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let address = address(&anyone).await;
        anyone.get(&address).await.expect(200);
        app.app.drawings.draw_waiting().await;
        let with = card(&anyone, &address).await;
        app.app.block_picture(src.rsplit('/').next().unwrap(), "a reason").await.unwrap();
        assert_eq!(anyone.get(&address).await.expect(200).header("cache-control"), "no-store");
        app.app.drawings.draw_waiting().await;
        assert_ne!(card(&anyone, &address).await, with);
    }
}

/// A page whose avatar is a picture of another site that could not be fetched at first.
#[tokio::test]
async fn a_drawing_without_a_picture_that_is_fetched_later_is_not_kept_for_good() {
    let down = AtomicBool::new(true);
    let photo = pictures::file(&pictures::drawn(400, 300, true), image::ImageFormat::Png);
    let site = move |_: &ReceivedRequest| match down.swap(false, Ordering::Relaxed) {
        true => reply(503, &[], ""),
        false => ok("image/png", &photo),
    };
    let web = FakeWeb::start(&["far.example"], site).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[], web.outbound_overrides.clone()).await.unwrap();
    let (ada, anyone) = (app.owner("ada").await, app.anonymous());
    let avatar = json!({ "name": "Ada", "avatar": "https://far.example/ada.png" });
    ada.patch("/api/v1/page/profile", avatar).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let html = anyone.get("/ada").await.expect(200).text;
    let attribute = |begins: &str| {
        let (_, rest) = html.split_once(begins).unwrap_or_else(|| panic!("{begins}: {html}"));
        format!("{begins}{}", rest.split('"').next().unwrap())
    };
    let drawings = [address(&anyone).await, attribute("/ada/icon-64.png?v=")];
    let mut without = Vec::new();
    for drawing in &drawings {
        anyone.get(drawing).await.expect(200);
        app.app.drawings.draw_waiting().await;
        let reply = anyone.get(drawing).await.expect(200);
        assert_eq!(reply.header("cache-control"), "public, max-age=300", "{drawing}");
        anyone.clone().with("if-none-match", reply.header("etag")).get(drawing).await.expect(304);
        without.push((reply.header("etag").to_owned(), anyone.download(drawing).await));
    }
    assert_eq!(web.requests().len(), 1);
    app.app.service.clock().advance(10 * 60 * 1000);
    anyone.get(&attribute("/media/far/")).await.expect(200);
    assert_eq!(address(&anyone).await, drawings[0], "a card of the same address");
    for (drawing, (etag, before)) in drawings.iter().zip(without) {
        assert_eq!(anyone.get(drawing).await.expect(200).header("cache-control"), "no-store", "{drawing}");
        app.app.drawings.draw_waiting().await;
        let reply = anyone.clone().with("if-none-match", &etag).get(drawing).await.expect(200);
        assert_eq!(reply.header("cache-control"), "public, max-age=300", "{drawing}");
        assert!(reply.header("etag") != etag && anyone.download(drawing).await != before, "{drawing}");
    }
}
