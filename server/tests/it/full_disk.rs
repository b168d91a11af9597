//! A full disk: writes fail with a clear error, reads still work, and with free space everything does again, without a
//! restart. In a namespace with a disk of its own (Linux, where `unshare` is allowed).

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::binary::{PROGRAM, Running, settings};
use crate::support::{Actor, pictures};

/// Mounts a disk of 64 MiB with 40 in use, makes an account with a page, prints its key, and serves.
const SCRIPT: &str = "set -e
mount -t tmpfs -o size=64m tmpfs \"$DATA_DIR\"
cd \"$DATA_DIR\"
head -c 41943040 /dev/zero > ballast
echo 'a long enough password' | \"$0\" admin create-account ada@harrow.example --password-stdin --username ada 2>/dev/null
\"$0\" admin create-key ada@harrow.example --name disk 2>/dev/null
exec \"$0\"";

struct Disk {
    server: Running,
    _out: BufReader<ChildStdout>,
    ada: Actor,
}

impl Disk {
    /// `None`, with a message, where namespaces are not available.
    async fn mount(folder: &std::path::Path) -> Option<Self> {
        let allowed = Command::new("unshare").args(["-Urm", "true"]).stderr(Stdio::null()).status();
        if !allowed.is_ok_and(|allowed| allowed.success()) {
            eprintln!("This machine allows no namespaces here: the full disk is skipped.");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new("unshare");
        command.args(["-Urm", "sh", "-c", SCRIPT, PROGRAM]).env_clear();
        command.envs(settings(folder)).env("BIND", format!("127.0.0.1:{port}"));
        command.env("LOG", "off").env("PATH", std::env::var_os("PATH").unwrap());
        let mut server = Running(command.stdout(Stdio::piped()).spawn().unwrap());
        let mut out = BufReader::new(server.stdout.take().unwrap());
        let mut key = String::new();
        out.read_line(&mut key).unwrap();
        let url = format!("http://127.0.0.1:{port}");
        let until = Instant::now() + Duration::from_secs(20);
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        while !client.get(format!("{url}/readyz")).send().await.is_ok_and(|reply| reply.status() == 200) {
            assert!(Instant::now() < until, "the server did not become ready");
            tokio::task::yield_now().await;
        }
        Some(Self { server, _out: out, ada: Actor::new(&url).with_bearer(key.trim()) })
    }

    /// A file on that disk, accessed from outside the namespace.
    fn file(&self, folder: &std::path::Path, name: &str) -> std::path::PathBuf {
        format!("/proc/{}/root{}", self.server.id(), folder.join(name).display()).into()
    }
}

/// A unique picture.
fn picture(at: u32) -> Vec<u8> {
    let noise = image::RgbImage::from_fn(700, 700, |x, y| {
        let mut it = (x * 7919 + y * 104_729 + at * 1_299_709).wrapping_mul(2_654_435_761);
        it ^= it >> 15;
        it = it.wrapping_mul(2_246_822_519);
        let [r, g, b, _] = (it ^ it >> 13).to_le_bytes();
        image::Rgb([r, g, b])
    });
    pictures::file(&image::DynamicImage::ImageRgb8(noise), image::ImageFormat::Png)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_writes_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut disk) = Disk::mount(folder.path()).await else { return };
    let ada = disk.ada.clone();
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    // Pictures fill most of the space, edits the rest.
    let mut pictures = 0;
    while ada.upload("image/png", &picture(pictures)).await.status == 201 {
        pictures += 1;
        assert!(pictures < 200, "the disk does not fill");
    }
    let wide = |at: u32| {
        let note = |number: u32| json!({ "type": "text", "text": format!("{at} {number} {}", "x".repeat(1900)) });
        json!({ "page": { "profile": { "name": "Ada" }, "theme": {}, "tiles": (0..200).map(note).collect::<Vec<Value>>() } })
    };
    let (mut edits, mut version) = (0, 0);
    let refused = loop {
        let reply = ada.put("/api/v1/page", wide(edits)).await;
        if reply.status != 200 {
            break reply;
        }
        (edits, version) = (edits + 1, reply.body()["version"].as_u64().unwrap());
        assert!(edits < 500, "the disk does not fill");
    };
    refused.refused(507, "storage_full");
    ada.upload("image/png", &picture(1000)).await.refused(507, "storage_full");
    // Reads still work, and rejected writes had no effect.
    let page = ada.get("/api/v1/page").await.expect(200).body();
    if edits > 0 {
        assert_eq!(page["version"].as_u64().unwrap(), version);
    }
    ada.get("/ada").await.expect(200);
    ada.get("/api/v1/page/history").await.expect(200);
    ada.get("/readyz").await.expect(200);

    std::fs::remove_file(disk.file(folder.path(), "ballast")).unwrap();
    let made = ada.put("/api/v1/page", wide(9999)).await.expect(200).body();
    assert_eq!(made["version"].as_u64(), page["version"].as_u64().map(|number| number + 1));
    ada.upload("image/png", &picture(1001)).await.expect(201);
    // The full check on the same disk.
    let mut check = Command::new("nsenter");
    check.args(["--preserve-credentials", "-U", "-m", "-t", &disk.server.id().to_string()]);
    check.arg(PROGRAM).arg("check").env_clear().envs(settings(folder.path()));
    let checked = check.output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    println!("the disk was full after {pictures} pictures and {edits} edits; afterwards all of it is whole");
    disk.server.kill().unwrap();
    disk.server.wait().unwrap();
}
