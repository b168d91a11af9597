//! Pictures on other servers: fetched once, sanitized like uploads, and served from here.

use image::{GenericImageView, ImageFormat};
use serde_json::json;
use tokio::task::JoinSet;

use crate::support::pictures::{claimed, drawn, file};
use crate::support::web::{FakeReply, FakeWeb, ReceivedRequest, ok, reply};
use crate::support::{Actor, Database, TestApp, avif};

const CAT: &str = "https://far.example/cat.png?size=1";

fn site(request: &ReceivedRequest) -> FakeReply {
    match request.path.as_str() {
        "/cat.png?size=1" => ok("image/png", file(&drawn(800, 600, false), ImageFormat::Png)),
        "/bomb.png" => ok("image/png", claimed(60_000, 60_000, &[0; 64])),
        "/halves.avif" => ok("image/avif", avif::file("halves420")),
        "/page" => ok("text/html", "<h1>not a picture</h1>"),
        _ => reply(404, &[], ""),
    }
}

async fn fake_web_and_app() -> (FakeWeb, TestApp) {
    let web = FakeWeb::start(&["far.example"], site).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[], web.outbound_overrides.clone()).await.unwrap();
    (web, app)
}

#[tokio::test]
async fn a_far_picture_in_avif_is_shown_as_one_that_every_browser_knows() {
    let (_web, app) = fake_web_and_app().await;
    let (address, _) = named(&app.owner("ada").await, "https://far.example/halves.avif").await;
    let reply = app.anonymous().get(&address).await.expect(200);
    assert_eq!(reply.header("content-type"), "image/jpeg");
    let seen = image::load_from_memory(&app.anonymous().download(&address).await).unwrap();
    assert!(seen.dimensions() == (64, 32) && seen.get_pixel(8, 16).0[0] > 240 && seen.get_pixel(56, 16).0[2] > 240);
}

/// The proxied address of this picture on a live page, and the page's HTML.
async fn named(ada: &Actor, src: &str) -> (String, String) {
    ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": src } })).await.expect(201);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let page = ada.get("/ada").await.expect(200);
    assert!(page.header("content-security-policy").contains("img-src 'self' data:;"));
    let from = page.text.split_once("src=\"/media/far/").unwrap().1;
    (format!("/media/far/{}", from.split_once('"').unwrap().0), page.text)
}

#[tokio::test]
async fn a_visitors_browser_talks_to_this_server_alone() {
    let (web, app) = fake_web_and_app().await;
    let (ada, anyone) = (app.owner("ada").await, app.anonymous());
    let (address, html) = named(&ada, CAT).await;
    assert!(!html.contains("far.example"), "{html}");
    assert_eq!(web.requests().len(), 0, "drawing a page fetches nothing");
    let mut asked = JoinSet::new();
    for _ in 0..8 {
        let (anyone, address) = (app.anonymous(), address.clone());
        asked.spawn(async move { anyone.download(&address).await });
    }
    let all = asked.join_all().await;
    assert!(all.iter().all(|it| *it == file(&drawn(800, 600, false), ImageFormat::Png)));
    assert_eq!(web.count("cat.png"), 1, "fetched once, however many ask");
    let reply = anyone.get(&address).await.expect(200);
    assert_eq!((reply.header("content-type"), reply.header("cache-control")), ("image/png", "public, max-age=86400"));
    let small = image::load_from_memory(&anyone.download(&format!("{address}/320.webp")).await).unwrap();
    assert_eq!(small.dimensions(), (320, 240));
    // Now that its dimensions are known, the page offers its sizes.
    let html = ada.get("/ada").await.expect(200).text;
    assert!(html.contains(&format!(
        "{address}/240.webp 240w, {address}/320.webp 320w, {address}/480.webp 480w, {address}/640.webp 640w, {address}/800.webp 800w"
    )));
    let page = ada.get("/api/v1/page").await.expect(200).body();
    assert_eq!(page["pictures"][CAT]["src"], json!(address));
    assert_eq!(
        page["draft"]["tiles"].as_array().unwrap().last().unwrap()["src"],
        CAT,
        "the draft keeps what was written"
    );
}

#[tokio::test]
async fn only_signed_addresses_are_fetched() {
    let (web, app) = fake_web_and_app().await;
    let ada = app.owner("ada").await;
    let (address, _) = named(&ada, CAT).await;
    let (place, encoded) = address.rsplit_once('/').unwrap();
    for wrong in [
        format!("{place}x/{encoded}"),
        format!("{place}/{encoded}x"),
        format!("/media/far/AAAAAAAAAAAAAAAAAAAAAA/{encoded}"),
    ] {
        app.anonymous().get(&wrong).await.expect(404);
        app.anonymous().get(&format!("{wrong}/640.webp")).await.expect(404);
    }
    assert_eq!(web.requests().len(), 0);
}

#[tokio::test]
async fn what_is_no_picture_is_refused_and_not_asked_for_again() {
    let (web, app) = fake_web_and_app().await;
    let ada = app.owner("ada").await;
    for (path, part) in [
        ("https://far.example/bomb.png", "bomb"),
        ("https://far.example/page", "page"),
        ("https://far.example/none", "none"),
    ] {
        let (address, _) = named(&ada, path).await;
        for _ in 0..2 {
            let reply = app.anonymous().get(&address).await.expect(404);
            assert_eq!(reply.header("cache-control"), "public, max-age=300");
        }
        assert_eq!(web.count(part), 1, "{path}");
        let id = ada.get("/api/v1/page").await.expect(200).body()["draft"]["tiles"].as_array().unwrap().last().unwrap()
            ["id"]
            .clone();
        ada.json(reqwest::Method::DELETE, &format!("/api/v1/page/tiles/{}", id.as_str().unwrap()), json!({}))
            .await
            .expect(200);
    }
}

#[tokio::test]
async fn a_page_with_a_picture_that_never_comes_is_kept_all_the_same() {
    let (web, app) = fake_web_and_app().await;
    let (ada, anyone) = (app.owner("ada").await, app.anonymous());
    let (address, html) = named(&ada, "https://far.example/none").await;
    // The browser gets a 404; the page stays as it is.
    anyone.get(&address).await.expect(404);
    assert_eq!(anyone.get("/ada").await.expect(200).text, html);
    let drawn = app.app.page_cache.renders();
    for _ in 0..3 {
        // A change of another picture does not re-render this page.
        app.app.media.record_change();
        anyone.get("/ada").await.expect(200);
    }
    assert_eq!((app.app.page_cache.renders(), app.app.page_cache.size().0, web.count("none")), (drawn, 1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_far_pictures_of_an_account_have_a_bound_in_bytes() {
    let web = FakeWeb::start(&["far.example"], |request: &ReceivedRequest| {
        // Noise of about 480 KB, another for each address.
        let mut state = request.path.bytes().fold(1_u32, |state, byte| state.wrapping_mul(31) + u32::from(byte));
        let noise = image::RgbImage::from_fn(400, 400, |_, _| {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            };
            image::Rgb([next(), next(), next()])
        });
        ok("image/png", file(&image::DynamicImage::ImageRgb8(noise), ImageFormat::Png))
    })
    .await;
    let settings = [("RATE_FAR_MIB", "1")];
    let app = TestApp::with_outbound(Database::Sqlite, &settings, web.outbound_overrides.clone()).await.unwrap();
    for name in ["ada", "bob"] {
        let owner = app.owner(name).await;
        let tile = |at: usize| json!({ "type": "image", "src": format!("https://far.example/{name}/{at}.png") });
        let page = json!({ "profile": { "name": "Ada" }, "theme": { "style": "cozy" }, "tiles": (0..5).map(tile).collect::<Vec<_>>() });
        owner.put("/api/v1/page", json!({ "page": page })).await.expect(200);
        let body = owner.get("/api/v1/page").await.expect(200).body();
        let (mut shown, mut asked) = (0, 0);
        for seen in body["pictures"].as_object().unwrap().values() {
            asked += 1;
            shown += usize::from(app.anonymous().get(seen["src"].as_str().unwrap()).await.status == 200);
        }
        assert_eq!((shown, asked), (2, 5), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_changing_addresses_is_not_fetched_without_end() {
    let web = FakeWeb::start(&["far.example"], |_: &ReceivedRequest| {
        ok("image/png", file(&drawn(9, 9, false), ImageFormat::Png))
    })
    .await;
    let settings = [("RATE_FAR", "5")];
    let app = TestApp::with_outbound(Database::Sqlite, &settings, web.outbound_overrides.clone()).await.unwrap();
    let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
    let page = |turn: usize| {
        let tile = |at: usize| json!({ "type": "image", "src": format!("https://far.example/{turn}/{at}.png") });
        json!({ "page": { "profile": { "name": "Ada" }, "theme": { "style": "cozy" }, "tiles": (0..4).map(tile).collect::<Vec<_>>() } })
    };
    let mut had = Vec::new();
    for turn in 0..3 {
        ada.put("/api/v1/page", page(turn)).await.expect(200);
        let body = ada.get("/api/v1/page").await.expect(200).body();
        for (source, seen) in body["pictures"].as_object().unwrap() {
            let reply = app.anonymous().get(seen["src"].as_str().unwrap()).await;
            if reply.status.as_u16() == 200 {
                had.push(source.clone());
            } else {
                let reply = reply.expect(429);
                assert!(reply.header("retry-after").parse::<u64>().unwrap() > 60);
                assert_eq!(reply.header("cache-control"), "no-store");
            }
        }
    }
    assert_eq!((had.len(), web.requests().len()), (5, 5));
    // Fetched pictures are still served and do not count again; another account has a limit of its own.
    bob.put("/api/v1/page", page(0)).await.expect(200);
    let theirs = bob.get("/api/v1/page").await.expect(200).body();
    for source in &had {
        ada.put("/api/v1/page", page(if source.contains("/0/") { 0 } else { 1 })).await.expect(200);
        let body = ada.get("/api/v1/page").await.expect(200).body();
        app.anonymous().get(body["pictures"][source]["src"].as_str().unwrap()).await.expect(200);
    }
    bob.put("/api/v1/page", page(2)).await.expect(200);
    let body = bob.get("/api/v1/page").await.expect(200).body();
    app.anonymous().get(body["pictures"]["https://far.example/2/3.png"]["src"].as_str().unwrap()).await.expect(200);
    assert_ne!(theirs["pictures"], body["pictures"]);
    assert_eq!(web.requests().len(), 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_fetches_two_at_once_and_the_rest_in_turn() {
    let site = |request: &ReceivedRequest| match request.host.as_str() {
        "slow.example" => FakeReply::Silence,
        _ => ok("image/png", file(&drawn(9, 9, false), ImageFormat::Png)),
    };
    let web = FakeWeb::start(&["slow.example", "far.example"], site).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[], web.outbound_overrides.clone()).await.unwrap();
    let fetch = |account: &str, source: &str| {
        let (app, named) = (app.app.clone(), app.app.remote_images.signer.source(account, source));
        tokio::spawn(async move { app.remote_images.get(&named).await.unwrap() })
    };
    let slow = ["https://slow.example/1", "https://slow.example/2"].map(|it| fetch("ada", it));
    while web.requests().len() < 2 {
        tokio::task::yield_now().await;
    }
    let third = fetch("ada", "https://far.example/ada.png");
    assert!(fetch("bob", "https://far.example/bob.png").await.unwrap().is_some());
    assert_eq!(web.count("ada.png"), 0, "it waits its turn");
    // The other two end after five seconds; then this one is fetched, not given up.
    assert!(third.await.unwrap().is_some());
    for it in slow {
        assert_eq!(it.await.unwrap(), None);
    }
}

#[tokio::test]
async fn an_import_brings_the_pictures_of_another_mantel_over() {
    let png = file(&drawn(60, 40, false), ImageFormat::Png);
    let hash = mantel_server::media::hash(&png);
    let (held, other) = (format!("/media/{hash}"), format!("/media/{}", "0".repeat(64)));
    let known = held.clone();
    let web = FakeWeb::start(&["old.example"], move |request: &ReceivedRequest| match request.path.as_str() {
        path if path == known => ok("image/png", &png),
        // The content does not match the hash in its name.
        path if path.starts_with("/media/") => ok("image/png", file(&drawn(9, 9, false), ImageFormat::Png)),
        _ => reply(404, &[], ""),
    });
    let web = web.await;
    let app = TestApp::with_outbound(Database::Sqlite, &[], web.outbound_overrides.clone()).await.unwrap();
    let ada = app.keyed("ada").await;
    let file = |second: &str| {
        json!({ "$schema": "https://old.example/schema/page.schema.json", "mantel": 1, "profile": { "name": "Ada" }, "theme": {},
            "tiles": [{ "id": "t_k3v7q2mzab4c", "type": "image", "size": "l", "src": held },
                { "id": "t_k3v7q2mzab4d", "type": "image", "size": "s", "src": second }] })
    };
    let reply = ada.post("/api/v1/page/import", json!({ "file": file(&other), "username": "ada" })).await.expect(201);
    assert!(
        reply.text.contains("1 of 2 pictures could not be brought over from https://old.example"),
        "{}",
        reply.text
    );
    assert_eq!(app.anonymous().get(&held).await.expect(200).header("content-type"), "image/png");
    app.anonymous().get(&other).await.expect(404);
    // A picture that is already stored is not requested again.
    let again = json!({ "file": file(&held), "replace": true });
    let reply = ada.post("/api/v1/page/import", again).await.expect(201);
    assert!(!reply.text.contains("brought over"), "{}", reply.text);
    assert_eq!(web.count(&held), 1);
}

#[tokio::test]
async fn without_a_way_out_something_plain_stands_in() {
    let app = TestApp::set(&[("OUTBOUND", "off")]).await;
    let ada = app.owner("ada").await;
    ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": CAT } })).await.expect(201);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let html = ada.get("/ada").await.expect(200).text;
    assert!(!html.contains("far.example") && html.contains("class=\"crop blank\""), "{html}");
}
