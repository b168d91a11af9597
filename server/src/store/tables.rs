//! The tables with their columns, for copying the database; in an order that satisfies foreign keys.

/// A table.
#[derive(Debug)]
pub(super) struct Table {
    pub name: &'static str,
    /// The columns of its primary key.
    pub key: &'static [&'static str],
    /// Its columns that hold text.
    pub texts: &'static [&'static str],
    /// Its columns that hold whole numbers.
    pub numbers: &'static [&'static str],
}

const fn table(
    name: &'static str,
    key: &'static [&'static str],
    texts: &'static [&'static str],
    numbers: &'static [&'static str],
) -> Table {
    Table { name, key, texts, numbers }
}

/// Tables that are gone by the end of the day, and that no copy may keep longer.
#[cfg(test)]
const NEVER_COPIED: [&str; 2] = ["insight_salts", "insight_sketches"];

/// All tables that are copied; each row refers only to tables listed before its own.
pub(super) const TABLES: &[Table] = &[
    table(
        "accounts",
        &["id"],
        &["id", "email", "unverified_email", "verification_hash", "password", "plan", "suspended_why"],
        &["admin", "suspended_at", "created_at", "verification_mailed_at", "change_mailed_at"],
    ),
    table("instance", &["name"], &["name", "value"], &[]),
    table("sessions", &["hash"], &["hash", "account_id", "agent"], &["created_at", "seen_at"]),
    table("bearers", &["hash"], &["hash", "session_hash", "account_id"], &["expires_at"]),
    table(
        "api_keys",
        &["id"],
        &["id", "account_id", "name", "hash", "access", "fingerprint"],
        &["created_at", "used_at", "publish", "asked_at", "ends_at"],
    ),
    table(
        "upload_addresses",
        &["hash"],
        &["hash", "account_id", "credential_kind", "credential_hash"],
        &["expires_at"],
    ),
    table("resets", &["hash"], &["hash", "account_id", "email"], &["expires_at"]),
    table("email_changes", &["account_id"], &["account_id", "hash", "email"], &["expires_at"]),
    table("invites", &["hash"], &["hash", "used_by"], &["created_at", "used_at"]),
    table("oauth_clients", &["id"], &["id", "name", "redirects"], &["refresh", "created_at", "read_at", "used_at"]),
    table(
        "oauth_grants",
        &["id"],
        &["id", "account_id", "client_id", "name", "access"],
        &["publish", "created_at", "used_at", "asked_at", "ends_at"],
    ),
    table(
        "oauth_codes",
        &["hash"],
        &["hash", "grant_id", "redirect", "challenge", "resource", "scope", "family"],
        &["expires_at", "spent_at"],
    ),
    table(
        "oauth_tokens",
        &["hash"],
        &["hash", "grant_id", "family", "kind", "resource", "scope", "salt"],
        &["expires_at", "family_ends", "spent_at"],
    ),
    table(
        "pages",
        &["account_id"],
        &["account_id", "username", "draft", "published", "live_since"],
        &[
            "version",
            "published_version",
            "published_at",
            "publish_serial",
            "facts_serial",
            "created_at",
            "updated_at",
            "event_serial",
            "renames",
            "unlisted",
        ],
    ),
    table("reports", &["id"], &["id", "account_id", "username", "reason", "words", "email"], &["at", "settled_at"]),
    table(
        "facts",
        &["source"],
        &["source", "body", "etag", "last_modified"],
        &[
            "fetched_at",
            "next_at",
            "leased_until",
            "asked_at",
            "failures",
            "dead_status",
            "dead_since",
            "dead_days",
            "dead_counted_at",
        ],
    ),
    table("far_pictures", &["source"], &["source", "hash"], &["next_at", "failures", "asked_at"]),
    table("page_facts", &["account_id", "source"], &["account_id", "source"], &[]),
    table("previews", &["account_id"], &["account_id", "secret"], &["created_at"]),
    table(
        "publish_requests",
        &["hash"],
        &["hash", "account_id", "actor"],
        &["version", "changes", "asked_at", "published_at"],
    ),
    table(
        "insights_settings",
        &["account_id"],
        &["account_id", "counting", "time_zone"],
        &["changed_at", "letter", "letter_at", "letter_leased_until"],
    ),
    table(
        "insight_hours",
        &["account_id", "hour", "dimension", "value"],
        &["account_id", "dimension", "value"],
        &["hour", "n"],
    ),
    table(
        "insight_days",
        &["account_id", "day", "dimension", "value"],
        &["account_id", "dimension", "value"],
        &["day", "n"],
    ),
    table("ways", &["account_id", "name"], &["account_id", "name"], &["created_at"]),
    table(
        "history",
        &["account_id", "version"],
        &["account_id", "actor", "act", "summary", "draft"],
        &["version", "at", "snapshot"],
    ),
    table("history_snapshots", &["account_id", "version"], &["account_id", "draft"], &["version", "at"]),
    table(
        "history_entries",
        &["account_id", "version"],
        &["account_id", "actor", "act", "summary", "published_by"],
        &["version", "first", "since", "at", "published_at"],
    ),
    table(
        "events",
        &["account_id", "serial"],
        &["account_id", "kind", "actor", "act", "summary"],
        &["serial", "at", "version", "unpublished"],
    ),
    table(
        "replays",
        &["account_id", "key"],
        &["account_id", "key", "call", "etag", "body"],
        &["status", "at", "bytes", "parts"],
    ),
    table("held_names", &["username"], &["username", "account_id"], &["until", "moved"]),
    table("admin_acts", &["id"], &["id", "admin", "act", "target", "reason"], &["at"]),
    table("blocked_pictures", &["hash"], &["hash", "reason"], &["at"]),
    table("picture_owners", &["owner"], &["owner", "account_id"], &[]),
    table(
        "pictures",
        &["account_id", "hash"],
        &["account_id", "hash", "kind"],
        &["width", "height", "bytes", "created_at"],
    ),
];

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use sqlx::{AnyPool, Row};

    use super::*;

    /// The columns of a table as the migrations created them: name, type, position in the key from 1.
    async fn columns(pool: &AnyPool, name: &str) -> Vec<(String, String, i64)> {
        let rows = sqlx::query("select name, lower(type) as type, cast(pk as bigint) as pk from pragma_table_info($1)");
        let rows = rows.bind(name).fetch_all(pool).await.unwrap();
        rows.iter().map(|row| (row.get("name"), row.get("type"), row.get("pk"))).collect()
    }

    #[tokio::test]
    async fn the_list_is_what_the_migrations_make() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("x.db").display());
        let store = crate::store::Store::open(&url).await.unwrap();
        let made = "select name from sqlite_master
            where type = 'table' and name not like 'sqlite_%' and name <> '_sqlx_migrations'";
        let made: BTreeSet<String> =
            sqlx::query_scalar(made).fetch_all(&store.pool).await.unwrap().into_iter().collect();
        let listed = TABLES.iter().map(|table| table.name).chain(NEVER_COPIED).map(str::to_owned);
        let listed: BTreeSet<String> = listed.collect();
        assert_eq!(listed, made, "a table of the migrations and the list of what is copied differ");
        for (at, table) in TABLES.iter().enumerate() {
            let found = columns(&store.pool, table.name).await;
            let typed =
                |list: &[&str], kind: &str| list.iter().map(|item| ((*item).to_owned(), kind.to_owned())).collect();
            let mut listed: BTreeMap<String, String> = typed(table.texts, "text");
            listed.extend::<BTreeMap<_, _>>(typed(table.numbers, "bigint"));
            let made: BTreeMap<_, _> = found.iter().map(|column| (column.0.clone(), column.1.clone())).collect();
            assert_eq!(listed, made, "{}", table.name);
            let mut key: Vec<_> =
                found.iter().filter(|column| column.2 > 0).map(|item| (item.2, item.0.as_str())).collect();
            key.sort_unstable();
            assert_eq!(table.key, key.iter().map(|column| column.1).collect::<Vec<_>>(), "{}", table.name);
            let owners = sqlx::query_scalar::<_, String>("select \"table\" from pragma_foreign_key_list($1)");
            for owner in owners.bind(table.name).fetch_all(&store.pool).await.unwrap() {
                assert!(TABLES[..at].iter().any(|table| table.name == owner), "{} stands above {owner}", table.name);
            }
        }
    }
}
