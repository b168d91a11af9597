//! The migrations, embedded in the program. `sqlx::migrate!` would do the same, but the macros of sqlx build both databases'
//! drivers a second time, which is a tenth of a build.

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyPool, SqlSafeStr};

/// Version, description and SQL of each file in `migrations/`.
const FILES: &[(i64, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// Every migration; versions and checksums are those of `sqlx::migrate!`.
fn migrator() -> Migrator {
    let migration = |&(version, description, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(FILES.iter().map(migration).collect())
}

/// Brings the database up to date. Other servers are locked out only where there is something to do: the lock belongs to a
/// session, and a pooler whose sessions change hands would leave it to somebody else (operations, PgBouncer).
///
/// # Errors
/// When a migration fails, or one that was made differs from ours.
pub async fn run(pool: &AnyPool) -> Result<(), MigrateError> {
    let mut migrator = migrator();
    // A new database has no such table yet.
    let made = sqlx::query_scalar::<_, i64>("select version from _sqlx_migrations").fetch_all(pool).await;
    let made = made.unwrap_or_default();
    let pending = migrator.iter().any(|migration| !made.contains(&migration.version));
    migrator.set_locking(pending).run(pool).await
}
