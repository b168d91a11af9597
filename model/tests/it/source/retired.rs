//! Retired names stay retired: no identifier or class may use a name listed in `retired_names.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::str::FromStr;

use proc_macro2::{TokenStream, TokenTree};

use super::workspace::{files_below, repository, rust_files, shown};

/// The list: a kind and a name per line, as its header explains.
const LIST: &str = include_str!("retired_names.txt");

#[test]
fn no_retired_name_is_used_again() {
    let retired = retired();
    let mut found = Vec::new();
    for folder in ["model", "app", "frontend", "server", "cli"] {
        for path in rust_files(&repository().join(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            let tokens = TokenStream::from_str(&text).unwrap();
            idents(tokens, &mut None, &mut |previous, name, line| {
                for kind in kinds(previous, name) {
                    if retired.get(name).is_some_and(|kinds| kinds.contains(&kind)) {
                        found.push(format!("{}:{line}: `{name}` is a retired {kind}", shown(&path)));
                    }
                }
            });
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_file_bears_a_retired_name() {
    let retired = retired();
    let mut found = Vec::new();
    for folder in ["model", "app", "frontend", "server", "cli", "style", "public", "end2end"] {
        for path in files_below(&repository().join(folder)) {
            let within = path.strip_prefix(repository()).unwrap();
            for part in within.iter().filter_map(|part| Path::new(part).file_stem()?.to_str()) {
                if retired.get(part).is_some_and(|kinds| kinds.contains(&"file")) {
                    found.push(format!("{}: `{part}` is retired", shown(&path)));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn no_retired_css_class_is_used_again() {
    let retired: BTreeSet<&str> = LIST.lines().filter_map(|line| line.strip_prefix("class ")).collect();
    let mut found = Vec::new();
    // The looks may use any class names.
    let looks = repository().join("style/looks");
    for folder in ["app/src", "style", "public", "end2end/specs"] {
        for path in files_below(&repository().join(folder)).into_iter().filter(|path| !path.starts_with(&looks)) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            if !matches!(path.extension().and_then(|ending| ending.to_str()), Some("rs" | "css" | "js")) {
                continue;
            }
            for (index, line) in text.lines().enumerate() {
                for class in classes(line).filter(|class| retired.contains(class)) {
                    found.push(format!("{}:{}: `{class}` is a retired class", shown(&path), index + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The kinds of each retired name.
fn retired() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut retired: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in LIST.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (kind, name) = line.split_once(' ').expect("a kind and a name in each line");
        retired.entry(name).or_default().push(kind);
    }
    retired
}

/// The kinds a name may have, judging by what precedes it and how it is written.
fn kinds(previous: Option<&str>, name: &str) -> Vec<&'static str> {
    match previous {
        Some("fn") => vec!["fn"],
        Some("mod") => vec!["file"],
        _ if name.starts_with(|first: char| first.is_ascii_uppercase()) => vec!["type"],
        _ => vec![],
    }
}

/// Calls `each` for every name, with the preceding name and its line.
fn idents(tokens: TokenStream, previous: &mut Option<String>, each: &mut impl FnMut(Option<&str>, &str, usize)) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                let name = ident.to_string();
                each(previous.as_deref(), &name, ident.span().start().line);
                *previous = Some(name);
            }
            TokenTree::Group(group) => {
                *previous = None;
                idents(group.stream(), previous, each);
                *previous = None;
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => *previous = None,
        }
    }
}

/// The words of a line, any of which may be a CSS class.
fn classes(line: &str) -> impl Iterator<Item = &str> {
    line.split(|character: char| !(character.is_ascii_alphanumeric() || character == '-' || character == '_'))
}
