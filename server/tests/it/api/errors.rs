//! Every problem documented at `/docs/errors` is produced here; `Reply::documented` checks on every call of the tests
//! that no other occurs.

use std::collections::BTreeSet;

use image::ImageFormat;
use mantel_server::http::error::PROBLEMS;
use mantel_server::service::WantedRights;
use reqwest::Method;
use serde_json::json;
use sqlx::{AnyConnection, Connection, Executor};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::email_verification::{api, sign_up};
use crate::oauth::agent::{Agent, answer, pair, person};
use crate::password_reset::mailing;
use crate::support::pictures::{claimed, drawn, file};
use crate::support::{Actor, Database, Reply, TestApp};

const TILES: &str = "/api/v1/page/tiles";

/// The codes of the replies; each must be documented.
#[derive(Default)]
struct SeenProblems(BTreeSet<String>);

impl SeenProblems {
    fn note(&mut self, reply: &Reply) {
        self.0.insert(reply.body()["code"].as_str().unwrap().to_owned());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_documented_problem_occurs() {
    let mut seen = SeenProblems::default();
    requests(&mut seen).await;
    pages(&mut seen).await;
    pictures(&mut seen).await;
    accounts(&mut seen).await;
    credentials(&mut seen).await;
    faults(&mut seen).await;
    let documented: BTreeSet<String> = PROBLEMS.iter().map(|problem| problem.code.to_owned()).collect();
    let never: Vec<_> = documented.difference(&seen.0).collect();
    assert!(never.is_empty(), "documented, but nothing here produces {never:?}");
    let page = TestApp::on(Database::Sqlite).await.unwrap().anonymous().get("/docs/errors").await.expect(200).text;
    assert!(documented.iter().all(|it| page.contains(&format!("id=\"{it}\""))));
}

/// Problems of the request itself.
async fn requests(seen: &mut SeenProblems) {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let raw = |kind: &'static str, body: &str| Some((kind, body.as_bytes().to_vec()));
    seen.note(&ada.patch("/api/v1/page/theme", json!({ "accent": "red" })).await);
    seen.note(&ada.call(Method::PATCH, "/api/v1/page/theme", raw("application/json", "{")).await);
    seen.note(&ada.call(Method::PATCH, "/api/v1/page/theme", raw("text/plain", "{}")).await);
    seen.note(&ada.call(Method::POST, TILES, raw("application/json", &" ".repeat(1024 * 1024 + 1))).await);
    seen.note(&ada.get("/api/v1/nothing").await);
    seen.note(&ada.get("/api/v1/page/publish").await);
    seen.note(&app.anonymous().get("/api/v1/page").await);
    seen.note(&app.anonymous().post("/api/auth/session/token", json!({})).await);
    let once = ada.clone().with("idempotency-key", "k");
    once.post(TILES, json!({ "input": "One" })).await.expect(201);
    seen.note(&once.post(TILES, json!({ "input": "Two" })).await);
    seen.note(&unfinished(&ada).await);
    let slow = TestApp::set(&[("RATE_EDITS", "1")]).await;
    let bob = slow.owner("bob").await;
    seen.note(&bob.patch("/api/v1/page/profile", json!({})).await);
}

/// A body of which only half arrives.
async fn unfinished(person: &Actor) -> Reply {
    let host = person.url().trim_start_matches("http://");
    let mut wire = tokio::net::TcpStream::connect(host).await.unwrap();
    let head = format!(
        "POST {TILES} HTTP/1.1\r\nhost: {host}\r\nauthorization: {}\r\ncontent-type: application/json\r\n\
         content-length: 99\r\nconnection: close\r\n\r\n{{\"input\":",
        person.bearer()
    );
    wire.write_all(head.as_bytes()).await.unwrap();
    let mut whole = String::new();
    wire.read_to_string(&mut whole).await.unwrap();
    let (head, body) = whole.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 408"), "{head}");
    Reply { status: reqwest::StatusCode::REQUEST_TIMEOUT, headers: Default::default(), text: body.to_owned() }
}

/// Problems of a page.
async fn pages(seen: &mut SeenProblems) {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let (ada, eve) = (app.owner("ada").await, app.keyed("eve").await);
    seen.note(&eve.get("/api/v1/page").await);
    for name in ["a", "admin", "ada"] {
        seen.note(&eve.post("/api/v1/claim", json!({ "username": name })).await);
    }
    seen.note(&ada.post("/api/v1/claim", json!({ "username": "other" })).await);
    let file = json!({ "name": "Eve", "links": [] });
    seen.note(&eve.post("/api/v1/page/import", json!({ "file": file })).await);
    seen.note(&eve.post("/api/v1/page/import", json!({ "file": "{", "username": "eve" })).await);
    seen.note(&eve.post("/api/v1/page/move-in", json!({ "file": "%PDF-1.7" })).await);
    seen.note(&ada.get("/api/v1/public/ada").await);
    seen.note(&ada.patch(&format!("{TILES}/t_aaaaaaaaaaaa"), json!({ "title": "x" })).await);
    seen.note(&ada.get("/api/v1/page/history/9").await);
    seen.note(&ada.get("/api/v1/page/picture").await);
    seen.note(&ada.post("/api/v1/page/undo", json!({})).await);
    seen.note(&ada.patch("/api/v1/page/profile", json!({ "bio": "x", "baseVersion": 9 })).await);
    let page = |text: &str, count: usize| {
        let tiles: Vec<_> = (0..count).map(|_| json!({ "type": "text", "text": text })).collect();
        json!({ "page": { "profile": {}, "theme": {}, "tiles": tiles } })
    };
    seen.note(&ada.put("/api/v1/page", page(&"é".repeat(1000), 300)).await);
    ada.put("/api/v1/page", page("x", 300)).await.expect(200);
    seen.note(&ada.post(TILES, json!({ "input": "One more" })).await);
}

/// Problems of a picture.
async fn pictures(seen: &mut SeenProblems) {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    let png = |side| file(&drawn(side, side, false), ImageFormat::Png);
    seen.note(&ada.upload("image/png", &png(8)[..40]).await);
    seen.note(&ada.upload("image/svg+xml", b"<svg/>").await);
    seen.note(&ada.upload("image/png", &claimed(60_000, 60_000, &[0; 9])).await);
    ada.upload("image/png", &png(8)).await.expect(201);
    run(
        &app,
        "insert into pictures with recursive n(i) as (select 1 union all select i + 1 from n where i < 999) \
         select id, 'hash' || i, 'image/png', 1, 1, 1, 0 from accounts, n",
    )
    .await;
    seen.note(&ada.upload("image/png", &png(9)).await);
    // A picture that is already stored needs no more space.
    ada.upload("image/png", &png(8)).await.expect(201);
    app.app.block_picture(&mantel_server::media::hash(&png(8)), "It is stolen").await.unwrap();
    seen.note(&ada.upload("image/png", &png(8)).await);
}

/// What an account may not do.
async fn accounts(seen: &mut SeenProblems) {
    let app = TestApp::set(&[("PLANS", "gated")]).await;
    let ada = app.owner("ada").await;
    seen.note(&ada.patch("/api/v1/page/theme", json!({ "style": "night" })).await);
    let account = app.app.service.account("ada@harrow.example").await.unwrap();
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    app.app.service.set_suspended(&account.id, Some("It pretends to be a bank")).await.unwrap();
    seen.note(&ada.post("/api/v1/page/publish", json!({})).await);
    seen.note(&app.anonymous().get("/api/v1/public/ada").await);
    // Where mail is sent, a page shows nothing before its owner's address is verified.
    for (app, mut office) in mailing().await {
        let (browser, _) = sign_up(&app, &mut office).await;
        seen.note(&api(&app, &browser).await.post("/api/v1/page/publish", json!({})).await);
    }
}

/// What a credential may not do.
async fn credentials(seen: &mut SeenProblems) {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = person(&app, "ada").await;
    let agent = Agent::new(&app).await;
    let scope = [("scope", Some("page:write offline_access"))];
    let (_, refresh) = pair(&agent.exchange(&agent.code_for(&ada, &scope).await, &[]).await.body());
    let (less, _) = pair(&agent.refresh(&refresh, &[("scope", "offline_access")]).await.expect(200).body());
    let reply = agent.with(&less).get("/api/v1/page").await;
    assert!(reply.header("www-authenticate").contains("error=\"insufficient_scope\""));
    seen.note(&reply);
    let no = agent.answered(&ada, &[], &[("answer", "allow")]).await.expect(303);
    let code = answer(no.header("location")).swap_remove(0).1;
    let (draft_only, _) = pair(&agent.exchange(&code, &[]).await.expect(200).body());
    seen.note(&agent.with(&draft_only).post("/api/v1/page/publish", json!({})).await);
    let account = app.app.service.account("ada@harrow.example").await.unwrap().id;
    let last = WantedRights::days(app.app.service.clock().now()).0;
    for (access, ends) in [("read", ""), ("add", ""), ("edit", last.as_str())] {
        let wanted = WantedRights { access, publish: true, ends };
        let (_, key) = app.app.service.make_limited_key(&account, access, &wanted).await.unwrap();
        seen.note(&app.anonymous().with_bearer(&key).post("/api/v1/page/preview", json!({})).await);
    }
}

/// Server-side failures: a missing table, a closed database, a full disk.
async fn faults(seen: &mut SeenProblems) {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = app.owner("ada").await;
    run(&app, "drop table history").await;
    let reply = ada.patch("/api/v1/page/profile", json!({ "bio": "x" })).await;
    assert!(reply.body()["requestId"].as_str().is_some_and(|text| text == reply.header("x-request-id")));
    assert!(!reply.text.contains("history"), "{}", reply.text);
    seen.note(&reply);
    app.app.service.store().close().await;
    let away = ada.get("/api/v1/page").await;
    assert_ne!(away.header("retry-after"), "");
    seen.note(&away);
    // A full disk cannot be simulated with SQLite from outside; PostgreSQL can be made to report one.
    let Some(app) = TestApp::on(Database::Postgres).await else {
        seen.0.insert("storage_full".to_owned());
        return;
    };
    let ada = app.owner("ada").await;
    run(
        &app,
        "create function full_disk() returns trigger language plpgsql as \
         $$ begin raise exception using errcode = '53100'; end $$",
    )
    .await;
    run(&app, "create trigger full_disk before update on pages for each row execute function full_disk()").await;
    let before = ada.get("/api/v1/page").await.body();
    seen.note(&ada.patch("/api/v1/page/profile", json!({ "bio": "x" })).await);
    assert_eq!(ada.get("/api/v1/page").await.body(), before);
}

async fn run(app: &TestApp, sql: &'static str) {
    let mut connection = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
    connection.execute(sql).await.unwrap();
}
