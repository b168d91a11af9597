//! Upgrades: the newest server on databases of every earlier state of the migrations, and on the data folders and backups
//! that earlier versions wrote (`tests/fixtures/upgrade/VERSION`).
//!
//! `cargo test -p mantel-server --test it upgrade::write_the_fixture -- --ignored` writes the fixture of this version; it is
//! kept as it is once the version is released.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::support::{Actor, Database, PASSWORD, TestApp, binary, pictures, postgres};

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files of the migrations, the earliest first.
fn migrations() -> Vec<PathBuf> {
    let mut all: Vec<_> = std::fs::read_dir(folder("migrations")).unwrap().map(|file| file.unwrap().path()).collect();
    all.sort();
    all
}

/// The tables that are filled in an earlier state, in the order of their references.
const SEEDED: [&str; 4] = ["accounts", "api_keys", "pages", "history"];

/// The columns of a table.
async fn columns(database: &mut AnyConnection, table: &str, sqlite: bool) -> Vec<String> {
    let find = if sqlite {
        format!("select cast(name as text) from pragma_table_info('{table}')")
    } else {
        format!(
            "select cast(column_name as text) from information_schema.columns where table_name = '{table}' and table_schema = 'public'"
        )
    };
    sqlx::query_scalar(AssertSqlSafe(find)).fetch_all(database).await.unwrap()
}

/// Ada's rows as SQL literals, by table and column, from a server of today.
async fn rows_of_ada() -> (Vec<(String, Vec<Vec<(String, String)>>)>, String, Value) {
    let app = TestApp::set(crate::support::OPEN).await;
    let ada = app.owner("ada").await;
    ada.patch("/api/v1/page/profile", json!({ "bio": "It’s been here for years" })).await.expect(200);
    ada.post("/api/v1/page/tiles", json!({ "input": "https://harrow.example/shop" })).await.expect(201);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let draft = ada.get("/api/v1/page").await.expect(200).body();
    let mut database = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
    let mut all = Vec::new();
    for table in SEEDED {
        let names = columns(&mut database, table, true).await;
        // SQLite quotes its values as both databases read them.
        let quoted: Vec<_> = names.iter().map(|name| format!("quote({name}) as {name}")).collect();
        let find = format!("select {} from {table}", quoted.join(", "));
        let rows = sqlx::query(AssertSqlSafe(find)).fetch_all(&mut database).await.unwrap();
        assert!(!rows.is_empty(), "{table}");
        let values = |row: &sqlx::any::AnyRow| -> Vec<(String, String)> {
            names.iter().map(|name| (name.clone(), sqlx::Row::get(row, name.as_str()))).collect()
        };
        all.push((table.to_owned(), rows.iter().map(values).collect()));
    }
    (all, ada.bearer().to_owned(), draft)
}

/// Brings a database to the state of the first `count` migrations, fills what is there, and starts the server of today.
async fn from_state(url: &str, count: usize, all: &[PathBuf]) {
    let sqlite = url.starts_with("sqlite:");
    let (rows, bearer, page) = rows_of_ada().await;
    let early = tempfile::tempdir().unwrap();
    for file in &all[..count] {
        std::fs::copy(file, early.path().join(file.file_name().unwrap())).unwrap();
    }
    let address = if sqlite { format!("{url}?mode=rwc") } else { url.to_owned() };
    let mut database = AnyConnection::connect(&address).await.unwrap();
    Migrator::new(early.path()).await.unwrap().run(&mut database).await.unwrap();
    let mut pages = false;
    for (table, rows) in &rows {
        let there = columns(&mut database, table, sqlite).await;
        pages |= table == "pages" && !there.is_empty();
        for row in rows.iter().filter(|_| !there.is_empty()) {
            let row: Vec<_> = row.iter().filter(|(name, _)| there.contains(name)).collect();
            let names: Vec<_> = row.iter().map(|(name, _)| name.as_str()).collect();
            let values: Vec<_> = row.iter().map(|(_, value)| value.as_str()).collect();
            let insert = format!("insert into {table} ({}) values ({})", names.join(", "), values.join(", "));
            sqlx::query(AssertSqlSafe(insert)).execute(&mut database).await.unwrap();
        }
    }
    database.close().await.unwrap();
    let app = TestApp::at(url).await;
    let browser = app.anonymous();
    browser.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
    let ada = app.anonymous().with("authorization", &bearer);
    if pages {
        let now = ada.get("/api/v1/page").await.expect(200).body();
        assert_eq!((&now["draft"], &now["version"]), (&page["draft"], &page["version"]), "after {count} migrations");
        assert!(app.anonymous().get("/ada").await.expect(200).text.contains("been here for years"));
    } else {
        ada.post("/api/v1/claim", json!({ "username": "ada", "empty": true })).await.expect(201);
    }
    ada.patch("/api/v1/page/profile", json!({ "bio": "And goes on" })).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    assert!(app.anonymous().get("/ada").await.expect(200).text.contains("And goes on"));
}

mod every_earlier_state_of_the_database_comes_up_to_date {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        let all = migrations();
        for count in 1..all.len() {
            let work = tempfile::tempdir().unwrap();
            from_state(&format!("sqlite://{}", work.path().join("mantel.db").display()), count, &all).await;
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn postgres() {
        let all = migrations();
        for count in 1..all.len() {
            let Some(url) = postgres::fresh().await else { return };
            from_state(&url, count, &all).await;
        }
    }
}

const PICTURE: &str = "picture";

/// Fills an instance with something of everything; returns what must be found in it later.
async fn fill(server: &binary::Server, data: &Path) -> Value {
    binary::admin(data, &["create-account", "ada@harrow.example", "--password-stdin"], PASSWORD);
    let key = binary::admin(data, &["create-key", "ada@harrow.example", "--name", "Everything"], "");
    let ada = Actor::new(&server.url).with_bearer(&key);
    ada.post("/api/v1/claim", json!({ "username": "ada", "empty": true })).await.expect(201);
    let png = pictures::file(&pictures::drawn(40, 30, false), image::ImageFormat::Png);
    let src = ada.upload("image/png", &png).await.expect(201).body()["src"].as_str().unwrap().to_owned();
    ada.patch("/api/v1/page/profile", json!({ "name": "Ada Harrow", "bio": "Pots & *plates*" })).await.expect(200);
    ada.patch("/api/v1/page/theme", json!({ "style": "washi" })).await.expect(200);
    for input in [
        "https://harrow.example/shop",
        "# From the kiln",
        "A note with **words**",
        "https://instagram.com/ada",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        "https://github.com/ada/kiln",
    ] {
        ada.post("/api/v1/page/tiles", json!({ "input": input })).await.expect(201);
    }
    ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": src, "alt": PICTURE } }))
        .await
        .expect(201);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    ada.patch("/api/v1/page/profile", json!({ "bio": "Not live yet" })).await.expect(200);
    let link = ada.post("/api/v1/page/preview", json!({})).await.expect(201).body()["preview"]["url"].clone();
    let page = ada.get("/api/v1/page").await.expect(200).body();
    let entries = ada.get("/api/v1/page/history").await.expect(200).body();
    let public = ada.get("/api/v1/public/ada").await.expect(200).body();
    json!({ "key": key, "page": page, "public": public, "picture": src, "preview": link, "history": entries })
}

/// Whether everything of an earlier answer is in one of today, which may tell more.
fn assert_kept(earlier: &Value, now: &Value, at: &str) {
    match (earlier, now) {
        (Value::Object(earlier), Value::Object(now)) => {
            for (name, value) in earlier {
                assert_kept(value, now.get(name).unwrap_or(&Value::Null), &format!("{at}/{name}"));
            }
        }
        (Value::Array(earlier), Value::Array(now)) if earlier.len() == now.len() => {
            for (index, (earlier, now)) in earlier.iter().zip(now).enumerate() {
                assert_kept(earlier, now, &format!("{at}/{index}"));
            }
        }
        _ => assert_eq!(earlier, now, "{at}"),
    }
}

/// The path of an address.
fn path_of(address: &Value) -> String {
    let address = address.as_str().unwrap();
    address
        .split_once("://")
        .and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned()))
        .unwrap_or_else(|| address.to_owned())
}

/// Finds everything again in a running server, and goes on working with it.
async fn assert_whole(url: &str, facts: &Value) {
    let ada = Actor::new(url).with_bearer(facts["key"].as_str().unwrap());
    let anonymous = Actor::new(url);
    let page = ada.get("/api/v1/page").await.expect(200).body();
    assert_kept(&facts["page"]["draft"], &page["draft"], "/draft");
    assert_eq!(page["version"], facts["page"]["version"]);
    assert_kept(
        &facts["public"]["tiles"],
        &anonymous.get("/api/v1/public/ada").await.expect(200).body()["tiles"],
        "/tiles",
    );
    assert_kept(&facts["history"], &ada.get("/api/v1/page/history").await.expect(200).body(), "/history");
    assert!(anonymous.get("/ada").await.expect(200).text.contains("From the kiln"));
    assert!(anonymous.get(&path_of(&facts["preview"])).await.expect(200).text.contains("Not live yet"));
    assert!(!anonymous.download(&path_of(&facts["picture"])).await.is_empty());
    anonymous.form("/signin", &[("email", "ada@harrow.example"), ("password", PASSWORD)]).await.expect(303);
    ada.patch("/api/v1/page/profile", json!({ "bio": "Newer" })).await.expect(200);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    assert!(Actor::new(url).get("/ada").await.expect(200).text.contains("Newer"));
}

/// Copies a folder with all it has.
fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The fixtures: the folder of each version, and what is in it.
fn fixtures() -> Vec<(PathBuf, Value)> {
    let all = std::fs::read_dir(folder("tests/fixtures/upgrade")).unwrap().map(|entry| entry.unwrap().path());
    let all: Vec<_> = all
        .map(|folder| {
            let facts = std::fs::read_to_string(folder.join("facts.json")).unwrap();
            (folder, serde_json::from_str(&facts).unwrap())
        })
        .collect();
    assert!(!all.is_empty());
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_folders_of_earlier_versions_are_served() {
    for (fixture, facts) in fixtures() {
        let data = tempfile::tempdir().unwrap();
        copy_folder(&fixture.join("data"), data.path());
        let server = binary::start(data.path()).await;
        assert_whole(&server.url, &facts).await;
        drop(server);
        let checked = binary::command(data.path()).arg("check").output().unwrap();
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backups_of_earlier_versions_are_restored() {
    for (fixture, facts) in fixtures() {
        for database in [Database::Sqlite, Database::Postgres] {
            let data = tempfile::tempdir().unwrap();
            let url = match database {
                Database::Sqlite => format!("sqlite://{}", data.path().join("mantel.db").display()),
                Database::Postgres => match postgres::fresh().await {
                    Some(url) => url,
                    None => continue,
                },
            };
            let mut restore = binary::command(data.path());
            restore.env("DATABASE_URL", &url).arg("restore").arg(fixture.join("backup"));
            let done = tokio::task::spawn_blocking(move || restore.output().unwrap()).await.unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            let server = binary::start_with(data.path(), &[("DATABASE_URL", &url)]).await;
            assert_whole(&server.url, &facts).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes the fixture of this version"]
async fn write_the_fixture() {
    let data = tempfile::tempdir().unwrap();
    let server = binary::start(data.path()).await;
    let facts = fill(&server, data.path()).await;
    let to = folder("tests/fixtures/upgrade").join(env!("CARGO_PKG_VERSION"));
    if to.exists() {
        std::fs::remove_dir_all(&to).unwrap();
    }
    std::fs::create_dir_all(&to).unwrap();
    let backup = binary::command(data.path()).arg("backup").arg(to.join("backup")).output().unwrap();
    assert!(backup.status.success(), "{}", String::from_utf8_lossy(&backup.stderr));
    let mut server = server;
    // SIGTERM: the log is written into the database before the end.
    let stopped = std::process::Command::new("kill").arg(server.child.0.id().to_string()).status().unwrap();
    assert!(stopped.success() && server.child.0.wait().unwrap().success());
    copy_folder(data.path(), &to.join("data"));
    std::fs::write(to.join("facts.json"), serde_json::to_string_pretty(&facts).unwrap() + "\n").unwrap();
}
