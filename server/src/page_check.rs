//! What may be wrong with an account's page, with everything that the service knows of its links and pictures.

use mantel_model::check::{Finding, check};
use serde::Serialize;

use crate::service::{Caller, Result};
use crate::state::App;

/// The findings of a draft.
#[derive(Debug, Serialize)]
pub struct PageCheck {
    /// The version of the draft.
    pub version: i64,
    /// What may be wrong.
    pub findings: Vec<Finding>,
}

/// Checks the draft of the caller's page.
///
/// # Errors
/// `NoPage`; when the database does not answer.
pub async fn page_check(app: &App, caller: &Caller) -> Result<PageCheck> {
    let view = app.service.page(caller).await?;
    let images = app.image_metadata.for_page(&view.account, &view.draft, &view.facts).await;
    Ok(PageCheck { version: view.version, findings: check(&view.draft, &view.facts, &images.pictures) })
}
