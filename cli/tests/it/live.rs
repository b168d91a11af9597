//! Publishing, restoring and deleting: publish, unpublish, history, open, delete.

use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::json;

use crate::support::{Person, SHELF};

#[test]
fn publishing_prints_the_address_alone() {
    let ines = Person::with("publisher", SHELF);
    let run = ines.run(&["publish"]).success();
    insta::assert_snapshot!("publish", run.shown());
    assert_eq!(run.out.trim(), format!("{}/{}", crate::support::url(), ines.name));
    let quiet = ines.run(&["publish", "-q"]).success();
    assert_eq!(quiet.err, "");
    assert_eq!(ines.run(&["publish", "--json"]).json()["version"], json!(1));
    insta::assert_snapshot!("unpublish", ines.run(&["unpublish"]).success().shown());
    assert_eq!(ines.run(&["unpublish", "--json"]).json()["published"], json!(null));
    assert_eq!(ines.page()["published"], json!(null));
}

#[test]
fn the_history_lists_shows_and_restores() {
    let ines = Person::with("historian", SHELF);
    ines.run(&["remove", "t_ffffffffffff"]).success();
    ines.run(&["publish"]).success();
    ines.run(&["theme", "--layout", "list"]).success();
    insta::assert_snapshot!("history", ines.run(&["history"]).success().shown());
    assert_eq!(ines.run(&["history", "list", "--json"]).json()["history"][0]["version"], json!(3));
    let old = ines.run(&["history", "show", "1"]).success();
    assert!(old.out.contains("The kiln"), "{}", old.out);
    insta::assert_snapshot!("restore_dry", ines.run(&["history", "restore", "1", "--dry-run"]).success().shown());
    ines.run(&["history", "restore", "1"]).success();
    assert_eq!(ines.ids().len(), 6);
    assert!(ines.run(&["history", "show", "99"]).refused().err.contains("mantel history lists"));
}

#[test]
fn what_was_counted_is_drawn_written_and_passed_on() {
    let ines = Person::with("counter", SHELF);
    let drawn = ines.run(&["insights"]).success();
    assert!(drawn.out.contains("0 visits and 0 presses") && !drawn.out.contains('\u{1b}'), "{}", drawn.out);
    let json = ines.run(&["insights", "--range", "7d", "--screen", "phone", "--json"]).json();
    assert_eq!((&json["range"], &json["screen"]), (&json!("7d"), &json!("phone")));
    let written = ines.run(&["insights", "--csv", "counted.zip"]).success();
    assert!(written.err.starts_with("Wrote counted.zip ("), "{}", written.err);
    let file = std::fs::File::open(ines.folder.path().join("counted.zip")).unwrap();
    let mut archive = zip::ZipArchive::new(file).unwrap();
    let mut days = String::new();
    archive.by_name("days.csv").unwrap().read_to_string(&mut days).unwrap();
    assert_eq!(days.lines().count(), 2 + 30, "{days}");
    assert!(ines.run(&["insights", "--range", "month"]).misused().err.contains("7d"));
    let none = Person::new("uncounted");
    assert!(none.run(&["insights"]).refused().err.contains("mantel claim"));
}

#[test]
fn opening_starts_the_browser_and_prints_the_address() {
    let ines = Person::with("opener", SHELF);
    assert!(ines.run(&["open"]).refused().err.contains("mantel publish"));
    ines.run(&["publish"]).success();
    let address = format!("{}/{}\n", crate::support::url(), ines.name);
    assert_eq!(ines.run(&["open", "--print"]).success().out, address);
    // A fake browser that records what it is asked to open.
    let browser = ines.file("xdg-open", "#!/bin/sh\necho \"$1\" > opened\n");
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", ines.folder.path().display());
    assert_eq!(ines.run_with(&["open"], "", &[("PATH", &path)]).success().out, address);
    assert_eq!(std::fs::read_to_string(ines.folder.path().join("opened")).unwrap(), address);
    let none = ines.run_with(&["open"], "", &[("PATH", "/nowhere")]).success();
    assert!(none.err.contains("no browser"), "{}", none.err);
}

#[test]
fn deleting_asks_first() {
    let ines = Person::with("deleter", SHELF);
    assert!(ines.run_with(&["delete"], &ines.name, &[]).misused().err.contains("--yes"));
    ines.run(&["delete", "--yes", "--base-version", "9"]).refused();
    ines.run(&["delete", "--yes"]).success();
    assert!(ines.run(&["get"]).refused().err.contains("mantel claim"));
}
