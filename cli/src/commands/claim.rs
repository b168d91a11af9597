//! `mantel claim`: claims a username and creates its page.

use clap::Args;
use mantel_model::look::{Look, Palette};
use mantel_model::template::Template;
use mantel_model::theme::Layout;

use crate::args::fields::Fields;
use crate::args::values::{LookName, named, palette};
use crate::client::Client;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::outline;

/// Claim a username and make the page
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel claim ines
  mantel claim ines --style washi --preset sumi --empty
  mantel claim ines --template studio")]
pub struct Claim {
    /// 3 to 30 letters, numbers, - or _
    username: String,
    /// The look
    #[arg(long, value_parser = LookName)]
    style: Option<Look>,
    /// The palette, one of the look's four
    #[arg(long, value_parser = palette)]
    preset: Option<Palette>,
    /// How tiles are arranged
    #[arg(long, value_parser = named::<Layout>())]
    layout: Option<Layout>,
    /// The starter template
    #[arg(long, value_parser = named::<Template>())]
    template: Option<Template>,
    /// Start without sample tiles
    #[arg(long)]
    empty: bool,
    /// Check everything, and change nothing
    #[arg(long)]
    dry_run: bool,
}

impl Claim {
    pub fn run(self, context: &Context) -> Outcome {
        let body = Fields::default()
            .put("username", Some(self.username))
            .put("style", self.style)
            .put("preset", self.preset.map(Palette::name))
            .put("layout", self.layout)
            .put("template", self.template)
            .put("empty", self.empty.then_some(true))
            .put("dryRun", self.dry_run.then_some(true));
        let reply = Client::with_key(context)?.create("/api/v1/claim", &body.map().into())?;
        if context.json {
            return context.print_json(&reply.value()?);
        }
        if self.dry_run {
            return super::edit_result::print_dry_run(context, &reply.read()?);
        }
        context.print(&outline::page(&reply.read()?, context.width(), &context.data))
    }
}
