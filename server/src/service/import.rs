//! Import: a page file or a brief becomes the draft (decisions, Import and replace details).

use mantel_model::api::{Import, Terms};
use mantel_model::brief;
use mantel_model::look::Look;
use mantel_model::template::name_of;
use mantel_model::text::Text;
use mantel_model::{Draft, Edit, Problem, Username};
use rand::RngCore;
use serde_json::Value;

use super::caller::Caller;
use super::change::{Change, WriteOptions};
use super::error::{Error, Result};
use super::handle::Service;
use super::outcome::Outcome;
use super::pages::PageCreation;
use super::rights::Operation;
use crate::heavy_work;

/// A parsed file.
struct File {
    draft: Draft,
    username: Option<Username>,
    warnings: Vec<Problem>,
}

impl Service {
    /// Imports a file: creates the page if there is none, and replaces the draft only if told to.
    ///
    /// # Errors
    /// `Unreadable` with line and column, `PageExists` without `replace`, `UsernameNeeded`, the errors of the username.
    pub async fn import(&self, caller: &Caller, import: &Import, options: WriteOptions) -> Result<Outcome> {
        self.require(caller, Operation::ImportPage).await?;
        let page = self.inner.store.page_of(&caller.account).await?;
        if let Some(page) = page.as_ref().filter(|_| !import.replace) {
            return Err(Error::PageExists(page.username.clone()));
        }
        if page.is_none() {
            self.require_not_suspended(caller)?;
        }
        let requested = import.username.as_deref().and_then(|username| Username::parse(username).ok());
        let username = page.as_ref().map(|page| page.username.clone()).or(requested);
        let mut file = heavy_work::run(|| read(&import.file, username.as_ref())).await?;
        let kept = page.as_ref().map(|page| page.draft.theme.look());
        self.free_look(caller, kept, &mut file);
        match page {
            Some(page) => self.replace(caller, import, &page.username, file, options).await,
            None => self.load(caller, import, file, options).await,
        }
    }

    /// Creates the caller's page from what somebody pasted: a list of links, a brief or a page file. A page without a name
    /// gets one made from the username.
    ///
    /// # Errors
    /// As [`Self::import`].
    pub async fn claim_pasted(&self, caller: &Caller, username: &str, text: &str) -> Result<Outcome> {
        self.require(caller, Operation::CreatePage).await?;
        self.require_not_suspended(caller)?;
        self.require_no_page(caller).await?;
        let import =
            Import { file: text.into(), username: Some(username.to_owned()), replace: false, terms: Terms::default() };
        let mut file = heavy_work::run(|| read(&import.file, None)).await?;
        let name = &mut file.draft.profile.name;
        if name.is_empty() {
            *name = Text::cut(&name_of(&self.allowed_username(username)?)).0;
        }
        self.free_look(caller, None, &mut file);
        self.load(caller, &import, file, WriteOptions::default()).await
    }

    async fn replace(
        &self,
        caller: &Caller,
        import: &Import,
        own: &Username,
        mut file: File,
        options: WriteOptions,
    ) -> Result<Outcome> {
        let requested = import.username.as_deref().map(str::to_ascii_lowercase);
        let named = requested.or_else(|| file.username.map(|username| username.to_string()));
        if named.is_some_and(|named| named != own.as_str()) {
            let words = format!("The username was ignored: this page is {own} and stays it.");
            file.warnings.push(Problem::new("/username", words));
        }
        let change = Change::new(Edit::Replace(Box::new(file.draft)), "import", options);
        self.make_edit(caller, Change { warnings: file.warnings, ..change }).await
    }

    async fn load(&self, caller: &Caller, import: &Import, mut file: File, options: WriteOptions) -> Result<Outcome> {
        let username = match (&import.username, &file.username) {
            (Some(requested), _) => self.allowed_username(requested)?,
            (None, Some(named)) => self.allowed_username(named.as_str())?,
            (None, None) => return Err(Error::UsernameNeeded),
        };
        if file.username.as_ref().is_some_and(|named| *named != username) {
            let words = format!("The username of the file was ignored: the call names {username}.");
            file.warnings.push(Problem::new("/username", words));
        }
        let summary = format!("Loaded a page as {username}");
        let File { draft, warnings, .. } = file;
        self.create_page(caller, PageCreation { username, draft, act: "import", summary, warnings }, options).await
    }

    /// A look that the plan does not include is replaced by `painted`, with a warning (decisions, Accounts and keys).
    fn free_look(&self, caller: &Caller, kept: Option<Look>, file: &mut File) {
        let look = file.draft.theme.look();
        if kept == Some(look) || self.can_use_look(caller, look) {
            return;
        }
        file.draft.theme.palette = Look::Painted.first_palette();
        let words = format!("{} The page was loaded in painted.", Error::PlanRequired(look));
        file.warnings.push(Problem::new("/look", words));
    }
}

/// Whether a pasted text can be read as a page.
///
/// # Errors
/// `Unreadable`, with line and column.
pub async fn check_pasted(text: &str) -> Result<()> {
    heavy_work::run(|| read(&text.into(), None)).await.map(drop)
}

/// Reads a file; a brief without a name takes this username.
fn read(file: &Value, username: Option<&Username>) -> Result<File> {
    let seed = rand::rng().next_u64();
    let read = brief::import_value(file, seed).map_err(|error| Error::Unreadable {
        message: error.to_string(),
        line: error.place.map(|place| place.line),
        column: error.place.map(|place| place.column),
    })?;
    let read = match username {
        Some(username) => read.of_username(username),
        None => read,
    };
    let warnings = read.warnings.into_iter().map(|warning| Problem::new(warning.path, warning.message)).collect();
    Ok(File { draft: read.draft, username: read.username, warnings })
}
