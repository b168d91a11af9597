//! Visits beside attackers: imports full of unknown fields, bodies that stop one byte short, and links to pages that are
//! costly to read. `SOAK_ATTACKED` is the length in seconds (6 in the usual run, 3,600 by `make soak-attacked`, which also
//! gives the server a web: `SOAK_WEB` is an address that only this machine answers).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mantel_model::limits::BODY_BYTES;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::{PAGES, Sample, caller, inhabited, sample, slope};
use crate::mcp;
use crate::support::binary::{admin, start_with};
use crate::support::{Actor, count};

/// Time between two visits of a visitor.
const VISIT: Duration = Duration::from_millis(10);
/// Connections of one attack that stop one byte short at a time.
const STUCK: usize = 40;
/// How long attackers go on before they rest, and for how long they do. What bodies and imports under way take goes up and
/// down by megabytes; at the end of a rest memory is what the server keeps.
const ROUND: Duration = Duration::from_secs(110);
const REST: Duration = Duration::from_secs(10);
/// How many times as long the slowest hundredth of visits may take while attackers are there.
const SLOWER: f64 = 5.0;
/// By how much memory between attacks may grow in the last half hour, KiB.
const GROWTH: f64 = 1024.0;
/// Minimum length for both to be meaningful, seconds.
const LONG: u64 = 3600;

/// A page file of nearly 1 MiB with 100,000 unknown fields.
fn unknown_fields() -> Value {
    let mut file = Map::new();
    file.insert("mantel".to_owned(), json!(1));
    for at in 0..100_000 {
        file.insert(format!("k{at:x}"), json!(0));
    }
    Value::Object(file)
}

/// A refusal or an acknowledgement, but no failure of the server.
fn assert_answered(status: u16, what: &str) {
    assert!(status < 500 || status == 503, "{what}: {status}");
}

/// Imports of unknown fields over REST and MCP in turn.
async fn import(mallory: Actor, until: Instant) -> usize {
    let file = unknown_fields();
    for turn in 0.. {
        if Instant::now() >= until {
            return turn;
        }
        let body = json!({ "file": file, "replace": true, "dryRun": turn % 4 < 2 });
        if turn % 2 == 0 {
            assert_answered(mallory.post("/api/v1/page/import", body).await.status.as_u16(), "import");
        } else {
            let call = json!({ "jsonrpc": "2.0", "id": turn, "method": "tools/call", "params": { "name": "import_page", "arguments": body } });
            let asking = mallory.clone().with("accept", "application/json, text/event-stream");
            assert_answered(asking.post("/api/mcp", call).await.status.as_u16(), "import_page");
        }
    }
    unreachable!("numbers do not end")
}

/// One request whose body stops one byte short.
async fn stop_short(host: String, bearer: String, from: usize) {
    let Ok(mut stream) = TcpStream::connect(&host).await else { return };
    let head = format!(
        "PATCH /api/v1/page/profile HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nAuthorization: {bearer}\r\n\
         X-Forwarded-For: 198.51.100.{from}\r\nContent-Length: {BODY_BYTES}\r\n\r\n"
    );
    // The server may stop reading, and closes what stays unfinished.
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(&vec![b' '; BODY_BYTES - 1]).await;
    let mut reply = [0; 12];
    if stream.read_exact(&mut reply).await.is_ok() {
        let status = std::str::from_utf8(&reply[9..]).unwrap().parse().unwrap();
        assert_answered(status, "a body that stops short");
    }
}

/// Bodies that stop one byte short, so many at a time.
async fn stop_short_again(mallory: Actor, until: Instant) -> usize {
    let host = mallory.url().trim_start_matches("http://").to_owned();
    let (mut all, mut made) = (JoinSet::new(), 0);
    while Instant::now() < until {
        while all.len() < STUCK {
            all.spawn(stop_short(host.clone(), mallory.bearer().to_owned(), made % 8));
            made += 1;
        }
        let _ = tokio::time::timeout(Duration::from_secs(1), all.join_next()).await;
    }
    made
}

/// A web server whose pages never end their head, in small pieces.
async fn endless_head(listener: TcpListener) {
    while let Ok((mut stream, _)) = listener.accept().await {
        tokio::spawn(async move {
            let mut asked = [0; 1024];
            let _ = stream.read(&mut asked).await;
            let start =
                "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<html><head><title>x</title>";
            let _ = stream.write_all(start.as_bytes()).await;
            for piece in 0..40_000 {
                let piece = format!("<meta name=a{piece} content='</hea'>");
                if stream.write_all(piece.as_bytes()).await.is_err() {
                    return;
                }
            }
        });
    }
}

/// Links to such pages, added and removed; returns how many.
async fn link(mallory: Actor, web: String, until: Instant) -> usize {
    for turn in 0.. {
        if Instant::now() >= until {
            return turn;
        }
        let added = mallory.post("/api/v1/page/tiles", json!({ "input": format!("http://{web}/{turn}") })).await;
        assert_answered(added.status.as_u16(), "a link");
        if added.status == 201 {
            let id = added.body()["tiles"][0]["id"].as_str().unwrap().to_owned();
            // It is read in the background: as fast as the server reads.
            tokio::time::sleep(Duration::from_millis(100)).await;
            mallory.json(reqwest::Method::DELETE, &format!("/api/v1/page/tiles/{id}"), json!({})).await;
        }
    }
    unreachable!("numbers do not end")
}

/// Attacks and rests in turn; returns how many attacks there were, and a sample of each rest's end.
async fn attack(
    mallory: Actor,
    web: Option<String>,
    attacked: Arc<AtomicBool>,
    until: Instant,
    sample: impl Fn() -> Sample,
) -> (usize, Vec<Sample>) {
    let (mut made, mut rested) = (0, Vec::new());
    if let Some(web) = &web {
        let listener = TcpListener::bind((web.as_str(), 80)).await.unwrap();
        tokio::spawn(endless_head(listener));
    }
    while Instant::now() < until {
        attacked.store(true, Ordering::Release);
        let end = until.min(Instant::now() + ROUND);
        let mut attackers = JoinSet::new();
        attackers.spawn(import(mallory.clone(), end));
        attackers.spawn(stop_short_again(mallory.clone(), end));
        if let Some(web) = web.clone() {
            attackers.spawn(link(mallory.clone(), web, end));
        }
        made += attackers.join_all().await.iter().sum::<usize>();
        attacked.store(false, Ordering::Release);
        tokio::time::sleep_until(until.min(Instant::now() + REST).into()).await;
        rested.push(sample());
    }
    (made, rested)
}

/// Visits at a steady pace until the end; how long each took, ms, those without and those beside attackers.
async fn visit(visitor: Actor, attacked: Arc<AtomicBool>, until: Instant) -> (Vec<f64>, Vec<f64>) {
    let (mut quiet, mut beside) = (Vec::new(), Vec::new());
    let mut pace = tokio::time::interval(VISIT);
    pace.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    for turn in 0.. {
        if Instant::now() >= until {
            break;
        }
        pace.tick().await;
        let (attacked, asked) = (attacked.load(Ordering::Acquire), Instant::now());
        visitor.get(&format!("/page-{:02}", turn % PAGES)).await.expect(200);
        let took = asked.elapsed().as_secs_f64() * 1000.0;
        if attacked { beside.push(took) } else { quiet.push(took) }
    }
    (quiet, beside)
}

/// The value below which this share of them lies.
fn quantile(all: &mut [f64], share: f64) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get((all.len() as f64 * share) as usize).or(all.last()).copied().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attackers_fail_no_visit_and_leave_memory_flat() {
    let seconds: u64 = count("SOAK_ATTACKED", 6);
    let web = std::env::var("SOAK_WEB").ok();
    let folder = tempfile::tempdir().unwrap();
    let mut settings = ["RATE_PUBLIC", "RATE_NAMES", "RATE_SIGNIN"].map(|it| (it, "1000000")).to_vec();
    settings.push(("TRUSTED_PROXIES", "127.0.0.1"));
    if web.is_some() {
        settings.push(("OUTBOUND", "on"));
    }
    let mut server = start_with(folder.path(), &settings).await;
    let ada = inhabited(folder.path(), &server.url).await.with("host", "localhost:3000");
    let new = ["create-account", "mallory@harrow.example", "--password-stdin", "--username", "mallory"];
    admin(folder.path(), &new, "a long password\n");
    let key = admin(folder.path(), &["create-key", "mallory@harrow.example", "--name", "x"], "");
    let mallory = Actor::new(&server.url).with_bearer(&key);
    let (since, pid) = (Instant::now(), server.child.id());
    let (until, first) = (since + Duration::from_secs(seconds), since + Duration::from_secs(seconds) / 6);
    let attacked = Arc::new(AtomicBool::new(false));
    let mut visits = JoinSet::new();
    for _ in 0..2 {
        visits.spawn(visit(Actor::new(&server.url), Arc::clone(&attacked), until));
    }
    let mut others = JoinSet::new();
    for kind in 0..8 {
        others.spawn(caller(kind, until, ada.clone(), Actor::new(&server.url)));
    }
    let attacks = tokio::spawn({
        let (attacked, folder) = (Arc::clone(&attacked), folder.path().to_owned());
        async move {
            tokio::time::sleep_until(first.into()).await;
            attack(mallory, web, attacked, until, || sample(since, pid, &folder)).await
        }
    });
    let (mut all, mut second) = (Vec::new(), tokio::time::interval(Duration::from_secs(1)));
    while Instant::now() < until {
        second.tick().await;
        all.push(sample(since, pid, folder.path()));
    }
    let (attacks, rested) = attacks.await.unwrap();
    let (mut quiet, mut beside) = (Vec::new(), Vec::new());
    for (one, other) in visits.join_all().await {
        quiet.extend(one);
        beside.extend(other);
    }
    let calls: usize = others.join_all().await.iter().sum();
    let half = seconds as f64 / 2.0;
    // Of ten moments, so that what fills a bound can be told from what goes on growing.
    let moments = rested.iter().step_by(rested.len().div_ceil(10).max(1));
    let moments: Vec<_> = moments.map(|it| format!("{:.1}", it.memory / 1024.0)).collect();
    let late: Vec<Sample> = rested.into_iter().filter(|it| it.at >= half).collect();
    let growth = slope(&late, |it| it.memory) * half;
    let (before, after) = (quantile(&mut quiet, 0.99), quantile(&mut beside, 0.99));
    println!(
        "{} visits, {} of them beside {} attacks, none failed, and {calls} other calls in {seconds} s; p99 {before:.1} ms without attackers, {after:.1} ms \
         beside them; memory {:.0} MiB at most, {:.0} MiB between attacks at the end, {growth:.0} KiB more in the second half; \
         MiB at the ends of rests: {}",
        quiet.len() + beside.len(),
        beside.len(),
        attacks,
        all.iter().map(|it| it.memory).fold(0.0, f64::max) / 1024.0,
        late.last().map_or(0.0, |it| it.memory) / 1024.0,
        moments.join(", "),
    );
    assert!(!beside.is_empty() && attacks > 0);
    if seconds >= LONG {
        assert!(after <= SLOWER * before, "p99 {after:.1} ms beside attackers, {before:.1} ms without");
        assert!(growth <= GROWTH, "memory grows by {growth:.0} KiB in the second half");
    }
    mcp::call(&ada, "get_page", json!({})).await;
    server.child.kill().unwrap();
    server.child.wait().unwrap();
}
