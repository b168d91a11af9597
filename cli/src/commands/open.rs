//! `mantel open`: opens the public page in the browser.

use std::process::{Command, Stdio};

use clap::Args;

use crate::client::Client;
use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::output::style::clean;

/// Open the published page in the browser, and print its address
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel open
  mantel open --print | pbcopy")]
pub struct Open {
    /// Only print the address
    #[arg(long)]
    print: bool,
}

impl Open {
    pub fn run(self, context: &Context) -> Outcome {
        let page = Client::with_key(context)?.page()?;
        if page.published.is_none() {
            return Err(Failure::message("Nothing is published yet. Try: mantel publish"));
        }
        if context.json {
            context.print_json(&serde_json::json!({ "url": page.url }))?;
        } else {
            context.print(&clean(&page.url))?;
        }
        if !self.print && !shown(&page.url) {
            context.warn("no browser could be started; the address is above");
        }
        Ok(())
    }
}

/// Passes an address to the system's opener. Web addresses only, because the address comes from the server.
fn shown(url: &str) -> bool {
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return false;
    }
    let (program, first): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let quiet = || Stdio::null();
    let child = Command::new(program).args(first).arg(url).stdin(quiet()).stdout(quiet()).stderr(quiet()).status();
    child.is_ok_and(|child| child.success())
}
