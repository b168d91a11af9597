//! What strangers and accounts can make grow, and its bounds: each table is filled past its bound, and looked at.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::mcp::{ask, call, send};
use crate::oauth::agent::{Agent, REGISTER, person, signed_in};
use crate::support::{Actor, PASSWORD, Rows, TestApp, on_both};

const TILES: &str = "/api/v1/page/tiles";
const IMPORT: &str = "/api/v1/page/import";
const MIB: i64 = 1024 * 1024;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// An import of about 225 KB.
fn long_import(name: &str) -> Value {
    let notes: Vec<_> = (0..150).map(|at| format!("Note {at} {}", "words and more ".repeat(100))).collect();
    json!({ "file": { "name": name, "links": notes }, "replace": true })
}

on_both! {
    async fn replies_to_long_calls_take_few_bytes_and_are_given_again(app) {
        let ada = app.owner("ada").await;
        let mut first = Vec::new();
        for at in 0..12 {
            let once = ada.clone().with("idempotency-key", &format!("import-{at}"));
            first.push(once.post(IMPORT, long_import(&format!("Ada {at}"))).await.expect(201));
            assert!(first[at].text.len() > 200_000);
        }
        let mut rows = Rows::of(&app).await;
        assert_eq!(rows.number("select count(*) from replays").await, 12);
        let stored = rows.number("select sum(octet_length(body)) from replays").await;
        assert!(stored < 12 * 5000, "{stored} bytes for 12 replies");
        assert!(rows.number("select sum(bytes) from replays").await >= stored);
        for at in [0, 5, 11] {
            let once = ada.clone().with("idempotency-key", &format!("import-{at}"));
            let again = once.post(IMPORT, long_import(&format!("Ada {at}"))).await.expect(201);
            assert_eq!(again.header("idempotency-replayed"), "true");
            assert_eq!((again.text.as_str(), again.header("etag")), (first[at].text.as_str(), first[at].header("etag")));
            once.post(IMPORT, long_import("Another")).await.refused(422, "idempotency_key_reused");
        }
        assert_eq!(ada.get("/api/v1/page").await.body()["version"], 13);
    }

    async fn a_long_reply_is_made_from_the_page_as_it_is_once_its_draft_is_forgotten(app) {
        let ada = app.owner("ada").await;
        let once = ada.clone().with("idempotency-key", "import");
        let import = json!({ "file": { "name": "Ada", "links": long_import("Ada")["file"]["links"], "nope": 1 }, "replace": true });
        let first = once.post(IMPORT, import.clone()).await.expect(201).body();
        ada.patch("/api/v1/page/profile", json!({ "bio": "Since then" })).await.expect(200);
        Rows::of(&app).await.run("delete from history").await;
        let again = once.post(IMPORT, import.clone()).await.expect(201);
        assert_eq!(again.header("idempotency-replayed"), "true");
        let again = again.body();
        assert_eq!((&again["version"], &again["draft"]["profile"]["bio"]), (&json!(3), &json!("Since then")));
        assert_eq!((&again["warnings"], first["version"].as_i64()), (&first["warnings"], Some(2)));
        // Of a page that is gone nothing can be said, and nothing is made again.
        ada.call(reqwest::Method::DELETE, "/api/v1/page", None).await.expect(204);
        once.post(IMPORT, import).await.refused(404, "no_page");
    }

    async fn a_long_result_of_a_tool_is_stored_briefly_too(app) {
        let ada = app.owner("ada").await;
        let mut arguments = long_import("Ada");
        arguments["clientId"] = json!("one");
        let first = call(&ada, "import_page", arguments.clone()).await;
        let links: Vec<_> = (0..20).map(|at| format!("A note {at} {}", "of some words ".repeat(100))).collect();
        let add = json!({ "inputs": links, "clientId": "two" });
        let added = call(&ada, "add_tile", add.clone()).await;
        let mut rows = Rows::of(&app).await;
        let stored = rows.number("select sum(octet_length(body)) from replays").await;
        assert!((100..10_000).contains(&stored), "{stored} bytes for 2 replies");
        ada.patch("/api/v1/page/profile", json!({ "bio": "Since then" })).await.expect(200);
        assert_eq!(call(&ada, "import_page", arguments).await, first);
        assert_eq!(call(&ada, "add_tile", add).await, added);
    }

    async fn an_account_has_at_most_a_thousand_stored_replies_of_a_mebibyte_in_all(app) {
        let (ada, _bob) = (app.owner("ada").await, app.owner("bob").await);
        let mut rows = Rows::of(&app).await;
        let (adas, bobs, now) = (rows.account("ada").await, rows.account("bob").await, app.app.service.clock().now());
        let columns = "account_id, key, call, status, etag, body, parts, bytes, at";
        let old = |account: &str, bytes: u32| format!("'{account}', 'k' || cast(i as text), '', 201, '', '{{}}', 0, {bytes}, {} + i", now - 5000);
        rows.fill(1000, "replays", columns, &old(&adas, 250)).await;
        rows.fill(900, "replays", columns, &old(&bobs, 250)).await;
        ada.clone().with("idempotency-key", "new").post(TILES, json!({ "input": "One" })).await.expect(201);
        let count = format!("select count(*) from replays where account_id = '{adas}'");
        assert!((800..=1000).contains(&rows.number(&count).await));
        // The oldest went, and the newest is there.
        assert_eq!(rows.number(&format!("{count} and key in ('k1', 'k2', 'k1000', 'new')")).await, 2);
        assert_eq!(rows.number(&format!("select count(*) from replays where account_id = '{bobs}'")).await, 900);
        rows.run("delete from replays").await;
        rows.fill(400, "replays", columns, &old(&adas, 4000)).await;
        let once = ada.clone().with("idempotency-key", "newer");
        let first = once.post(TILES, json!({ "input": "Two" })).await.expect(201);
        let room = rows.number("select sum(bytes) from replays").await;
        assert!((MIB / 2..=MIB).contains(&room), "{room}");
        assert_eq!(once.post(TILES, json!({ "input": "Two" })).await.expect(201).text, first.text);
    }

    async fn what_has_expired_goes_although_its_account_does_nothing(app) {
        let agent = Agent::new(&app).await;
        let ada = person(&app, "ada").await;
        agent.tokens(&ada).await;
        let mut rows = Rows::of(&app).await;
        let (account, now) = (rows.account("ada").await, app.app.service.clock().now());
        let grant: String = sqlx::query_scalar("select id from oauth_grants").fetch_one(&mut rows.0).await.unwrap();
        let session: String = sqlx::query_scalar("select hash from sessions").fetch_one(&mut rows.0).await.unwrap();
        let before = |time: i64| now - time - 1;
        let n = "cast(i as text)";
        rows.fill(1300, "replays", "account_id, key, call, status, etag, body, at", &format!("'{account}', {n}, '', 201, '', '', {}", before(DAY))).await;
        rows.fill(700, "bearers", "hash, session_hash, account_id, expires_at", &format!("{n}, '{session}', '{account}', {}", before(0))).await;
        rows.fill(700, "resets", "hash, account_id, expires_at", &format!("{n}, '{account}', {}", before(0))).await;
        rows.run(&format!("insert into email_changes (account_id, hash, email, expires_at) values ('{account}', 'h', 'e', {})", before(0))).await;
        let upload = "hash, account_id, credential_kind, credential_hash, expires_at";
        rows.fill(700, "upload_addresses", upload, &format!("{n}, '{account}', '', '', {}", before(0))).await;
        let code = "hash, grant_id, redirect, challenge, resource, scope, expires_at";
        rows.fill(700, "oauth_codes", code, &format!("{n}, '{grant}', '', '', '', '', {}", before(DAY))).await;
        let token = "hash, grant_id, family, kind, resource, scope, expires_at, family_ends";
        rows.fill(700, "oauth_tokens", token, &format!("{n}, '{grant}', 'f', 'access', '', '', {}, 0", before(DAY))).await;
        rows.fill(700, "oauth_clients", "id, name, redirects, refresh, created_at", &format!("{n}, '', '[]', 1, {}", before(DAY))).await;
        rows.fill(700, "held_names", "username, account_id, until", &format!("{n}, 'a_gone', {}", before(0))).await;
        let report = "id, account_id, username, reason, words, email, at, settled_at";
        rows.fill(700, "reports", report, &format!("{n}, '{account}', 'ada', '', '', '', 1, {}", before(180 * DAY))).await;
        rows.fill(700, "sessions", "hash, account_id, created_at, seen_at", &format!("{n}, '{account}', {now}, {}", before(14 * DAY))).await;
        rows.fill(700, "facts", "source, next_at, leased_until, asked_at, failures", &format!("{n}, 0, 0, 0, 0")).await;
        let gone = app.app.service.delete_expired().await.unwrap();
        assert_eq!(gone, 1300 + 10 * 700 + 1 - 700 + 700);
        for (table, left) in [
            ("replays", 0), ("bearers", 0), ("resets", 0), ("email_changes", 0), ("oauth_codes", 1), ("oauth_tokens", 2),
            ("oauth_clients", 1), ("held_names", 0), ("reports", 0), ("sessions", 1), ("facts", 0),
            ("upload_addresses", 0),
        ] {
            assert_eq!(rows.number(&format!("select count(*) from {table}")).await, left, "{table}");
        }
        assert_eq!(app.app.service.delete_expired().await.unwrap(), 0);
    }

    async fn an_account_has_at_most_a_hundred_sessions_with_a_hundred_tokens_each(app) {
        let browser = person(&app, "ada").await;
        let mut rows = Rows::of(&app).await;
        let (account, now) = (rows.account("ada").await, app.app.service.clock().now());
        let values = format!("cast(i as text), '{account}', {now}, {now} - i");
        rows.fill(300, "sessions", "hash, account_id, created_at, seen_at", &values).await;
        let newest = signed_in(&app, "ada").await;
        assert_eq!(rows.number("select count(*) from sessions").await, 100);
        newest.get("/settings").await.expect(200);
        browser.get("/settings").await.expect(200);
        let find = "select hash from sessions where length(hash) = 64 order by created_at limit 1";
        let session: String = sqlx::query_scalar(find).fetch_one(&mut rows.0).await.unwrap();
        let values = format!("cast(i as text), '{session}', '{account}', {now} + 1000 + i");
        rows.fill(300, "bearers", "hash, session_hash, account_id, expires_at", &values).await;
        let same_site = browser.clone().with("sec-fetch-site", "same-origin");
        let token = same_site.post("/api/auth/session/token", json!({})).await.expect(200).body();
        assert_eq!(rows.number("select count(*) from bearers").await, 100);
        app.anonymous().with_bearer(token["token"].as_str().unwrap()).get("/api/v1/page").await.expect(200);
    }

    async fn programs_that_register_and_connect_without_end_have_bounds(app) {
        let (ada, agent) = (person(&app, "ada").await, Agent::new(&app).await);
        let (_, refresh) = agent.tokens(&ada).await;
        let mut rows = Rows::of(&app).await;
        let (account, now) = (rows.account("ada").await, app.app.service.clock().now());
        let grant: String = sqlx::query_scalar("select id from oauth_grants").fetch_one(&mut rows.0).await.unwrap();
        let n = "cast(i as text)";
        rows.fill(6000, "oauth_clients", "id, name, redirects, refresh, created_at", &format!("{n}, '', '[]', 1, {now} - i")).await;
        let new = app.anonymous().post(REGISTER, json!({ "redirect_uris": ["https://new.example/back"] })).await.expect(201).body();
        assert_eq!(rows.number("select count(*) from oauth_clients where used_at is null").await, 5000);
        assert_eq!(rows.number(&format!("select count(*) from oauth_clients where id in ('{}', '{}')", agent.id, new["client_id"].as_str().unwrap())).await, 2);
        // One program that starts its flow again and again.
        let code = "hash, grant_id, redirect, challenge, resource, scope, expires_at";
        rows.fill(100, "oauth_codes", code, &format!("{n}, '{grant}', '', '', '', '', {now} + i")).await;
        let token = "hash, grant_id, family, kind, resource, scope, expires_at, family_ends, spent_at";
        for (of, kind, spent) in [("a", "access", "null".to_owned()), ("r", "refresh", "null".to_owned()), ("s", "refresh", format!("{now} - i"))] {
            let values = format!("'{of}' || {n}, '{grant}', 'f', '{kind}', '', '', {now} + i, {now}, {spent}");
            rows.fill(1200, "oauth_tokens", token, &values).await;
        }
        agent.refresh(&refresh, &[]).await.expect(200);
        for (of, most) in [("kind = 'access'", 100), ("spent_at is null", 600), ("spent_at is not null", 500)] {
            assert_eq!(rows.number(&format!("select count(*) from oauth_tokens where {of}")).await, most, "{of}");
        }
        agent.code(&ada).await;
        assert_eq!(rows.number("select count(*) from oauth_codes").await, 20);
        // One account that allows ever more programs.
        let columns = "id, account_id, client_id, name, created_at, used_at";
        rows.fill(150, "oauth_grants", columns, &format!("{n}, '{account}', 'c' || {n}, {n}, {now}, {now} + i")).await;
        agent.code(&ada).await;
        assert!(rows.number("select count(*) from oauth_grants").await <= 101);
        assert_eq!(rows.number(&format!("select count(*) from oauth_grants where id = '{grant}'")).await, 1);
    }

    async fn an_account_holds_at_most_fifty_names(app) {
        let ada = app.owner("ada").await;
        let mut rows = Rows::of(&app).await;
        let (account, now) = (rows.account("ada").await, app.app.service.clock().now());
        let values = format!("'old' || cast(i as text), '{account}', {now} + i, 0");
        rows.fill(200, "held_names", "username, account_id, until, moved", &values).await;
        ada.call(reqwest::Method::DELETE, "/api/v1/page", None).await.expect(204);
        assert_eq!(rows.number("select count(*) from held_names").await, 50);
        let held = "select count(*) from held_names where username in ('ada', 'old200', 'old1')";
        assert_eq!(rows.number(held).await, 2);
    }

    async fn the_history_of_huge_pages_has_a_bound_in_bytes(app) {
        let ada = app.owner("ada").await;
        let mut rows = Rows::of(&app).await;
        let account = rows.account("ada").await;
        rows.run("update pages set version = 1000").await;
        let draft = "x".repeat(400_000);
        let fill = format!(
            "with recursive n(i) as (select 1 union all select i + 1 from n where i < 90)
            insert into history (account_id, version, at, actor, act, draft) select '{account}', 910 + i, 1, 'owner', 'edit', $1 from n"
        );
        sqlx::query(AssertSqlSafe(fill)).bind(draft).execute(&mut rows.0).await.unwrap();
        let entry = "account_id, version, first, since, at, actor, act, summary";
        rows.fill(90, "history_entries", entry, &format!("'{account}', 910 + i, 910 + i, 1, 1, 'owner', 'edit', ''")).await;
        ada.post(IMPORT, long_import("Ada")).await.expect(201);
        let room = rows.number("select sum(octet_length(draft)) from history").await
            + rows.number("select sum(octet_length(draft)) from history_snapshots").await;
        assert!((15 * MIB..=16 * MIB).contains(&room), "{room}");
        let (drafts, entries) = (rows.number("select count(*) from history").await, rows.number("select count(*) from history_entries").await);
        assert_eq!(drafts, entries);
        assert_eq!(rows.number("select count(*) from history where version in (1000, 1001)").await, 2);
        ada.get("/api/v1/page/history").await.expect(200);
    }

    async fn addresses_that_pages_give_up_do_not_stay(app) {
        let ada = app.owner("ada").await;
        for round in 0..4 {
            let links: Vec<_> = (0..300).map(|at| format!("https://site{at}.example/{round}")).collect();
            ada.post(IMPORT, json!({ "file": { "name": "Ada", "links": links }, "replace": true })).await.expect(201);
        }
        let mut rows = Rows::of(&app).await;
        assert_eq!(rows.number("select count(*) from facts").await, 1200);
        app.app.service.delete_expired().await.unwrap();
        assert!(rows.number("select count(*) from page_facts").await <= 600);
        assert!(rows.number("select count(*) from facts").await <= 600);
        // One that was given up is wanted again.
        ada.post(TILES, json!({ "input": "https://site7.example/0" })).await.refused(400, "too_many_tiles");
    }

    async fn a_page_has_two_hundred_events_and_two_hundred_drafts_at_most(app) {
        let ada = app.owner("ada").await;
        let mut rows = Rows::of(&app).await;
        let account = rows.account("ada").await;
        rows.run("update pages set version = 1000, event_serial = 1000").await;
        let event = "account_id, serial, at, kind, version, actor, act, summary, unpublished";
        rows.fill(400, "events", event, &format!("'{account}', 600 + i, 1, 'draft', 600 + i, 'owner', 'edit', '', 1")).await;
        rows.fill(400, "history", "account_id, version, at, actor, act, draft", &format!("'{account}', 600 + i, 1, 'owner', 'edit', '{{}}'")).await;
        let entry = "account_id, version, first, since, at, actor, act, summary";
        rows.fill(200, "history_entries", entry, &format!("'{account}', 600 + 2 * i, 600 + 2 * i, 1, 1, 'owner', 'edit', ''")).await;
        ada.post(TILES, json!({ "input": "One" })).await.expect(201);
        assert_eq!(rows.number("select count(*) from events").await, 200);
        assert_eq!(rows.number("select count(*) from history_entries").await, 100);
        assert!(rows.number("select count(*) from history").await <= 200);
    }

    async fn links_keys_and_changes_that_wait_are_as_many_as_there_are_accounts(app) {
        let ada = app.owner("ada").await;
        for _ in 0..5 {
            ada.post("/api/v1/page/preview", json!({})).await;
        }
        for number in 0..60 {
            ada.post("/api/v1/page/ways", json!({ "name": format!("way-{number}") })).await;
        }
        let mut rows = Rows::of(&app).await;
        assert_eq!(rows.number("select count(*) from previews").await, 1);
        assert_eq!(rows.number("select count(*) from ways").await, 50);
        let (account, service) = (rows.account("ada").await, &app.app.service);
        for _ in 0..25 {
            let _ = service.make_key(&account, "key").await;
        }
        assert_eq!(rows.number("select count(*) from api_keys").await, 20);
        assert_eq!(rows.number("select count(*) from pages").await, 1);
        assert!(rows.number("select count(*) from instance").await < 10);
    }

    async fn a_page_has_at_most_fifty_open_reports(app) {
        let ada = app.owner("ada").await;
        ada.post("/api/v1/page/publish", json!({})).await.expect(200);
        let anyone = app.anonymous();
        for _ in 0..60 {
            anyone.form("/report/ada", &[("reason", "other"), ("words", "Look at this"), ("email", "")]).await;
        }
        assert_eq!(Rows::of(&app).await.number("select count(*) from reports").await, 50);
    }
}

/// Keys of one account, with rates for each and for all of them.
async fn keys(app: &TestApp, count: usize) -> Vec<Actor> {
    let service = &app.app.service;
    let account = service.make_account("ada@harrow.example", PASSWORD, None).await.unwrap();
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(app.anonymous().with_bearer(&service.make_key(&account, "key").await.unwrap().1));
    }
    all
}

#[tokio::test]
async fn the_keys_of_an_account_share_a_rate_above_that_of_each() {
    let app = TestApp::set(&[
        ("RATE_EDITS", "60"),
        ("RATE_EDITS_ACCOUNT", "7"),
        ("RATE_READS", "60"),
        ("RATE_READS_ACCOUNT", "9"),
    ])
    .await;
    let keys = keys(&app, 5).await;
    keys[0].post("/api/v1/claim", json!({ "username": "ada", "empty": true })).await.expect(201);
    let (mut edits, mut reads) = (0, 0);
    for key in keys.iter().cycle().take(30) {
        edits += usize::from(key.patch("/api/v1/page/profile", json!({})).await.status == 200);
        reads += usize::from(key.get("/api/v1/page").await.status == 200);
    }
    // A token or two may have been refilled meanwhile.
    assert!((6..=8).contains(&edits) && (9..=11).contains(&reads), "{edits} edits, {reads} reads");
    // Another account is not affected.
    app.keyed("bob").await.get("/api/v1/page").await.refused(404, "no_page");
}

#[tokio::test]
async fn every_mcp_method_counts_against_the_rate_of_its_credential() {
    for (method, params) in [
        ("resources/read", json!({ "uri": "mantel://draft.html" })),
        ("resources/list", json!({})),
        ("tools/list", json!({})),
        ("prompts/list", json!({})),
        ("tools/call", json!({ "name": "get_page", "arguments": {} })),
    ] {
        let app = TestApp::set(&[("RATE_READS", "6")]).await;
        let ada = app.owner("ada").await;
        ask(&ada, method, params.clone()).await;
        let mut answered = 1;
        for _ in 0..12 {
            answered += usize::from(send(&ada, method, params.clone()).await.status == 200);
        }
        assert!((6..=7).contains(&answered), "{method}: {answered}");
        let refused = send(&ada, method, params).await.refused(429, "rate_limited");
        assert!(!refused.header("retry-after").is_empty());
    }
}

const SCREENS: [&str; 6] = ["/", "/looks", "/looks/painted/meadow?layout=list", "/docs", "/docs/api", "/docs/errors"];

#[tokio::test]
async fn screens_that_are_the_same_for_everyone_are_rendered_and_compressed_once() {
    let app = TestApp::set(crate::support::OPEN).await;
    let anyone = app.anonymous();
    let mut plain = Vec::new();
    for path in SCREENS {
        plain.push(anyone.get(path).await.expect(200));
    }
    for encoding in ["br", "gzip", "gzip, deflate, br"] {
        for (path, first) in SCREENS.iter().zip(&plain) {
            let packed = anyone.clone().with("accept-encoding", encoding).get(path).await.expect(200);
            assert_eq!(packed.header("content-encoding"), if encoding == "gzip" { "gzip" } else { "br" });
            assert_eq!(packed.header("vary"), "Accept-Encoding");
            for name in ["content-type", "cache-control", "content-security-policy"] {
                assert_eq!(packed.header(name), first.header(name), "{path}: {name}");
            }
        }
    }
    let count = u64::try_from(SCREENS.len()).unwrap();
    assert_eq!(app.app.screens.counts(), (count, 2 * count));
    for (path, first) in SCREENS.iter().zip(&plain) {
        assert_eq!(anyone.get(path).await.text, first.text);
    }
    // What somebody signed in sees is never anybody else's.
    let ada = person(&app, "ada").await;
    assert_ne!(ada.get("/").await.expect(200).text, plain[0].text);
    assert_eq!(anyone.get("/").await.expect(200).text, plain[0].text);
    let query = anyone.get("/?utm_source=elsewhere").await.expect(200);
    assert_eq!(query.text, plain[0].text);
}

#[tokio::test]
async fn however_many_screens_are_asked_for_those_kept_have_a_bound() {
    let app = TestApp::set(crate::support::OPEN).await;
    let anyone = app.anonymous();
    for look in mantel_model::look::Look::ALL {
        for palette in look.palettes() {
            for query in ["", "?layout=list", "?layout=canvas&x=1", "?photos=dither"] {
                anyone.get(&format!("/looks/{look}/{}{query}", palette.name())).await.expect(200);
            }
        }
    }
    let (documents, bytes) = app.app.screens.size();
    assert!(documents > 4 && bytes <= 8 * 1024 * 1024, "{documents} documents of {bytes} bytes");
}

#[tokio::test]
async fn every_drawn_screen_and_file_counts_against_the_public_rate() {
    let others = [
        "/looks/painted",
        "/schema/page.schema.json",
        "/openapi.json",
        "/brands.svg",
        "/nothing/here",
        "/signin",
        "/signup?username=ada",
        "/forgot",
    ];
    for path in SCREENS.into_iter().chain(others) {
        let app = TestApp::set(&[("RATE_PUBLIC", "3")]).await;
        let anyone = app.anonymous();
        let mut allowed = 0;
        for _ in 0..6 {
            allowed += usize::from(anyone.get(path).await.status != 429);
        }
        assert!((3..=4).contains(&allowed), "{path}: {allowed}");
    }
}

#[tokio::test]
async fn a_cookie_that_is_no_session_spares_no_rate() {
    for path in ["/signout", "/signin", "/report/ada", "/api/auth/oauth2/authorize"] {
        let app = TestApp::set(&[("RATE_PUBLIC", "3")]).await;
        let made_up = app.anonymous().with("cookie", "mantel=mantels_nonsense");
        let mut allowed = 0;
        for _ in 0..6 {
            allowed += usize::from(made_up.form(path, &[("email", "nobody")]).await.status != 429);
        }
        assert!((3..=4).contains(&allowed), "{path}: {allowed}");
    }
}

#[tokio::test]
async fn a_sign_up_form_checks_as_many_names_as_the_api_does() {
    let app = TestApp::set(&[("RATE_NAMES", "3")]).await;
    app.owner("ada").await;
    let anyone = app.anonymous();
    let mut told = 0;
    for _ in 0..6 {
        told += usize::from(anyone.get("/signup?username=ada").await.expect(200).text.contains("is taken"));
    }
    assert!((3..=4).contains(&told), "{told}");
    anyone.get("/api/v1/username?check=ada").await.expect(429);
}

#[tokio::test]
async fn what_a_browser_asks_for_counts_against_the_rates_of_its_account() {
    let reads = ["/settings", "/settings/export", "/settings/export.zip", "/agents", "/edit", "/admin"];
    let edits = [
        "/settings/publish",
        "/settings/link",
        "/settings/search",
        "/settings/sessions/others",
        "/agents/undo",
        "/agents/keys/k_nothing/revoke",
        "/admin/reports/p_nothing/settle",
    ];
    for (path, form) in reads.map(|path| (path, false)).into_iter().chain(edits.map(|path| (path, true))) {
        let app = TestApp::set(&[("RATE_READS", "3"), ("RATE_EDITS", "3")]).await;
        let ada = person(&app, "ada").await;
        let mut allowed = 0;
        for _ in 0..6 {
            let reply = if form { ada.form(path, &[]).await } else { ada.get(path).await };
            allowed += usize::from(reply.status != 429);
        }
        // The person's page was claimed with an edit or two.
        assert!((1..=4).contains(&allowed), "{path}: {allowed}");
    }
}

#[tokio::test]
async fn an_email_address_of_any_length_takes_no_bucket() {
    let app = TestApp::set(crate::support::OPEN).await;
    let before = app.app.rate_limits.buckets();
    let anyone = app.anonymous();
    for at in 0..3 {
        let email = format!("{}{at}@harrow.example", "x".repeat(60_000));
        anyone.form("/signin", &[("email", &email), ("password", "wrong wrong")]).await.expect(422);
    }
    // Refused before it is counted by account, and forgotten passwords likewise: only the address has buckets.
    let long = format!("{}@harrow.example", "x".repeat(300));
    anyone.form("/forgot", &[("email", &long)]).await.expect(422);
    assert!(app.app.rate_limits.buckets() <= before + 2);
}

/// The tables that the migrations create.
fn tables() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut tables = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap().to_lowercase();
        let made = text.split("create table ").skip(1).map(|rest| rest.split_whitespace().next().unwrap().to_owned());
        tables.extend(made);
    }
    tables
}

#[test]
fn every_table_has_its_bound_in_the_documentation() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/OPERATIONS.md");
    let text = std::fs::read_to_string(file).unwrap();
    let section = text.split("\n## What grows, and its bound\n").nth(1).expect("the section");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|'));
    let first = rows.filter_map(|line| line.split('|').nth(1));
    let listed: BTreeSet<String> =
        first.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect();
    let missing: Vec<_> = tables().into_iter().filter(|table| !listed.contains(table)).collect();
    assert!(missing.is_empty(), "no bound is documented for {missing:?}");
}
