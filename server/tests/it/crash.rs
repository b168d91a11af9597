//! A killed server loses no acknowledged edit: the real binary, killed at random moments during a stream of edits.
//! `CRASH_ROUNDS` is the number of kills (5 in the usual run, 200 by `make crash`), `CRASH_LIFE` the longest life of a
//! server, in ms (400; 1,500 by `make crash`); `MANTEL_SERVER` names another binary.

use std::time::{Duration, Instant};

use rand::Rng;
use serde_json::json;

use crate::support::binary::{self, admin, start};
use crate::support::{Actor, count};

/// Edits until the server is gone; returns the number of the last acknowledged edit.
async fn stream(ada: Actor, from: u64) -> u64 {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut acknowledged = from;
    loop {
        let next = acknowledged + 1;
        let request = client.patch(format!("{}/api/v1/page/profile", ada.url()));
        let sent = request.header("authorization", ada.bearer()).json(&json!({ "bio": next.to_string() })).send().await;
        match sent {
            Ok(reply) if reply.status() == 200 => acknowledged = next,
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
