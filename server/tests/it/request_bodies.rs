//! Who may send a body, and what all bodies together may take. `BODIES` is the number of connections that stop one byte
//! short in the attack on the real binary (48 in the usual run, 400 by `make bodies`, with 8 × 64 streams of HTTP/2).

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use hyper::Request;
use hyper::body::{Body, Frame};
use hyper_util::rt::{TokioExecutor, TokioIo};
use mantel_model::limits::BODY_BYTES;
use mantel_server::http::body_memory::{PER_ADDRESS, TOTAL};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::oauth::agent::person;
use crate::support::binary::{Running, admin, start_with};
use crate::support::{Actor, OPEN, TestApp, count};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// What an attack may add to a server's memory: the release build takes 41 MiB without one, 27 of them pages of its own file,
/// and is to stay below 100.
const MOST_ADDED: usize = 59 << 20;

fn host(url: &str) -> String {
    url.trim_start_matches("http://").to_owned()
}

/// Sends a request whose body stops one byte short of 1 MiB, and returns the status of the reply.
async fn one_byte_short(host: &str, line: &str, headers: &str) -> u16 {
    let stream = TcpStream::connect(host).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let head = format!("{line} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {BODY_BYTES}\r\n{headers}\r\n");
    let writing = tokio::spawn(async move {
        // The server may stop reading.
        let _ = write.write_all(head.as_bytes()).await;
        let _ = write.write_all(&vec![b' '; BODY_BYTES - 1]).await;
        write
    });
    let mut reply = [0; 12];
    tokio::time::timeout(PATIENCE, read.read_exact(&mut reply)).await.expect("no reply").unwrap();
    writing.abort();
    std::str::from_utf8(&reply[9..]).unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_takes_no_body_reads_none() {
    let app = TestApp::set(OPEN).await;
    let ada = app.owner("ada").await;
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let key = format!("Authorization: {}\r\n", ada.bearer());
    let before = app.app.body_memory.peak();
    assert!(before < 1024, "{before}");
    for (line, headers, status) in [
        ("GET /ada", "", 200),
        ("GET /healthz", "", 200),
        ("GET /signin", "", 200),
        ("GET /api/v1/page", key.as_str(), 200),
        ("DELETE /api/v1/page/preview", &key, 204),
        ("DELETE /healthz", "", 405),
        ("GET /nothing/at/all", "", 404),
        ("POST /api/v1/nothing", &key, 404),
        ("POST /healthz", "", 405),
        ("PUT /signin", "", 405),
        ("POST /api/v1/page/events", &key, 405),
    ] {
        assert_eq!(one_byte_short(&host(&app.url), line, headers).await, status, "{line}");
    }
    assert_eq!(app.app.body_memory.peak(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_body_is_read_before_its_sender_is_known() {
    let app = TestApp::set(OPEN).await;
    let json = "Content-Type: application/json\r\n";
    let bad = format!("{json}Authorization: Bearer mantel_nonsense\r\n");
    for headers in [json, bad.as_str()] {
        for line in [
            "POST /api/v1/claim",
            "PUT /api/v1/page",
            "DELETE /api/v1/page",
            "PATCH /api/v1/page/profile",
            "PATCH /api/v1/page/theme",
            "POST /api/v1/page/import",
            "POST /api/v1/page/tiles",
            "PATCH /api/v1/page/tiles/t_abcdefghijkl",
            "POST /api/v1/page/tiles/t_abcdefghijkl/move",
            "POST /api/v1/page/publish",
            "POST /api/v1/page/unpublish",
            "POST /api/v1/page/username",
            "POST /api/v1/page/history/1/restore",
            "POST /api/mcp",
        ] {
            assert_eq!(one_byte_short(&host(&app.url), line, headers).await, 401, "{line} {headers}");
        }
    }
    let form = "Content-Type: application/x-www-form-urlencoded\r\nCookie: mantel=mantels_nonsense\r\n";
    for line in [
        "POST /agents/keys",
        "POST /agents/keys/x/revoke",
        "POST /agents/keys/x/narrow",
        "POST /agents/connected/x/narrow",
        "POST /agents/connected/x/disconnect",
        "POST /agents/undo",
        "POST /settings/password",
        "POST /settings/delete-account",
    ] {
        let status = one_byte_short(&host(&app.url), line, form).await;
        assert!([303, 404].contains(&status), "{line}: {status}");
    }
    let elsewhere = format!("{form}Sec-Fetch-Site: cross-site\r\n");
    assert_eq!(one_byte_short(&host(&app.url), "POST /signin", &elsewhere).await, 403);
    assert_eq!(app.app.body_memory.peak(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_is_small_and_counts_before_it_is_read() {
    let app = TestApp::set(&[("RATE_PUBLIC", "2")]).await;
    let anyone = app.anonymous();
    let large = "x".repeat(64 * 1024);
    anyone.form("/signin", &[("email", &large)]).await.expect(413);
    assert!(app.app.body_memory.peak() <= 64 * 1024);
    anyone.form("/signin", &[("email", "ada@harrow.example"), ("password", "x")]).await.expect(422);
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    assert_eq!(one_byte_short(&host(&app.url), "POST /signin", form).await, 429);
    assert_eq!(app.app.body_memory.bytes(), 0);
}

/// Waits until no body is in memory.
async fn settled(app: &TestApp) {
    let until = Instant::now() + PATIENCE;
    while app.app.body_memory.bytes() > 0 {
        assert!(Instant::now() < until, "{} bytes are still held", app.app.body_memory.bytes());
        tokio::task::yield_now().await;
    }
}

/// Bodies that stop one byte short, over HTTP/1.1, from `addresses` addresses in turn; returns the statuses.
fn attack(url: &str, bearer: &str, connections: usize, addresses: usize) -> JoinSet<u16> {
    let mut all = JoinSet::new();
    for at in 0..connections {
        let (host, from) = (host(url), at % addresses);
        let headers = format!(
            "Content-Type: application/json\r\nAuthorization: {bearer}\r\nX-Forwarded-For: 198.51.{}.{}\r\n",
            from / 250,
            from % 250
        );
        all.spawn(async move { one_byte_short(&host, "PATCH /api/v1/page/profile", &headers).await });
    }
    all
}

/// The statuses of an attack, while others visit.
async fn visited(mut attack: JoinSet<u16>, visitor: &Actor) -> Vec<u16> {
    let mut statuses = Vec::new();
    while !attack.is_empty() {
        visitor.get("/ada").await.expect(200);
        visitor.get("/signin").await.expect(200);
        while let Some(status) = attack.try_join_next() {
            statuses.push(status.unwrap());
        }
    }
    statuses
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_bodies_together_take_so_much_and_others_are_served() {
    let app = TestApp::set(&[OPEN, &[("TRUSTED_PROXIES", "127.0.0.1")]].concat()).await;
    let ada = app.owner("ada").await;
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let statuses = visited(attack(&app.url, ada.bearer(), 48, 16), &app.anonymous()).await;
    assert!(statuses.iter().all(|status| [408, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&503), "{statuses:?}");
    let peak = app.app.body_memory.peak();
    assert!(peak <= TOTAL && peak > TOTAL - (1 << 20), "{peak}");
    settled(&app).await;
    ada.patch("/api/v1/page/profile", json!({ "bio": "x".repeat(100) })).await.expect(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bodies_of_an_address_take_so_much_and_others_send_theirs() {
    let app = TestApp::set(&[OPEN, &[("TRUSTED_PROXIES", "127.0.0.1")]].concat()).await;
    let ada = app.owner("ada").await;
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let mut attack = attack(&app.url, ada.bearer(), 16, 1);
    let mut statuses = vec![attack.join_next().await.unwrap().unwrap()];
    // While that address waits for its turn, another one is served.
    let other = ada.clone().with("x-forwarded-for", "203.0.113.9");
    other.patch("/api/v1/page/profile", json!({ "bio": "x".repeat(100) })).await.expect(200);
    statuses.extend(visited(attack, &app.anonymous()).await);
    assert!(statuses.iter().all(|status| [408, 429].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    assert!(app.app.body_memory.peak() <= PER_ADDRESS + 1024);
    settled(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_of_the_full_size_that_comes_slowly_is_taken() {
    let app = TestApp::set(OPEN).await;
    let ada = app.owner("ada").await;
    let mut stream = TcpStream::connect(host(&app.url)).await.unwrap();
    let start = "{\"bio\": \"slowly\"";
    let body = format!("{start}{}}}", " ".repeat(BODY_BYTES - start.len() - 1));
    let head = format!(
        "PATCH /api/v1/page/profile HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\nContent-Type: application/json\r\nContent-Length: {BODY_BYTES}\r\n\r\n",
        ada.bearer()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    for part in body.as_bytes().chunks(BODY_BYTES / 20) {
        stream.write_all(part).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut reply = [0; 12];
    stream.read_exact(&mut reply).await.unwrap();
    assert_eq!(&reply, b"HTTP/1.1 200");
    settled(&app).await;
}

/// A body that never ends.
struct Unending {
    left: usize,
}

impl Body for Unending {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        const PART: usize = 16 * 1024;
        if self.left < PART {
            return Poll::Pending;
        }
        self.left -= PART;
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b' '; PART])))))
    }
}

/// The same attack over HTTP/2, each connection from an address of its own.
async fn attack_http2(url: &str, bearer: &str, connections: usize, streams: usize) -> JoinSet<u16> {
    let mut all = JoinSet::new();
    for connection in 0..connections {
        let stream = TcpStream::connect(host(url)).await.unwrap();
        let (sender, driver) =
            hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
        tokio::spawn(driver);
        for _ in 0..streams {
            let request = Request::patch(format!("{url}/api/v1/page/profile"))
                .header("authorization", bearer)
                .header("content-type", "application/json")
                .header("x-forwarded-for", format!("203.0.113.{connection}"))
                .body(Unending { left: BODY_BYTES })
                .unwrap();
            let mut sender = sender.clone();
            all.spawn(async move {
                sender.ready().await.unwrap();
                let reply = tokio::time::timeout(PATIENCE, sender.send_request(request)).await.expect("no reply");
                reply.map_or(0, |reply| reply.status().as_u16())
            });
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_of_http2_count_like_connections() {
    let app = TestApp::set(&[OPEN, &[("TRUSTED_PROXIES", "127.0.0.1")]].concat()).await;
    let ada = app.owner("ada").await;
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let attack = attack_http2(&app.url, ada.bearer(), 6, 16).await;
    let statuses = visited(attack, &app.anonymous()).await;
    assert!(statuses.iter().all(|status| [408, 429, 503].contains(status)), "{statuses:?}");
    assert!(app.app.body_memory.peak() <= TOTAL);
    settled(&app).await;
}

/// Resident memory of a process and its peak, bytes.
fn memory(child: &Running, name: &str) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}

/// Visits a second until `attack` ends or `seconds` have passed; returns how many.
async fn rate(visitor: &Actor, seconds: u64) -> f64 {
    let (since, mut visits) = (Instant::now(), 0_u32);
    while since.elapsed() < Duration::from_secs(seconds) {
        visitor.get("/ada").await.expect(200);
        visits += 1;
    }
    f64::from(visits) / since.elapsed().as_secs_f64()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attacked_server_stays_small() {
    let connections: usize = count("BODIES", 48);
    let long = connections >= 400;
    let folder = tempfile::tempdir().unwrap();
    let make = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    admin(folder.path(), &make, "a long password\n");
    let key = admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "x"], "");
    let settings = [("RATE_PUBLIC", "1000000"), ("TRUSTED_PROXIES", "127.0.0.1"), ("CONNECTIONS_PER_ADDRESS", "5000")];
    let server = start_with(folder.path(), &settings).await;
    let ada = Actor::new(&server.url).with_bearer(&key);
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    let (visitor, seconds) = (Actor::new(&server.url), if long { 8 } else { 1 });
    let (quiet, before) = (rate(&visitor, seconds).await, memory(&server.child, "VmRSS:"));
    for name in ["HTTP/1.1", "HTTP/2"] {
        let attack = if name == "HTTP/2" {
            let (connections, streams) = if long { (8, 64) } else { (2, 16) };
            attack_http2(&server.url, ada.bearer(), connections, streams).await
        } else {
            attack(&server.url, ada.bearer(), connections, connections)
        };
        let busy = rate(&visitor, seconds).await;
        drop(attack);
        let peak = memory(&server.child, "VmHWM:");
        println!(
            "{name}: {} MiB before, {} MiB at the peak; {quiet:.0} visits a second without, {busy:.0} with attackers",
            before >> 20,
            peak >> 20
        );
        assert!(peak < before + MOST_ADDED, "{name}: {before} to {peak} bytes");
        assert!(!long || busy > quiet / 2.0, "{busy} of {quiet}");
    }
    ada.patch("/api/v1/page/profile", json!({ "bio": "x" })).await.expect(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_consent_form_sends_what_it_was_given() {
    // The longest query that headers may hold comes back in the form.
    let app = TestApp::set(OPEN).await;
    let ada = person(&app, "ada").await;
    let request = format!("state={}", "ß".repeat(8 * 1024));
    let path = crate::oauth::agent::AUTHORIZE;
    ada.form(path, &[("request", &request), ("answer", "allow")]).await.expect(403);
}
