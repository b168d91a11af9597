//! Pages and their history.

use mantel_model::{Draft, Username};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Result, Store, StoreError, Write};

/// Drafts kept of each page, the newest included.
const HISTORY: i64 = 100;

/// A page as stored.
#[derive(Clone, Debug)]
pub struct PageRow {
    /// Whose it is.
    pub account: String,
    /// Its address.
    pub username: Username,
    /// What is being edited.
    pub draft: Draft,
    /// Grows by 1 with every change of the draft.
    pub version: i64,
    /// What visitors see.
    pub published: Option<Draft>,
    /// The draft's version when it was published.
    pub published_version: i64,
    /// When it was published, ms.
    pub published_at: i64,
    /// Grows with every publish.
    pub publish_serial: i64,
    /// Grows with every fact filled in.
    pub facts_serial: i64,
}

/// A page to make.
#[derive(Clone, Debug)]
pub struct NewPage<'a> {
    /// Whose it becomes.
    pub account: &'a str,
    /// Its address.
    pub username: &'a Username,
    /// Its first draft.
    pub draft: &'a Draft,
}

/// What a save records beside the draft.
#[derive(Clone, Copy, Debug)]
pub struct Save<'a> {
    /// Who did it: `owner`, `key:<name>` or `admin`.
    pub actor: &'a str,
    /// What was done, in one word.
    pub act: &'a str,
    /// When, ms.
    pub now: i64,
}

fn page(row: &AnyRow) -> Result<PageRow> {
    let name: String = row.try_get("username")?;
    let unreadable = |why: String| StoreError::Unreadable { username: name.clone(), why };
    let draft = |text: &str| serde_json::from_str::<Draft>(text).map_err(|it| unreadable(it.to_string()));
    let published: Option<String> = row.try_get("published")?;
    Ok(PageRow {
        account: row.try_get("account_id")?,
        draft: draft(&row.try_get::<String, _>("draft")?)?,
        version: row.try_get("version")?,
        published: published.as_deref().map(draft).transpose()?,
        published_version: row.try_get::<Option<i64>, _>("published_version")?.unwrap_or_default(),
        published_at: row.try_get::<Option<i64>, _>("published_at")?.unwrap_or_default(),
        publish_serial: row.try_get("publish_serial")?,
        facts_serial: row.try_get("facts_serial")?,
        username: Username::parse(&name).map_err(unreadable)?,
    })
}

fn json(draft: &Draft) -> String {
    // These types always serialize.
    serde_json::to_string(draft).unwrap_or_default()
}

impl Store {
    /// The account's page.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn page_of(&self, account: &str) -> Result<Option<PageRow>> {
        let row = sqlx::query("select * from pages where account_id = $1").bind(account);
        row.fetch_optional(&self.pool).await?.as_ref().map(page).transpose()
    }

    /// The page with this address.
    ///
    /// # Errors
    /// When the database does not answer or holds what can't be read.
    pub async fn page_named(&self, username: &Username) -> Result<Option<PageRow>> {
        let row = sqlx::query("select * from pages where username = $1").bind(username.as_str());
        row.fetch_optional(&self.pool).await?.as_ref().map(page).transpose()
    }

    /// Whether the address is somebody's.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn username_taken(&self, username: &Username) -> Result<bool> {
        let row = sqlx::query("select username from pages where username = $1").bind(username.as_str());
        Ok(row.fetch_optional(&self.pool).await?.is_some())
    }

    /// Makes the account's page at version 1, unless the account has one or the address is taken.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn make_page(&self, new: &NewPage<'_>, save: Save<'_>) -> Result<bool> {
        let mut write = self.write().await?;
        let draft = json(new.draft);
        let made = sqlx::query(
            "insert into pages (account_id, username, draft, version, created_at, updated_at)
            values ($1, $2, $3, 1, $4, $5)
            on conflict do nothing
            returning version",
        );
        let made = made.bind(new.account).bind(new.username.as_str()).bind(&draft).bind(save.now).bind(save.now);
        if made.fetch_optional(&mut *write.tx).await?.is_none() {
            return Ok(false);
        }
        record(&mut write, new.account, 1, &draft, save).await?;
        write.commit().await?;
        Ok(true)
    }

    /// Saves a draft made from `version`: a compare-and-swap. `false` when the page has moved on since.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn save_draft(&self, account: &str, version: i64, draft: &Draft, save: Save<'_>) -> Result<bool> {
        let mut write = self.write().await?;
        let draft = json(draft);
        let swapped = sqlx::query(
            "update pages set draft = $1, version = version + 1, updated_at = $2
            where account_id = $3 and version = $4
            returning version",
        );
        let swapped = swapped.bind(&draft).bind(save.now).bind(account).bind(version);
        if swapped.fetch_optional(&mut *write.tx).await?.is_none() {
            return Ok(false);
        }
        record(&mut write, account, version + 1, &draft, save).await?;
        write.commit().await?;
        Ok(true)
    }

    /// Makes the draft live, if it still has this version; the publish serial it got.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn publish(&self, account: &str, version: i64, now: i64) -> Result<Option<i64>> {
        let mut write = self.write().await?;
        let row = sqlx::query(
            "update pages set published = draft, published_version = version, published_at = $1,
                publish_serial = publish_serial + 1
            where account_id = $2 and version = $3
            returning publish_serial",
        );
        let row = row.bind(now).bind(account).bind(version).fetch_optional(&mut *write.tx).await?;
        write.commit().await?;
        Ok(row.map(|it| it.try_get("publish_serial")).transpose()?)
    }

    /// Every page, for the check of the whole database: address and, where it can't be read, why.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn check_pages(&self) -> Result<(usize, Vec<String>)> {
        let rows = sqlx::query("select * from pages order by username").fetch_all(&self.pool).await?;
        let faults = rows.iter().filter_map(|it| page(it).err().map(|why| why.to_string())).collect();
        Ok((rows.len(), faults))
    }
}

async fn record(write: &mut Write, account: &str, version: i64, draft: &str, save: Save<'_>) -> Result<()> {
    let add =
        sqlx::query("insert into history (account_id, version, at, actor, act, draft) values ($1, $2, $3, $4, $5, $6)");
    let add = add.bind(account).bind(version).bind(save.now).bind(save.actor).bind(save.act).bind(draft);
    add.execute(&mut *write.tx).await?;
    let trim = sqlx::query("delete from history where account_id = $1 and version <= $2");
    trim.bind(account).bind(version - HISTORY).execute(&mut *write.tx).await?;
    Ok(())
}
