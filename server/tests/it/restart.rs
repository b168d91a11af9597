//! Restarts under load: with a socket that outlives the process (as a service manager holds it) no client is refused.
//! `RESTARTS` is the number of restarts (2 in the usual run, 20 by `make restarts`).

use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::binary::{PROGRAM, Running, admin, settings};
use crate::support::count;

/// Maximum time for a stop (research, Goal figures, row 16).
const DRAIN: Duration = Duration::from_secs(20);

/// Starts the program on the test's socket.
fn serve(folder: &std::path::Path, socket: &TcpListener, url: &str) -> Running {
    let mut command = Command::new("sh");
    let script = "exec 3<&0 </dev/null; export LISTEN_FDS=1 LISTEN_PID=$$; exec \"$0\"";
    command.args(["-c", script, PROGRAM]).env_clear().current_dir(folder);
    command.envs(settings(folder)).env("BASE_URL", url).env("RATE_PUBLIC", "1000000");
    command.env("PATH", std::env::var_os("PATH").unwrap());
    Running(command.stdin(Stdio::from(OwnedFd::from(socket.try_clone().unwrap()))).spawn().unwrap())
}

fn stop(server: &mut Running) -> Duration {
    let since = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(0));
    since.elapsed()
}

/// Reads and writes continuously until told to stop; returns the number of calls.
async fn load(url: String, key: String, field: usize, stop: Arc<AtomicBool>) -> u64 {
    // A connection per call: with HTTP/1.1 the server may close a kept one while a request is on its way.
    let client = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
    let mut calls = 0;
    while !stop.load(Ordering::Relaxed) {
        let seen = client.get(format!("{url}/ada")).send().await.expect("a visit failed");
        assert_eq!(seen.status(), 200);
        seen.bytes().await.expect("a page was cut off");
        let body = match field {
            0 => json!({ "bio": calls.to_string() }),
            _ => json!({ "location": calls.to_string() }),
        };
        let edit = client.patch(format!("{url}/api/v1/page/profile")).bearer_auth(&key).json(&body);
        assert_eq!(edit.send().await.expect("an edit failed").status(), 200);
        calls += 2;
    }
    calls
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restarts_under_load_fail_no_request() {
    let restarts: u32 = count("RESTARTS", 2);
    let folder = tempfile::tempdir().unwrap();
    let make = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    admin(folder.path(), &make, "a long password\n");
    let key = admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "x"], "");
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", socket.local_addr().unwrap());
    let mut server = serve(folder.path(), &socket, &url);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    // The socket is already open: the first call waits in it until the server is up.
    let publish = client.post(format!("{url}/api/v1/page/publish")).bearer_auth(&key).send().await.unwrap();
    assert_eq!(publish.status(), 200);
    let done = Arc::<AtomicBool>::default();
    let people: Vec<_> =
        (0..8).map(|at| tokio::spawn(load(url.clone(), key.clone(), at % 2, Arc::clone(&done)))).collect();
    let (mut longest, seen) = (Duration::ZERO, AtomicU64::new(0));
    for _ in 0..restarts {
        // Each server answers some calls before it stops.
        for _ in 0..20 {
            assert_eq!(client.get(format!("{url}/healthz")).send().await.unwrap().status(), 200);
            seen.fetch_add(1, Ordering::Relaxed);
        }
        let at = folder.path().to_owned();
        let (held, address) = (socket.try_clone().unwrap(), url.clone());
        let mut old = server;
        let (next, took) = tokio::task::spawn_blocking(move || {
            let took = stop(&mut old);
            (serve(&at, &held, &address), took)
        })
        .await
        .unwrap();
        (server, longest) = (next, longest.max(took));
    }
    done.store(true, Ordering::Relaxed);
    let mut calls = 0;
    for person in people {
        calls += person.await.expect("a call failed");
    }
    tokio::task::spawn_blocking(move || stop(&mut server)).await.unwrap();
    println!("{restarts} restarts, {calls} calls, none failed; the longest stop took {longest:?}");
    assert!(calls > 0 && longest < DRAIN);
}
