//! The bare database: the writes of an edit, committed in one transaction after another.

use std::str::FromStr;
use std::time::{Duration, Instant};

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, ConnectOptions, Connection, Executor, Row};

use crate::Outcome;
use crate::report::print_rate;

/// Drafts and events stored per page, as in the service.
const STORED_PER_PAGE: (i64, i64) = (100, 200);

/// Commits for this many seconds, over one connection per account (only one for SQLite, which has a single writer).
pub async fn run(database: &str, seconds: u64, accounts: &[&str]) -> Outcome {
    sqlx::any::install_default_drivers();
    let sqlite = database.starts_with("sqlite:");
    let (start, time) = (Instant::now(), Duration::from_secs(seconds));
    let writers: Vec<Vec<String>> = if sqlite {
        vec![accounts.iter().map(|account| (*account).to_owned()).collect()]
    } else {
        accounts.iter().map(|account| vec![(*account).to_owned()]).collect()
    };
    let all = writers.into_iter().map(|whose| tokio::spawn(write(database.to_owned(), whose, start + time)));
    let mut took = Vec::new();
    for one in all.collect::<Vec<_>>() {
        took.extend(one.await??);
    }
    print_rate(took, start.elapsed());
    Ok(())
}

/// Prints the ids of the existing accounts.
pub async fn accounts(database: &str) -> Outcome {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(database).await?;
    let all: Vec<String> = sqlx::query_scalar("select id from accounts order by id").fetch_all(&mut connection).await?;
    println!("{all:?}");
    Ok(connection.close().await?)
}

async fn write(database: String, accounts: Vec<String>, until: Instant) -> Outcome<Vec<Duration>> {
    let sqlite = database.starts_with("sqlite:");
    let mut connection = AnyConnectOptions::from_str(&database)?.connect().await?;
    if sqlite {
        for it in ["pragma journal_mode=wal", "pragma synchronous=full", "pragma foreign_keys=on"] {
            connection.execute(it).await?;
        }
    } else {
        // As in the service; otherwise the bare database would pay for visiting deleted rows, and for compressing.
        connection.execute("set enable_bitmapscan = off").await?;
        connection.execute("set default_toast_compression = 'lz4'").await?;
    }
    let mut took = Vec::new();
    while Instant::now() < until {
        let Some(account) = accounts.get(took.len() % accounts.len()) else { break };
        let begin = Instant::now();
        edit(&mut connection, sqlite, account, took.len()).await?;
        took.push(begin.elapsed());
    }
    connection.close().await?;
    Ok(took)
}

/// The draft with another number after the first word `Edit`: as long as before but for the digits.
fn edited(draft: &str, nth: usize) -> String {
    let Some((before, after)) = draft.split_once("Edit") else { return draft.to_owned() };
    let rest = after.find('"').and_then(|at| after.get(at..)).unwrap_or_default();
    format!("{before}Edit {nth}{rest}")
}

/// What the history stores of the draft: the tile that was edited between those that are the same, or a short draft itself.
fn stored(draft: &str) -> String {
    if draft.len() < 1024 {
        return draft.to_owned();
    }
    let tile = draft.split_once("\"Edit").and_then(|(before, after)| {
        let (from, to) = (before.rfind("{\"id\"")?, before.len() + after.find('}')? + "\"Edit}".len());
        draft.get(from..to)
    });
    format!("{{\"tiles\":[[0,149],{},[150,150]]}}", tile.unwrap_or_default())
}

/// What the service writes for an edit that joins the previous history entry: the draft, the history, the event.
async fn edit(connection: &mut AnyConnection, sqlite: bool, account: &str, nth: usize) -> Outcome {
    let row = sqlx::query("select draft from pages where account_id = $1").bind(account);
    let draft: String = row.fetch_one(&mut *connection).await?.try_get("draft")?;
    let draft = edited(&draft, nth);
    let mut tx = connection.begin_with(if sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" }).await?;
    let save = "update pages set draft = $1, version = version + 1, event_serial = event_serial + 1, updated_at = $2
        where account_id = $3 returning version, event_serial";
    let save = sqlx::query(save).bind(&draft).bind(nth as i64).bind(account).fetch_one(&mut *tx).await?;
    let (version, serial): (i64, i64) = (save.try_get("version")?, save.try_get("event_serial")?);
    let history = "insert into history (account_id, version, at, actor, act, summary, draft, snapshot)
        values ($1, $2, $3, 'key:bench', 'profile', 'Changed the bio', $4, 2)";
    sqlx::query(history).bind(account).bind(version).bind(nth as i64).bind(stored(&draft)).execute(&mut *tx).await?;
    let entry = "update history_entries set version = $1, at = $2 where account_id = $3 and version = $4";
    sqlx::query(entry).bind(version).bind(nth as i64).bind(account).bind(version - 1).execute(&mut *tx).await?;
    let trim = "delete from history where account_id = $1 and version <= $2";
    sqlx::query(trim).bind(account).bind(version - STORED_PER_PAGE.0).execute(&mut *tx).await?;
    let event = "insert into events (account_id, serial, at, kind, version, actor, act, summary, unpublished)
        values ($1, $2, $3, 'draft', $4, 'key:bench', 'profile', 'Changed the bio', 1)";
    sqlx::query(event).bind(account).bind(serial).bind(nth as i64).bind(version).execute(&mut *tx).await?;
    let trim = "delete from events where account_id = $1 and serial <= $2";
    sqlx::query(trim).bind(account).bind(serial - STORED_PER_PAGE.1).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(())
}
