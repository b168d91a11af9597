//! `mantel-server copy`: copies an instance to another database without losing anything.

use std::path::Path;
use std::process::Output;

use reqwest::Method;
use serde_json::json;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::support::{Actor, Database, PASSWORD, TestApp, binary};

/// Copies the database of the settings to another one.
fn copy(from: &str, to: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut command = binary::command(folder.path());
    command.env("DATABASE_URL", from).args(["copy", "--to", to]).output().unwrap()
}

fn output_texts(output: &Output) -> (String, String) {
    let text = |it: &[u8]| String::from_utf8(it.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

#[track_caller]
fn copied(from: &str, to: &str) -> String {
    let output = copy(from, to);
    let (out, err) = output_texts(&output);
    assert!(output.status.success(), "{err}");
    out
}

/// An account with a page that has a history and is live, and every other kind of stored data.
pub async fn busy(app: &TestApp) -> Actor {
    let ada = app.owner("ada").await;
    for at in 0..40 {
        let tile = json!({ "input": format!("Note {at}: ünïcode, \"quotes\", a 'tick' and 日本 🐈") });
        ada.clone().with("idempotency-key", &format!("k{at}")).post("/api/v1/page/tiles", tile).await.expect(201);
    }
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    ada.patch("/api/v1/page/profile", json!({ "bio": "After" })).await.expect(200);
    let browser = app.anonymous().with("sec-fetch-site", "same-origin");
    browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
    browser.post("/api/auth/session/token", json!({})).await.expect(200);
    app.app.service.make_invite().await.unwrap();
    let bob = app.owner("bob").await;
    bob.call(Method::DELETE, "/api/v1/page", None).await.expect(204);
    ada
}

/// Rows of one SQLite file that are missing in the other.
pub async fn missing(file: &Path, other: &Path) -> Vec<String> {
    let mut db = AnyConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    sqlx::query("attach $1 as other").bind(other.display().to_string()).execute(&mut db).await.unwrap();
    let tables = "select name from main.sqlite_master
        where type = 'table' and name not like 'sqlite_%' and name <> '_sqlx_migrations'";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut db).await.unwrap();
    assert!(tables.len() > 10);
    let mut all = Vec::new();
    for table in tables {
        let count = format!("select count(*) from (select * from main.{table} except select * from other.{table})");
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut db).await.unwrap();
        if count > 0 {
            all.push(format!("{count} of {table}"));
        }
    }
    all
}

/// SQLite to another database and back gives the same rows; accounts and clients keep working.
async fn there_and_back(target: &str) {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = busy(&app).await;
    let (page, history) = (ada.get("/api/v1/page").await.body(), ada.get("/api/v1/page/history").await.body());
    app.app.service.store().close().await;
    let folder = tempfile::tempdir().unwrap();
    let (first, last) = (app.app.config.database_url.clone(), folder.path().join("back.db"));
    let there = copied(&first, target);
    let back = copied(target, &format!("sqlite://{}", last.display()));
    assert_eq!(there, back);
    let rows = |table: &str| {
        let line = there.lines().find(|line| line.starts_with(&format!("{table} "))).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u32>().unwrap()
    };
    assert_eq!((rows("accounts"), rows("pages"), rows("history"), rows("events")), (2, 1, 42, 45));
    assert_eq!(
        (rows("replays"), rows("held_names"), rows("sessions"), rows("bearers"), rows("invites")),
        (40, 1, 1, 1, 1)
    );
    let file = Path::new(first.trim_start_matches("sqlite://"));
    assert_eq!((missing(file, &last).await, missing(&last, file).await), (vec![], vec![]));

    let moved = TestApp::at(target).await;
    let ada = moved.anonymous().with("authorization", ada.bearer());
    let there = ada.get("/api/v1/page").await.expect(200).body();
    assert_eq!((&there["draft"], &there["version"]), (&page["draft"], &page["version"]));
    assert_eq!(ada.get("/api/v1/page/history").await.body(), history);
    moved.anonymous().get("/ada").await.expect(200);
    let browser = moved.anonymous();
    browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
    browser.get("/settings").await.expect(200);
    ada.patch("/api/v1/page/profile", json!({ "bio": "Moved" })).await.expect(200);

    // A target that is not empty stays unchanged.
    let again = copy(&first, target);
    let (out, err) = output_texts(&again);
    assert_eq!((again.status.code(), out.as_str()), (Some(1), ""));
    assert_eq!(err, "Nothing was copied: the target is not empty: it has rows in accounts. Name a fresh database.\n");
    assert_eq!(ada.get("/api/v1/page").await.body()["draft"]["profile"]["bio"], "Moved");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_moves_to_postgres_and_back() {
    let Some(app) = TestApp::on(Database::Postgres).await else { return };
    there_and_back(&app.app.config.database_url).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instance_moves_to_another_file_and_back() {
    let folder = tempfile::tempdir().unwrap();
    there_and_back(&format!("sqlite://{}", folder.path().join("there.db").display())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_target_that_can_not_be_reached_is_told_without_its_password() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    for to in ["postgres://mantel:secret@127.0.0.1:1/x", "sqlite:///proc/nowhere/x.db"] {
        let output = copy(&app.app.config.database_url, to);
        let (_, err) = output_texts(&output);
        assert_eq!(output.status.code(), Some(1));
        assert!(err.starts_with("The target can't be opened: ") && !err.contains("secret"), "{err}");
    }
    let output = copy(&app.app.config.database_url, "mysql://mantel:secret@h/x");
    let (_, err) = output_texts(&output);
    assert!(
        output.status.code() == Some(2) && err.starts_with("--to: use sqlite://") && !err.contains("secret"),
        "{err}"
    );
}

/// A copy that the target rejects leaves nothing behind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_fails_half_way_leaves_nothing() {
    let Some(target) = TestApp::on(Database::Postgres).await else { return };
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    busy(&app).await;
    // SQLite stores a zero byte in a text, PostgreSQL does not.
    let mut db = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
    let spoil = "update events set summary = 'a' || char(0) || 'b' where serial = 3";
    sqlx::query(spoil).execute(&mut db).await.unwrap();
    let output = copy(&app.app.config.database_url, &target.app.config.database_url);
    let (out, err) = output_texts(&output);
    assert_eq!((output.status.code(), out.as_str()), (Some(1), ""));
    assert!(err.starts_with("Nothing was copied: events can't be copied: "), "{err}");
    let mut db = AnyConnection::connect(&target.app.config.database_url).await.unwrap();
    let left: i64 = sqlx::query_scalar("select count(*) from accounts").fetch_one(&mut db).await.unwrap();
    assert_eq!(left, 0);
}
