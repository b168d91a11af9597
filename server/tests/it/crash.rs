//! A killed server loses no acknowledged edit: the real binary, killed at random moments of a stream of edits.
//! `CRASH_ROUNDS` says how often (5 in the usual run, 50 by `make crash`).

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rand::Rng;
use serde_json::json;

use crate::support::Actor;

struct Server {
    child: Child,
    url: String,
}

fn program(folder: &std::path::Path, port: u16) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mantel-server"));
    command.env_clear().current_dir(folder);
    command.env("DATA_DIR", folder).env("BIND", format!("127.0.0.1:{port}")).env("LOG", "warn");
    command.env("RATE_EDITS", "1000000").env("RATE_READS", "1000000");
    command
}

async fn start(folder: &std::path::Path) -> Server {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let child = program(folder, port).spawn().unwrap();
    let url = format!("http://127.0.0.1:{port}");
    let until = Instant::now() + Duration::from_secs(20);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    while Instant::now() < until {
        if client.get(format!("{url}/readyz")).send().await.is_ok_and(|it| it.status() == 200) {
            return Server { child, url };
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the server did not become ready");
}

fn admin(folder: &std::path::Path, words: &[&str], input: &str) -> String {
    use std::io::Write;
    let mut command = program(folder, 0);
    command.arg("admin").args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.env("BIND", "127.0.0.1:1");
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success());
    String::from_utf8(out.stdout).unwrap().trim().to_owned()
}

/// Edits until the server is gone; the number of the last edit that was acknowledged.
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
    let rounds: u32 = std::env::var("CRASH_ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(5);
    let folder = tempfile::tempdir().unwrap();
    admin(
        folder.path(),
        &["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"],
        "a long password\n",
    );
    let key = admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "crash"], "");
    let mut last = 0;
    let mut edits = 0;
    for round in 1..=rounds {
        let mut server = start(folder.path()).await;
        let ada = Actor::new(&server.url).with_bearer(&key);
        let page = ada.get("/api/v1/page").await.expect(200).body();
        let kept: u64 = page["draft"]["profile"]["bio"].as_str().and_then(|it| it.parse().ok()).unwrap_or(0);
        // One more may have been written whose reply was cut off; none fewer.
        assert!(kept == last || kept == last + 1, "round {round}: acknowledged {last}, kept {kept}");
        let life = Duration::from_millis(rand::rng().random_range(20..400));
        let editing = tokio::spawn(stream(ada, kept));
        tokio::time::sleep(life).await;
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        last = editing.await.unwrap();
        edits += last - kept;
    }
    let checked =
        Command::new(env!("CARGO_BIN_EXE_mantel-server")).arg("check").env("DATA_DIR", folder.path()).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    println!("{rounds} kills, {edits} acknowledged edits, none lost");
    assert!(edits > 0);
}
