//! What whoever runs an instance does on its command line (decisions, Running it).

use std::ffi::OsString;
use std::io::{BufRead, IsTerminal};

use lexopt::prelude::*;

use crate::config::{self, Config, SETTINGS};
use crate::media;
use crate::serve;
use crate::service::{Error, Service, Terms, starter};
use crate::state::App;
use crate::store::{AccountRow, Store};

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Serve.
    Serve,
    /// Print this and stop.
    Print(String),
    /// Check the whole database.
    Check,
    /// Copy everything to another database.
    Copy {
        /// Its address.
        to: String,
    },
    /// Make an account, perhaps with a page.
    CreateAccount {
        /// Its address.
        email: String,
        /// Its page's name.
        username: Option<String>,
    },
    /// Make an API key.
    CreateKey {
        /// Whose.
        email: String,
        /// What it is called.
        name: String,
    },
    /// Make an invitation.
    CreateInvite,
    /// Set a password.
    ResetPassword {
        /// Whose.
        email: String,
    },
    /// Set a plan.
    SetPlan {
        /// Whose.
        email: String,
        /// `free` or `pro`.
        plan: String,
    },
    /// Stop an account from changing anything.
    Suspend {
        /// Whose.
        email: String,
        /// `false` lifts it.
        suspended: bool,
    },
    /// Delete an account with everything of it.
    DeleteAccount {
        /// Whose.
        email: String,
    },
}

impl Command {
    /// Whether it is serving.
    pub fn serves(&self) -> bool {
        *self == Self::Serve
    }

    /// What it prints without doing anything.
    pub fn text(&self) -> Option<&str> {
        if let Self::Print(text) = self { Some(text) } else { None }
    }
}

const USAGE: &str = "mantel-server: the Mantel service

Usage:
  mantel-server                      serve
  mantel-server check                check the database; exit 1 when something is wrong
  mantel-server copy --to DATABASE   move to another database (sqlite://… or postgres://…), which must be empty
  mantel-server admin COMMAND

Admin commands (the service may be running meanwhile):
  create-account EMAIL --password-stdin [--username NAME]
  create-key EMAIL --name NAME       print a new API key, alone
  create-invite                      print an invitation, good for one account
  reset-password EMAIL --password-stdin
  set-plan EMAIL free|pro
  suspend EMAIL | unsuspend EMAIL    stop or let an account change its page
  delete-account EMAIL --yes         delete it with its page, history and keys

Settings, from the environment or a .env file:
";

fn usage() -> String {
    let mut text = USAGE.to_owned();
    for it in SETTINGS {
        text.push_str(&format!("  {:<16} {} [{}]\n", it.name, it.meaning, it.default));
    }
    text
}

/// Reads the command line.
///
/// # Errors
/// A sentence and where to read more.
pub fn read(arguments: &[OsString]) -> Result<Command, String> {
    parse(arguments).map_err(|why| format!("{why}\nmantel-server --help lists the commands."))
}

/// Words and options of a command line.
#[derive(Debug, Default)]
struct Words {
    plain: Vec<String>,
    name: Option<String>,
    username: Option<String>,
    to: Option<String>,
    password_stdin: bool,
    yes: bool,
}

fn parse(arguments: &[OsString]) -> Result<Command, String> {
    let mut words = Words::default();
    let mut parser = lexopt::Parser::from_args(arguments.iter().cloned());
    let said = |why: lexopt::Error| why.to_string();
    while let Some(argument) = parser.next().map_err(said)? {
        match argument {
            Long("help") | Short('h') => return Ok(Command::Print(usage())),
            Long("version") | Short('V') => {
                return Ok(Command::Print(format!("mantel-server {}\n", env!("CARGO_PKG_VERSION"))));
            }
            Long("name") => words.name = Some(text_of(&mut parser)?),
            Long("username") => words.username = Some(text_of(&mut parser)?),
            Long("to") => words.to = Some(text_of(&mut parser)?),
            Long("password-stdin") => words.password_stdin = true,
            Long("yes") => words.yes = true,
            Value(it) => words.plain.push(it.string().map_err(said)?),
            other => return Err(said(other.unexpected())),
        }
    }
    command(words)
}

fn text_of(parser: &mut lexopt::Parser) -> Result<String, String> {
    parser.value().and_then(|it| it.string()).map_err(|why| why.to_string())
}

fn command(words: Words) -> Result<Command, String> {
    let plain: Vec<&str> = words.plain.iter().map(String::as_str).collect();
    let email = |it: &str| it.to_owned();
    let needs_password = |name: &str| {
        let asked = words.password_stdin.then_some(());
        asked.ok_or_else(|| format!("{name} reads the password from standard input: add --password-stdin."))
    };
    match plain.as_slice() {
        [] => Ok(Command::Serve),
        ["check"] => Ok(Command::Check),
        ["copy"] => {
            let to =
                words.to.ok_or("copy needs --to DATABASE: sqlite://FILE or postgres://user:password@host/database.")?;
            Ok(Command::Copy { to: config::database(&to).map_err(|why| format!("--to: {why}."))? })
        }
        ["admin", "create-account", it] => {
            needs_password("create-account")?;
            Ok(Command::CreateAccount { email: email(it), username: words.username.clone() })
        }
        ["admin", "create-key", it] => {
            let name = words.name.clone().ok_or("create-key needs --name NAME, so that the key is known later.")?;
            Ok(Command::CreateKey { email: email(it), name })
        }
        ["admin", "create-invite"] => Ok(Command::CreateInvite),
        ["admin", "reset-password", it] => {
            needs_password("reset-password")?;
            Ok(Command::ResetPassword { email: email(it) })
        }
        ["admin", "set-plan", it, plan @ ("free" | "pro")] => {
            Ok(Command::SetPlan { email: email(it), plan: (*plan).to_owned() })
        }
        ["admin", "suspend", it] => Ok(Command::Suspend { email: email(it), suspended: true }),
        ["admin", "unsuspend", it] => Ok(Command::Suspend { email: email(it), suspended: false }),
        ["admin", "delete-account", it] if words.yes => Ok(Command::DeleteAccount { email: email(it) }),
        ["admin", "delete-account", it] => {
            Err(format!("This deletes the account {it} with its page, history and keys for good: add --yes."))
        }
        ["admin", ..] => Err("That is not an admin command.".to_owned()),
        [first, ..] => Err(format!("{first} is not a command.")),
    }
}

/// Does it on the instance of the settings.
///
/// # Errors
/// A sentence that says why not.
pub async fn run(command: Command, config: &Config) -> Result<(), String> {
    let app = serve::open(config.clone()).await?;
    let done = act(command, &app).await;
    app.service.store().close().await;
    done
}

async fn act(command: Command, app: &App) -> Result<(), String> {
    let service = &app.service;
    match command {
        Command::Serve | Command::Print(_) => Ok(()),
        Command::Check => check(app).await,
        Command::Copy { to } => copy(service, &to).await,
        Command::CreateAccount { email, username } => create_account(service, &email, username).await,
        Command::CreateKey { email, name } => {
            let account = account(service, &email).await?;
            let (_, key) = service.make_key(&account.id, &name).await.map_err(words)?;
            println!("{key}");
            Ok(())
        }
        Command::CreateInvite => {
            println!("{}", service.make_invite().await.map_err(words)?);
            Ok(())
        }
        Command::ResetPassword { email } => {
            let account = account(service, &email).await?;
            service.set_password(&account.id, &password()?).await.map_err(words)?;
            eprintln!("The password of {} is set; every browser is signed out.", account.email);
            Ok(())
        }
        Command::SetPlan { email, plan } => {
            let account = account(service, &email).await?;
            service.store().set_plan(&account.id, &plan).await.map_err(|it| it.to_string())?;
            eprintln!("{} has the plan {plan}.", account.email);
            Ok(())
        }
        Command::Suspend { email, suspended } => {
            let account = account(service, &email).await?;
            service.set_suspended(&account, suspended).await.map_err(words)?;
            eprintln!("{} {}.", account.email, if suspended { "is suspended" } else { "may change its page again" });
            Ok(())
        }
        Command::DeleteAccount { email } => {
            let account = account(service, &email).await?;
            app.delete_account(&account.id).await.map_err(words)?;
            eprintln!("{} is deleted with everything of it.", account.email);
            Ok(())
        }
    }
}

async fn create_account(service: &Service, email: &str, username: Option<String>) -> Result<(), String> {
    if let Some(name) = &username {
        service.check_username(name).await.map_err(words)?;
    }
    service.make_account(email, &password()?, None).await.map_err(words)?;
    let account = account(service, email).await?;
    eprintln!("{} has an account{}.", account.email, if account.admin { " and runs this instance" } else { "" });
    if let Some(name) = username {
        let admin = service.on_behalf_of(&account);
        service.claim(&admin, &starter(&name), Terms::default()).await.map_err(words)?;
        eprintln!("Its page is {}.", name.to_lowercase());
    }
    Ok(())
}

/// Moves everything to another database and tells what was moved.
async fn copy(service: &Service, to: &str) -> Result<(), String> {
    let target = Store::open(to).await.map_err(|why| format!("The target can't be opened: {why}"))?;
    let copied = service.store().copy_to(&target).await;
    target.close().await;
    let copied = copied.map_err(|why| sentence("Nothing was copied", &why.to_string()))?;
    println!("{:<16}{:>10}  checksum", "table", "rows");
    for it in &copied {
        println!("{:<16}{:>10}  {}", it.table, it.rows, it.checksum);
    }
    let rows: u64 = copied.iter().map(|it| it.rows).sum();
    eprintln!(
        "{rows} rows of {} tables were copied and read back. Pictures are files and stay where they are. To move, set \
         DATABASE_URL to the target; what was changed since the copy began is not in it.",
        copied.len()
    );
    Ok(())
}

fn sentence(before: &str, why: &str) -> String {
    format!("{before}: {}.", why.trim_end_matches('.'))
}

/// How many pictures there are, and what is wrong with them: each must be on the shelf, whole.
async fn check_pictures(app: &App) -> Result<(usize, Vec<String>), String> {
    let (mut count, mut faults, mut last) = (0, Vec::new(), String::new());
    loop {
        let next = app.service.store().pictures_after(&last).await.map_err(|it| it.to_string())?;
        let Some(end) = next.last().cloned() else { return Ok((count, faults)) };
        for hash in &next {
            match app.media.shelf.whole(hash).await.map_err(|it| it.to_string())? {
                None => faults.push(format!("the picture {hash} is missing from MEDIA_URL")),
                Some(bytes) if media::hash(&bytes) != *hash => faults.push(format!("the picture {hash} is damaged")),
                Some(_) => count += 1,
            }
        }
        last = end;
    }
}

async fn check(app: &App) -> Result<(), String> {
    let service = &app.service;
    let say = |it: crate::store::StoreError| it.to_string();
    let mut faults = service.store().integrity().await.map_err(say)?;
    let (pages, unreadable) = service.store().check_pages().await.map_err(say)?;
    faults.extend(unreadable);
    let (pictures, damaged) = check_pictures(app).await?;
    faults.extend(damaged);
    if faults.is_empty() {
        println!("ok: {pages} pages and {pictures} pictures, all readable");
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

async fn account(service: &Service, email: &str) -> Result<AccountRow, String> {
    service.account(email).await.map_err(|error| match error {
        Error::Unknown(_) => format!("There is no account {email}."),
        other => words(other),
    })
}

/// The first line of standard input.
fn password() -> Result<String, String> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        eprintln!("Password (it will be seen as you type):");
    }
    let mut line = String::new();
    stdin.lock().read_line(&mut line).map_err(|why| format!("The password could not be read: {why}"))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn words(error: Error) -> String {
    match error {
        Error::Invalid(problems) => problems.into_iter().map(|it| it.message).collect::<Vec<_>>().join("\n"),
        other => other.to_string(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    fn line(words: &str) -> Result<Command, String> {
        read(&words.split_whitespace().map(OsString::from).collect::<Vec<_>>())
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
        assert!(line("admin delete-account a@b.c").unwrap_err().contains("--yes"));
        assert_eq!(line("copy --to sqlite://x.db").unwrap(), Command::Copy { to: "sqlite://x.db".into() });
        assert!(line("copy").unwrap_err().starts_with("copy needs --to"));
        assert!(line("copy --to mysql://u:secret@h/d").unwrap_err().starts_with("--to: use sqlite://"));
        assert!(line("admin set-plan a@b.c gold").unwrap_err().contains("not an admin command"));
        assert!(line("serve").unwrap_err().starts_with("serve is not a command."));
        assert!(line("--help").unwrap().text().unwrap().contains("DATABASE_URL"));
    }
}
