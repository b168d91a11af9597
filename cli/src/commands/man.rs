//! `mantel man`: manual pages, generated from the command definitions.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man as Page;

use crate::context::Context;
use crate::failure::{Failure, Outcome};

/// Print the manual page, of mantel or of one command, or write all of them to a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel man | man -l -
  mantel man apply | man -l -
  mantel man --out /usr/local/share/man/man1")]
pub struct Man {
    /// The command
    #[arg(conflicts_with = "out")]
    command: Option<String>,
    /// Write every page to this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Man {
    pub fn run(self, context: &Context, table: Command) -> Outcome {
        let mut whole = table.disable_help_subcommand(true);
        whole.build();
        if let Some(folder) = self.out {
            let wrong = |error| Failure::message(format!("{} cannot be written: {error}", folder.display()));
            std::fs::create_dir_all(&folder).map_err(wrong)?;
            return clap_mangen::generate_to(whole, &folder).map_err(wrong);
        }
        let page = match &self.command {
            None => whole,
            Some(name) => {
                let found = whole.find_subcommand(name).cloned();
                let unknown = || Failure::Usage(format!("There is no command \"{name}\""));
                found.ok_or_else(unknown)?
            }
        };
        let mut out = Vec::new();
        Page::new(page).render(&mut out).map_err(|error| Failure::message(error.to_string()))?;
        context.write(&out)
    }
}
