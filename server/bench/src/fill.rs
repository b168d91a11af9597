//! Fills a database with many pages: copies the existing one directly into the tables, each with an account of its own.

use sqlx::{AnyConnection, Connection};

use crate::Outcome;

/// Rows per transaction.
const STEP: u32 = 1000;

/// Copies the account and page called `bench` this many times.
pub async fn run(database: &str, count: u32) -> Outcome {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(database).await?;
    for from in (0..count).step_by(STEP as usize) {
        let mut tx = connection.begin().await?;
        for nth in from..count.min(from + STEP) {
            let account = "insert into accounts (id, email, password, plan, admin, created_at)
                select $1, $2, password, plan, 0, created_at from accounts
                where id = (select account_id from pages where username = 'bench') on conflict do nothing";
            let account = sqlx::query(account).bind(format!("a_bench{nth}")).bind(format!("bench{nth}@harrow.example"));
            account.execute(&mut *tx).await?;
            let page = "insert into pages (account_id, username, draft, version, published, published_version,
                    published_at, publish_serial, facts_serial, created_at, updated_at)
                select $1, $2, draft, version, published, published_version, published_at, publish_serial,
                    facts_serial, created_at, updated_at from pages where username = 'bench' on conflict do nothing";
            let page = sqlx::query(page).bind(format!("a_bench{nth}")).bind(format!("bench-{nth}"));
            page.execute(&mut *tx).await?;
        }
        tx.commit().await?;
    }
    connection.close().await?;
    Ok(())
}
