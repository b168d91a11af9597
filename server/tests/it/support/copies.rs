//! Many pages without many calls.

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

/// Copies the page with a name so many times in a database, each copy with an account of its own.
pub async fn make(database: &str, name: &str, count: u32) {
    sqlx::any::install_default_drivers();
    let mut db = AnyConnection::connect(database).await.unwrap();
    let numbers =
        format!("with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < {count})");
    for insert in [
        "insert into accounts (id, email, password, plan, admin, created_at)
         select 'a_copy' || n, 'copy' || n || '@harrow.example', password, plan, 0, created_at
         from numbers, accounts where id = (select account_id from pages where username = $1)",
        "insert into pages (account_id, username, draft, version, published, published_version, published_at, publish_serial,
             facts_serial, created_at, updated_at)
         select 'a_copy' || n, 'copy-' || n, draft, version, published, published_version, published_at, publish_serial,
             facts_serial, created_at, updated_at from numbers, pages where username = $1",
    ] {
        sqlx::query(AssertSqlSafe(format!("{numbers} {insert}"))).bind(name).execute(&mut db).await.unwrap();
    }
    db.close().await.unwrap();
}
