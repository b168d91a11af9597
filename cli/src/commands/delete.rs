//! `mantel delete`: deletes the page and releases its name.

use std::io::IsTerminal as _;

use clap::Args;
use mantel_model::api::call::PAGE;
use serde_json::Map;

use crate::args::terms::Terms;
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};

/// Delete the page: draft, live page, history and name; the account stays
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel export --bundle page.zip && mantel delete
  mantel delete --yes --base-version 7")]
pub struct Delete {
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
    /// Refuse when the draft is at another version than this
    #[arg(long, value_name = "VERSION")]
    base_version: Option<u64>,
}

impl Delete {
    pub fn run(self, context: &Context) -> Outcome {
        let client = Client::with_key(context)?;
        let page = client.page()?;
        if !self.yes {
            confirmed(page.username.as_str(), &page.url, page.draft.tiles.len())?;
        }
        // Delete only the version that was shown when asking.
        let base_version = Some(self.base_version.unwrap_or(page.version));
        let terms = Terms { base_version, dry_run: false };
        client.change("DELETE", PAGE, &terms.body(Map::new()))?;
        context.note(&format!("The page {} is deleted.", page.username));
        Ok(())
    }
}

fn confirmed(name: &str, url: &str, tiles: usize) -> Outcome {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::Usage("Deleting asks first, and nobody is there to answer; say --yes".to_owned()));
    }
    eprint!("This deletes {url} with its {tiles} tiles and its history, for good. Type {name} to go on: ");
    let mut answer = String::new();
    let read = std::io::stdin().read_line(&mut answer);
    if read.is_ok() && answer.trim() == name { Ok(()) } else { Err(Failure::message("Nothing was deleted.")) }
}
