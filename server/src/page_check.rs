//! What may be wrong with an account's page, with everything that the service knows of its links and pictures.

use std::sync::Arc;

use mantel_model::Draft;
use mantel_model::check::{Finding, Known, check};
use serde::Serialize;

use crate::heavy_work;
use crate::service::{Caller, Result};
use crate::state::App;
use crate::word_breaks::broken_words;

/// The findings of a draft.
#[derive(Debug, Serialize)]
pub struct PageCheck {
    /// The version of the draft.
    pub version: i64,
    /// What may be wrong.
    pub findings: Vec<Finding>,
    /// The draft itself.
    #[serde(skip)]
    pub draft: Draft,
}

/// Checks the draft of the caller's page.
///
/// # Errors
/// `NoPage`; when the database does not answer.
pub async fn page_check(app: &App, caller: &Caller) -> Result<PageCheck> {
    let view = app.service.page(caller).await?;
    let images = app.image_metadata.for_page(&view.account, &view.draft, &view.facts).await;
    let dead = app.service.dead_links(&view).await?;
    let checking = || {
        let broken = broken_words(&view.draft, &view.facts);
        let known = Known { facts: &view.facts, pictures: &images.pictures, dead: &dead, broken: &broken };
        check(&view.draft, &known)
    };
    let findings = heavy_work::run_for_bytes(heavy_work::rendering(view.draft.tiles.len()), checking).await;
    Ok(PageCheck { version: view.version, findings, draft: Arc::unwrap_or_clone(view.draft) })
}
