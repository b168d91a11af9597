//! How facts are stored: fetched once for all tiles, announced to event streams, refreshed when due, never blocking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::{add, app, facts, fake_web_and_app, settle};
use crate::support::web::{FakeReply, FakeWeb, ReceivedRequest, ok, reply};
use crate::support::{Database, TestApp};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn titled(request: &ReceivedRequest) -> FakeReply {
    match request.path.as_str() {
        "/slow" => FakeReply::Silence,
        "/gone" => reply(404, &[], ""),
        path => ok("text/html", format!("<title>Page {path}</title>")),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn facts_come_as_an_event_and_change_the_tag_but_not_the_version() {
    for database in [Database::Sqlite, Database::Postgres] {
        let web = FakeWeb::start(&["site.example"], titled).await;
        let Some(app) = app(database, &web).await else { continue };
        let ada = app.owner("ada").await;
        let id = add(&ada, "https://site.example/a").await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let anyone = app.anonymous();
        let (own, live) = (ada.get("/api/v1/page").await, anyone.get("/ada").await);
        let mut stream = ada.watch(None).await;
        stream.block().await;
        settle(&app).await;
        let told = stream.event().await;
        assert_eq!((told.event.as_str(), &told.data["act"]), ("facts", &json!("facts")));
        assert_eq!(told.data["by"]["kind"], "admin");
        assert_eq!((&told.data["version"], &told.data["unpublishedChanges"]), (&own.body()["version"], &json!(false)));
        assert_eq!(facts(&ada, &id).await, json!({ "title": "Page /a" }));
        // Caches are invalidated; concurrent edits do not conflict.
        let now = anyone.clone().with("if-none-match", live.header("etag")).get("/ada").await.expect(200);
        assert_ne!(now.header("etag"), live.header("etag"));
        ada.clone().with("if-none-match", own.header("etag")).get("/api/v1/page").await.expect(200);
        let edit = ada.clone().with("if-match", own.header("etag"));
        edit.patch("/api/v1/page/profile", json!({ "bio": "x" })).await.expect(200);
        // Fetched again unchanged: no event is sent, and every byte stays the same.
        let page = anyone.get("/api/v1/public/ada").await;
        app.app.service.clock().advance(2 * DAY);
        settle(&app).await;
        assert_eq!(web.count("/a"), 2);
        let again = anyone.get("/api/v1/public/ada").await;
        assert_eq!((page.header("etag"), &page.text), (again.header("etag"), &again.text));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_is_asked_for_once_however_many_lead_there() {
    let (web, app) = fake_web_and_app(&["site.example"], titled).await;
    let mut pages = Vec::new();
    for name in ["ada", "bob", "cleo"] {
        let person = app.owner(name).await;
        let ids = [add(&person, "https://site.example/a").await, add(&person, "https://site.example/a#part").await];
        pages.push((person, ids));
    }
    settle(&app).await;
    for (person, ids) in &pages {
        for id in ids {
            assert_eq!(facts(person, id).await, json!({ "title": "Page /a" }));
        }
    }
    assert_eq!(web.count("/a"), 1);
    // A tile added later has the stored facts at once, and receives updates.
    let dora = app.owner("dora").await;
    let mut stream = dora.watch(None).await;
    stream.block().await;
    let id = add(&dora, "https://site.example/a").await;
    assert_eq!([stream.event().await.event, stream.event().await.event], ["draft", "facts"]);
    assert_eq!(facts(&dora, &id).await, json!({ "title": "Page /a" }));
    settle(&app).await;
    assert_eq!(web.count("/a"), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_the_work() {
    for database in [Database::Sqlite, Database::Postgres] {
        let web = FakeWeb::start(&["site.example"], titled).await;
        let Some(one) = app(database, &web).await else { continue };
        let url = &one.app.config.database_url;
        let other = TestApp::with_outbound(Database::Sqlite, &[("DATABASE_URL", url)], web.outbound_overrides.clone())
            .await
            .unwrap();
        let mut ids = Vec::new();
        for person in 0..4 {
            let ada = one.owner(&format!("ada-{person}")).await;
            for tile in 0..5 {
                ids.push((ada.clone(), add(&ada, &format!("https://site.example/{person}-{tile}")).await));
            }
        }
        tokio::join!(settle(&one), settle(&other));
        for (ada, id) in &ids {
            assert!(facts(ada, id).await["title"].is_string());
        }
        assert_eq!(web.requests().len(), ids.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_and_dead_sources_slow_nothing() {
    let (web, app) = fake_web_and_app(&["site.example"], titled).await;
    let ada = app.owner("ada").await;
    for tile in ["https://site.example/slow", "https://nowhere.example/", "https://site.example/gone"] {
        add(&ada, tile).await;
    }
    let refresher = app.app.link_metadata();
    let reading = tokio::spawn(async move { refresher.refresh_due().await });
    // While the slow one is being fetched, another account's tile, an edit and a visit are served.
    let bob = app.owner("bob").await;
    let id = add(&bob, "https://site.example/quick").await;
    bob.post("/api/v1/page/publish", json!({})).await.expect(200);
    app.anonymous().get("/bob").await.expect(200);
    reading.await.unwrap();
    assert_eq!(facts(&bob, &id).await, json!({ "title": "Page /quick" }));
    // A failed fetch is retried after a while, then with longer intervals.
    let gone = || web.count("/gone");
    assert_eq!(gone(), 1);
    settle(&app).await;
    assert_eq!(gone(), 1);
    app.app.service.clock().advance(15 * 60 * 1000);
    settle(&app).await;
    assert_eq!(gone(), 2);
    app.app.service.clock().advance(15 * 60 * 1000);
    settle(&app).await;
    assert_eq!(gone(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_facts_are_shown_while_new_ones_can_not_be_had() {
    let dead = Arc::new(AtomicBool::new(false));
    let down = Arc::clone(&dead);
    let site = move |request: &ReceivedRequest| {
        if down.load(Ordering::Relaxed) { reply(500, &[], "") } else { titled(request) }
    };
    let (web, app) = fake_web_and_app(&["site.example"], site).await;
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://site.example/a").await;
    settle(&app).await;
    dead.store(true, Ordering::Relaxed);
    app.app.service.clock().advance(2 * DAY);
    settle(&app).await;
    assert_eq!(web.count("/a"), 2);
    assert_eq!(facts(&ada, &id).await, json!({ "title": "Page /a" }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_not_changed_is_not_sent_again() {
    let full = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&full);
    let site = move |request: &ReceivedRequest| {
        if request.header("if-none-match") == "\"v1\"" && request.header("if-modified-since") == "yesterday" {
            return reply(304, &[], "");
        }
        count.fetch_add(1, Ordering::Relaxed);
        reply(
            200,
            &[("content-type", "text/html"), ("etag", "\"v1\""), ("last-modified", "yesterday")],
            "<title>T</title>",
        )
    };
    let (web, app) = fake_web_and_app(&["site.example"], site).await;
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://site.example/a").await;
    for _ in 0..3 {
        settle(&app).await;
        app.app.service.clock().advance(2 * DAY);
    }
    assert_eq!((web.count("/a"), full.load(Ordering::Relaxed)), (3, 1));
    assert_eq!(facts(&ada, &id).await, json!({ "title": "T" }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_asks_for_time_gets_it() {
    let site = |_: &ReceivedRequest| reply(403, &[("x-ratelimit-remaining", "0"), ("retry-after", "3600")], "");
    let (web, app) = fake_web_and_app(&["api.github.com"], site).await;
    let ada = app.owner("ada").await;
    let refresher = app.app.link_metadata();
    add(&ada, "tokio-rs/tokio").await;
    refresher.refresh_due().await;
    assert_eq!(web.requests().len(), 1);
    // Nothing else of that host is requested either.
    add(&ada, "rust-lang/rust").await;
    refresher.refresh_due().await;
    assert_eq!(web.requests().len(), 1);
    app.app.service.clock().advance(2 * 60 * 60 * 1000);
    refresher.refresh_due().await;
    assert!(web.requests().len() > 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_no_page_leads_to_any_more_is_not_read() {
    let (web, app) = fake_web_and_app(&["site.example"], titled).await;
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://site.example/a").await;
    ada.call(reqwest::Method::DELETE, &format!("/api/v1/page/tiles/{id}"), None).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    settle(&app).await;
    assert_eq!(web.requests().len(), 0);
    // Deleting a page also drops its addresses.
    add(&ada, "https://site.example/b").await;
    ada.call(reqwest::Method::DELETE, "/api/v1/page", None).await.expect(204);
    settle(&app).await;
    assert_eq!(web.requests().len(), 0);
    let forgotten = app.app.service.store().forget_facts(app.app.service.clock().now() + DAY).await.unwrap();
    assert_eq!(forgotten, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_without_a_way_out_works_just_plainer() {
    let web = FakeWeb::start(&["site.example"], titled).await;
    let app =
        TestApp::with_outbound(Database::Sqlite, &[("OUTBOUND", "off")], web.outbound_overrides.clone()).await.unwrap();
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://site.example/a").await;
    settle(&app).await;
    assert_eq!(facts(&ada, &id).await, Value::Null);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    assert!(app.anonymous().get("/ada").await.expect(200).text.contains("site.example"));
    ada.post(&format!("/api/v1/page/tiles/{id}/refresh"), json!({})).await.refused(400, "invalid_input");
    let server = app.anonymous().get("/.well-known/oauth-authorization-server").await.body();
    assert_ne!(server["client_id_metadata_document_supported"], true);
    assert_eq!((web.requests().len(), web.connected().len()), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_time_stays_known_when_its_page_does_not_answer() {
    let walled = Arc::new(AtomicBool::new(false));
    let wall = Arc::clone(&walled);
    let site = move |request: &ReceivedRequest| match request.path.split('?').next() {
        Some("/oembed") => ok("application/json", r#"{"title":"Throwing","author_name":"Harrow"}"#),
        _ if wall.load(Ordering::Relaxed) => reply(429, &[], ""),
        _ => ok("text/html", r#"<script>{"lengthSeconds":"213"}</script>"#),
    };
    let (web, app) = fake_web_and_app(&["www.youtube.com"], site).await;
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://www.youtube.com/watch?v=dQw4w9WgXcQ").await;
    settle(&app).await;
    walled.store(true, Ordering::Relaxed);
    app.app.service.clock().advance(4 * DAY);
    settle(&app).await;
    assert_eq!(web.count("/oembed"), 2);
    assert_eq!(facts(&ada, &id).await, json!({ "title": "Throwing", "artist": "Harrow", "duration": 213 }));
}
