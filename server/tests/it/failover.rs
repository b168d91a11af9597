//! A primary that is lost: PostgreSQL with a synchronous standby is killed in a stream of edits and the standby promoted,
//! directly, with PgBouncer in transaction mode between, and by Patroni. `FAILOVERS` is the number of each (2 in the usual
//! run, of Patroni 1; 50 by `make failovers`).

use std::time::{Duration, Instant};

use rand::Rng;
use serde_json::json;

use crate::crash::{admin_on, kept, stream};
use crate::support::binary::{self, start_with};
use crate::support::failover::{Pair, ReplicatedPostgres};
use crate::support::patroni::PatroniPair;
use crate::support::{Actor, count};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_edit_is_lost_when_the_standby_takes_over() {
    let Some(pair) = ReplicatedPostgres::start().await else { return };
    let database = pair.url();
    fail_over(pair, &database, count("FAILOVERS", 2), "directly").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_edit_is_lost_when_the_standby_takes_over_behind_pgbouncer() {
    let Some(pair) = ReplicatedPostgres::start().await else { return };
    let Some(pgbouncer) = pair.pgbouncer().await else { return };
    fail_over(pair, &pgbouncer.url(), count("FAILOVERS", 2), "behind PgBouncer").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_edit_is_lost_when_patroni_promotes_the_standby() {
    let Some(pair) = PatroniPair::start().await else { return };
    let database = pair.url();
    // It takes Patroni twenty seconds to replace a machine.
    fail_over(pair, &database, count("FAILOVERS", 1), "by Patroni, behind HAProxy").await;
}

/// Fails over again and again under two servers on the database at this address.
async fn fail_over(mut pair: impl Pair, database: &str, rounds: usize, how: &str) {
    let folder = tempfile::tempdir().unwrap();
    let new = ["create-account", "ada@harrow.example", "--password-stdin", "--username", "ada"];
    admin_on(folder.path(), database, &new, "a long password\n");
    let key = admin_on(folder.path(), database, &["create-key", "ada@harrow.example", "--name", "failover"], "");
    let settings = [("DATABASE_URL", database), ("SECRET_KEY", "shared by both servers and long enough")];
    let servers = [start_with(folder.path(), &settings).await, start_with(folder.path(), &settings).await];
    let [ada, other] = servers.each_ref().map(|server| Actor::new(&server.url).with_bearer(&key));
    ada.post("/api/v1/page/publish", json!({})).await.expect(200);
    for actor in [&ada, &other] {
        Actor::new(actor.url()).get("/ada").await.expect(200);
    }
    let (mut last, mut edits, mut longest) = (0, 0, Duration::ZERO);
    for round in 1..=rounds {
        pair.attach_standby().await;
        let from = kept(&ada).await;
        assert!(from == last || from == last + 1, "round {round}: acknowledged {last}, kept {from}");
        // One edit at least, however busy the machine is.
        edit_until_acknowledged(&ada, from + 1).await;
        let editing = tokio::spawn(stream(ada.clone(), from + 1));
        tokio::time::sleep(Duration::from_millis(rand::rng().random_range(50..500))).await;
        pair.kill_primary();
        last = editing.await.unwrap();
        edits += last - from;
        for actor in [&ada, &other] {
            Actor::new(actor.url()).get("/ada").await.expect(200);
        }
        pair.promote().await;
        let promoted = Instant::now();
        for actor in [&ada, &other] {
            let found = kept(actor).await;
            assert!(found == last || found == last + 1, "round {round}: acknowledged {last}, kept {found}");
            last = found + 1;
            edit_until_acknowledged(actor, last).await;
        }
        longest = longest.max(promoted.elapsed());
    }
    let checked = binary::command(folder.path()).env("DATABASE_URL", database).arg("check").output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    println!(
        "{rounds} failovers {how}, {edits} acknowledged edits, none lost; both servers write again {longest:?} after the promotion at most"
    );
    assert!(edits > 0);
}

/// Makes an edit, again until it is acknowledged.
async fn edit_until_acknowledged(actor: &Actor, number: u64) {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let reply = actor.patch("/api/v1/page/profile", json!({ "bio": number.to_string() })).await;
        if reply.status == 200 {
            return;
        }
        assert!(reply.status == 503 && Instant::now() < until, "{} {}", reply.status, reply.text);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
