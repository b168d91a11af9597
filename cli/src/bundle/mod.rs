//! Zip files from the service: a bundle is a page file with its pictures, an HTML export is a website.

mod pictures;
mod unpack;

use std::io::{Cursor, Read as _};
use std::path::{Path, PathBuf};

pub use pictures::Bundle;
pub use unpack::{must_be_empty, unpack};
use zip::ZipArchive;

use crate::failure::{Failure, Outcome};

/// Maximum files in an archive.
const FILES: usize = 4096;
/// Maximum unpacked size of an archive, bytes.
const UNPACKED_BYTES: u64 = 1024 * 1024 * 1024;

/// Whether bytes are a zip file.
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Opens a bundle; `name` is used in messages.
///
/// # Errors
/// When it is not a bundle, or exceeds the size limits.
pub fn open(name: &str, bytes: Vec<u8>) -> Outcome<Bundle> {
    Bundle::read(name, &mut archive(name, bytes)?)
}

type Archive = ZipArchive<Cursor<Vec<u8>>>;

fn archive(name: &str, bytes: Vec<u8>) -> Outcome<Archive> {
    let archive = ZipArchive::new(Cursor::new(bytes));
    let archive =
        archive.map_err(|error| Failure::message(format!("{name} is not a zip file that can be read: {error}")))?;
    if archive.len() > FILES {
        return Err(Failure::message(format!(
            "{name} holds {} files; {FILES} are the most that are unpacked",
            archive.len()
        )));
    }
    Ok(archive)
}

/// Reads one file of an archive, at most `most` bytes of it: the size in its header is not trusted.
fn contents(archive: &mut Archive, at: usize, most: u64) -> Outcome<Vec<u8>> {
    let wrong = |error: &dyn std::fmt::Display| Failure::message(format!("The zip file is damaged: {error}"));
    let file = archive.by_index(at).map_err(|error| wrong(&error))?;
    let name = file.name().to_owned();
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| wrong(&error))?;
    if bytes.len() as u64 > most {
        return Err(Failure::message(format!("{name} in the zip file is larger than it may be ({most} bytes)")));
    }
    Ok(bytes)
}

/// The path of a file in an archive, relative to the archive's root.
///
/// # Errors
/// When its name leads outside the root, on this system or another.
fn place(archive: &mut Archive, at: usize) -> Outcome<(PathBuf, Kind)> {
    let file = archive.by_index(at).map_err(|error| Failure::message(format!("The zip file is damaged: {error}")))?;
    let name = file.name();
    let kind = if file.is_dir() {
        Kind::Folder
    } else if file.is_symlink() {
        Kind::Link
    } else {
        Kind::File
    };
    let plain = |text: &str| !matches!(text, "" | "." | "..") && !text.contains(['\\', ':', '\0']);
    if !name.trim_end_matches('/').split('/').all(plain) {
        return Err(Failure::message(format!(
            "The zip file names {name}, which lies outside of it; nothing was unpacked"
        )));
    }
    Ok((name.split('/').collect(), kind))
}

/// The type of an archive entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    Link,
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
