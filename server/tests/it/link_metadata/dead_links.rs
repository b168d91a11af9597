//! Links that lead nowhere: counted once a day, told to their owner on the third, and to nobody else.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

use mantel_server::link_metadata::Refresher;
use serde_json::{Value, json};

use super::{add, app, settle};
use crate::support::web::{FakeReply, FakeWeb, ReceivedRequest, ok, reply};
use crate::support::{Actor, Database, PASSWORD, TestApp, on_both};

const HOUR: i64 = 60 * 60 * 1000;

/// A site whose page `/a` answers with this status, from now on.
fn site(status: &Arc<AtomicU16>) -> impl Fn(&ReceivedRequest) -> FakeReply + Send + Sync + 'static {
    let status = Arc::clone(status);
    move |request| match (request.path.as_str(), status.load(Ordering::Relaxed)) {
        ("/a", 0) => FakeReply::Bytes(Vec::new()),
        ("/a", 200) => ok("text/html", "<title>Pots</title>"),
        ("/a", status) => reply(status, &[], ""),
        (path, _) => ok("text/html", format!("<title>Page {path}</title>")),
    }
}

/// Lets days pass in quarters, with what is due looked up by one worker, as in a server.
async fn days(app: &TestApp, worker: &Refresher, count: usize) {
    for _ in 0..count * 4 {
        app.app.service.clock().advance(6 * HOUR);
        worker.refresh_due().await;
    }
}

/// What is told of links that lead nowhere.
async fn dead(ada: &Actor) -> Vec<Value> {
    let check = ada.get("/api/v1/page/check").await.expect(200).body();
    check["findings"].as_array().unwrap().iter().filter(|finding| finding["code"] == "dead").cloned().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_owner_can_have_a_dead_link_checked_again_from_the_insights() {
    let status = Arc::new(AtomicU16::new(404));
    let web = FakeWeb::start(&["site.example"], site(&status)).await;
    let Some(app) = app(Database::Sqlite, &web).await else { return };
    let ada = app.owner("ada").await;
    let (id, worker) = (add(&ada, "https://site.example/a").await, app.app.link_metadata());
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    days(&app, &worker, 5).await;
    let browser = app.anonymous();
    browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
    let person =
        app.anonymous().with("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    let person = person.with("accept", "text/html").with("sec-fetch-mode", "navigate");
    for _ in 0..10 {
        person.get("/ada").await.expect(200);
    }
    app.app.visits.write().await.unwrap();
    let screen = async || browser.get("/insights").await.expect(200).text;
    let again = format!("name=\"tile\" value=\"{id}\"");
    let before = screen().await;
    assert!(before.contains("Answers “not found” since") && before.contains(&again), "{before}");
    // Asked for twice, it is fetched once; the screen says that it is under way, and a reload asks for nothing.
    status.store(200, Ordering::Relaxed);
    let asked = browser.form("/insights/check?range=7d&screen=all", &[("tile", &id)]).await.expect(303);
    browser.form("/insights/check", &[("tile", &id)]).await.expect(303);
    let address = asked.header("location").to_owned();
    assert_eq!(address, format!("/insights?range=7d&screen=all&checking={id}#presses"));
    let under_way = browser.get(&address).await.expect(200).text;
    assert!(under_way.contains("Being checked") && !under_way.contains(&again), "{under_way}");
    assert!(under_way.contains("aria-current=\"true\">7 days</a>"), "{under_way}");
    worker.refresh_due().await;
    assert!(!screen().await.contains("Answers “not found”"));
    // A tile that is none, one of nobody's page, and a form of another site.
    for wrong in ["", "t_zzzzzzzzzzzz", "<b>"] {
        let reply = browser.form("/insights/check", &[("tile", wrong)]).await.expect(422);
        assert!(reply.text.contains("role=\"alert\"") && !reply.text.contains("<b>&"), "{}", reply.text);
    }
    app.anonymous().form("/insights/check", &[("tile", &id)]).await.expect(303);
    let elsewhere = browser.clone().with("origin", "https://evil.example").with("sec-fetch-site", "cross-site");
    elsewhere.form("/insights/check", &[("tile", &id)]).await.expect(403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_that_leads_nowhere_for_three_days_is_told_until_it_leads_somewhere() {
    for database in [Database::Sqlite, Database::Postgres] {
        let status = Arc::new(AtomicU16::new(200));
        let web = FakeWeb::start(&["site.example"], site(&status)).await;
        let Some(app) = app(database, &web).await else { continue };
        let ada = app.owner("ada").await;
        let (id, worker) = (add(&ada, "https://site.example/a").await, app.app.link_metadata());
        worker.refresh_due().await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        status.store(404, Ordering::Relaxed);
        let before = ada.get("/api/v1/page").await;
        let public = app.anonymous().get("/api/v1/public/ada").await;
        days(&app, &worker, 2).await;
        assert_eq!(dead(&ada).await, Vec::<Value>::new(), "two days are too few");
        days(&app, &worker, 3).await;
        let told = dead(&ada).await;
        assert_eq!((told.len(), &told[0]["tile"], &told[0]["severity"]), (1, &json!(id), &json!("problem")));
        assert!(
            told[0]["message"].as_str().unwrap().contains("“Not found” (404) since ") && told[0]["call"].is_null(),
            "{told:?}"
        );
        // Nobody else learns of it, and nothing is announced.
        let now = ada.get("/api/v1/page").await;
        assert_eq!((now.header("etag"), &now.text), (before.header("etag"), &before.text));
        assert_eq!(app.anonymous().get("/api/v1/public/ada").await.text, public.text);
        status.store(200, Ordering::Relaxed);
        days(&app, &worker, 2).await;
        assert_eq!(dead(&ada).await, Vec::<Value>::new());
        // From the beginning again.
        status.store(500, Ordering::Relaxed);
        days(&app, &worker, 2).await;
        assert_eq!(dead(&ada).await, Vec::<Value>::new());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_failures_on_one_day_are_one() {
    let status = Arc::new(AtomicU16::new(404));
    let web = FakeWeb::start(&["site.example"], site(&status)).await;
    let app = app(Database::Sqlite, &web).await.unwrap();
    let ada = app.owner("ada").await;
    let id = add(&ada, "https://site.example/a").await;
    settle(&app).await;
    for _ in 0..5 {
        app.app.service.clock().advance(2 * HOUR);
        ada.post(&format!("/api/v1/page/tiles/{id}/refresh"), json!({})).await.expect(202);
        settle(&app).await;
    }
    assert!(web.count("/a") >= 6);
    assert_eq!(dead(&ada).await, Vec::<Value>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_said_to_programs_never_counts() {
    for status in [400, 401, 403, 405, 406, 418, 429, 451, 503, 999] {
        let status = Arc::new(AtomicU16::new(status));
        let web = FakeWeb::start(&["site.example"], site(&status)).await;
        let app = app(Database::Sqlite, &web).await.unwrap();
        let ada = app.owner("ada").await;
        add(&ada, "https://site.example/a").await;
        settle(&app).await;
        days(&app, &app.app.link_metadata(), 5).await;
        assert!(web.count("/a") >= 2);
        assert_eq!(dead(&ada).await, Vec::<Value>::new(), "{status:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silence_counts_only_while_others_answer() {
    let status = Arc::new(AtomicU16::new(200));
    let web = FakeWeb::start(&["site.example"], site(&status)).await;
    let app = app(Database::Sqlite, &web).await.unwrap();
    let ada = app.owner("ada").await;
    // Its name is unknown.
    add(&ada, "https://gone.example/a").await;
    settle(&app).await;
    let worker = app.app.link_metadata();
    days(&app, &worker, 5).await;
    assert_eq!(dead(&ada).await, Vec::<Value>::new(), "this server may be cut off");
    add(&ada, "https://site.example/b").await;
    days(&app, &worker, 5).await;
    let told = dead(&ada).await;
    assert!(told.len() == 1 && told[0]["message"].as_str().unwrap().starts_with("Nothing has answered"), "{told:?}");
}

on_both! {
    async fn what_is_kept_of_a_link_is_its_own(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        let id = add(&ada, "https://site.example/a").await;
        let due = app.app.service.store().due_facts(&[], i64::MAX, 0).await.unwrap().unwrap();
        assert_eq!((due.source.as_str(), due.dead), ("https://site.example/a", None));
        let row = mantel_server::store::DeadLinkRow { status: 410, since: 0, days: 3, counted_at: 0 };
        app.app.service.store().postpone_facts(&due.source, i64::MAX, 1, Some(&row)).await.unwrap();
        assert_eq!(dead(&ada).await[0]["tile"], id);
        assert_eq!(dead(&bob).await, Vec::<Value>::new());
        // Another address on the tile is another link.
        ada.patch(&format!("/api/v1/page/tiles/{id}"), json!({ "url": "https://site.example/b" })).await.expect(200);
        assert_eq!(dead(&ada).await, Vec::<Value>::new());
    }
}
