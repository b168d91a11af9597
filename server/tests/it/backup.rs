//! `mantel-server backup` and `restore`: a backup taken during writes restores the same instance.
//! `BACKUP_ROUNDS` is the number of backups taken during writes (3 in the usual run, 20 by `make backups`).

use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tempfile::TempDir;

use crate::database_copy::{busy, missing};
use crate::support::{Actor, Database, OPEN, TestApp, binary, count, on_both, pictures};

/// Maximum time for a restore (research, Goal figures, row 17).
const RESTORE: Duration = Duration::from_secs(30);

/// Runs the program on the instance in this folder, or with this database.
async fn program(folder: &Path, database: Option<&str>, words: [&str; 2]) -> Output {
    let mut command = binary::command(folder);
    command.args(words).envs(database.map(|database| ("DATABASE_URL", database)));
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

#[track_caller]
fn assert_success(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[track_caller]
fn refused(output: &Output, why: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains(why), "{said}");
}

async fn back_up(app: &TestApp, to: &Path) {
    let config = &app.app.config;
    assert_success(&program(&config.data_dir, Some(&config.database_url), ["backup", to.to_str().unwrap()]).await);
}

/// A fresh instance restored from a backup.
async fn restored(from: &Path) -> TempDir {
    let fresh = tempfile::tempdir().unwrap();
    let since = Instant::now();
    assert_success(&program(fresh.path(), None, ["restore", from.to_str().unwrap()]).await);
    assert!(since.elapsed() < RESTORE, "{:?}", since.elapsed());
    fresh
}

fn database(folder: &Path) -> PathBuf {
    folder.join("mantel.db")
}

/// Serves it under its previous address.
async fn serving(folder: &Path, base: &str) -> TestApp {
    let (url, media) =
        (format!("sqlite://{}", database(folder).display()), format!("file://{}", folder.join("media").display()));
    let settings = [("DATABASE_URL", url.as_str()), ("MEDIA_URL", media.as_str()), ("BASE_URL", base)];
    TestApp::with(Database::Sqlite, &[OPEN, &settings].concat()).await.unwrap()
}

async fn picture(ada: &Actor) -> String {
    let png = pictures::file(&pictures::drawn(40, 30, false), image::ImageFormat::Png);
    ada.upload("image/png", &png).await.expect(201).body()["src"].as_str().unwrap().to_owned()
}

/// Sets the bio to 1, 2, 3 …: its number tells how many of the acknowledged edits a copy has.
async fn write(ada: Actor, written: Arc<AtomicU64>, stop: Arc<AtomicBool>) {
    for next in 1_u64.. {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        ada.patch("/api/v1/page/profile", json!({ "bio": next.to_string() })).await.expect(200);
        written.store(next, Ordering::Relaxed);
    }
}

on_both! {
    async fn backups_during_writes_are_whole(app) {
        let rounds: u32 = count("BACKUP_ROUNDS", 3);
        let ada = busy(&app).await;
        let src = picture(&ada).await;
        let first = ada.get("/api/v1/page").await.body()["version"].as_u64().unwrap();
        let (written, stop) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
        let writing = tokio::spawn(write(ada.clone(), Arc::clone(&written), Arc::clone(&stop)));
        let folder = tempfile::tempdir().unwrap();
        for round in 0..rounds {
            while written.load(Ordering::Relaxed) == 0 {
                tokio::task::yield_now().await;
            }
            let before = written.load(Ordering::Relaxed);
            let to = folder.path().join(round.to_string());
            back_up(&app, &to).await;
            let after = written.load(Ordering::Relaxed) + 1;
            // `restore` ends with a full check: integrity, foreign keys, every page and picture.
            let fresh = restored(&to).await;
            let there = serving(fresh.path(), &app.url).await;
            let ada = there.anonymous().with("authorization", ada.bearer());
            let page = ada.get("/api/v1/page").await.expect(200).body();
            let has: u64 = page["draft"]["profile"]["bio"].as_str().unwrap().parse().unwrap();
            assert!((before..=after).contains(&has), "round {round}: {before} <= {has} <= {after}");
            assert_eq!(page["version"].as_u64().unwrap(), first + has, "a version is an edit");
            there.anonymous().get("/ada").await.expect(200);
            assert_eq!(there.anonymous().download(&src).await, app.anonymous().download(&src).await);
            assert_eq!(
                there.anonymous().get("/api/v1/public/ada").await.body()["tiles"],
                app.anonymous().get("/api/v1/public/ada").await.body()["tiles"]
            );
        }
        stop.store(true, Ordering::Relaxed);
        writing.await.unwrap();
        println!("{rounds} backups during {} edits, each restored and whole", written.load(Ordering::Relaxed));
    }

    async fn a_restored_instance_exports_the_same(app) {
        let ada = busy(&app).await;
        let src = picture(&ada).await;
        ada.post("/api/v1/page/tiles", json!({ "tile": { "type": "image", "src": src } })).await.expect(201);
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("backup");
        back_up(&app, &to).await;
        let fresh = restored(&to).await;
        let there = serving(fresh.path(), &app.url).await;
        let moved = there.anonymous().with("authorization", ada.bearer());
        for path in ["/api/v1/page/history", "/api/v1/page/export.zip"] {
            assert_eq!(moved.download(path).await, ada.download(path).await, "{path}");
        }
        there.app.service.store().close().await;
        let (one, other) = (database(&to), database(fresh.path()));
        assert_eq!((missing(&one, &other).await, missing(&other, &one).await), (vec![], vec![]));
    }

    async fn a_backup_moves_an_instance_to_another_database(app) {
        let Some(target) = TestApp::on(Database::Postgres).await else { return };
        let ada = busy(&app).await;
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("backup");
        back_up(&app, &to).await;
        let config = &target.app.config;
        assert_success(&program(&config.data_dir, Some(&config.database_url), ["restore", to.to_str().unwrap()]).await);
        let moved = target.anonymous().with("authorization", ada.bearer());
        assert_eq!(
            moved.get("/api/v1/page").await.expect(200).body()["draft"],
            ada.get("/api/v1/page").await.body()["draft"]
        );
        // A second restore would mix two instances.
        let again = program(&config.data_dir, Some(&config.database_url), ["restore", to.to_str().unwrap()]).await;
        refused(&again, "The database of the settings is not empty: it has rows in accounts.");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_damaged_or_unfinished_is_refused_and_leaves_the_database_empty() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = busy(&app).await;
    let src = picture(&ada).await;
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("backup");
    back_up(&app, &to).await;
    let config = &app.app.config;
    let again = program(&config.data_dir, Some(&config.database_url), ["backup", to.to_str().unwrap()]).await;
    refused(&again, "is not empty; name a new folder");

    let fresh = tempfile::tempdir().unwrap();
    let attempt = async || program(fresh.path(), None, ["restore", to.to_str().unwrap()]).await;
    let hash = src.trim_start_matches("/media/");
    for (file, why) in [
        ("backup.json".to_owned(), "is no whole backup"),
        ("mantel.db".to_owned(), "mantel.db"),
        (format!("media/{}/{hash}", &hash[..2]), "The backup is damaged: 0 pictures of 1 are there."),
    ] {
        let (file, aside) = (to.join(file), to.join("aside"));
        std::fs::rename(&file, &aside).unwrap();
        refused(&attempt().await, why);
        let mut bytes = std::fs::read(&aside).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0xff;
        std::fs::write(&file, bytes).unwrap();
        assert_eq!(attempt().await.status.code(), Some(1), "{}", file.display());
        std::fs::rename(&aside, &file).unwrap();
    }
    assert_success(&attempt().await);
}

/// Changes the database of a backup and describes it anew, as whoever makes a backup can.
async fn altered(to: &Path, sql: &str) {
    let file = database(to);
    let mut connection = AnyConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let sum: String = Sha256::digest(std::fs::read(&file).unwrap()).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut manifest: Value = serde_json::from_slice(&std::fs::read(to.join("backup.json")).unwrap()).unwrap();
    manifest["database"] = sum.into();
    std::fs::write(to.join("backup.json"), manifest.to_string()).unwrap();
}

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hostile_backup_is_refused_and_leaves_the_database_empty() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = busy(&app).await;
    let src = picture(&ada).await;
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good");
    back_up(&app, &good).await;
    let fresh = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "of the machine").unwrap();
    let attempt = async |from: &Path| program(fresh.path(), None, ["restore", from.to_str().unwrap()]).await;
    let strange = "The backup holds what no backup of Mantel does";
    let endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n";
    for (sql, why) in [
        ("create trigger t after update on accounts begin delete from pages; end", strange),
        (&format!("drop table reports; create view reports as {endless}"), strange),
        ("create virtual table v using fts5(words)", strange),
        ("create table more (id text)", strange),
        ("create table \"x\u{1b}[2J\" (id text)", strange),
        ("alter table accounts add column more text generated always as (hex(zeroblob(1000000))) virtual", strange),
        ("create index more on accounts (lower(email))", strange),
        ("drop index pictures_by_hash", strange),
        ("delete from _sqlx_migrations where version = 1", "The backup can't be opened"),
        (
            "insert into _sqlx_migrations select 9999, 'later', installed_on, success, checksum, execution_time from _sqlx_migrations limit 1",
            "The backup can't be opened",
        ),
        ("update _sqlx_migrations set checksum = x'00'", "The backup can't be opened"),
        ("update pages set draft = '{'", "The backup is damaged"),
        (
            "update pages set published = '{\"tiles\":[{\"id\":\"a\",\"type\":\"link\",\"url\":\"javascript:alert(1)\"}]}'",
            "The backup is damaged",
        ),
        ("update pages set username = '../etc'", "The backup is damaged"),
        ("update pictures set hash = '../../secret'", "is no picture's hash"),
        ("pragma foreign_keys = off; update pages set account_id = 'nobody'", "The backup is damaged"),
        ("update accounts set created_at = 'long ago'", "restored"),
        ("update accounts set email = x'ff00' where email like 'ada%'", "restored"),
    ] {
        let bad = folder.path().join("bad");
        copy_folder(&good, &bad);
        altered(&bad, sql).await;
        let tried = attempt(&bad).await;
        assert!(!String::from_utf8_lossy(&tried.stderr).contains('\u{1b}'), "{sql}");
        assert_eq!(tried.status.code(), Some(1), "{sql}: {}", String::from_utf8_lossy(&tried.stderr));
        refused(&tried, why);
        std::fs::remove_dir_all(bad).unwrap();
    }
    let hash = src.trim_start_matches("/media/");
    let media = format!("media/{}/{hash}", &hash[..2]);
    let large = folder.path().join("large");
    std::fs::File::create(&large).unwrap().set_len(1 << 40).unwrap();
    for file in ["backup.json", "mantel.db", &media, "media"] {
        for what in ["link", "pipe", "device", "large"] {
            if (file == "mantel.db" || file == "media") && what == "large" {
                continue;
            }
            let bad = folder.path().join("bad");
            copy_folder(&good, &bad);
            let place = bad.join(file);
            let aside = folder.path().join("aside");
            std::fs::rename(&place, &aside).unwrap();
            match what {
                "link" => std::os::unix::fs::symlink(&aside, &place).unwrap(),
                "device" => std::os::unix::fs::symlink("/dev/zero", &place).unwrap(),
                "large" => drop(std::fs::rename(&large, &place)),
                _ => assert!(std::process::Command::new("mkfifo").arg(&place).status().unwrap().success()),
            }
            let tried = attempt(&bad).await;
            assert_eq!(tried.status.code(), Some(1), "{file}, {what}: {}", String::from_utf8_lossy(&tried.stderr));
            if what == "large" {
                std::fs::rename(&place, &large).unwrap();
            }
            std::fs::remove_dir_all(&bad).unwrap();
            if aside.is_dir() { std::fs::remove_dir_all(aside).unwrap() } else { std::fs::remove_file(aside).unwrap() }
        }
    }
    // Nothing of any of them stayed.
    assert_success(&attempt(&good).await);
}

/// The rights of a file, of everybody.
fn rights(file: &Path) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(file).unwrap().permissions()) & 0o777
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_reads_what_is_stored_whatever_the_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let open = |file: &Path| std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o777)).unwrap();
    open(folder.path());
    for _ in 0..2 {
        let server = binary::start(folder.path()).await;
        binary::admin(folder.path(), &["create-invite"], "");
        for name in ["mantel.db", "mantel.db-wal", "mantel.db-shm", "secret.key"] {
            assert_eq!(rights(&folder.path().join(name)), 0o600, "{name}");
        }
        drop(server);
        // As an earlier version left them: changed at the next start.
        for name in ["mantel.db", "mantel.db-wal", "mantel.db-shm", "secret.key"] {
            let file = folder.path().join(name);
            if file.exists() {
                std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o644)).unwrap();
            }
        }
    }
    let to = folder.path().join("backup");
    assert_success(&program(folder.path(), None, ["backup", to.to_str().unwrap()]).await);
    for name in ["mantel.db", "backup.json"] {
        assert_eq!(rights(&to.join(name)), 0o600, "{name}");
    }
}
