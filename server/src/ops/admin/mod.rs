//! Administration of an instance on the command line (decisions, Running it).

mod args;

use std::io::{BufRead, IsTerminal};
use std::path::Path;

pub use args::{Command, parse};

use super::{backup, serve};
use crate::clock::rfc3339;
use crate::config::Config;
use crate::media;
use crate::service::{AdminIdentity, Error, Service, WantedRights, WriteOptions, empty_claim};
use crate::state::App;
use crate::store::{AccountRow, Copied, Store};

/// Runs a command on the configured instance.
///
/// # Errors
/// A sentence that says why it failed.
pub async fn run(command: Command, config: &Config) -> Result<(), String> {
    let app = serve::open(config.clone()).await?;
    let result = execute(command, &app).await;
    app.service.store().close().await;
    result
}

async fn execute(command: Command, app: &App) -> Result<(), String> {
    let service = &app.service;
    match command {
        Command::Serve | Command::Print(_) => Ok(()),
        Command::Check => check(app).await,
        Command::Copy { to } => copy(service, &to).await,
        Command::Backup { to } => backup(app, &to).await,
        Command::Restore { from } => restore(app, &from).await,
        Command::CreateAccount { email, username } => create_account(service, &email, username).await,
        Command::CreateKey { email, name, access, publish, ends } => {
            let account = account(service, &email).await?;
            let wanted = WantedRights { access: &access, publish, ends: &ends };
            let (_, key) = service.make_limited_key(&account.id, &name, &wanted).await.map_err(message)?;
            println!("{key}");
            Ok(())
        }
        Command::CreateInvite => {
            println!("{}", service.make_invite().await.map_err(message)?);
            log(service, "made", "an invitation", "").await
        }
        Command::ResetPassword { email } => {
            let account = account(service, &email).await?;
            service.set_password(&account.id, &password()?).await.map_err(message)?;
            log(service, "set the password of", &account.email, "").await?;
            eprintln!("The password of {} is set; every browser is signed out.", account.email);
            Ok(())
        }
        Command::SetPlan { email, plan } => {
            let account = account(service, &email).await?;
            service.store().set_plan(&account.id, &plan).await.map_err(|error| error.to_string())?;
            log(service, &format!("gave the plan {plan} to"), &account.email, "").await?;
            eprintln!("{} has the plan {plan}.", account.email);
            Ok(())
        }
        Command::Suspend { whom, reason } => suspend(service, &whom, reason.as_deref()).await,
        Command::Reports => list_reports(service).await,
        Command::SettleReport { id } => {
            service.settle_report(&id).await.map_err(message)?;
            log(service, "settled the report", &id, "").await
        }
        Command::BlockPicture { picture, reason } => {
            let hash = picture_hash(service, &picture).await?;
            let pages = app.block_picture(&hash, &reason).await.map_err(message)?;
            log(service, "took down the picture", &hash, &reason).await?;
            eprintln!("The picture {hash} is taken down for good; {pages} pages showed it.");
            Ok(())
        }
        Command::UnblockPicture { picture } => {
            let hash = picture_hash(service, &picture).await?;
            service.unblock_picture(&hash).await.map_err(message)?;
            log(service, "allowed again the picture", &hash, "").await?;
            eprintln!("The picture {hash} may be uploaded and fetched again.");
            Ok(())
        }
        Command::BlockedPictures => {
            let all = service.store().all_blocked_pictures().await.map_err(|error| error.to_string())?;
            for picture in &all {
                println!("{}  {}  {}", picture.hash, rfc3339(picture.at), without_controls(&picture.reason));
            }
            eprintln!("{} pictures are taken down.", all.len());
            Ok(())
        }
        Command::DeleteAccount { email } => {
            let account = account(service, &email).await?;
            app.delete_account(&account.id).await.map_err(message)?;
            log(service, "deleted the account", &account.email, "").await?;
            eprintln!("{} is deleted with everything of it.", account.email);
            Ok(())
        }
    }
}

/// The hash of a picture that is named by its hash, or by an address on a page: `/media/HASH`, one of its sizes, or
/// `/media/far/…`.
async fn picture_hash(service: &Service, picture: &str) -> Result<String, String> {
    let path = picture.split_once("/media/").map_or(picture, |(_, path)| path);
    let parts: Vec<&str> = path.split(['/', '?', '#']).collect();
    let far = match parts.as_slice() {
        [hash, ..] if media::is_hash(hash) => return Ok((*hash).to_owned()),
        ["far", _, encoded, ..] => media::remote::encoded_url(encoded),
        _ => None,
    };
    let source = far.ok_or("Name the picture by its hash (64 characters of 0 to 9 and a to f) or its address.")?;
    let known = service.store().remote_image(&source).await.map_err(|error| error.to_string())?;
    known.and_then(|known| known.hash).ok_or_else(|| format!("No picture is kept of {source}."))
}

async fn suspend(service: &Service, whom: &str, reason: Option<&str>) -> Result<(), String> {
    let (id, name) = if whom.contains('@') {
        let account = account(service, whom).await?;
        (account.id, account.email)
    } else {
        let page = service.owner_of(whom).await.map_err(message)?;
        (page.account, page.username.to_string())
    };
    service.set_suspended(&id, reason).await.map_err(message)?;
    let act = if reason.is_some() { "took down the page of" } else { "let be seen again the page of" };
    log(service, act, &name, reason.unwrap_or_default()).await?;
    let what = if reason.is_some() {
        "is taken down; its draft can still be edited and exported"
    } else {
        "can be seen again"
    };
    eprintln!("{name} {what}.");
    Ok(())
}

/// Logs what was done, for `/admin`.
async fn log(service: &Service, act: &str, target: &str, reason: &str) -> Result<(), String> {
    service.log_admin_act(AdminIdentity::CommandLine, act, target, reason).await.map_err(message)
}

async fn list_reports(service: &Service) -> Result<(), String> {
    let all = service.reports().await.map_err(message)?;
    for report in &all {
        let (at, email) = (rfc3339(report.at), without_controls(&report.email));
        println!("{}  {at}  {}  {}  {email}", report.id, report.username, report.reason);
        for line in report.words.lines().filter(|line| !line.trim().is_empty()) {
            println!("    {}", without_controls(line));
        }
    }
    eprintln!("{} reports wait.", all.len());
    Ok(())
}

/// A visitor's text without control characters, which a terminal would interpret.
fn without_controls(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

async fn create_account(service: &Service, email: &str, username: Option<String>) -> Result<(), String> {
    if let Some(name) = &username {
        service.check_username(name, None).await.map_err(message)?;
    }
    service.make_account(email, &password()?, None).await.map_err(message)?;
    let account = account(service, email).await?;
    eprintln!("{} has an account{}.", account.email, if account.admin { " and runs this instance" } else { "" });
    if let Some(name) = username {
        let admin = service.on_behalf_of(&account);
        service.claim(&admin, &empty_claim(&name), WriteOptions::default()).await.map_err(message)?;
        eprintln!("Its page is {}.", name.to_lowercase());
    }
    Ok(())
}

/// Copies everything to another database and prints a summary.
async fn copy(service: &Service, to: &str) -> Result<(), String> {
    let target = Store::open(to).await.map_err(|why| format!("The target can't be opened: {why}"))?;
    let copied = service.store().copy_to(&target).await;
    target.close().await;
    let copied = copied.map_err(|why| sentence("Nothing was copied", &why.to_string()))?;
    print_tables(&copied);
    let rows: u64 = copied.iter().map(|table| table.rows).sum();
    eprintln!(
        "{rows} rows of {} tables were copied and read back. Pictures are files and stay where they are. To move, set \
         DATABASE_URL to the target; what was changed since the copy began is not in it.",
        copied.len()
    );
    Ok(())
}

fn print_tables(copied: &[Copied]) {
    println!("{:<16}{:>10}  checksum", "table", "rows");
    for table in copied {
        println!("{:<16}{:>10}  {}", table.table, table.rows, table.checksum);
    }
}

async fn backup(app: &App, to: &Path) -> Result<(), String> {
    let (manifest, copied) = backup::make(app, to).await?;
    print_tables(&copied);
    eprintln!(
        "{} rows and {} pictures ({} bytes) are in {}. Keep SECRET_KEY beside it: it is in no backup.",
        manifest.rows,
        manifest.pictures,
        manifest.picture_bytes,
        to.display()
    );
    Ok(())
}

async fn restore(app: &App, from: &Path) -> Result<(), String> {
    let manifest = backup::restore(app, from).await?;
    eprintln!("{} rows and {} pictures are restored.", manifest.rows, manifest.pictures);
    check(app).await
}

fn sentence(before: &str, why: &str) -> String {
    format!("{before}: {}.", why.trim_end_matches('.'))
}

/// Counts the images and lists the faulty ones: each must be stored and undamaged.
async fn check_pictures(app: &App) -> Result<(usize, Vec<String>), String> {
    let (mut count, mut faults, mut last) = (0, Vec::new(), String::new());
    loop {
        let next = app.service.store().pictures_after(&last).await.map_err(|error| error.to_string())?;
        let Some(end) = next.last().cloned() else { return Ok((count, faults)) };
        for hash in &next {
            match app.media.blobs.get(hash).await.map_err(|error| error.to_string())? {
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
    let say = |store_error: crate::store::StoreError| store_error.to_string();
    let mut faults = service.store().integrity().await.map_err(say)?;
    let (pages, unreadable) = service.store().check_pages().await.map_err(say)?;
    faults.extend(unreadable);
    let reserved = service.reserved_pages().await.map_err(message)?;
    faults.extend(reserved.iter().map(|name| {
        format!(
            "the page {name} has a name that the service needs: visitors may not reach it until its owner renames it"
        )
    }));
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
        other => message(other),
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

fn message(error: Error) -> String {
    match error {
        Error::Invalid(problems) => problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>().join("\n"),
        other => other.to_string(),
    }
}
