//! Clients identified by a metadata document, on a fake host over real TLS.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mantel_server::outbound::Overrides;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::agent::{Agent, pair, person, shown_without_redirect};
use crate::support::web::acceptor;
use crate::support::{Database, Reply, TestApp, nodes};

const HOST: &str = "agent.example";
const ID: &str = "https://agent.example/client.json";

/// A host that sends the same reply to every request, and counts requests.
struct Host {
    outbound_overrides: Overrides,
    asked: Arc<AtomicUsize>,
}

async fn host(certified: &str, reply: String) -> Host {
    let made = rcgen::generate_simple_self_signed([certified.to_owned()]).unwrap();
    let acceptor = acceptor(&made);
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
    let at = listener.local_addr().unwrap();
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            count.fetch_add(1, Ordering::Relaxed);
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            let _ = stream.read(&mut [0; 4096]).await;
            let _ = stream.write_all(reply.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
    });
    let outbound_overrides =
        Overrides { hosts: vec![(HOST.to_owned(), at)], roots: vec![made.cert.der().to_vec()], ..Overrides::default() };
    Host { outbound_overrides, asked }
}

fn document(changes: &[(&str, Value)]) -> Value {
    let mut said = json!({
        "client_id": ID,
        "client_name": "Claude",
        "redirect_uris": ["https://agent.example/callback", "http://localhost/callback"],
        "token_endpoint_auth_method": "none",
    });
    for (name, value) in changes {
        said[name] = value.clone();
    }
    said
}

fn http(said: &Value) -> String {
    let body = said.to_string();
    format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

fn agent(app: &TestApp, id: &str) -> Agent {
    Agent { anyone: app.anonymous(), id: id.to_owned(), base: app.url.clone(), service: app.app.service.clone() }
}

/// The consent page when the host sends this reply.
async fn shown(certified: &str, reply: String, id: &str) -> Reply {
    let host = host(certified, reply).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[], host.outbound_overrides).await.unwrap();
    let ada = person(&app, "ada").await;
    agent(&app, id).ask(&ada, &[]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_document_stands_for_a_registration_and_is_read_once_an_hour() {
    for database in [Database::Sqlite, Database::Postgres] {
        let host = host(HOST, http(&document(&[]))).await;
        let Some(app) = TestApp::with_outbound(database, &[], host.outbound_overrides).await else { continue };
        let server = app.anonymous().get("/.well-known/oauth-authorization-server").await.body();
        assert_eq!(server["client_id_metadata_document_supported"], true);
        let (ada, claude) = (person(&app, "ada").await, agent(&app, ID));
        let page = claude.ask(&ada, &[]).await.expect(200).text;
        assert!(page.contains("described at <code>agent.example</code>"), "{page}");
        let (access, refresh) = claude.tokens(&ada).await;
        claude.with(&access).get("/api/v1/page").await.expect(200);
        pair(&claude.refresh(&refresh, &[]).await.expect(200).body());
        // With several servers, each reads it before the person allows it.
        let asked = host.asked.load(Ordering::Relaxed);
        assert!((1..=nodes::count()).contains(&asked), "{asked}");
        app.app.service.clock().advance(61 * 60 * 1000);
        claude.ask(&ada, &[]).await.expect(200);
        assert_eq!(host.asked.load(Ordering::Relaxed), asked + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_documents_that_nobody_allows_write_nothing_to_the_database() {
    for database in [Database::Sqlite, Database::Postgres] {
        let host = host(HOST, http(&document(&[]))).await;
        let Some(app) = TestApp::with_outbound(database, &[], host.outbound_overrides).await else { continue };
        let claude = agent(&app, ID);
        let clients = async || {
            let mut db = AnyConnection::connect(&app.app.config.database_url).await.unwrap();
            let count = "select cast(count(*) as bigint) from oauth_clients";
            sqlx::query_scalar::<_, i64>(count).fetch_one(&mut db).await.unwrap()
        };
        for _ in 0..5 {
            claude.ask(&app.anonymous(), &[]).await.expect(200);
        }
        let ada = person(&app, "ada").await;
        claude.answered(&ada, &[], &[("answer", "deny")]).await.expect(303);
        assert_eq!(clients().await, 0);
        let (access, _) = claude.tokens(&ada).await;
        claude.with(&access).get("/api/v1/page").await.expect(200);
        assert_eq!(clients().await, 1);
        if nodes::count() == 1 {
            assert_eq!(host.asked.load(Ordering::Relaxed), 1);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_document_that_names_another_client() {
    let other = document(&[("client_id", json!("https://claude.ai/oauth/mcp-oauth-client-metadata"))]);
    shown_without_redirect(shown(HOST, http(&other), ID).await);
    shown_without_redirect(shown(HOST, http(&document(&[("client_id", Value::Null)])), ID).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_document_that_wants_a_secret() {
    shown_without_redirect(
        shown(HOST, http(&document(&[("token_endpoint_auth_method", json!("client_secret_post"))])), ID).await,
    );
    shown_without_redirect(shown(HOST, http(&document(&[("client_secret", json!("x"))])), ID).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_document_behind_a_redirect() {
    let moved = "HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest/meta-data\r\ncontent-length: 0\r\n\r\n";
    shown_without_redirect(shown(HOST, moved.to_owned(), ID).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_document_without_an_end() {
    let long = document(&[("padding", json!("x".repeat(33 * 1024)))]);
    shown_without_redirect(shown(HOST, http(&long), ID).await);
    let lie = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{}", " ".repeat(64 * 1024));
    shown_without_redirect(shown(HOST, lie, ID).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_document_that_is_a_web_page() {
    let page = http(&document(&[])).replace("application/json", "text/html");
    shown_without_redirect(shown(HOST, page, ID).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_host_with_the_certificate_of_another() {
    shown_without_redirect(shown("other.example", http(&document(&[])), ID).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_document_inside_the_network() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let ada = person(&app, "ada").await;
    let port = app.url.rsplit(':').next().unwrap().to_owned();
    for id in [
        format!("https://127.0.0.1:{port}/client.json"),
        "https://127.0.0.1/client.json".to_owned(),
        "https://[::1]/client.json".to_owned(),
        "https://169.254.169.254/latest/meta-data".to_owned(),
        "https://2130706433/client.json".to_owned(),
        "https://localhost/client.json".to_owned(),
        "https://metadata/client.json".to_owned(),
        "http://agent.example/client.json".to_owned(),
        "https://agent.example/".to_owned(),
        "https://agent.example".to_owned(),
        "https://AGENT.example/client.json".to_owned(),
        "https://u:p@agent.example/client.json".to_owned(),
        "https://agent.example/a/../client.json".to_owned(),
        "https://agent.example/client.json#x".to_owned(),
    ] {
        shown_without_redirect(agent(&app, &id).ask(&ada, &[]).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn switched_off_no_document_is_read_and_none_is_promised() {
    let host = host(HOST, http(&document(&[]))).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[("CIMD", "off")], host.outbound_overrides).await.unwrap();
    let ada = person(&app, "ada").await;
    shown_without_redirect(agent(&app, ID).ask(&ada, &[]).await);
    assert_eq!(host.asked.load(Ordering::Relaxed), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_flood_of_documents() {
    let host = host(HOST, http(&document(&[("client_id", json!("https://agent.example/other"))]))).await;
    let app = TestApp::with_outbound(Database::Sqlite, &[("RATE_DOCUMENTS", "1000000")], host.outbound_overrides)
        .await
        .unwrap();
    let (ada, claude) = (person(&app, "ada").await, agent(&app, ID));
    for _ in 0..40 {
        shown_without_redirect(claude.ask(&ada, &[]).await);
    }
    assert!((10..=11).contains(&host.asked.load(Ordering::Relaxed)));
    // Whoever floods uses up their own share, not another's, and not that of the host at once.
    let bob = person(&app, "bob").await;
    for _ in 0..40 {
        shown_without_redirect(claude.ask(&app.anonymous(), &[]).await);
    }
    let asked = host.asked.load(Ordering::Relaxed);
    assert!((20..=22).contains(&asked), "{asked}");
    shown_without_redirect(claude.ask(&bob, &[]).await);
    assert_eq!(host.asked.load(Ordering::Relaxed), asked + 1);
    let app = TestApp::set(&[("RATE_DOCUMENTS", "1")]).await;
    let claude = agent(&app, "https://agent.invalid/client.json");
    shown_without_redirect(claude.ask(&app.anonymous(), &[]).await);
    claude.ask(&app.anonymous(), &[]).await.expect(429);
}
