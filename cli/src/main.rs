//! The `mantel` command. Data goes to standard output, messages to standard error; it exits with 0 done, 1 refused, 2 usage.

mod args;
mod bundle;
mod client;
mod commands;
mod context;
mod failure;
mod file;
mod output;

use std::process::ExitCode;

use context::Context;

fn main() -> ExitCode {
    let cli = args::parse();
    let context = Context::new(cli.shared);
    match cli.command.run(&context) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(&context),
    }
}
