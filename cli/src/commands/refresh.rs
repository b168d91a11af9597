//! `mantel refresh`: fetches the metadata of what tiles link to again.

use clap::Args;
use mantel_model::TileId;
use mantel_model::api::TileReply;
use serde_json::{Value, json};

use crate::args::values::tile_id;
use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::tile;

/// Look up again what tiles lead to: titles, pictures, stars
///
/// What is found stands beside the tile a moment later and changes neither draft nor version. Once a minute for each address.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel refresh t_k3v7q2mzab4c
  mantel refresh t_k3v7q2mzab4c t_b5d2x7qaaaa3")]
pub struct Refresh {
    /// Their ids
    #[arg(required = true, value_name = "ID", value_parser = tile_id)]
    ids: Vec<TileId>,
}

impl Refresh {
    pub fn run(self, context: &Context) -> Outcome {
        let client = Client::with_key(context)?;
        let mut replies = Vec::new();
        for id in &self.ids {
            let reply = client.change("POST", &format!("/api/v1/page/tiles/{id}/refresh"), &json!({}))?;
            if context.json {
                replies.push(reply.value()?);
                continue;
            }
            let it: TileReply = reply.read()?;
            let line = tile::line(&it.tile.tile, it.tile.facts.as_ref(), context.width() - 2, &context.data);
            context.print(&format!("{} {line}", context.data.blue("~")))?;
        }
        match (context.json, replies.len()) {
            (true, 1) => context.print_json(&replies.remove(0)),
            (true, _) => context.print_json(&Value::Array(replies)),
            (false, _) => {
                context.note("Being looked up; mantel get shows what is found.");
                Ok(())
            }
        }
    }
}
