//! The `mantel` command. Data goes to standard output, messages to standard error; it exits with 0 done, 1 refused, 2 usage.

mod args;
mod commands;

use std::process::ExitCode;

use args::Command;

fn main() -> ExitCode {
    match args::parse(std::env::args_os().skip(1)) {
        Ok(Command::Help) => {
            print!("{}", args::HELP);
            ExitCode::SUCCESS
        }
        Ok(Command::Version) => {
            println!("mantel {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        Ok(Command::Validate { file, json }) => commands::validate::run(&file, json),
        Err(message) => {
            eprintln!("mantel: {message}\nTry: mantel --help");
            ExitCode::from(2)
        }
    }
}
