//! A killed server loses no acknowledged edit: the real binary, killed at random moments during a stream of edits.
//! `CRASH_ROUNDS` is the number of kills (5 in the usual run, 200 by `make crash`), `CRASH_LIFE` the longest life of a
//! server, in ms (400; 1,500 by `make crash`); `MANTEL_SERVER` names another binary. On PostgreSQL every second kill is one
//! of the database's processes, all of them, while the server goes on.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rand::Rng;
use serde_json::json;

use crate::support::binary::{self, admin, start, start_with};
use crate::support::postgres::Cluster;
use crate::support::{Actor, count};

/// Edits until the server is gone; returns the number of the last acknowledged edit.
pub async fn stream(ada: Actor, from: u64) -> u64 {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut acknowledged = from;
    loop {
        let next = acknowledged + 1;
        let request = client.patch(format!("{}/api/v1/page/profile", ada.url()));
        let sent = request.header("authorization", ada.bearer()).json(&json!({ "bio": next.to_string() })).send().await;
        match sent {
            Ok(reply) if reply.status() == 200 => acknowledged = next,
            // The database is gone.
            Ok(reply) if reply.status() == 503 => return acknowledged,
            Ok(reply) => panic!("{}", reply.status()),
            Err(_) => return acknowledged,
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_edit_is_lost() {
    let (rounds, longest_life) = (count("CRASH_ROUNDS", 5), count("CRASH_LIFE", 400));
    let folder = tempfile::tempdir().unwrap();
    admin(
        folder.path(),
        &["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"],
        "a long password\n",
    );
    let key = admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "crash"], "");
    let mut last = 0;
    let mut edits = 0;
    let mut longest = Duration::ZERO;
    for round in 1..=rounds {
        let since = Instant::now();
        let mut server = start(folder.path()).await;
        longest = longest.max(since.elapsed());
        let ada = Actor::new(&server.url).with_bearer(&key);
        let page = ada.get("/api/v1/page").await.expect(200).body();
        let kept: u64 = page["draft"]["profile"]["bio"].as_str().and_then(|text| text.parse().ok()).unwrap_or(0);
        // One more may have been stored whose reply was cut off, but none fewer.
        assert!(kept == last || kept == last + 1, "round {round}: acknowledged {last}, kept {kept}");
        let life = Duration::from_millis(rand::rng().random_range(20..longest_life));
        let editing = tokio::spawn(stream(ada, kept));
        tokio::time::sleep(life).await;
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        last = editing.await.unwrap();
        edits += last - kept;
    }
    let checked = binary::command(folder.path()).arg("check").output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    println!("{rounds} kills, {edits} acknowledged edits, none lost; ready again in {longest:?} at most");
    assert!(edits > 0);
}

/// Runs an admin command on this database and returns its output.
pub fn admin_on(folder: &Path, database: &str, words: &[&str], input: &str) -> String {
    let mut command = binary::command(folder);
    command.env("DATABASE_URL", database).arg("admin").args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// The number in the bio, once the database answers again.
pub async fn kept(ada: &Actor) -> u64 {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let reply = ada.get("/api/v1/page").await;
        if reply.status == 200 {
            return reply.body()["draft"]["profile"]["bio"].as_str().and_then(|text| text.parse().ok()).unwrap_or(0);
        }
        assert!(reply.status == 503 && Instant::now() < until, "{}", reply.text);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_edit_is_lost_on_postgres() {
    let (rounds, longest_life) = (count("CRASH_ROUNDS", 4), count("CRASH_LIFE", 400));
    let Some(cluster) = Cluster::start_durable().await else { return };
    let folder = tempfile::tempdir().unwrap();
    let database = cluster.url();
    let new = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    admin_on(folder.path(), &database, &new, "a long password\n");
    let key = admin_on(folder.path(), &database, &["create-key", "ada@harrow.example", "--name", "crash"], "");
    let settings = [("DATABASE_URL", database.as_str())];
    let (mut last, mut edits) = (0, 0);
    let mut server = start_with(folder.path(), &settings).await;
    for round in 1..=rounds {
        let ada = Actor::new(&server.url).with_bearer(&key);
        let kept = kept(&ada).await;
        assert!(kept == last || kept == last + 1, "round {round}: acknowledged {last}, kept {kept}");
        let editing = tokio::spawn(stream(ada, kept));
        tokio::time::sleep(Duration::from_millis(rand::rng().random_range(20..longest_life))).await;
        if round % 2 == 0 {
            cluster.signal("KILL");
            last = editing.await.unwrap();
            cluster.turn("start");
        } else {
            server.child.kill().unwrap();
            server.child.wait().unwrap();
            last = editing.await.unwrap();
            server = start_with(folder.path(), &settings).await;
        }
        edits += last - kept;
    }
    let kept = kept(&Actor::new(&server.url).with_bearer(&key)).await;
    assert!(kept == last || kept == last + 1, "acknowledged {last}, kept {kept}");
    let checked = binary::command(folder.path()).env("DATABASE_URL", &database).arg("check").output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    println!("{rounds} kills of the server and of PostgreSQL in turn, {edits} acknowledged edits, none lost");
    assert!(edits > 0);
}
