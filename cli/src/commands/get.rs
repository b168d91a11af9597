//! `mantel get`: draws the page.

use clap::Args;
use mantel_model::api::PageView;
use mantel_model::api::call::PAGE;
use mantel_model::plain_text::terminal::{self, Addresses, Form};

use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::outline;

/// Show the page: profile, look, tiles with their ids, and whether it is live
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel get
  mantel get --page
  mantel get --page --color always | less -R
  mantel get --json | jq '.draft.tiles[].id'
  COLUMNS=120 mantel get | less -R

--page draws the draft as `curl` draws the live page: 80 columns in the colours of
its look or, without colour, in plain characters with every address written out.")]
pub struct Get {
    /// Draw the draft as visitors with a terminal see the page
    #[arg(long)]
    page: bool,
}

impl Get {
    pub fn run(self, context: &Context) -> Outcome {
        let reply = Client::with_key(context)?.get(PAGE)?;
        if context.json {
            return context.print_json(&reply.value()?);
        }
        if self.page {
            return context.print(&page(reply.read()?, context));
        }
        context.print(&outline::page(&reply.read()?, context.width(), &context.data))
    }
}

/// The draft as a page for terminals, in colour where this command's output is.
fn page(view: PageView, context: &Context) -> String {
    let form = if context.data.is_enabled() { Form::Color } else { Form::Plain };
    let addresses = Addresses { page: &view.url, plain: "mantel get --page --color never" };
    let (draft, facts) = view.draft.split_facts();
    terminal::page(&draft, addresses, &facts, form)
}
