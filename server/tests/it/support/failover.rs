//! PostgreSQL with a synchronous standby, behind an address that follows the primary, and PgBouncer where one is wanted.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use sqlx::{AnyConnection, Connection, Executor};
use tokio::net::{TcpListener, TcpStream};

use super::postgres::{Keeper, address, free_port, hand_over, programs, shell, signal, until_answers};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The first PgBouncer that keeps prepared statements in transaction mode.
const PGBOUNCER_FLOOR: (u32, u32) = (1, 21);

/// Two machines with PostgreSQL, of which one is the primary.
pub trait Pair {
    /// Makes the other machine a standby of the primary, and returns once each commit waits for it.
    async fn attach_standby(&mut self);

    /// Kills every process of the primary.
    fn kill_primary(&mut self);

    /// Returns once the standby is the primary.
    async fn promote(&mut self);
}

/// Two PostgreSQL clusters, of which one is the primary.
pub struct ReplicatedPostgres {
    folder: PathBuf,
    programs: PathBuf,
    ports: [u16; 2],
    primary: usize,
    /// The port that its address leads to.
    route: Arc<AtomicU16>,
    port: u16,
    #[expect(dead_code, reason = "what it keeps running stops when this is dropped")]
    keeper: Keeper,
}

impl ReplicatedPostgres {
    /// A primary without a standby yet; `None`, with a message, where PostgreSQL is not installed.
    pub async fn start() -> Option<Self> {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut started = tokio::task::spawn_blocking(move || Self::start_primary(port)).await.unwrap()?;
        started.route = Arc::new(AtomicU16::new(started.ports[0]));
        tokio::spawn(forward(listener, Arc::clone(&started.route)));
        Some(started)
    }

    fn start_primary(port: u16) -> Option<Self> {
        let Some(programs) = programs() else {
            eprintln!("PostgreSQL is not installed: its half of these tests is skipped.");
            return None;
        };
        let ports = [free_port(), free_port()];
        let folder = std::env::temp_dir().join(format!("mantel-failover-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        if !hand_over(&folder) {
            return None;
        }
        let script = format!(
            "set -e; cd '{folder}'; '{bin}/initdb' -D 0 -U mantel -A trust -E UTF8 --no-locale --no-sync >log 2>&1; \
             echo ready; cat >/dev/null; for data in 0 1; do '{bin}/pg_ctl' -D $data -m immediate stop >>log 2>&1 || true; done; \
             cd /; rm -rf '{folder}'",
            folder = folder.display(),
            bin = programs.display(),
        );
        let keeper = Keeper::start(&folder, &script);
        let pair = Self { folder, programs, ports, primary: 0, route: Arc::default(), port, keeper };
        pair.run_cluster(0);
        Some(pair)
    }

    /// The address of its database, wherever the primary is.
    pub fn url(&self) -> String {
        address(self.port, "postgres")
    }

    /// Runs a shell script in its folder.
    fn script(&self, script: &str) {
        let (bin, folder) = (self.programs.display(), self.folder.display());
        let done = shell(&format!("set -e; cd '{folder}'; PATH='{bin}':$PATH; {script}")).status().unwrap();
        assert!(done.success(), "{script}: {}", std::fs::read_to_string(self.folder.join("log")).unwrap_or_default());
    }

    fn run_cluster(&self, which: usize) {
        let port = self.ports[which];
        self.script(&format!(
            "pg_ctl -D {which} -w -l log -o '-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
             -c fsync=on -c max_connections=200' start >>log 2>&1"
        ));
    }

    async fn connect(&self, which: usize) -> AnyConnection {
        sqlx::any::install_default_drivers();
        AnyConnection::connect(&address(self.ports[which], "postgres")).await.unwrap()
    }

    /// PgBouncer in transaction mode in front of it; `None`, with a message, where none that is new enough is installed.
    /// `PGBOUNCER` names another program.
    pub async fn pgbouncer(&self) -> Option<PgBouncer> {
        let program = std::env::var("PGBOUNCER").unwrap_or_else(|_| "/usr/sbin/pgbouncer".to_owned());
        let said = std::process::Command::new(&program).arg("--version").output().map(|out| out.stdout);
        let said = String::from_utf8(said.unwrap_or_default()).unwrap();
        if version(&said).is_none_or(|version| version < PGBOUNCER_FLOOR) {
            eprintln!("No PgBouncer from 1.21 is installed: failovers behind it are skipped.");
            return None;
        }
        let port = free_port();
        let folder = self.folder.join(format!("pgbouncer-{port}"));
        std::fs::create_dir_all(&folder).unwrap();
        let settings = format!(
            "[databases]\n* = host=127.0.0.1 port={} user=mantel\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port={port}\n\
             unix_socket_dir=\nauth_type=any\npool_mode=transaction\nmax_prepared_statements=200\n\
             ignore_startup_parameters=extra_float_digits\nserver_login_retry=0.5\ndefault_pool_size=16\n",
            self.port
        );
        std::fs::write(folder.join("pgbouncer.ini"), settings).unwrap();
        assert!(hand_over(&folder));
        let script = format!(
            "cd '{}'; '{program}' -q pgbouncer.ini </dev/null >log 2>&1 & echo ready; cat >/dev/null; kill -KILL $!",
            folder.display()
        );
        let keeper = Keeper::start(&folder, &script);
        let started = PgBouncer { keeper, port };
        until_answers(&started.url(), PATIENCE, &folder.join("log")).await;
        Some(started)
    }
}

impl Pair for ReplicatedPostgres {
    /// Copies the primary to a new standby.
    async fn attach_standby(&mut self) {
        let (primary, standby) = (self.primary, 1 - self.primary);
        self.script(&format!(
            "rm -rf {standby}; pg_basebackup -h 127.0.0.1 -p {port} -U mantel -D {standby} -R -X stream -c fast \
             --no-sync >>log 2>&1; sed -i /synchronous_standby_names/d {standby}/postgresql.auto.conf",
            port = self.ports[primary],
        ));
        self.run_cluster(standby);
        let mut connection = self.connect(primary).await;
        connection.execute("alter system set synchronous_standby_names = '*'").await.unwrap();
        connection.execute("select cast(pg_reload_conf() as text)").await.unwrap();
        let until = Instant::now() + PATIENCE;
        let sync = "select count(*) from pg_stat_replication where sync_state = 'sync' and state = 'streaming'";
        while sqlx::query_scalar::<_, i64>(sync).fetch_one(&mut connection).await.unwrap() == 0 {
            assert!(Instant::now() < until, "no synchronous standby");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn kill_primary(&mut self) {
        signal(&self.folder.join(format!("{}/postmaster.pid", self.primary)), "KILL");
    }

    /// Promotes the standby and leads the address to it.
    async fn promote(&mut self) {
        let standby = 1 - self.primary;
        tokio::task::block_in_place(|| self.script(&format!("pg_ctl -D {standby} -w promote >>log 2>&1")));
        self.primary = standby;
        self.route.store(self.ports[standby], Ordering::Release);
    }
}

/// A running PgBouncer.
pub struct PgBouncer {
    #[expect(dead_code, reason = "what it keeps running stops when this is dropped")]
    keeper: Keeper,
    port: u16,
}

impl PgBouncer {
    /// The address of the database behind it.
    pub fn url(&self) -> String {
        address(self.port, "postgres")
    }
}

/// Forwards each connection to where the primary is now.
async fn forward(listener: TcpListener, route: Arc<AtomicU16>) {
    while let Ok((mut caller, _)) = listener.accept().await {
        let port = route.load(Ordering::Acquire);
        tokio::spawn(async move {
            let Ok(mut primary) = TcpStream::connect(("127.0.0.1", port)).await else { return };
            caller.set_nodelay(true).unwrap();
            primary.set_nodelay(true).unwrap();
            // Either side may close when it is done.
            let _ = tokio::io::copy_bidirectional(&mut caller, &mut primary).await;
        });
    }
}

/// Major and minor version in `PgBouncer 1.24.1`.
fn version(said: &str) -> Option<(u32, u32)> {
    let mut parts = said.split_whitespace().nth(1)?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}
