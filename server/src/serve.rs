//! Serving: our own accept loop, because only then do header timeouts and connection limits hold.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::config::{Config, MediaPlace};
use crate::far::{Far, instance_secret};
use crate::mail::Mailer;
use crate::media::{Media, Shelf};
use crate::outbound::Outbound;
use crate::router::{self, Front};
use crate::service::Service;
use crate::service::oauth::Documents;
use crate::state::App;
use crate::store::Store;

/// The first byte, and then all headers, must come in this time.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Requests under way when the service stops get this long.
const DRAIN_TIME: Duration = Duration::from_secs(20);
/// Connections at once; more wait to be accepted.
const CONNECTIONS: usize = 4096;
/// How often full buckets are forgotten.
const TIDY: Duration = Duration::from_secs(60);
/// How often pictures that nobody needs are collected, in turns of [`TIDY`].
const COLLECT: u32 = 6 * 60;

/// Opens everything and serves until told to stop.
///
/// # Errors
/// A sentence that says what could not be opened.
pub async fn run(config: Config) -> Result<(), String> {
    let listener = TcpListener::bind(config.bind).await;
    let listener = listener.map_err(|why| format!("mantel-server can't listen on BIND={}: {why}", config.bind))?;
    let app = open(config).await?;
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    tracing::info!(%address, base = app.config.base_url, "serving");
    let tidy = tokio::spawn(tidy(app.clone()));
    let facts = app.outbound.is_on().then(|| tokio::spawn(app.enricher().run()));
    let stop = async {
        stop_signal().await;
        // Streams have no end of their own.
        app.service.store().end_watches();
    };
    accept(listener, router::router(app.clone()), stop).await;
    tidy.abort();
    if let Some(facts) = facts {
        facts.abort();
    }
    app.service.store().close().await;
    tracing::info!("stopped");
    Ok(())
}

/// The application on its database.
///
/// # Errors
/// A sentence that says what could not be opened.
pub async fn open(config: Config) -> Result<App, String> {
    if config.database_url.starts_with("sqlite:") {
        let why = |it| format!("mantel-server can't make DATA_DIR={}: {it}", config.data_dir.display());
        std::fs::create_dir_all(&config.data_dir).map_err(why)?;
    }
    let store = Store::open(&config.database_url).await;
    let store = store.map_err(|why| format!("mantel-server can't open its database: {why}"))?;
    let outbound = if config.outbound {
        let made = Outbound::new(config.stand_ins.clone(), &config.base_url);
        made.map_err(|why| format!("mantel-server can't reach out: {why}"))?
    } else {
        Outbound::off()
    };
    let documents = (config.cimd && config.outbound).then(|| Documents::new(outbound.clone()));
    let service = Service::new(store, &router::first_segments(), &config, documents);
    let shelf = match &config.media {
        MediaPlace::Folder(folder) => Shelf::open(folder),
        MediaPlace::Bucket(bucket) => Shelf::in_bucket(bucket),
    };
    let why = |it| format!("mantel-server can't open MEDIA_URL, {:?}: {it}", config.media);
    let media = Media::new(shelf.map_err(why)?);
    let mailer = Mailer::new(config.mail.as_ref()).map_err(|why| format!("mantel-server can't use SMTP_URL: {why}"))?;
    let secret = instance_secret(config.secret_key.as_deref(), &config.data_dir)
        .map_err(|why| format!("mantel-server can't keep its secret in DATA_DIR (or set SECRET_KEY): {why}"))?;
    Ok(App::new(config, service, media, mailer, outbound, Far::new(&secret)))
}

async fn tidy(app: App) {
    for turn in 0_u32.. {
        tokio::time::sleep(TIDY).await;
        app.rates.tidy();
        if turn.is_multiple_of(COLLECT)
            && let Err(why) = app.collect_pictures().await
        {
            tracing::warn!(error = %why, "pictures that nobody needs could not be collected");
        }
    }
}

/// Accepts connections until `stop`, then lets those under way finish.
pub async fn accept(listener: TcpListener, front: Front, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = std::pin::pin!(stop);
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { break };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let watcher = graceful.watcher();
                let front = front.clone();
                tokio::spawn(async move {
                    connection(stream, peer, front, watcher).await;
                    drop(place);
                });
            }
            // Out of descriptors, or gone before we took it: neither is a reason to stop or to spin.
            Err(why) => {
                tracing::warn!(error = %why, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(DRAIN_TIME, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests were still under way after {} s", DRAIN_TIME.as_secs());
    }
}

async fn connection(stream: TcpStream, peer: SocketAddr, front: Front, watcher: hyper_util::server::graceful::Watcher) {
    // Telling HTTP/1 from HTTP/2 has no time limit of its own: the first byte is waited for here.
    if !matches!(tokio::time::timeout(HEADER_TIME, stream.peek(&mut [0])).await, Ok(Ok(1))) {
        return;
    }
    // Replies are small and written whole.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: Request<Incoming>| front.answer(request, peer));
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADER_TIME).max_buf_size(64 * 1024);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(64)
        .keep_alive_interval(Some(Duration::from_secs(20)))
        .keep_alive_timeout(HEADER_TIME)
        .max_header_list_size(32 * 1024);
    let serving = builder.serve_connection(TokioIo::new(stream), answer);
    if let Err(why) = watcher.watch(serving).await {
        tracing::debug!(%peer, error = %why, "connection ended");
    }
}

/// SIGTERM or SIGINT.
async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    tracing::info!("stopping: requests under way may finish");
}
