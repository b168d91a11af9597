//! Several servers on one PostgreSQL behind a balancer: `NODES=2` runs every PostgreSQL test that way (`make nodes`).

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mantel_server::http::listener::{ConnectionLimits, serve as serve_connections};
use mantel_server::router;
use mantel_server::state::App;
use tokio::net::{TcpListener, TcpStream};

use super::{Actor, Reply};

/// The number of servers of a test application.
pub fn count() -> usize {
    super::count("NODES", 1)
}

/// Waits until every server gives a good reply: a single one at once, several as soon as each has been notified.
pub async fn answer(caller: &Actor, path: &str, good: impl Fn(&Reply) -> bool) -> Reply {
    let until = Instant::now() + Duration::from_secs(10);
    let mut seen = 0;
    loop {
        let reply = caller.get(path).await;
        seen = if good(&reply) { seen + 1 } else { 0 };
        if seen == count() {
            return reply;
        }
        assert!(count() > 1 && Instant::now() < until, "{path}: {} {}", reply.status, reply.text);
    }
}

/// Serves one of them; returns its address.
pub async fn serve(app: &App) -> SocketAddr {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
    let address = listener.local_addr().unwrap();
    let limits = ConnectionLimits::from_config(&app.config);
    tokio::spawn(serve_connections(listener, router::router(app.clone()), limits, std::future::pending()));
    address
}

/// Forwards each connection to the next server. Callers open one for each call, so calls alternate.
pub async fn balance(listener: TcpListener, nodes: Vec<SocketAddr>) {
    for node in nodes.iter().cycle() {
        let Ok((mut caller, _)) = listener.accept().await else { return };
        let node = *node;
        tokio::spawn(async move {
            let Ok(mut server) = TcpStream::connect(node).await else { return };
            // Either side may close when it is done.
            let _ = tokio::io::copy_bidirectional(&mut caller, &mut server).await;
        });
    }
}
