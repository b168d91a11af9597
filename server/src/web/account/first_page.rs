//! What the page of a new account begins with.

use mantel_model::Problem;
use mantel_model::api::Claim;
use mantel_model::template::Template;

use crate::service::{Caller, Error, WriteOptions, check_pasted, empty_claim};
use crate::state::App;

/// What the page of a new account begins with.
#[derive(Debug)]
pub enum FirstPage {
    /// Nothing.
    Empty,
    /// The tiles of a template.
    Template(Template),
    /// What was pasted: a list of links, a brief or a page file.
    Paste(String),
}

impl FirstPage {
    /// From the form's fields; what was pasted counts before a template.
    ///
    /// # Errors
    /// `Invalid` for a paste that is no page, or a template that does not exist.
    pub async fn of(paste: &str, template: &str) -> Result<Self, Error> {
        if !paste.is_empty() {
            check_pasted(paste)
                .await
                .map_err(|error| Error::Invalid(vec![Problem::new("/paste", error.to_string())]))?;
            return Ok(Self::Paste(paste.to_owned()));
        }
        if template.is_empty() {
            return Ok(Self::Empty);
        }
        let unknown = || Error::Invalid(vec![Problem::new("/template", "Choose one of the templates.")]);
        Template::parse(template).map(Self::Template).ok_or_else(unknown)
    }

    /// Claims the name with this page.
    ///
    /// # Errors
    /// The errors of the name, or everything wrong with the page.
    pub async fn claim(&self, app: &App, caller: &Caller, username: &str) -> Result<(), Error> {
        let claim = match self {
            Self::Paste(text) => return app.service.claim_pasted(caller, username, text).await.map(drop),
            Self::Empty => empty_claim(username),
            Self::Template(template) => Claim { template: Some(*template), empty: false, ..empty_claim(username) },
        };
        app.service.claim(caller, &claim, WriteOptions::default()).await.map(drop)
    }
}
