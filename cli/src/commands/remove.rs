//! `mantel remove`: removes tiles.

use clap::Args;
use mantel_model::api::Removed;
use mantel_model::{Edit, TileId};
use serde_json::json;

use super::edit_result;
use crate::args::terms::Terms;
use crate::args::values::tile_id;
use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;

/// Remove tiles from the draft
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel remove t_k3v7q2mzab4c
  mantel remove t_k3v7q2mzab4c t_b5d2x7qaaaa3 --dry-run")]
pub struct Remove {
    /// Their ids
    #[arg(required = true, value_name = "ID", value_parser = tile_id)]
    ids: Vec<TileId>,
    #[command(flatten)]
    terms: Terms,
}

impl Remove {
    pub fn run(self, context: &Context) -> Outcome {
        let client = Client::with_key(context)?;
        let mut terms = self.terms;
        let mut removed = Vec::new();
        let mut last = None;
        for id in &self.ids {
            let reply = client.edit(&Edit::Remove { id: id.clone() }, terms.to_api())?;
            if terms.dry_run {
                edit_result::print(context, &terms, &reply, |_: Removed| Ok(()))?;
                continue;
            }
            let gone: Removed = reply.read()?;
            terms = terms.since(gone.version);
            if !context.json {
                context.print(&format!("{} {}", context.data.red("-"), gone.removed))?;
            }
            removed.push(gone.removed.clone());
            last = Some(gone);
        }
        let Some(last) = last else { return Ok(()) };
        if context.json && removed.len() == 1 {
            return context.print_json(&last);
        }
        if context.json {
            return context.print_json(
                &json!({ "removed": removed, "version": last.version, "unpublishedChanges": last.unpublished_changes }),
            );
        }
        edit_result::note_version(context, last.version, last.unpublished_changes);
        Ok(())
    }
}
