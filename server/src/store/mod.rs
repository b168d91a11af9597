//! The only SQL: one dialect that SQLite and PostgreSQL both accept (decisions, Storage).

mod accounts;
mod admin;
mod batch;
mod blocked_pictures;
mod change_counters;
mod copy;
mod draft_difference;
mod email_changes;
mod events;
mod health;
mod held_names;
mod history;
mod idempotency;
mod images;
mod insights;
mod insights_letters;
mod invites;
mod kept_connections;
mod keys;
mod link_metadata;
mod migrations;
mod oauth;
mod outside_changes;
mod page_row;
mod pages;
mod password_resets;
mod pg_notify;
mod previews;
mod publish_requests;
mod recent_pages;
mod record;
mod remote_images;
mod renames;
mod reports;
mod retention;
mod rights;
mod save;
mod sessions;
mod tables;
mod upload_addresses;
mod watchers;
mod ways;
mod write;

use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

pub use accounts::{AccountCreation, AccountRow, Keys, NewAccount};
pub use admin::{AccountSummary, AdminAct, InstanceSummary};
pub use blocked_pictures::BlockedPictureRow;
pub use change_counters::CounterSlot;
pub use copy::Copied;
pub use email_changes::{EmailLink, EmailOutcome, NewEmailLink};
pub use events::{EventRow, NewEvent};
pub use held_names::HeldRow;
pub use history::{HistoryRow, HistoryVersion, LastSnapshot, OpenEntry};
pub use idempotency::IdempotencyRecord;
pub use images::{NewPicture, PictureQuota};
pub use insights::{HourCount, InsightsSettingsRow, OTHERS, PeriodSum, SKETCHES, SketchRow, Sum, VALUES};
pub use insights_letters::{DueLetterRow, DueLetters};
use kept_connections::{CLOSED_AFTER, KeptConnections, TRUSTED_FOR};
pub use keys::KeyRow;
pub use link_metadata::{BUSY, DeadLinkRow, Due, FetchedMetadata, Known, RefreshOutcome};
use mantel_model::Draft;
pub use oauth::{ActRow, ClientRow, CodeRow, GrantRow, GrantedToken, NewGrant, TokenHolder, TokenRow};
use outside_changes::OutsideChanges;
pub use page_row::PageRow;
pub use pages::{GoingLive, LiveVersion, NewPage, PageState, PageToEdit};
pub use password_resets::NewReset;
use pg_notify::PgNotify;
pub use previews::PreviewRow;
pub use publish_requests::PublishRequestRow;
use recent_pages::RecentPages;
pub use remote_images::RemoteImage;
pub use reports::{ReportOutcome, ReportRow};
pub use rights::Narrowed;
pub use save::{Joined, Save, SaveResult};
pub use sessions::{Holder, NewSession, SessionRow};
use sqlx::AnyPool;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use tokio::sync::Notify;
pub use upload_addresses::UploadAddressRow;
pub use watchers::Watcher;
use watchers::Watchers;
pub use ways::{AddedWay, WayRow};
pub use write::Write;

/// Older SQLite versions can lose committed writes (reset of the write-ahead log).
const SQLITE_FLOOR: (u32, u32, u32) = (3, 51, 3);

/// How long SQLite waits for another process that holds a lock, ms.
const BUSY_TIMEOUT: &str = "pragma busy_timeout=5000";

/// How old a connection to a database server gets: the server's process for it keeps what it ever needed.
const REPLACED_AFTER: Duration = Duration::from_secs(30 * 60);

/// Why the database did not carry out a request.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk is full (507).
    #[error("the disk is full")]
    Full,
    /// The database is unavailable or too slow (503).
    #[error("the database does not answer: {0}")]
    Unavailable(sqlx::Error),
    /// Two writes conflicted, and this one has to be retried.
    #[error("the write conflicted with another one: {0}")]
    Conflict(sqlx::Error),
    /// Anything else: a bug in this program.
    #[error(transparent)]
    Other(sqlx::Error),
    /// Mantel must not start on this database.
    #[error("{0}")]
    Unfit(String),
    /// The schema could not be migrated.
    #[error("the database could not be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A stored draft is not valid for the model.
    #[error("the stored page of {username} can't be read: {why}")]
    Unreadable {
        /// Whose page.
        username: String,
        /// What the parser reported.
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
        // PostgreSQL's codes have five characters; SQLite's are shorter numbers whose lowest byte is the primary code.
        let sqlite = if code.len() < 5 { code.parse::<u32>().map_or(0, |value| value & 0xff) } else { 0 };
        match (sqlite, code.as_bytes()) {
            // SQLITE_FULL; disk_full.
            (13, _) | (_, b"53100") => Self::Full,
            // serialization_failure and deadlock_detected: the transaction has to be retried.
            (_, b"40001" | b"40P01") => Self::Conflict(error),
            // SQLITE_BUSY, LOCKED, IOERR; PostgreSQL's classes for connection, resources and shutdown, a statement
            // timeout, a read-only standby, and a commit with an unknown outcome.
            (5 | 6 | 10, _) | (_, [b'0', b'8', ..] | [b'5', b'3', ..] | [b'5', b'7', ..] | b"25006" | b"40003") => {
                Self::Unavailable(error)
            }
            _ => Self::Other(error),
        }
    }
}

/// The result of the store's functions.
pub type Result<T> = std::result::Result<T, StoreError>;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    /// Connections of the pool for what requests begin with; on a database server also to write on.
    connections: KeptConnections,
    /// For SQLite, which has one writer at a time, the connection to write on.
    writer: Option<KeptConnections>,
    watchers: Arc<Watchers>,
    recent: Arc<RecentPages>,
    /// Changes by other processes, for SQLite.
    outside_changes: Option<Arc<OutsideChanges>>,
    /// Notified when an address becomes due for fetching its metadata.
    due: Arc<Notify>,
    /// Notifications between servers, for PostgreSQL.
    pg_notify: Option<Arc<PgNotify>>,
    /// The state of the health checks, for a database server.
    outage: Option<health::OutageReceiver>,
}

impl Store {
    /// Opens the database at `url` (`sqlite://…` or `postgres://…`) and brings its schema up to date.
    ///
    /// # Errors
    /// When it can't be reached, is too old to be safe, or can't be migrated.
    pub async fn open(url: &str) -> Result<Self> {
        use sqlx::Connection;
        sqlx::any::install_default_drivers();
        let sqlite = url.starts_with("sqlite:");
        let address = if sqlite && !url.contains('?') { format!("{url}?mode=rwc") } else { url.to_owned() };
        if sqlite {
            make_private(url);
        }
        let options = AnyConnectOptions::from_str(&address)?;
        let pool = async |connections| {
            AnyPoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(Duration::from_secs(if sqlite { 5 } else { 2 }))
                .after_connect(move |connection, _| Box::pin(async move { prepare(connection, sqlite).await }))
                // By default each use begins with a round trip that only asks whether the connection is still there.
                .test_before_acquire(false)
                // With a limit of age or rest the pool has a task that looks through as many connections as it believes to rest. It counts
                // one only after others can take it (sqlx 0.9.0, `PoolInner::release`): with bad luck it believes that 2^64 rest, and
                // the task never ends, nor does a command that waits for it. What is too old is closed when it is returned, what rested
                // for too long when it is taken.
                .idle_timeout(None)
                .max_lifetime(None)
                .before_acquire(move |connection, meta| {
                    let doubted = !sqlite && meta.idle_for > TRUSTED_FOR;
                    Box::pin(async move {
                        if doubted && meta.idle_for > CLOSED_AFTER {
                            return Ok(false);
                        }
                        if doubted {
                            connection.ping().await?;
                        }
                        Ok(true)
                    })
                })
                .after_release(move |connection, meta| {
                    Box::pin(
                        async move { if sqlite { is_free(connection).await } else { Ok(meta.age < REPLACED_AFTER) } },
                    )
                })
                .connect_with(options.clone())
                .await
        };
        // On a connection that is closed afterwards: one that knew the tables as they were before would return rows
        // of other columns than it announced.
        let first = pool(1).await?;
        if sqlite {
            refuse_old_sqlite(&first).await?;
        }
        migrations::run(&first).await?;
        first.close().await;
        // To write on, or to check that the database answers.
        let own = pool(1).await?;
        let pool = pool(if sqlite { 8 } else { 16 }).await?;
        let connections = if sqlite {
            KeptConnections::of_file(pool.clone(), 5)
        } else {
            KeptConnections::of_server(pool.clone(), 11)
        };
        let watchers = Arc::<Watchers>::default();
        let pg_notify = (!sqlite).then(|| Arc::new(PgNotify::new(url, pool.clone(), Arc::clone(&watchers))));
        let (writer, outage) = if sqlite {
            (Some(KeptConnections::of_one(own)), None)
        } else {
            (None, Some(health::watch(own, connections.clone())))
        };
        let outside_changes = sqlite.then(|| Arc::new(OutsideChanges::new(pool.clone(), Arc::clone(&watchers))));
        Ok(Self {
            pool,
            connections,
            writer,
            watchers,
            recent: Arc::default(),
            outside_changes,
            due: Arc::default(),
            pg_notify,
            outage,
        })
    }

    /// Open connections, and those of them that nobody uses.
    pub fn connections(&self) -> (usize, usize) {
        let pools = [Some(&self.connections), self.writer.as_ref()].into_iter().flatten().map(KeptConnections::count);
        pools.fold((0, 0), |sum, pool| (sum.0 + pool.0, sum.1 + pool.1))
    }

    /// Checks that the database replies.
    ///
    /// # Errors
    /// When it does not.
    pub async fn answers(&self) -> Result<()> {
        sqlx::query("select 1").execute(self.pool()?).await?;
        Ok(())
    }

    /// The result of the database's integrity check; empty when all is well. Skipped for PostgreSQL, which checks
    /// itself.
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

    /// The tables, indexes and other objects in which an SQLite database differs from another one with the same migrations.
    ///
    /// # Errors
    /// When one of the two does not answer.
    pub async fn schema_differences(&self, other: &Self) -> Result<Vec<String>> {
        let objects = "select type || ' ' || name || ' ' || coalesce(sql, '') from sqlite_master";
        let own: BTreeSet<String> = sqlx::query_scalar(objects).fetch_all(self.pool()?).await?.into_iter().collect();
        let others: BTreeSet<String> =
            sqlx::query_scalar(objects).fetch_all(other.pool()?).await?.into_iter().collect();
        let name = |object: &String| {
            let words: Vec<&str> = object.split(' ').take(2).collect();
            format!("{:?}", words.join(" ").chars().take(60).collect::<String>())
        };
        Ok(own.symmetric_difference(&others).map(name).collect::<BTreeSet<_>>().into_iter().take(10).collect())
    }

    /// Closes every connection; SQLite's write-ahead log is merged into the file.
    pub async fn close(&self) {
        self.watchers.end();
        if let Some(pg_notify) = &self.pg_notify {
            pg_notify.close().await;
        }
        if let Some(outside_changes) = &self.outside_changes {
            outside_changes.close();
        }
        if let Some(writer) = &self.writer {
            writer.close().await;
        }
        self.connections.close().await;
    }
}

/// What a foreign SQLite database could do by itself while it is read or migrated: its triggers, views and virtual tables.
///
/// # Errors
/// When it can't be read.
pub async fn active_objects(url: &str) -> Result<Vec<String>> {
    use sqlx::Connection;
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await?;
    let find = "select type || ' ' || name from sqlite_master
        where type in ('trigger', 'view') or lower(coalesce(sql, '')) like 'create virtual%' limit 10";
    let found: Vec<String> = sqlx::query_scalar(find).fetch_all(&mut connection).await?;
    connection.close().await?;
    Ok(found.iter().map(|name| format!("{:?}", name.chars().take(60).collect::<String>())).collect())
}

async fn refuse_old_sqlite(pool: &AnyPool) -> Result<()> {
    let version: String = sqlx::query_scalar("select sqlite_version()").fetch_one(pool).await?;
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

/// Makes the file of an SQLite database accessible to its owner only, before SQLite creates it with the umask's rights.
/// Its log and index get the rights of the file; those that are there already are changed too.
fn make_private(url: &str) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let file = url.trim_start_matches("sqlite:").trim_start_matches("//");
    let (file, parameters) = file.split_once('?').unwrap_or((file, ""));
    let creates = parameters.contains("mode=rwc") || !parameters.contains("mode=");
    if file.is_empty() || file.starts_with(":memory:") || !creates {
        return;
    }
    let made = std::fs::OpenOptions::new().append(true).create(true).mode(0o600).open(file);
    if let Err(why) = made {
        // SQLite says more precisely what is wrong with the file.
        tracing::debug!(error = %why, file, "the database's file could not be made");
        return;
    }
    for end in ["", "-wal", "-shm"] {
        let file = format!("{file}{end}");
        match std::fs::metadata(&file) {
            Ok(found) if found.permissions().mode() & 0o077 != 0 => {
                // The file may belong to somebody else, who then decides.
                if let Err(why) = std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)) {
                    tracing::warn!(error = %why, file, "others can read the database");
                }
            }
            _ => {}
        }
    }
}

/// Parses a stored draft.
fn draft(whose: &str, text: &str) -> Result<Draft> {
    let unreadable =
        |error: serde_json::Error| StoreError::Unreadable { username: whose.to_owned(), why: error.to_string() };
    serde_json::from_str(text).map_err(unreadable)
}

/// Whether a SQLite connection has no open transaction any more. When the disk fails, SQLite rolls back by itself, but
/// the driver still counts the transaction and would refuse every later one on this connection, so the connection is
/// closed instead.
async fn is_free(connection: &mut sqlx::AnyConnection) -> sqlx::Result<bool> {
    use sqlx::Connection;
    if connection.is_in_transaction() {
        // The ping waits for what is queued on the connection, such as a rollback.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

/// Sets up a new connection. Commits wait for the disk: `synchronous=full`.
async fn prepare(connection: &mut sqlx::AnyConnection, sqlite: bool) -> sqlx::Result<()> {
    use sqlx::Executor;
    if sqlite {
        for pragma in [
            BUSY_TIMEOUT,
            "pragma journal_mode=wal",
            "pragma synchronous=full",
            "pragma foreign_keys=on",
            // What is deleted is written over, at the cost of a few pages more in each write that deletes much.
            "pragma secure_delete=on",
            // KiB per connection; the rest is in the operating system's file cache.
            "pragma cache_size=-512",
        ] {
            connection.execute(pragma).await?;
        }
    } else {
        connection.execute("set statement_timeout = '10s'").await?;
        for setting in [
            // Every edit deletes old drafts and events. A bitmap scan visits all rows deleted since the last vacuum each
            // time; an index scan skips those it has already met.
            "set enable_bitmapscan = off",
            // Every edit writes the draft twice, and compressing a large one takes longer than all else of it.
            "set default_toast_compression = 'lz4'",
        ] {
            match connection.execute(setting).await {
                Err(why) if why.as_database_error().is_none() => return Err(why),
                // Engines without this setting do without it.
                _ => {}
            }
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    /// What limits the age and the rest of connections in a pool may never end, and then keeps a thread busy (see [`Store::open`]).
    #[tokio::test]
    async fn no_pool_looks_after_its_connections_in_a_task() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&format!("sqlite://{}", folder.path().join("mantel.db").display())).await.unwrap();
        store.answers().await.unwrap();
        // Those that return connections end.
        let all_end = async {
            while tokio::runtime::Handle::current().metrics().num_alive_tasks() > 0 {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), all_end).await.expect("no task is left");
        let options = store.pool.options();
        assert_eq!(
            (options.get_idle_timeout(), options.get_max_lifetime(), options.get_min_connections()),
            (None, None, 0)
        );
    }
}
