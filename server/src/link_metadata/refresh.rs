//! The background worker that refreshes link metadata.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mantel_model::facts::Facts;
use rand::Rng;
use tokio::task::JoinSet;
use url::Url;

use super::fetch::fetch;
use super::lookup::{Failure, Lookup, LookupError, LookupResult, Metadata, Validators};
use super::providers::Provider;
use crate::clock::Clock;
use crate::outbound::Outbound;
use crate::store::{self, BUSY, DeadLinkRow, Due, FetchedMetadata, Store};

/// Concurrent lookups.
const CONCURRENCY: usize = BUSY;
/// Concurrent lookups for one account.
const PER_ACCOUNT: usize = 2;
/// How often to poll for addresses that became due by time or by another server's changes.
const POLL: Duration = Duration::from_secs(5);
/// How long an address is leased, ms: longer than any lookup takes.
const LEASE: i64 = 2 * 60 * 1000;
/// The first wait after a failure, ms; it triples each time, up to [`LONGEST`].
const BACKOFF: i64 = 10 * 60 * 1000;
/// The longest wait, ms.
const LONGEST: i64 = 7 * DAY;
/// The longest wait for a link that leads nowhere, ms.
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Failures that are further apart than this, ms, are of two days: the daily look varies by up to a fifth.
const DAY_APART: i64 = DAY - DAY / 5;
/// How long storing facts waits for the icon of their site.
const ICON_TIMEOUT: Duration = Duration::from_secs(2);
/// How often unused addresses are deleted, in multiples of [`POLL`].
const CLEANUP: u32 = 720;
/// How long after their due time, ms.
const UNUSED: i64 = 24 * 60 * 60 * 1000;

/// Maximum number of hosts whose pauses are remembered; beyond, all are forgotten: they will ask again.
const MAX_PAUSED_HOSTS: usize = 4096;

/// Fetches and stores the icon of a site in advance, so that it can be shown at once.
pub trait IconPrefetch: fmt::Debug + Send + Sync {
    /// Fetches an icon for an account; failures are logged.
    fn prefetch(&self, account: &str, icon: &str) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The background worker. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Refresher {
    store: Store,
    clock: Clock,
    outbound: Outbound,
    icons: Arc<dyn IconPrefetch>,
    github_token: Option<String>,
    /// When anything last answered, ms: while nothing does, this server is cut off.
    answered_at: Arc<AtomicI64>,
    /// Hosts that asked for a pause, and until when, ms.
    paused_hosts: Arc<Mutex<HashMap<String, i64>>>,
}

impl Refresher {
    /// A worker that refreshes the due addresses in the store.
    pub fn new(
        store: Store,
        clock: Clock,
        outbound: Outbound,
        icons: Arc<dyn IconPrefetch>,
        github_token: Option<String>,
    ) -> Self {
        Self { store, clock, outbound, icons, github_token, answered_at: Arc::default(), paused_hosts: Arc::default() }
    }

    /// Refreshes due addresses for as long as the service runs.
    pub async fn run(self) {
        let mut polls = 0_u32;
        log_failure(self.store.note_all_facts(self.now()).await);
        loop {
            self.refresh_due().await;
            polls += 1;
            if polls.is_multiple_of(CLEANUP) {
                let deleted = self.store.forget_facts(self.now() - UNUSED).await;
                log_failure(deleted.map(|_| ()));
            }
            tokio::select! {
                () = self.store.facts_wanted() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }

    /// Refreshes until nothing is due. The number of concurrent lookups per account is limited, so that one account
    /// with many addresses does not delay the others.
    pub async fn refresh_due(&self) {
        let mut lookups: JoinSet<String> = JoinSet::new();
        let mut accounts: Vec<String> = Vec::new();
        loop {
            while lookups.len() < CONCURRENCY {
                let Some(due) = self.next_due(&accounts).await else { break };
                accounts.push(due.account.clone());
                let refresher = self.clone();
                lookups.spawn(async move {
                    log_failure(refresher.refresh(&due).await);
                    due.account
                });
            }
            let finished = tokio::select! {
                finished = lookups.join_next() => finished,
                // A new tile does not wait for another's slow lookup.
                () = self.store.facts_wanted(), if !lookups.is_empty() => continue,
            };
            let Some(finished) = finished else { return };
            match finished {
                Ok(account) => {
                    accounts.iter().position(|busy| *busy == account).map(|index| accounts.swap_remove(index));
                }
                // A panic is a bug; the account counts as busy until the next call.
                Err(why) => tracing::error!(error = %why, "refreshing link metadata failed"),
            }
        }
    }

    fn now(&self) -> i64 {
        self.clock.now()
    }

    async fn next_due(&self, accounts: &[String]) -> Option<Due> {
        let is_busy = |account: &&String| accounts.iter().filter(|other| other == account).count() >= PER_ACCOUNT;
        let mut busy: Vec<String> = accounts.iter().filter(is_busy).cloned().collect();
        busy.sort_unstable();
        busy.dedup();
        let now = self.now();
        let due = self.store.due_facts(&busy, now, now + LEASE).await;
        due.unwrap_or_else(|why| {
            tracing::warn!(error = %why, "what is due can't be read");
            None
        })
    }

    /// Looks up an address and stores the result.
    async fn refresh(&self, due: &Due) -> store::Result<()> {
        let Ok(url) = Url::parse(&due.source) else {
            return self.store.postpone_facts(&due.source, self.now() + LONGEST, due.failures + 1, None).await;
        };
        let provider = Provider::of(&url);
        let result = self.look_up(due, &url, &provider).await;
        let now = self.now();
        if !matches!(result, Err(LookupError::Failed(Failure::Silence | Failure::Other))) {
            self.answered_at.fetch_max(now, Ordering::Relaxed);
        }
        match result {
            Ok(Metadata { mut facts, validators }) => {
                // The duration comes from another document, which may not have been available; and it never changes.
                if matches!(provider, Provider::Oembed(_)) {
                    facts.duration = facts.duration.or(due.facts.as_ref().and_then(|facts| facts.duration));
                }
                let changed = due.facts.as_ref() != Some(&facts) && (due.facts.is_some() || facts != Facts::default());
                let seen = FetchedMetadata {
                    facts: &facts,
                    changed,
                    etag: validators.etag.as_deref(),
                    modified: validators.modified.as_deref(),
                    now,
                    next: now + with_jitter(provider.max_age()),
                };
                self.prefetch_icon(&due.account, &facts).await;
                self.store.keep_facts(&due.source, &seen).await
            }
            Err(LookupError::NotModified) => {
                self.store.postpone_facts(&due.source, now + with_jitter(provider.max_age()), 0, None).await
            }
            Err(LookupError::RetryAfter(wait)) => {
                self.pause_host(&url, &provider, now + wait);
                let next = now + wait + with_jitter(BACKOFF / 10);
                self.store.postpone_facts(&due.source, next, due.failures, due.dead.as_ref()).await
            }
            // The known facts stay: stale ones are better than none.
            Err(LookupError::Failed(failure)) => {
                let dead = self.dead_link(due, failure, now);
                let wait =
                    if failure.is_of_visitors() { backoff(due.failures).min(DAY) } else { backoff(due.failures) };
                self.store.postpone_facts(&due.source, now + wait, due.failures + 1, dead.as_ref()).await
            }
        }
    }

    /// What is recorded of a link after a failure. One that visitors would not see leaves it, and so does silence while nothing
    /// at all answers.
    fn dead_link(&self, due: &Due, failure: Failure, now: i64) -> Option<DeadLinkRow> {
        let status = match failure {
            Failure::Status(status) => i64::from(status.as_u16()),
            _ => 0,
        };
        let cut_off = failure == Failure::Silence && now - self.answered_at.load(Ordering::Relaxed) > 2 * DAY;
        match due.dead {
            before if !failure.is_of_visitors() || cut_off => before,
            None => Some(DeadLinkRow { status, since: now, days: 1, counted_at: now }),
            Some(before) if now - before.counted_at < DAY_APART => Some(DeadLinkRow { status, ..before }),
            Some(before) => Some(DeadLinkRow { status, days: before.days + 1, counted_at: now, ..before }),
        }
    }

    async fn look_up(&self, due: &Due, url: &Url, provider: &Provider) -> LookupResult {
        let now = self.now();
        if let Some(until) = self.paused_hosts().get(&provider.host(url)).copied().filter(|until| *until > now) {
            return Err(LookupError::RetryAfter(until - now));
        }
        let validators = Validators { etag: due.etag.clone(), modified: due.modified.clone() };
        let lookup = Lookup {
            outbound: &self.outbound,
            url,
            validators: &validators,
            account: &due.account,
            now,
            github_token: self.github_token.as_deref(),
        };
        fetch(&lookup, provider).await
    }

    /// Fetches the icon that stands in for a missing image before the facts are stored, so that both appear together. A
    /// slow icon follows later.
    async fn prefetch_icon(&self, account: &str, facts: &Facts) {
        let Some(icon) = facts.icon.as_ref().filter(|_| facts.image.is_none()) else { return };
        let fetch = tokio::spawn(self.icons.prefetch(account, icon));
        // The task continues after the timeout and logs its own failures.
        tokio::time::timeout(ICON_TIMEOUT, fetch).await.ok();
    }

    fn paused_hosts(&self) -> MutexGuard<'_, HashMap<String, i64>> {
        self.paused_hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends no requests to a host until this time.
    fn pause_host(&self, url: &Url, provider: &Provider, until: i64) {
        let now = self.now();
        let mut paused = self.paused_hosts();
        paused.retain(|_, until| *until > now);
        if paused.len() >= MAX_PAUSED_HOSTS {
            paused.clear();
        }
        let entry = paused.entry(provider.host(url)).or_insert(until);
        *entry = until.max(*entry);
    }
}

/// A time varied by up to a fifth, so that addresses looked up together are not due together again.
fn with_jitter(time: i64) -> i64 {
    rand::rng().random_range(time - time / 5..=time + time / 5)
}

/// How long to wait after this many consecutive failures, ms.
fn backoff(failures: i64) -> i64 {
    let exponent = u32::try_from(failures.clamp(0, 12)).unwrap_or_default();
    with_jitter(BACKOFF.saturating_mul(3_i64.saturating_pow(exponent)).min(LONGEST))
}

fn log_failure(result: store::Result<()>) {
    if let Err(why) = result {
        tracing::warn!(error = %why, "link metadata could not be stored");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_grows_with_failures_up_to_a_limit() {
        assert!((BACKOFF * 4 / 5..=BACKOFF * 6 / 5).contains(&backoff(0)));
        assert!(backoff(3) > backoff(0) * 9);
        assert!(backoff(1000) <= LONGEST * 6 / 5);
    }
}
