//! Notifications between servers on one PostgreSQL: `LISTEN` and `NOTIFY`, the account's id as payload.
//!
//! Notifications are sent after the commit, not inside it: PostgreSQL lets only one transaction with a notification
//! commit at a time, so edits of different pages would wait for each other's disk writes; and an engine without
//! notifications would refuse the edit. Watchers also poll now and then, which makes up for lost notifications.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::Rng;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener};
use sqlx::{AnyPool, Connection};
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use super::watchers::Watchers;

/// The channel's name.
const CHANNEL: &str = "mantel";
/// The first pause before reconnecting; it doubles each time.
const PAUSE: Duration = Duration::from_millis(250);
/// The longest pause.
const LONGEST: Duration = Duration::from_secs(30);
/// A listener that heard nothing for this long checks that its connection is alive.
const QUIET: Duration = Duration::from_secs(30);
/// Timeout of that check.
const PING_TIMEOUT: Duration = Duration::from_secs(5);
/// Changes within this time are sent together: under load, notifying would cost as much as writing.
const BATCH_DELAY: Duration = Duration::from_millis(20);

/// The notifications of one database. Its tasks start when first needed and stop when it is dropped.
#[derive(Debug)]
pub(super) struct PgNotify {
    url: String,
    pool: AnyPool,
    watchers: Arc<Watchers>,
    listening: Arc<AtomicBool>,
    outbox: Arc<Outbox>,
    listener: Mutex<Option<AbortHandle>>,
    sender: Mutex<Option<AbortHandle>>,
}

/// Accounts whose changes have not been sent yet.
#[derive(Debug, Default)]
struct Outbox {
    accounts: Mutex<BTreeSet<String>>,
    filled: Notify,
}

impl Outbox {
    fn put(&self, account: &str) {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner).insert(account.to_owned());
        self.filled.notify_one();
    }

    fn take(&self) -> BTreeSet<String> {
        std::mem::take(&mut self.accounts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl PgNotify {
    /// The notifications of the database at `url`; nothing is sent or received yet.
    pub fn new(url: &str, pool: AnyPool, watchers: Arc<Watchers>) -> Self {
        Self {
            url: url.to_owned(),
            pool,
            watchers,
            listening: Arc::default(),
            outbox: Arc::default(),
            listener: Mutex::default(),
            sender: Mutex::default(),
        }
    }

    /// Whether the listener is connected, so that changes by other servers arrive.
    pub fn is_up(&self) -> bool {
        self.listening.load(Ordering::Acquire)
    }

    /// Starts listening.
    pub fn listen(&self) {
        let (url, watchers, listening) = (self.url.clone(), Arc::clone(&self.watchers), Arc::clone(&self.listening));
        start(&self.listener, || tokio::spawn(listen(url, watchers, listening)).abort_handle());
    }

    /// Queues a notification to the other servers.
    pub fn notify(&self, account: &str) {
        self.outbox.put(account);
        let (pool, outbox) = (self.pool.clone(), Arc::clone(&self.outbox));
        start(&self.sender, || tokio::spawn(send(pool, outbox)).abort_handle());
    }

    /// Stops, and sends what is still queued.
    pub async fn close(&self) {
        abort(&self.listener);
        abort(&self.sender);
        notify(&self.pool, self.outbox.take()).await;
    }
}

impl Drop for PgNotify {
    fn drop(&mut self) {
        abort(&self.listener);
        abort(&self.sender);
    }
}

fn start(task: &Mutex<Option<AbortHandle>>, spawn: impl FnOnce() -> AbortHandle) {
    task.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(spawn);
}

fn abort(task: &Mutex<Option<AbortHandle>>) {
    if let Some(task) = task.lock().unwrap_or_else(PoisonError::into_inner).take() {
        task.abort();
    }
}

/// Sends what is queued in one statement, each account once. The first change after a quiet time is sent at once.
async fn send(pool: AnyPool, outbox: Arc<Outbox>) {
    loop {
        outbox.filled.notified().await;
        notify(&pool, outbox.take()).await;
        tokio::time::sleep(BATCH_DELAY).await;
    }
}

/// One statement, so one transaction; it does not wait for the disk, which would delay the commits of edits. When a
/// database that stopped is back, all watchers are woken, which makes up for lost notifications.
const NOTIFY: &str = "select set_config('synchronous_commit', 'off', true), cast(pg_notify($1, account) as text) \
    from unnest(string_to_array($2, ',')) as account";

async fn notify(pool: &AnyPool, accounts: BTreeSet<String>) {
    if accounts.is_empty() {
        return;
    }
    let accounts: Vec<String> = accounts.into_iter().collect();
    if let Err(why) = sqlx::query(NOTIFY).bind(CHANNEL).bind(accounts.join(",")).execute(pool).await {
        tracing::debug!(error = %why, "the other servers could not be notified");
    }
}

/// Wakes the watchers of pages that other servers change, for as long as the service runs.
async fn listen(url: String, watchers: Arc<Watchers>, listening: Arc<AtomicBool>) {
    let mut pause = PAUSE;
    let mut logged = None;
    loop {
        let why = match connect(&url).await {
            Ok(mut listener) => {
                pause = PAUSE;
                logged = None;
                listening.store(true, Ordering::Release);
                // Changes may have been missed while nobody listened.
                watchers.wake_all();
                let why = receive(&mut listener, &watchers).await;
                listening.store(false, Ordering::Release);
                watchers.wake_all();
                why
            }
            Err(why) => Some(why),
        };
        let why = why.map_or_else(|| "the connection was closed".to_owned(), |why| why.to_string());
        // Once for each reason: a pooler refuses for as long as it runs.
        if logged.as_ref() != Some(&why) {
            tracing::warn!(error = why, "not listening for other servers; pages that are watched are polled");
            logged = Some(why);
        }
        let share = rand::rng().random_range(0.5..1.0);
        tokio::time::sleep(pause.mul_f64(share)).await;
        pause = (pause * 2).min(LONGEST);
    }
}

async fn connect(url: &str) -> sqlx::Result<PgListener> {
    require_own_session(url).await?;
    let mut listener = PgListener::connect(url).await?;
    // Reconnecting automatically would hide missed notifications.
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Refuses a connection that a pooler shares. `LISTEN` through one would succeed, its notifications would go to whoever uses
/// the session next, and fail their statements. A pooler does not hand on a setting that it does not know: it refuses the
/// connection, or leaves the setting out.
async fn require_own_session(url: &str) -> sqlx::Result<()> {
    let options = url.parse::<PgConnectOptions>()?.options([("mantel.session", "own")]);
    let mut connection = PgConnection::connect_with(&options).await?;
    let found = sqlx::query_scalar::<_, Option<String>>("select current_setting('mantel.session', true)");
    let found = found.fetch_one(&mut connection).await?;
    connection.close().await?;
    if found.as_deref() == Some("own") {
        Ok(())
    } else {
        Err(sqlx::Error::Protocol("a pooler shares this connection".to_owned()))
    }
}

/// Wakes watchers until the connection is lost; returns the error, where it is known.
async fn receive(listener: &mut PgListener, watchers: &Watchers) -> Option<sqlx::Error> {
    loop {
        match tokio::time::timeout(QUIET, listener.try_recv()).await {
            Ok(Ok(Some(notification))) => watchers.wake(notification.payload()),
            Ok(Ok(None)) => return None,
            Ok(Err(why)) => return Some(why),
            Err(_) => {
                let alive = tokio::time::timeout(PING_TIMEOUT, sqlx::query("select 1").execute(&mut *listener)).await;
                match alive {
                    Ok(Ok(_)) => {}
                    Ok(Err(why)) => return Some(why),
                    Err(_) => return Some(sqlx::Error::PoolTimedOut),
                }
            }
        }
    }
}
