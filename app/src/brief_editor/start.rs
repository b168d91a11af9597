//! The data that the service provides with the document.

use mantel_model::brief::link;
use mantel_model::look::Look;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::brief_state::{BriefState, pretty_json};
use super::reader;

/// The data that the service provides with the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Start {
    /// The query of the address, without `?`.
    pub query: String,
    /// The host of the service, as shown before a name.
    pub host: String,
    /// The address of the service, without a trailing slash.
    pub base: String,
    /// Whether somebody is signed in.
    pub signed_in: bool,
    /// The name of the account's page.
    pub page: Option<String>,
    /// Whether sign-up is open.
    pub open: bool,
    /// Whether signing up requires an invitation.
    pub invite: bool,
    /// Stylesheet address of each look, by wire name.
    pub styles: Vec<(String, String)>,
}

impl Start {
    /// The page that the query describes, once the reader's code is loaded.
    pub(super) fn initial_state(&self) -> Option<BriefState> {
        let mut value = link::from_query(&self.query)?;
        // A link of the gallery names only a look: the page is still empty, and nobody has forgotten its name.
        let empty =
            value.as_object_mut().filter(|fields| !["name", "links"].iter().any(|name| fields.contains_key(*name)));
        let begins = empty.map(|fields| fields.insert("links".to_owned(), Value::Array(Vec::new()))).is_some();
        match reader::file(&pretty_json(&value.to_string()))? {
            Ok(state) if begins => Some(BriefState { text: None, warnings: Vec::new(), ..state }),
            Ok(state) => Some(state),
            Err(error) => error.partial.map(|partial| *partial),
        }
    }

    /// Whether the query describes a page.
    pub(super) fn has_page(&self) -> bool {
        link::from_query(&self.query).is_some()
    }

    /// Whether the query asks to move in: `move-in`, with the address of a page elsewhere or without.
    pub(super) fn moves_in(&self) -> bool {
        self.query.split('&').any(|part| part.split('=').next() == Some("move-in"))
    }

    /// The look in which the page is drawn at first.
    pub fn look(&self) -> Look {
        self.initial_state().map_or(Look::Painted, |state| state.brief.shown_look())
    }

    /// The stylesheet of a look.
    pub(super) fn stylesheet(&self, look: Look) -> Option<&str> {
        self.styles.iter().find(|(name, _)| name == look.as_str()).map(|(_, href)| href.as_str())
    }
}
