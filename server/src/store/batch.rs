//! Statements that are sent to the database together: each round trip costs more than most statements do.

use std::fmt::Write as _;

use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::write::only_row;
use super::{Result, Write};

/// An argument of a statement.
#[derive(Clone, Copy, Debug)]
pub(super) enum Argument<'a> {
    Text(&'a str),
    Number(i64),
    NoNumber,
}

impl<'a> From<&'a str> for Argument<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Argument<'_> {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<Option<i64>> for Argument<'_> {
    fn from(number: Option<i64>) -> Self {
        number.map_or(Self::NoNumber, Self::Number)
    }
}

/// Statements that are carried out in one round trip. None may depend on whether another one of them was carried out before:
/// SQLite runs one after the other, PostgreSQL all on the same state (PostgreSQL, 7.8.4, data-modifying statements in `with`).
#[derive(Debug, Default)]
pub(super) struct Batch<'a> {
    statements: Vec<String>,
    arguments: Vec<Argument<'a>>,
}

/// Stands in a statement for the condition under which it is carried out.
const CONDITION: &str = "{condition}";

impl<'a> Batch<'a> {
    /// Adds a statement whose parameters are `$1` and so on. `{condition}` stands in its `where` for whatever it depends on. The last
    /// one may return rows.
    pub fn add(&mut self, statement: &str, arguments: impl IntoIterator<Item = Argument<'a>>) {
        self.statements.push(renumbered(statement, self.arguments.len()));
        self.arguments.extend(arguments);
    }

    /// Carries out the statements; returns the rows of the last one.
    pub async fn execute(self, write: &mut Write<'_>) -> Result<Vec<AnyRow>> {
        let text = if write.is_sqlite() { in_turn(&self.statements) } else { in_one(&self.statements) };
        Ok(bound(text.replace(CONDITION, "true"), self.arguments).fetch_all(&mut *write.tx).await?)
    }

    /// Carries out a statement that returns rows and, if it returned one, those of the batch; returns whether it did. All is one
    /// statement, so no transaction is needed. For PostgreSQL: SQLite has no `with` that changes.
    pub async fn execute_after(
        mut self,
        first: &str,
        arguments: impl IntoIterator<Item = Argument<'a>>,
        connection: &mut AnyConnection,
    ) -> Result<bool> {
        self.add(first, arguments);
        let text = after(&self.statements).replace(CONDITION, "exists (select 1 from first)");
        Ok(only_row(bound(text, self.arguments), connection).await?.is_some())
    }
}

/// A query with its arguments.
fn bound<'a>(text: String, arguments: Vec<Argument<'a>>) -> Query<'a, Any, AnyArguments> {
    arguments.into_iter().fold(sqlx::query(AssertSqlSafe(text)), |query, argument| match argument {
        Argument::Text(text) => query.bind(text),
        Argument::Number(number) => query.bind(number),
        Argument::NoNumber => query.bind(None::<i64>),
    })
}

/// The statement with parameters that begin after the first `before`.
fn renumbered(statement: &str, before: usize) -> String {
    if before == 0 {
        return statement.to_owned();
    }
    let mut parts = statement.split('$');
    let mut text = String::with_capacity(statement.len() + 16);
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let (number, rest) = part.split_at(digits);
        let number: usize = number.parse().unwrap_or_default();
        // Writing to a string never fails.
        let _ = write!(text, "${}{rest}", number + before);
    }
    text
}

/// The text for SQLite.
fn in_turn(statements: &[String]) -> String {
    statements.join(";\n")
}

/// The text for PostgreSQL: the last statement, with the others before it.
fn in_one(statements: &[String]) -> String {
    let Some((last, others)) = statements.split_last() else { return String::new() };
    let others: Vec<_> = others.iter().zip(1..).map(|(other, number)| format!("s{number} as ({other})")).collect();
    if others.is_empty() { last.clone() } else { format!("with {}\n{last}", others.join(",\n")) }
}

/// The text for PostgreSQL in which the last statement comes first, and the others may read what it returns.
fn after(statements: &[String]) -> String {
    let Some((first, others)) = statements.split_last() else { return String::new() };
    let others = others.iter().zip(1..).map(|(other, number)| format!(",\ns{number} as ({other})"));
    format!("with first as ({first}){}\nselect * from first", others.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_statement_keeps_its_own_arguments() {
        let mut batch = Batch::default();
        batch.add("delete from a where b = $1 and c = $2 or d = $1", ["x".into(), 2.into()]);
        batch.add("insert into e values ($1)", [None.into()]);
        batch.add("update f set g = $2 where h = $1", [3.into(), 4.into()]);
        let [first, second, third] = [
            "delete from a where b = $1 and c = $2 or d = $1",
            "insert into e values ($3)",
            "update f set g = $5 where h = $4",
        ];
        assert_eq!(in_turn(&batch.statements), format!("{first};\n{second};\n{third}"));
        assert_eq!(in_one(&batch.statements), format!("with s1 as ({first}),\ns2 as ({second})\n{third}"));
        assert_eq!(in_one(&["select 1".to_owned()]), "select 1");
        assert_eq!(
            after(&batch.statements),
            format!("with first as ({third}),\ns1 as ({first}),\ns2 as ({second})\nselect * from first")
        );
    }
}
