//! `mantel move-in`: reads a page elsewhere as a brief.

use std::path::Path;

use clap::Args;
use mantel_model::api::MovedInReply;
use mantel_model::{brief, move_in};
use serde_json::{Value, json};

use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::file;

/// Read a page on another service as a brief
///
/// Takes the address of a page (Linktree, Bento, LinkStack, any page with links) or a file: a page saved from the
/// browser, an export, bookmarks, OPML, CSV. The server fetches addresses; files are read here and sent nowhere. The brief
/// goes to standard output, for Git or for mantel import; what changed and what was left behind to standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel move-in linktr.ee/ines > page.json
  mantel move-in saved-page.html | mantel import - --username ines
  mantel move-in export.json --json | jq .left")]
pub struct MoveIn {
    /// The address or the file; - reads standard input
    #[arg(value_name = "ADDRESS|FILE")]
    from: String,
}

impl MoveIn {
    pub fn run(self, context: &Context) -> Outcome {
        let path = Path::new(&self.from);
        let found = if file::is_stream(path) || path.exists() { read_file(path)? } else { self.fetch(context)? };
        if context.json {
            return context.print_json(&found);
        }
        context.print(&brief::pretty(&found["brief"]))?;
        for warning in found["warnings"].as_array().into_iter().flatten() {
            context.warn(&format!("{}: {}", text(&warning["path"]), text(&warning["message"])));
        }
        for left in found["left"].as_array().into_iter().flatten() {
            let address = left["url"].as_str().map(|url| format!(" ({url})")).unwrap_or_default();
            context.warn(&format!("not taken: {}{address}: {}", text(&left["title"]), text(&left["reason"])));
        }
        context.note(text(&found["summary"]));
        Ok(())
    }

    /// What the server finds at the address.
    fn fetch(&self, context: &Context) -> Outcome<Value> {
        // A page never has such a name, and the file may just be missing.
        let ends = [".html", ".htm", ".json", ".csv", ".opml", ".mhtml", ".txt"];
        if !self.from.contains("://") && ends.iter().any(|end| self.from.to_ascii_lowercase().ends_with(end)) {
            return Err(Failure::message(format!("{} is no file here; an address starts with https://", self.from)));
        }
        let client = Client::anonymous(context)?;
        client.change("POST", "/api/v1/page/move-in", &json!({ "address": self.from }))?.value()
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What is in a file, read here.
fn read_file(path: &Path) -> Outcome<Value> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let text = file::read_text(path)?;
    let found = move_in::read(&text, name.as_deref())
        .map_err(|error| Failure::message(format!("{}: {error}", path.display())))?;
    serde_json::to_value(MovedInReply::of(&found)).map_err(|error| Failure::message(error.to_string()))
}
