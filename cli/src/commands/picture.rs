//! `mantel picture`: the page as a browser shows it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::file;

/// Draw the page as visitors see it, into a file
///
/// A name that ends in .webp gets a small file, one that ends in .png every pixel.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel picture page.png
  mantel picture phone.webp --width phone
  mantel picture before.png --version 41")]
pub struct Picture {
    /// Where to write it: a name that ends in .png or .webp
    file: PathBuf,
    /// As on which screen
    #[arg(long, value_enum, default_value_t = Width::Wide)]
    width: Width,
    /// draft, live, or a version of the history
    #[arg(long, default_value = "draft")]
    version: String,
    /// One tile, by its id
    #[arg(long, value_name = "ID")]
    tile: Option<String>,
}

/// How wide the screen is.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Width {
    /// 390 pixels
    Phone,
    /// 1280 pixels
    Wide,
}

impl Picture {
    pub fn run(self, context: &Context) -> Outcome {
        let ending = self.file.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        let Some(format) = ending.filter(|ending| ["png", "webp"].contains(&ending.as_str())) else {
            return Err(Failure::message("give a file name that ends in .png or .webp".to_owned()));
        };
        let width = match self.width {
            Width::Phone => "phone",
            Width::Wide => "wide",
        };
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("format", &format).append_pair("width", width).append_pair("version", &self.version);
        if let Some(tile) = &self.tile {
            query.append_pair("tile", tile);
        }
        let reply = Client::with_key(context)?.get(&format!("/api/v1/page/picture?{}", query.finish()))?;
        file::write(context, &self.file, &reply.bytes)?;
        context.note(&format!("Wrote {} ({} bytes)", self.file.display(), reply.bytes.len()));
        Ok(())
    }
}
