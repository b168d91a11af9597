//! The vectors of lists (`README.md` beside this file), and the outline in which they say what they expect. Other crates'
//! tests include this file with `#[path]`.

#![allow(dead_code, reason = "each crate that includes this file uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

use mantel_model::tile::{Kind, NoteLook};

/// A text, and what it is to be read as.
#[derive(Clone, Debug)]
pub struct Vector {
    /// Its file, and its line there if there are several.
    pub name: String,
    /// The text.
    pub input: String,
    /// The outline of its items, one line each.
    pub outline: Vec<String>,
    /// Words of each warning, in order.
    pub warnings: Vec<Expected>,
}

/// A warning that is expected.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Its line in the text, if the vector names it.
    pub line: Option<u32>,
    /// Words that stand in its sentence.
    pub words: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("model/tests/vectors"))
        .find(|path| path.is_dir())
        .expect("the folder of the vectors")
}

/// The vectors of `lines.txt`.
pub fn lines() -> Vec<Vector> {
    let text = fs::read_to_string(folder().join("lines.txt")).expect("lines.txt");
    let vectors = text.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with("//"));
    let vector = |(line, number): (&str, u32)| {
        let mut columns = line.split('\t');
        let input = plain(columns.next().unwrap_or_default());
        let outline = columns.next().unwrap_or_else(|| panic!("lines.txt:{number}: no outline"));
        let outline = outline.split(" ⏎ ").filter(|item| *item != "(nothing)").map(str::to_owned).collect();
        let warnings = columns.filter(|column| !column.is_empty()).map(|words| expected(words, number)).collect();
        Vector { name: format!("lines.txt:{number}"), input, outline, warnings }
    };
    vectors.map(vector).collect()
}

/// The vectors in the folder `lists`.
pub fn lists() -> Vec<Vector> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder().join("lists")).expect("lists").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let vector = |file: PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let expectation = fs::read_to_string(file.with_extension("expected"));
        let expectation = expectation.unwrap_or_else(|error| panic!("{name}: its .expected: {error}"));
        let (warnings, outline): (Vec<_>, Vec<_>) = expectation
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with("//"))
            .zip(1..)
            .partition(|(line, _)| line.starts_with("! "));
        Vector {
            input: fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}")),
            outline: outline.into_iter().map(|(line, _)| line.to_owned()).filter(|line| line != "(nothing)").collect(),
            warnings: warnings.into_iter().map(|(words, number)| expected(words, number)).collect(),
            name,
        }
    };
    files.into_iter().map(vector).collect()
}

/// `! words` or `! 3: words`.
fn expected(text: &str, number: u32) -> Expected {
    let text = text.strip_prefix("! ").unwrap_or_else(|| panic!("line {number}: a warning begins with “! ”: {text}"));
    match text.split_once(": ").and_then(|(line, words)| Some((line.parse().ok()?, words))) {
        Some((line, words)) => Expected { line: Some(line), words: words.to_owned() },
        None => Expected { line: None, words: text.to_owned() },
    }
}

/// An input of `lines.txt` with its escapes: `\n`, `\t`, `\\`, `\u{…}`.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        rest = match after.chars().next() {
            Some('n') => {
                out.push('\n');
                &after[1..]
            }
            Some('t') => {
                out.push('\t');
                &after[1..]
            }
            Some('\\') => {
                out.push('\\');
                &after[1..]
            }
            Some('u') => {
                let (code, after) = after[1..].strip_prefix('{').and_then(|code| code.split_once('}')).expect("\\u{…}");
                out.push(u32::from_str_radix(code, 16).ok().and_then(char::from_u32).expect("a character"));
                after
            }
            _ => {
                out.push('\\');
                after
            }
        };
    }
    out.push_str(rest);
    out
}

/// An item as a line of an outline: its type, its address or handle, and its words, separated by ` | `.
pub fn outline(kind: &Kind) -> String {
    let line = |parts: &[&str]| {
        let last = parts.iter().rposition(|part| !part.is_empty()).unwrap_or_default();
        parts[..=last].join(" | ").replace('\n', "\\n")
    };
    // `https://a.example/` is written without its last stroke.
    let short = |address: &str| match address.strip_suffix('/') {
        Some(rest) if rest.matches('/').count() == 2 => rest.to_owned(),
        _ => address.to_owned(),
    };
    match kind {
        Kind::Heading(heading) => format!("# {}", heading.text.as_str()),
        Kind::Text(note) if note.look == Some(NoteLook::Stamp) => line(&[&format!("stamp {}", note.text.as_str())]),
        Kind::Text(note) => line(&[&format!("note {}", note.text.as_str())]),
        Kind::Social(social) => format!("{} {}", social.platform, social.handle.as_str()),
        Kind::Github(github) => format!("repo {}", github.repo.as_str()),
        Kind::Link(link) => line(&[
            &format!("link {}", short(link.url.as_str())),
            link.title.as_deref().unwrap_or_default(),
            link.description.as_deref().unwrap_or_default(),
        ]),
        Kind::Image(image) => line(&[
            &format!("image {}", short(image.src.as_str())),
            image.title.as_deref().unwrap_or_default(),
            image.url.as_ref().map(|url| url.as_str()).unwrap_or_default(),
        ]),
        Kind::Video(video) => {
            line(&[&format!("video {}", short(video.url.as_str())), video.title.as_deref().unwrap_or_default()])
        }
        Kind::Music(music) => {
            line(&[&format!("music {}", short(music.url.as_str())), music.title.as_deref().unwrap_or_default()])
        }
    }
}
