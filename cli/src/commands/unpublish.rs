//! `mantel unpublish`: takes the page offline; the draft stays.

use clap::Args;
use serde_json::Map;

use crate::args::terms::Terms;
use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;

/// Take the page off the web; the draft stays
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel unpublish")]
pub struct Unpublish {
    /// Refuse when the draft is at another version than this
    #[arg(long, value_name = "VERSION")]
    base_version: Option<u64>,
}

impl Unpublish {
    pub fn run(self, context: &Context) -> Outcome {
        let terms = Terms { base_version: self.base_version, dry_run: false };
        let reply = Client::with_key(context)?.change("POST", "/api/v1/page/unpublish", &terms.body(Map::new()))?;
        if context.json {
            return context.print_json(&reply.value()?);
        }
        context.note("The page is no longer published. The draft is as it was; mantel publish brings it back.");
        Ok(())
    }
}
