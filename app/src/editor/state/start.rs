//! The data that the service provides with the document.

use mantel_model::api::{DraftView, PageView};
use mantel_model::look::Look;
use serde::{Deserialize, Serialize};

/// The data that the service provides with the document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Start {
    /// The account's page.
    pub page: PageView,
    /// The live page, if there is one.
    pub live: Option<DraftView>,
    /// The draft before the owner loaded a file, if that is the newest change: the editor can undo it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_import: Option<DraftView>,
    /// The email address of the account, to sign in again with.
    #[serde(default)]
    pub email: String,
    /// The host of the service, as shown before a name.
    pub host: String,
    /// The address of the service, without a trailing slash.
    pub base: String,
    /// Stylesheet address of each look, by wire name.
    pub styles: Vec<(String, String)>,
    /// Identifies the build, so that a tab with an older one offers to reload.
    pub build: String,
}

impl Start {
    /// The stylesheet of a look.
    pub fn style(&self, look: Look) -> Option<&str> {
        self.styles.iter().find(|(name, _)| name == look.as_str()).map(|(_, href)| href.as_str())
    }
}
