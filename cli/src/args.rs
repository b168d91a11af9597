//! What was asked for.

use std::ffi::OsString;

use lexopt::prelude::*;

/// The help text.
pub const HELP: &str = "\
mantel: check a page file of Mantel

Usage:
  mantel validate FILE [--json]   read a brief or page file as the service would; - reads standard input
  mantel --help | --version

Examples:
  mantel validate page.json
  pbpaste | mantel validate -

Exits with 0 when the file loads (warnings included), 1 when it can not be read, 2 when this command was not understood.
";

/// A command with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Show the help.
    Help,
    /// Show the version.
    Version,
    /// Check a file.
    Validate {
        /// Its path, or `-`.
        file: OsString,
        /// Whether the outcome is printed as JSON.
        json: bool,
    },
}

/// Reads the arguments.
///
/// # Errors
/// A sentence that says what was not understood.
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let mut parser = lexopt::Parser::from_args(args);
    let (mut command, mut file, mut json) = (None, None, false);
    while let Some(argument) = parser.next().map_err(|it| it.to_string())? {
        match argument {
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Long("json") => json = true,
            Value(it) if command.is_none() => command = Some(it),
            Value(it) if file.is_none() => file = Some(it),
            other => return Err(other.unexpected().to_string()),
        }
    }
    match (command.as_ref().and_then(|it| it.to_str()), file) {
        (None, _) => Ok(Command::Help),
        (Some("help"), _) => Ok(Command::Help),
        (Some("validate"), Some(file)) => Ok(Command::Validate { file, json }),
        (Some("validate"), None) => Err("validate needs a file, or - for standard input".to_owned()),
        (Some(other), _) => Err(format!("there is no command \"{other}\"; there is validate")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};

    fn of(words: &[&str]) -> Result<Command, String> {
        parse(words.iter().map(Into::into))
    }

    #[test]
    fn arguments_are_understood_or_explained() {
        assert_eq!(of(&[]), Ok(Command::Help));
        assert_eq!(of(&["validate", "-", "--json"]), Ok(Command::Validate { file: "-".into(), json: true }));
        assert_eq!(of(&["validate"]), Err("validate needs a file, or - for standard input".to_owned()));
        assert!(of(&["publish"]).is_err_and(|it| it.contains("publish")));
        assert!(of(&["validate", "a", "b"]).is_err());
    }
}
