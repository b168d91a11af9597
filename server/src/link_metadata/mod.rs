//! Facts: what tiles lead to is read in the background and kept beside the page (decisions, Facts). Nothing of it is in
//! the way of an edit or a visit.

mod apple;
mod clean;
mod github;
mod oembed;
pub mod page;
mod providers;
mod read;
mod refresh;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mantel_model::facts::Facts;
use providers::Recipe;
use rand::Rng;
use refresh::{Look, Looked, Read, Unread, Validators};
use tokio::task::JoinSet;
use url::Url;

use crate::state::App;
use crate::store::{BUSY, Due, Seen};

/// Addresses looked at at once.
const SLOTS: usize = BUSY;
/// Of these for one account.
const FOR_ACCOUNT: usize = 2;
/// How often to look for work that another server's changes or time itself made due.
const POLL: Duration = Duration::from_secs(5);
/// How long an address is one's own, ms: longer than any look takes.
const LEASE: i64 = 2 * 60 * 1000;
/// The first pause after a failure, ms; it triples each time, up to [`LONGEST`].
const PAUSE: i64 = 10 * 60 * 1000;
/// The longest pause, ms.
const LONGEST: i64 = 7 * 24 * 60 * 60 * 1000;
/// How long facts wait for the icon of their site.
const ICON: Duration = Duration::from_secs(2);
/// How often addresses that nobody leads to are forgotten, in turns of [`POLL`]; and how long after they were due, ms.
const TIDY: u32 = 720;
const KEPT: i64 = 24 * 60 * 60 * 1000;

/// The reader of facts. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Enricher {
    app: App,
    /// Hosts that asked to be left alone, until when, ms.
    resting: Arc<Mutex<HashMap<String, i64>>>,
}

impl Enricher {
    /// A reader over the application's one way out.
    pub fn new(app: App) -> Self {
        Self { app, resting: Arc::default() }
    }

    /// Reads what is due, for as long as the service runs.
    pub async fn run(self) {
        let mut turns = 0_u32;
        log(self.app.service.store().note_all_facts(self.now()).await);
        loop {
            self.settle().await;
            turns += 1;
            if turns.is_multiple_of(TIDY) {
                let forgotten = self.app.service.store().forget_facts(self.now() - KEPT).await;
                log(forgotten.map(|_| ()));
            }
            tokio::select! {
                () = self.app.service.store().facts_wanted() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }

    /// Reads until nothing is due. Of each account few addresses are read at once, so that nobody's many keep others waiting.
    pub async fn settle(&self) {
        let mut reading: JoinSet<String> = JoinSet::new();
        let mut accounts: Vec<String> = Vec::new();
        loop {
            while reading.len() < SLOTS {
                let Some(due) = self.due(&accounts).await else { break };
                accounts.push(due.account.clone());
                let enricher = self.clone();
                reading.spawn(async move {
                    log(enricher.serve(&due).await);
                    due.account
                });
            }
            let done = tokio::select! {
                done = reading.join_next() => done,
                // Somebody's new tile need not wait for another's slow one.
                () = self.app.service.store().facts_wanted(), if !reading.is_empty() => continue,
            };
            let Some(done) = done else { return };
            match done {
                Ok(account) => {
                    accounts.iter().position(|it| *it == account).map(|index| accounts.swap_remove(index));
                }
                // A reader that panicked is a fault of ours; its account is busy until the next settling.
                Err(why) => tracing::error!(error = %why, "reading facts failed"),
            }
        }
    }

    fn now(&self) -> i64 {
        self.app.service.clock().now()
    }

    async fn due(&self, accounts: &[String]) -> Option<Due> {
        let often = |text: &&String| accounts.iter().filter(|other| other == text).count() >= FOR_ACCOUNT;
        let mut busy: Vec<String> = accounts.iter().filter(often).cloned().collect();
        busy.sort_unstable();
        busy.dedup();
        let now = self.now();
        let due = self.app.service.store().due_facts(&busy, now, now + LEASE).await;
        due.unwrap_or_else(|why| {
            tracing::warn!(error = %why, "what is due can't be read");
            None
        })
    }

    /// Looks at an address and keeps what came of it.
    async fn serve(&self, due: &Due) -> crate::store::Result<()> {
        let store = self.app.service.store();
        let Ok(url) = Url::parse(&due.source) else {
            return store.put_off_facts(&due.source, self.now() + LONGEST, due.failures + 1).await;
        };
        let recipe = Recipe::of(&url);
        let looked = self.look(due, &url, &recipe).await;
        let now = self.now();
        match looked {
            Ok(Read { mut facts, validators }) => {
                // It stands in another place than the rest, which may not have answered; and it does not change.
                if matches!(recipe, Recipe::Oembed(_)) {
                    facts.duration = facts.duration.or(due.facts.as_ref().and_then(|facts| facts.duration));
                }
                let changed = due.facts.as_ref() != Some(&facts) && (due.facts.is_some() || facts != Facts::default());
                let seen = Seen {
                    facts: &facts,
                    changed,
                    etag: validators.etag.as_deref(),
                    modified: validators.modified.as_deref(),
                    now,
                    next: now + about(read::age(&recipe)),
                };
                self.have_icon(&due.account, &facts).await;
                store.keep_facts(&due.source, &seen).await
            }
            Err(Unread::Same) => store.put_off_facts(&due.source, now + about(read::age(&recipe)), 0).await,
            Err(Unread::Later(wait)) => {
                self.rest(&url, &recipe, now + wait);
                store.put_off_facts(&due.source, now + wait + about(PAUSE / 10), due.failures).await
            }
            // What is known stays: old facts are better than none.
            Err(Unread::Failed) => store.put_off_facts(&due.source, now + pause(due.failures), due.failures + 1).await,
        }
    }

    async fn look(&self, due: &Due, url: &Url, recipe: &Recipe) -> Looked {
        let now = self.now();
        if let Some(until) = self.resting().get(&host(url, recipe)).copied().filter(|it| *it > now) {
            return Err(Unread::Later(until - now));
        }
        let known = Validators { etag: due.etag.clone(), modified: due.modified.clone() };
        let (outbound, token) = (&self.app.outbound, self.app.config.github_token.as_deref());
        read::read(&Look { outbound, url, known: &known, account: &due.account, now, token }, recipe).await
    }

    /// Has the icon fetched that is drawn where there is no picture: it is shown once it is held here, and so is had before
    /// the facts are told. One that is slow comes after them.
    async fn have_icon(&self, account: &str, facts: &Facts) {
        let Some(icon) = facts.icon.as_ref().filter(|_| facts.image.is_none()) else { return };
        let (app, named) = (self.app.clone(), self.app.far.named(account, icon));
        let fetch = tokio::spawn(async move {
            if let Err(error) = app.far_picture(&named).await {
                tracing::debug!(%error, "a site's icon was not fetched");
            }
        });
        // What became of it is in the log, and its task goes on when nobody waits.
        tokio::time::timeout(ICON, fetch).await.ok();
    }

    fn resting(&self) -> std::sync::MutexGuard<'_, HashMap<String, i64>> {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves a host alone for a while.
    fn rest(&self, url: &Url, recipe: &Recipe, until: i64) {
        let now = self.now();
        let mut resting = self.resting();
        resting.retain(|_, it| *it > now);
        let kept = resting.entry(host(url, recipe)).or_insert(until);
        *kept = until.max(*kept);
    }
}

/// Who is asked when an address is read: whoever describes it, whose patience all their things share.
fn host(url: &Url, recipe: &Recipe) -> String {
    match recipe {
        Recipe::Github(_) => "api.github.com".to_owned(),
        Recipe::Apple(..) => "itunes.apple.com".to_owned(),
        Recipe::Oembed(endpoint) => (*endpoint).to_owned(),
        Recipe::Page => url.host_str().unwrap_or_default().to_owned(),
    }
}

/// About as long, never quite the same: what was read together is not read together again.
fn about(time: i64) -> i64 {
    rand::rng().random_range(time - time / 5..=time + time / 5)
}

/// How long to wait after so many failures in a row, ms.
fn pause(failures: i64) -> i64 {
    let times = u32::try_from(failures.clamp(0, 12)).unwrap_or_default();
    about(PAUSE.saturating_mul(3_i64.saturating_pow(times)).min(LONGEST))
}

fn log(done: crate::store::Result<()>) {
    if let Err(why) = done {
        tracing::warn!(error = %why, "facts could not be kept");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_waited_out_longer_and_longer_but_not_forever() {
        assert!((PAUSE * 4 / 5..=PAUSE * 6 / 5).contains(&pause(0)));
        assert!(pause(3) > pause(0) * 9);
        assert!(pause(1000) <= LONGEST * 6 / 5);
    }
}
