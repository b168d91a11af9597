//! Flags that every edit takes.

use clap::Args;
use mantel_model::api;
use serde_json::{Map, Value};

/// Under which terms an edit is made.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Terms {
    /// Refuse when the draft is at another version than this
    #[arg(long, value_name = "VERSION", help_heading = "Terms")]
    pub base_version: Option<u64>,
    /// Show what would change, and change nothing
    #[arg(long, help_heading = "Terms")]
    pub dry_run: bool,
}

impl Terms {
    /// The request body of an edit with these terms.
    pub fn body(&self, fields: Map<String, Value>) -> Value {
        self.to_api().merged_into(fields)
    }

    /// The terms in the API's type.
    pub const fn to_api(self) -> api::Terms {
        api::Terms { base_version: self.base_version, dry_run: self.dry_run }
    }

    /// The same terms with a newer base version, if they have one.
    pub fn since(&self, version: u64) -> Self {
        Self { base_version: self.base_version.map(|_| version), ..*self }
    }
}
