//! Pictures of pages that were taken down: visitors are no longer shown them. Which they are is read at most once a second,
//! however many pictures are asked for.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::remote::Named;
use crate::state::App;
use crate::store;

/// How long what was read is believed: a command of another process may take a page down.
const BELIEVED: Duration = Duration::from_secs(1);
/// Reading never takes more than this part of the time, however many pages were taken down.
const PART: u32 = 100;

/// What is withheld, as it was read last.
#[derive(Debug, Default)]
pub struct Withheld {
    known: RwLock<Known>,
    turn: Mutex<()>,
}

#[derive(Debug, Default)]
struct Known {
    /// Uploaded pictures, by their hash.
    hashes: HashSet<String>,
    /// Whose far pictures, in the letters that their addresses tell.
    owners: HashSet<String>,
    /// Until when this is believed; `None` before anything was read.
    until: Option<Instant>,
}

impl Withheld {
    fn look<T>(&self, at: impl FnOnce(&Known) -> T) -> T {
        at(&self.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn is_old(&self) -> bool {
        self.look(|it| it.until.is_none_or(|until| Instant::now() >= until))
    }
}

impl App {
    /// Whether an uploaded picture is withheld: it is of a page that was taken down, and no other account has it.
    pub async fn withholds(&self, hash: &str) -> bool {
        self.read_withheld().await;
        self.withheld.look(|it| it.hashes.contains(hash))
    }

    /// Whether a picture elsewhere is withheld, named as it is by a page that was taken down.
    pub async fn withholds_far(&self, named: &Named) -> bool {
        self.read_withheld().await;
        self.withheld.look(|it| it.owners.contains(&named.owner))
    }

    /// Reads anew what is withheld, where it was read too long ago. While the database does not answer, what was read last counts.
    async fn read_withheld(&self) {
        if !self.withheld.is_old() {
            return;
        }
        let _turn = self.withheld.turn.lock().await;
        if !self.withheld.is_old() {
            return;
        }
        let since = Instant::now();
        let read = self.withheld_now().await;
        let mut known = self.withheld.known.write().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok((hashes, owners)) => (known.hashes, known.owners) = (hashes, owners),
            Err(why) => tracing::warn!(error = %why, "which pictures are withheld can't be read"),
        }
        known.until = Some(Instant::now() + BELIEVED.max(since.elapsed() * PART));
    }

    async fn withheld_now(&self) -> store::Result<(HashSet<String>, HashSet<String>)> {
        let store = self.service.store();
        let accounts = store.suspended_accounts().await?;
        if accounts.is_empty() {
            return Ok(Default::default());
        }
        let owners = accounts.iter().map(|account| self.far.named(account, "").owner).collect();
        Ok((store.withheld_pictures().await?.into_iter().collect(), owners))
    }
}
