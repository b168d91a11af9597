//! A page as a whole: claimed, read, published, taken down, deleted.

use std::time::Duration;

use mantel_model::api::Claim;
use mantel_model::{Draft, Username};
use rand::Rng;

use super::{
    Caller, Credential, Done, Error, Outcome, PageView, Published, RandomIds, Rehearsal, Result, Service, Terms,
};
use crate::store::{NewPage, PageRow, Save, Saved, Standing};

/// Attempts of a change against other processes before it gives up; within one process changes take turns.
pub(super) const ATTEMPTS: usize = 64;
/// How long a page that is in memory waits for the database to say that it still is the one.
const PATIENCE: Duration = Duration::from_secs(1);

/// The claim of somebody who gave only a name: a starter template.
pub fn starter(username: &str) -> Claim {
    Claim {
        username: username.to_owned(),
        style: None,
        palette: None,
        layout: None,
        template: None,
        empty: false,
        dry_run: false,
    }
}

/// A page to make, and how the history tells of it.
pub(super) struct Making {
    pub username: Username,
    pub draft: Draft,
    pub act: &'static str,
    pub summary: String,
    pub warnings: Vec<mantel_model::Problem>,
}

impl Service {
    /// The caller's page.
    ///
    /// # Errors
    /// `NoPage` before it is claimed.
    pub async fn page(&self, caller: &Caller) -> Result<PageView> {
        Ok(self.row(caller).await?.into())
    }

    /// Claims a username and makes the page. That the account has a page is checked first (decisions, Claim and import).
    ///
    /// # Errors
    /// `PageExists`, the username's, the plan's, or everything wrong with the input.
    pub async fn claim(&self, caller: &Caller, claim: &Claim, terms: Terms) -> Result<Done> {
        self.able(caller)?;
        self.without_page(caller).await?;
        let username = self.claimable(&claim.username)?;
        let draft = claim.draft(&username, &mut RandomIds);
        self.within_plan(caller, None, &draft)?;
        let summary = format!("Claimed {username}");
        self.make(caller, Making { username, draft, act: "claim", summary, warnings: Vec::new() }, terms).await
    }

    /// Makes the caller's page, and says why not where it can't.
    pub(super) async fn make(&self, caller: &Caller, making: Making, terms: Terms) -> Result<Done> {
        let Making { username, draft, act, summary, warnings } = making;
        let (bytes, limit) = (draft.bytes(), mantel_model::limits::PAGE_BYTES);
        if bytes > limit {
            return Err(Error::PageTooLarge { bytes, limit });
        }
        if terms.dry_run {
            if self.inner.store.username_taken(&username, Some(&caller.account), self.now()).await? {
                return Err(Error::UsernameTaken(username));
            }
            let before = Draft::blank(draft.theme.look());
            return Ok(Done::Rehearsed(Rehearsal { version: 0, ..Rehearsal::of(&before, &draft, None, warnings) }));
        }
        let outcome = Outcome {
            page: PageView::fresh(caller.account.clone(), username.clone(), draft),
            touched: Vec::new(),
            warnings,
        };
        let replay = terms.once.map(|once| once.kept(&outcome));
        let new = NewPage { account: &caller.account, username: &username, draft: &outcome.page.draft };
        let (actor, now) = (caller.actor.as_str(), self.now());
        let save =
            Save { actor, act, summary: &summary, unpublished: true, now, joined: None, replay: replay.as_ref() };
        match self.inner.store.make_page(&new, save).await? {
            Saved::Yes => Ok(Done::Made(outcome)),
            Saved::Before => Err(Error::DoneBefore),
            Saved::Beaten => {
                self.without_page(caller).await?;
                Err(Error::UsernameTaken(username))
            }
        }
    }

    /// Makes the draft live. Its rehearsal tells what visitors would see change.
    ///
    /// # Errors
    /// `NoPage`; `VersionConflict` when the base is not the newest version.
    pub async fn publish(&self, caller: &Caller, terms: Terms) -> Result<Done> {
        self.able(caller)?;
        self.may_publish(caller).await?;
        let _turn = self.inner.turns.of(&caller.account).await;
        for attempt in 0..ATTEMPTS {
            after(attempt).await;
            let row = self.row(caller).await?;
            fresh(terms.base, &row)?;
            if terms.dry_run {
                let live = row.published.clone().unwrap_or_else(|| Draft::blank(row.draft.theme.look()));
                let rehearsal = Rehearsal::of(&live, &row.draft, Some(&row.draft), Vec::new());
                return Ok(Done::Rehearsed(Rehearsal { version: row.version, ..rehearsal }));
            }
            let (now, version) = (self.now(), row.version);
            let live = PageRow {
                published: Some(row.draft.clone()),
                published_version: version,
                published_at: now,
                publish_serial: row.publish_serial + 1,
                ..row
            };
            let outcome = Outcome::of(live.into());
            let replay = terms.once.as_ref().map(|once| once.kept(&outcome));
            let save = self.save_of(caller, "Published the page", false, now);
            let save = Save { act: "publish", replay: replay.as_ref(), ..save };
            match self.inner.store.publish(&caller.account, version, save).await? {
                Saved::Yes => return Ok(Done::Made(outcome)),
                Saved::Before => return Err(Error::DoneBefore),
                Saved::Beaten => {}
            }
        }
        Err(Error::Unavailable)
    }

    /// Takes the page off its address; the draft stays. A page that is not live stays as it is.
    ///
    /// # Errors
    /// `NoPage`; `VersionConflict` when the base is not the newest version.
    pub async fn unpublish(&self, caller: &Caller, base: Option<i64>) -> Result<PageView> {
        self.may_publish(caller).await?;
        let _turn = self.inner.turns.of(&caller.account).await;
        for attempt in 0..ATTEMPTS {
            after(attempt).await;
            let row = self.row(caller).await?;
            fresh(base, &row)?;
            if row.published.is_none() {
                return Ok(row.into());
            }
            let save = Save { act: "unpublish", ..self.save_of(caller, "Took the page offline", true, self.now()) };
            if self.inner.store.unpublish(&caller.account, row.version, save).await? == Saved::Yes {
                return Ok(PageRow { published: None, publish_serial: row.publish_serial + 1, ..row }.into());
            }
        }
        Err(Error::Unavailable)
    }

    /// Deletes the page with its history. The account and its keys stay; the name is kept for it for 90 days.
    ///
    /// # Errors
    /// `NoPage`; `VersionConflict` when the base is not the newest version.
    pub async fn delete_page(&self, caller: &Caller, base: Option<i64>) -> Result<()> {
        self.may_publish(caller).await?;
        let _turn = self.inner.turns.of(&caller.account).await;
        for attempt in 0..ATTEMPTS {
            after(attempt).await;
            let row = self.row(caller).await?;
            fresh(base, &row)?;
            let save = Save { act: "delete", ..self.save_of(caller, "Deleted the page", true, self.now()) };
            if self.inner.store.delete_page(&caller.account, row.version, save).await? == Saved::Yes {
                return Ok(());
            }
        }
        Err(Error::Unavailable)
    }

    /// A published page, by any spelling of its name.
    ///
    /// # Errors
    /// `PageNotFound` when nothing is published there; `TakenDown` when it was, and may not be seen.
    pub async fn published(&self, name: &str) -> Result<Published> {
        let missing = || Error::PageNotFound(name.chars().take(64).collect());
        let username = Username::parse(name).map_err(|_| missing())?;
        let row = self.inner.store.page_named(&username).await?.ok_or_else(missing)?;
        match row.suspended {
            Some(_) if row.published.is_some() => Err(Error::TakenDown),
            _ => Published::of(row).ok_or_else(missing),
        }
    }

    /// The page with this name, published or not, for whoever runs the instance.
    ///
    /// # Errors
    /// `PageNotFound` when there is none.
    pub async fn owner_of(&self, name: &str) -> Result<PageRow> {
        let username = Username::parse(name).map_err(|_| Error::PageNotFound(name.to_owned()))?;
        self.inner.store.page_named(&username).await?.ok_or_else(|| Error::PageNotFound(name.to_owned()))
    }

    /// How the live page with this name stands, for those who keep what they made of it. Suspended and taken down pages
    /// are as little live here as in [`Service::published`].
    ///
    /// # Errors
    /// `PageNotFound` when nothing is published there; `Unavailable` when the database does not answer in a second.
    pub async fn standing(&self, username: &Username) -> Result<Standing> {
        let asked = tokio::select! {
            asked = tokio::time::timeout(PATIENCE, self.inner.store.standing(username)) => asked,
            () = self.inner.store.gone() => return Err(Error::Unavailable),
        };
        let found = asked.map_err(|_| Error::Unavailable)??;
        found.ok_or_else(|| Error::PageNotFound(username.to_string()))
    }

    /// The live side of the caller's own page.
    ///
    /// # Errors
    /// `NoPage`; `PageNotFound` when it is not published.
    pub async fn own_published(&self, caller: &Caller) -> Result<Published> {
        let row = self.row(caller).await?;
        let name = row.username.to_string();
        Published::of(row).ok_or(Error::PageNotFound(name))
    }

    pub(super) async fn without_page(&self, caller: &Caller) -> Result<()> {
        match self.inner.store.page_of(&caller.account).await? {
            Some(page) => Err(Error::PageExists(page.username)),
            None => Ok(()),
        }
    }

    /// Refuses a suspended account what others would see.
    pub(super) fn able(&self, caller: &Caller) -> Result<()> {
        caller.suspended.clone().map_or(Ok(()), |why| Err(Error::Suspended(why)))
    }

    /// Refuses a credential that may not change what visitors see, and notes for the owner that it asked.
    pub(super) async fn may_publish(&self, caller: &Caller) -> Result<()> {
        if caller.publishes {
            return Ok(());
        }
        match &caller.credential {
            Credential::Key(id) => self.inner.store.note_key_asked(id, self.now()).await?,
            Credential::Client(id) => self.inner.store.note_grant_asked(id, self.now()).await?,
            Credential::Session(_) | Credential::Admin => {}
        }
        Err(Error::PublishNotAllowed)
    }

    pub(super) async fn row(&self, caller: &Caller) -> Result<PageRow> {
        self.inner.store.page_of(&caller.account).await?.ok_or(Error::NoPage)
    }

    /// What a change of the page as a whole records.
    pub(super) fn save_of<'a>(&self, caller: &'a Caller, summary: &'a str, unpublished: bool, now: i64) -> Save<'a> {
        Save { actor: &caller.actor, act: "", summary, unpublished, now, joined: None, replay: None }
    }
}

/// Steps back, ever longer, from another process that keeps being first.
pub(super) async fn after(attempt: usize) {
    let longest = u64::try_from(attempt.saturating_sub(2)).unwrap_or(0) * 4;
    if longest > 0 {
        let pause = rand::rng().random_range(0..=longest);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
}

/// Refuses a change made from a version that is not the newest.
pub(super) fn fresh(base: Option<i64>, row: &PageRow) -> Result<()> {
    match base {
        Some(base) if base != row.version => Err(Error::VersionConflict { base, current: row.version }),
        _ => Ok(()),
    }
}
