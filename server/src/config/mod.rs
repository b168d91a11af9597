//! Every setting of the service, in one table: read from the environment and a `.env`, checked before anything starts.

mod mail;
mod media;
mod rates;
mod table;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use mail::MailSettings;
pub use media::{Bucket, MediaPlace};
pub use rates::Rates;
pub use table::{SETTINGS, Setting};
use url::Url;

use crate::clock::Clock;
use crate::http::client_address::Proxies;
use crate::outbound::Overrides;

/// The whole body of a request must arrive in this time.
const BODY_TIME: Duration = Duration::from_secs(30);
/// How often a stream without news says that it is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Who may make an account (decisions, Accounts and keys).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signups {
    /// Anyone.
    Open,
    /// Anyone with an invitation.
    Invite,
    /// Nobody; `admin create-account` still works.
    Closed,
}

/// Whether looks need a plan (decisions, Accounts and keys).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plans {
    /// Every look for everyone.
    Open,
    /// The looks that are not free need the plan `pro`.
    Gated,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Pretty,
    /// One JSON object a line.
    Json,
}

/// The settings of a running service.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address and port to listen on.
    pub bind: SocketAddr,
    /// What every absolute address starts with; without a slash at its end.
    pub base_url: String,
    /// Folder of the data.
    pub data_dir: PathBuf,
    /// `sqlite://…` or `postgres://…`.
    pub database_url: String,
    /// Where pictures are kept.
    pub media: MediaPlace,
    /// Who may make an account.
    pub signups: Signups,
    /// Whether looks need a plan.
    pub plans: Plans,
    /// Connections at once; more wait to be accepted.
    pub connections: usize,
    /// Connections at once from one address; more are closed.
    pub connections_each: usize,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Proxies,
    /// What signatures are made with; where it is not set, it is made in the folder of the data.
    pub secret_key: Option<String>,
    /// Whether anything is fetched from the web at all.
    pub outbound: bool,
    /// The instance's own token for GitHub's interface, which then answers more often.
    pub github_token: Option<String>,
    /// Whether programs may be named by the address of their metadata document.
    pub cimd: bool,
    /// Most of the memory that live pages may take, bytes.
    pub page_memory: usize,
    /// How much of everything.
    pub rates: Rates,
    /// Where mail goes out, if any does.
    pub mail: Option<MailSettings>,
    /// What is logged: a `tracing` filter.
    pub log: String,
    /// How it is written.
    pub log_format: LogFormat,
    /// How long a request's body may take to arrive; no setting, but shorter in tests.
    pub body_time: Duration,
    /// How often a stream without news says that it is still there; no setting, but shorter in tests.
    pub heartbeat: Duration,
    /// The time; no setting, but shared by servers in tests that put it forward.
    pub clock: Clock,
    /// Hosts that tests stand in for; no setting.
    pub outbound_overrides: Overrides,
    /// This program, for what runs in a process of its own; no setting, but another one in tests.
    pub program: PathBuf,
}

/// Where this program lies. By the first name it is found even after a newer one took its place.
fn program() -> PathBuf {
    let own = PathBuf::from("/proc/self/exe");
    if own.exists() { own } else { std::env::current_exe().unwrap_or_default() }
}

/// A setting that can't be used: its name and a sentence that says why.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}={value}: {why}")]
pub struct Wrong {
    name: &'static str,
    value: String,
    why: String,
}

/// Where settings are looked up; the process environment, or a list in tests.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Config {
    /// Reads `.env` from the working directory, if there is one, then the environment, which wins.
    ///
    /// # Errors
    /// Every setting that can't be used.
    pub fn from_env() -> Result<Self, Vec<Wrong>> {
        let dotenv: std::collections::HashMap<String, String> =
            dotenvy::dotenv_iter().into_iter().flatten().flatten().collect();
        Self::read(&|name| std::env::var(name).ok().or_else(|| dotenv.get(name).cloned()))
    }

    /// Reads the settings from anywhere.
    ///
    /// # Errors
    /// Every setting that can't be used.
    pub fn read(lookup: Lookup<'_>) -> Result<Self, Vec<Wrong>> {
        let mut read = Reader { lookup, wrong: Vec::new() };
        let data_dir = PathBuf::from(read.text("DATA_DIR"));
        let config = Self {
            bind: read
                .parsed("BIND", |it| it.parse().map_err(|_| "give an address and a port, like 0.0.0.0:3000".into())),
            base_url: read.parsed("BASE_URL", base_url),
            database_url: read.parsed("DATABASE_URL", |it| database_url(it, &data_dir)),
            media: media::read(&mut read, &data_dir),
            signups: read.parsed("SIGNUPS", |it| match it {
                "open" => Ok(Signups::Open),
                "invite" => Ok(Signups::Invite),
                "closed" => Ok(Signups::Closed),
                _ => Err("use open, invite or closed".to_owned()),
            }),
            plans: read.parsed("PLANS", |it| match it {
                "open" => Ok(Plans::Open),
                "gated" => Ok(Plans::Gated),
                _ => Err("use open or gated".to_owned()),
            }),
            connections: read.parsed("CONNECTIONS", connections),
            connections_each: read.parsed("CONNECTIONS_PER_ADDRESS", connections),
            trusted_proxies: read.parsed("TRUSTED_PROXIES", Proxies::parse),
            secret_key: read.parsed("SECRET_KEY", secret_key),
            outbound: read.parsed("OUTBOUND", on_or_off),
            github_token: read.parsed("GITHUB_TOKEN", github_token),
            cimd: read.parsed("CIMD", on_or_off),
            page_memory: read.parsed("PAGE_MEMORY", mebibytes),
            rates: Rates::read(&mut read),
            mail: mail::read(&mut read),
            log: read.parsed("LOG", |it| match it.parse::<tracing_subscriber::EnvFilter>() {
                Ok(_) => Ok(it.to_owned()),
                Err(why) => Err(format!("{why}; use a level like info or a filter like info,mantel_server=debug")),
            }),
            log_format: read.parsed("LOG_FORMAT", |it| match it {
                "pretty" => Ok(LogFormat::Pretty),
                "json" => Ok(LogFormat::Json),
                _ => Err("use pretty or json".to_owned()),
            }),
            data_dir,
            body_time: BODY_TIME,
            heartbeat: HEARTBEAT,
            clock: Clock::default(),
            outbound_overrides: Overrides::default(),
            program: program(),
        };
        if read.wrong.is_empty() { Ok(config) } else { Err(read.wrong) }
    }

    /// Whether visitors come over https.
    pub fn secure(&self) -> bool {
        self.base_url.starts_with("https:")
    }

    /// The host as people read it before a name: `mantel.page`, `localhost:3000`.
    pub fn host(&self) -> &str {
        self.base_url.split_once("://").map_or(self.base_url.as_str(), |it| it.1)
    }

    /// The public address of a page.
    pub fn page_url(&self, username: &mantel_model::Username) -> String {
        format!("{}/{username}", self.base_url)
    }

    /// The private address of a draft.
    pub fn preview_url(&self, secret: &str) -> String {
        format!("{}/preview/{secret}", self.base_url)
    }
}

fn connections(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=1_000_000) => Ok(count),
        _ => Err("give a whole number from 1 to 1000000".to_owned()),
    }
}

fn secret_key(text: &str) -> Result<Option<String>, String> {
    match text.len() {
        0 => Ok(None),
        32.. => Ok(Some(text.to_owned())),
        _ => Err("give at least 32 characters nobody can guess, like those of `openssl rand -hex 32`".to_owned()),
    }
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("use on or off".to_owned()),
    }
}

fn mebibytes(text: &str) -> Result<usize, String> {
    let count: Option<usize> = text.parse().ok().filter(|value| *value <= 1024 * 1024);
    count.map(|count| count * 1024 * 1024).ok_or_else(|| "give a whole number of MiB".to_owned())
}

fn github_token(text: &str) -> Result<Option<String>, String> {
    match text {
        "" => Ok(None),
        it if it.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(Some(it.to_owned())),
        _ => Err("give a token as GitHub shows it, without spaces".to_owned()),
    }
}

fn base_url(text: &str) -> Result<String, String> {
    let url = Url::parse(text)
        .map_err(|error| format!("{error}; give the address people use, like https://links.example"))?;
    let plain = matches!(url.scheme(), "http" | "https") && url.path() == "/" && url.query().is_none();
    if !plain || url.fragment().is_some() || !url.username().is_empty() {
        return Err("give only http or https, a host and perhaps a port, like https://links.example".to_owned());
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

fn database_url(text: &str, data_dir: &std::path::Path) -> Result<String, String> {
    if text.is_empty() {
        return Ok(format!("sqlite://{}", data_dir.join("mantel.db").display()));
    }
    database(text)
}

/// The address of a database.
///
/// # Errors
/// Which ones there are, when it is none.
pub fn database(text: &str) -> Result<String, String> {
    match text.split_once(':').map(|it| it.0) {
        Some("sqlite" | "postgres" | "postgresql") => Ok(text.to_owned()),
        _ => Err("use sqlite://path/to/file.db or postgres://user:password@host/database".to_owned()),
    }
}

/// Reads settings and gathers what is wrong, so that one start shows every mistake.
pub(crate) struct Reader<'a> {
    lookup: Lookup<'a>,
    wrong: Vec<Wrong>,
}

impl Reader<'_> {
    fn text(&self, name: &str) -> String {
        let given = (self.lookup)(name).map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
        given.unwrap_or_else(|| table::default_of(name).to_owned())
    }

    /// A setting through its parser; a wrong one is noted and stands in as its default.
    pub(crate) fn parsed<T>(&mut self, name: &'static str, parse: impl Fn(&str) -> Result<T, String>) -> T {
        let text = self.text(name);
        match parse(&text) {
            Ok(value) => value,
            Err(why) => {
                self.wrong.push(Wrong { name, value: shown(name, text), why });
                #[expect(clippy::expect_used, reason = "the defaults of the table parse: a test reads them all")]
                parse(table::default_of(name)).expect("a default parses")
            }
        }
    }
}

/// The value as it may be shown: addresses of servers can hold passwords.
fn shown(name: &str, text: String) -> String {
    if matches!(name, "GITHUB_TOKEN" | "SECRET_KEY" | "AWS_SECRET_ACCESS_KEY") {
        "…".to_owned()
    } else if matches!(name, "DATABASE_URL" | "SMTP_URL") {
        text.split_once(':').map_or("…".to_owned(), |it| format!("{}:…", it.0))
    } else {
        text
    }
}
