//! The cache of live pages: rendered once per state, current from the moment of a publish, bounded in memory.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mantel_model::look::Look;
use reqwest::Method;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::task::JoinSet;

use crate::support::{Actor, Database, OPEN, Reply, TestApp, nodes, on_both};

/// Sets the page's display name and publishes it.
async fn publish(ada: &Actor, name: &str) {
    ada.patch("/api/v1/page/profile", json!({ "name": name })).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
}

/// Asserts that every format of the page shows this name.
async fn shows(anyone: &Actor, page: &str, name: &str) {
    for path in [format!("/{page}"), format!("/{page}/llms.txt"), format!("/api/v1/public/{page}")] {
        nodes::answer(anyone, &path, |it| it.status == 200 && it.text.contains(name)).await;
    }
}

/// Asserts that this address replies 404.
async fn expect_not_found(anyone: &Actor, path: &str) -> Reply {
    nodes::answer(anyone, path, |it| it.status == 404).await
}

on_both! {
    async fn what_is_published_is_seen_at_once(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        for name in ["First words", "Second words", "Third words"] {
            publish(&ada, name).await;
            shows(&anyone, "ada", name).await;
            ada.patch("/api/v1/page/profile", json!({ "name": "Draft words" })).await.expect(200);
            shows(&anyone, "ada", name).await;
        }
        let drawn = app.app.page_cache.renders();
        assert_eq!(drawn, 3, "an edit of the draft draws nothing");
        ada.post("/api/v1/page/unpublish", json!({})).await.expect(200);
        expect_not_found(&anyone, "/ada").await;
        expect_not_found(&anyone, "/api/v1/public/ada").await.refused(404, "page_not_found");
        publish(&ada, "Back again").await;
        shows(&anyone, "ada", "Back again").await;
        ada.post("/api/v1/page/username", json!({ "username": "ada-two" })).await.expect(200);
        assert_eq!(nodes::answer(&anyone, "/ada", |it| it.status == 308).await.header("location"), "/ada-two");
        shows(&anyone, "ada-two", "Back again").await;
        ada.json(Method::DELETE, "/api/v1/page", json!({})).await.expect(204);
        expect_not_found(&anyone, "/ada-two").await;
        expect_not_found(&anyone, "/ada-two/llms.txt").await;
    }

    async fn a_page_that_is_made_again_is_seen_at_once(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        publish(&ada, "The old page").await;
        shows(&anyone, "ada", "The old page").await;
        app.app.service.clock().advance(1);
        ada.json(Method::DELETE, "/api/v1/page", json!({})).await.expect(204);
        ada.post("/api/v1/claim", json!({ "username": "ada", "empty": true })).await.expect(201);
        publish(&ada, "The new page").await;
        shows(&anyone, "ada", "The new page").await;
    }

    async fn a_page_is_drawn_once_however_many_ask(app) {
        let ada = app.owner("ada").await;
        publish(&ada, "Everybody's").await;
        let mut asked = JoinSet::new();
        for _ in 0..48 {
            let anyone = app.anonymous();
            asked.spawn(async move { anyone.get("/ada").await.expect(200).text });
        }
        let all = asked.join_all().await;
        // The later ones may have their typefaces inside.
        let bodies: Vec<_> = all.iter().map(|it| it.split_once("<body>").unwrap().1).collect();
        assert!(bodies.iter().all(|it| it.contains("Everybody's") && *it == bodies[0]));
        assert_eq!(app.app.page_cache.renders(), 1);
    }

    async fn a_client_that_has_the_page_is_told_so(app) {
        let (ada, anyone) = (app.owner("ada").await, app.anonymous());
        publish(&ada, "Once").await;
        let mut tags = Vec::new();
        for (accept, coding) in [("br, gzip", "br"), ("gzip;q=0.5, br;q=0", "gzip"), ("br;q=0, gzip;q=0.000", "")] {
            let client = anyone.clone().with("accept-encoding", accept);
            let page = client.get("/ada").await.expect(200);
            assert_eq!((page.header("content-encoding"), page.header("vary")), (coding, "Accept-Encoding"), "{accept}");
            let tag = page.header("etag").to_owned();
            assert!(tag.starts_with('"') && tag.ends_with('"'), "a strong tag: {tag}");
            let same = client.clone().with("if-none-match", &format!("\"other\", W/{tag}")).get("/ada").await.expect(304);
            assert_eq!((same.header("etag"), same.text.as_str()), (tag.as_str(), ""));
            assert_eq!(same.header("cache-control"), "public, no-cache");
            tags.push(tag);
        }
        tags.sort();
        tags.dedup();
        assert_eq!(tags.len(), 3, "other bytes have another tag: {tags:?}");
        publish(&ada, "Twice").await;
        for tag in &tags {
            anyone.clone().with("if-none-match", tag).get("/ada").await.expect(200);
        }
    }

    async fn a_page_from_memory_has_every_header_of_one_that_was_just_drawn(app) {
        let ada = app.owner("ada").await;
        publish(&ada, "Same").await;
        for path in ["/ada", "/ada/llms.txt", "/api/v1/public/ada"] {
            let anyone = app.anonymous().with("accept-encoding", "br");
            // A query does not bypass the cache; a body does, and is ignored.
            let slow = anyone.call(Method::GET, path, Some(("text/plain", b"x".to_vec()))).await.expect(200);
            let fast = anyone.get(path).await.expect(200);
            let told = |reply: &Reply| {
                let mut all: Vec<_> = reply.headers.iter().map(|header| (header.0.to_string(), header.1.clone())).collect();
                all.retain(|it| !matches!(it.0.as_str(), "date" | "x-request-id"));
                all.sort();
                all
            };
            assert_eq!(told(&slow), told(&fast), "{path}");
            assert!(fast.header("x-content-type-options") == "nosniff" && !fast.header("content-security-policy").is_empty() || path.ends_with("txt"));
            assert!(fast.header("x-request-id").starts_with("r_") && fast.header("x-request-id") != slow.header("x-request-id"));
            assert_eq!(fast.text, slow.text);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_shows_what_the_first_one_published() {
    let Some(first) = TestApp::on(Database::Postgres).await else { return };
    let second = first.second_server().await;
    let (ada, anyone) = (first.owner("ada").await, second.anonymous());
    publish(&ada, "Before").await;
    shows(&anyone, "ada", "Before").await;
    // Notifications arrive well before cached pages expire.
    let arrives = async |path: &str, words: &str| {
        let wait = async { while !anyone.get(path).await.text.contains(words) {} };
        tokio::time::timeout(std::time::Duration::from_secs(10), wait).await.unwrap();
    };
    for name in ["After", "And after that"] {
        publish(&ada, name).await;
        arrives("/ada", name).await;
        arrives("/api/v1/public/ada", name).await;
    }
    ada.post("/api/v1/page/unpublish", json!({})).await.expect(200);
    arrives("/api/v1/public/ada", "page_not_found").await;
    anyone.get("/ada").await.expect(404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_process_on_the_same_file_is_noticed() {
    let first = TestApp::on(Database::Sqlite).await.unwrap();
    let second = first.second_server().await;
    let ada = first.owner("ada").await;
    publish(&ada, "Before").await;
    shows(&second.anonymous(), "ada", "Before").await;
    publish(&ada, "After").await;
    let anyone = second.anonymous();
    let wait = async { while !anyone.get("/ada").await.expect(200).text.contains("After") {} };
    tokio::time::timeout(std::time::Duration::from_secs(10), wait).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_take_no_more_memory_than_they_may() {
    let app = TestApp::with(Database::Sqlite, &[OPEN, &[("PAGE_MEMORY", "1")]].concat()).await.unwrap();
    let anyone = app.anonymous();
    for nth in 0..30 {
        let name = format!("shelf-{nth}");
        publish(&app.owner(&name).await, &format!("Number {nth}.")).await;
        shows(&anyone, &name, &format!("Number {nth}.")).await;
        let (_, bytes) = app.app.page_cache.size();
        assert!((1..=1024 * 1024).contains(&bytes), "{bytes}");
    }
    let (pages, _) = app.app.page_cache.size();
    assert!((1..30).contains(&pages), "{pages}");
    // Evicted pages are rendered again; the most recently used one was not evicted.
    let drawn = app.app.page_cache.renders();
    shows(&anyone, "shelf-29", "Number 29.").await;
    assert_eq!(app.app.page_cache.renders(), drawn);
    shows(&anyone, "shelf-0", "Number 0.").await;
    assert_eq!(app.app.page_cache.renders(), drawn + 1);
    let none = TestApp::with(Database::Sqlite, &[OPEN, &[("PAGE_MEMORY", "0")]].concat()).await.unwrap();
    publish(&none.owner("ada").await, "Never kept").await;
    shows(&none.anonymous(), "ada", "Never kept").await;
    assert_eq!(none.app.page_cache.size(), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_many_ask_for_is_packed_better_and_stays_the_same() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    publish(&app.owner("ada").await, "Busy").await;
    let anyone = app.anonymous().with("accept-encoding", "br");
    let first = anyone.get("/ada").await.expect(200);
    let length = |reply: &Reply| reply.header("content-length").parse::<usize>().unwrap();
    let better = async {
        loop {
            let now = anyone.get("/ada").await.expect(200);
            if now.header("etag") != first.header("etag") {
                return now;
            }
        }
    };
    let better = tokio::time::timeout(std::time::Duration::from_secs(60), better).await.unwrap();
    // Its typefaces are inside now: it is compared with its own content, compressed in a hurry.
    let (mut page, mut hurried) = (Vec::new(), Vec::new());
    brotli::BrotliDecompress(&mut &anyone.download("/ada").await[..], &mut page).unwrap();
    let quick = brotli::enc::BrotliEncoderParams { quality: 3, ..Default::default() };
    brotli::BrotliCompress(&mut &page[..], &mut hurried, &quick).unwrap();
    assert!(length(&better) < hurried.len(), "{} of {}", length(&better), hurried.len());
    // An ETag of the first encoding stays valid.
    let held = anyone.clone().with("if-none-match", first.header("etag")).get("/ada").await.expect(304);
    assert_eq!(held.header("etag"), first.header("etag"));
    let plain = app.anonymous().get("/ada").await.expect(200).text;
    for _ in 0..3 {
        let mut page = Vec::new();
        brotli::BrotliDecompress(&mut &anyone.download("/ada").await[..], &mut page).unwrap();
        assert!(page == plain.as_bytes(), "what is sent from the kernel's memory is the page");
    }
    assert_eq!(app.app.page_cache.renders(), 1);
}

/// The page with its typefaces inside, which it gets in the background.
async fn with_typefaces(app: &TestApp, page: &str) -> Reply {
    let inside = async {
        loop {
            let reply = app.anonymous().get(page).await.expect(200);
            if reply.text.contains("src:url(data:font/woff2;base64,") {
                return reply;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), inside).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_is_asked_for_often_has_its_typefaces_inside() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, anyone) = (app.owner("ada").await, app.anonymous());
    for look in Look::ALL {
        ada.patch("/api/v1/page/theme", json!({ "style": look.as_str() })).await.expect(200);
        ada.post(
            "/api/v1/page/tiles",
            json!({ "tile": { "type": "link", "url": format!("https://{look}.example/"), "title": "Ōne žebra" } }),
        )
        .await
        .expect(201);
        publish(&ada, "Zoë Vàquez").await;
        let first = anyone.get("/ada").await.expect(200);
        assert!(!first.text.contains("data:font/") && first.text.contains("as=\"font\""), "{look}");
        let page = with_typefaces(&app, "/ada").await;
        // The stylesheet is allowed by its hash, and the typefaces in it; what the browser fetches before is what is not inside.
        let (head, rest) = page.text.split_once("<style>").unwrap();
        let (sheet, body) = rest.split_once("</style>").unwrap();
        let hash = format!("style-src 'sha256-{}'", STANDARD.encode(Sha256::digest(sheet.as_bytes())));
        let policy = page.header("content-security-policy");
        assert!(policy.contains(&hash) && policy.contains("; font-src 'self' data:;"), "{look}: {policy}");
        assert!(!first.header("content-security-policy").contains("font-src 'self' data:"), "{look}");
        assert!(!head.contains("as=\"font\""), "{look}: {head}");
        assert_eq!(first.text.split_once("</style>").unwrap().1, body, "{look}");
        // The whole files stay for other letters, and come first: of several faces browsers take the last.
        let (whole, own) = (sheet.rfind("url(/assets/").unwrap(), sheet.find("url(data:font").unwrap());
        assert!(whole < own, "{look}");
        // Who has the page in the one form need not fetch it in the other, and keeps the policy of its own.
        for reply in [&first, &page] {
            let holder = anyone.clone().with("if-none-match", reply.header("etag"));
            // A body bypasses the cache.
            let slow = holder.call(Method::GET, "/ada", Some(("text/plain", b"x".to_vec()))).await.expect(304);
            for held in [holder.get("/ada").await.expect(304), slow] {
                assert_eq!(held.header("etag"), reply.header("etag"), "{look}");
                assert_eq!(held.header("content-security-policy"), "", "{look}");
            }
        }
        assert_ne!(first.header("etag"), page.header("etag"), "{look}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_visitor_after_a_publish_gets_the_page_as_later_ones_do() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let work = tokio::spawn(mantel_server::published_page::work(app.app.clone()));
    publish(&app.owner("ada").await, "Ada").await;
    let ready = async {
        while app.app.page_cache.prepared() == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), ready).await.unwrap();
    let first = app.anonymous().with("accept-encoding", "br").get("/ada").await.expect(200);
    assert!(first.header("etag").ends_with("tB\""), "{}", first.header("etag"));
    assert_eq!(app.app.page_cache.renders(), 1);
    work.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_in_memory_are_shown_while_the_database_is_away() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    publish(&app.owner("ada").await, "Still here").await;
    let anyone = app.anonymous();
    shows(&anyone, "ada", "Still here").await;
    app.app.service.store().close().await;
    // Longer than any entry is served without a freshness check.
    let until = std::time::Instant::now() + std::time::Duration::from_millis(1500);
    while std::time::Instant::now() < until {
        shows(&anyone, "ada", "Still here").await;
    }
    anyone.get("/nobody").await.expect(503);
}

#[tokio::test]
async fn pages_in_memory_count_as_public_reads() {
    let app = TestApp::with(Database::Sqlite, &[("RATE_PUBLIC", "3")]).await.unwrap();
    publish(&app.owner("ada").await, "Counted").await;
    for _ in 0..3 {
        app.anonymous().get("/ada").await.expect(200);
    }
    app.anonymous().get("/ada").await.expect(429);
}
