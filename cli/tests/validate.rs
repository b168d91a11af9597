//! The command as people run it.
#![allow(clippy::expect_used, reason = "tests fail by panicking")]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

fn mantel(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mantel"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    child.stdin.take().expect("input").write_all(input.as_bytes()).expect("writes");
    child.wait_with_output().expect("ends")
}

#[test]
fn warnings_go_to_stderr_with_line_and_column_and_it_exits_with_0() {
    let out = mantel(&["validate", "-"], include_str!("../../model/tests/briefs/messy/chat-answer.txt"));
    assert_eq!(out.status.code(), Some(0));
    assert_eq!(
        String::from_utf8_lossy(&out.stdout),
        "A brief for Juniper Hale in painted, meadow: 4 tiles, 4 warnings.\n"
    );
    assert!(
        String::from_utf8_lossy(&out.stderr).contains("-:8:11: /look: "),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
}

#[test]
fn what_can_not_be_read_exits_with_1_and_says_where() {
    let out = mantel(&["validate", "-"], "{\"name\" \"Ada\"}");
    assert_eq!(out.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&out.stderr), "-: Line 1, column 9: a colon was expected after “name”.\n");
}

#[test]
fn json_goes_to_stdout() {
    let out = mantel(&["validate", "-", "--json"], "{\"name\": \"Ada\", \"links\": []}");
    let value: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(value, serde_json::json!({ "ok": true, "kind": "brief", "tiles": 0, "warnings": [] }));
}

#[test]
fn what_is_not_understood_exits_with_2() {
    assert_eq!(mantel(&["frobnicate"], "").status.code(), Some(2));
}
