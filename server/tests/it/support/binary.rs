//! The real binary, as operators run it.

use std::io::Write;
use std::net::TcpListener;
use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A process that is killed at the end of its test, however that ends.
#[derive(Debug)]
pub struct Running(pub Child);

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running binary.
pub struct Server {
    pub child: Running,
    pub url: String,
}

/// The server that was built with the tests. Run with the settings below: it must neither listen on a fixed port, where
/// somebody's server may listen, nor touch data that is not the test's.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_mantel-server");

/// Its settings with its data in a folder, on any free port.
pub fn settings(folder: &std::path::Path) -> Vec<(&'static str, String)> {
    let set = [
        ("LOG", "warn"),
        ("OUTBOUND", "off"),
        ("BROWSER", "off"),
        ("RATE_EDITS", "1000000"),
        ("RATE_READS", "1000000"),
    ];
    let mut all: Vec<_> = set.iter().map(|it| (it.0, it.1.to_owned())).collect();
    all.push(("BIND", "127.0.0.1:0".to_owned()));
    all.push(("DATA_DIR", folder.display().to_string()));
    all
}

/// The binary: the one built with the tests, or the one that `MANTEL_SERVER` names.
fn binary() -> String {
    std::env::var("MANTEL_SERVER").unwrap_or_else(|_| PROGRAM.to_owned())
}

/// A command of [`PROGRAM`] on the data in a folder, with no other settings.
pub fn command(folder: &std::path::Path) -> Command {
    with_settings(Command::new(PROGRAM), folder)
}

fn with_settings(mut command: Command, folder: &std::path::Path) -> Command {
    command.env_clear().current_dir(folder).envs(settings(folder));
    command
}

/// Starts it on a free port and waits until it is ready.
pub async fn start(folder: &std::path::Path) -> Server {
    start_with(folder, &[]).await
}

/// The same with additional settings.
pub async fn start_with(folder: &std::path::Path, settings: &[(&str, &str)]) -> Server {
    started(folder, settings, Stdio::inherit()).await
}

/// The same with a readable log.
pub async fn start_logged(folder: &std::path::Path, settings: &[(&str, &str)]) -> Server {
    started(folder, settings, Stdio::piped()).await
}

async fn started(folder: &std::path::Path, settings: &[(&str, &str)], log: Stdio) -> Server {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut child = with_settings(Command::new(binary()), folder);
    let child = child.env("BIND", format!("127.0.0.1:{port}")).envs(settings.iter().copied()).stderr(log);
    let child = Running(child.spawn().unwrap());
    let url = format!("http://127.0.0.1:{port}");
    let until = Instant::now() + Duration::from_secs(20);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    while Instant::now() < until {
        if client.get(format!("{url}/readyz")).send().await.is_ok_and(|reply| reply.status() == 200) {
            return Server { child, url };
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the server did not become ready");
}

/// Runs an admin command and returns its output.
pub fn admin(folder: &std::path::Path, words: &[&str], input: &str) -> String {
    let mut command = with_settings(Command::new(binary()), folder);
    command.arg("admin").args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success());
    String::from_utf8(out.stdout).unwrap().trim().to_owned()
}
