//! The test application: a real server on a free port, its database, and its users.

mod actor;
pub mod avif;
pub mod binary;
pub mod bucket;
pub mod contract;
pub mod copies;
pub mod countries;
pub mod failover;
pub mod nodes;
pub mod patroni;
pub mod pictures;
pub mod postgres;
mod redact;
pub mod smtp;
mod stored_rows;
mod stream;
pub mod web;

use std::net::SocketAddr;

pub use actor::{Actor, Reply};
use mantel_server::config::Config;
use mantel_server::http::listener::{ConnectionLimits, serve as serve_connections};
use mantel_server::ops::serve;
use mantel_server::outbound::Overrides;
use mantel_server::state::App;
pub use redact::{redacted, without_ids};
pub use stored_rows::Rows;
use tempfile::TempDir;
use tokio::net::TcpListener;

/// The database of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    Sqlite,
    Postgres,
}

/// Runs one test on both databases; `app set SETTINGS` replaces the usual settings.
macro_rules! on_both {
    (@) => { crate::support::OPEN };
    (@ $settings:expr) => { $settings };
    ($($(#[$more:meta])* async fn $name:ident($app:ident $(set $settings:expr)?) $body:block)+) => { $(
        mod $name {
            #[allow(unused_imports, reason = "what the test around it uses")]
            use super::*;

            async fn run($app: crate::support::TestApp) $body

            $(#[$more])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                run(crate::support::TestApp::set(crate::support::on_both!(@ $($settings)?)).await).await;
            }

            $(#[$more])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let settings = crate::support::on_both!(@ $($settings)?);
                if let Some(app) = crate::support::TestApp::with(crate::support::Database::Postgres, settings).await {
                    run(app).await;
                }
            }
        }
    )+ };
}
pub(crate) use on_both;

/// The value of the variable `name`, which scales a test, or `usual` without it.
pub fn count<T: std::str::FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// A running server, or several behind a balancer.
pub struct TestApp {
    /// Its address.
    pub url: String,
    /// Its application state.
    pub app: App,
    _folder: TempDir,
}

/// Timeout for bodies in tests: long enough on a busy machine, short enough to wait for.
const BODY_TIME: std::time::Duration = std::time::Duration::from_secs(3);

/// Time for a picture of a page in tests: more than one takes on the busiest machine.
const BROWSER_TIME: std::time::Duration = std::time::Duration::from_secs(120);

/// Heartbeat interval of idle streams in tests.
const HEARTBEAT: std::time::Duration = std::time::Duration::from_millis(400);

/// Not a setting of the server: its idle streams send no heartbeats, so that only what wakes them does.
pub const QUIET: (&str, &str) = ("QUIET_STREAMS", "1");

/// Rate limits that no test reaches by accident.
pub const OPEN: &[(&str, &str)] = &[
    ("RATE_EDITS", "1000000"),
    ("RATE_READS", "1000000"),
    ("RATE_PUBLIC", "1000000"),
    ("RATE_NAMES", "1000000"),
    ("RATE_SIGNIN", "1000000"),
    ("RATE_SIGNUP", "1000000"),
    ("RATE_KEYS", "1000000"),
    ("RATE_RENAMES", "1000000"),
    ("RATE_CLIENTS", "1000000"),
    ("RATE_DOCUMENTS", "1000000"),
    ("RATE_MOVE_IN", "1000000"),
    ("RATE_PICTURES", "1000000"),
    ("RATE_REPORTS", "1000000"),
    ("RATE_PRESSES", "1000000"),
    ("RATE_FAR", "1000000"),
    ("RATE_FAR_MIB", "1000000"),
];

impl TestApp {
    /// A server with the usual settings; `None` where the database's programs are not installed.
    pub async fn on(database: Database) -> Option<Self> {
        Self::with(database, OPEN).await
    }

    /// A server on SQLite with only these settings.
    pub async fn set(settings: &[(&str, &str)]) -> Self {
        Self::with(Database::Sqlite, settings).await.expect("SQLite is inside")
    }

    /// A server with the usual settings and these, which reaches fake hosts.
    pub async fn with_outbound(
        database: Database,
        settings: &[(&str, &str)],
        outbound_overrides: Overrides,
    ) -> Option<Self> {
        Self::made(database, &[settings, OPEN].concat(), outbound_overrides).await
    }

    /// Another server on the same database.
    pub async fn second_server(&self) -> Self {
        Self::at(&self.app.config.database_url).await
    }

    /// A server with the usual settings on this database.
    pub async fn at(url: &str) -> Self {
        Self::with(Database::Sqlite, &[OPEN, &[("DATABASE_URL", url)]].concat()).await.unwrap()
    }

    /// A server on PostgreSQL whose transactions are all serializable: conflicting ones fail.
    pub async fn strict() -> Option<Self> {
        Some(
            Self::at(&format!("{}?options[default_transaction_isolation]=serializable", postgres::fresh().await?))
                .await,
        )
    }

    /// A server with only these settings; `None` where the database's programs are not installed.
    pub async fn with(database: Database, settings: &[(&str, &str)]) -> Option<Self> {
        Self::made(database, settings, Overrides::default()).await
    }

    async fn made(database: Database, settings: &[(&str, &str)], outbound_overrides: Overrides) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let mut all: Vec<(String, String)> =
            settings.iter().map(|setting| (setting.0.to_owned(), setting.1.to_owned())).collect();
        all.push(("DATA_DIR".to_owned(), folder.path().display().to_string()));
        for (name, usual) in [("BASE_URL", url.as_str()), ("BROWSER", "off")] {
            if !settings.iter().any(|setting| setting.0 == name) {
                all.push((name.to_owned(), usual.to_owned()));
            }
        }
        if database == Database::Postgres {
            all.push(("DATABASE_URL".to_owned(), postgres::fresh().await?));
        }
        let config = Config::read(&|name| all.iter().find(|it| it.0 == name).map(|it| it.1.clone())).unwrap();
        let quiet = settings.contains(&QUIET);
        let heartbeat = if quiet { std::time::Duration::from_secs(60 * 60) } else { HEARTBEAT };
        let program = binary::PROGRAM.into();
        let config = Config {
            browser_time: BROWSER_TIME,
            body_time: BODY_TIME,
            heartbeat,
            outbound_overrides,
            program,
            ..config
        };
        let app = serve::open(config.clone()).await.unwrap();
        let shared = config.database_url.starts_with("postgres");
        if shared && nodes::count() > 1 {
            // Several servers in turn behind a balancer; `app` is the first of them.
            let mut all = vec![nodes::serve(&app).await];
            for _ in 1..nodes::count() {
                all.push(nodes::serve(&serve::open(config.clone()).await.unwrap()).await);
            }
            tokio::spawn(nodes::balance(listener, all));
        } else {
            let router = mantel_server::router::router(app.clone());
            tokio::spawn(serve_connections(
                listener,
                router,
                ConnectionLimits::from_config(&app.config),
                std::future::pending(),
            ));
        }
        Some(Self { url, app, _folder: folder })
    }

    /// A caller without credentials.
    pub fn anonymous(&self) -> Actor {
        Actor::new(&self.url)
    }

    /// A caller with an account and an API key.
    pub async fn keyed(&self, name: &str) -> Actor {
        let service = &self.app.service;
        let account = service.make_account(&format!("{name}@harrow.example"), PASSWORD, None).await.unwrap();
        let (_, key) = service.make_key(&account, "test").await.unwrap();
        self.anonymous().with_bearer(&key)
    }

    /// A caller with a key and a page called `name`, empty except for a note.
    pub async fn owner(&self, name: &str) -> Actor {
        let actor = self.keyed(name).await;
        let body = serde_json::json!({ "username": name, "empty": true });
        actor.post("/api/v1/claim", body).await.expect(201);
        actor
    }
}

/// The password of every test account.
pub const PASSWORD: &str = "a long enough password";
