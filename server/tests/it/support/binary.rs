//! The real binary, as people run it.

use std::io::Write;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running binary.
pub struct Server {
    pub child: Child,
    pub url: String,
}

fn program(folder: &std::path::Path, port: u16) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mantel-server"));
    command.env_clear().current_dir(folder);
    command.env("DATA_DIR", folder).env("BIND", format!("127.0.0.1:{port}")).env("LOG", "warn").env("OUTBOUND", "off");
    command.env("RATE_EDITS", "1000000").env("RATE_READS", "1000000");
    command
}

/// Starts it on a free port and waits until it is ready.
pub async fn start(folder: &std::path::Path) -> Server {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut child = program(folder, port).spawn().unwrap();
    let url = format!("http://127.0.0.1:{port}");
    let until = Instant::now() + Duration::from_secs(20);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    while Instant::now() < until {
        if client.get(format!("{url}/readyz")).send().await.is_ok_and(|it| it.status() == 200) {
            return Server { child, url };
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("the server did not become ready");
}

/// Runs an admin command and gives what it printed.
pub fn admin(folder: &std::path::Path, words: &[&str], input: &str) -> String {
    let mut command = program(folder, 0);
    command.arg("admin").args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.env("BIND", "127.0.0.1:1");
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success());
    String::from_utf8(out.stdout).unwrap().trim().to_owned()
}
