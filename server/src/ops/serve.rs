//! Serving: opens everything, serves until told to stop, and closes everything.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::config::{Config, MediaStorage};
use crate::http::listener;
use crate::http::listener::ConnectionLimits;
use crate::media::{AvifDecoder, BlobStore, MediaLibrary};
use crate::ops::instance_secret::instance_secret;
use crate::ops::metrics::MetricsHandler;
use crate::outbound::Outbound;
use crate::outbound::mail::Mailer;
use crate::service::Service;
use crate::service::oauth::MetadataReader;
use crate::state::App;
use crate::store::Store;
use crate::{insights_letter, page_picture, published_page, router};

/// How often full rate limit buckets and expired rows are dropped.
const MAINTENANCE_INTERVAL: Duration = Duration::from_secs(60);
/// How often unused images are collected, in intervals of [`MAINTENANCE_INTERVAL`].
const COLLECT_EVERY: u32 = 6 * 60;

/// Opens everything and serves until told to stop.
///
/// # Errors
/// A sentence that says what could not be opened.
pub async fn run(config: Config) -> Result<(), String> {
    #[cfg(assets_in_folder)]
    crate::assets::folder::load()?;
    raise_file_limit();
    let listener = bind(config.bind).await?;
    let limits = ConnectionLimits::from_config(&config);
    let app = open(config).await?;
    app.visits.read_countries()?;
    app.service.store().serve();
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    tracing::info!(%address, base = app.config.base_url, "serving");
    app.media.log_sandbox();
    let metrics = match app.config.metrics_bind {
        Some(address) => Some(serve_metrics(address, &app).await?),
        None => None,
    };
    let maintenance = tokio::spawn(run_maintenance(app.clone()));
    let letters = app.config.insights && app.mailer.is_configured();
    let letters = letters.then(|| tokio::spawn(mail_letters(app.clone())));
    let link_metadata = app.outbound.is_enabled().then(|| tokio::spawn(app.link_metadata().run()));
    let drawings = Arc::clone(&app.drawings);
    let drawings = tokio::spawn(async move { drawings.work().await });
    let pages = tokio::spawn(published_page::work(app.clone()));
    let page_pictures = tokio::spawn(page_picture::work(app.clone()));
    let visits = app.config.insights.then(|| tokio::spawn(app.visits.clone().work()));
    let stopping = app.clone();
    let stop = async move {
        stop_signal().await;
        // Event streams do not end by themselves.
        stopping.service.store().end_watches();
    };
    // A task: this thread is none of the workers, and would wake one of them for each connection.
    let serving = tokio::spawn(listener::serve(listener, router::router(app.clone()), limits, stop));
    if let Err(why) = serving.await {
        tracing::error!(error = %why, "no more connections are accepted");
    }
    maintenance.abort();
    drawings.abort();
    pages.abort();
    page_pictures.abort();
    if let Some(visits) = visits {
        visits.abort();
        if let Err(why) = app.visits.write().await {
            tracing::warn!(error = %why, "what was counted last could not be written");
        }
    }
    if let Some(letters) = letters {
        letters.abort();
    }
    if let Some(metrics) = metrics {
        metrics.abort();
    }
    if let Some(link_metadata) = link_metadata {
        link_metadata.abort();
    }
    app.service.store().close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Serves the metrics until the task is aborted.
async fn serve_metrics(address: std::net::SocketAddr, app: &App) -> Result<tokio::task::JoinHandle<()>, String> {
    let message = |why| format!("mantel-server can't listen on METRICS_BIND={address}: {why}");
    let listener = TcpListener::bind(address).await.map_err(message)?;
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    tracing::info!(%address, "serving /metrics");
    let limits = ConnectionLimits::from_config(&app.config);
    Ok(tokio::spawn(listener::serve(listener, MetricsHandler(app.clone()), limits, std::future::pending())))
}

/// The socket that the service manager holds for us (`LISTEN_FDS`), which outlives this process so that no connection
/// is refused during a restart; otherwise a socket of our own.
async fn bind(address: std::net::SocketAddr) -> Result<TcpListener, String> {
    let inherited = listenfd::ListenFd::from_env().take_tcp_listener(0);
    let inherited = inherited.map_err(|why| format!("mantel-server can't take the socket of LISTEN_FDS: {why}"))?;
    let listener = match inherited {
        Some(socket) => socket.set_nonblocking(true).and_then(|()| TcpListener::from_std(socket)),
        None => TcpListener::bind(address).await,
    };
    listener.map_err(|why| format!("mantel-server can't listen on BIND={address}: {why}"))
}

/// Raises the limit of open files and connections to the hard limit: many systems default to 1,024.
fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(why) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(error = %why, "the limit of open files could not be raised");
    }
}

/// Opens the application with its database.
///
/// # Errors
/// A sentence that says what could not be opened.
pub async fn open(config: Config) -> Result<App, String> {
    if config.database_url.starts_with("sqlite:") {
        let message = |why| format!("mantel-server can't make DATA_DIR={}: {why}", config.data_dir.display());
        create_private_folder(&config.data_dir).map_err(message)?;
    }
    let store = Store::open(&config.database_url).await;
    let store = store.map_err(|why| format!("mantel-server can't open its database: {why}"))?;
    let outbound = if config.outbound {
        let client = Outbound::new(config.outbound_overrides.clone(), &config.base_url);
        client.map_err(|why| format!("mantel-server can't reach out: {why}"))?
    } else {
        Outbound::disabled()
    };
    let metadata_reader = (config.cimd && config.outbound).then(|| MetadataReader::new(outbound.clone()));
    let service = Service::new(store, &router::first_segments(), &config, metadata_reader);
    let blobs = match &config.media {
        MediaStorage::Folder(folder) => BlobStore::in_folder(folder),
        MediaStorage::Bucket(bucket) => BlobStore::in_bucket(bucket),
    };
    let message = |why| format!("mantel-server can't open MEDIA_URL, {:?}: {why}", config.media);
    let media = MediaLibrary::new(blobs.map_err(message)?, AvifDecoder::new(config.program.clone()));
    let mailer = Mailer::new(config.mail.as_ref()).map_err(|why| format!("mantel-server can't use SMTP_URL: {why}"))?;
    let secret = instance_secret(config.secret_key.as_deref(), &config.data_dir)
        .map_err(|why| format!("mantel-server can't keep its secret in DATA_DIR (or set SECRET_KEY): {why}"))?;
    Ok(App::new(config, service, media, mailer, outbound, &secret))
}

/// Creates a folder with access for its owner only; an existing one is left unchanged.
fn create_private_folder(folder: &std::path::Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

async fn run_maintenance(app: App) {
    for round in 0_u32.. {
        tokio::time::sleep(MAINTENANCE_INTERVAL).await;
        app.rate_limits.forget_full();
        if let Err(why) = app.service.delete_expired().await {
            tracing::warn!(error = %why, "expired rows could not be deleted");
        }
        if app.config.insights
            && let Err(why) = app.visits.forget_old().await
        {
            tracing::warn!(error = %why, "old counts could not be summed up");
        }
        if round.is_multiple_of(COLLECT_EVERY)
            && let Err(why) = app.garbage.collect().await
        {
            tracing::warn!(error = %why, "unused images could not be collected");
        }
    }
}

/// Mails the weekly letters, apart from the maintenance, which does not wait for a mail server.
async fn mail_letters(app: App) {
    loop {
        tokio::time::sleep(MAINTENANCE_INTERVAL).await;
        if let Err(why) = insights_letter::mail_due_letters(&app).await {
            tracing::warn!(error = %why, "letters that are due could not be looked up");
        }
    }
}

/// Waits for SIGTERM or SIGINT.
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
    tracing::info!("stopping: requests in flight may finish");
}
