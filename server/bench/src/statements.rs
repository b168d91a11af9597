//! What statements take that a migration may be made of.

use std::time::Instant;

use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::Outcome;

/// Prints the seconds that each statement takes, as JSON, in a transaction that is rolled back.
pub async fn run(database: &str, statements: &[&str]) -> Outcome {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(database).await?;
    let (mut tx, mut seconds) = (connection.begin().await?, Vec::new());
    for statement in statements {
        let start = Instant::now();
        sqlx::query(AssertSqlSafe((*statement).to_owned())).execute(&mut *tx).await?;
        seconds.push(start.elapsed().as_secs_f64());
    }
    tx.rollback().await?;
    connection.close().await?;
    println!("{seconds:?}");
    Ok(())
}
