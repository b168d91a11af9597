//! The `mantel` command. Data goes to standard output, messages to standard error.
//! Exit status: 0 success, 1 failure, 2 wrong usage.

mod args;
mod bundle;
mod cli;
mod client;
mod commands;
mod context;
mod failure;
mod failure_report;
mod file;
mod output;

use std::process::ExitCode;

use context::Context;

fn main() -> ExitCode {
    let cli = cli::parse();
    let context = Context::new(cli.global);
    match cli.command.run(&context) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure_report::print(&failure, &context),
    }
}
