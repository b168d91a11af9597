//! Starts the browser: as a process of its own, or by connecting to a unit that systemd starts (`deploy/mantel-browser.socket`).

use std::fmt;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;
use tokio::net::UnixStream;
use tokio::net::unix::pipe;

use super::devtools::DevTools;
use super::installed;
use crate::config::BrowserSetting;

/// What to do where no browser draws.
pub const ADVICE: &str = "docs/OPERATIONS.md, Pictures of pages, says how to turn them on";

/// What every browser is started with. Nothing is fetched, reported or updated, and no name leads anywhere.
const FLAGS: [&str; 21] = [
    "--headless",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9",
    // Pictures far down the page are on it, too.
    "--blink-settings=lazyLoadEnabled=false",
    // Letters as wide as visitors see them. A browser without windows rounds them to whole pixels otherwise, and lines break elsewhere.
    "--font-render-hinting=none",
];

/// Namespaces of its own: no network, no other process to see; they end with the first process in them.
const NAMESPACES: [&str; 10] = [
    "unshare",
    "--user",
    "--map-current-user",
    "--net",
    "--ipc",
    "--uts",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
];

/// Runs the program with the pipe where browsers expect it: what comes in is its third file, what goes out its fourth.
const WITH_PIPE: [&str; 3] = ["sh", "-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1"];

/// A way to start the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Launch {
    /// A process that this server starts.
    Process {
        /// The program.
        program: PathBuf,
        /// Whether it gets namespaces of its own.
        namespaces: bool,
        /// Whether it puts what shows pages into a sandbox of its own.
        sandbox: bool,
    },
    /// A unit that is started for each connection to this socket.
    Socket(PathBuf),
}

impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Process { program, namespaces, sandbox } => {
                let apart = match (namespaces, sandbox) {
                    (true, true) => "in namespaces and its own sandbox",
                    (true, false) => "in namespaces",
                    (false, true) => "in its own sandbox",
                    (false, false) => "without a sandbox",
                };
                write!(f, "{} {apart}", program.display())
            }
            Self::Socket(path) => write!(f, "the unit at {}", path.display()),
        }
    }
}

/// The ways to try, safest first. A browser that nobody asked for is not started without a sandbox.
///
/// # Errors
/// Why there is none.
pub async fn ways(setting: &BrowserSetting) -> Result<Vec<Launch>, String> {
    let (program, asked_for) = match setting {
        BrowserSetting::Off => return Err(format!("BROWSER=off; {ADVICE}")),
        BrowserSetting::Auto => (installed().ok_or_else(|| format!("no Chromium is installed; {ADVICE}"))?, false),
        BrowserSetting::At(path) if is_socket(path) => return Ok(vec![Launch::Socket(path.clone())]),
        BrowserSetting::At(path) => (path.clone(), true),
    };
    let (namespaces, root) = (namespaces_allowed().await, rustix::process::geteuid().is_root());
    let all = [(true, true), (false, true), (true, false), (false, false)].into_iter();
    // Its own sandbox does not work for root.
    let possible = all.filter(|way| (namespaces || !way.0) && !(root && way.1));
    let allowed = possible.filter(|way| *way != (false, false) || asked_for);
    let ways: Vec<_> = allowed
        .map(|(namespaces, sandbox)| Launch::Process { program: program.clone(), namespaces, sandbox })
        .collect();
    if ways.is_empty() {
        return Err(format!("this system allows the browser neither namespaces nor a sandbox; {ADVICE}"));
    }
    Ok(ways)
}

fn is_socket(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|about| about.file_type().is_socket())
}

async fn namespaces_allowed() -> bool {
    let tried = tokio::task::spawn_blocking(|| {
        let [program, flags @ ..] = NAMESPACES;
        let mut command = Command::new(program);
        command.args(flags).arg("true").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    });
    tried.await.unwrap_or_default()
}

/// A browser that runs until this is dropped.
pub struct Running {
    devtools: DevTools,
    process: Option<Process>,
}

/// A process of ours, and the folder where it keeps what it needs.
struct Process {
    child: Child,
    profile: TempDir,
}

impl Running {
    /// What it is spoken to with.
    pub fn devtools(&mut self) -> &mut DevTools {
        &mut self.devtools
    }

    /// The number of the process that was started for it.
    pub fn process(&self) -> Option<u32> {
        self.process.as_ref().map(|process| process.child.id())
    }
}

impl Drop for Running {
    /// Ends all of its processes. A unit ends with the connection.
    fn drop(&mut self) {
        let Some(Process { mut child, profile }) = self.process.take() else { return };
        let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
        if let Some(group) = group {
            // An error means that it has ended.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let clean_up = move || {
            let _ = child.wait();
            drop(profile);
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(clean_up)),
            Err(_) => clean_up(),
        }
    }
}

impl Launch {
    /// Starts it.
    ///
    /// # Errors
    /// When it can't be started or connected to.
    pub async fn start(&self) -> std::io::Result<Running> {
        match self {
            Self::Socket(path) => {
                let (from, to) = UnixStream::connect(path).await?.into_split();
                Ok(Running { devtools: DevTools::new(from, to), process: None })
            }
            Self::Process { program, namespaces, sandbox } => start(program, *namespaces, *sandbox),
        }
    }
}

fn start(program: &Path, namespaces: bool, sandbox: bool) -> std::io::Result<Running> {
    let profile = TempDir::with_prefix("mantel-browser-")?;
    // Visits come first.
    let mut command = Command::new("nice");
    command.args(["-n", "10"]);
    if namespaces {
        command.args(NAMESPACES);
    }
    command.args(WITH_PIPE).arg(program).args(FLAGS);
    if !sandbox {
        command.arg("--no-sandbox");
    }
    let mut profile_flag = std::ffi::OsString::from("--user-data-dir=");
    profile_flag.push(profile.path());
    command.arg(profile_flag).arg("about:blank");
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Nothing of this server's settings, which hold secrets.
    command.env_clear().env("PATH", path).env("HOME", profile.path()).env("LANG", "C.UTF-8").env("TZ", "UTC");
    command.env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/dev/null");
    command.current_dir(profile.path()).process_group(0);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(std::io::ErrorKind::BrokenPipe.into());
    };
    let process = Some(Process { child, profile });
    let from = pipe::Receiver::from_owned_fd(OwnedFd::from(from))?;
    let to = pipe::Sender::from_owned_fd(OwnedFd::from(to))?;
    Ok(Running { devtools: DevTools::new(from, to), process })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::FLAGS;
    use crate::browser::PROGRAMS;

    #[test]
    fn the_unit_starts_the_browser_as_the_server_does() {
        let unit = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/mantel-browser@.service");
        let unit = std::fs::read_to_string(unit).unwrap();
        for flag in FLAGS {
            assert!(unit.contains(&format!(" {flag} ")) || unit.contains(&format!(" \"{flag}\" ")), "{flag}");
        }
        // In the same order, but for Google's Chrome.
        let (_, programs) = unit.split_once("$$(command -v ").unwrap();
        let programs = programs.split_once(')').unwrap().0.split(" || command -v ");
        assert!(programs.eq(PROGRAMS.into_iter().filter(|program| !program.starts_with("google"))));
    }
}
