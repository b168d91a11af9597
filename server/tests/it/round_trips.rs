//! How often an edit waits for a database server: the cause of what edits take (BENCHMARKS, Durable edits).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

use crate::support::{TestApp, postgres};

const EDITS: usize = 20;
/// The credential, and the edit; then, after the reply, the notification for other servers, and the test by the pool of the connection
/// that sent it.
const ROUND_TRIPS: usize = 4;

/// Forwards what a database server sends, and counts how often it says that it is ready for another query (PostgreSQL, 53.7, `Z`).
async fn forward_counting(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, ready: Arc<AtomicUsize>) -> Option<()> {
    loop {
        let mut head = [0; 5];
        from.read_exact(&mut head).await.ok()?;
        if head[0] == b'Z' {
            ready.fetch_add(1, Ordering::Relaxed);
        }
        let length = u32::from_be_bytes(head[1..].try_into().unwrap());
        let mut rest = vec![0; length as usize - 4];
        from.read_exact(&mut rest).await.ok()?;
        to.write_all(&head).await.ok()?;
        to.write_all(&rest).await.ok()?;
    }
}

/// A port in front of the database server at `server`.
async fn relay(server: String, ready: Arc<AtomicUsize>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let (mut client_reads, client_writes) = client.into_split();
            let (server_reads, mut server_writes) = TcpStream::connect(&server).await.unwrap().into_split();
            tokio::spawn(forward_counting(server_reads, client_writes, Arc::clone(&ready)));
            tokio::spawn(async move { tokio::io::copy(&mut client_reads, &mut server_writes).await });
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edit_takes_few_round_trips_to_a_database_server() {
    let Some(url) = postgres::fresh().await else { return };
    let (before, database) = url.rsplit_once('/').unwrap();
    let (who, server) = before.rsplit_once('@').unwrap();
    let ready = Arc::new(AtomicUsize::new(0));
    let port = relay(server.to_owned(), Arc::clone(&ready)).await;
    let app = TestApp::at(&format!("{who}@127.0.0.1:{port}/{database}?sslmode=disable")).await;
    let ada = app.owner("ada").await;
    let tiles: Vec<_> = (0..40).map(|at| json!(format!("https://place-{at}.example"))).collect();
    let file = json!({ "file": { "name": "Ada", "links": tiles }, "replace": true });
    let draft = ada.post("/api/v1/page/import", file).await.expect(201).body()["draft"].clone();
    let tile = format!("/api/v1/page/tiles/{}", draft["tiles"][20]["id"].as_str().unwrap());
    for (edited, field) in [("/api/v1/page/profile", "bio"), (tile.as_str(), "title")] {
        ada.patch(edited, json!({ field: "First" })).await.expect(200);
        let mut seen = Vec::new();
        for number in 0..EDITS {
            let before = ready.load(Ordering::Relaxed);
            ada.patch(edited, json!({ field: format!("Number {number}") })).await.expect(200);
            seen.push(ready.load(Ordering::Relaxed) - before);
        }
        // Of some edits there are more: it looks for unused snapshots once in sixteen, and checks now and then that the database answers.
        seen.sort_unstable();
        assert!(seen[EDITS / 4] <= ROUND_TRIPS, "{edited}: {seen:?}");
    }
}
