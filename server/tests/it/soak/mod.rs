//! A soak test: every kind of call, again and again, while memory, open files and the write-ahead log are watched.
//! `SOAK` is its length in seconds (5 in the usual run, 1,200 by `make soak`); `MANTEL_SERVER` names another binary.

mod attacked;

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::mcp;
use crate::support::binary::{admin, start_with};
use crate::support::{Actor, count, pictures};

/// Maximum growth of memory in ten minutes, KiB (research, Goal figures, row 13).
const SLOPE: f64 = 1024.0;
/// Maximum size of the write-ahead log, bytes (the same row).
const LOG: u64 = 64 << 20;
/// Minimum length for the slope to be meaningful, seconds.
const LONG: u64 = 900;
/// Number of pages.
const PAGES: usize = 20;
/// Minimum pause of each caller between two calls.
const PACE: Duration = Duration::from_millis(25);

/// Measurements of a process at one moment.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Seconds since the start.
    at: f64,
    /// Resident memory, KiB.
    memory: f64,
    /// Open files.
    files: usize,
    /// Length of the write-ahead log, bytes.
    log: u64,
}

fn sample(since: Instant, pid: u32, folder: &Path) -> Sample {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    Sample {
        at: since.elapsed().as_secs_f64(),
        memory: line.split_whitespace().nth(1).unwrap().parse().unwrap(),
        files: std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count(),
        log: std::fs::metadata(folder.join("mantel.db-wal")).map_or(0, |metadata| metadata.len()),
    }
}

/// The growth of a value per second: the slope of the least-squares line.
fn slope(all: &[Sample], of: impl Fn(&Sample) -> f64) -> f64 {
    let count = all.len() as f64;
    let (x, y) = (all.iter().map(|it| it.at).sum::<f64>() / count, all.iter().map(&of).sum::<f64>() / count);
    let above: f64 = all.iter().map(|it| (it.at - x) * (of(it) - y)).sum();
    above / all.iter().map(|it| (it.at - x).powi(2)).sum::<f64>()
}

/// One call of this kind, or a few that belong together; `turn` counts them.
async fn call(kind: usize, turn: usize, ada: &Actor, visitor: &Actor) {
    match kind {
        // Visits, over new connections and a kept one, of existing and missing pages.
        0 => drop(visitor.get(&format!("/page-{:02}", turn % PAGES)).await.expect(200)),
        1 => drop(Actor::new(visitor.url()).get(&format!("/page-{:02}/llms.txt", turn % PAGES)).await.expect(200)),
        2 => drop(visitor.get(&format!("/nobody-{turn}")).await.expect(404)),
        // Somebody edits and publishes.
        3 => {
            let added = ada.post("/api/v1/page/tiles", json!({ "input": format!("Note {turn}") })).await.expect(201);
            let id = added.body()["tiles"][0]["id"].as_str().unwrap().to_owned();
            ada.patch("/api/v1/page/profile", json!({ "bio": turn.to_string() })).await.expect(200);
            ada.json(reqwest::Method::DELETE, &format!("/api/v1/page/tiles/{id}"), json!({})).await.expect(200);
            if turn.is_multiple_of(10) {
                ada.post("/api/v1/page/publish", json!({})).await.expect(200);
            }
        }
        // Agents that initialize and never end their session, and tool calls.
        4 => {
            let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "soak", "version": "1" } });
            let body = json!({ "jsonrpc": "2.0", "id": turn, "method": "initialize", "params": hello });
            let asking = ada.clone().with("accept", "application/json, text/event-stream");
            asking.post("/api/mcp", body).await.expect(200);
            mcp::call(ada, "get_page", json!({})).await;
        }
        // Streams that are opened and abandoned; a credential may have ten at once.
        5 if turn.is_multiple_of(10) => drop(ada.watch(None).await),
        5 => {}
        // A few pictures, repeatedly, in several sizes.
        6 => {
            let side = 64 + u32::try_from(turn % 8).unwrap();
            let file = pictures::file(&pictures::drawn(side, side, false), image::ImageFormat::Png);
            let src = ada.upload("image/png", &file).await.expect(201).body()["src"].as_str().unwrap().to_owned();
            visitor.get(&format!("{src}/dither-192.png")).await.expect(200);
        }
        // Errors: no key, invalid JSON, a connection that ends in the middle of a request.
        _ => {
            visitor.get("/api/v1/page").await.expect(401);
            ada.call(reqwest::Method::PUT, "/api/v1/page", Some(("application/json", b"{".to_vec()))).await.expect(400);
            let mut stream = TcpStream::connect(visitor.url().trim_start_matches("http://")).await.unwrap();
            stream.write_all(b"POST /signin HTTP/1.1\r\nHost: x\r\nContent-Le").await.unwrap();
        }
    }
}

/// Makes calls of a kind until the end; returns how many.
async fn caller(kind: usize, until: Instant, ada: Actor, visitor: Actor) -> usize {
    let mut pace = tokio::time::interval(PACE);
    for turn in 0.. {
        if Instant::now() >= until {
            return turn;
        }
        pace.tick().await;
        call(kind, turn, &ada, &visitor).await;
    }
    unreachable!("numbers do not end")
}

/// An owner with the pages that are visited.
async fn inhabited(folder: &Path, url: &str) -> Actor {
    let mut last = None;
    for at in 0..PAGES {
        let (name, email) = (format!("page-{at:02}"), format!("p{at}@harrow.example"));
        admin(folder, &["create-account", &email, "--password-stdin", "--username", &name], "a long password\n");
        let key = admin(folder, &["create-key", &email, "--name", "x"], "");
        let owner = Actor::new(url).with_bearer(&key);
        owner.post("/api/v1/page/publish", json!({})).await.expect(200);
        last = Some(owner);
    }
    last.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_and_files_stay_flat_under_every_kind_of_call() {
    let seconds: u64 = count("SOAK", 5);
    let folder = tempfile::tempdir().unwrap();
    let open = ["RATE_PUBLIC", "RATE_NAMES", "RATE_SIGNIN"].map(|it| (it, "1000000"));
    let mut server = start_with(folder.path(), &open).await;
    let ada = inhabited(folder.path(), &server.url).await.with("host", "localhost:3000");
    let (since, pid) = (Instant::now(), server.child.id());
    let until = since + Duration::from_secs(seconds);
    let mut callers = JoinSet::new();
    for kind in 0..8 {
        callers.spawn(caller(kind, until, ada.clone(), Actor::new(&server.url)));
    }
    let (mut all, mut second) = (Vec::new(), tokio::time::interval(Duration::from_secs(1)));
    while Instant::now() < until {
        second.tick().await;
        all.push(sample(since, pid, folder.path()));
    }
    let calls: usize = callers.join_all().await.iter().sum();
    // The first fifth is for warming up: every database connection fills its own cache.
    let warm = seconds as f64 / 5.0;
    let later: Vec<Sample> = all.iter().copied().filter(|it| it.at >= warm).collect();
    let memory = slope(&later, |it| it.memory) * 600.0;
    for it in all.iter().step_by(60) {
        println!("{:4.0} s: {:6.0} KiB, {} files, log {} KiB", it.at, it.memory, it.files, it.log / 1024);
    }
    let most = |of: fn(&Sample) -> u64| all.iter().map(of).max().unwrap();
    println!(
        "{calls} turns in {seconds} s: memory {:.0} MiB after warming up, {:.0} MiB at the end, {memory:.0} KiB more in ten minutes; \
         {} files open at most, {:+.1} in ten minutes; write-ahead log {} KiB at most",
        later[0].memory / 1024.0,
        later.last().unwrap().memory / 1024.0,
        most(|it| it.files as u64),
        slope(&later, |it| it.files as f64) * 600.0,
        most(|it| it.log) / 1024,
    );
    assert!(most(|it| it.log) < LOG);
    let (early, late) = later.split_at(later.len() / 2);
    let files = |some: &[Sample]| some.iter().map(|it| it.files).max().unwrap_or_default();
    // Eight callers hold a few connections each; a leak grows with every turn.
    assert!(files(late) <= files(early) + 32, "{} files, then {}", files(early), files(late));
    assert!(seconds < LONG || memory < SLOPE, "memory grows by {memory:.0} KiB in ten minutes");
    ada.get("/api/v1/page").await.expect(200);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
}
