//! Deliberately slow clients are disconnected, while everybody else is served. `SLOW` is their number (80 in the
//! usual run, 2,000 by `make slow`, a quarter of each kind).

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::support::binary::{admin, start_with};
use crate::support::{Actor, TestApp, count};

/// All of them are disconnected by then (research, Goal figures, row 12, says 15 s), with slack for busy machines.
const PATIENCE: Duration = Duration::from_secs(30);

/// Connects from a loopback address of its own.
async fn connect(from: [u8; 4], to: &str, window: Option<u32>) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if let Some(window) = window {
        socket.set_recv_buffer_size(window)?;
    }
    socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::from(from)), 0))?;
    socket.connect(to.parse().unwrap()).await
}

/// Open files of a process.
fn files(child: &Child) -> usize {
    std::fs::read_dir(format!("/proc/{}/fd", child.id())).unwrap().count()
}

/// The four kinds: silence, unfinished headers, a body that never comes, replies that are never read.
async fn slow(kind: usize, to: String) -> TcpStream {
    let window = (kind == 3).then_some(2048);
    let mut stream = connect([127, 0, 0, 2 + u8::try_from(kind).unwrap()], &to, window).await.unwrap();
    let unread = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(60);
    let said = match kind {
        0 => "",
        1 => "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        2 => "POST /signin HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\nemail=",
        _ => unread.as_str(),
    };
    stream.write_all(said.as_bytes()).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_connections_are_closed_while_others_are_served() {
    let count: usize = count("SLOW", 80);
    let folder = tempfile::tempdir().unwrap();
    let settings = [("CONNECTIONS_PER_ADDRESS", "5000"), ("RATE_PUBLIC", "1000000"), ("RATE_SIGNIN", "1000000")];
    let mut server = start_with(folder.path(), &settings).await;
    let address = server.url.trim_start_matches("http://").to_owned();
    let before = files(&server.child);
    let mut all = Vec::new();
    let since = Instant::now();
    for at in 0..count {
        all.push(slow(at % 4, address.clone()).await);
    }
    while files(&server.child) < before + count * 9 / 10 {
        assert!(since.elapsed() < PATIENCE, "not all of them are let in");
        tokio::task::yield_now().await;
    }
    let (opened, most) = (since.elapsed(), files(&server.child));
    let normal = Actor::new(&server.url);
    let mut times = Vec::new();
    // The last connection was opened after `opened`, so its timeout counts from there.
    while files(&server.child) > before + 8 {
        assert!(since.elapsed() < opened + PATIENCE, "{} of {most} are still open", files(&server.child) - before);
        let asked = Instant::now();
        normal.get("/healthz").await.expect(200);
        normal.get("/signin").await.expect(200);
        times.push(asked.elapsed() / 2);
        tokio::task::yield_now().await;
    }
    times.sort_unstable();
    let late = times[times.len() * 99 / 100];
    println!(
        "{count} slow connections opened in {opened:?}, the last of them closed {:?} later; {} requests beside them, p99 {late:?}",
        since.elapsed() - opened,
        times.len() * 2,
    );
    server.child.kill().unwrap();
    server.child.wait().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_drips_is_not_waited_for() {
    let app = TestApp::set(&[]).await;
    let ada = app.owner("ada").await;
    let address = app.url.trim_start_matches("http://").to_owned();
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let head = format!(
        "PATCH /api/v1/page/profile HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{{",
        ada.bearer()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let dripping = tokio::spawn(async move {
        let mut tick = tokio::time::interval(Duration::from_millis(100));
        loop {
            tick.tick().await;
            if write.write_all(b" ").await.is_err() {
                return;
            }
        }
    });
    let mut answer = vec![0; 12];
    tokio::time::timeout(PATIENCE, read.read_exact(&mut answer)).await.unwrap().unwrap();
    assert_eq!(answer, b"HTTP/1.1 408");
    dripping.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_so_many_connections_and_others_are_let_in() {
    let app = TestApp::set(&[("CONNECTIONS_PER_ADDRESS", "3")]).await;
    let address = app.url.trim_start_matches("http://").to_owned();
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(connect([127, 0, 0, 9], &address, None).await.unwrap());
    }
    let ask = async |from: [u8; 4]| -> bool {
        let Ok(mut stream) = connect(from, &address, None).await else { return false };
        let asked = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
        let mut answer = String::new();
        asked.is_ok() && stream.read_to_string(&mut answer).await.is_ok() && answer.starts_with("HTTP/1.1 200")
    };
    assert!(!ask([127, 0, 0, 9]).await, "a fourth one is closed");
    assert!(ask([127, 0, 0, 10]).await, "another address is served");
    held.pop();
    let until = Instant::now() + PATIENCE;
    while !ask([127, 0, 0, 9]).await {
        assert!(Instant::now() < until, "a place that is free is given again");
    }
}

/// The HTTP/2 settings: identifiers and values (RFC 9113, 6.5).
async fn settings(address: &str) -> Vec<(u16, u32)> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    let mut head = [0; 9];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(head[3], 4, "the first frame is SETTINGS");
    let mut body = vec![0; usize::from(head[1]) << 8 | usize::from(head[2])];
    stream.read_exact(&mut body).await.unwrap();
    let number = |it: &[u8]| it.iter().fold(0_u32, |sum, it| sum << 8 | u32::from(*it));
    body.chunks(6).map(|chunk| (u16::try_from(number(&chunk[..2])).unwrap(), number(&chunk[2..]))).collect()
}

#[tokio::test]
async fn http2_has_so_many_streams_and_headers() {
    let app = TestApp::set(&[]).await;
    let told = settings(app.url.trim_start_matches("http://")).await;
    let (streams, window, headers) = (3, 4, 6);
    assert!(
        told.contains(&(streams, 64)) && told.contains(&(window, 64 * 1024)) && told.contains(&(headers, 32 * 1024)),
        "{told:?}"
    );
}

#[tokio::test]
async fn headers_that_are_too_long_are_refused() {
    let app = TestApp::set(&[]).await;
    let long = app.anonymous().with("x-long", &"x".repeat(80 * 1024));
    let reply = long.call(Method::GET, "/healthz", None).await;
    assert_eq!(reply.status, 431);
    app.anonymous().with("x-long", &"x".repeat(16 * 1024)).get("/healthz").await.expect(200);
}

/// Peak of a process's resident memory, bytes; it can be reset.
fn peak(child: &Child) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() * 1024
}

/// Sends chunks until the server closes, at most a gibibyte; returns how much was sent.
async fn flood(address: &str, head: String) -> usize {
    const CHUNK: usize = 1 << 20;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = [format!("{CHUNK:x}\r\n").into_bytes(), vec![b'['; CHUNK], b"\r\n".to_vec()].concat();
    for sent in 0..1024 {
        if stream.write_all(&chunk).await.is_err() {
            return sent * CHUNK;
        }
    }
    1024 * CHUNK
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn huge_and_deep_bodies_take_little_memory() {
    const MOST: usize = 64 << 20;
    let folder = tempfile::tempdir().unwrap();
    let make = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    admin(folder.path(), &make, "a long password\n");
    let key = admin(folder.path(), &["create-key", "ada@harrow.example", "--name", "x"], "");
    let mut server = start_with(folder.path(), &[]).await;
    let address = server.url.trim_start_matches("http://").to_owned();
    let ada = Actor::new(&server.url).with_bearer(&key);
    ada.get("/api/v1/page").await.expect(200);
    // Only the peak from here on counts; resetting sets it to the current size.
    let reset = Command::new("sh").args(["-c", &format!("echo 5 > /proc/{}/clear_refs", server.child.id())]).status();
    assert!(reset.unwrap().success());
    let before = peak(&server.child);
    for (method, path, kind) in [
        ("PUT", "/api/v1/page", "application/json"),
        ("POST", "/api/mcp", "application/json"),
        ("POST", "/api/v1/images", "image/png"),
        ("POST", "/signin", "application/x-www-form-urlencoded"),
    ] {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n"
        );
        let sent = flood(&address, head).await;
        assert!(sent < 1 << 30, "{path} took all of it");
    }
    let deep = "[".repeat(100_000);
    for (method, path) in
        [(Method::PUT, "/api/v1/page"), (Method::POST, "/api/v1/page/import"), (Method::POST, "/api/mcp")]
    {
        let reply = ada.call(method, path, Some(("application/json", deep.clone().into_bytes()))).await;
        assert!(reply.status.is_client_error(), "{path}: {}", reply.status);
    }
    let file = serde_json::json!({ "file": deep, "replace": true });
    assert!(ada.post("/api/v1/page/import", file).await.status.is_client_error());
    // Few bytes, many values: in memory each takes many times its bytes.
    let wide = "0,".repeat(500_000);
    let (list, names) =
        (format!("[{wide}0]"), (0..95_000).map(|at| format!("\"x{at}\":0")).collect::<Vec<_>>().join(","));
    let wide = [
        (Method::PUT, "/api/v1/page", format!("{{\"page\":{list}}}")),
        (Method::PATCH, "/api/v1/page/theme", format!("{{{names}}}")),
        (Method::POST, "/api/v1/page/import", format!("{{\"file\":{list},\"replace\":true}}")),
        (Method::POST, "/api/v1/page/import", serde_json::json!({ "file": list, "replace": true }).to_string()),
        (
            Method::POST,
            "/api/mcp",
            format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{{\"x\":{list}}}}}"),
        ),
    ];
    let mut all = tokio::task::JoinSet::new();
    for _ in 0..2 {
        for (method, path, body) in wide.clone() {
            let ada = ada.clone();
            all.spawn(async move {
                let reply = ada.call(method, path, Some(("application/json", body.into_bytes()))).await;
                assert!(reply.status.is_client_error() || reply.status == 201, "{path}: {}", reply.status);
            });
        }
    }
    all.join_all().await;
    let added = peak(&server.child).saturating_sub(before);
    println!(
        "four bodies of up to 1 GiB, four of 100,000 brackets and ten of 100,000 values or more added {} KiB at the peak",
        added / 1024
    );
    assert!(added < MOST, "{added} bytes");
    ada.get("/api/v1/page").await.expect(200);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
}
