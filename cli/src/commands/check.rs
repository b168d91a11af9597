//! `mantel check`: what may be wrong with the page.

use clap::Args;
use serde::Deserialize;

use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::style::clean;

/// Say what may be wrong with the draft
///
/// Links that are there twice, headings with nothing below, pictures cut off or without words for those who cannot see them,
/// words that break on a phone, an accent that can't be seen, an empty profile. With --json each finding that no judgement is
/// needed for has the call of an MCP tool that mends it.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel check
  mantel check --json | jq '.findings[] | select(.call)'")]
pub struct Check {}

/// What was found.
#[derive(Debug, Deserialize)]
struct PageCheck {
    findings: Vec<Finding>,
}

#[derive(Debug, Deserialize)]
struct Finding {
    severity: String,
    tile: Option<String>,
    message: String,
}

impl Check {
    pub fn run(self, context: &Context) -> Outcome {
        let reply = Client::with_key(context)?.get("/api/v1/page/check")?;
        if context.json {
            return context.print_json(&reply.value()?);
        }
        let check: PageCheck = reply.read()?;
        if check.findings.is_empty() {
            return context.print(&context.data.green("Nothing to mend."));
        }
        let lines: Vec<_> = check.findings.iter().map(|finding| line(finding, context)).collect();
        context.print(&lines.join("\n"))
    }
}

fn line(finding: &Finding, context: &Context) -> String {
    let styler = &context.data;
    let mark = if finding.severity == "problem" { styler.yellow("!") } else { styler.dim("-") };
    let tile = finding.tile.as_deref().map(|tile| format!("{}  ", styler.dim(&clean(tile)))).unwrap_or_default();
    format!("{mark} {tile}{}", clean(&finding.message))
}
