//! The migrations, embedded in the program. `sqlx::migrate!` would do the same, but the macros of sqlx build both databases'
//! drivers a second time, which is a tenth of a build.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Version, description and SQL of each file in `migrations/`.
const FILES: &[(i64, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// What brings a database up to date; versions and checksums are those of `sqlx::migrate!`.
pub fn migrator() -> Migrator {
    let migration = |&(version, description, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(FILES.iter().map(migration).collect())
}
