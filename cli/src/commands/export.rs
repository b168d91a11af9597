//! `mantel export`: the page as a file, as a bundle with its pictures, or as a website of plain files.

use std::path::PathBuf;

use clap::Args;

use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;
use crate::{bundle, file};

/// Write the page to a file: everything another server needs
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel export page.json
  mantel export | jq .tiles
  mantel export --bundle page.zip
  mantel export --html site/")]
pub struct Export {
    /// Where to write the page file; standard output without it, or with -
    #[arg(conflicts_with_all = ["bundle", "html"])]
    file: Option<PathBuf>,
    /// Write a zip of the page file and the pictures it names
    #[arg(long, value_name = "FILE", conflicts_with = "html")]
    bundle: Option<PathBuf>,
    /// Unpack the published page as static files into a folder: any web server shows them
    #[arg(long, value_name = "FOLDER")]
    html: Option<PathBuf>,
    /// Unpack into a folder that is not empty, over what is there
    #[arg(long, requires = "html")]
    force: bool,
}

impl Export {
    pub fn run(self, context: &Context) -> Outcome {
        if let Some(folder) = &self.html {
            bundle::must_be_empty(folder, self.force)?;
            let reply = Client::with_key(context)?.get("/api/v1/page/export.html.zip")?;
            let count = bundle::unpack(reply.bytes, folder)?;
            let shown = folder.display();
            context.note(&format!(
                "Wrote {count} files to {shown}; open {shown}/index.html, or serve the folder from anywhere."
            ));
            return Ok(());
        }
        let (path, target) = match self.bundle {
            Some(target) => ("/api/v1/page/export.zip", target),
            None => ("/api/v1/page/export", self.file.unwrap_or_else(|| PathBuf::from("-"))),
        };
        let reply = Client::with_key(context)?.get(path)?;
        file::write(context, &target, &reply.bytes)?;
        if !file::is_stream(&target) {
            context.note(&format!("Wrote {} ({} bytes)", target.display(), reply.bytes.len()));
        }
        Ok(())
    }
}
