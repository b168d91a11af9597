//! Everything generated from the command definitions: help, completions, manual pages, docs/CLI.md.

use std::path::Path;

use crate::support::{Run, mantel};

fn run(args: &[&str]) -> Run {
    mantel(args, "", &[], Path::new("."))
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = run(&["--help"]).success().out;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|name| name.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_of_the_specification_is_there() {
    let there = commands();
    for name in ["get", "add", "theme", "profile", "remove", "publish", "export", "import", "validate"] {
        assert!(there.iter().any(|command| command == name), "{name}");
    }
}

#[test]
fn every_command_has_help_with_examples_and_a_manual_page() {
    for name in commands() {
        let help = run(&[&name, "--help"]).success().out;
        assert!(help.contains("Examples:\n  mantel ") || help.contains(&format!("mantel {name}")), "{name}: {help}");
        assert!(help.contains("Examples:"), "{name}");
        assert!(run(&["man", &name]).success().out.contains(".SH NAME"), "{name}");
    }
    assert!(run(&["man", "nonsense"]).misused().err.contains("nonsense"));
    let folder = tempfile::tempdir().unwrap();
    run(&["man", "--out", &folder.path().display().to_string()]).success();
    assert!(folder.path().join("mantel-apply.1").is_file());
}

#[test]
fn shells_are_served() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).success().out;
        assert!(script.contains("unpublish") && script.contains("base-version"), "{shell}");
    }
    assert!(
        run(&["completions", "zsh"]).success().out.contains("lamplight")
            || run(&["completions", "bash"]).success().out.contains("washi")
    );
    run(&["completions", "csh"]).misused();
}

#[test]
fn the_version_is_the_package_s() {
    assert_eq!(run(&["--version"]).success().out, format!("mantel {}\n", env!("CARGO_PKG_VERSION")));
}

/// `UPDATE_DOCS=1` rewrites it.
#[test]
fn the_reference_is_what_the_command_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/CLI.md");
    let made = run(&["reference"]).success().out;
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "docs/CLI.md is not current; run this test with UPDATE_DOCS=1");
}
