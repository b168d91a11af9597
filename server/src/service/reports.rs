//! Reports: what visitors say is wrong with a page, stored for the operator of the instance.

use mantel_model::{Problem, limits};

use super::accounts::read_email;
use super::error::{Error, Result};
use super::handle::Service;
use super::secret;
use crate::store::{ReportOutcome, ReportRow};

/// A report as submitted.
#[derive(Clone, Copy, Debug)]
pub struct NewReport<'a> {
    /// The page.
    pub username: &'a str,
    /// One of the form's reasons.
    pub reason: &'a str,
    /// The visitor's description.
    pub words: &'a str,
    /// The address for a reply; may be empty.
    pub email: &'a str,
}

/// An accepted report.
#[derive(Clone, Debug)]
pub struct Reported {
    /// The page's name.
    pub username: String,
    /// Whether no other report of this page is pending.
    pub first: bool,
    /// The addresses to notify.
    pub admins: Vec<String>,
}

impl Service {
    /// Stores a report of a published page. If too many are pending already, the report is acknowledged but dropped.
    ///
    /// # Errors
    /// `PageNotFound`, `TakenDown`; `Invalid` for a text that is too long or an unknown reason.
    pub async fn report(&self, new: &NewReport<'_>) -> Result<Reported> {
        let mut problems = Vec::new();
        if !mantel_model::report_reasons::REASONS.iter().any(|reason| reason.0 == new.reason) {
            problems.push(Problem::new("/reason", "Choose what is wrong with the page."));
        }
        if new.words.chars().count() > limits::TEXT {
            problems.push(Problem::new("/words", format!("Write at most {} characters.", limits::TEXT)));
        }
        if !new.email.is_empty() && read_email(new.email).is_err() {
            problems.push(Problem::new("/email", mantel_model::account::EMAIL_OPTIONAL));
        }
        if !problems.is_empty() {
            return Err(Error::Invalid(problems));
        }
        let page = self.published(new.username).await?;
        let row = ReportRow {
            id: format!("p_{}", secret::random(10)),
            username: page.username.to_string(),
            reason: new.reason.to_owned(),
            words: new.words.to_owned(),
            email: new.email.to_owned(),
            at: self.now(),
        };
        let noted = self.inner.store.add_report(&row).await?;
        let first = noted == ReportOutcome::First;
        let admins = if first { self.inner.store.admins().await? } else { Vec::new() };
        Ok(Reported { username: row.username, first, admins })
    }

    /// The pending reports.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn reports(&self) -> Result<Vec<ReportRow>> {
        Ok(self.inner.store.reports().await?)
    }

    /// Settles a report.
    ///
    /// # Errors
    /// `Unknown` when no pending report has this id.
    pub async fn settle_report(&self, id: &str) -> Result<()> {
        match self.inner.store.settle_report(id, self.now()).await? {
            true => Ok(()),
            false => Err(Error::Unknown("report that waits")),
        }
    }
}
