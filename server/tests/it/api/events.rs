//! `GET /api/v1/page/events`: a page's events in real time.

use std::process::Command;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Row};

use crate::oauth::agent::{Agent, person, signed_in};
use crate::support::binary::{admin, start};
use crate::support::{Actor, Database, OPEN, PASSWORD, QUIET, TestApp, on_both};

const EVENTS: &str = "/api/v1/page/events";
const PROFILE: &str = "/api/v1/page/profile";

async fn bio(person: &Actor, text: &str) {
    person.patch(PROFILE, json!({ "bio": text })).await.expect(200);
}

on_both! {
    async fn every_kind_of_event_tells_who_did_what(app) {
        let ada = app.owner("ada").await;
        let browser = app.anonymous().with("sec-fetch-site", "same-origin");
        browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
        let token = browser.post("/api/auth/session/token", json!({})).await.expect(200).body();
        let owner = app.anonymous().with_bearer(token["token"].as_str().unwrap());
        let mut stream = ada.watch(None).await;
        let hello = stream.block().await.unwrap();
        assert!(hello.starts_with(": hello\nretry: 2000\nid: "), "{hello}");
        ada.post("/api/v1/page/tiles", json!({ "input": "Print shop" })).await.expect(201);
        bio(&owner, "By hand").await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        ada.post("/api/v1/page/unpublish", json!({})).await.expect(200);
        ada.call(Method::DELETE, "/api/v1/page", None).await.expect(204);
        ada.post("/api/v1/claim", json!({ "username": "ada", "empty": true })).await.expect(201);
        let key = json!({ "kind": "key", "name": "test" });
        let told = [
            ("draft", 2, "add", key.clone(), true),
            ("draft", 3, "profile", json!({ "kind": "owner" }), true),
            ("publish", 3, "publish", key.clone(), false),
            ("unpublish", 3, "unpublish", key.clone(), true),
            ("delete", 3, "delete", key.clone(), true),
            ("draft", 1, "claim", key, true),
        ];
        let mut last = None;
        for (kind, version, act, by, unpublished) in told {
            let it = stream.event().await;
            assert_eq!((it.event.as_str(), &it.data["version"], &it.data["act"]), (kind, &json!(version), &json!(act)));
            assert_eq!((&it.data["by"], &it.data["unpublishedChanges"]), (&by, &json!(unpublished)), "{kind}");
            assert!(it.data["summary"].as_str().is_some_and(|text| !text.is_empty()) && it.data["at"].is_string());
            assert!(last.is_none_or(|last| it.id == last + 1), "{last:?} {}", it.id);
            last = Some(it.id);
        }
    }

    async fn a_stream_is_resumed_without_loss_or_repeats(app) {
        let ada = app.owner("ada").await;
        let mut stream = ada.watch(None).await;
        let hello = stream.block().await.unwrap();
        bio(&ada, "1").await;
        let first = stream.event().await;
        drop(stream);
        for at in 2..=4 {
            bio(&ada, &at.to_string()).await;
        }
        let mut again = ada.watch(Some(&first.id.to_string())).await;
        bio(&ada, "5").await;
        for at in 2..=5 {
            let it = again.event().await;
            assert_eq!((it.id, it.data["version"].as_i64().unwrap()), (first.id + at - 1, at + 1));
        }
        // Resuming also works after a stream that broke off before its first event.
        let from = hello.rsplit_once("id: ").unwrap().1;
        assert_eq!(ada.watch(Some(from)).await.event().await, first);
        // A client that missed nothing gets no old events.
        let mut upright = ada.watch(Some(&(first.id + 4).to_string())).await;
        bio(&ada, "6").await;
        assert_eq!(upright.event().await.id, first.id + 5);
    }

    async fn what_is_not_known_any_more_is_a_reset(app) {
        let ada = app.owner("ada").await;
        for at in 0..203 {
            bio(&ada, &at.to_string()).await;
        }
        for last in ["1", "0", "9999", "-4", "nonsense", "", "99999999999999999999"] {
            let mut stream = ada.watch(Some(last)).await;
            let reset = stream.event().await;
            assert_eq!((reset.event.as_str(), &reset.data["version"]), ("reset", &json!(204)), "{last}");
            assert_eq!(reset.data["unpublishedChanges"], true);
        }
        // The two hundred stored events are replayed.
        let mut stream = ada.watch(Some("4")).await;
        let told = stream.event().await;
        assert_eq!((told.event.as_str(), told.id), ("draft", 5));
        // After a reset the stream continues with new events.
        let mut stream = ada.watch(Some("1")).await;
        let reset = stream.event().await;
        bio(&ada, "more").await;
        let next = stream.event().await;
        assert_eq!((next.event.as_str(), next.id), ("draft", reset.id + 1));
    }

    async fn a_revoked_credential_ends_its_stream_and_no_other(app) {
        let ada = app.owner("ada").await;
        let service = &app.app.service;
        let account = service.account("ada@harrow.example").await.unwrap();
        let (row, key) = service.make_key(&account.id, "other").await.unwrap();
        let (mut stays, ends) = (ada.watch(None).await, app.anonymous().with_bearer(&key).watch(None).await);
        service.revoke_key(&account.id, &row.id).await.unwrap();
        let rest = ends.rest().await;
        assert!(rest.trim_end().lines().next_back().unwrap().starts_with("retry: ") && !rest.contains("data:"), "{rest}");
        bio(&ada, "still").await;
        assert_eq!(stays.event().await.data["version"], 2);
    }

    async fn every_revocation_ends_streams_at_once_on_every_server(app set &[OPEN, &[QUIET]].concat()) {
        // The second server is also what a command beside the server is: another process on the database.
        let beside = app.second_server().await;
        for (round, at) in [&app, &beside].into_iter().enumerate() {
            let (name, service) = (format!("ada{round}"), &at.app.service);
            let ada = person(&app, &name).await;
            let account = service.account(&format!("{name}@harrow.example")).await.unwrap().id;
            let watch = async |bearer: &str| {
                let mut stream = app.anonymous().with_bearer(bearer).watch(None).await;
                stream.block().await.unwrap();
                stream
            };
            let token = async |browser: Actor| {
                let reply = browser.with("sec-fetch-site", "same-origin").post("/api/auth/session/token", json!({})).await;
                reply.expect(200).body()["token"].as_str().unwrap().to_owned()
            };

            let (row, key) = service.make_key(&account, "other").await.unwrap();
            let stream = watch(&key).await;
            service.revoke_key(&account, &row.id).await.unwrap();
            assert!(!stream.rest().await.contains("data:"));

            let agent = Agent::new(&app).await;
            let access = agent.tokens(&ada).await.0;
            let stream = watch(&access).await;
            service.revoke_token(&access, &agent.id).await.unwrap();
            stream.rest().await;

            let stream = watch(&agent.tokens(&ada).await.0).await;
            let connected = service.connections(&account).await.unwrap();
            service.disconnect(&account, &connected[0].id).await.unwrap();
            stream.rest().await;

            let stream = watch(&token(ada.clone()).await).await;
            ada.form("/signout", &[]).await.expect(303);
            stream.rest().await;

            let stream = watch(&token(signed_in(&app, &name).await).await).await;
            service.set_password(&account, "another long password").await.unwrap();
            stream.rest().await;

            let stream = watch(&service.make_key(&account, "last").await.unwrap().1).await;
            at.app.delete_account(&account).await.unwrap();
            stream.rest().await;
        }
    }

    async fn a_stream_asks_for_a_credential_and_a_page(app) {
        app.anonymous().get(EVENTS).await.refused(401, "unauthorized");
        app.keyed("eve").await.get(EVENTS).await.refused(404, "no_page");
        let ada = app.owner("ada").await;
        let head = ada.call(Method::HEAD, EVENTS, None).await.expect(200);
        assert_eq!((head.header("content-type"), head.text.as_str()), ("text/event-stream", ""));
        ada.post(EVENTS, json!({})).await.refused(405, "method_not_allowed");
    }

    async fn a_quiet_stream_says_that_it_is_still_there(app) {
        let mut stream = app.owner("ada").await.watch(None).await;
        stream.block().await.unwrap();
        assert_eq!(stream.block().await.unwrap(), ": still here");
        assert_eq!(stream.block().await.unwrap(), ": still here");
    }

    async fn nobody_hears_of_the_page_of_another(app) {
        let (ada, bob) = (app.owner("ada").await, app.owner("bob").await);
        let mut stream = bob.watch(None).await;
        bio(&ada, "secret").await;
        bio(&bob, "mine").await;
        let told = stream.event().await;
        assert_eq!((&told.data["version"], &told.data["act"]), (&json!(2), &json!("profile")));
    }

    async fn servers_on_one_database_hear_of_each_others_edits(app) {
        let ada = app.owner("ada").await;
        let other = app.second_server().await;
        let there = other.anonymous().with("authorization", ada.bearer());
        let (mut here, mut away) = (ada.watch(None).await, there.watch(None).await);
        for at in 0..8_i64 {
            let (editor, since) = (if at % 2 == 0 { &ada } else { &there }, Instant::now());
            bio(editor, &at.to_string()).await;
            let (one, two) = (here.event().await, away.event().await);
            assert_eq!((one.data["version"].as_i64(), &one), (Some(at + 2), &two));
            // The first event may come before the server listens; until then it polls every second.
            assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_credential_watches_at_most_ten_times_at_once() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let mut open = Vec::new();
    for _ in 0..10 {
        open.push(ada.watch(None).await);
    }
    let refused = ada.get(EVENTS).await.refused(429, "rate_limited");
    assert_eq!(refused.header("retry-after"), "10");
    // Another key of the same account has a limit of its own.
    let account = app.app.service.account("ada@harrow.example").await.unwrap();
    let (_, key) = app.app.service.make_key(&account.id, "other").await.unwrap();
    app.anonymous().with_bearer(&key).watch(None).await;
    open.pop();
    let until = Instant::now() + Duration::from_secs(20);
    while ada.call(Method::HEAD, EVENTS, None).await.status != 200 {
        assert!(Instant::now() < until, "the place of a stream that was left is not given back");
    }
}

/// A listener whose connection is cut reconnects; events from the meantime still arrive.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cut_listener_misses_nothing() {
    let Some(app) = TestApp::on(Database::Postgres).await else { return };
    let ada = app.owner("ada").await;
    let other = app.second_server().await;
    let there = other.anonymous().with("authorization", ada.bearer());
    let mut away = there.watch(None).await;
    bio(&ada, "0").await;
    away.event().await;
    for at in 1..=3_i64 {
        let mut connection = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
        let cut = "select pg_terminate_backend(pid) as cut from pg_stat_activity
            where datname = current_database() and query like 'LISTEN%'";
        let cut = sqlx::query(cut).fetch_all(&mut connection).await.unwrap();
        assert!(cut.iter().any(|it| it.get::<bool, _>("cut")) || at > 1, "nobody was listening");
        bio(&ada, &at.to_string()).await;
        let told = away.event().await;
        assert_eq!(told.data["version"].as_i64(), Some(at + 2));
    }
}

/// Other servers are notified of each of several pages that change at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_servers_are_told_of_every_page_that_changed() {
    let Some(app) = TestApp::on(Database::Postgres).await else { return };
    let mut owners = Vec::new();
    for at in 0..5 {
        owners.push(app.owner(&format!("ada{at}")).await);
    }
    let mut wire = sqlx::postgres::PgListener::connect(&app.app.config.database_url).await.unwrap();
    wire.listen("mantel").await.unwrap();
    let mut wanted = std::collections::BTreeSet::new();
    for owner in &owners {
        bio(owner, "x").await;
    }
    let mut connection = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
    for row in sqlx::query("select account_id from pages").fetch_all(&mut connection).await.unwrap() {
        wanted.insert(row.get::<String, _>(0));
    }
    assert_eq!(wanted.len(), 5);
    while !wanted.is_empty() {
        let told =
            tokio::time::timeout(Duration::from_secs(30), wire.recv()).await.expect("news of every page").unwrap();
        wanted.remove(told.payload());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_ends_streams_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let make = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    admin(folder.path(), &make, "a long password\n");
    let key = admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "watch"], "");
    let mut server = start(folder.path()).await;
    let mut stream = Actor::new(&server.url).with_bearer(&key).watch(None).await;
    stream.block().await.unwrap();
    let since = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap().success());
    assert!(stream.rest().await.starts_with("retry: "));
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
}

/// Not even one heartbeat comes between the command and the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_deletes_the_account_ends_its_streams() {
    let folder = tempfile::tempdir().unwrap();
    let make = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    admin(folder.path(), &make, "a long password\n");
    let key = admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "watch"], "");
    let server = start(folder.path()).await;
    let mut stream = Actor::new(&server.url).with_bearer(&key).watch(None).await;
    stream.block().await.unwrap();
    admin(folder.path(), &["delete-account", "ada@harrow.example", "--yes"], "");
    let rest = stream.rest().await;
    assert!(rest.starts_with("retry: "), "{rest}");
}

/// The event as the contract documents it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_has_exactly_these_fields() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let mut stream = ada.watch(None).await;
    bio(&ada, "x").await;
    let told = stream.event().await;
    let fields: Vec<&String> = told.data.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["version", "at", "by", "act", "summary", "unpublishedChanges"]);
    assert!(told.data["summary"] != Value::Null);
}
