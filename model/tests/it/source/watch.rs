//! `make watch` builds again after a change, and only then.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::workspace::repository;

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("mantel-watch-{}", std::process::id()));
        fs::create_dir_all(folder.join("site/inner")).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The fingerprint that `.ci/watch` compares, of the folder `site`.
fn fingerprint(folder: &Path) -> String {
    let script = "source .ci/lib; fingerprint \"$0/site\" \"$0/missing\"";
    let output = Command::new("bash")
        .current_dir(repository())
        .env("MANTEL_CACHE", folder.join("cache"))
        .env_remove("CARGO_TARGET_DIR")
        .args(["-c", script])
        .arg(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_change_is_seen_and_the_files_of_editors_are_not() {
    let Folder(folder) = &Folder::new();
    let write = |name: &str, text: &str| fs::write(folder.join("site").join(name), text).unwrap();
    write("a.css", "one");
    let mut last = fingerprint(folder);
    for name in [".a.css.swp", "a.css~", "#a.css#", "4913", "inner/.hidden"] {
        write(name, "editor");
        assert_eq!(fingerprint(folder), last, "{name} counts");
    }
    let mut changed = |what: &str| {
        let now = fingerprint(folder);
        assert_ne!(now, last, "{what} is not seen");
        last = now;
    };
    write("a.css", "longer");
    changed("an edit");
    write("inner/b.css", "");
    changed("a new file");
    fs::rename(folder.join("site/inner/b.css"), folder.join("site/inner/c.css")).unwrap();
    changed("a renamed file");
    fs::remove_file(folder.join("site/inner/c.css")).unwrap();
    changed("a removed file");
}
