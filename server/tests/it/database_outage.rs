//! A stopped or frozen database: cached pages are served, everything else fails soon with a clear error, and it all
//! recovers by itself. And a clock that jumps.

use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::Connection as _;

use crate::support::postgres::Cluster;
use crate::support::{Actor, Database, OPEN, PASSWORD, TestApp, on_both};

/// Maximum time for failures and recoveries, with slack for busy machines; the goals are 2 s and 5 s.
const PATIENCE: Duration = Duration::from_secs(20);

/// Repeats an edit until it gets this status; returns the duration of the last one, and of all of them.
async fn edit_until(ada: &Actor, status: u16) -> (Duration, Duration) {
    let since = Instant::now();
    loop {
        let asked = Instant::now();
        let reply = ada.patch("/api/v1/page/profile", json!({ "bio": "x" })).await;
        if reply.status == status {
            return (asked.elapsed(), since.elapsed());
        }
        assert!(since.elapsed() < PATIENCE, "{} instead of {status}: {}", reply.status, reply.text);
        tokio::task::yield_now().await;
    }
}

/// What holds while the database is unavailable.
async fn assert_outage(app: &TestApp, ada: &Actor) -> Duration {
    let anyone = app.anonymous();
    let (took, _) = edit_until(ada, 503).await;
    assert!(anyone.get("/ada").await.expect(200).text.contains("Report this page"), "it is shown from memory");
    let refused = ada.patch("/api/v1/page/profile", json!({ "bio": "y" })).await.refused(503, "unavailable");
    assert!(!refused.header("retry-after").is_empty() && refused.body()["requestId"].is_string());
    ada.get("/api/v1/page").await.refused(503, "unavailable");
    anyone.get("/readyz").await.expect(503);
    anyone.get("/healthz").await.expect(200);
    took
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_stops_or_freezes_is_told_of_soon_and_comes_back_by_itself() {
    let Some(cluster) = Cluster::start_durable().await else { return };
    let url = cluster.url();
    let app = TestApp::with(Database::Sqlite, &[OPEN, &[("DATABASE_URL", url.as_str())]].concat()).await.unwrap();
    let ada = app.owner("ada").await;
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    app.anonymous().get("/ada").await.expect(200);
    let cluster = std::sync::Arc::new(cluster);
    for (down, up) in [("stop", "start"), ("STOP", "CONT")] {
        let turn = |what: &'static str| {
            let cluster = std::sync::Arc::clone(&cluster);
            tokio::task::spawn_blocking(move || match what {
                "stop" | "start" => cluster.turn(what),
                signal => cluster.signal(signal),
            })
        };
        turn(down).await.unwrap();
        let refused = assert_outage(&app, &ada).await;
        turn(up).await.unwrap();
        let (_, back) = edit_until(&ada, 200).await;
        println!("after {down} the first edit was refused in {refused:?}; after {up} one was made {back:?} later");
        app.anonymous().get("/readyz").await.expect(200);
    }
}

on_both! {
    async fn a_clock_that_jumps_keeps_versions_and_keys(app) {
        const YEAR: i64 = 365 * 24 * 60 * 60 * 1000;
        let ada = app.owner("ada").await;
        let clock = app.app.service.clock();
        let browser = app.anonymous().with("sec-fetch-site", "same-origin");
        browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        let mut version = ada.get("/api/v1/page").await.body()["version"].as_u64().unwrap();
        for (at, jump) in [-2 * YEAR, YEAR, 5 * YEAR, -YEAR].into_iter().enumerate() {
            clock.advance(jump);
            let body = json!({ "bio": format!("Jump {at}") });
            let now = ada.patch("/api/v1/page/profile", body).await.expect(200).body()["version"].as_u64().unwrap();
            assert_eq!(now, version + 1);
            version = now;
            ada.post("/api/v1/page/publish", json!({})).await.expect(200);
            assert!(app.anonymous().get("/api/v1/public/ada").await.expect(200).text.contains(&format!("Jump {at}")));
        }
        let history = ada.get("/api/v1/page/history").await.expect(200).body();
        let versions: Vec<u64> =
            history["history"].as_array().unwrap().iter().map(|list| list["version"].as_u64().unwrap()).collect();
        assert!(versions.is_sorted_by(|a, b| a > b), "newest first, whatever the clock said: {versions:?}");
        // Years later the session is expired; setting the clock back does not revive it.
        browser.get("/settings").await.expect(303);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_on_postgresql_does_not_look_again_at_the_drafts_that_others_deleted() {
    const EDITS: i64 = 500;
    let Some(app) = TestApp::on(Database::Postgres).await else { return };
    let ada = app.owner("ada").await;
    edits_meet_few_entries(&app, &ada, EDITS).await;
    // One whose history is stored as differences.
    let Some(app) = TestApp::on(Database::Postgres).await else { return };
    let ada = app.owner("ada").await;
    let links: Vec<_> = (0..100).map(|at| format!("https://place-{at}.example/")).collect();
    let large = json!({ "file": { "name": "Ada", "links": links }, "replace": true });
    ada.post("/api/v1/page/import", large).await.expect(201);
    edits_meet_few_entries(&app, &ada, EDITS).await;
}

/// Edits the bio so many times, and looks how many entries of the history that read.
async fn edits_meet_few_entries(app: &TestApp, ada: &Actor, edits: i64) {
    for at in 0..edits {
        ada.patch("/api/v1/page/profile", json!({ "bio": format!("Edit {at}") })).await.expect(200);
    }
    // A connection reports its reads when it closes at the latest.
    app.app.service.store().close().await;
    let mut asking = sqlx::AnyConnection::connect(&app.app.config.database_url).await.unwrap();
    let since = Instant::now();
    loop {
        let told: (i64, i64) = sqlx::query_as(
            "select (select n_tup_ins from pg_stat_user_tables where relname = 'history'),
                (select idx_tup_read from pg_stat_user_indexes where indexrelname = 'history_pkey')",
        )
        .fetch_one(&mut asking)
        .await
        .unwrap();
        if told.0 > edits {
            println!("{edits} edits met {} entries of drafts", told.1);
            assert!(told.1 < 20 * edits, "each met {} entries of drafts", told.1 / edits);
            return;
        }
        assert!(since.elapsed() < PATIENCE, "{told:?}");
        tokio::task::yield_now().await;
    }
}
