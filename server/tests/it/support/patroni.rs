//! Two PostgreSQL clusters under Patroni, with etcd, behind HAProxy, as `deploy/patroni.yml` and
//! `deploy/haproxy-database.cfg` set them up.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::failover::Pair;
use super::postgres::{Keeper, free_port, hand_over, programs, shell, signal, until_answers};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);
/// Password of both roles.
const PASSWORD: &str = "failover";

/// The ports of one machine.
struct Machine {
    database: u16,
    api: u16,
}

/// Two machines with PostgreSQL, of which Patroni makes one the primary.
pub struct PatroniPair {
    folder: PathBuf,
    programs: PathBuf,
    machines: [Machine; 2],
    etcd: u16,
    primary: usize,
    /// Whether the standby's machine runs.
    attached: bool,
    /// The port that leads to the primary.
    port: u16,
    #[expect(dead_code, reason = "all programs stop when this is dropped")]
    keeper: Keeper,
}

impl PatroniPair {
    /// A primary and its standby; `None`, with a message, where one of the programs is not installed.
    pub async fn start() -> Option<Self> {
        let mut pair = tokio::task::block_in_place(Self::start_programs)?;
        pair.start_machine(0);
        pair.until(0, "primary").await;
        pair.attach_standby().await;
        until_answers(&pair.url(), PATIENCE, &pair.folder.join("log")).await;
        Some(pair)
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    fn start_programs() -> Option<Self> {
        let all = "for it in patroni etcd haproxy; do command -v $it || exit 1; done >/dev/null";
        let (Some(programs), true) =
            (programs(), shell(&format!("PATH=$PATH:/usr/sbin; {all}")).status().unwrap().success())
        else {
            eprintln!("PostgreSQL, Patroni, etcd or HAProxy is not installed: failovers by Patroni are skipped.");
            return None;
        };
        let (port, etcd, peer) = (free_port(), free_port(), free_port());
        let machines = [(); 2].map(|()| Machine { database: free_port(), api: free_port() });
        let folder = std::env::temp_dir().join(format!("mantel-patroni-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let shipped = |name: &str| {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(name);
            std::fs::read_to_string(path).unwrap()
        };
        let mut proxy = shipped("haproxy-database.cfg").replace("bind :5432", &format!("bind 127.0.0.1:{port}"));
        for (name, Machine { database, api }) in ["one", "two"].into_iter().zip(&machines) {
            let line = format!("server {name} database-{name}:5432 check port 8008");
            assert!(proxy.contains(&line));
            proxy = proxy.replace(&line, &format!("server {name} 127.0.0.1:{database} check port {api}"));
        }
        std::fs::write(folder.join("haproxy.cfg"), proxy).unwrap();
        std::fs::write(folder.join("patroni.yml"), shipped("patroni.yml")).unwrap();
        if !hand_over(&folder) {
            return None;
        }
        let (client, peers) = (format!("http://127.0.0.1:{etcd}"), format!("http://127.0.0.1:{peer}"));
        let script = format!(
            "cd '{folder}'; PATH='{bin}':$PATH:/usr/sbin; \
             etcd --data-dir etcd --listen-client-urls {client} --advertise-client-urls {client} --listen-peer-urls {peers} \
             --initial-advertise-peer-urls {peers} --initial-cluster default={peers} </dev/null >>log 2>&1 & etcd=$!; \
             haproxy -f haproxy.cfg </dev/null >>log 2>&1 & haproxy=$!; \
             echo ready; cat >/dev/null; kill -KILL $etcd $haproxy $(cat 0.pid 1.pid 2>/dev/null) 2>/dev/null; \
             for data in 0 1; do pg_ctl -D $data -m immediate stop >>log 2>&1; done; cd /; rm -rf '{folder}'",
            folder = folder.display(),
            bin = programs.display(),
        );
        let keeper = Keeper::start(&folder, &script);
        Some(Self { folder, programs, machines, etcd, primary: 0, attached: false, port, keeper })
    }

    /// The address of its database, wherever the primary is.
    pub fn url(&self) -> String {
        format!("postgres://mantel:{PASSWORD}@127.0.0.1:{}/mantel", self.port)
    }

    /// Starts Patroni on a machine, which starts PostgreSQL.
    fn start_machine(&self, which: usize) {
        let Machine { database, api } = self.machines[which];
        let script = format!(
            "cd '{folder}'; PATRONI_NAME=machine{which} PATRONI_ETCD3_HOSTS=127.0.0.1:{etcd} \
             PATRONI_RESTAPI_LISTEN=127.0.0.1:{api} PATRONI_RESTAPI_CONNECT_ADDRESS=127.0.0.1:{api} \
             PATRONI_POSTGRESQL_LISTEN=127.0.0.1:{database} PATRONI_POSTGRESQL_CONNECT_ADDRESS=127.0.0.1:{database} \
             PATRONI_POSTGRESQL_DATA_DIR='{folder}/{which}' PATRONI_POSTGRESQL_BIN_DIR='{bin}' \
             PATRONI_SUPERUSER_PASSWORD={PASSWORD} PATRONI_REPLICATION_PASSWORD={PASSWORD} \
             patroni patroni.yml </dev/null >>log 2>&1 & echo $! >{which}.pid",
            folder = self.folder.display(),
            etcd = self.etcd,
            bin = self.programs.display(),
        );
        assert!(shell(&script).status().unwrap().success());
    }

    /// Waits until Patroni says that a machine is this: `primary` or `synchronous`.
    async fn until(&self, which: usize, role: &str) {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let (address, until) =
            (format!("http://127.0.0.1:{}/{role}", self.machines[which].api), Instant::now() + PATIENCE);
        while !client.get(&address).send().await.is_ok_and(|reply| reply.status() == 200) {
            assert!(Instant::now() < until, "machine {which} is not {role}: {}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Pair for PatroniPair {
    async fn attach_standby(&mut self) {
        let standby = 1 - self.primary;
        if !std::mem::replace(&mut self.attached, true) {
            self.start_machine(standby);
        }
        self.until(standby, "synchronous").await;
    }

    /// Kills every process of the primary's machine.
    fn kill_primary(&mut self) {
        signal(&self.folder.join(format!("{}.pid", self.primary)), "KILL");
        signal(&self.folder.join(format!("{}/postmaster.pid", self.primary)), "KILL");
    }

    /// Waits until Patroni has promoted the standby.
    async fn promote(&mut self) {
        (self.primary, self.attached) = (1 - self.primary, false);
        self.until(self.primary, "primary").await;
    }
}
