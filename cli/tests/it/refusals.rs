//! Failures and their messages.

use std::net::TcpListener;

use serde_json::Value;

use crate::support::{Act, Person, SHELF, Scripted, url};

#[test]
fn without_a_key_it_says_where_to_get_one() {
    let ada = Person::new("keyless");
    let run = ada.run_with(&["get"], "", &[("SERVICE_API_KEY", "")]).misused();
    insta::assert_snapshot!("no_key", run.shown());
}

#[test]
fn a_bad_key_is_told_in_words_and_as_json() {
    let ada = Person::new("badkey");
    insta::assert_snapshot!(
        "bad_key",
        ada.run_with(&["get"], "", &[("SERVICE_API_KEY", "mantel_nonsense")]).refused().shown()
    );
    let run = ada.run_with(&["get", "--json"], "", &[("SERVICE_API_KEY", "mantel_nonsense")]).refused();
    let problem: Value = serde_json::from_str(&run.err).unwrap();
    assert_eq!((&problem["status"], &problem["code"]), (&401.into(), &"unauthorized".into()));
}

#[test]
fn a_key_that_can_not_be_one_is_not_sent() {
    let ada = Person::new("garbled");
    let run = ada.run_with(&["get"], "", &[("SERVICE_API_KEY", "mantel_é\nx")]).misused();
    assert!(run.err.contains("copy it again") && !run.err.contains('é'), "{}", run.err);
}

#[test]
fn without_a_page_it_says_how_to_make_one() {
    let ada = Person::new("pageless");
    insta::assert_snapshot!("no_page", ada.run(&["get"]).refused().shown());
    insta::assert_snapshot!(
        "no_name",
        ada.run_with(&["import", "-"], r#"{"name": "Ada", "links": []}"#, &[]).refused().shown()
    );
}

#[test]
fn every_wrong_place_is_told() {
    let ines = Person::with("wrong", SHELF);
    let run =
        ines.run(&["update", "t_bbbbbbbbbbbb", "--patch", r#"{"zoom": 9, "size": "xl", "colour": "mint"}"#]).refused();
    insta::assert_snapshot!("places", run.shown());
}

#[test]
fn a_server_that_is_not_there_is_told_by_its_address() {
    let ada = Person::new("nowhere");
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let address = format!("http://{free}");
    insta::assert_snapshot!("unreachable", ada.run(&["get", "--url", &address]).refused().shown());
    let run = ada.run(&["get", "--url", "http://nobody.invalid"]).refused();
    assert!(run.err.contains("There is no server called nobody.invalid"), "{}", run.err);
}

#[test]
fn an_address_that_is_none_is_a_matter_of_usage() {
    let ada = Person::new("addressless");
    for address in ["localhost:3000", "ftp://mantel.example", "mantel", "https://mantel.example/?x=1"] {
        let run = ada.run_with(&["get"], "", &[("SERVICE_URL", address)]).misused();
        assert!(run.err.contains("write it like https://mantel.example"), "{}", run.err);
    }
    // A trailing slash is accepted.
    let slash = format!("{}/", url());
    ada.run_with(&["options", "sizes"], "", &[("SERVICE_URL", &slash)]).success();
}

#[test]
fn what_is_no_mantel_server_is_noticed() {
    let ada = Person::new("elsewhere");
    let html = || "<html>hello</html>".to_owned();
    let other = Scripted::new(vec![Act::Answer("404 Not Found", "content-type: text/html\r\n", html())]);
    assert!(ada.run(&["get", "--url", &other.url]).refused().err.contains("not what a Mantel server says"));
    let other = Scripted::new(vec![Act::Answer("200 OK", "content-type: text/html\r\n", html())]);
    assert!(ada.run(&["get", "--url", &other.url]).refused().err.contains("was not understood"));
    let moved =
        Scripted::new(vec![Act::Answer("308 Permanent Redirect", "location: https://new.example/\r\n", String::new())]);
    let run = ada.run(&["get", "--url", &moved.url]).refused();
    assert!(run.err.contains("https://new.example/"), "{}", run.err);
    // The key is not sent on to the redirect's target.
    assert_eq!(moved.requests().len(), 1);
}

#[test]
fn a_reader_that_stops_reading_is_no_mistake() {
    let ines = Person::with("pipe", SHELF);
    let line = format!("{} options | head -n 1; exit ${{PIPESTATUS[0]}}", env!("CARGO_BIN_EXE_mantel"));
    let out = std::process::Command::new("bash")
        .args(["-c", &line])
        .env("SERVICE_URL", url())
        .env("SERVICE_API_KEY", &ines.key)
        .output()
        .unwrap();
    assert!(out.status.success() && out.stderr.is_empty(), "{out:?}");
}

#[test]
fn a_key_that_may_less_is_told_what_it_may() {
    let ines = Person::with("narrow", SHELF);
    let before = ines.page();
    let tile = &ines.ids()[0];
    let page = ines.file("page.json", SHELF);
    for (access, code, words) in [("read", "read_only", "may only read"), ("add", "add_only", "not change or remove")] {
        let key = ines.limited_key(access);
        let run = |args: &[&str]| ines.run_with(args, "", &[("SERVICE_API_KEY", &key)]);
        run(&["get"]).success();
        for args in [
            &["remove", tile][..],
            &["update", tile, "--size", "l"],
            &["move", tile, "0"],
            &["profile", "--bio", "Mine"],
            &["theme", "--layout", "list"],
            &["import", &page, "--replace"],
        ] {
            let refused = run(args).refused();
            assert!(refused.err.contains(words), "{args:?}: {}", refused.err);
        }
        let run = run(&["profile", "--bio", "Mine", "--json"]).refused();
        let problem: Value = serde_json::from_str(&run.err).unwrap();
        assert_eq!((&problem["status"], &problem["code"]), (&403.into(), &code.into()));
    }
    assert_eq!(ines.page(), before);
    let adder = ines.limited_key("add");
    ines.run_with(&["add", "A note"], "", &[("SERVICE_API_KEY", &adder)]).success();
    assert_eq!(ines.ids().len(), before["draft"]["tiles"].as_array().unwrap().len() + 1);
}
