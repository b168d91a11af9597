//! A folder of fonts for what the pages' faces lack: found by coverage, read when needed.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use harfrust::Tag;
use harfrust::font::attribute::Style;
use harfrust::font::{Blob, Font, TableFunction};
use unicode_segmentation::UnicodeSegmentation as _;

use super::clean::is_joiner;
use super::faces::Fallback;
use super::typeface::Typeface;

/// The most files that are looked into.
const FILES: usize = 4000;
/// The most folders that are looked into, one within another.
const DEPTH: usize = 6;
/// The most faces of a collection that are looked at.
const COLLECTION: u32 = 16;
/// The largest table that is read, bytes: the outlines of a CJK face take 20 MB.
const TABLE: u32 = 64 << 20;
/// The most faces that are kept open.
const OPEN: usize = 6;

/// A folder of fonts.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    index: OnceLock<Vec<Entry>>,
    open: Mutex<Vec<(usize, Arc<Typeface>)>>,
}

/// A face of the folder.
#[derive(Debug)]
struct Entry {
    path: PathBuf,
    number: u32,
    serif: bool,
    weight: f32,
    /// Whether it is the kind of face that a card may be set in: upright, and neither a typewriter's nor a drawing's.
    plain: bool,
    /// Whether its Chinese characters are drawn as in Japan.
    japanese: bool,
    /// Runs of characters that it has, first and last, in order.
    runs: Box<[(u32, u32)]>,
}

impl Entry {
    fn has(&self, letter: char) -> bool {
        let code = u32::from(letter);
        let at = self.runs.partition_point(|run| run.1 < code);
        self.runs.get(at).is_some_and(|run| run.0 <= code)
    }

    /// How far it is from what is wanted; less is better.
    fn distance(&self, wanted: Fallback) -> u32 {
        let serif = u32::from(self.serif != (wanted == Fallback::Serif)) * 1000;
        let odd = u32::from(!self.plain) * 4000;
        let abroad = u32::from(!self.japanese) * 200;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "weights are 1 to 1000")]
        let weight = (self.weight - 720.0).abs() as u32;
        serif + odd + abroad + weight
    }
}

impl Folder {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), index: OnceLock::new(), open: Mutex::new(Vec::new()) }
    }

    /// The face nearest to what is wanted that has every character of a string.
    pub(super) fn find(&self, text: &str, wanted: Fallback) -> Option<Arc<Typeface>> {
        let letters: BTreeSet<char> = text.chars().filter(|letter| *letter != ' ' && !is_joiner(*letter)).collect();
        if letters.is_empty() {
            return None;
        }
        let entries = self.index.get_or_init(|| index(&self.path));
        let mut found: Vec<usize> = (0..entries.len())
            .filter(|at| entries.get(*at).is_some_and(|entry| letters.iter().all(|it| entry.has(*it))))
            .collect();
        found.sort_by_key(|at| (entries.get(*at).map(|entry| entry.distance(wanted)), *at));
        // Most likely the first; a face whose file changed meanwhile, or that shapes to a box, is passed over.
        found.into_iter().take(4).find_map(|at| {
            let face = self.opened(at, entries.get(at)?)?;
            text.graphemes(true).all(|grapheme| grapheme == " " || face.covers(grapheme)).then_some(face)
        })
    }

    fn opened(&self, at: usize, entry: &Entry) -> Option<Arc<Typeface>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = open.iter().position(|(number, _)| *number == at) {
            let kept = open.remove(found);
            let face = Arc::clone(&kept.1);
            open.push(kept);
            return Some(face);
        }
        let tables = Tables::of(&entry.path, entry.number)?;
        let face = Arc::new(Typeface::read(tables.function(), 0, &[("wght", 700.0)])?);
        if open.len() >= OPEN {
            open.remove(0);
        }
        open.push((at, Arc::clone(&face)));
        Some(face)
    }
}

/// Where the tables of a face lie in its file.
struct Tables {
    path: PathBuf,
    tables: Vec<(Tag, u32, u32)>,
}

impl Tables {
    fn of(path: &Path, number: u32) -> Option<Self> {
        let mut file = File::open(path).ok()?;
        let mut head = [0; 12];
        file.read_exact(&mut head).ok()?;
        if &head[..4] == b"ttcf" {
            if number >= u32_at(&head, 8)?.min(COLLECTION) {
                return None;
            }
            file.seek(SeekFrom::Start(12 + 4 * u64::from(number))).ok()?;
            let mut offset = [0; 4];
            file.read_exact(&mut offset).ok()?;
            file.seek(SeekFrom::Start(u64::from(u32::from_be_bytes(offset)))).ok()?;
            file.read_exact(&mut head).ok()?;
        } else if number > 0 {
            return None;
        }
        if !matches!(&head[..4], [0, 1, 0, 0] | b"OTTO" | b"true") {
            return None;
        }
        let count = usize::from(u16::from_be_bytes([head[4], head[5]]).min(64));
        let mut rows = vec![0; count * 16];
        file.read_exact(&mut rows).ok()?;
        let tables = rows.chunks_exact(16).filter_map(|row| {
            let tag = Tag::new(&[*row.first()?, *row.get(1)?, *row.get(2)?, *row.get(3)?]);
            Some((tag, u32_at(row, 8)?, u32_at(row, 12)?))
        });
        Some(Self { path: path.to_owned(), tables: tables.collect() })
    }

    fn has(&self, tag: &[u8; 4]) -> bool {
        self.tables.iter().any(|table| table.0 == Tag::new(tag))
    }

    fn read(&self, tag: Tag) -> Option<Blob> {
        let (_, offset, length) = self.tables.iter().find(|table| table.0 == tag)?;
        if *length > TABLE {
            return None;
        }
        let mut file = File::open(&self.path).ok()?;
        file.seek(SeekFrom::Start(u64::from(*offset))).ok()?;
        // As long as the file is, whatever the directory says.
        let mut bytes = Vec::new();
        file.take(u64::from(*length)).read_to_end(&mut bytes).ok()?;
        Some(bytes.into())
    }

    fn function(self) -> TableFunction {
        TableFunction::new(Arc::new(move |tag| self.read(tag)))
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes)
}

/// Looks into every font of a folder.
fn index(path: &Path) -> Vec<Entry> {
    let mut files = Vec::new();
    collect(path, DEPTH, &mut files);
    files.sort();
    let entries = files.iter().flat_map(|file| (0..COLLECTION).map_while(move |number| entry(file, number)).flatten());
    entries.collect()
}

fn collect(path: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(read) = std::fs::read_dir(path) else { return };
    for found in read.flatten() {
        if files.len() >= FILES {
            return;
        }
        let path = found.path();
        if path.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, files);
            }
        } else if path
            .extension()
            .is_some_and(|end| ["ttf", "otf", "ttc", "otc"].iter().any(|it| end.eq_ignore_ascii_case(it)))
        {
            files.push(path);
        }
    }
}

/// A face of a file: `None` past the last one, `Some(None)` for one that is not used.
fn entry(path: &Path, number: u32) -> Option<Option<Entry>> {
    let tables = Tables::of(path, number)?;
    // Emoji and other painted letters have no place in one ink; fonts without outlines cannot be drawn.
    let painted = [b"COLR", b"CBDT", b"sbix", b"SVG "].iter().any(|tag| tables.has(tag));
    let drawn = [b"glyf", b"CFF ", b"CFF2"].iter().any(|tag| tables.has(tag));
    if painted || !drawn {
        return Some(None);
    }
    let Some(font) = Font::new(tables.function(), 0) else { return Some(None) };
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for (code, glyph) in font.charmap().unicodes() {
        match runs.last_mut() {
            _ if glyph.to_u32() == 0 => {}
            Some(run) if code == run.1.saturating_add(1) => run.1 = code,
            Some(run) if code <= run.1 => {}
            _ => runs.push((code, code)),
        }
    }
    let style = font.default_attributes();
    let name = path.file_stem().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let is = |words: &[&str]| words.iter().any(|word| name.contains(word));
    Some(Some(Entry {
        path: path.to_owned(),
        number,
        serif: is(&["serif", "naskh", "mincho", "ming", "song", "batang", "nastaliq"]) && !is(&["sansserif"]),
        weight: style.weight.value(),
        plain: matches!(style.style, Style::Normal)
            && !is(&["mono", "condensed", "symbol", "math", "display", "italic", "oblique"]),
        japanese: number == 0 || !name.contains("cjk"),
        runs: runs.into_boxed_slice(),
    }))
}
