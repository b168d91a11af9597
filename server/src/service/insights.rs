//! What was counted of a page, for its owner (specification, Insights).

use mantel_model::api::{Insights, InsightsRange, InsightsScreen, KeptCounts};

use super::caller::Caller;
use super::error::Result;
use super::handle::Service;
use super::rights::Operation;

/// How a page is counted; what is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InsightsSettings {
    /// Whether visits are counted.
    pub on: Option<bool>,
    /// Whether links lead through this server, so that every press is counted.
    pub exact: Option<bool>,
    /// Whether a letter is mailed every week.
    pub letter: Option<bool>,
    /// The time zone, as in `Europe/Lisbon`.
    pub time_zone: Option<String>,
}

impl Service {
    /// What was counted of the caller's page in a span.
    ///
    /// # Errors
    /// `NoPage`; when the database does not answer.
    pub async fn insights(&self, caller: &Caller, range: InsightsRange, screen: InsightsScreen) -> Result<Insights> {
        self.require(caller, Operation::ReadInsights).await?;
        todo!("{range:?} {screen:?}")
    }

    /// Changes how the caller's page is counted, and says what holds now.
    ///
    /// # Errors
    /// `NoPage`; `Invalid` for the time zone.
    pub async fn set_insights(&self, caller: &Caller, settings: &InsightsSettings) -> Result<KeptCounts> {
        self.require(caller, Operation::SetInsights).await?;
        todo!("{settings:?}")
    }

    /// Forgets everything that was counted of the caller's page.
    ///
    /// # Errors
    /// `NoPage`; when the database does not answer.
    pub async fn forget_insights(&self, caller: &Caller) -> Result<()> {
        self.require(caller, Operation::SetInsights).await?;
        todo!()
    }
}
