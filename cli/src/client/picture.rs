//! A picture to upload, with its progress on the terminal.

use std::fs::File;
use std::io::{Cursor, IsTerminal as _, Read, Write as _};
use std::path::{Path, PathBuf};

use mantel_model::limits;

use crate::context::Context;
use crate::failure::{Failure, Outcome};

/// A picture to upload.
#[derive(Debug)]
pub struct Picture {
    name: String,
    source: Source,
    /// Its media type, detected from its first bytes.
    pub kind: &'static str,
    /// Length, bytes.
    pub length: u64,
}

#[derive(Debug)]
enum Source {
    File(PathBuf),
    Bytes(Vec<u8>),
}

impl Picture {
    /// A picture in a file.
    ///
    /// # Errors
    /// When it cannot be read, is not a picture, or exceeds the size limit.
    pub fn open(path: &Path) -> Outcome<Self> {
        let shown = path.display().to_string();
        let unread = |error: std::io::Error| Failure::message(format!("{shown} cannot be read: {error}"));
        let mut file = File::open(path).map_err(unread)?;
        let length = file.metadata().map_err(unread)?.len();
        let mut start = [0; 12];
        let read = file.read(&mut start).map_err(unread)?;
        Self::checked(shown.clone(), Source::File(path.to_owned()), start.get(..read).unwrap_or_default(), length)
    }

    /// A picture in memory; `name` is used in messages.
    ///
    /// # Errors
    /// When it is not a picture, or exceeds the size limit.
    pub fn of(name: &str, bytes: Vec<u8>) -> Outcome<Self> {
        let (start, length) = (bytes.get(..bytes.len().min(12)).unwrap_or_default().to_vec(), bytes.len() as u64);
        Self::checked(name.to_owned(), Source::Bytes(bytes), &start, length)
    }

    fn checked(name: String, source: Source, start: &[u8], length: u64) -> Outcome<Self> {
        let Some(kind) = kind(start) else {
            return Err(Failure::message(format!(
                "{name} is not a picture the service takes: PNG, JPEG, WebP, AVIF or GIF"
            )));
        };
        if length > limits::IMAGE_BYTES as u64 {
            let most = limits::IMAGE_BYTES / 1024 / 1024;
            let size = length / 1024 / 1024;
            return Err(Failure::message(format!("{name} has {size} MiB; a picture has at most {most} MiB")));
        }
        Ok(Self { name, source, kind, length })
    }

    /// Its bytes; reading them shows progress on the terminal.
    pub fn reader(&self, context: &Context) -> std::io::Result<Progress<'_>> {
        let inner: Box<dyn Read + '_> = match &self.source {
            Source::File(path) => Box::new(File::open(path)?),
            Source::Bytes(bytes) => Box::new(Cursor::new(bytes)),
        };
        let shown = !context.quiet && std::io::stderr().is_terminal();
        Ok(Progress { inner, name: shown.then_some(&self.name), done: 0, length: self.length, shown_percent: 101 })
    }
}

/// The media type of a picture with these first bytes.
fn kind(start: &[u8]) -> Option<&'static str> {
    match start {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        // The last of these brands can be AVIF or HEIC: the service checks further.
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f' | b's', ..]
        | [_, _, _, _, b'f', b't', b'y', b'p', b'm', b'i', b'f', b'1', ..] => Some("image/avif"),
        _ => None,
    }
}

/// A reader that shows on the terminal how much was read.
pub struct Progress<'a> {
    inner: Box<dyn Read + 'a>,
    name: Option<&'a String>,
    done: u64,
    length: u64,
    shown_percent: u64,
}

impl Read for Progress<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(into)?;
        self.done += read as u64;
        let percent = (self.done * 100).checked_div(self.length).unwrap_or(100);
        if let Some(name) = self.name.filter(|_| percent != self.shown_percent) {
            self.shown_percent = percent;
            let (full, most) = ((percent / 5) as usize, 20);
            let bar = format!("{}{}", "█".repeat(full.min(most)), "░".repeat(most - full.min(most)));
            eprint!("\r{bar} {percent:>3} %  {name}");
            let _ = std::io::stderr().flush();
        }
        Ok(read)
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if self.name.is_some() && self.shown_percent <= 100 {
            // Clears the line: the command prints the result.
            eprint!("\r\u{1b}[2K");
        }
    }
}
