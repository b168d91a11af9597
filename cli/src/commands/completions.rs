//! `mantel completions`: shell completion scripts.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::context::Context;
use crate::failure::Outcome;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mantel completions bash > ~/.local/share/bash-completion/completions/mantel
  mantel completions zsh > ~/.zfunc/_mantel
  mantel completions fish > ~/.config/fish/completions/mantel.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self, context: &Context, mut table: Command) -> Outcome {
        let mut out = Vec::new();
        clap_complete::generate(self.shell, &mut table, "mantel", &mut out);
        context.write(&out)
    }
}
