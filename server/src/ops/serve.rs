//! Serving: everything opened, served until told to stop, closed.

use std::time::Duration;

use tokio::net::TcpListener;

use crate::config::{Config, MediaPlace};
use crate::http::listener::{Doors, accept};
use crate::media::remote::{Far, instance_secret};
use crate::media::{Media, Reader, Shelf};
use crate::outbound::Outbound;
use crate::outbound::mail::Mailer;
use crate::router;
use crate::service::Service;
use crate::service::oauth::MetadataReader;
use crate::state::App;
use crate::store::Store;

/// How often full buckets are forgotten.
const TIDY: Duration = Duration::from_secs(60);
/// How often pictures that nobody needs are collected, in turns of [`TIDY`].
const COLLECT: u32 = 6 * 60;

/// Opens everything and serves until told to stop.
///
/// # Errors
/// A sentence that says what could not be opened.
pub async fn run(config: Config) -> Result<(), String> {
    more_files();
    let listener = listener(config.bind).await?;
    let doors = Doors::of(&config);
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
    accept(listener, router::router(app.clone()), doors, stop).await;
    tidy.abort();
    if let Some(facts) = facts {
        facts.abort();
    }
    app.service.store().close().await;
    tracing::info!("stopped");
    Ok(())
}

/// The socket that the machine's service manager holds for us (`LISTEN_FDS`), which outlives this process so that nobody is
/// turned away during a restart; or one of our own.
async fn listener(bind: std::net::SocketAddr) -> Result<TcpListener, String> {
    let handed = listenfd::ListenFd::from_env().take_tcp_listener(0);
    let handed = handed.map_err(|why| format!("mantel-server can't take the socket of LISTEN_FDS: {why}"))?;
    let listener = match handed {
        Some(held) => held.set_nonblocking(true).and_then(|()| TcpListener::from_std(held)),
        None => TcpListener::bind(bind).await,
    };
    listener.map_err(|why| format!("mantel-server can't listen on BIND={bind}: {why}"))
}

/// Lets this process have as many files and connections as the machine allows: many begin with 1,024.
fn more_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(why) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(error = %why, "the limit of open files could not be raised");
    }
}

/// The application on its database.
///
/// # Errors
/// A sentence that says what could not be opened.
pub async fn open(config: Config) -> Result<App, String> {
    if config.database_url.starts_with("sqlite:") {
        let why = |it| format!("mantel-server can't make DATA_DIR={}: {it}", config.data_dir.display());
        private_folder(&config.data_dir).map_err(why)?;
    }
    let store = Store::open(&config.database_url).await;
    let store = store.map_err(|why| format!("mantel-server can't open its database: {why}"))?;
    let outbound = if config.outbound {
        let made = Outbound::new(config.stand_ins.clone(), &config.base_url);
        made.map_err(|why| format!("mantel-server can't reach out: {why}"))?
    } else {
        Outbound::off()
    };
    let metadata_reader = (config.cimd && config.outbound).then(|| MetadataReader::new(outbound.clone()));
    let service = Service::new(store, &router::first_segments(), &config, metadata_reader);
    let shelf = match &config.media {
        MediaPlace::Folder(folder) => Shelf::open(folder),
        MediaPlace::Bucket(bucket) => Shelf::in_bucket(bucket),
    };
    let why = |it| format!("mantel-server can't open MEDIA_URL, {:?}: {it}", config.media);
    let media = Media::new(shelf.map_err(why)?, Reader::new(config.program.clone()));
    let mailer = Mailer::new(config.mail.as_ref()).map_err(|why| format!("mantel-server can't use SMTP_URL: {why}"))?;
    let secret = instance_secret(config.secret_key.as_deref(), &config.data_dir)
        .map_err(|why| format!("mantel-server can't keep its secret in DATA_DIR (or set SECRET_KEY): {why}"))?;
    Ok(App::new(config, service, media, mailer, outbound, Far::new(&secret)))
}

/// Makes a folder that only its owner can look into; one that is there stays as it is.
fn private_folder(folder: &std::path::Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
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
