//! The command definitions, which help, completions, man pages and docs/CLI.md are generated from, and their dispatch.

use clap::{Arg, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, value_parser};

use crate::args::global::{GlobalFlags, WHEN};
use crate::commands;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::style::ColorChoice;

/// Operate a Mantel page without the browser.
///
/// Every edit changes the draft; publish makes it live.
#[derive(Debug, Parser)]
#[command(name = "mantel", version, after_help = AFTER_HELP, max_term_width = 100, subcommand_required = true, arg_required_else_help = true)]
pub struct Cli {
    #[command(flatten)]
    pub global: GlobalFlags,
    #[command(subcommand)]
    pub command: Command,
}

/// The complete command definition.
pub fn table() -> clap::Command {
    let when = Arg::new(WHEN).long("color").value_name("WHEN").value_parser(value_parser!(ColorChoice));
    let when = when.help("When to use colour: auto, always or never").hide_possible_values(true);
    let when = when.help_heading("Everywhere").display_order(102).global(true);
    Cli::command().mut_subcommands(move |command| {
        let taken = command.get_arguments().any(|argument| argument.get_long() == Some("color"));
        if taken { command } else { command.arg(when.clone()) }
    })
}

/// Parses the arguments of this process; exits with status 2 on a mistake.
pub fn parse() -> Cli {
    let matches = table().get_matches();
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let after_command =
        matches.subcommand().and_then(|(_, matches)| matches.try_get_one::<ColorChoice>(WHEN).ok().flatten());
    cli.global.color = after_command.copied().unwrap_or(cli.global.color);
    cli
}

const AFTER_HELP: &str = "\
Environment:
  SERVICE_URL      the server; http://localhost:3000 without it
  SERVICE_API_KEY  an API key, made on the Agents page of the server
  NO_COLOR         no colour, whatever the terminal

Examples:
  mantel import page.json --username ines
  mantel add https://shop.example harrow/glaze-calc ./kiln.jpg
  mantel get
  mantel publish

Exits with 0 when it is done, 1 when it was refused, 2 when the command was not understood.";

/// A command.
#[derive(Debug, Subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one of it")]
pub enum Command {
    Get(commands::get::Get),
    Status(commands::status::Status),
    Add(commands::add::Add),
    Update(commands::update::Update),
    Move(commands::move_tile::Move),
    Remove(commands::remove::Remove),
    Refresh(commands::refresh::Refresh),
    Theme(commands::theme::Theme),
    Profile(commands::profile::Profile),
    Publish(commands::publish::Publish),
    Unpublish(commands::unpublish::Unpublish),
    Claim(commands::claim::Claim),
    Import(commands::import::Import),
    MoveIn(commands::move_in::MoveIn),
    Export(commands::export::Export),
    Check(commands::check::Check),
    Insights(commands::insights::Insights),
    Picture(commands::picture::Picture),
    Plan(commands::plan::Plan),
    Apply(commands::apply::Apply),
    Validate(commands::validate::Validate),
    History(commands::history::History),
    Options(commands::options::Options),
    Open(commands::open::Open),
    Delete(commands::delete::Delete),
    Completions(commands::completions::Completions),
    Man(commands::man::Man),
    Reference(commands::reference::Reference),
}

impl Command {
    /// Runs the command.
    pub fn run(self, context: &Context) -> Outcome {
        match self {
            Self::Get(command) => command.run(context),
            Self::Status(command) => command.run(context),
            Self::Add(command) => command.run(context),
            Self::Update(command) => command.run(context),
            Self::Move(command) => command.run(context),
            Self::Remove(command) => command.run(context),
            Self::Refresh(command) => command.run(context),
            Self::Theme(command) => command.run(context),
            Self::Profile(command) => command.run(context),
            Self::Publish(command) => command.run(context),
            Self::Unpublish(command) => command.run(context),
            Self::Claim(command) => command.run(context),
            Self::Import(command) => command.run(context),
            Self::MoveIn(command) => command.run(context),
            Self::Export(command) => command.run(context),
            Self::Check(command) => command.run(context),
            Self::Insights(command) => command.run(context),
            Self::Picture(command) => command.run(context),
            Self::Plan(command) => command.run(context),
            Self::Apply(command) => command.run(context),
            Self::Validate(command) => command.run(context),
            Self::History(command) => command.run(context),
            Self::Options(command) => command.run(context),
            Self::Open(command) => command.run(context),
            Self::Delete(command) => command.run(context),
            Self::Completions(command) => command.run(context, table()),
            Self::Man(command) => command.run(context, table()),
            Self::Reference(command) => command.run(context, table()),
        }
    }
}
