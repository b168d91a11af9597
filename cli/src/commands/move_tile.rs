//! `mantel move`: moves a tile to another position.

use clap::{ArgGroup, Args};
use mantel_model::api::TileReply;
use mantel_model::{Edit, TileId};

use super::edit_result;
use crate::args::terms::Terms;
use crate::args::values::tile_id;
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::output::tile;

/// Move a tile to another place
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("where").required(true).args(["position", "before", "after", "first", "last"]), after_help = "\
Examples:
  mantel move t_k3v7q2mzab4c 0
  mantel move t_k3v7q2mzab4c --after t_b5d2x7qaaaa3
  mantel move t_k3v7q2mzab4c --last")]
pub struct Move {
    /// The tile's id
    #[arg(value_parser = tile_id)]
    id: TileId,
    /// Its new index in the list, from 0
    position: Option<u64>,
    /// Just before this tile
    #[arg(long, value_name = "ID", value_parser = tile_id)]
    before: Option<TileId>,
    /// Just after this tile
    #[arg(long, value_name = "ID", value_parser = tile_id)]
    after: Option<TileId>,
    /// To the front
    #[arg(long)]
    first: bool,
    /// To the end
    #[arg(long)]
    last: bool,
    #[command(flatten)]
    terms: Terms,
}

impl Move {
    pub fn run(self, context: &Context) -> Outcome {
        let client = Client::with_key(context)?;
        let (position, terms) = self.target(&client)?;
        let reply = client.edit(&Edit::Move { id: self.id.clone(), position }, terms.to_api())?;
        edit_result::print(context, &terms, &reply, |tile_reply: TileReply| {
            let line =
                tile::line(&tile_reply.tile.tile, tile_reply.tile.facts.as_ref(), context.width() - 2, &context.data);
            context.print(&format!("{} {line}", context.data.blue(">")))?;
            edit_result::note_version(context, tile_reply.version, tile_reply.unpublished_changes);
            Ok(())
        })
    }

    /// The target index, and the terms under which it is valid.
    fn target(&self, client: &Client<'_>) -> Outcome<(usize, Terms)> {
        let end = mantel_model::limits::TILES;
        match (self.position, self.before.as_ref().or(self.after.as_ref())) {
            (Some(position), _) => Ok((usize::try_from(position).unwrap_or(usize::MAX), self.terms)),
            (None, None) => Ok((if self.first { 0 } else { end }, self.terms)),
            (None, Some(neighbour)) => {
                // The index refers to the current list, so the page must not have changed since.
                let page = client.page()?;
                let others = page.draft.tiles.iter().map(|tile| &tile.tile.id).filter(|id| **id != self.id);
                let at = others.enumerate().find(|(_, id)| *id == neighbour).map(|(at, _)| at);
                let unknown = || {
                    Failure::message(format!("There is no tile {neighbour} to move it beside; mantel get shows them"))
                };
                let at = at.ok_or_else(unknown)?;
                let base_version = Some(self.terms.base_version.unwrap_or(page.version));
                Ok((if self.after.is_some() { at + 1 } else { at }, Terms { base_version, ..self.terms }))
            }
        }
    }
}
