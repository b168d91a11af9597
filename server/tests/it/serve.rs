//! The accept loop: slow clients are disconnected, and a shutdown lets running requests finish.

use std::process::Command;
use std::time::{Duration, Instant};

use reqwest::header;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::binary::{self, admin, start};
use crate::support::{Actor, TestApp};

/// Opens a connection, sends these bytes and waits for the server to close it.
async fn left_alone(address: String, words: &'static [u8]) -> Duration {
    let since = Instant::now();
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(words).await.unwrap();
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest)).await;
    assert!(closed.is_ok(), "still open after 20 s");
    since.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_say_nothing_or_never_finish_their_headers_are_closed() {
    let app = TestApp::set(&[]).await;
    let address = app.url.trim_start_matches("http://").to_owned();
    let silent = tokio::spawn(left_alone(address.clone(), b""));
    let slow = tokio::spawn(left_alone(address, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "));
    for took in [silent.await.unwrap(), slow.await.unwrap()] {
        assert!((9..16).contains(&took.as_secs()), "{took:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_lets_requests_under_way_finish() {
    let folder = tempfile::tempdir().unwrap();
    admin(folder.path(), &["create-account", "ada@harrow.example", "--password-stdin"], "a long password\n");
    let mut server = start(folder.path()).await;
    let address = server.url.trim_start_matches("http://").to_owned();
    // A sign-in whose body is still being sent when the shutdown starts.
    let body = "email=ada%40harrow.example&password=a+long+password";
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let head = format!(
        "POST /signin HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    Actor::new(&server.url).get("/healthz").await.expect(200);
    let stopped = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    while TcpStream::connect(&address).await.is_ok() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    assert!(answer.contains("set-cookie: mantel="), "{answer}");
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_waits_a_moment_alone_for_connections_that_have_said_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = start(folder.path()).await;
    let mut silent = TcpStream::connect(server.url.trim_start_matches("http://")).await.unwrap();
    // Connections are accepted in order: the silent one has been accepted by now.
    Actor::new(&server.url).get("/healthz").await.expect(200);
    let since = Instant::now();
    let stopped = Command::new("kill").args(["-TERM", &server.child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    assert_eq!(silent.read_to_end(&mut Vec::new()).await.unwrap(), 0);
    assert_eq!(server.child.wait().unwrap().code(), Some(0));
    // Less than the ten seconds allowed for the first byte.
    assert!(since.elapsed().as_secs() < 9, "{:?}", since.elapsed());
}

/// Drafts and password hashes must not be readable by other users of the machine.
#[test]
fn the_folder_of_the_data_is_made_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    let mut command = binary::command(folder.path());
    command.args(["admin", "create-invite"]).env("DATA_DIR", &data);
    assert!(command.output().unwrap().status.success());
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(data).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o700);
}

#[tokio::test]
async fn a_head_is_a_get_without_its_body() {
    let app = TestApp::set(&[]).await;
    let anyone = app.anonymous().with("accept-encoding", "br");
    let head = anyone.call(reqwest::Method::HEAD, "/signin", None).await.expect(200);
    assert_eq!((head.text.as_str(), head.headers.contains_key(header::CONTENT_ENCODING)), ("", false));
}
