//! Tests that the editor's stylesheets share one namespace: no class or keyframes name is defined in two files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The selectors of a stylesheet's top-level rules, and the names of its keyframes.
fn defined(sheet: &str) -> Vec<String> {
    let mut out = Vec::new();
    let (mut depth, mut prelude) = (0_usize, String::new());
    for letter in without_comments(sheet).chars() {
        match letter {
            '{' => {
                let own = prelude.trim();
                if depth == 0 && own.starts_with("@keyframes") {
                    out.push(own.to_owned());
                } else if depth == 0 && !own.starts_with('@') {
                    out.extend(own.split(',').map(|part| part.trim().to_owned()).filter(|part| is_one_class(part)));
                }
                depth += 1;
                prelude.clear();
            }
            '}' => {
                depth = depth.saturating_sub(1);
                prelude.clear();
            }
            ';' => prelude.clear(),
            other => prelude.push(other),
        }
    }
    out
}

/// Whether a selector is a single class of the editor, which counts as the definition of that class.
fn is_one_class(selector: &str) -> bool {
    let name = selector.strip_prefix(".editor-").unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn without_comments(sheet: &str) -> String {
    let after = |text: &str| text.split_once("*/").map(|parts| parts.1.to_owned()).unwrap_or_default();
    let mut parts = sheet.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, it| all + &after(it))
}

/// Every stylesheet under a folder.
fn sheets(folder: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            out.extend(sheets(&path));
        } else if path.extension().is_some_and(|extension| extension == "css") {
            out.push(path);
        }
    }
    out
}

/// An unclosed block swallows the rules after it, and browsers report no error for it.
#[test]
fn every_block_is_closed() {
    let all = sheets(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../style"));
    assert!(all.len() > 50, "the stylesheets were read: {}", all.len());
    for path in all {
        let sheet = without_comments(&std::fs::read_to_string(&path).unwrap());
        assert_eq!(sheet.matches('{').count(), sheet.matches('}').count(), "blocks of {}", path.display());
    }
}

#[test]
fn no_class_and_no_animation_is_defined_in_two_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../style/editor");
    let mut homes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        for name in defined(&std::fs::read_to_string(&path).unwrap()) {
            let at = homes.entry(name).or_default();
            if !at.contains(&file) {
                at.push(file.clone());
            }
        }
    }
    assert!(homes.len() > 100, "the stylesheets were read: {} names", homes.len());
    homes.retain(|_, at| at.len() > 1);
    assert!(homes.is_empty(), "defined in several files: {homes:#?}");
}
