//! The settings of the service: read from the environment and a `.env` file, validated before anything starts.

mod mail;
mod media;
mod rate_limits;
mod table;
mod trusted_proxies;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use media::{Bucket, MediaStorage};
pub use rate_limits::RateLimitSettings;
pub use table::{SETTINGS, Setting};
pub use trusted_proxies::TrustedProxies;
use url::Url;

use crate::clock::Clock;
use crate::outbound::Overrides;
use crate::outbound::mail::MailSettings;

/// Time for a picture of a page to be drawn.
const BROWSER_TIME: Duration = Duration::from_secs(10);
/// Time for a whole request body to arrive.
const BODY_TIME: Duration = Duration::from_secs(30);
/// How often a stream without events sends a heartbeat.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Who may create an account (decisions, Accounts and keys).
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

/// Whether pictures of pages are drawn, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrowserSetting {
    /// With the Chromium that is installed, if the system lets it be kept apart.
    Auto,
    /// With this program, or by the unit that listens at this socket.
    At(PathBuf),
    /// They are not.
    Off,
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
    /// Address and port of the metrics, if they are to be had.
    pub metrics_bind: Option<SocketAddr>,
    /// The prefix of every absolute address, without a trailing slash.
    pub base_url: String,
    /// The data folder.
    pub data_dir: PathBuf,
    /// `sqlite://…` or `postgres://…`.
    pub database_url: String,
    /// Where images are stored.
    pub media: MediaStorage,
    /// Who may create an account.
    pub signups: Signups,
    /// Whether looks need a plan.
    pub plans: Plans,
    /// Maximum number of open connections; more wait to be accepted.
    pub connections: usize,
    /// Maximum number of open connections from one address; more are closed.
    pub connections_per_address: usize,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: TrustedProxies,
    /// The secret for signatures; if it is not set, one is generated in the data folder.
    pub secret_key: Option<String>,
    /// Whether anything is fetched from the web at all.
    pub outbound: bool,
    /// The instance's own token for GitHub's API, which has higher rate limits with one.
    pub github_token: Option<String>,
    /// Whether clients may be identified by the URL of their metadata document.
    pub cimd: bool,
    /// The address to which faults of the instance are reported: `mailto:` or `https:`.
    pub security_contact: Option<String>,
    /// The folder with fonts for share cards, if there is one.
    pub fonts_dir: Option<PathBuf>,
    /// Whether pictures of pages are drawn, and with what.
    pub browser: BrowserSetting,
    /// Time for a picture of a page to be drawn; not a setting, but shorter in tests.
    pub browser_time: Duration,
    /// Whether visits and presses are counted.
    pub insights: bool,
    /// The database of addresses, if there is one.
    pub geoip_db: Option<PathBuf>,
    /// Maximum size of the cache of published pages, bytes.
    pub page_memory: usize,
    /// Rate limits.
    pub rate_limits: RateLimitSettings,
    /// The mail server, if any.
    pub mail: Option<MailSettings>,
    /// What is logged: a `tracing` filter.
    pub log: String,
    /// The format of the log.
    pub log_format: LogFormat,
    /// Time for a request's body to arrive; not a setting, but shorter in tests.
    pub body_time: Duration,
    /// Heartbeat interval of a stream without events; not a setting, but shorter in tests.
    pub heartbeat: Duration,
    /// The clock; not a setting, but shared by servers in tests that advance it.
    pub clock: Clock,
    /// Replacements for hosts, in tests; not a setting.
    pub outbound_overrides: Overrides,
    /// The path of this program, for running it in a separate process; not a setting, but another program in tests.
    pub program: PathBuf,
}

/// The path of this program. `/proc/self/exe` works even after the file was replaced by a newer version.
fn program() -> PathBuf {
    let own = PathBuf::from("/proc/self/exe");
    if own.exists() { own } else { std::env::current_exe().unwrap_or_default() }
}

/// An invalid setting, and why.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}={value}: {why}")]
pub struct InvalidSetting {
    name: &'static str,
    value: String,
    why: String,
}

/// The source of settings: the process environment, or a list in tests.
pub type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Config {
    /// Reads `.env` from the working directory, if it exists, and the environment, which takes precedence.
    ///
    /// # Errors
    /// Every invalid setting.
    pub fn from_env() -> Result<Self, Vec<InvalidSetting>> {
        let dotenv: std::collections::HashMap<String, String> =
            dotenvy::dotenv_iter().into_iter().flatten().flatten().collect();
        Self::read(&|name| std::env::var(name).ok().or_else(|| dotenv.get(name).cloned()))
    }

    /// Reads the settings from `lookup`.
    ///
    /// # Errors
    /// Every invalid setting.
    pub fn read(lookup: Lookup<'_>) -> Result<Self, Vec<InvalidSetting>> {
        let mut reader = SettingsReader { lookup, invalid: Vec::new() };
        let data_dir = PathBuf::from(reader.text("DATA_DIR"));
        let config = Self {
            bind: reader.parsed("BIND", |text| {
                text.parse().map_err(|_| "give an address and a port, like 0.0.0.0:3000".into())
            }),
            metrics_bind: reader.parsed("METRICS_BIND", |text| match text {
                "" => Ok(None),
                text => text.parse().map(Some).map_err(|_| "give an address and a port, like 127.0.0.1:9464".into()),
            }),
            base_url: reader.parsed("BASE_URL", base_url),
            database_url: reader.parsed("DATABASE_URL", |text| database_url(text, &data_dir)),
            media: media::read(&mut reader, &data_dir),
            signups: reader.parsed("SIGNUPS", |text| match text {
                "open" => Ok(Signups::Open),
                "invite" => Ok(Signups::Invite),
                "closed" => Ok(Signups::Closed),
                _ => Err("use open, invite or closed".to_owned()),
            }),
            plans: reader.parsed("PLANS", |text| match text {
                "open" => Ok(Plans::Open),
                "gated" => Ok(Plans::Gated),
                _ => Err("use open or gated".to_owned()),
            }),
            connections: reader.parsed("CONNECTIONS", connections),
            connections_per_address: reader.parsed("CONNECTIONS_PER_ADDRESS", connections),
            trusted_proxies: reader.parsed("TRUSTED_PROXIES", TrustedProxies::parse),
            secret_key: reader.parsed("SECRET_KEY", secret_key),
            outbound: reader.parsed("OUTBOUND", on_or_off),
            github_token: reader.parsed("GITHUB_TOKEN", github_token),
            cimd: reader.parsed("CIMD", on_or_off),
            security_contact: reader.parsed("SECURITY_CONTACT", security_contact),
            fonts_dir: reader
                .parsed("FONTS_DIR", |text| Ok(Some(PathBuf::from(text)).filter(|folder| folder.is_dir()))),
            browser: reader.parsed("BROWSER", |text| {
                Ok(match text {
                    "auto" => BrowserSetting::Auto,
                    "off" => BrowserSetting::Off,
                    // On many systems the variable names a browser, which may or may not do; the log says so.
                    program => BrowserSetting::At(PathBuf::from(program)),
                })
            }),
            browser_time: BROWSER_TIME,
            insights: reader.parsed("INSIGHTS", on_or_off),
            geoip_db: Some(PathBuf::from(reader.text("GEOIP_DB"))).filter(|file| !file.as_os_str().is_empty()),
            page_memory: reader.parsed("PAGE_MEMORY", mebibytes),
            rate_limits: RateLimitSettings::read(&mut reader),
            mail: mail::read(&mut reader),
            log: reader.parsed("LOG", |text| match text.parse::<tracing_subscriber::EnvFilter>() {
                Ok(_) => Ok(text.to_owned()),
                Err(why) => Err(format!("{why}; use a level like info or a filter like info,mantel_server=debug")),
            }),
            log_format: reader.parsed("LOG_FORMAT", |text| match text {
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
        if reader.invalid.is_empty() { Ok(config) } else { Err(reader.invalid) }
    }

    /// Whether visitors use https.
    pub fn secure(&self) -> bool {
        self.base_url.starts_with("https:")
    }

    /// The host as it is shown before a name: `mantel.page`, `localhost:3000`.
    pub fn host(&self) -> &str {
        self.base_url.split_once("://").map_or(self.base_url.as_str(), |(_, host)| host)
    }

    /// The public address of a page.
    pub fn page_url(&self, username: &mantel_model::Username) -> String {
        format!("{}/{username}", self.base_url)
    }

    /// The address where an owner publishes what an agent asked for.
    pub fn asked_url(&self, secret: &str) -> String {
        format!("{}/agents/asked/{secret}", self.base_url)
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
        token if token.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(Some(token.to_owned())),
        _ => Err("give a token as GitHub shows it, without spaces".to_owned()),
    }
}

fn security_contact(text: &str) -> Result<Option<String>, String> {
    let plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    let mail = text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    match text {
        "" => Ok(None),
        address if plain && address.starts_with("https://") => Ok(Some(address.to_owned())),
        address if plain && mail && !address.contains(':') => Ok(Some(format!("mailto:{address}"))),
        _ => Err("give an email address, or an address that begins with https://".to_owned()),
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

/// Checks the URL of a database.
///
/// # Errors
/// The supported kinds, when it is none of them.
pub fn database(text: &str) -> Result<String, String> {
    match text.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite" | "postgres" | "postgresql") => Ok(text.to_owned()),
        _ => Err("use sqlite://path/to/file.db or postgres://user:password@host/database".to_owned()),
    }
}

/// Reads settings and collects the invalid ones, so that a single start reports every mistake.
pub(crate) struct SettingsReader<'a> {
    lookup: Lookup<'a>,
    invalid: Vec<InvalidSetting>,
}

impl SettingsReader<'_> {
    fn text(&self, name: &str) -> String {
        let value = (self.lookup)(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        value.unwrap_or_else(|| table::default_of(name).to_owned())
    }

    /// Parses a setting; an invalid one is recorded and replaced by its default.
    pub(crate) fn parsed<T>(&mut self, name: &'static str, parse: impl Fn(&str) -> Result<T, String>) -> T {
        let text = self.text(name);
        match parse(&text) {
            Ok(value) => value,
            Err(why) => {
                self.invalid.push(InvalidSetting { name, value: redacted(name, text), why });
                #[expect(clippy::expect_used, reason = "the defaults of the table parse: a test reads them all")]
                parse(table::default_of(name)).expect("a default parses")
            }
        }
    }
}

/// The value as it may be printed: URLs of servers can contain passwords.
fn redacted(name: &str, text: String) -> String {
    if matches!(name, "GITHUB_TOKEN" | "SECRET_KEY" | "AWS_SECRET_ACCESS_KEY") {
        "…".to_owned()
    } else if matches!(name, "DATABASE_URL" | "SMTP_URL") {
        text.split_once(':').map_or("…".to_owned(), |(scheme, _)| format!("{scheme}:…"))
    } else {
        text
    }
}
