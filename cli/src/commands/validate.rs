//! `mantel validate`: checks a page file offline, with the same model that the service uses.

use std::path::{Path, PathBuf};

use clap::Args;
use mantel_model::brief::{self, Imported, Source};
use serde_json::json;

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::file;
use crate::output::warning;

/// Check a page file or brief without a server
///
/// Warnings and errors come with line and column, as compilers write them. Exits with 0 when the file loads, warnings
/// included, and with 1 when it cannot be read.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel validate page.json
  pbpaste | mantel validate -
  mantel validate page.json --json | jq .warnings")]
pub struct Validate {
    /// The file; - reads standard input
    file: PathBuf,
}

impl Validate {
    pub fn run(self, context: &Context) -> Outcome {
        let text = file::read_text(&self.file)?;
        match brief::import(&text, 0) {
            Ok(page) if context.json => context.print_json(&outcome(&page)),
            Ok(page) => tell(context, &self.file, &page),
            Err(error) => {
                let (line, column) = (error.place.map(|place| place.line), error.place.map(|place| place.column));
                if context.json {
                    context.print_json(
                        &json!({ "ok": false, "error": { "message": error.message, "line": line, "column": column } }),
                    )?;
                } else {
                    eprintln!("{}: {error}", self.file.display());
                }
                Err(Failure::Reported)
            }
        }
    }
}

fn kind(page: &Imported) -> &'static str {
    match page.source {
        Source::Brief(_) => "brief",
        Source::PageFile => "page file",
    }
}

fn outcome(page: &Imported) -> serde_json::Value {
    json!({ "ok": true, "kind": kind(page), "tiles": page.draft.tiles.len(), "warnings": page.warnings })
}

fn tell(context: &Context, file: &Path, page: &Imported) -> Outcome {
    page.warnings.iter().for_each(|warning| eprintln!("{}", warning::line(file, warning)));
    let theme = &page.draft.theme;
    context.print(&format!(
        "A {} for {} in {}, {}: {} tiles, {} warnings.",
        kind(page),
        page.draft.profile.name,
        theme.look(),
        theme.palette.name(),
        page.draft.tiles.len(),
        page.warnings.len()
    ))
}
