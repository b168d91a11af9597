//! Parsing the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::prelude::*;

use crate::config::{self, SETTINGS};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Serve.
    Serve,
    /// Print this and stop.
    Print(String),
    /// Check the whole instance.
    Check,
    /// Copy everything to another database.
    Copy {
        /// The URL of that database.
        to: String,
    },
    /// Write a backup.
    Backup {
        /// The target folder.
        to: PathBuf,
    },
    /// Restore a backup into an empty instance.
    Restore {
        /// The folder of the backup.
        from: PathBuf,
    },
    /// Create an account, optionally with a page.
    CreateAccount {
        /// Its email address.
        email: String,
        /// Its page's name.
        username: Option<String>,
    },
    /// Create an API key.
    CreateKey {
        /// The owner's email address.
        email: String,
        /// The key's name.
        name: String,
        /// `read`, `add` or `edit`; empty for all.
        access: String,
        /// Whether it may publish.
        publish: bool,
        /// Its last day, `2026-12-31`; empty for none.
        ends: String,
    },
    /// Create an invitation.
    CreateInvite,
    /// Set a password.
    ResetPassword {
        /// The owner's email address.
        email: String,
    },
    /// Set a plan.
    SetPlan {
        /// The owner's email address.
        email: String,
        /// `free` or `pro`.
        plan: String,
    },
    /// Suspend a page, or lift its suspension.
    Suspend {
        /// The page's name, or its owner's email address.
        whom: String,
        /// The reason that its owner is told; without one the suspension is lifted.
        reason: Option<String>,
    },
    /// List the visitors' reports.
    Reports,
    /// Settle a report.
    SettleReport {
        /// Its id.
        id: String,
    },
    /// Take a picture down.
    BlockPicture {
        /// Its hash, or an address of it.
        picture: String,
        /// The reason, for the operator.
        reason: String,
    },
    /// Let a picture in again.
    UnblockPicture {
        /// Its hash, or its address.
        picture: String,
    },
    /// List the pictures that were taken down.
    BlockedPictures,
    /// Delete an account with all its data.
    DeleteAccount {
        /// The owner's email address.
        email: String,
    },
}

impl Command {
    /// Whether the command is to serve.
    pub fn serves(&self) -> bool {
        *self == Self::Serve
    }

    /// The text of a command that only prints.
    pub fn text(&self) -> Option<&str> {
        if let Self::Print(text) = self { Some(text) } else { None }
    }
}

const USAGE: &str = "mantel-server: the Mantel service

Usage:
  mantel-server                      serve
  mantel-server check                check the database; exit 1 when something is wrong
  mantel-server copy --to DATABASE   move to another database (sqlite://… or postgres://…), which must be empty
  mantel-server backup FOLDER        write everything to a new folder; the service may be running
  mantel-server restore FOLDER       bring a backup into the instance of the settings, which must be empty
  mantel-server admin COMMAND

Admin commands (the service may be running meanwhile):
  create-account EMAIL --password-stdin [--username NAME]
  create-key EMAIL --name NAME [--access read|add|edit] [--no-publish] [--ends DATE]
                                     print a new API key, alone; without options it may do everything, without an end
  create-invite                      print an invitation, good for one account
  reset-password EMAIL --password-stdin
  set-plan EMAIL free|pro
  suspend NAME --reason TEXT         take a page down; its owner reads the reason and can still edit and export it
  unsuspend NAME                     let it be seen again; NAME is the page's, or its owner's EMAIL
  reports                            list what visitors reported of pages and nobody has settled
  settle-report ID                   be done with a report; suspend settles those of its page
  block-picture PICTURE --reason TEXT
                                     take a picture down for good, by its hash or address (/media/…): its file is
                                     deleted, and it is neither uploaded nor fetched again
  unblock-picture PICTURE            let it be uploaded and fetched again
  blocked-pictures                   list what was taken down, and why
  delete-account EMAIL --yes         delete it with its page, history and keys

Settings, from the environment or a .env file:
";

fn usage() -> String {
    let mut text = USAGE.to_owned();
    for setting in SETTINGS {
        text.push_str(&format!("  {:<16} {} [{}]\n", setting.name, setting.meaning, setting.default));
    }
    text
}

/// Parses the command line.
///
/// # Errors
/// What is wrong, and where to read more.
pub fn parse(arguments: &[OsString]) -> Result<Command, String> {
    parse_arguments(arguments).map_err(|why| format!("{why}\nmantel-server --help lists the commands."))
}

/// Positional arguments and options of a command line.
#[derive(Debug, Default)]
struct Arguments {
    positional: Vec<String>,
    name: Option<String>,
    username: Option<String>,
    to: Option<String>,
    reason: Option<String>,
    access: String,
    ends: String,
    no_publish: bool,
    password_stdin: bool,
    yes: bool,
}

fn parse_arguments(arguments: &[OsString]) -> Result<Command, String> {
    let mut parsed = Arguments::default();
    let mut parser = lexopt::Parser::from_args(arguments.iter().cloned());
    let message = |why: lexopt::Error| why.to_string();
    while let Some(argument) = parser.next().map_err(message)? {
        match argument {
            Long("help") | Short('h') => return Ok(Command::Print(usage())),
            Long("version") | Short('V') => {
                return Ok(Command::Print(format!("mantel-server {}\n", env!("CARGO_PKG_VERSION"))));
            }
            Long("name") => parsed.name = Some(text_of(&mut parser)?),
            Long("username") => parsed.username = Some(text_of(&mut parser)?),
            Long("reason") => parsed.reason = Some(text_of(&mut parser)?),
            Long("to") => parsed.to = Some(text_of(&mut parser)?),
            Long("access") => parsed.access = text_of(&mut parser)?,
            Long("ends") => parsed.ends = text_of(&mut parser)?,
            Long("no-publish") => parsed.no_publish = true,
            Long("password-stdin") => parsed.password_stdin = true,
            Long("yes") => parsed.yes = true,
            Value(value) => parsed.positional.push(value.string().map_err(message)?),
            other => return Err(message(other.unexpected())),
        }
    }
    command(parsed)
}

fn text_of(parser: &mut lexopt::Parser) -> Result<String, String> {
    parser.value().and_then(|value| value.string()).map_err(|why| why.to_string())
}

fn command(arguments: Arguments) -> Result<Command, String> {
    let positional: Vec<&str> = arguments.positional.iter().map(String::as_str).collect();
    let email = |text: &str| text.to_owned();
    let needs_password = |name: &str| {
        arguments
            .password_stdin
            .then_some(())
            .ok_or_else(|| format!("{name} reads the password from standard input: add --password-stdin."))
    };
    match positional.as_slice() {
        [] => Ok(Command::Serve),
        ["check"] => Ok(Command::Check),
        ["copy"] => {
            let to = arguments
                .to
                .ok_or("copy needs --to DATABASE: sqlite://FILE or postgres://user:password@host/database.")?;
            Ok(Command::Copy { to: config::database(&to).map_err(|why| format!("--to: {why}."))? })
        }
        ["backup", to] => Ok(Command::Backup { to: PathBuf::from(to) }),
        ["restore", from] => Ok(Command::Restore { from: PathBuf::from(from) }),
        ["backup" | "restore"] => Err(format!("{} needs a FOLDER.", positional.concat())),
        ["admin", "create-account", address] => {
            needs_password("create-account")?;
            Ok(Command::CreateAccount { email: email(address), username: arguments.username.clone() })
        }
        ["admin", "create-key", address] => {
            let name = arguments.name.clone().ok_or("create-key needs --name NAME, so that the key is known later.")?;
            let (access, publish, ends) = (arguments.access.clone(), !arguments.no_publish, arguments.ends.clone());
            Ok(Command::CreateKey { email: email(address), name, access, publish, ends })
        }
        ["admin", "create-invite"] => Ok(Command::CreateInvite),
        ["admin", "reset-password", address] => {
            needs_password("reset-password")?;
            Ok(Command::ResetPassword { email: email(address) })
        }
        ["admin", "set-plan", address, plan @ ("free" | "pro")] => {
            Ok(Command::SetPlan { email: email(address), plan: (*plan).to_owned() })
        }
        ["admin", "suspend", whom] => {
            let reason =
                arguments.reason.clone().map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
            let reason = reason.ok_or("suspend needs --reason TEXT: the page's owner reads it.")?;
            Ok(Command::Suspend { whom: (*whom).to_owned(), reason: Some(reason) })
        }
        ["admin", "unsuspend", whom] => Ok(Command::Suspend { whom: (*whom).to_owned(), reason: None }),
        ["admin", "reports"] => Ok(Command::Reports),
        ["admin", "settle-report", id] => Ok(Command::SettleReport { id: (*id).to_owned() }),
        ["admin", "block-picture", picture] => {
            let reason =
                arguments.reason.clone().map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
            let reason = reason.ok_or("block-picture needs --reason TEXT, so that it is known later.")?;
            Ok(Command::BlockPicture { picture: (*picture).to_owned(), reason })
        }
        ["admin", "unblock-picture", picture] => Ok(Command::UnblockPicture { picture: (*picture).to_owned() }),
        ["admin", "blocked-pictures"] => Ok(Command::BlockedPictures),
        ["admin", "delete-account", address] if arguments.yes => Ok(Command::DeleteAccount { email: email(address) }),
        ["admin", "delete-account", address] => {
            Err(format!("This deletes the account {address} with its page, history and keys for good: add --yes."))
        }
        ["admin", ..] => Err("That is not an admin command.".to_owned()),
        [first, ..] => Err(format!("{first} is not a command.")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn line(words: &str) -> Result<Command, String> {
        parse(&words.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn commands_are_read_or_explained() {
        assert_eq!(line("").unwrap(), Command::Serve);
        assert_eq!(
            line("admin create-account a@b.c --password-stdin --username ada").unwrap(),
            Command::CreateAccount { email: "a@b.c".into(), username: Some("ada".into()) }
        );
        assert!(line("admin create-account a@b.c").unwrap_err().contains("--password-stdin"));
        assert!(line("admin create-key a@b.c").unwrap_err().contains("--name"));
        let (access, ends) = ("read".to_owned(), "2026-12-31".to_owned());
        assert_eq!(
            line("admin create-key a@b.c --name x --access read --no-publish --ends 2026-12-31").unwrap(),
            Command::CreateKey { email: "a@b.c".into(), name: "x".into(), access, publish: false, ends }
        );
        assert!(line("admin delete-account a@b.c").unwrap_err().contains("--yes"));
        assert_eq!(line("copy --to sqlite://x.db").unwrap(), Command::Copy { to: "sqlite://x.db".into() });
        assert!(line("copy").unwrap_err().starts_with("copy needs --to"));
        assert!(line("copy --to mysql://u:secret@h/d").unwrap_err().starts_with("--to: use sqlite://"));
        assert!(line("admin set-plan a@b.c gold").unwrap_err().contains("not an admin command"));
        assert!(line("serve").unwrap_err().starts_with("serve is not a command."));
        assert!(line("--help").unwrap().text().unwrap().contains("DATABASE_URL"));
    }
}
