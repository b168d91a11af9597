//! `mantel-server backup` and `restore`: a backup taken during writes restores the same instance.
//! `BACKUP_ROUNDS` is the number of backups taken during writes (3 in the usual run, 20 by `make backups`).

use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
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
