//! Calls are retried where that is safe, and only there.

use std::time::Instant;

use crate::support::{Act, Person, Run, Scripted};

const PROBLEM: &str = "content-type: application/problem+json\r\n";

fn added() -> Act {
    let tile = r#"{"id":"t_aaaaaaaaaaaa","type":"text","text":"Hello","size":"s","color":"auto"}"#;
    let body = format!(r#"{{"tiles":[{tile}],"version":2,"unpublishedChanges":true}}"#);
    Act::Answer("201 Created", "content-type: application/json\r\n", body)
}

fn theme() -> Act {
    let theme = r#"{"style":"cozy","preset":"oak","font":"look","radius":"look","layout":"list","align":"look","tileStyle":"look","effect":"look","avatar":"look","photos":"natural","motion":true,"ambient":true,"background":{"style":"scene","dim":0.25,"blur":0,"grain":true}}"#;
    let body = format!(r#"{{"theme":{theme},"version":2,"unpublishedChanges":true}}"#);
    Act::Answer("200 OK", "content-type: application/json\r\n", body)
}

fn problem(status: &'static str, code: &str, headers: &'static str) -> Act {
    let number = &status[..3];
    let body = format!(
        r#"{{"type":"/docs/errors#{code}","title":"-","status":{number},"detail":"Away for a moment.","code":"{code}"}}"#
    );
    Act::Answer(status, headers, body)
}

fn run(server: &Scripted, args: &[&str]) -> Run {
    Person::new("retrier").run_with(args, "", &[("SERVICE_URL", &server.url)])
}

#[test]
fn a_creating_call_goes_out_again_under_the_same_key() {
    let server = Scripted::new(vec![Act::Drop, problem("503 Service Unavailable", "unavailable", PROBLEM), added()]);
    run(&server, &["add", "Hello"]).success();
    let asked = server.requests();
    let keys: Vec<&str> = asked.iter().map(|request| request.header("idempotency-key").unwrap()).collect();
    assert_eq!(keys.len(), 3);
    assert!(keys.iter().all(|key| *key == keys[0] && key.len() == 39), "{keys:?}");
    assert!(asked.iter().all(|request| request.line == "POST /api/v1/page/tiles HTTP/1.1" && request.body == r#"{"input":"Hello"}"#));
}

#[test]
fn two_calls_have_two_keys() {
    let server = Scripted::new(vec![added(), added()]);
    run(&server, &["add", "Hello"]).success();
    run(&server, &["add", "Hello"]).success();
    let asked = server.requests();
    assert_ne!(asked[0].header("idempotency-key"), asked[1].header("idempotency-key"));
}

#[test]
fn reading_goes_out_again_four_times_at_most() {
    let down = || problem("503 Service Unavailable", "unavailable", PROBLEM);
    let server = Scripted::new(vec![down(), Act::Drop, down(), down(), down()]);
    let run = run(&server, &["get"]).refused();
    assert!(run.err.contains("Away for a moment."), "{}", run.err);
    assert_eq!(server.requests().len(), 4);
}

#[test]
fn a_change_that_may_have_been_made_is_not_sent_again() {
    for args in [&["theme", "--layout", "list"][..], &["publish"], &["remove", "t_aaaaaaaaaaaa"]] {
        let server = Scripted::new(vec![Act::Drop, theme()]);
        let run = run(&server, args).refused();
        assert!(run.err.contains("mantel get"), "{}", run.err);
        assert_eq!(server.requests().len(), 1, "{args:?}");
    }
    let server = Scripted::new(vec![problem("503 Service Unavailable", "unavailable", PROBLEM), theme()]);
    run(&server, &["theme", "--layout", "list"]).refused();
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_change_turned_away_at_the_door_waits_as_asked() {
    let headers = "content-type: application/problem+json\r\nretry-after: 1\r\n";
    let server = Scripted::new(vec![problem("429 Too Many Requests", "rate_limited", headers), theme()]);
    let start = Instant::now();
    run(&server, &["theme", "--layout", "list"]).success();
    assert!(start.elapsed().as_secs_f64() >= 1.0);
    assert_eq!(server.requests().len(), 2);
    assert!(server.requests().iter().all(|request| request.header("idempotency-key").is_none()));
}

#[test]
fn a_wait_of_an_hour_is_not_waited_for() {
    let headers = "content-type: application/problem+json\r\nretry-after: 3600\r\n";
    let server = Scripted::new(vec![problem("429 Too Many Requests", "rate_limited", headers)]);
    run(&server, &["get"]).refused();
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_refusal_is_final() {
    let server = Scripted::new(vec![problem("500 Internal Server Error", "internal", PROBLEM)]);
    run(&server, &["get"]).refused();
    assert_eq!(server.requests().len(), 1);
}
