//! `mantel validate`: offline, with line and column.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Run, mantel};

fn run(args: &[&str], input: &str) -> Run {
    mantel(args, input, &[], Path::new("."))
}

#[test]
fn warnings_go_to_stderr_with_line_and_column_and_it_exits_with_0() {
    let run = run(&["validate", "-"], include_str!("../../../model/tests/briefs/messy/chat-answer.txt")).success();
    assert_eq!(run.out, "A brief for Juniper Hale in painted, meadow: 4 tiles, 5 warnings.\n");
    assert!(run.err.contains("-:8:11: /look: "), "{}", run.err);
}

#[test]
fn what_can_not_be_read_exits_with_1_and_says_where() {
    let run = run(&["validate", "-"], "{\"name\" \"Ada\"}").refused();
    assert_eq!(run.err, "-: Line 1, column 9: a colon was expected after “name”.\n");
}

#[test]
fn json_goes_to_stdout_whatever_comes_of_it() {
    let good = run(&["validate", "-", "--json"], "{\"name\": \"Ada\", \"links\": []}").json();
    assert_eq!(good, json!({ "ok": true, "kind": "brief", "tiles": 0, "warnings": [] }));
    let bad = run(&["validate", "--json", "-"], "{\"name\" \"Ada\"}");
    assert_eq!(bad.code, 1);
    let bad: Value = serde_json::from_str(&bad.out).unwrap();
    assert_eq!((&bad["ok"], &bad["error"]["line"], &bad["error"]["column"]), (&json!(false), &json!(1), &json!(9)));
}

#[test]
fn a_file_that_is_not_there_is_told_by_name() {
    let run = run(&["validate", "nowhere.json"], "").refused();
    assert!(run.err.starts_with("mantel: nowhere.json cannot be read: "), "{}", run.err);
}

#[test]
fn what_is_not_understood_exits_with_2() {
    for args in [&["frobnicate"][..], &["validate"], &["validate", "a", "b"], &[]] {
        assert_eq!(run(args, "").code, 2, "{args:?}");
    }
}
