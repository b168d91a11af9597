//! Pages: read, created, edited, published, deleted. Every change records its event in the same transaction.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mantel_model::facts::links_anew;
use mantel_model::{Draft, Username};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::batch::{Argument, Batch};
use super::events::NewEvent;
use super::held_names::{HELD, Hold};
use super::history::{LastSnapshot, NewVersion, OpenEntry, Stored};
use super::page_row::PageRow;
use super::recent_pages::{LinkMetadata, LiveDraft, NewestEntry, ParsedDraft, RecentPage, SavedDraft};
use super::record::{Position, record_change, store_reply};
use super::save::{Save, SaveResult};
use super::write::{only_row, read, transact};
use super::{Result, Store, StoreError, Write, accounts, events, held_names, history, link_metadata};
use crate::metrics::METRICS;

/// The version of a live page: while it is the same, visitors see the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveVersion {
    /// Whose it is.
    pub account: String,
    /// When the page was created, ms: another page of the account begins again at version 1.
    pub created_at: i64,
    /// The draft's version when it was published.
    pub version: i64,
    /// Grows with every publish and unpublish.
    pub publish_serial: i64,
    /// Grows with every change of its link metadata, and of how its visits are counted.
    pub facts_serial: i64,
}

/// The state of a page: while it is the same, so are its draft, what is live, and the metadata of its links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageState {
    /// The draft's version.
    pub version: i64,
    /// When the page was created, ms: another page of the account begins again at version 1.
    pub created_at: i64,
    /// Grows with every publish and unpublish.
    pub publish_serial: i64,
    /// Grows with every change of its link metadata, and of how its visits are counted.
    pub facts_serial: i64,
    /// Whether it is taken down.
    pub suspended: bool,
}

/// A page to create.
#[derive(Clone, Debug)]
pub struct NewPage<'a> {
    /// The account that owns it.
    pub account: &'a str,
    /// Its address.
    pub username: &'a Username,
    /// Its first draft.
    pub draft: &'a Draft,
}

/// What is stored of a page that goes live, besides its draft.
#[derive(Clone, Copy, Debug)]
pub struct GoingLive<'a> {
    /// As in [`PageRow`].
    pub since: &'a str,
    /// Whether it stays out of the sitemap.
    pub unlisted: bool,
}

/// The columns of [`PageRow`] of `pages p` and `accounts a`, named one by one as those of accounts are, and how its visits are
/// counted; what is live may be read by another expression.
macro_rules! page_columns {
    () => {
        page_columns!("p.published")
    };
    ($published:literal) => {
        concat!(
            "p.account_id, p.username, p.draft, p.version, p.created_at, p.published_version, p.published_at, p.publish_serial, \
             p.facts_serial, p.renames, p.live_since, a.suspended_at, a.suspended_why, \
             (select i.counting from insights_settings i where i.account_id = p.account_id) as counting, ",
            $published
        )
    };
}
pub(super) use page_columns;

const PAGE_NAMED: &str =
    concat!("select ", page_columns!(), " from pages p join accounts a on a.id = p.account_id where p.username = $1");
/// Reads no draft of a page that is not live. What is known of its links is read with it, as JSON: a visit whose page is not in the cache
/// asks the database once.
macro_rules! published_page_named {
    ($links:literal) => {
        concat!(
            "select ",
            page_columns!(),
            ", (select ",
            $links,
            " from page_facts l join facts f on f.source = l.source
                where l.account_id = p.account_id and f.body is not null and f.body <> '{}') as links
            from pages p join accounts a on a.id = p.account_id where p.username = $1 and p.published is not null"
        )
    };
}

const PUBLISHED_PAGE_ON_SQLITE: &str =
    published_page_named!("json_group_array(json_array(f.source, f.body, f.fetched_at))");
const PUBLISHED_PAGE_ON_POSTGRES: &str =
    published_page_named!("cast(json_agg(json_build_array(f.source, f.body, f.fetched_at)) as text)");

/// A page to edit, and what its edits read besides: from what the last edit left only that is read which is another one
/// since. Each row is found by its whole key: where a part of it only came from a join, PostgreSQL would read all versions.
const PAGE_TO_EDIT: &str = concat!(
    "select ",
    page_columns!(
        "case when p.publish_serial = $4 and p.published_at = $5 then null else p.published end as published"
    ),
    ", p.updated_at, p.event_serial,
    s.version as snapshot_version, s.at as snapshot_at,
    case when s.version = $6 and s.at = $7 then null else s.draft end as snapshot_draft,
    e.first as entry_first, e.act as entry_act, e.actor as entry_actor, e.since as entry_since, h.version as before_version, h.at as before_at,
    case when h.version = $8 and h.at = $9 then null else h.draft end as before_draft,
    case when h.version = $8 and h.at = $9 then null else b.draft end as before_snapshot
    from pages p
        join accounts a on a.id = p.account_id
        left join history_snapshots s on s.account_id = $3
            and s.version = (select max(version) from history_snapshots where account_id = $3)
        left join history_entries e on e.account_id = p.account_id and e.version = p.version
            and e.actor = $1 and e.since > $2 and e.published_at is null
        left join history h on h.account_id = e.account_id and h.version = e.first - 1
        left join history_snapshots b on b.account_id = h.account_id and b.version = h.snapshot
    where p.account_id = $3"
);

/// A page to edit.
#[derive(Clone, Debug)]
pub struct PageToEdit {
    /// The page.
    pub page: PageRow,
    /// The history entry that the edit may join.
    pub open: Option<OpenEntry>,
    /// What saving it needs.
    pub base: RecentPage,
}

fn page(row: &AnyRow) -> Result<PageRow> {
    let name: String = row.try_get("username")?;
    let text: String = row.try_get("draft")?;
    let current = Arc::new(super::draft(&name, &text)?);
    // Of most pages the two are the same.
    let published = match row.try_get::<Option<String>, _>("published")? {
        Some(published) if published == text => Some(Arc::clone(&current)),
        published => published.map(|text| super::draft(&name, &text).map(Arc::new)).transpose()?,
    };
    page_of(row, current, published)
}

/// A page with its draft and what is live.
fn page_of(row: &AnyRow, draft: Arc<Draft>, published: Option<Arc<Draft>>) -> Result<PageRow> {
    let name: String = row.try_get("username")?;
    let unreadable = |why: String| StoreError::Unreadable { username: name.clone(), why };
    Ok(PageRow {
        account: row.try_get("account_id")?,
        draft,
        version: row.try_get("version")?,
        created_at: row.try_get("created_at")?,
        published,
        published_version: row.try_get::<Option<i64>, _>("published_version")?.unwrap_or_default(),
        published_at: row.try_get::<Option<i64>, _>("published_at")?.unwrap_or_default(),
        publish_serial: row.try_get("publish_serial")?,
        facts_serial: row.try_get("facts_serial")?,
        renames: row.try_get("renames")?,
        live_since: row.try_get("live_since")?,
        suspended: accounts::suspended(row)?,
        counting: row.try_get("counting")?,
        known: Arc::default(),
        username: Username::parse(&name).map_err(unreadable)?,
    })
}

/// The live pages that are not unlisted, as the index `pages_listed` has them: whoever was taken down is among them.
macro_rules! listed {
    () => {
        "from pages where published_at is not null and unlisted = 0"
    };
}

const COUNT_LISTED: &str = concat!("select count(*) as n ", listed!());
const FIND_LISTED: &str = concat!(
    "select p.username, p.published_at from (select username, published_at, account_id ",
    listed!(),
    " order by username limit $1 offset $2) p join accounts a on a.id = p.account_id
     where a.suspended_at is null order by p.username"
);

/// Replaces a draft, if nothing of the page has changed since it was read: a compare-and-swap.
macro_rules! swap {
    () => {
        "update pages set draft = $1, version = version + 1, event_serial = event_serial + 1, updated_at = $2
        where account_id = $3 and version = $4 and event_serial = $5 and facts_serial = $6 and created_at = $7 and updated_at = $8"
    };
}

/// Pages that are in memory at once while all are checked: each may take a few MiB.
const CHECKED_AT_ONCE: i64 = 100;

/// A page as stored, with the metadata of the addresses that its tiles link to.
pub(super) async fn with_facts(connection: &mut AnyConnection, row: Option<AnyRow>) -> Result<Option<PageRow>> {
    let Some(row) = row else { return Ok(None) };
    let page = page(&row)?;
    let (known, _) = link_metadata::known(connection, &page.account).await?;
    Ok(Some(PageRow { known: Arc::new(known), ..page }))
}

/// No version and no time.
const NONE: (i64, i64) = (-1, -1);

/// The draft of a column, or the one that is kept where the row leaves it out.
fn read_or_kept(
    row: &AnyRow,
    column: &str,
    kept: Option<ParsedDraft>,
    read: impl Fn(String) -> Result<ParsedDraft>,
) -> Result<Option<ParsedDraft>> {
    match row.try_get::<Option<String>, _>(column)? {
        Some(text) => read(text).map(Some),
        None => Ok(kept),
    }
}

/// The page of a row of [`PAGE_TO_EDIT`]; what the row leaves out is as it was kept.
fn recent_page(row: &AnyRow, kept: Option<RecentPage>, links: LinkMetadata) -> Result<RecentPage> {
    let name: String = row.try_get("username")?;
    let text: String = row.try_get("draft")?;
    let parse = |text: &str| -> Result<ParsedDraft> {
        Ok(ParsedDraft { draft: Arc::new(super::draft(&name, text)?), bytes: text.len() })
    };
    let same = kept.as_ref().filter(|kept| *kept.text == *text);
    let same = same.map(|kept| (kept.current.draft.clone(), Arc::clone(&kept.text)));
    let (draft, text) = match same {
        Some(same) => same,
        None => (parse(&text)?, Arc::from(text)),
    };
    // Of most pages the drafts are the same.
    let parse_or_share = |other: String| if *other == *text { Ok(draft.clone()) } else { parse(&other) };
    let from_snapshot = |text: String| -> Result<ParsedDraft> {
        let snapshot: Option<String> = row.try_get("before_snapshot")?;
        let bytes = text.len() + snapshot.as_ref().map_or(0, String::len);
        let draft = history::stored_draft(&name, &text, snapshot, &mut LastSnapshot::default())?;
        Ok(ParsedDraft { draft: Arc::new(draft), bytes })
    };
    // What only the history needs and can't be read must not keep the page from being edited.
    let readable =
        |draft: Result<_>| draft.inspect_err(|why| tracing::warn!(%why, "a draft is left out")).unwrap_or_default();
    let (live, before, snapshot) = kept.map_or((None, None, None), |kept| (kept.live, kept.before, kept.snapshot));
    let live = match row.try_get::<Option<i64>, _>("published_at")? {
        None => None,
        Some(at) => {
            let serial = row.try_get("publish_serial")?;
            let draft = read_or_kept(row, "published", live.map(|kept| kept.draft), parse_or_share)?;
            draft.map(|draft| LiveDraft { serial, at, draft })
        }
    };
    let saved = |version: Option<i64>, at: Option<i64>, draft: Option<ParsedDraft>| {
        Some(SavedDraft { version: version?, at: at?, draft: draft? })
    };
    let snapshot = saved(
        row.try_get("snapshot_version")?,
        row.try_get("snapshot_at")?,
        readable(read_or_kept(row, "snapshot_draft", snapshot.map(|kept| kept.draft), parse_or_share)),
    );
    let before = saved(
        row.try_get("before_version")?,
        row.try_get("before_at")?,
        readable(read_or_kept(row, "before_draft", before.map(|kept| kept.draft), from_snapshot)),
    );
    // After a change of the address, which has a time of its own, the draft is read once more where it is looked for.
    let current = SavedDraft { version: row.try_get("version")?, at: row.try_get("updated_at")?, draft };
    let event_serial = row.try_get("event_serial")?;
    let published = live.as_ref().map(|live| Arc::clone(&live.draft.draft));
    let page = page_of(row, Arc::clone(&current.draft.draft), published)?;
    let page = PageRow { known: Arc::clone(&links.known), ..page };
    let entry = match (row.try_get("entry_actor")?, row.try_get("entry_since")?) {
        (Some(actor), Some(since)) => {
            Some(NewestEntry { actor, since, first: row.try_get("entry_first")?, act: row.try_get("entry_act")? })
        }
        _ => None,
    };
    Ok(RecentPage { row: page, entry, current, event_serial, text, live, before, snapshot, links })
}

/// The newest history entry, if the next edit of `actor` may join it: its own, begun after `since`.
fn open_entry(page: &RecentPage, actor: &str, since: i64) -> Option<OpenEntry> {
    let (entry, before) = (page.entry.as_ref()?, page.before.as_ref()?);
    (entry.actor == actor && entry.since > since).then(|| OpenEntry {
        first: entry.first,
        act: entry.act.clone(),
        before: Arc::clone(&before.draft.draft),
    })
}

/// How long after a cancelled edit its watchers are woken: by then the database has carried it out, or has not.
const AFTER_CANCELLED: Duration = Duration::from_secs(2);

/// An edit that the database may carry out although nobody waits for it any more: its watchers are woken then.
struct Unsure<'a> {
    store: &'a Store,
    account: &'a str,
    is_over: bool,
}

impl Drop for Unsure<'_> {
    fn drop(&mut self) {
        if !self.is_over {
            let (store, account) = (self.store.clone(), self.account.to_owned());
            tokio::spawn(async move {
                tokio::time::sleep(AFTER_CANCELLED).await;
                store.wake_watchers(&account);
            });
        }
    }
}

impl Store {
    /// The account's page.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn page_of(&self, account: &str) -> Result<Option<PageRow>> {
        let find = concat!(
            "select ",
            page_columns!(),
            " from pages p join accounts a on a.id = p.account_id where p.account_id = $1"
        );
        self.find_page(find, account).await
    }

    /// The account's page, with the history entry of its version if that is the actor's, began after `since`, and has
    /// not gone live.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn page_to_edit(&self, account: &str, actor: &str, since: i64) -> Result<Option<PageToEdit>> {
        let recent = self.recent.get(account);
        let known = recent.as_ref();
        let live = known.and_then(|page| page.live.as_ref()).map_or(NONE, |live| (live.serial, live.at));
        let saved = |saved: Option<&SavedDraft>| saved.map_or(NONE, |saved| (saved.version, saved.at));
        let snapshot = saved(known.and_then(|page| page.snapshot.as_ref()));
        let before = saved(known.and_then(|page| page.before.as_ref()));
        let find = || {
            let find = sqlx::query(PAGE_TO_EDIT).bind(actor).bind(since).bind(account);
            let find = find.bind(live.0).bind(live.1).bind(snapshot.0).bind(snapshot.1);
            find.bind(before.0).bind(before.1)
        };
        let mut connection = self.connection_for_edit().await?;
        let Some(row) = read!(only_row(find(), &mut connection))? else {
            connection.keep();
            return Ok(None);
        };
        let links = (row.try_get("created_at")?, row.try_get("facts_serial")?);
        let links = match known.map(|page| &page.links) {
            Some(known) if (known.created_at, known.serial) == links => known.clone(),
            _ => {
                let (known, bytes) = link_metadata::known(&mut connection, account).await?;
                LinkMetadata { created_at: links.0, serial: links.1, known: Arc::new(known), bytes }
            }
        };
        connection.keep();
        let base = recent_page(&row, recent, links)?;
        self.recent.keep(account, base.clone());
        let open = open_entry(&base, actor, since);
        Ok(Some(PageToEdit { page: base.row.clone(), open, base }))
    }

    /// The same without asking the database: the page as the last edit in this process left it. It may have changed since, by another
    /// server for example: then saving is a conflict, and nothing else that was made of it is right.
    pub fn page_as_left(&self, account: &str, actor: &str, since: i64) -> Option<PageToEdit> {
        let base = self.recent.get(account)?;
        base.entry.as_ref()?;
        let open = open_entry(&base, actor, since);
        Some(PageToEdit { page: base.row.clone(), open, base })
    }

    /// The page with this address.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn page_named(&self, username: &Username) -> Result<Option<PageRow>> {
        self.find_page(PAGE_NAMED, username.as_str()).await
    }

    /// The same, if it was published and not taken offline since.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn published_page_named(&self, username: &Username) -> Result<Option<PageRow>> {
        let sqlite = self.writer.is_some();
        let find = if sqlite { PUBLISHED_PAGE_ON_SQLITE } else { PUBLISHED_PAGE_ON_POSTGRES };
        let mut connection = self.connection_to_read().await?;
        let row = read!(only_row(sqlx::query(find).bind(username.as_str()), &mut connection))?;
        connection.keep();
        let Some(row) = row else { return Ok(None) };
        let links: Option<String> = row.try_get("links")?;
        let known = links.as_deref().map(link_metadata::known_of).transpose()?.unwrap_or_default();
        Ok(Some(PageRow { known: Arc::new(known), ..page(&row)? }))
    }

    async fn find_page(&self, find: &'static str, whose: &str) -> Result<Option<PageRow>> {
        let mut connection = self.connection_to_read().await?;
        let row = read!(only_row(sqlx::query(find).bind(whose), &mut connection))?;
        let page = with_facts(&mut connection, row).await?;
        connection.keep();
        Ok(page)
    }

    /// The version of the live page with this address; `None` where none is live. A cheap query.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn live_version(&self, username: &Username) -> Result<Option<LiveVersion>> {
        let find = "select account_id, created_at, published_version, publish_serial, facts_serial from pages
            where username = $1 and published is not null";
        let row = read!(self.find(sqlx::query(find).bind(username.as_str())))?;
        let live_version = |row: AnyRow| -> sqlx::Result<LiveVersion> {
            Ok(LiveVersion {
                account: row.try_get("account_id")?,
                created_at: row.try_get("created_at")?,
                version: row.try_get::<Option<i64>, _>("published_version")?.unwrap_or_default(),
                publish_serial: row.try_get("publish_serial")?,
                facts_serial: row.try_get("facts_serial")?,
            })
        };
        Ok(row.map(live_version).transpose()?)
    }

    /// The state of the account's page; `None` where it has none. A cheap query.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn page_state(&self, account: &str) -> Result<Option<PageState>> {
        let find = "select p.version, p.created_at, p.publish_serial, p.facts_serial, a.suspended_at
            from pages p join accounts a on a.id = p.account_id where p.account_id = $1";
        let row = read!(self.find(sqlx::query(find).bind(account)))?;
        let state = |row: AnyRow| -> sqlx::Result<PageState> {
            Ok(PageState {
                version: row.try_get("version")?,
                created_at: row.try_get("created_at")?,
                publish_serial: row.try_get("publish_serial")?,
                facts_serial: row.try_get("facts_serial")?,
                suspended: row.try_get::<Option<i64>, _>("suspended_at")?.is_some(),
            })
        };
        Ok(row.map(state).transpose()?)
    }

    /// Creates the account's page at version 1, unless the account has one or the address is taken.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn make_page(&self, new: &NewPage<'_>, save: Save<'_>) -> Result<SaveResult> {
        transact!(self, |write| {
            let text = new.draft.json();
            let serial = events::newest(write, new.account).await? + 1;
            let made = sqlx::query(
                "insert into pages (account_id, username, draft, version, event_serial, created_at, updated_at)
            select $1, $2, $3, 1, $4, $5, $6
            where not exists (select 1 from held_names where username = $7 and account_id <> $8 and until > $9)
            on conflict do nothing
            returning version",
            );
            let made = made.bind(new.account).bind(new.username.as_str()).bind(&text).bind(serial);
            let made = made.bind(save.now).bind(save.now).bind(new.username.as_str()).bind(new.account).bind(save.now);
            if made.fetch_optional(&mut *write.tx).await?.is_none() {
                return Ok(SaveResult::Conflict);
            }
            held_names::forget(write, new.username.as_str()).await?;
            let first = NewVersion { version: 1, draft: new.draft, text: &text, snapshot: None };
            let anew = links_anew(&[], &new.draft.tiles);
            Ok(record_edit(write, new.account, serial, first, &Stored::of(first), anew, save).await?.0)
        })
    }

    /// Saves a draft that was made from `base`, and is `text` as JSON: a compare-and-swap.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn save_draft(
        &self,
        account: &str,
        base: RecentPage,
        draft: &Arc<Draft>,
        text: String,
        save: Save<'_>,
    ) -> Result<SaveResult> {
        let version = base.current.version + 1;
        let anew = links_anew(&base.current.draft.draft.tiles, &draft.tiles);
        let new = NewVersion { version, draft, text: &text, snapshot: base.snapshot.as_ref() };
        let stored = Stored::of(new);
        let mut is_snapshot = false;
        let at_once = if anew { None } else { self.save_at_once(account, &base, new, &stored, save).await? };
        let saved = match at_once {
            Some(saved) => saved,
            None => transact!(self, |write| {
                let swapped = sqlx::query(concat!(swap!(), " returning event_serial"));
                let swapped = swapped.bind(&text).bind(save.now).bind(account).bind(base.current.version);
                let swapped = swapped.bind(base.event_serial).bind(base.row.facts_serial).bind(base.row.created_at);
                let swapped = swapped.bind(base.current.at);
                let Some(row) = swapped.fetch_optional(&mut *write.tx).await? else { return Ok(SaveResult::Conflict) };
                let serial = row.try_get("event_serial")?;
                let recorded = record_edit(write, account, serial, new, &stored, anew, save).await?;
                is_snapshot = recorded.1;
                Ok(recorded.0)
            })?,
        };
        if saved == SaveResult::Saved {
            // An address that is linked anew may be known already: it is looked up again.
            let serial = if anew { -1 } else { base.links.serial };
            let links = LinkMetadata { serial, ..base.links };
            let parsed = ParsedDraft { draft: Arc::clone(draft), bytes: text.len() };
            let current = SavedDraft { version, at: save.now, draft: parsed };
            let snapshot = if is_snapshot { Some(current.clone()) } else { base.snapshot };
            let before = if save.joined.is_some() { base.before } else { Some(base.current) };
            let entry = match (save.joined, base.entry) {
                // What is known of a new link is not.
                _ if anew => None,
                (Some(joined), entry) => entry.map(|entry| NewestEntry { act: joined.act.to_owned(), ..entry }),
                (None, _) => Some(NewestEntry {
                    actor: save.actor.to_owned(),
                    since: save.now,
                    first: version,
                    act: save.act.to_owned(),
                }),
            };
            let row = PageRow { version, draft: Arc::clone(draft), ..base.row };
            let (live, event_serial) = (base.live, base.event_serial + 1);
            let left =
                RecentPage { row, entry, current, event_serial, text: text.into(), live, before, snapshot, links };
            self.recent.keep(account, left);
        }
        Ok(saved)
    }

    /// Saves a draft in one statement, which is all that most edits need on a database server: each one more is a round trip. `None` if
    /// it needs a transaction.
    async fn save_at_once(
        &self,
        account: &str,
        base: &RecentPage,
        new: NewVersion<'_>,
        stored: &Stored<'_>,
        save: Save<'_>,
    ) -> Result<Option<SaveResult>> {
        if self.writer.is_some() || save.idempotency.is_some() || !history::is_one_batch(new, stored) {
            return Ok(None);
        }
        let started = Instant::now();
        let serial = base.event_serial + 1;
        let mut batch = Batch::default();
        events::add(&mut batch, &NewEvent { account, serial, version: new.version, kind: "draft" }, save);
        history::add_version(&mut batch, account, new, stored, save);
        let (version, row) = (base.current.version, &base.row);
        let numbers =
            [version, base.event_serial, row.facts_serial, row.created_at, base.current.at].map(Argument::from);
        let mut arguments = vec![new.text.into(), save.now.into(), account.into()];
        arguments.extend(numbers);
        let swap = match stored {
            Stored::Difference(_, snapshot) => {
                arguments.extend([snapshot.version, snapshot.at].map(Argument::from));
                concat!(
                    swap!(),
                    " and exists (select 1 from history_snapshots where account_id = $3 and version = $9 and at = $10)
                    returning version"
                )
            }
            Stored::Whole | Stored::Snapshot => concat!(swap!(), " returning version"),
        };
        let save = async {
            let mut connection = self.connection_to_write().await?;
            let saved = batch.execute_after(swap, arguments, &mut connection).await?;
            connection.keep();
            Ok(saved)
        };
        let mut unsure = Unsure { store: self, account, is_over: false };
        let saved = save.await;
        unsure.is_over = true;
        METRICS.record_database("write", started.elapsed());
        match saved {
            Ok(true) => {
                self.wake_watchers(account);
                Ok(Some(SaveResult::Saved))
            }
            Ok(false) => Ok(Some(SaveResult::Conflict)),
            // A transaction is made again.
            Err(StoreError::Conflict(_)) => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// Publishes the draft, if it still has this version.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn publish(
        &self,
        account: &str,
        version: i64,
        live: GoingLive<'_>,
        save: Save<'_>,
    ) -> Result<SaveResult> {
        transact!(self, |write| {
            let row = sqlx::query(
                "update pages set published = draft, published_version = version, published_at = $1,
                live_since = $2, unlisted = $3, publish_serial = publish_serial + 1, event_serial = event_serial + 1
            where account_id = $4 and version = $5
            returning event_serial",
            );
            let row = row.bind(save.now).bind(live.since).bind(i64::from(live.unlisted)).bind(account).bind(version);
            let row = row.fetch_optional(&mut *write.tx).await?;
            let Some(row) = row else { return Ok(SaveResult::Conflict) };
            history::went_live(write, account, version, save).await?;
            link_metadata::keep_live_sources(write, account).await?;
            record_change(write, account, Position { serial: row.try_get("event_serial")?, version }, "publish", save)
                .await
        })
    }

    /// Unpublishes the page, if the draft still has this version.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn unpublish(&self, account: &str, version: i64, save: Save<'_>) -> Result<SaveResult> {
        transact!(self, |write| {
            let row = sqlx::query(
                "update pages set published = null, published_version = null, published_at = null,
                publish_serial = publish_serial + 1, event_serial = event_serial + 1
            where account_id = $1 and version = $2
            returning event_serial",
            );
            let row = row.bind(account).bind(version).fetch_optional(&mut *write.tx).await?;
            let Some(row) = row else { return Ok(SaveResult::Conflict) };
            record_change(write, account, Position { serial: row.try_get("event_serial")?, version }, "unpublish", save)
                .await
        })
    }

    /// Deletes the page and its history, if the draft still has this version. Its name stays reserved for the account a
    /// while.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn delete_page(&self, account: &str, version: i64, save: Save<'_>) -> Result<SaveResult> {
        let deleted = transact!(self, |write| {
            let gone = sqlx::query(
                "delete from pages where account_id = $1 and version = $2 returning username, event_serial",
            );
            let gone = gone.bind(account).bind(version).fetch_optional(&mut *write.tx).await?;
            let Some(gone) = gone else { return Ok(SaveResult::Conflict) };
            held_names::lead_nowhere(write, account).await?;
            let username: String = gone.try_get("username")?;
            held_names::hold(write, account, &username, Hold { until: save.now + HELD, leads: false }).await?;
            let serial = gone.try_get::<i64, _>("event_serial")? + 1;
            record_change(write, account, Position { serial, version }, "delete", save).await
        })?;
        self.recent.forget(account);
        Ok(deleted)
    }

    /// The number of pages among which [`Self::listed`] looks: live, and not unlisted.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn listed_count(&self) -> Result<i64> {
        Ok(read!(sqlx::query(COUNT_LISTED).fetch_one(self.pool()?))?.try_get("n")?)
    }

    /// Names of pages that search engines may list, and when each was published (ms): of `most` of them after the first `skip`, by
    /// name, those that were not taken down.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn listed(&self, skip: i64, most: i64) -> Result<Vec<(String, i64)>> {
        let rows = read!(sqlx::query(FIND_LISTED).bind(most).bind(skip).fetch_all(self.pool()?))?;
        rows.iter().map(|row| Ok((row.try_get("username")?, row.try_get("published_at")?))).collect()
    }

    /// The names of all pages.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn usernames(&self) -> Result<Vec<String>> {
        Ok(read!(sqlx::query_scalar("select username from pages order by username").fetch_all(self.pool()?))?)
    }

    /// Checks every page, some at a time: returns their number, and an error for each one that can't be read.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn check_pages(&self) -> Result<(usize, Vec<String>)> {
        let find = concat!(
            "select ",
            page_columns!(),
            " from pages p join accounts a on a.id = p.account_id where p.account_id > $1 order by p.account_id limit $2"
        );
        let (mut count, mut faults, mut last) = (0, Vec::new(), String::new());
        loop {
            let rows = sqlx::query(find).bind(&last).bind(CHECKED_AT_ONCE).fetch_all(self.pool()?).await?;
            let Some(end) = rows.last() else { return Ok((count, faults)) };
            last = end.try_get("account_id")?;
            count += rows.len();
            faults.extend(rows.iter().filter_map(|row| page(row).err().map(|why| why.to_string())));
        }
    }
}

/// Ends every change of a draft: records it in the history and as the event `serial`, also the addresses that it links to, if there are
/// new ones. If metadata of new ones is already known, that is an event of its own. Returns also whether the draft is the newest
/// snapshot of the history now.
async fn record_edit(
    write: &mut Write<'_>,
    account: &str,
    serial: i64,
    new: NewVersion<'_>,
    stored: &Stored<'_>,
    anew: bool,
    save: Save<'_>,
) -> Result<(SaveResult, bool)> {
    let mut batch = Batch::default();
    events::add(&mut batch, &NewEvent { account, serial, version: new.version, kind: "draft" }, save);
    write.mark_changed(account);
    let is_snapshot = history::record(write, account, new, stored, save, batch).await?;
    let known = anew && link_metadata::note_sources(write, account, new.draft, save.now).await?;
    let saved = store_reply(write, account, save).await?;
    if known && saved == SaveResult::Saved {
        link_metadata::record_facts_event(write, account, save.now).await?;
    }
    Ok((saved, is_snapshot))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_sitemap_reads_an_index_and_no_page() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("x.db").display());
        let store = Store::open(&url).await.unwrap();
        for statement in [COUNT_LISTED, FIND_LISTED] {
            let plan =
                sqlx::query(sqlx::AssertSqlSafe(format!("explain query plan {statement}"))).bind(1_i64).bind(0_i64);
            let steps: Vec<String> =
                plan.fetch_all(&store.pool).await.unwrap().iter().map(|row| row.get("detail")).collect();
            let pages: Vec<_> = steps.iter().filter(|step| step.contains("pages")).collect();
            assert!(
                !pages.is_empty() && pages.iter().all(|step| step.contains("USING COVERING INDEX pages_listed")),
                "{steps:?}"
            );
        }
    }
}
