//! `mantel import`: loads a page file, a brief or a bundle as the draft.

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use super::edit_result;
use crate::args::fields::Fields;
use crate::args::terms::Terms;
use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::output::outline;
use crate::{bundle, file};

/// Load a whole page: a brief, a page file, or a bundle with its pictures
///
/// Without a page yet it makes one, under the username given here or in the file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel import page.json --username ines
  mantel import page.zip --replace
  pbpaste | mantel import - --replace --dry-run")]
pub struct Import {
    /// The file; - reads standard input
    file: PathBuf,
    /// The name for a page that does not exist yet
    #[arg(long)]
    username: Option<String>,
    /// Replace the draft there is
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    terms: Terms,
}

impl Import {
    pub fn run(self, context: &Context) -> Outcome {
        let bytes = file::read(&self.file)?;
        let client = Client::with_key(context)?;
        let file = if bundle::is_zip(&bytes) {
            self.unpacked(context, &client, bytes)?
        } else {
            Value::String(String::from_utf8_lossy(&bytes).into_owned())
        };
        let fields = Fields::default().put("file", Some(file)).put("username", self.username.as_ref());
        let fields = fields.put("replace", self.replace.then_some(true)).map();
        let reply = client.create("/api/v1/page/import", &self.terms.body(fields))?;
        edit_result::print(context, &self.terms, &reply, |mut page: mantel_model::api::PageView| {
            for warning in page.warnings.take().unwrap_or_default() {
                context.warn(&warning.to_string());
            }
            context.print(&outline::page(&page, context.width(), &context.data))
        })
    }

    /// The page file of a bundle, after uploading its pictures.
    fn unpacked(&self, context: &Context, client: &Client<'_>, bytes: Vec<u8>) -> Outcome<Value> {
        if self.terms.dry_run {
            let words = "--dry-run changes nothing, so the pictures of a bundle cannot be uploaded; unpack it and give its page.json";
            return Err(Failure::Usage(words.to_owned()));
        }
        let bundle = bundle::open(&self.file.display().to_string(), bytes)?;
        bundle.upload(context, client)
    }
}
