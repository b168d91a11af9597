//! The settings in `deploy/` and the documentation are those that the server reads.

use std::collections::BTreeMap;
use std::path::Path;

use mantel_server::config::{Config, SETTINGS};

use crate::support::{Database, TestApp};

type Settings = BTreeMap<String, String>;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Parses `NAME=value` words.
fn assigned(words: &str) -> Settings {
    words
        .split_whitespace()
        .filter_map(|word| word.split_once('='))
        .map(|it| (it.0.to_owned(), it.1.to_owned()))
        .collect()
}

/// The rest of each line that starts with `start`.
fn lines<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| line.trim().strip_prefix(start)).map(str::trim)
}

/// The variables of the image's last stage.
fn dockerfile() -> Settings {
    let text = read("deploy/Dockerfile");
    let last = text.rsplit_once("\nFROM ").unwrap().1;
    lines(last, "ENV ").flat_map(assigned).collect()
}

/// The environment of the servers, with the default of `${NAME:-default}`, and a long value for `${NAME:?…}`.
fn compose() -> Settings {
    let text = read("deploy/compose.yaml");
    let after = text.split_once("environment: &settings\n").unwrap().1;
    let block = after.lines().take_while(|line| line.starts_with("    "));
    block
        .map(str::trim)
        .filter(|it| !it.starts_with('#'))
        .filter_map(|it| it.split_once(": "))
        .map(|it| (it.0.to_owned(), filled(it.1)))
        .collect()
}

fn filled(value: &str) -> String {
    let Some((before, rest)) = value.split_once("${") else { return value.to_owned() };
    let (inside, after) = rest.split_once('}').unwrap();
    let inside = inside.split_once(":-").map_or("0123456789abcdef0123456789abcdef", |it| it.1);
    format!("{before}{inside}{}", filled(after))
}

/// Asserts that every name is a setting, and that the server would start with the values.
#[track_caller]
fn usable(all: &Settings, from: &str) -> Config {
    for name in all.keys() {
        assert!(SETTINGS.iter().any(|setting| setting.name == name), "{from}: {name} is no setting");
    }
    Config::read(&|name| all.get(name).cloned()).unwrap_or_else(|wrong| panic!("{from}: {wrong:?}"))
}

#[test]
fn the_image_sets_what_the_server_reads() {
    let image = usable(&dockerfile(), "Dockerfile");
    assert!(image.bind.ip().is_unspecified(), "others than the image reach it");
    assert!(lines(&read("deploy/Dockerfile"), "EXPOSE ").eq([image.bind.port().to_string()]));
    assert!(lines(&read("deploy/Dockerfile"), "VOLUME ").eq([image.data_dir.to_str().unwrap()]));
}

#[test]
fn the_image_has_the_documented_fonts_if_they_are_asked_for_and_otherwise_none() {
    let (file, manual) = (read("deploy/Dockerfile"), read("docs/OPERATIONS.md"));
    let last = file.rsplit_once("\nFROM ").unwrap().1;
    let (argument, run) = (lines(last, "ARG FONTS=").next().unwrap(), lines(last, "RUN if").next().unwrap());
    let packages = manual.split_once("--build-arg FONTS=\"").unwrap().1.split('"').next().unwrap();
    for (fonts, installed) in [(argument.trim_matches('"'), false), (packages, true)] {
        let script = format!("if {run}").replace("apt-get", "echo").replace("rm -rf", ":");
        let done = std::process::Command::new("sh").args(["-euc", &script]).env("FONTS", fonts).output().unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        assert!(done.status.success());
        assert_eq!(said.contains(&format!("install -y --no-install-recommends {packages}\n")), installed, "{said}");
        assert_eq!(said.is_empty(), !installed, "{said}");
    }
}

#[test]
fn the_image_builds_with_a_compiler_that_is_new_enough() {
    let number = |text: &str| -> Vec<u32> { text.split('.').map(|part| part.parse().unwrap()).collect() };
    let manifest = read("Cargo.toml");
    let least = lines(&manifest, "rust-version = ").next().unwrap().trim_matches('"').to_owned();
    let file = read("deploy/Dockerfile");
    let image = lines(&file, "FROM rust:").next().unwrap().split('-').next().unwrap();
    assert!(number(image) >= number(&least), "{image} >= {least}");
}

#[test]
fn the_composed_servers_share_everything_and_the_proxy_finds_them() {
    let (mut all, text, proxy) = (dockerfile(), read("deploy/compose.yaml"), read("deploy/haproxy.cfg"));
    all.extend(compose());
    let config = usable(&all, "compose.yaml");
    assert!(config.database_url.starts_with("postgres://") && config.secret_key.is_some());
    assert!(matches!(config.media, mantel_server::config::MediaStorage::Bucket(_)), "{:?}", config.media);
    let servers: Vec<_> = lines(&proxy, "server ").collect();
    assert_eq!(servers.len(), 2);
    for server in servers {
        let (name, place) = server.split_once(' ').unwrap();
        assert_eq!(place, format!("{name}:{}", config.bind.port()));
        assert!(text.contains(&format!("\n  {name}:\n    <<: *server\n")), "{name}");
    }
    let bind = lines(&proxy, "bind :").next().unwrap();
    assert!(text.contains(&format!("ports: [\"{bind}:{bind}\"]")));
    assert!(config.base_url.ends_with(&format!(":{bind}")), "{}", config.base_url);
}

/// A client's own word on its address counts nowhere: the proxy replaces it, and the servers believe the proxy alone.
#[test]
fn nobody_but_the_proxy_says_where_a_client_is() {
    let (text, proxy) = (read("deploy/compose.yaml"), read("deploy/haproxy.cfg"));
    assert!(lines(&proxy, "http-request set-header X-Forwarded-For").eq(["%[src]"]));
    assert!(!proxy.contains("forwardfor") && !proxy.contains("add-header"));
    let service = text.split_once("\n  proxy:\n").unwrap().1.split_once("\n\n").unwrap().0;
    let address = service.split_once("ipv4_address: ").unwrap().1.split_once(' ').unwrap().0;
    assert_eq!(compose()["TRUSTED_PROXIES"], address);
    let network: Vec<_> = address.rsplitn(2, '.').collect();
    assert!(text.contains(&format!("subnet: {}.0/24", network[1])), "{address} is in the servers' network");
}

#[tokio::test]
async fn the_proxy_asks_whether_a_server_is_ready_where_that_is_answered() {
    let app = TestApp::on(Database::Sqlite).await.unwrap();
    let file = read("deploy/haproxy.cfg");
    let path = lines(&file, "option httpchk GET ").next().unwrap();
    app.anonymous().get(path).await.expect(200);
}

#[test]
fn the_unit_sets_what_the_server_reads() {
    let (unit, socket) = (read("deploy/mantel.service"), read("deploy/mantel.socket"));
    let config = usable(&lines(&unit, "Environment=").flat_map(assigned).collect(), "mantel.service");
    let folder = lines(&unit, "StateDirectory=").next().unwrap();
    assert_eq!(config.data_dir, Path::new("/var/lib").join(folder));
    assert!(lines(&socket, "ListenStream=").eq([config.bind.to_string()]), "the socket is where the README says");
}

#[test]
fn the_documentation_lists_every_setting_with_its_default() {
    let text = read("docs/OPERATIONS.md");
    let table = text.split_once("| Setting | Default | Meaning |").unwrap().1.split_once("\n\n").unwrap().0;
    let mut listed = BTreeMap::new();
    for row in table.lines().filter(|line| line.starts_with("| `")) {
        let mut cells = row.split(" | ");
        let (names, default) = (cells.next().unwrap(), cells.next().unwrap());
        for name in names.trim_start_matches("| ").split(", ") {
            listed.insert(name.trim_matches('`').to_owned(), default.trim_matches('`').to_owned());
        }
    }
    assert_eq!(listed.len(), SETTINGS.len(), "{listed:?}");
    for it in SETTINGS {
        let said = listed.get(it.name).unwrap_or_else(|| panic!("{} is not listed", it.name));
        assert!(it.default.is_empty() || said == it.default, "{}: {said}, not {}", it.name, it.default);
    }
}
