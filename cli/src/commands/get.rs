//! `mantel get`: draws the page.

use clap::Args;
use mantel_model::api::call::PAGE;

use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::outline;

/// Show the page: profile, look, tiles with their ids, and whether it is live
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel get
  mantel get --json | jq '.draft.tiles[].id'
  COLUMNS=120 mantel get | less -R")]
pub struct Get {}

impl Get {
    pub fn run(self, context: &Context) -> Outcome {
        let reply = Client::with_key(context)?.get(PAGE)?;
        if context.json {
            return context.print_json(&reply.value()?);
        }
        context.print(&outline::page(&reply.read()?, context.width(), &context.data))
    }
}
