//! An S3-compatible store for the duration of a test: moto, which `.ci/setup test` installs.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A store with one bucket.
pub struct Bucket {
    server: Child,
    /// Its address.
    pub url: String,
}

/// The bucket's name.
pub const NAME: &str = "pictures";

impl Bucket {
    /// A new store; `None`, with a message, where moto is not installed.
    pub async fn open() -> Option<Self> {
        let Some(program) = program() else {
            eprintln!("moto_server is not installed: pictures in a bucket are not tested.");
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new(program);
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
        let bucket = Self { server: command.spawn().unwrap(), url: format!("http://127.0.0.1:{port}") };
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        while !client.put(format!("{}/{NAME}", bucket.url)).send().await.is_ok_and(|reply| reply.status() == 200) {
            assert!(Instant::now() < until, "moto_server did not become ready");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Some(bucket)
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn program() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let tools = std::env::var_os("HOME").map(|var_o| PathBuf::from(var_o).join(".cache/mantel/tools/bin"));
    std::env::split_paths(&path).chain(tools).map(|it| it.join("moto_server")).find(|it| it.exists())
}
