//! `mantel update`: changes fields of one tile.

use clap::Args;
use mantel_model::api::TileReply;
use mantel_model::tile::{Platform, Size, TileColor};
use mantel_model::{Edit, TileId};
use serde_json::Value;

use super::edit_result;
use super::upload;
use crate::args::fields::Fields;
use crate::args::terms::Terms;
use crate::args::values::{focus, named, number, object, place, pos, switch, text_or_null, tile_id};
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::output::tile;

/// Change fields of a tile; what is not given stays
///
/// Empty words take a field away, and so does none where a field is no words.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel update t_k3v7q2mzab4c --title 'Print shop' --size w
  mantel update t_k3v7q2mzab4c --image ./cover.jpg --focus 50,20
  mantel update t_k3v7q2mzab4c --description '' --color mint
  mantel update t_k3v7q2mzab4c --pos 0,304,592,288,-3
  mantel update t_k3v7q2mzab4c --patch '{\"pos\": null}'")]
pub struct Update {
    /// The tile's id
    #[arg(value_parser = tile_id)]
    id: TileId,
    /// Its name, or the caption of a picture
    #[arg(long, value_parser = text_or_null, help_heading = "Fields")]
    title: Option<Value>,
    /// A line about a link
    #[arg(long, value_parser = text_or_null, help_heading = "Fields")]
    description: Option<Value>,
    /// The words of a note or heading
    #[arg(long, value_parser = text_or_null, help_heading = "Fields")]
    text: Option<Value>,
    /// Where it leads
    #[arg(long, value_parser = place, help_heading = "Fields")]
    url: Option<Value>,
    /// The picture of an image tile: an address or a file
    #[arg(long, value_parser = place, help_heading = "Fields")]
    src: Option<Value>,
    /// The preview, thumbnail or cover: an address or a file
    #[arg(long, value_parser = place, help_heading = "Fields")]
    image: Option<Value>,
    /// Words for who cannot see the picture
    #[arg(long, value_parser = text_or_null, help_heading = "Fields")]
    alt: Option<Value>,
    /// The point of the picture kept in view, percent
    #[arg(long, value_name = "X,Y", value_parser = focus, help_heading = "Fields")]
    focus: Option<Value>,
    /// Crop factor, 1 to 3
    #[arg(long, value_parser = number, help_heading = "Fields")]
    zoom: Option<Value>,
    /// Whether a link leads to the same person elsewhere
    #[arg(long, value_name = "SWITCH", value_parser = switch, help_heading = "Fields")]
    me: Option<bool>,
    /// Social platform
    #[arg(long, value_parser = named::<Platform>(), hide_possible_values = true, help_heading = "Fields")]
    platform: Option<Platform>,
    /// Handle on the platform
    #[arg(long, value_parser = text_or_null, help_heading = "Fields")]
    handle: Option<Value>,
    /// Repository, owner/name
    #[arg(long, value_parser = text_or_null, help_heading = "Fields")]
    repo: Option<Value>,
    /// stamp makes a note a round badge; none makes it a note again
    #[arg(long, value_parser = place, help_heading = "Fields")]
    look: Option<Value>,
    /// Size
    #[arg(long, value_parser = named::<Size>(), help_heading = "Fields")]
    size: Option<Size>,
    /// Colour
    #[arg(long, value_parser = named::<TileColor>(), help_heading = "Fields")]
    color: Option<TileColor>,
    /// Language of its words, where it is another than the page's
    #[arg(long, value_name = "TAG", value_parser = text_or_null, help_heading = "Fields")]
    lang: Option<Value>,
    /// Place on the canvas, with rotation and layer if wanted; none places it automatically
    #[arg(long, value_name = "X,Y,W,H[,R[,Z]]", value_parser = pos, allow_hyphen_values = true, help_heading = "Fields")]
    pos: Option<Value>,
    /// Fields as JSON, for what has no flag; null takes one away
    #[arg(long, value_name = "JSON", value_parser = object, help_heading = "Fields")]
    patch: Option<Value>,
    #[command(flatten)]
    terms: Terms,
}

impl Update {
    pub fn run(self, context: &Context) -> Outcome {
        let (id, terms) = (self.id.clone(), self.terms);
        let fields = self.fields();
        if fields.is_empty() {
            return Err(Failure::Usage("There is nothing to change; name a field, like --title".to_owned()));
        }
        let client = Client::with_key(context)?;
        let fields = upload::uploaded(context, &client, &terms, fields.map(), &["src", "image"])?;
        let reply = client.edit(&Edit::Update { id, patch: Value::Object(fields) }, terms.to_api())?;
        edit_result::print(context, &terms, &reply, |tile_reply: TileReply| {
            let line =
                tile::line(&tile_reply.tile.tile, tile_reply.tile.facts.as_ref(), context.width() - 2, &context.data);
            context.print(&format!("{} {line}", context.data.yellow("~")))?;
            edit_result::note_version(context, tile_reply.version, tile_reply.unpublished_changes);
            Ok(())
        })
    }

    fn fields(self) -> Fields {
        Fields::default()
            .put("title", self.title)
            .put("description", self.description)
            .put("text", self.text)
            .put("url", self.url)
            .put("src", self.src)
            .put("image", self.image)
            .put("alt", self.alt)
            .put("focus", self.focus)
            .put("zoom", self.zoom)
            .put("me", self.me)
            .put("platform", self.platform)
            .put("handle", self.handle)
            .put("repo", self.repo)
            .put("look", self.look)
            .put("size", self.size)
            .put("color", self.color)
            .put("lang", self.lang)
            .put("pos", self.pos)
            .with(self.patch)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Args as _;
    use mantel_model::read::own_fields;
    use mantel_model::tile::KindName;

    use super::Update;

    #[test]
    fn every_field_of_a_tile_has_a_flag() {
        let command = Update::augment_args(clap::Command::new("update"));
        let flags: BTreeSet<&str> = command.get_arguments().filter_map(|flag| flag.get_long()).collect();
        let own = KindName::ALL.iter().flat_map(|kind| own_fields(*kind)).map(|field| field.name);
        let missing: Vec<&str> =
            own.chain(["size", "color", "lang", "pos"]).filter(|field| !flags.contains(field)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
