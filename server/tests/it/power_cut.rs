//! A power cut loses no acknowledged edit and no acknowledged picture on SQLite: what the real binary writes, syncs, renames and
//! deletes is recorded with strace, and its data folder is rebuilt as a disk may hold it at any moment: of what was not
//! synced, each write is there, absent, or there in part (sectors of 512 bytes), and each new name is there or not.
//! `POWER_CUTS` is the number of moments (20 in the usual run, 1,000 by `make power-cuts`), `POWER_CUT_SEED` chooses them.
//! Needs strace.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader};
use std::path::Path;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{AnyConnection, Connection};

use crate::durability::{attach, someone, traces};
use crate::support::binary::{self, start};
use crate::support::{Actor, count, pictures};

/// Bytes that a disk writes as one.
const SECTOR: usize = 512;
/// An upload after so many edits.
const PICTURE_EVERY: usize = 20;

/// A change of a file that is not on disk for sure.
#[derive(Debug)]
enum Write {
    Bytes { offset: usize, bytes: Vec<u8> },
    Length(usize),
}

/// A file, whatever its names.
#[derive(Debug, Default)]
struct File {
    durable: Vec<u8>,
    /// Each with the number of its system call.
    pending: Vec<(usize, Write)>,
}

fn apply(to: &mut Vec<u8>, write: &Write) {
    match write {
        Write::Bytes { offset, bytes } => put(to, *offset, bytes),
        Write::Length(length) => to.resize(*length, 0),
    }
}

fn put(to: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if to.len() < end {
        to.resize(end, 0);
    }
    to[offset..end].copy_from_slice(bytes);
}

/// A change of the names in a folder that is not on disk for sure.
#[derive(Clone, Debug)]
enum Naming {
    Add(String, usize),
    Remove(String),
}

/// The disk.
#[derive(Debug, Default)]
struct Disk {
    files: Vec<File>,
    /// The names as programs see them.
    names: BTreeMap<String, usize>,
    /// The names that are on disk for sure.
    durable: BTreeMap<String, usize>,
    pending: Vec<(usize, Naming)>,
    /// Where the next plain write to a descriptor goes.
    offsets: HashMap<String, usize>,
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |parts| parts.0)
}

impl Disk {
    /// All files of a folder, as they are, on disk.
    fn read(&mut self, folder: &Path) {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                self.read(&entry);
                continue;
            }
            let name = entry.to_str().unwrap().to_owned();
            self.durable.insert(name.clone(), self.files.len());
            self.names.insert(name, self.files.len());
            self.files.push(File { durable: std::fs::read(entry).unwrap(), pending: Vec::new() });
        }
    }

    fn name(&mut self, call: usize, naming: Naming) {
        match &naming {
            Naming::Add(path, file) => drop(self.names.insert(path.clone(), *file)),
            Naming::Remove(path) => drop(self.names.remove(path)),
        }
        self.pending.push((call, naming));
    }

    fn write(&mut self, call: usize, path: &str, write: Write) {
        // A file that lost its name goes on; nobody finds it after the cut.
        if let Some(file) = self.names.get(path) {
            self.files[*file].pending.push((call, write));
        }
    }

    /// What was written before the call `until` began is on disk.
    fn sync(&mut self, until: usize, path: &str) {
        if let Some(file) = self.names.get(path) {
            let File { durable, pending } = &mut self.files[*file];
            let (done, left) = std::mem::take(pending).into_iter().partition(|(call, _)| *call < until);
            let done: Vec<(usize, Write)> = done;
            done.iter().for_each(|(_, write)| apply(durable, write));
            *pending = left;
        }
        // Or it is a folder, whose names are on disk then.
        let (done, left) = std::mem::take(&mut self.pending).into_iter().partition(|(call, naming)| {
            let (Naming::Add(name, _) | Naming::Remove(name)) = naming;
            *call < until && folder_of(name) == path
        });
        let done: Vec<(usize, Naming)> = done;
        for (_, naming) in done {
            settle(&mut self.durable, naming);
        }
        self.pending = left;
    }

    /// The files as they may be found after the power is cut now.
    fn cut(&self, random: &mut StdRng) -> BTreeMap<String, Vec<u8>> {
        let mut names = self.durable.clone();
        for (_, naming) in self.pending.iter().filter(|_| random.random_bool(0.5)).cloned().collect::<Vec<_>>() {
            settle(&mut names, naming);
        }
        let mut contents = BTreeMap::new();
        for (name, file) in names {
            let File { durable, pending } = &self.files[file];
            let mut bytes = durable.clone();
            let all = random.random_range(0..3);
            for (_, write) in pending {
                match (random.random_range(0..3), all, write) {
                    (_, 0, _) | (0, 1, _) => {}
                    (1, 1, Write::Bytes { offset, bytes: new }) => {
                        for (sector, part) in new.chunks(SECTOR).enumerate() {
                            if random.random_bool(0.5) {
                                put(&mut bytes, offset + sector * SECTOR, part);
                            }
                        }
                    }
                    _ => apply(&mut bytes, write),
                }
            }
            contents.insert(name, bytes);
        }
        contents
    }
}

fn settle(names: &mut BTreeMap<String, usize>, naming: Naming) {
    match naming {
        Naming::Add(path, file) => drop(names.insert(path, file)),
        Naming::Remove(path) => drop(names.remove(&path)),
    }
}

/// Text that strace wrote in hexadecimal digits.
fn plain(text: &str) -> Vec<u8> {
    text.split("\\x").skip(1).map(|digits| u8::from_str_radix(&digits[..2], 16).unwrap()).collect()
}

fn path(text: &str) -> String {
    String::from_utf8(plain(text)).unwrap()
}

/// The path in `3<path>`.
fn descriptor(argument: &str) -> String {
    path(argument.split_once('<').and_then(|rest| rest.1.split_once('>')).map_or("", |parts| parts.0))
}

/// The texts between quotation marks.
fn quoted(arguments: &str) -> Vec<&str> {
    arguments.split('"').skip(1).step_by(2).collect()
}

/// The path that an argument of an `…at` call names: absolute, or under the folder before it.
fn at(folder: &str, name: &str) -> String {
    let name = path(name);
    if name.starts_with('/') { name } else { format!("{}/{name}", descriptor(folder)) }
}

/// The disk, and how many replies began, while a log of system calls is read.
#[derive(Default)]
struct Recording {
    disk: Disk,
    acknowledged: usize,
    /// The calls that other threads interrupted: number and text of their beginning.
    begun: HashMap<String, (usize, String)>,
    calls: usize,
}

impl Recording {
    fn line(&mut self, line: &str) {
        let Some((thread, call)) = line.split_once(' ') else { return };
        let call = call.trim_start();
        self.calls += 1;
        let number = self.calls;
        if let Some(beginning) = call.strip_suffix(" <unfinished ...>") {
            self.begins(number, beginning);
            self.begun.insert(thread.to_owned(), (number, beginning.to_owned()));
        } else if call.starts_with("<... ") {
            let Some((number, beginning)) = self.begun.remove(thread) else { return };
            let end = call.split_once("resumed>").map_or("", |parts| parts.1);
            self.ends(number, &format!("{beginning}{end}"));
        } else {
            self.begins(number, call);
            self.ends(number, call);
        }
    }

    /// What counts from the beginning of a call: bytes may reach the disk, or the client, before it returns.
    fn begins(&mut self, number: usize, call: &str) {
        let Some((name, arguments)) = call.split_once('(') else { return };
        match name {
            "pwrite64" => {
                let file = descriptor(arguments);
                let bytes = quoted(arguments).first().map(|text| plain(text)).unwrap_or_default();
                let end = arguments.split(") = ").next().unwrap_or(arguments);
                let offset = end.rsplit(", ").next().and_then(|offset| offset.trim().parse().ok()).unwrap();
                self.disk.write(number, &file, Write::Bytes { offset, bytes });
            }
            "write" | "writev" | "sendto" | "sendmsg" => {
                let texts = quoted(arguments);
                let Some(bytes) = texts.first().map(|text| plain(text)) else { return };
                if bytes.starts_with(b"HTTP/1.1 20") {
                    self.acknowledged += 1;
                } else if name == "write" {
                    let opened = arguments.split_once('>').map_or("", |parts| parts.0).to_owned();
                    let offset = self.disk.offsets.entry(opened).or_default();
                    let from = *offset;
                    *offset += bytes.len();
                    self.disk.write(number, &descriptor(arguments), Write::Bytes { offset: from, bytes });
                }
            }
            _ => {}
        }
    }

    /// What counts from the end of a call that succeeded.
    fn ends(&mut self, number: usize, call: &str) {
        let Some((call, result)) = call.rsplit_once(" = ") else { return };
        let Some((name, arguments)) = call.split_once('(') else { return };
        if result.starts_with("-1") {
            return;
        }
        let first = arguments.split(',').next().unwrap_or_default();
        match name {
            "fsync" | "fdatasync" => self.disk.sync(number, &descriptor(arguments)),
            "ftruncate" => {
                let length = arguments.trim_end_matches(')').rsplit(", ").next().unwrap().trim().parse().unwrap();
                self.disk.write(number, &descriptor(arguments), Write::Length(length));
            }
            "openat" => {
                let file = descriptor(result);
                self.disk.offsets.insert(result.split_once('>').map_or("", |parts| parts.0).to_owned(), 0);
                if arguments.contains("O_CREAT") && !self.disk.names.contains_key(&file) {
                    self.disk.files.push(File::default());
                    let new = self.disk.files.len() - 1;
                    self.disk.name(number, Naming::Add(file, new));
                } else if arguments.contains("O_TRUNC") {
                    self.disk.write(number, &file, Write::Length(0));
                }
            }
            "rename" | "renameat" | "renameat2" | "link" | "linkat" => {
                let texts = quoted(arguments);
                let folders: Vec<&str> = arguments.split('"').step_by(2).collect();
                let (from, to) = (at(folders[0], texts[0]), at(folders[1], texts[1]));
                let Some(file) = self.disk.names.get(&from).copied() else { return };
                self.disk.name(number, Naming::Add(to, file));
                if name.starts_with("rename") {
                    self.disk.name(number, Naming::Remove(from));
                }
            }
            "unlink" | "unlinkat" => {
                let file = at(first, quoted(arguments)[0]);
                self.disk.name(number, Naming::Remove(file));
            }
            _ => {}
        }
    }
}

/// The number in the bio of the only page, once SQLite has recovered the file; the pictures that the account has.
async fn recovered(folder: &Path) -> (usize, Vec<String>) {
    sqlx::any::install_default_drivers();
    let mut database =
        AnyConnection::connect(&format!("sqlite://{}", folder.join("mantel.db").display())).await.unwrap();
    let faults: Vec<String> = sqlx::query_scalar("pragma integrity_check").fetch_all(&mut database).await.unwrap();
    assert_eq!(faults, ["ok"]);
    let draft: String = sqlx::query_scalar("select draft from pages").fetch_one(&mut database).await.unwrap();
    let draft: Value = serde_json::from_str(&draft).unwrap();
    let pictures = sqlx::query_scalar("select hash from pictures").fetch_all(&mut database).await.unwrap();
    database.close().await.unwrap();
    (draft["profile"]["bio"].as_str().and_then(|bio| bio.parse().ok()).unwrap_or(0), pictures)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_there_after_a_power_cut() {
    if !traces() {
        return;
    }
    let (points, seed): (usize, u64) = (count("POWER_CUTS", 20), count("POWER_CUT_SEED", 1));
    // Enough for several checkpoints of the write-ahead log.
    let edits = if points > 100 { 600 } else { 240 };
    let folder = tempfile::tempdir().unwrap();
    let key = someone(folder.path());
    let mut server = start(folder.path()).await;
    let ada = Actor::new(&server.url).with_bearer(&key);
    ada.get("/api/v1/page").await.expect(200);
    let mut recording = Recording::default();
    recording.disk.read(folder.path());
    let log = tempfile::NamedTempFile::new().unwrap();
    let calls = "trace=openat,write,writev,pwrite64,sendto,sendmsg,fsync,fdatasync,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat";
    let mut tracer = attach(&server, &["-y", "-xx", "-s", "200000", "-o", log.path().to_str().unwrap(), "-e", calls]);
    // What each reply acknowledged: the number of an edit, or the hash of a picture.
    let mut replies: Vec<(usize, Option<String>)> = Vec::new();
    for edit in 1..=edits {
        ada.patch("/api/v1/page/profile", json!({ "bio": edit.to_string() })).await.expect(200);
        replies.push((edit, None));
        if edit % PICTURE_EVERY == 0 {
            let side = 40 + u32::try_from(edit / PICTURE_EVERY).unwrap();
            let png = pictures::file(&pictures::drawn(side, 30, false), image::ImageFormat::Png);
            let src = ada.upload("image/png", &png).await.expect(201).body()["src"].as_str().unwrap().to_owned();
            replies.push((edit, Some(src.trim_start_matches("/media/").to_owned())));
        }
    }
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    tracer.wait().unwrap();

    let lines = BufReader::new(std::fs::File::open(log.path()).unwrap()).lines().count();
    let mut random = StdRng::seed_from_u64(seed);
    let mut moments: Vec<usize> = (0..points).map(|_| random.random_range(0..lines)).collect();
    moments.sort_unstable();
    let (mut moments, mut cuts) = (moments.into_iter().peekable(), 0);
    for (line, text) in BufReader::new(std::fs::File::open(log.path()).unwrap()).lines().enumerate() {
        recording.line(&text.unwrap());
        while moments.next_if_eq(&line).is_some() {
            cuts += 1;
            let rebuilt = tempfile::tempdir().unwrap();
            for (name, bytes) in recording.disk.cut(&mut random) {
                let within = Path::new(&name).strip_prefix(folder.path()).unwrap().to_owned();
                // The index of the log is made anew.
                if name.ends_with("-shm") {
                    continue;
                }
                let file = rebuilt.path().join(within);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(file, bytes).unwrap();
            }
            let acknowledged = &replies[..recording.acknowledged];
            let last = acknowledged.last().map_or(0, |reply| reply.0);
            let (kept, pictures) = recovered(rebuilt.path()).await;
            assert!((last..=last + 1).contains(&kept), "call {line}: acknowledged {last}, kept {kept}");
            for hash in acknowledged.iter().filter_map(|reply| reply.1.as_ref()) {
                assert!(pictures.contains(hash), "call {line}: the picture {hash} is forgotten");
                let file = rebuilt.path().join("media").join(&hash[..2]).join(hash);
                let found = std::fs::read(file).unwrap_or_else(|why| panic!("call {line}: the picture {hash}: {why}"));
                let sum: String = Sha256::digest(found).iter().map(|byte| format!("{byte:02x}")).collect();
                assert_eq!(&sum, hash, "call {line}");
            }
            // The server's own check, of a few: it costs a start.
            if cuts % 50 == 1 {
                let checked = binary::command(rebuilt.path()).arg("check").output().unwrap();
                assert!(checked.status.success(), "call {line}: {}", String::from_utf8_lossy(&checked.stderr));
            }
        }
    }
    assert_eq!((cuts, recording.acknowledged), (points, replies.len()));
    println!(
        "{cuts} power cuts in {lines} system calls of {edits} edits and {} pictures: nothing acknowledged was lost",
        edits / PICTURE_EVERY
    );
}
