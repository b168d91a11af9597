//! What the database holds, beside what the service tells of it.

use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use super::TestApp;

/// The database of a server, read and filled past the service.
#[derive(Debug)]
pub struct Rows(pub AnyConnection);

impl Rows {
    /// Of this server.
    pub async fn of(app: &TestApp) -> Self {
        Self(AnyConnection::connect(&app.app.config.database_url).await.unwrap())
    }

    /// The number that a query gives; 0 for none.
    pub async fn number(&mut self, select: &str) -> i64 {
        let select = format!("select cast(coalesce(({select}), 0) as bigint)");
        sqlx::query_scalar(AssertSqlSafe(select)).fetch_one(&mut self.0).await.unwrap()
    }

    /// Runs a statement.
    pub async fn run(&mut self, sql: &str) {
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut self.0).await.unwrap();
    }

    /// Inserts rows; `values` may use `i`, the number of each, from 1.
    pub async fn fill(&mut self, count: usize, table: &str, columns: &str, values: &str) {
        self.run(&format!(
            "with recursive n(i) as (select 1 union all select i + 1 from n where i < {count})
            insert into {table} ({columns}) select {values} from n"
        ))
        .await;
    }

    /// The id of the account of the person with this name.
    pub async fn account(&mut self, name: &str) -> String {
        let find = format!("select id from accounts where email = '{name}@harrow.example'");
        sqlx::query_scalar(AssertSqlSafe(find)).fetch_one(&mut self.0).await.unwrap()
    }
}
