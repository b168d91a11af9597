//! What is counted of pages: by hour, later by day; until the end of the day also the sketches of visitors.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;

use mantel_model::limits;
use sqlx::{Any, AssertSqlSafe, Row, Transaction};

use super::write::{read, transact};
use super::{BUSY_TIMEOUT, Result, Store};

/// Values of a dimension that strangers choose, in an hour, a day or a report of a page; further ones count as [`OTHERS`].
pub const VALUES: usize = 50;
/// Tiles that are gone from a page, in a report; further ones count as [`OTHERS`].
const GONE_TILES: usize = limits::TILES;
/// What is counted of the values beyond [`VALUES`].
pub const OTHERS: &str = "others";
/// Hours for which counts are kept by the hour.
pub const HOURS: i64 = 60 * 24;
/// Days for which counts are kept at all: 25 months.
const DAYS: i64 = 761;
/// Rows in one statement.
const BATCH: usize = 200;
/// Sketches that are replaced in one transaction.
pub const SKETCHES: usize = 200;
/// Hours that are summed up to days in one transaction.
const DAY_HOURS: i64 = 24;

/// How often something was counted in an hour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HourCount {
    /// Whose page.
    pub account: String,
    /// Hours since 1970.
    pub hour: i64,
    /// What is counted.
    pub dimension: &'static str,
    /// Whether strangers choose its values.
    pub open: bool,
    /// Which value of it.
    pub value: String,
    /// How often.
    pub count: i64,
}

/// A sketch of a page's visitors on a day.
#[derive(Clone, Debug)]
pub struct SketchRow {
    /// Whose page.
    pub account: String,
    /// Days since 1970.
    pub day: i64,
    /// The sketch, as text.
    pub sketch: String,
}

/// How an account's page is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsightsSettingsRow {
    /// `on`, `off` or `exact`.
    pub counting: String,
    /// When counting was last switched on or off, ms.
    pub changed_at: Option<i64>,
    /// The time zone.
    pub time_zone: String,
    /// Whether a letter is mailed every week.
    pub letter: bool,
}

/// A sum over a span.
#[derive(Clone, Debug)]
pub struct Sum {
    /// What was counted.
    pub dimension: String,
    /// Which value of it.
    pub value: String,
    /// How often.
    pub count: i64,
    /// The newest hour since 1970 in which it was.
    pub last_hour: i64,
}

/// A sum of one hour or day.
#[derive(Clone, Debug)]
pub struct PeriodSum {
    /// Hours or days since 1970.
    pub period: i64,
    /// What was counted.
    pub dimension: String,
    /// How often.
    pub count: i64,
}

impl Store {
    /// Adds counts and replaces sketches, in one transaction. `merge` joins a stored sketch with a new one. Each place occurs
    /// once. What belongs to accounts that are gone is dropped.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn add_counts(
        &self,
        counts: &[HourCount],
        sketches: &[SketchRow],
        merge: impl Fn(&str, &str) -> String + Send + Sync,
    ) -> Result<()> {
        transact!(self, |write| {
            for open in [false, true] {
                let some: Vec<_> = counts.iter().filter(|count| count.open == open).collect();
                for batch in some.chunks(BATCH) {
                    add(&mut write.tx, batch, open).await?;
                }
            }
            for batch in sketches.chunks(BATCH) {
                let known = known_sketches(&mut write.tx, batch).await?;
                let merged: Vec<_> = batch
                    .iter()
                    .map(|new| match known.iter().find(|row| row.account == new.account && row.day == new.day) {
                        Some(old) => merge(&old.sketch, &new.sketch),
                        None => new.sketch.clone(),
                    })
                    .collect();
                put_sketches(&mut write.tx, batch, &merged).await?;
            }
            Ok(())
        })
    }

    /// The salt of a day; `new` becomes it, if there is none yet.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn salt(&self, day: i64, new: &str) -> Result<String> {
        let find = "select salt from insight_salts where day = $1";
        let known = read!(sqlx::query_scalar::<_, String>(find).bind(day).fetch_optional(self.pool()?))?;
        if let Some(known) = known {
            return Ok(known);
        }
        transact!(self, |write| {
            let put = sqlx::query("insert into insight_salts (day, salt) values ($1, $2) on conflict do nothing");
            put.bind(day).bind(new).execute(&mut *write.tx).await?;
            Ok(sqlx::query_scalar(find).bind(day).fetch_one(&mut *write.tx).await?)
        })
    }

    /// Forgets the salts of days before `day`; returns how many there were.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn forget_salts(&self, day: i64) -> Result<u64> {
        transact!(self, |write| {
            let gone = sqlx::query("delete from insight_salts where day < $1").bind(day);
            Ok(gone.execute(&mut *write.tx).await?.rows_affected())
        })
    }

    /// Empties SQLite's write-ahead log, which holds what was deleted until it is written over; returns whether that is done:
    /// while somebody reads an older state, it is not.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn empty_log(&self) -> Result<bool> {
        let Some(writer) = &self.writer else { return Ok(true) };
        // Writers wait meanwhile, so it waits for readers only briefly.
        let mut connection = writer.acquire().await?;
        sqlx::query("pragma busy_timeout=50").execute(&mut *connection).await?;
        let row = sqlx::query("pragma wal_checkpoint(truncate)").fetch_one(&mut *connection).await;
        sqlx::query(BUSY_TIMEOUT).execute(&mut *connection).await?;
        let emptied = row?.try_get::<i64, _>("busy")? == 0;
        connection.keep();
        Ok(emptied)
    }

    /// Replaces sketches of days before `day` by the number of visitors that `estimate` reads from them; returns how many there
    /// were, at most [`SKETCHES`].
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn finish_sketches(&self, day: i64, estimate: impl Fn(&str) -> i64 + Send + Sync) -> Result<usize> {
        transact!(self, |write| {
            let find = format!(
                "select account_id, day, sketch from insight_sketches where day < $1 order by day limit {SKETCHES}"
            );
            let rows = sqlx::query(AssertSqlSafe(find)).bind(day).fetch_all(&mut *write.tx).await?;
            for row in &rows {
                let (account, day): (String, i64) = (row.try_get("account_id")?, row.try_get("day")?);
                let put = sqlx::query(
                    "insert into insight_days (account_id, day, dimension, value, n) values ($1, $2, 'visitors', '', $3)
                    on conflict do nothing",
                );
                let visitors = estimate(row.try_get("sketch")?);
                put.bind(&account).bind(day).bind(visitors).execute(&mut *write.tx).await?;
                let gone = sqlx::query("delete from insight_sketches where account_id = $1 and day = $2");
                gone.bind(&account).bind(day).execute(&mut *write.tx).await?;
            }
            Ok(rows.len())
        })
    }

    /// Sums up to days what was counted in the oldest hours that are past their time at `hour`; returns whether there may be
    /// more.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn sum_up_hours(&self, hour: i64) -> Result<bool> {
        let first = "select min(hour) as hour from insight_hours where hour < $1";
        let end = (hour - HOURS).div_euclid(DAY_HOURS) * DAY_HOURS;
        let row = read!(sqlx::query(first).bind(end).fetch_one(self.pool()?))?;
        let Some(oldest) = row.try_get::<Option<i64>, _>("hour")? else { return Ok(false) };
        let day = oldest.div_euclid(DAY_HOURS);
        let (from, until) = (day * DAY_HOURS, (day + 1) * DAY_HOURS);
        transact!(self, |write| {
            let add = format!(
                "insert into insight_days (account_id, day, dimension, value, n)
                select account_id, $1, dimension,
                    case when place <= {VALUES} or dimension like 'press-%' then value else '{OTHERS}' end as kept,
                    cast(sum(n) as bigint)
                from (
                    select account_id, dimension, value, sum(n) as n,
                        row_number() over (partition by account_id, dimension
                            order by case when value = '{OTHERS}' then 1 else 0 end, sum(n) desc, value) as place
                    from insight_hours where hour >= $2 and hour < $3
                    group by account_id, dimension, value
                ) as ranked
                group by account_id, dimension, kept
                on conflict (account_id, day, dimension, value) do update set n = insight_days.n + excluded.n",
            );
            sqlx::query(AssertSqlSafe(add)).bind(day).bind(from).bind(until).execute(&mut *write.tx).await?;
            let gone = sqlx::query("delete from insight_hours where hour >= $1 and hour < $2");
            gone.bind(from).bind(until).execute(&mut *write.tx).await?;
            Ok(())
        })?;
        Ok(true)
    }

    /// Forgets the days that are past their time on `day`.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn forget_days(&self, day: i64) -> Result<()> {
        transact!(self, |write| {
            sqlx::query("delete from insight_days where day < $1").bind(day - DAYS).execute(&mut *write.tx).await?;
            Ok(())
        })
    }

    /// How an account's page is counted; `None` where nothing was ever set.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn insights_settings(&self, account: &str) -> Result<Option<InsightsSettingsRow>> {
        let find = "select counting, changed_at, time_zone, letter from insights_settings where account_id = $1";
        let row = read!(self.find(sqlx::query(find).bind(account)))?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(InsightsSettingsRow {
            counting: row.try_get("counting")?,
            changed_at: row.try_get("changed_at")?,
            time_zone: row.try_get("time_zone")?,
            letter: row.try_get::<i64, _>("letter")? != 0,
        }))
    }

    /// Sets how an account's page is counted. The page is drawn again, because its links change with it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn put_insights_settings(&self, account: &str, row: &InsightsSettingsRow) -> Result<()> {
        transact!(self, |write| {
            let put = sqlx::query(
                "insert into insights_settings (account_id, counting, changed_at, time_zone, letter)
                values ($1, $2, $3, $4, $5)
                on conflict (account_id) do update set counting = excluded.counting, changed_at = excluded.changed_at,
                    time_zone = excluded.time_zone, letter = excluded.letter",
            );
            let put = put.bind(account).bind(&row.counting).bind(row.changed_at).bind(&row.time_zone);
            put.bind(i64::from(row.letter)).execute(&mut *write.tx).await?;
            let drawn = sqlx::query("update pages set facts_serial = facts_serial + 1 where account_id = $1");
            drawn.bind(account).execute(&mut *write.tx).await?;
            write.mark_changed(account);
            Ok(())
        })
    }

    /// Forgets everything that was counted of an account's page.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn forget_counts(&self, account: &str) -> Result<()> {
        transact!(self, |write| {
            for gone in [
                "delete from insight_hours where account_id = $1",
                "delete from insight_days where account_id = $1",
                "delete from insight_sketches where account_id = $1",
            ] {
                sqlx::query(gone).bind(account).execute(&mut *write.tx).await?;
            }
            Ok(())
        })
    }

    /// What was counted of an account's page in a span, by dimension and value, but for presses: in each dimension the
    /// [`VALUES`] that were most, the rest as [`OTHERS`]. Programs that read the page are the same ones in each form of it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn counted(&self, account: &str, hours: &Range<i64>, days: &Range<i64>) -> Result<Vec<Sum>> {
        let find = format!(
            "with counted as (
                select dimension, value, n, hour as last from insight_hours
                where account_id = $1 and hour >= $2 and hour < $3 and dimension not like 'press-%'
                union all
                select dimension, value, n, day * 24 as last from insight_days
                where account_id = $4 and day >= $5 and day < $6 and dimension <> 'visitors' and dimension not like 'press-%'
            ),
            summed as (
                select dimension, case when dimension like 'reader-%' then 'reader' else dimension end as family, value,
                    sum(n) as n, max(last) as last
                from counted group by dimension, value
            ),
            weighed as (select summed.*, sum(n) over (partition by family, value) as weight from summed),
            ranked as (
                select weighed.*, dense_rank() over (partition by family
                    order by case when value = '{OTHERS}' then 1 else 0 end, weight desc, value) as place
                from weighed
            )
            select dimension, case when place <= {VALUES} then value else '{OTHERS}' end as kept,
                cast(sum(n) as bigint) as n, max(last) as last
            from ranked group by dimension, kept"
        );
        let query = || {
            let query = sqlx::query(AssertSqlSafe(find.clone())).bind(account).bind(hours.start).bind(hours.end);
            query.bind(account).bind(days.start).bind(days.end)
        };
        let rows = read!(query().fetch_all(self.pool()?))?;
        let sum = |row: &sqlx::any::AnyRow| {
            Ok(Sum {
                dimension: row.try_get("dimension")?,
                value: row.try_get("kept")?,
                count: row.try_get("n")?,
                last_hour: row.try_get("last")?,
            })
        };
        Ok(rows.iter().map(sum).collect::<sqlx::Result<_>>()?)
    }

    /// How many came by each way that the account named, by link and by code, in a span.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn counted_ways(
        &self,
        account: &str,
        hours: &Range<i64>,
        days: &Range<i64>,
    ) -> Result<HashMap<String, u64>> {
        let find = "with counted as (
                select value, n from insight_hours
                where account_id = $1 and hour >= $2 and hour < $3 and dimension in ('way-link', 'way-code')
                union all
                select value, n from insight_days
                where account_id = $4 and day >= $5 and day < $6 and dimension in ('way-link', 'way-code')
            )
            select ways.name as name, cast(sum(n) as bigint) as n
            from ways join counted on counted.value = ways.name where account_id = $7 group by ways.name";
        let query = || {
            let query = sqlx::query(find).bind(account).bind(hours.start).bind(hours.end);
            query.bind(account).bind(days.start).bind(days.end).bind(account)
        };
        let rows = read!(query().fetch_all(self.pool()?))?;
        let way = |row: &sqlx::any::AnyRow| {
            Ok((row.try_get("name")?, u64::try_from(row.try_get::<i64, _>("n")?).unwrap_or_default()))
        };
        Ok(rows.iter().map(way).collect::<sqlx::Result<_>>()?)
    }

    /// How often tiles of an account's page were pressed in a span, on screens whose dimension is `like` this: the tiles of
    /// `live`, and of the others as many as a page can have, those that were pressed most; the rest as [`OTHERS`].
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn pressed(
        &self,
        account: &str,
        (hours, days): (&Range<i64>, &Range<i64>),
        like: &str,
        live: &[&str],
    ) -> Result<HashMap<String, i64>> {
        let places: Vec<_> = (9..9 + live.len()).map(|place| format!("${place}")).collect();
        let is_live = if live.is_empty() { "1 = 0".to_owned() } else { format!("value in ({})", places.join(", ")) };
        let find = format!(
            "with counted as (
                select value, n from insight_hours
                where account_id = $1 and hour >= $2 and hour < $3 and dimension like $4
                union all
                select value, n from insight_days where account_id = $5 and day >= $6 and day < $7 and dimension like $8
            ),
            summed as (
                select value, sum(n) as n, case when {is_live} then 0 when value = '{OTHERS}' then 2 else 1 end as part
                from counted group by value
            ),
            ranked as (select summed.*, row_number() over (partition by part order by n desc, value) as place from summed)
            select case when part = 0 or place <= {GONE_TILES} then value else '{OTHERS}' end as kept,
                cast(sum(n) as bigint) as n
            from ranked group by kept"
        );
        let query = || {
            let query =
                sqlx::query(AssertSqlSafe(find.clone())).bind(account).bind(hours.start).bind(hours.end).bind(like);
            let query = query.bind(account).bind(days.start).bind(days.end).bind(like);
            live.iter().fold(query, |query, tile| query.bind(*tile))
        };
        let rows = read!(query().fetch_all(self.pool()?))?;
        Ok(rows.iter().map(|row| Ok((row.try_get("kept")?, row.try_get("n")?))).collect::<sqlx::Result<_>>()?)
    }

    /// Visits and presses of each hour from one to before another.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn hours_of(&self, account: &str, from: i64, until: i64) -> Result<Vec<PeriodSum>> {
        let find = "select hour as period, dimension, cast(sum(n) as bigint) as n from insight_hours
            where account_id = $1 and hour >= $2 and hour < $3 and (dimension = 'visits' or dimension like 'press-%')
            group by hour, dimension";
        self.periods(find, account, from, until).await
    }

    /// Visits, presses and visitors of each day that is kept by the day, from one to before another.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn days_of(&self, account: &str, from: i64, until: i64) -> Result<Vec<PeriodSum>> {
        let find = "select day as period, dimension, cast(sum(n) as bigint) as n from insight_days
            where account_id = $1 and day >= $2 and day < $3
                and (dimension = 'visits' or dimension = 'visitors' or dimension like 'press-%')
            group by day, dimension";
        self.periods(find, account, from, until).await
    }

    async fn periods(&self, find: &'static str, account: &str, from: i64, until: i64) -> Result<Vec<PeriodSum>> {
        let rows = read!(sqlx::query(find).bind(account).bind(from).bind(until).fetch_all(self.pool()?))?;
        let sum = |row: &sqlx::any::AnyRow| {
            Ok(PeriodSum {
                period: row.try_get("period")?,
                dimension: row.try_get("dimension")?,
                count: row.try_get("n")?,
            })
        };
        Ok(rows.iter().map(sum).collect::<sqlx::Result<_>>()?)
    }

    /// How often each of these tiles was pressed since its own hour (since 1970).
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn presses_since(&self, account: &str, since: &HashMap<&str, i64>) -> Result<HashMap<String, i64>> {
        let Some(first) = since.values().min() else { return Ok(HashMap::new()) };
        let values: Vec<_> = (4..4 + since.len()).map(|place| format!("${place}")).collect();
        // A day counts as its last hour: that in which a link stopped working counts as a whole.
        let find = format!(
            "select value, hour, n from insight_hours where account_id = $1 and hour >= $2 and dimension like 'press-%' and value in ({0})
            union all
            select value, day * 24 + 23 as hour, n from insight_days where account_id = $1 and day >= $3 and dimension like 'press-%' and value in ({0})",
            values.join(", ")
        );
        let query = || {
            let query = sqlx::query(AssertSqlSafe(find.clone())).bind(account).bind(*first);
            since.keys().fold(query.bind(first.div_euclid(DAY_HOURS)), |query, tile| query.bind(*tile))
        };
        let mut pressed = HashMap::new();
        for row in read!(query().fetch_all(self.pool()?))? {
            let (tile, hour, count): (String, i64, i64) =
                (row.try_get("value")?, row.try_get("hour")?, row.try_get("n")?);
            if since.get(tile.as_str()).is_some_and(|since| hour >= *since) {
                *pressed.entry(tile).or_default() += count;
            }
        }
        Ok(pressed)
    }

    /// The first hour in which something was counted, and the last one with a visit (hours since 1970).
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn counted_span(&self, account: &str) -> Result<(Option<i64>, Option<i64>)> {
        let find = "select
            (select min(hour) from insight_hours where account_id = $1) as first_hour,
            (select min(day) * 24 from insight_days where account_id = $2) as first_day,
            (select max(hour) from insight_hours where account_id = $3 and dimension = 'visits') as last_hour,
            (select max(day) * 24 from insight_days where account_id = $4 and dimension = 'visits') as last_day";
        let query = || (0..4).fold(sqlx::query(find), |query, _| query.bind(account));
        let row = read!(query().fetch_one(self.pool()?))?;
        let get = |name: &str| row.try_get::<Option<i64>, _>(name);
        let first = [get("first_day")?, get("first_hour")?].into_iter().flatten().min();
        Ok((first, get("last_hour")?.or(get("last_day")?)))
    }

    /// When the account's page was published from one time to before another (ms), with the version of the draft, oldest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn published_between(&self, account: &str, from: i64, until: i64) -> Result<Vec<(i64, i64)>> {
        let find = "select published_at, version from history_entries
            where account_id = $1 and published_at >= $2 and published_at < $3 order by published_at";
        let rows = read!(sqlx::query(find).bind(account).bind(from).bind(until).fetch_all(self.pool()?))?;
        Ok(rows
            .iter()
            .map(|row| Ok((row.try_get("published_at")?, row.try_get("version")?)))
            .collect::<sqlx::Result<_>>()?)
    }
}

/// `($1, $2), ($3, $4)`: the places of so many rows of so many values.
fn places(rows: usize, columns: usize) -> String {
    let mut out = String::new();
    for row in 0..rows {
        out.push_str(if row == 0 { "(" } else { ", (" });
        for column in 1..=columns {
            // Writing to a string can't fail.
            let _ = write!(out, "{}${}", if column == 1 { "" } else { ", " }, row * columns + column);
        }
        out.push(')');
    }
    out
}

/// Adds counts; of an open dimension at most [`VALUES`] values that are new to the hour's row are told apart.
async fn add(tx: &mut Transaction<'_, Any>, batch: &[&HourCount], open: bool) -> Result<()> {
    let value = if open {
        &format!(
            "case when exists (select 1 from insight_hours as known where known.account_id = new.account_id and known.hour = new.hour
                and known.dimension = new.dimension and known.value = new.value)
            or (select count(*) from insight_hours as known where known.account_id = new.account_id and known.hour = new.hour
                and known.dimension = new.dimension) < {VALUES}
            then new.value else '{OTHERS}' end"
        )
    } else {
        "new.value"
    };
    let text = format!(
        "with new (account_id, hour, dimension, value, n) as (values {}),
        kept as (select new.account_id, new.hour, new.dimension, {value} as value, new.n from new
            where exists (select 1 from accounts where accounts.id = new.account_id))
        insert into insight_hours (account_id, hour, dimension, value, n)
        select account_id, hour, dimension, value, cast(sum(n) as bigint) from kept where true
        group by account_id, hour, dimension, value
        on conflict (account_id, hour, dimension, value) do update set n = insight_hours.n + excluded.n",
        places(batch.len(), 5)
    );
    let query = batch.iter().fold(sqlx::query(AssertSqlSafe(text)), |query, count| {
        query.bind(&count.account).bind(count.hour).bind(count.dimension).bind(&count.value).bind(count.count)
    });
    query.execute(&mut **tx).await?;
    Ok(())
}

/// The stored sketches of the same accounts and days.
async fn known_sketches(tx: &mut Transaction<'_, Any>, batch: &[SketchRow]) -> Result<Vec<SketchRow>> {
    let text = format!(
        "with new (account_id, day) as (values {})
        select known.account_id, known.day, known.sketch from insight_sketches as known
        join new on new.account_id = known.account_id and new.day = known.day",
        places(batch.len(), 2)
    );
    let query =
        batch.iter().fold(sqlx::query(AssertSqlSafe(text)), |query, row| query.bind(&row.account).bind(row.day));
    let row = |row: &sqlx::any::AnyRow| {
        Ok(SketchRow { account: row.try_get("account_id")?, day: row.try_get("day")?, sketch: row.try_get("sketch")? })
    };
    Ok(query.fetch_all(&mut **tx).await?.iter().map(row).collect::<sqlx::Result<_>>()?)
}

async fn put_sketches(tx: &mut Transaction<'_, Any>, batch: &[SketchRow], merged: &[String]) -> Result<()> {
    let text = format!(
        "with new (account_id, day, sketch) as (values {})
        insert into insight_sketches (account_id, day, sketch)
        select account_id, day, sketch from new where exists (select 1 from accounts where accounts.id = new.account_id)
        on conflict (account_id, day) do update set sketch = excluded.sketch",
        places(batch.len(), 3)
    );
    let query = batch.iter().zip(merged).fold(sqlx::query(AssertSqlSafe(text)), |query, (row, sketch)| {
        query.bind(&row.account).bind(row.day).bind(sketch)
    });
    query.execute(&mut **tx).await?;
    Ok(())
}
