//! What can be asked for: one table from which flags, help, completions, man pages and docs/CLI.md are made.

pub mod edit;
pub mod fields;
pub mod values;

use clap::{Arg, Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, value_parser};

use crate::commands;
use crate::context::Context;
use crate::failure::Outcome;
use crate::output::style::ColorChoice;

/// Operate a Mantel page without the browser.
///
/// Every edit changes the draft; publish makes it live.
#[derive(Debug, Parser)]
#[command(name = "mantel", version, after_help = AFTER, max_term_width = 100, subcommand_required = true, arg_required_else_help = true)]
pub struct Cli {
    #[command(flatten)]
    pub shared: Shared,
    #[command(subcommand)]
    pub command: Command,
}

/// Flags that every command takes.
#[derive(Clone, Debug, Args)]
pub struct Shared {
    /// Print JSON instead of words
    #[arg(long, global = true, help_heading = "Everywhere", display_order = 100)]
    pub json: bool,
    /// The server, instead of SERVICE_URL
    #[arg(long, global = true, value_name = "URL", help_heading = "Everywhere", display_order = 101)]
    pub url: Option<String>,
    /// When to use colour: auto, always or never
    #[arg(id = WHEN, long = "color", value_enum, hide_possible_values = true, hide_default_value = true, value_name = "WHEN", default_value_t = ColorChoice::Auto, help_heading = "Everywhere", display_order = 102)]
    pub color: ColorChoice,
    /// Say less: data and errors only
    #[arg(short, long, global = true, help_heading = "Everywhere", display_order = 103)]
    pub quiet: bool,
}

/// The name of `--color` in the table. It stands before the command or behind it, but for `add` and `update`, where
/// `--color` behind them is the tile's.
const WHEN: &str = "when";

/// The whole table.
pub fn table() -> clap::Command {
    let when = Arg::new(WHEN).long("color").value_name("WHEN").value_parser(value_parser!(ColorChoice));
    let when = when.help("When to use colour: auto, always or never").hide_possible_values(true);
    let when = when.help_heading("Everywhere").display_order(102).global(true);
    Cli::command().mut_subcommands(move |command| {
        let taken = command.get_arguments().any(|argument| argument.get_long() == Some("color"));
        if taken { command } else { command.arg(when.clone()) }
    })
}

/// Reads the arguments of this process; a mistake ends it with status 2.
pub fn parse() -> Cli {
    let matches = table().get_matches();
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|it| it.exit());
    let behind =
        matches.subcommand().and_then(|subcommand| subcommand.1.try_get_one::<ColorChoice>(WHEN).ok().flatten());
    cli.shared.color = behind.copied().unwrap_or(cli.shared.color);
    cli
}

const AFTER: &str = "\
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
    Export(commands::export::Export),
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
    /// Does it.
    pub fn run(self, context: &Context) -> Outcome {
        match self {
            Self::Get(it) => it.run(context),
            Self::Status(it) => it.run(context),
            Self::Add(it) => it.run(context),
            Self::Update(it) => it.run(context),
            Self::Move(it) => it.run(context),
            Self::Remove(it) => it.run(context),
            Self::Refresh(it) => it.run(context),
            Self::Theme(it) => it.run(context),
            Self::Profile(it) => it.run(context),
            Self::Publish(it) => it.run(context),
            Self::Unpublish(it) => it.run(context),
            Self::Claim(it) => it.run(context),
            Self::Import(it) => it.run(context),
            Self::Export(it) => it.run(context),
            Self::Plan(it) => it.run(context),
            Self::Apply(it) => it.run(context),
            Self::Validate(it) => it.run(context),
            Self::History(it) => it.run(context),
            Self::Options(it) => it.run(context),
            Self::Open(it) => it.run(context),
            Self::Delete(it) => it.run(context),
            Self::Completions(it) => it.run(context),
            Self::Man(it) => it.run(context),
            Self::Reference(it) => it.run(context),
        }
    }
}
