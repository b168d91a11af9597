//! Copies an instance to another database: every row, in one transaction, counted and verified by reading it back.

use sha2::{Digest, Sha256};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row};

use super::tables::{TABLES, Table};
use super::write::transact;
use super::{Result, Store, StoreError};

/// Rows held in memory at once. A row can hold two drafts of half a MiB.
const BATCH: usize = 32;

/// What was copied from a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The table.
    pub table: &'static str,
    /// Its rows.
    pub rows: u64,
    /// A checksum of the rows, independent of their order: the same on both sides.
    pub checksum: String,
}

/// A row: the values of the text columns, then those of the number columns.
struct Values {
    texts: Vec<Option<String>>,
    numbers: Vec<Option<i64>>,
}

/// Row count and checksum, independent of order.
#[derive(Default, PartialEq, Eq)]
struct Sum {
    rows: u64,
    halves: [u128; 2],
}

impl Sum {
    fn add(&mut self, row: &Values) {
        let mut hash = Sha256::new();
        for text in &row.texts {
            hash.update([u8::from(text.is_some())]);
            let text = text.as_deref().unwrap_or_default();
            hash.update(text.len().to_le_bytes());
            hash.update(text);
        }
        for number in &row.numbers {
            hash.update([u8::from(number.is_some())]);
            hash.update(number.unwrap_or_default().to_le_bytes());
        }
        let hash: [u8; 32] = hash.finalize().into();
        let (halves, _) = hash.as_chunks::<16>();
        for (sum, half) in self.halves.iter_mut().zip(halves) {
            *sum = sum.wrapping_add(u128::from_le_bytes(*half));
        }
        self.rows += 1;
    }

    fn of(&self, table: &Table) -> Copied {
        let [one, other] = self.halves;
        Copied { table: table.name, rows: self.rows, checksum: format!("{:032x}", one ^ other.rotate_left(64)) }
    }
}

impl Table {
    fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().chain(self.numbers).copied()
    }

    /// The query for the next rows after the bound key, or for the first ones.
    fn next_rows(&self, first: bool) -> String {
        let columns: Vec<_> = self.columns().collect();
        let key = self.key.join(", ");
        let holders: Vec<_> = (1..=self.key.len()).map(|item| format!("${item}")).collect();
        let after = if first { String::new() } else { format!("where ({key}) > ({}) ", holders.join(", ")) };
        format!("select {} from {} {after}order by {key} limit {BATCH}", columns.join(", "), self.name)
    }

    fn insert(&self, rows: usize) -> String {
        let columns: Vec<_> = self.columns().collect();
        let width = columns.len();
        let row = |at: usize| {
            let holders: Vec<_> = (1..=width).map(|number| format!("${}", at * width + number)).collect();
            format!("({})", holders.join(", "))
        };
        let rows: Vec<_> = (0..rows).map(row).collect();
        format!("insert into {} ({}) values {}", self.name, columns.join(", "), rows.join(", "))
    }

    fn read(&self, row: &AnyRow) -> sqlx::Result<Values> {
        Ok(Values {
            texts: self.texts.iter().map(|text| row.try_get(*text)).collect::<sqlx::Result<_>>()?,
            numbers: self.numbers.iter().map(|number| row.try_get(*number)).collect::<sqlx::Result<_>>()?,
        })
    }

    /// Binds the key values of a row.
    fn after<'q>(&self, mut query: Query<'q, Any, AnyArguments>, row: &Values) -> Query<'q, Any, AnyArguments> {
        for column in self.key {
            let text = self.texts.iter().position(|text| text == column).and_then(|index| row.texts.get(index));
            let number =
                self.numbers.iter().position(|number| number == column).and_then(|index| row.numbers.get(index));
            query = match text {
                Some(text) => query.bind(text.clone()),
                None => query.bind(number.copied().flatten()),
            };
        }
        query
    }

    /// The rows after `last`, in key order.
    async fn batch(&self, db: &mut AnyConnection, last: Option<&Values>) -> Result<Vec<Values>> {
        let query = sqlx::query(AssertSqlSafe(self.next_rows(last.is_none())));
        let query = match last {
            Some(last) => self.after(query, last),
            None => query,
        };
        let rows = query.fetch_all(db).await?;
        Ok(rows.iter().map(|row| self.read(row)).collect::<sqlx::Result<_>>()?)
    }

    async fn write(&self, db: &mut AnyConnection, rows: &[Values]) -> Result<()> {
        let mut query = sqlx::query(AssertSqlSafe(self.insert(rows.len())));
        for row in rows {
            for text in &row.texts {
                query = query.bind(text.clone());
            }
            for number in &row.numbers {
                query = query.bind(*number);
            }
        }
        query.execute(db).await?;
        Ok(())
    }

    /// Copies every row from one database to the other.
    async fn copy(&self, from: &mut AnyConnection, to: &mut AnyConnection) -> Result<Sum> {
        let (mut sum, mut last) = (Sum::default(), None);
        loop {
            let mut rows = self.batch(from, last.as_ref()).await?;
            if rows.is_empty() {
                return Ok(sum);
            }
            rows.iter().for_each(|row| sum.add(row));
            self.write(to, &rows).await?;
            last = rows.pop();
        }
    }

    async fn sum(&self, db: &mut AnyConnection) -> Result<Sum> {
        let (mut sum, mut last) = (Sum::default(), None);
        loop {
            let mut rows = self.batch(db, last.as_ref()).await?;
            if rows.is_empty() {
                return Ok(sum);
            }
            rows.iter().for_each(|row| sum.add(row));
            last = rows.pop();
        }
    }
}

impl Store {
    /// Copies a snapshot of this database into an empty one in one transaction, and verifies it by reading every row
    /// back.
    ///
    /// # Errors
    /// `Unfit` when the target is not empty, or the rows read back differ from those written.
    pub async fn copy_to(&self, target: &Self) -> Result<Vec<Copied>> {
        transact!(target, |write| {
            let mut from = self.pool.begin_with(self.snapshot()).await?;
            let to = &mut *write.tx;
            if let Some(table) = filled(to).await? {
                let words = format!("the target is not empty: it has rows in {table}. Name a fresh database.");
                return Err(StoreError::Unfit(words));
            }
            let mut all = Vec::new();
            for table in TABLES {
                let sum = table.copy(&mut from, to).await.map_err(|error| named(table, error))?;
                if sum != table.sum(to).await? {
                    let words = format!("what was written to {} reads back different; nothing was kept", table.name);
                    return Err(StoreError::Unfit(words));
                }
                all.push(sum.of(table));
            }
            Ok(all)
        })
    }

    /// The first table that has rows; `None` for an empty database.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn first_filled(&self) -> Result<Option<&'static str>> {
        filled(&mut *self.pool.acquire().await?).await
    }

    /// Begins a read transaction on a snapshot of the whole database. SQLite transactions are snapshots anyway.
    fn snapshot(&self) -> &'static str {
        if self.pg_notify.is_some() { "begin isolation level repeatable read read only" } else { "begin" }
    }
}

async fn filled(db: &mut AnyConnection) -> Result<Option<&'static str>> {
    for table in TABLES {
        if !table.batch(db, None).await?.is_empty() {
            return Ok(Some(table.name));
        }
    }
    Ok(None)
}

/// Adds the name of the table to an error.
fn named(table: &Table, error: StoreError) -> StoreError {
    match error {
        StoreError::Other(why) => StoreError::Unfit(format!("{} can't be copied: {why}", table.name)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: Option<&str>, number: Option<i64>) -> Values {
        Values { texts: vec![text.map(str::to_owned), Some("x".to_owned())], numbers: vec![number] }
    }

    fn sum(rows: &[Values]) -> Sum {
        let mut sum = Sum::default();
        rows.iter().for_each(|row| sum.add(row));
        sum
    }

    #[test]
    fn a_sum_knows_its_rows_in_any_order() {
        let (a, b) = (|| row(Some("a"), Some(1)), || row(Some("b"), None));
        assert!(sum(&[a(), b()]) == sum(&[b(), a()]));
        for other in [row(None, Some(1)), row(Some(""), Some(1)), row(Some("a"), Some(2)), row(Some("a"), None)] {
            assert!(sum(&[a(), b()]) != sum(&[other, b()]));
        }
        assert!(sum(&[a()]) != sum(&[a(), a()]));
        assert!(sum(&[]) != sum(&[row(Some(""), Some(0))]));
    }
}
