//! An acknowledged edit is on disk: the system calls of the real binary, in order, and a failing disk.
//! `SYNCED` is the number of edits traced (40 in the usual run, 1,000 by `make synced`). Needs strace.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::json;

use crate::support::binary::{Running, Server, admin, start};
use crate::support::{Actor, count};

/// Whether this machine allows tracing a process.
pub fn traces() -> bool {
    let tried = Command::new("strace").args(["-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
    let can = tried.is_ok_and(|tried| tried.success());
    if !can {
        eprintln!("There is no strace here, or it may not trace: that replies wait for the disk is not shown.");
    }
    can
}

pub fn someone(folder: &std::path::Path) -> String {
    let make = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    admin(folder, &make, "a long password\n");
    admin(folder, &["create-key", "ada@harrow.example", "--name", "x"], "")
}

/// The unique text of an edit.
fn text_of_edit(edit: usize) -> String {
    format!("edit-{edit:06};")
}

/// The progress of an edit in the log of system calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SyncState {
    Nothing,
    /// Its text was written to the write-ahead log.
    Written,
    /// After that, a sync of the log began …
    Syncing,
    /// … and finished.
    Synced,
}

/// How many edits were answered with 200, and how many of these replies began after the edit's text was synced. A
/// call interrupted by another thread's is on two lines, so the order of lines is the order of starts and ends.
fn in_order(log: impl BufRead) -> (usize, usize) {
    let (mut good, mut answered, mut seen) = (0, 0, SyncState::Nothing);
    for line in log.lines() {
        let line = line.unwrap();
        let call = line.split_once(' ').map_or("", |it| it.1).trim_start();
        let of_log = call.contains("-wal>");
        let ends_well = call.ends_with("= 0");
        if of_log && call.contains("write") && call.contains(&text_of_edit(answered)) {
            seen = SyncState::Written;
        } else if of_log && call.starts_with("fdatasync(") | call.starts_with("fsync(") && seen == SyncState::Written {
            seen = if ends_well { SyncState::Synced } else { SyncState::Syncing };
        } else if seen == SyncState::Syncing && call.contains("sync resumed>") && ends_well {
            seen = SyncState::Synced;
        } else if call.contains("\"HTTP/1.1 200 OK") {
            good += usize::from(seen == SyncState::Synced);
            answered += 1;
            seen = SyncState::Nothing;
        }
    }
    (good, answered)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_reply_waits_until_its_edit_is_on_disk() {
    if !traces() {
        return;
    }
    let edits: usize = count("SYNCED", 40);
    let folder = tempfile::tempdir().unwrap();
    let key = someone(folder.path());
    // The server is started before it is traced: after that, only edits are answered.
    let mut server = start(folder.path()).await;
    let ada = Actor::new(&server.url).with_bearer(&key);
    ada.get("/api/v1/page").await.expect(200);
    let log = folder.path().join("calls");
    let calls = "trace=write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync";
    let mut tracer = attach(&server, &["-y", "-s", "8192", "-o", log.to_str().unwrap(), "-e", calls]);
    for edit in 0..edits {
        ada.patch("/api/v1/page/profile", json!({ "bio": text_of_edit(edit) })).await.expect(200);
    }
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    // It ends with the process it traces; its log is complete then.
    tracer.wait().unwrap();
    let (good, answered) = in_order(BufReader::new(std::fs::File::open(log).unwrap()));
    println!("{good} of {answered} replies began after the edit's words were on disk");
    assert_eq!((good, answered), (edits, edits));
}

/// Traces a running server until it ends or is detached.
pub fn attach(server: &Server, how: &[&str]) -> Running {
    let mut command = Command::new("strace");
    command.args(["-f", "-p", &server.child.id().to_string()]).args(how);
    let mut tracer = Running(command.stderr(Stdio::piped()).spawn().unwrap());
    let mut said = String::new();
    let mut out = BufReader::new(tracer.stderr.take().unwrap());
    while !said.contains("attached") {
        assert!(out.read_line(&mut said).unwrap() > 0, "{said}");
    }
    // Its messages about new threads are discarded, since they must not fill the pipe.
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    tracer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_failing_disk_did_not_keep_is_not_acknowledged() {
    if !traces() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let key = someone(folder.path());
    let mut server = start(folder.path()).await;
    let ada = Actor::new(&server.url).with_bearer(&key);
    ada.patch("/api/v1/page/profile", json!({ "bio": "kept" })).await.expect(200);
    let fails = "inject=fsync,fdatasync:error=EIO";
    let mut tracer = attach(&server, &["-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", fails]);
    for edit in 0..20 {
        ada.patch("/api/v1/page/profile", json!({ "bio": text_of_edit(edit) })).await.refused(503, "unavailable");
        // Reads still work.
        let page = ada.get("/api/v1/page").await.expect(200).body();
        assert_eq!(page["draft"]["profile"]["bio"], "kept", "a write that failed is not shown");
    }
    assert!(Command::new("kill").args(["-INT", &tracer.id().to_string()]).status().unwrap().success());
    tracer.wait().unwrap();
    // When the disk works again, so do writes, and they are durable.
    ada.patch("/api/v1/page/profile", json!({ "bio": "kept again" })).await.expect(200);
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    let again = start(folder.path()).await;
    let ada = Actor::new(&again.url).with_bearer(&key);
    assert_eq!(ada.get("/api/v1/page").await.expect(200).body()["draft"]["profile"]["bio"], "kept again");
}
