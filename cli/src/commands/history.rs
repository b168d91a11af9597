//! `mantel history`: lists the last drafts, shows one, restores one.

use std::collections::HashMap;

use clap::{Args, Subcommand};
use mantel_model::api;
use serde_json::Map;

use super::edit_result;
use crate::args::terms::Terms;
use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::char_grid::pad;
use crate::output::outline;
use crate::output::style::clean;

/// List the last drafts: who changed what, and when
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel history
  mantel history show 7
  mantel history restore 7 --dry-run")]
pub struct History {
    #[command(subcommand)]
    act: Option<Act>,
}

/// What to do with the history.
#[derive(Debug, Subcommand)]
enum Act {
    /// List the last 100 drafts, newest first
    #[command(after_help = "Examples:\n  mantel history list --json | jq '.history[0]'")]
    List,
    /// Show a draft as it was
    #[command(after_help = "Examples:\n  mantel history show 7")]
    Show {
        /// Its version
        version: u64,
    },
    /// Make the draft what it was
    #[command(after_help = "Examples:\n  mantel history restore 7\n  mantel history restore 7 --dry-run")]
    Restore {
        /// Its version
        version: u64,
        #[command(flatten)]
        terms: Terms,
    },
}

impl History {
    pub fn run(self, context: &Context) -> Outcome {
        match self.act.unwrap_or(Act::List) {
            Act::List => list(context),
            Act::Show { version } => show(context, version),
            Act::Restore { version, terms } => restore(context, version, &terms),
        }
    }
}

fn list(context: &Context) -> Outcome {
    let reply = Client::with_key(context)?.get("/api/v1/page/history")?;
    if context.json {
        return context.print_json(&reply.value()?);
    }
    let history: api::History = reply.read()?;
    let lines: Vec<String> = history.history.iter().map(|past| entry(context, past)).collect();
    context.print(&lines.join("\n"))
}

fn entry(context: &Context, entry: &api::HistoryEntry) -> String {
    let styler = &context.data;
    let live = if entry.live { styler.green("●") } else { " ".to_owned() };
    let by = pad(&clean(&entry.by.to_string()), 20);
    format!(
        "{live} {:>4}  {}  {}  {}",
        entry.version,
        styler.dim(&moment(&entry.at)),
        styler.dim(&by),
        clean(&entry.summary)
    )
}

/// `2026-11-21 09:30`, in UTC as the service sends it.
fn moment(at: &str) -> String {
    let at = clean(at);
    at.get(..16).map_or_else(|| at.clone(), |minutes| minutes.replace('T', " "))
}

fn show(context: &Context, version: u64) -> Outcome {
    let reply = Client::with_key(context)?.get(&format!("/api/v1/page/history/{version}"))?;
    if context.json {
        return context.print_json(&reply.value()?);
    }
    let found: api::HistoryDraft = reply.read()?;
    context.note(&entry(context, &found.entry));
    let (draft, _) = found.draft.split_facts();
    let name = context.data.bold(&clean(&draft.profile.name));
    context.print(&format!("{name}\n{}", outline::draft(&draft, &HashMap::new(), context.width(), &context.data)))
}

fn restore(context: &Context, version: u64, terms: &Terms) -> Outcome {
    let path = format!("/api/v1/page/history/{version}/restore");
    let reply = Client::with_key(context)?.change("POST", &path, &terms.body(Map::new()))?;
    edit_result::print(context, terms, &reply, |page: api::PageView| {
        context.print(&outline::page(&page, context.width(), &context.data))
    })
}
