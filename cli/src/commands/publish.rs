//! `mantel publish`: makes the draft live.

use clap::Args;
use mantel_model::api::PublishReply;
use serde_json::Map;

use super::edit_result;
use crate::args::terms::Terms;
use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::style::clean;

/// Make the draft live, and print its address
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel publish
  mantel publish --dry-run
  mantel publish --base-version 7")]
pub struct Publish {
    #[command(flatten)]
    terms: Terms,
}

impl Publish {
    pub fn run(self, context: &Context) -> Outcome {
        let body = self.terms.body(Map::new());
        let reply = Client::with_key(context)?.change("POST", "/api/v1/page/publish", &body)?;
        edit_result::print(context, &self.terms, &reply, |publish_reply: PublishReply| {
            context.note(&format!(
                "{} version {} since {}",
                context.notes.green("● live:"),
                publish_reply.version,
                clean(&publish_reply.at)
            ));
            context.print(&clean(&publish_reply.url))
        })
    }
}
