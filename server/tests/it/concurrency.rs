//! Concurrent edits: none is lost, no version skipped, no server error (compare-and-swap).
//! `CROWD_EDITS` is the number of edits that each of the 32 clients makes (20 in the usual run, 500 by `make crowd`).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use tokio::task::JoinSet;

use crate::support::{Database, Rows, TestApp, count, on_both};

const TASKS: usize = 32;

/// The number of edits each client makes.
fn edits() -> usize {
    count("CROWD_EDITS", 20)
}

/// Every client edits its own tile repeatedly, on any of the servers: all edits survive.
async fn different_tiles(servers: &[&TestApp]) {
    let ada = servers[0].owner("ada").await;
    let (edits, since) = (edits(), Instant::now());
    let mut tasks = JoinSet::new();
    for task in 0..TASKS {
        let ada = servers[task % servers.len()].anonymous().with("authorization", ada.bearer());
        tasks.spawn(async move {
            let tile = json!({ "tile": { "type": "text", "text": format!("{task}: new") } });
            let added = ada.post("/api/v1/page/tiles", tile).await.expect(201).body();
            let id = added["tiles"][0]["id"].as_str().unwrap().to_owned();
            for edit in 0..edits {
                let patch = json!({ "text": format!("{task}: {edit}") });
                ada.patch(&format!("/api/v1/page/tiles/{id}"), patch).await.expect(200);
            }
            (id, format!("{task}: {}", edits - 1))
        });
    }
    let last: Vec<(String, String)> = tasks.join_all().await;
    let page = ada.get("/api/v1/page").await.body();
    let made = TASKS * (edits + 1);
    println!("{made} edits of different tiles on {} server(s) in {:?}", servers.len(), since.elapsed());
    assert_eq!(page["version"], 1 + made);
    let tiles = page["draft"]["tiles"].as_array().unwrap();
    assert_eq!(tiles.len(), TASKS);
    for (id, text) in last {
        let tile = tiles.iter().find(|tile| tile["id"] == *id).unwrap();
        assert_eq!(tile["text"], text);
    }
    // The history and the events count the same edits.
    let history = ada.get("/api/v1/page/history").await.body();
    let mut next = 1 + made as u64;
    for entry in history["history"].as_array().unwrap() {
        assert_eq!(entry["version"], next, "{history}");
        next -= entry["edits"].as_u64().unwrap();
    }
    assert!(next == 0 || history["history"].as_array().unwrap().len() == 100, "{history}");
}

/// Every client edits the newest version it has seen: each accepted edit is one version, the others get a conflict.
async fn base_versions(servers: &[&TestApp]) {
    let ada = servers[0].owner("bob").await;
    let (edits, since) = (edits(), Instant::now());
    let saved = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    for task in 0..TASKS {
        let ada = servers[task % servers.len()].anonymous().with("authorization", ada.bearer());
        let saved = Arc::clone(&saved);
        tasks.spawn(async move {
            for edit in 0..edits {
                let base = ada.get("/api/v1/page").await.expect(200).body()["version"].clone();
                let patch = json!({ "bio": format!("{task} {edit}"), "baseVersion": base });
                let reply = ada.patch("/api/v1/page/profile", patch).await;
                if reply.status == 200 {
                    assert_eq!(reply.body()["version"].as_u64(), base.as_u64().map(|number| number + 1));
                    saved.fetch_add(1, Ordering::Relaxed);
                } else {
                    reply.refused(409, "version_conflict");
                }
            }
        });
    }
    tasks.join_all().await;
    let (saved, tried) = (saved.load(Ordering::Relaxed), TASKS * edits);
    println!("{saved} of {tried} edits with a base on {} server(s) in {:?}", servers.len(), since.elapsed());
    let version = ada.get("/api/v1/page").await.body()["version"].as_u64().unwrap();
    assert_eq!(version, 1 + saved as u64);
    assert!(saved > 0);
}

/// Several servers share a PostgreSQL; a SQLite file belongs to one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_on_one_database_lose_nothing() {
    let Some(app) = TestApp::on(Database::Postgres).await else { return };
    let other = app.second_server().await;
    different_tiles(&[&app, &other]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_on_one_database_agree_on_the_version() {
    let Some(app) = TestApp::on(Database::Postgres).await else { return };
    let other = app.second_server().await;
    base_versions(&[&other, &app]).await;
}

on_both! {
    async fn edits_of_different_tiles_are_never_lost(app) {
        different_tiles(&[&app]).await;
    }

    async fn with_base_versions_every_200_is_one_step(app) {
        base_versions(&[&app]).await;
    }

    async fn one_name_has_one_owner_and_one_account_one_page(app) {
        let mut people = Vec::new();
        for at in 0..6 {
            people.push(app.keyed(&format!("p{at}")).await);
        }
        let mut tasks = JoinSet::new();
        for at in 0..24 {
            let person = people[at % people.len()].clone();
            let name = if at < 12 { "wanted".to_owned() } else { format!("other-{at}") };
            tasks.spawn(async move {
                let reply = person.post("/api/v1/claim", json!({ "username": name, "empty": true })).await;
                (name, reply.status.as_u16())
            });
        }
        let all = tasks.join_all().await;
        assert!(all.iter().all(|it| matches!(it.1, 201 | 409)), "{all:?}");
        assert!(all.iter().filter(|it| it.0 == "wanted" && it.1 == 201).count() <= 1);
        assert_eq!(all.iter().filter(|it| it.1 == 201).count(), people.len());
    }
}

/// A server that edited a page last edits it from memory: what another one changed since counts all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_server_changed_counts_for_the_one_that_edited_before() {
    let Some(app) = TestApp::on(Database::Postgres).await else { return };
    let other = app.second_server().await;
    let ada = app.owner("ada").await;
    let elsewhere = other.anonymous().with("authorization", ada.bearer());
    let tile = |reply: &Value| format!("/api/v1/page/tiles/{}", reply["tiles"][0]["id"].as_str().unwrap());
    let note = |text: &str| json!({ "tile": { "type": "text", "text": text } });
    let edit = async |text: &str| ada.patch("/api/v1/page/profile", json!({ "bio": text })).await.expect(200).body();
    edit("One").await;
    // A tile that only the other one knows is edited here; one that it removed is gone here too.
    let added = elsewhere.post("/api/v1/page/tiles", note("There")).await.expect(201).body();
    ada.patch(&tile(&added), json!({ "text": "Here" })).await.expect(200);
    elsewhere.call(Method::DELETE, &tile(&added), None).await.expect(200);
    ada.patch(&tile(&added), json!({ "text": "Here again" })).await.refused(404, "tile_not_found");
    // A version that only the other one has is no conflict here; the one that was left here is.
    let left = edit("Two").await["version"].clone();
    let now =
        elsewhere.patch("/api/v1/page/profile", json!({ "bio": "Three" })).await.expect(200).body()["version"].clone();
    let stale = json!({ "bio": "Four", "baseVersion": left });
    ada.patch("/api/v1/page/profile", stale).await.refused(409, "version_conflict");
    let current = json!({ "bio": "Four", "baseVersion": now });
    ada.patch("/api/v1/page/profile", current).await.expect(200);
    // The same text as was left here is a change, and what is live and the address are those of the other one.
    elsewhere.patch("/api/v1/page/profile", json!({ "bio": "Five" })).await.expect(200);
    assert_eq!(edit("Four").await["version"], now.as_i64().unwrap() + 3);
    elsewhere.post("/api/v1/page/publish", json!({})).await.expect(200);
    assert_eq!(edit("Six").await["unpublishedChanges"], true);
    assert_eq!(edit("Four").await["unpublishedChanges"], false);
    elsewhere.post("/api/v1/page/unpublish", json!({})).await.expect(200);
    assert_eq!(edit("Seven").await["unpublishedChanges"], true);
    // A page that was deleted is not edited, and one that was made anew is edited as it is.
    elsewhere.call(Method::DELETE, "/api/v1/page", None).await.expect(204);
    ada.patch("/api/v1/page/profile", json!({ "bio": "Eight" })).await.refused(404, "no_page");
    elsewhere.post("/api/v1/claim", json!({ "username": "ada", "empty": true })).await.expect(201);
    assert_eq!(edit("Nine").await["version"], 2);
}

/// A serializable database may refuse a statement at its very end, when its rows were sent: here every third change of a page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_that_is_refused_after_its_rows_were_sent_is_made_again() {
    let Some(app) = TestApp::on(Database::Postgres).await else { return };
    let ada = app.owner("ada").await;
    let mut rows = Rows::of(&app).await;
    for statement in [
        "create sequence changes",
        "create function refuse() returns trigger language plpgsql as $$ begin
            if nextval('changes') % 3 = 0 then raise exception 'refused at the end' using errcode = '40001'; end if;
            return null;
        end $$",
        "create constraint trigger refuse after update on pages deferrable initially deferred
            for each row execute function refuse()",
    ] {
        rows.run(statement).await;
    }
    for edit in 1..=12 {
        let bio = format!("The bio {edit}");
        let reply = ada.patch("/api/v1/page/profile", json!({ "bio": bio })).await.expect(200).body();
        assert_eq!(reply["version"], 1 + edit);
        let stored = ada.get("/api/v1/page").await.expect(200).body();
        assert_eq!((&stored["version"], &stored["draft"]["profile"]["bio"]), (&json!(1 + edit), &json!(bio)));
    }
    assert!(rows.number("select last_value from changes").await > 15, "nothing was refused");
}

/// Serialization failures of a strict database are retried: no client notices them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_transactions_are_made_again() {
    let Some(app) = TestApp::strict().await else { return };
    let other = app.second_server().await;
    different_tiles(&[&app, &other]).await;
    base_versions(&[&app, &other]).await;
    // Connections report their counts when they close.
    for server in [&app, &other] {
        server.app.service.store().close().await;
    }
    let mut connection = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
    let count = "select cast(xact_rollback as bigint) from pg_stat_database where datname = current_database()";
    let refused: i64 = sqlx::query_scalar(count).fetch_one(&mut connection).await.unwrap();
    println!("{refused} transactions were refused");
    assert!(refused > 0, "no two transactions met: this shows nothing");
}
