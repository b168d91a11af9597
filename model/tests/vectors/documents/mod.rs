//! The vectors of documents (`README.md` beside this file), and the outline in which they say what they expect. Other
//! crates' tests include this file with `#[path]`: the outline is made of JSON, as every door gives it.

#![allow(dead_code, reason = "each crate that includes this file uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

use mantel_model::look::Look;
use mantel_model::theme::Theme;
use serde_json::{Value, json};

/// A document, and what it is to be read as.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its file.
    pub name: String,
    /// The document.
    pub input: String,
    /// The outline of the page.
    pub outline: Vec<String>,
    /// The warnings, in any order.
    pub warnings: Vec<Expected>,
    /// Words of the error, if it is refused.
    pub refused: Option<String>,
}

/// A warning that is expected.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Its path; empty for the whole file.
    pub path: String,
    /// Words that stand in its sentence.
    pub words: String,
}

/// Every document in this folder.
pub fn documents() -> Vec<Document> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("model/tests/vectors/documents"))
        .find(|path| path.is_dir())
        .expect("the folder of the vectors");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt" || extension == "json"));
    files.sort();
    files.into_iter().map(|file| document(&file)).collect()
}

fn document(file: &Path) -> Document {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (input, expectation) = (read(file), read(&file.with_extension("expected")));
    let (mut outline, mut warnings, mut refused) = (Vec::new(), Vec::new(), None);
    for line in expectation.lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
        if let Some(warning) = line.strip_prefix("! ") {
            let (path, words) = warning.split_once(": ").unwrap_or_else(|| panic!("{name}: `! path: words`: {line}"));
            warnings.push(Expected { path: path.replace("(file)", ""), words: words.to_owned() });
        } else if let Some(words) = line.strip_prefix("refused: ") {
            refused = Some(words.to_owned());
        } else {
            outline.push(line.to_owned());
        }
    }
    Document { name, input, outline, warnings, refused }
}

impl Document {
    /// What differs from the expectation in a page that was read: its draft, its username, and its warnings, as JSON.
    pub fn differences(&self, draft: &Value, username: Option<&str>, warnings: &[Value]) -> Vec<String> {
        let mut differences = Vec::new();
        let found = outline(draft, username);
        if found != self.outline {
            differences.push(format!(
                "{}\n  expected:\n{}\n  found:\n{}",
                self.name,
                listed(&self.outline),
                listed(&found)
            ));
        }
        let mut left: Vec<(&str, &str)> = warnings
            .iter()
            .map(|warning| (warning["path"].as_str().unwrap_or("?"), warning["message"].as_str().unwrap_or("?")))
            .collect();
        for expected in &self.warnings {
            let at =
                left.iter().position(|(path, message)| *path == expected.path && message.contains(&expected.words));
            match at {
                Some(at) => drop(left.remove(at)),
                None => differences.push(format!("{}: no warning ! {}: {}", self.name, expected.path, expected.words)),
            }
        }
        // That a name was understood as another need not be listed.
        left.retain(|(_, message)| !(message.starts_with('“') && message.contains("” was read as “")));
        differences.extend(left.iter().map(|(path, message)| {
            let path = if path.is_empty() { "(file)" } else { path };
            format!("{}: not expected ! {path}: {message}", self.name)
        }));
        differences
    }
}

fn listed(lines: &[String]) -> String {
    lines.iter().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

/// The outline of a draft in JSON: what the profile says, what the theme chooses besides its defaults, the tiles.
pub fn outline(draft: &Value, username: Option<&str>) -> Vec<String> {
    let mut lines = Vec::new();
    let profile = &draft["profile"];
    for name in [
        "name",
        "username",
        "bio",
        "location",
        "avatar",
        "avatarFocus",
        "avatarZoom",
        "pageTitle",
        "pageDescription",
        "lang",
        "listed",
    ] {
        let value = if name == "username" { json!(username) } else { profile[name].clone() };
        if !value.is_null() && value != json!("") {
            lines.push(format!("{name}: {}", words(&value)));
        }
    }
    let theme = &draft["theme"];
    let look = theme["style"].as_str().and_then(Look::parse).unwrap_or(Look::Painted);
    let default = serde_json::to_value(Theme::of(look)).unwrap_or_default();
    if look != Look::Painted {
        lines.push(format!("look: {look}"));
    }
    for (name, value) in theme.as_object().into_iter().flatten().filter(|(name, _)| *name != "style") {
        if *value != default[name] {
            let name = if name == "preset" { "theme" } else { name };
            let value = match value.as_object() {
                Some(fields) => {
                    let own = fields.iter().filter(|(part, value)| default[name][part.as_str()] != **value);
                    own.map(|(part, value)| format!("{part} {}", words(value))).collect::<Vec<_>>().join(", ")
                }
                None => words(value),
            };
            lines.push(format!("{name}: {value}"));
        }
    }
    lines.extend(draft["tiles"].as_array().into_iter().flatten().map(tile));
    lines
}

/// A tile as a line: its type, its address or handle, and its words, separated by ` | `; then in braces what else is set.
pub fn tile(tile: &Value) -> String {
    let kind = tile["type"].as_str().unwrap_or_default();
    let text = |name: &str| tile[name].as_str().map(short).unwrap_or_default();
    let note = if tile["look"] == "stamp" { "stamp" } else { "note" };
    let (parts, default) = match kind {
        "heading" => (vec![format!("# {}", text("text"))], "s"),
        "text" => {
            let wide = note == "note" && text("text").chars().count() > 90;
            (vec![format!("{note} {}", text("text"))], if wide { "w" } else { "s" })
        }
        "social" => (vec![format!("{} {}", text("platform"), text("handle"))], "s"),
        "github" => (vec![format!("repo {}", text("repo"))], "s"),
        "image" => (vec![format!("image {}", text("src")), text("title"), text("url")], "l"),
        "video" => (vec![format!("video {}", text("url")), text("title")], "w"),
        _ => (vec![format!("{kind} {}", text("url")), text("title"), text("description")], "s"),
    };
    let last = parts.iter().rposition(|part| !part.is_empty()).unwrap_or_default();
    let line = parts[..=last].join(" | ").replace('\n', "\\n");
    let mut set = Vec::new();
    for (name, usual) in [("size", default), ("color", "auto"), ("alt", ""), ("focus", ""), ("zoom", ""), ("pos", "")] {
        if !tile[name].is_null() && tile[name] != usual {
            set.push(format!("{name} {}", words(&tile[name])));
        }
    }
    if kind != "image" && !tile["image"].is_null() {
        set.push(format!("preview {}", words(&tile["image"])));
    }
    if set.is_empty() { line } else { format!("{line} {{{}}}", set.join(", ")) }
}

/// A value in words: a text as it is, the parts of a point or place one after the other.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => short(text).replace('\n', "\\n"),
        Value::Object(parts) => parts.values().map(words).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// `https://a.example/` is written without its last stroke.
fn short(address: &str) -> String {
    match address.strip_suffix('/') {
        Some(rest) if rest.contains("://") && rest.matches('/').count() == 2 => rest.to_owned(),
        _ => address.to_owned(),
    }
}
