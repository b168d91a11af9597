//! PostgreSQL for tests: one private cluster per test run, one database per test, removed when the run ends.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rand::Rng;
use sqlx::{AnyConnection, Connection, Executor};

/// The address of a fresh, empty database; `None`, with a message, where PostgreSQL is not installed.
pub async fn fresh() -> Option<String> {
    static CLUSTER: OnceLock<Option<u16>> = OnceLock::new();
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let port = (*tokio::task::spawn_blocking(|| CLUSTER.get_or_init(start)).await.unwrap())?;
    let name = format!("mantel_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&address(port, "postgres")).await.unwrap();
    let create = sqlx::AssertSqlSafe(format!("create database {name}"));
    connection.execute(create).await.unwrap();
    Some(address(port, &name))
}

/// The address of a database on a port of this machine.
pub fn address(port: u16, database: &str) -> String {
    format!("postgres://mantel@127.0.0.1:{port}/{database}")
}

/// The folder of PostgreSQL's programs.
pub fn programs() -> Option<PathBuf> {
    let holds = |path: &Path| path.join("initdb").exists() && path.join("pg_ctl").exists();
    // The packaged folders first: programs on PATH may be links without the programs next to them.
    let mut packaged: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|all| all.flatten().map(|it| it.path().join("bin")).collect())
        .unwrap_or_default();
    packaged.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    packaged.into_iter().rev().chain(std::env::split_paths(&path)).find(|it| holds(it))
}

/// Starts the cluster. It stops when the pipe to its keeper closes, however this run ends.
fn start() -> Option<u16> {
    let cluster = Cluster::start("off")?;
    let port = cluster.port;
    // Held until the process ends: closing the pipe is what stops the cluster.
    std::mem::forget(cluster);
    Some(port)
}

/// A cluster with one database, which can be stopped, started and frozen.
pub struct Cluster {
    port: u16,
    folder: PathBuf,
    programs: PathBuf,
    #[expect(dead_code, reason = "the cluster stops when this is dropped")]
    keeper: Keeper,
}

impl Cluster {
    /// A new cluster with durable writes; `None`, with a message, where PostgreSQL is not installed.
    pub async fn start_durable() -> Option<Self> {
        tokio::task::spawn_blocking(|| Self::start("on")).await.unwrap()
    }

    fn start(fsync: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            eprintln!("PostgreSQL is not installed: its half of these tests is skipped.");
            return None;
        };
        let port = free_port();
        let folder = std::env::temp_dir().join(format!("mantel-postgres-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let script = format!(
            "set -e; cd '{folder}'; '{bin}/initdb' -D data -U mantel -A trust -E UTF8 --no-locale --no-sync >log 2>&1; \
             '{bin}/pg_ctl' -D data -w -l log -o \"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
             -c fsync={fsync} -c max_connections=200\" start >>log 2>&1; echo ready; cat >/dev/null; \
             '{bin}/pg_ctl' -D data -m immediate stop >>log 2>&1; cd /; rm -rf '{folder}'",
            folder = folder.display(),
            bin = programs.display(),
        );
        if !hand_over(&folder) {
            return None;
        }
        let keeper = Keeper::start(&folder, &script);
        Some(Self { port, folder, programs, keeper })
    }

    /// The address of its database.
    pub fn url(&self) -> String {
        address(self.port, "postgres")
    }

    /// `stop`, immediately as in a crash, or `start`.
    pub fn turn(&self, what: &str) {
        let how = if what == "stop" { "-m immediate" } else { "-l log" };
        let (bin, folder) = (self.programs.display(), self.folder.display());
        // The options of the first start are stored with the data.
        let options = if what == "stop" {
            String::new()
        } else {
            "-o \"$(sed -n 's/^[^ ]* //p' data/postmaster.opts)\"".to_owned()
        };
        let script = format!("cd '{folder}'; '{bin}/pg_ctl' -D data -w {how} {options} {what} >>log 2>&1");
        assert!(shell(&script).status().unwrap().success(), "PostgreSQL does not {what}");
    }

    /// Sends a signal to all of its processes: `STOP` to freeze them, `CONT` to resume, `KILL` for a crash.
    pub fn signal(&self, name: &str) {
        signal(&self.folder.join("data/postmaster.pid"), name);
    }
}

/// A shell that keeps a program running, and ends it when this is dropped or the run ends, however that ends: its script says
/// `ready` once the program runs, reads its input to the end, and then stops the program.
pub struct Keeper(Child);

impl Keeper {
    /// Starts the script, and waits until it is ready; a failure shows the file `log` of the folder.
    pub fn start(folder: &Path, script: &str) -> Self {
        let mut child = shell(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut out, &mut said).unwrap();
        assert_eq!(said.trim(), "ready", "{}", std::fs::read_to_string(folder.join("log")).unwrap_or_default());
        Self(child)
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

/// A port that nobody listens on, below those that systems give to connections: it stays free while nothing runs there.
pub fn free_port() -> u16 {
    let mut all = std::iter::repeat_with(|| rand::rng().random_range(20_000..32_000));
    all.find(|port| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok()).unwrap()
}

/// Waits until a database answers; a failure shows the log.
pub async fn until_answers(url: &str, patience: Duration, log: &Path) {
    sqlx::any::install_default_drivers();
    let until = Instant::now() + patience;
    while let Err(why) = AnyConnection::connect(url).await {
        let log = || std::fs::read_to_string(log).unwrap_or_default();
        assert!(Instant::now() < until, "no database answers: {why} {}", log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Sends a signal to the server that this file belongs to and to all of its processes; `KILL` returns once they are gone.
pub fn signal(pid_file: &Path, name: &str) {
    let file = std::fs::read_to_string(pid_file).unwrap();
    let first = file.lines().next().unwrap().trim().to_owned();
    let parent = |pid: &str| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        status.lines().find_map(|line| line.strip_prefix("PPid:")).map(|it| it.trim().to_owned())
    };
    let all = std::fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let children = all.filter(|it| parent(it).as_ref() == Some(&first));
    let mut pids: Vec<String> = children.collect();
    pids.push(first.clone());
    // Some may end meanwhile.
    let _ = Command::new("kill").arg(format!("-{name}")).args(&pids).stderr(Stdio::null()).status().unwrap();
    if name == "KILL" {
        // It starts again only once the last of them is gone.
        let until = Instant::now() + Duration::from_secs(20);
        while pids.iter().any(|pid| parent(pid).is_some()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Gives a folder to the user that PostgreSQL runs as; `false`, with a message, where there is none.
pub fn hand_over(folder: &Path) -> bool {
    if !is_root() {
        return true;
    }
    let owned = Command::new("chown").args(["-R", "postgres"]).arg(folder).status();
    let done = owned.is_ok_and(|owned| owned.success());
    if !done {
        eprintln!("PostgreSQL does not run as root and there is no user postgres: its half of these tests is skipped.");
    }
    done
}

/// A shell as the user that PostgreSQL runs as.
pub fn shell(script: &str) -> Command {
    let mut command = if is_root() { Command::new("runuser") } else { Command::new("sh") };
    if is_root() {
        command.args(["-u", "postgres", "--", "sh"]);
    }
    command.args(["-c", script]);
    command
}

fn is_root() -> bool {
    let out = Command::new("id").arg("-u").output();
    out.is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}
