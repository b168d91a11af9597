//! The workspace's Rust files and their modules.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use proc_macro2::TokenStream;

/// The crates of the workspace and their source folders, relative to the root of the repository.
pub const CRATES: [(&str, &str); 5] = [
    ("mantel_model", "model/src"),
    ("mantel_app", "app/src"),
    ("mantel_frontend", "frontend/src"),
    ("mantel_server", "server/src"),
    ("mantel", "cli/src"),
];

/// A source file of a crate.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its path relative to the root of the repository.
    pub path: String,
    /// Its module path, starting with its crate: `["mantel_server", "http", "etag"]`.
    pub module: Vec<String>,
    /// Its content.
    pub tokens: TokenStream,
}

/// Every source file of every crate, except those that contain only tests.
pub fn source_files() -> Vec<SourceFile> {
    CRATES.iter().flat_map(|(name, folder)| crate_files(name, folder)).collect()
}

/// The files of one crate.
fn crate_files(name: &str, folder: &str) -> Vec<SourceFile> {
    let root = repository().join(folder);
    rust_files(&root)
        .into_iter()
        .filter(|path| !path.ends_with("tests.rs"))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let tokens = TokenStream::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let within = path.strip_prefix(&root).unwrap().with_extension("");
            SourceFile { path: shown(&path), module: module_path(name, &within), tokens }
        })
        .collect()
}

/// The module path of a file: `mod.rs`, `lib.rs` and `main.rs` are their folder's module.
fn module_path(name: &str, within: &Path) -> Vec<String> {
    let mut module = vec![name.to_owned()];
    module.extend(within.iter().map(|part| part.to_str().unwrap().to_owned()));
    if module.last().is_some_and(|last| last == "mod") || matches!(within.to_str(), Some("lib" | "main")) {
        module.pop();
    }
    module
}

/// Every `.rs` file below a folder, sorted.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files_below(folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// Every file below a folder, sorted, except built or installed ones.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let built = |path: &Path| path.file_name().is_some_and(|name| name == "target" || name == "node_modules");
    entries
        .into_iter()
        .filter(|path| !built(path))
        .flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] })
        .collect()
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A path relative to the root of the repository, for messages.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(repository()).unwrap_or(path).display().to_string()
}

/// The file of each module; in a crate with both `lib.rs` and `main.rs`, `lib.rs` counts.
pub fn by_module(files: &[SourceFile]) -> BTreeMap<Vec<String>, usize> {
    let mut modules = BTreeMap::new();
    for (index, file) in files.iter().enumerate() {
        modules.entry(file.module.clone()).or_insert(index);
    }
    modules
}
