//! `mantel add`: adds one tile or many, from links, notes, repositories, emails and local pictures.

use std::path::PathBuf;

use clap::Args;
use mantel_model::api::call::TILES;
use mantel_model::api::{Added, DryRun};
use mantel_model::tile::{Size, TileColor};
use mantel_model::{TileId, limits};
use serde_json::{Value, json};

use super::edit_result;
use super::upload;
use crate::args::fields::Fields;
use crate::args::terms::Terms;
use crate::args::values::{named, object, tile_id};
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::file;
use crate::output::tile;

/// Add tiles, in the order given
///
/// An input is a link, an email, owner/repo, a note, or a picture file, which is uploaded. - reads inputs from standard
/// input, one a line.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel add https://shop.example hello@harrow.example harrow/glaze-calc
  mantel add ./kiln.jpg --size l
  mantel add 'Open studio on **Fridays**' --color butter --after t_k3v7q2mzab4c
  mantel add --tile '{\"type\": \"heading\", \"text\": \"Elsewhere\"}'
  mantel add - < links.txt")]
pub struct Add {
    /// What to add
    #[arg(required_unless_present = "tile", value_name = "INPUT")]
    inputs: Vec<String>,
    /// A whole tile as JSON
    #[arg(long, value_name = "JSON", value_parser = object, conflicts_with = "inputs")]
    tile: Option<Value>,
    /// Size of what is added
    #[arg(long, value_parser = named::<Size>())]
    size: Option<Size>,
    /// Colour of what is added
    #[arg(long, value_parser = named::<TileColor>())]
    color: Option<TileColor>,
    /// The tile it comes after; the end without it
    #[arg(long, value_name = "ID", value_parser = tile_id)]
    after: Option<TileId>,
    #[command(flatten)]
    terms: Terms,
}

/// What one call adds.
enum Batch {
    Inputs(Vec<String>),
    Tile(Value),
    Picture(PathBuf),
}

impl Add {
    pub fn run(self, context: &Context) -> Outcome {
        let batches = self.batches()?;
        let client = Client::with_key(context)?;
        let mut totals = Totals::default();
        for batch in batches {
            if let Err(failure) = self.send(context, &client, batch, &mut totals) {
                totals.warn_of_partial(context);
                return Err(failure);
            }
        }
        totals.finish(context)
    }

    fn batches(&self) -> Outcome<Vec<Batch>> {
        if let Some(tile) = &self.tile {
            return Ok(vec![Batch::Tile(tile.clone())]);
        }
        let mut batches = Vec::new();
        for input in expanded(&self.inputs)? {
            match (upload::picture(&input)?, batches.last_mut()) {
                (Some(path), _) => batches.push(Batch::Picture(path)),
                (None, Some(Batch::Inputs(open))) if open.len() < limits::INPUTS => open.push(input),
                (None, _) => batches.push(Batch::Inputs(vec![input])),
            }
        }
        if batches.is_empty() {
            Err(Failure::Usage("There is nothing to add: every line was empty".to_owned()))
        } else {
            Ok(batches)
        }
    }

    fn send(&self, context: &Context, client: &Client<'_>, batch: Batch, totals: &mut Totals) -> Outcome {
        let (name, what) = match batch {
            Batch::Tile(tile) => ("tile", tile),
            Batch::Picture(path) => {
                let src = upload::upload(context, client, &self.terms, &path)?;
                ("tile", json!({ "type": "image", "src": src }))
            }
            Batch::Inputs(inputs) => match &inputs[..] {
                [one] => ("input", json!(one)),
                _ => ("inputs", json!(inputs)),
            },
        };
        // Later batches go after the tiles that earlier ones added.
        let after = self.after.as_ref().map(|first| totals.last_id().unwrap_or(first).clone());
        let fields = Fields::default().put(name, Some(what)).put("after", after);
        let fields = fields.put("size", self.size).put("color", self.color).map();
        let terms = totals.version().map_or(self.terms, |version| self.terms.since(version));
        let reply = client.create(TILES, &terms.body(fields))?;
        if terms.dry_run { totals.add_dry_run(reply.read()?) } else { totals.add(context, reply.read()?) }
    }
}

/// Inputs with `-` replaced by the lines of standard input.
fn expanded(inputs: &[String]) -> Outcome<Vec<String>> {
    let mut out = Vec::new();
    for input in inputs {
        if input == "-" {
            let text = file::read_text("-".as_ref())?;
            out.extend(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
        } else {
            out.push(input.clone());
        }
    }
    Ok(out)
}

/// The combined result of all calls.
#[derive(Default)]
struct Totals {
    added: Option<Added>,
    dry: Option<DryRun>,
}

impl Totals {
    fn last_id(&self) -> Option<&TileId> {
        self.added.as_ref().and_then(|added| added.tiles.last()).map(|view| &view.tile.id)
    }

    fn version(&self) -> Option<u64> {
        self.added.as_ref().map(|added| added.version)
    }

    fn add(&mut self, context: &Context, more: Added) -> Outcome {
        if !context.json {
            for view in &more.tiles {
                let line = tile::line(&view.tile, view.facts.as_ref(), context.width() - 2, &context.data);
                context.print(&format!("{} {line}", context.data.green("+")))?;
            }
        }
        match &mut self.added {
            None => self.added = Some(more),
            Some(totals) => {
                totals.tiles.extend(more.tiles);
                (totals.version, totals.unpublished_changes) = (more.version, more.unpublished_changes);
            }
        }
        Ok(())
    }

    fn add_dry_run(&mut self, more: DryRun) -> Outcome {
        match &mut self.dry {
            None => self.dry = Some(more),
            Some(totals) => {
                totals.changes.added.extend(more.changes.added);
                totals.changes.summary = format!("Added {} tiles", totals.changes.added.len());
            }
        }
        Ok(())
    }

    fn warn_of_partial(&self, context: &Context) {
        if let Some(added) = &self.added {
            let ids: Vec<&str> = added.tiles.iter().map(|tile| tile.tile.id.as_str()).collect();
            context.warn(&format!("{} tiles were added before this: {}", ids.len(), ids.join(", ")));
        }
    }

    fn finish(self, context: &Context) -> Outcome {
        match (self.added, self.dry) {
            (Some(added), _) if context.json => context.print_json(&added),
            (_, Some(dry)) if context.json => context.print_json(&dry),
            (_, Some(dry)) => edit_result::print_dry_run(context, &dry),
            (Some(added), None) => {
                edit_result::note_version(context, added.version, added.unpublished_changes);
                Ok(())
            }
            (None, None) => Ok(()),
        }
    }
}
