//! The only SQL: one text that SQLite and PostgreSQL both accept (decisions, Storage).

mod accounts;
mod change_counters;
mod copy;
mod events;
mod health;
mod held_names;
mod history;
mod idempotency;
mod images;
mod invites;
mod keys;
mod link_metadata;
mod oauth;
mod pages;
mod password_resets;
mod pg_notify;
mod previews;
mod record;
mod remote_images;
mod renames;
mod reports;
mod save;
mod sessions;
mod tables;
mod watchers;
mod write;

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

pub use accounts::{AccountCreation, AccountRow, NewAccount};
pub use change_counters::CounterSlot;
pub use copy::Copied;
pub use events::{EventRow, NewEvent};
pub use held_names::HeldRow;
pub use history::{HistoryRow, OpenEntry};
pub use idempotency::IdempotencyRecord;
pub use images::{NewPicture, PictureQuota};
pub use keys::KeyRow;
pub use link_metadata::{BUSY, Due, Known, RefreshOutcome, Seen};
use mantel_model::Draft;
pub use oauth::{ActRow, ClientRow, CodeRow, GrantRow, NewGrant, TokenHolder, TokenRow};
pub use pages::{LiveVersion, NewPage, PageRow};
use pg_notify::PgNotify;
pub use previews::PreviewRow;
pub use remote_images::RemoteImage;
pub use reports::{ReportOutcome, ReportRow};
pub use save::{Joined, Save, SaveResult};
pub use sessions::{Holder, NewSession, SessionRow};
use sqlx::AnyPool;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use tokio::sync::{Notify, Semaphore};
pub use watchers::Watcher;
use watchers::Watchers;
pub use write::Write;

/// Below it SQLite can lose committed writes (reset of the write-ahead log).
const SQLITE_FLOOR: (u32, u32, u32) = (3, 51, 3);

/// Why the database did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk is full (507).
    #[error("the disk is full")]
    Full,
    /// The database does not answer, or not in time (503).
    #[error("the database does not answer: {0}")]
    Unavailable(sqlx::Error),
    /// Two writes conflicted, and this one has to be tried again.
    #[error("the write conflicted with another one: {0}")]
    Conflict(sqlx::Error),
    /// Anything else: a fault of this program.
    #[error(transparent)]
    Other(sqlx::Error),
    /// The database is not one Mantel may start on.
    #[error("{0}")]
    Unfit(String),
    /// The schema could not be brought up to date.
    #[error("the database could not be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// What is stored is not what the model accepts.
    #[error("the stored page of {username} can't be read: {why}")]
    Unreadable {
        /// Whose page.
        username: String,
        /// What the reader said.
        why: String,
    },
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error as E;
        if let E::Io(_) | E::PoolTimedOut | E::PoolClosed | E::Tls(_) | E::WorkerCrashed = error {
            return Self::Unavailable(error);
        }
        let code =
            error.as_database_error().and_then(|database_error| database_error.code()).unwrap_or_default().into_owned();
        // PostgreSQL's codes have five characters, SQLite's are shorter numbers whose last byte is the kind.
        let sqlite = if code.len() < 5 { code.parse::<u32>().map_or(0, |value| value & 0xff) } else { 0 };
        match (sqlite, code.as_bytes()) {
            // SQLITE_FULL; disk_full.
            (13, _) | (_, b"53100") => Self::Full,
            // serialization_failure and deadlock_detected: the database asks for another try.
            (_, b"40001" | b"40P01") => Self::Conflict(error),
            // SQLITE_BUSY, LOCKED, IOERR; PostgreSQL's connection, resources and shutdown classes, a statement that took
            // too long, a standby that can't write, and a commit of which nobody knows.
            (5 | 6 | 10, _) | (_, [b'0', b'8', ..] | [b'5', b'3', ..] | [b'5', b'7', ..] | b"25006" | b"40003") => {
                Self::Unavailable(error)
            }
            _ => Self::Other(error),
        }
    }
}

/// What the store's functions give.
pub type Result<T> = std::result::Result<T, StoreError>;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    /// SQLite has one writer at a time: waiting here is fair and has no timeout race. PostgreSQL needs none.
    writer: Option<Arc<Semaphore>>,
    watchers: Arc<Watchers>,
    /// Notified when an address became due whose metadata is to be fetched.
    due: Arc<Notify>,
    /// Notifications from and to other servers, where there may be some.
    pg_notify: Option<Arc<PgNotify>>,
    /// Whether it is unavailable, where it is another program.
    outage: Option<health::OutageReceiver>,
}

impl Store {
    /// Opens the database at `url` (`sqlite://…` or `postgres://…`) and brings its schema up to date.
    ///
    /// # Errors
    /// When it can't be reached, is too old to be safe, or can't be migrated.
    pub async fn open(url: &str) -> Result<Self> {
        sqlx::any::install_default_drivers();
        let sqlite = url.starts_with("sqlite:");
        let address = if sqlite && !url.contains('?') { format!("{url}?mode=rwc") } else { url.to_owned() };
        let options = AnyConnectOptions::from_str(&address)?;
        let pool = AnyPoolOptions::new()
            .max_connections(if sqlite { 8 } else { 16 })
            .acquire_timeout(Duration::from_secs(if sqlite { 5 } else { 2 }))
            .after_connect(move |connection, _| Box::pin(async move { prepare(connection, sqlite).await }))
            .after_release(move |connection, _| Box::pin(async move { Ok(!sqlite || is_free(connection).await?) }))
            .connect_with(options)
            .await?;
        let watchers = Arc::<Watchers>::default();
        let pg_notify = (!sqlite).then(|| Arc::new(PgNotify::new(url, pool.clone(), Arc::clone(&watchers))));
        let outage = (!sqlite).then(|| health::watch(pool.clone()));
        let store = Self {
            pool,
            writer: sqlite.then(|| Arc::new(Semaphore::new(1))),
            watchers,
            due: Arc::default(),
            pg_notify,
            outage,
        };
        if sqlite {
            store.refuse_old_sqlite().await?;
        }
        sqlx::migrate!("./migrations").run(&store.pool).await?;
        Ok(store)
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// When it does not.
    pub async fn answers(&self) -> Result<()> {
        sqlx::query("select 1").execute(self.pool()?).await?;
        Ok(())
    }

    /// What the database says of its own integrity; empty when all is well. Not asked of PostgreSQL, which checks itself.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn integrity(&self) -> Result<Vec<String>> {
        if self.writer.is_none() {
            return Ok(Vec::new());
        }
        let mut faults: Vec<String> = sqlx::query_scalar("pragma integrity_check").fetch_all(self.pool()?).await?;
        faults.retain(|fault| fault != "ok");
        let orphans = sqlx::query("pragma foreign_key_check").fetch_all(self.pool()?).await?;
        if !orphans.is_empty() {
            faults.push(format!("{} rows point at rows that are gone", orphans.len()));
        }
        Ok(faults)
    }

    /// Closes every connection; on SQLite the write-ahead log is folded into the file.
    pub async fn close(&self) {
        self.watchers.end();
        if let Some(pg_notify) = &self.pg_notify {
            pg_notify.close().await;
        }
        self.pool.close().await;
    }

    async fn refuse_old_sqlite(&self) -> Result<()> {
        let version: String = sqlx::query_scalar("select sqlite_version()").fetch_one(self.pool()?).await?;
        let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
        let mut part = || parts.next().unwrap_or(0);
        let found = (part(), part(), part());
        if found < SQLITE_FLOOR {
            let (a, b, c) = SQLITE_FLOOR;
            return Err(StoreError::Unfit(format!(
                "SQLite {version} can lose committed writes; Mantel needs {a}.{b}.{c} or newer: build it with the locked dependencies"
            )));
        }
        Ok(())
    }
}

/// A stored draft of somebody's page.
fn draft(whose: &str, text: &str) -> Result<Draft> {
    let unreadable =
        |error: serde_json::Error| StoreError::Unreadable { username: whose.to_owned(), why: error.to_string() };
    serde_json::from_str(text).map_err(unreadable)
}

/// Whether a connection to SQLite is in no transaction any more. Where the disk fails, SQLite takes a transaction back by
/// itself; the driver counts it on, and would refuse every later one on this connection: it is closed instead.
async fn is_free(connection: &mut sqlx::AnyConnection) -> sqlx::Result<bool> {
    use sqlx::Connection;
    if connection.is_in_transaction() {
        // What was asked of it before, like taking the transaction back, is done by then.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Settings of every new connection. A reply waits for the disk: `synchronous=full`.
async fn prepare(connection: &mut sqlx::AnyConnection, sqlite: bool) -> sqlx::Result<()> {
    use sqlx::Executor;
    if sqlite {
        for pragma in [
            "pragma busy_timeout=5000",
            "pragma journal_mode=wal",
            "pragma synchronous=full",
            "pragma foreign_keys=on",
            // KiB for each of the connections; what does not fit is in the system's own cache of the file.
            "pragma cache_size=-512",
        ] {
            connection.execute(pragma).await?;
        }
    } else {
        connection.execute("set statement_timeout = '10s'").await?;
        // Old drafts and events are deleted with each edit. A bitmap scan looks at all that were deleted since the last
        // vacuum, every time; an index scan leaves out those that it met before. Engines without this setting don't mind.
        match connection.execute("set enable_bitmapscan = off").await {
            Err(why) if why.as_database_error().is_none() => return Err(why),
            _ => {}
        }
    }
    Ok(())
}
