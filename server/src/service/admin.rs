//! What those who run the instance see and do, in the browser and on the command line: each act is logged.

use mantel_model::Problem;

use super::error::{Error, Result};
use super::handle::Service;
use super::secret;
use super::sessions::Session;
use crate::store::{AccountRow, AccountSummary, AdminAct, InstanceSummary};

/// Longest reason and search, characters.
const LONGEST: usize = 300;

/// Who did something.
#[derive(Clone, Copy, Debug)]
pub enum Admin<'a> {
    /// Somebody signed in, by their address.
    Person(&'a str),
    /// The command line on the server.
    CommandLine,
}

impl Service {
    /// Whether the account behind a session operates the instance.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn is_admin(&self, session: &Session) -> Result<bool> {
        Ok(self.inner.store.account(&session.caller.account).await?.is_some_and(|account| account.admin))
    }

    /// The accounts whose address or page contains a text; the largest, when it is empty.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn find_accounts(&self, text: &str) -> Result<Vec<AccountSummary>> {
        let text: String = text.trim().to_lowercase().chars().take(LONGEST).collect();
        Ok(self.inner.store.find_accounts(&text).await?)
    }

    /// Numbers about the whole instance.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn instance_summary(&self) -> Result<InstanceSummary> {
        Ok(self.inner.store.instance_summary(self.now()).await?)
    }

    /// What was done lately.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn admin_acts(&self) -> Result<Vec<AdminAct>> {
        Ok(self.inner.store.admin_acts().await?)
    }

    /// The account with this id.
    ///
    /// # Errors
    /// `Unknown` when there is none.
    pub async fn account_by_id(&self, id: &str) -> Result<AccountRow> {
        self.inner.store.account(id).await?.ok_or(Error::Unknown("account"))
    }

    /// Signs every browser of an account out, and disconnects every program.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn sign_out_everywhere(&self, account: &str) -> Result<()> {
        Ok(self.inner.store.sign_out_everywhere(account).await?)
    }

    /// Logs what an admin did.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn log_admin_act(&self, admin: Admin<'_>, act: &str, target: &str, reason: &str) -> Result<()> {
        let admin = match admin {
            Admin::Person(email) => email,
            Admin::CommandLine => "command line",
        };
        tracing::info!(admin, act, target, reason, "an admin did something");
        let act = AdminAct {
            id: format!("d_{}", secret::random(12)),
            at: self.now(),
            admin: admin.to_owned(),
            act: act.to_owned(),
            target: target.to_owned(),
            reason: reason.to_owned(),
        };
        Ok(self.inner.store.add_admin_act(&act).await?)
    }
}

/// A reason, which its page's owner reads.
///
/// # Errors
/// `Invalid` when it is missing or too long.
pub fn reason(text: &str) -> Result<String> {
    let text = text.trim();
    match text.chars().count() {
        0 => Err(Error::Invalid(vec![Problem::new("/reason", "Say why: the page’s owner reads it.")])),
        1..=LONGEST => Ok(text.to_owned()),
        _ => Err(Error::Invalid(vec![Problem::new("/reason", format!("At most {LONGEST} characters."))])),
    }
}
