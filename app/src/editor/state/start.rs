//! What the service hands the editor when it starts.

use mantel_model::api::{DraftView, PageView};
use mantel_model::look::Look;
use serde::{Deserialize, Serialize};

/// What the service hands the editor when it starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// The page of the account.
    pub page: PageView,
    /// What is live, if anything is.
    pub live: Option<DraftView>,
    /// Host of the service as shown before a name.
    pub host: String,
    /// Address of the service, without a slash at its end.
    pub base: String,
    /// Stylesheet address of each look, by wire name.
    pub styles: Vec<(String, String)>,
    /// Identifies this build: a tab of another build offers to reload.
    pub build: String,
}

impl Start {
    /// The stylesheet of a look.
    pub fn style(&self, look: Look) -> Option<&str> {
        self.styles.iter().find(|(name, _)| name == look.as_str()).map(|(_, href)| href.as_str())
    }
}
