//! The named ways to a page.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::read::{Reading, reading};

/// A named way to the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NamedWay {
    /// The word after the plus.
    pub name: String,
    /// The address that leads to the page by this way.
    pub url: String,
    /// When it was named, RFC 3339, UTC.
    pub created_at: String,
}

/// Reply of `GET /api/v1/page/ways`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ways {
    /// In the order in which they were named.
    pub ways: Vec<NamedWay>,
}

/// `POST /api/v1/page/ways`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewWay {
    /// The name, as written.
    pub name: String,
}

impl NewWay {
    /// Reads the body.
    ///
    /// # Errors
    /// Every problem, with its path.
    pub fn read(body: &Value) -> Reading<Self> {
        reading(body, |at| {
            let fields = at.fields("a way to the page")?;
            fields.only(&["name"]);
            let name = fields.needed("name", |name| Ok(name.to_owned()));
            Some(Self { name: name? })
        })
    }
}
