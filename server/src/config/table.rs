//! The table of settings, from which the documentation and `--help` are generated.

/// A setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Name of the environment variable.
    pub name: &'static str,
    /// Its default value.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

const fn setting(name: &'static str, default: &'static str, meaning: &'static str) -> Setting {
    Setting { name, default, meaning }
}

/// Every setting, in the order in which people need them.
pub const SETTINGS: &[Setting] = &[
    setting("BIND", "127.0.0.1:3000", "Address and port to listen on."),
    setting("BASE_URL", "http://localhost:3000", "The address people use; with https, cookies are Secure."),
    setting("DATA_DIR", "./data", "Folder of everything that is kept; made if missing."),
    setting("DATABASE_URL", "", "sqlite://FILE or postgres://…; when empty, sqlite://$DATA_DIR/mantel.db."),
    setting(
        "MEDIA_URL",
        "",
        "Where pictures are kept: file://FOLDER or s3://BUCKET/PREFIX; when empty, file://$DATA_DIR/media.",
    ),
    setting("AWS_REGION", "us-east-1", "Region of the bucket of MEDIA_URL."),
    setting("AWS_ENDPOINT_URL", "", "Address of the store that has the bucket, where it is not Amazon's."),
    setting("AWS_ACCESS_KEY_ID", "", "Name of the key to the bucket; without one, the role of the machine."),
    setting("AWS_SECRET_ACCESS_KEY", "", "The key to the bucket."),
    setting("SIGNUPS", "open", "Who may make an account: open, invite (see admin create-invite) or closed."),
    setting("PLANS", "open", "open: every look for everyone; gated: washi, lofi and night need the plan pro."),
    setting("CONNECTIONS", "4096", "Connections at once; more wait to be accepted."),
    setting(
        "CONNECTIONS_PER_ADDRESS",
        "512",
        "Connections at once from one address (IPv6: from a /64) that is no trusted proxy; more are closed.",
    ),
    setting("TRUSTED_PROXIES", "", "Addresses or networks (10.0.0.0/8, ::1) whose X-Forwarded-For is believed."),
    setting(
        "SECRET_KEY",
        "",
        "What signatures are made with, at least 32 characters, the same on every server; when empty, made in DATA_DIR at the first start.",
    ),
    setting(
        "OUTBOUND",
        "on",
        "Whether anything is fetched from the web (titles, covers, stars, far pictures, documents of agents): on or off.",
    ),
    setting(
        "GITHUB_TOKEN",
        "",
        "A token for GitHub's interface, which answers 60 questions an hour without one and 5,000 with one; it needs no rights.",
    ),
    setting(
        "SECURITY_CONTACT",
        "",
        "Where faults of this instance are reported (/.well-known/security.txt): an email address, or one that begins with https://.",
    ),
    setting(
        "FONTS_DIR",
        "/usr/share/fonts",
        "Folder with fonts for share cards: letters that the looks' own lack (Arabic, Chinese, Japanese, Korean) are drawn from these.",
    ),
    setting(
        "BROWSER",
        "auto",
        "What draws pictures of pages: auto (a Chromium that is installed, if it can be kept apart), off, or the path of a Chromium or of the socket of mantel-browser.socket.",
    ),
    setting(
        "CIMD",
        "on",
        "Whether agents may be named by the address of their metadata document, which is fetched: on or off.",
    ),
    setting(
        "SMTP_URL",
        "",
        "The server that takes mail: smtps://NAME:PASSWORD@HOST, or smtp://…?tls=required; without it no mail goes out.",
    ),
    setting("MAIL_FROM", "", "Who mail comes from, like Mantel <hello@mantel.example>; with SMTP_URL."),
    setting(
        "PAGE_MEMORY",
        "16",
        "MiB of memory for published pages as they are sent; the least visited are drawn again.",
    ),
    setting(
        "INSIGHTS",
        "on",
        "Whether visits and presses are counted, without cookies, addresses or anything that joins two days: on or off.",
    ),
    setting(
        "GEOIP_DB",
        "",
        "A database of addresses (MaxMind DB, like GeoLite2-Country.mmdb) for the countries of visits; none is shipped.",
    ),
    setting(
        "METRICS_BIND",
        "",
        "Address and port of /metrics for Prometheus, like 127.0.0.1:9464; not to be reached from outside. Without it there is none.",
    ),
    setting("RATE_EDITS", "120", "Edits a minute, per credential."),
    setting("RATE_READS", "600", "Reads with a credential a minute, per credential."),
    setting("RATE_EDITS_ACCOUNT", "", "Edits a minute, per account; when empty, three times RATE_EDITS."),
    setting(
        "RATE_READS_ACCOUNT",
        "",
        "Reads with a credential a minute, per account; when empty, three times RATE_READS.",
    ),
    setting("RATE_PUBLIC", "600", "Reads without a credential a minute, per address (IPv6: per /64)."),
    setting("RATE_NAMES", "60", "Checks of a username a minute, per address."),
    setting("RATE_SIGNIN", "10", "Sign-ins a minute, per address and per account."),
    setting("RATE_SIGNUP", "10", "Sign-ups an hour, per address."),
    setting("RATE_KEYS", "20", "API keys made an hour, per account."),
    setting("RATE_RENAMES", "5", "Changes of a page's address a day, per account."),
    setting("RATE_CLIENTS", "20", "Programs registered an hour, per address."),
    setting("RATE_DOCUMENTS", "30", "Requests of programs named by a document a minute, per address."),
    setting("RATE_MOVE_IN", "5", "Pages elsewhere that are read a minute, per address and per account."),
    setting("RATE_PICTURES", "30", "Pictures of pages that are drawn a minute, per account."),
    setting("RATE_REPORTS", "10", "Reports of pages by visitors an hour, per address."),
    setting("RATE_PRESSES", "60", "Presses on links of pages that are counted a minute, per address."),
    setting("RATE_FAR", "600", "Pictures fetched from other servers a day, per account."),
    setting("RATE_FAR_MIB", "256", "MiB of new pictures from other servers in 30 days, per account."),
    setting(
        "LOG",
        "info,rmcp=error",
        "What is logged: error, warn, info, debug, or a filter like info,mantel_server=debug.",
    ),
    setting("LOG_FORMAT", "pretty", "pretty for people, json for machines."),
];

/// A setting's default; empty for a name that is not in the table.
pub fn default_of(name: &str) -> &'static str {
    SETTINGS.iter().find(|setting| setting.name == name).map_or("", |setting| setting.default)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use crate::config::Config;

    #[test]
    fn the_defaults_are_usable() {
        let config = Config::read(&|_| None).unwrap();
        assert_eq!(config.database_url, "sqlite://./data/mantel.db");
        assert_eq!(config.host(), "localhost:3000");
    }

    #[test]
    fn every_wrong_setting_is_named_with_its_reason() {
        let wrong =
            [("BIND", "3000"), ("BASE_URL", "ftp://x"), ("SIGNUPS", "yes"), ("RATE_EDITS", "0"), ("LOG", "in=fo=")];
        let lookup = |name: &str| wrong.iter().find(|entry| entry.0 == name).map(|entry| entry.1.to_owned());
        let found = Config::read(&lookup).unwrap_err();
        let all: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(all.len(), wrong.len(), "{all:#?}");
        assert!(all.iter().any(|line| line == "SIGNUPS=yes: use open, invite or closed"), "{all:#?}");
    }

    #[test]
    fn a_wrong_database_address_does_not_show_its_password() {
        let found =
            Config::read(&|name| (name == "DATABASE_URL").then(|| "mysql://u:secret@h/d".to_owned())).unwrap_err();
        assert!(!found[0].to_string().contains("secret"));
    }
}
