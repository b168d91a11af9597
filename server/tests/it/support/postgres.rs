//! A PostgreSQL of our own: one private cluster a test run, one database a test, gone when the run ends.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyConnection, Connection, Executor};

/// The address of a fresh, empty database; `None`, and a sentence, where PostgreSQL is not installed.
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

fn address(port: u16, database: &str) -> String {
    format!("postgres://mantel@127.0.0.1:{port}/{database}")
}

fn programs() -> Option<PathBuf> {
    let holds = |it: &Path| it.join("initdb").exists() && it.join("pg_ctl").exists();
    // The packaged folders first: what is on PATH there may be links without their neighbours.
    let mut packaged: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|all| all.flatten().map(|it| it.path().join("bin")).collect())
        .unwrap_or_default();
    packaged.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    packaged.into_iter().rev().chain(std::env::split_paths(&path)).find(|it| holds(it))
}

/// Starts the cluster. It stops when the pipe to its keeper closes, however this run ends.
fn start() -> Option<u16> {
    let Some(programs) = programs() else {
        eprintln!("PostgreSQL is not installed: its half of these tests is skipped.");
        return None;
    };
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let folder = std::env::temp_dir().join(format!("mantel-postgres-{}-{port}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let script = format!(
        "set -e; cd '{folder}'; '{bin}/initdb' -D data -U mantel -A trust -E UTF8 --no-locale --no-sync >log 2>&1; \
         '{bin}/pg_ctl' -D data -w -l log -o \"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
         -c fsync=off -c max_connections=200\" start >>log 2>&1; echo ready; cat >/dev/null; \
         '{bin}/pg_ctl' -D data -m immediate stop >>log 2>&1; cd /; rm -rf '{folder}'",
        folder = folder.display(),
        bin = programs.display(),
    );
    let root = is_root();
    if root {
        let owned = Command::new("chown").arg("postgres").arg(&folder).status();
        if !owned.is_ok_and(|it| it.success()) {
            eprintln!(
                "PostgreSQL does not run as root and there is no user postgres: its half of these tests is skipped."
            );
            return None;
        }
    }
    let mut command = if root { Command::new("runuser") } else { Command::new("sh") };
    if root {
        command.args(["-u", "postgres", "--", "sh"]);
    }
    let mut keeper = command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    let mut out = std::io::BufReader::new(keeper.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut out, &mut said).unwrap();
    assert_eq!(said.trim(), "ready", "{}", std::fs::read_to_string(folder.join("log")).unwrap_or_default());
    // Held until the process ends: closing the pipe is what stops the cluster.
    std::mem::forget(keeper);
    Some(port)
}

fn is_root() -> bool {
    let out = Command::new("id").arg("-u").output();
    out.is_ok_and(|it| it.stdout.trim_ascii() == b"0")
}
