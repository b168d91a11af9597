//! Reads zip archives that anybody may send: the number of files and the size of the directory are bounded before they are
//! read, and every file as it is unpacked, because no number in an archive can be trusted. Only what such an archive of
//! ours has is understood: stored and deflated files, in one part, below 4 GiB, unencrypted.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use flate2::Crc;
use flate2::read::DeflateDecoder;

/// Maximum number of files.
const FILES: u16 = 4096;
/// Maximum size of the directory, bytes: a name and some extra fields for each file.
const DIRECTORY: u32 = 2 * 1024 * 1024;
/// Length of the record that ends an archive, bytes, without the comment after it.
const END: usize = 22;
/// Longest comment, bytes.
const COMMENT: usize = 0xffff;
/// Length of a file's entry in the directory, bytes, without name, extra fields and comment.
const ENTRY: usize = 46;
/// Length of the header before a file, bytes, without name and extra fields.
const HEADER: usize = 30;
/// The first bytes of these.
const END_MAGIC: &[u8] = b"PK\x05\x06";
const ENTRY_MAGIC: &[u8] = b"PK\x01\x02";
const HEADER_MAGIC: &[u8] = b"PK\x03\x04";
/// Compression methods.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Why an archive can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It is damaged, or of a kind that is not understood.
    #[error("the zip file is damaged, or packed in a way that can't be read here")]
    Damaged,
    /// It has too many files.
    #[error("the zip file holds more than {FILES} files")]
    TooManyFiles,
    /// A file in it unpacks to more than it may.
    #[error("a file in the zip file is larger than it may be")]
    TooLarge,
}

impl From<io::Error> for ArchiveError {
    fn from(_: io::Error) -> Self {
        Self::Damaged
    }
}

type Result<T> = std::result::Result<T, ArchiveError>;

/// Whether a file with these first bytes is a zip archive.
pub fn is_archive(start: &[u8]) -> bool {
    start.starts_with(HEADER_MAGIC) || start.starts_with(END_MAGIC)
}

/// An archive.
#[derive(Debug)]
pub struct Archive {
    file: File,
    length: u64,
    entries: Vec<Entry>,
}

/// A file in it.
#[derive(Debug)]
struct Entry {
    name: String,
    method: u16,
    crc: u32,
    packed: u32,
    offset: u32,
}

impl Archive {
    /// Reads the directory of an archive.
    ///
    /// # Errors
    /// When it is damaged or has too many files.
    pub fn open(mut file: File) -> Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        let tail_length = length.min((END + COMMENT) as u64);
        let tail = read_at(&mut file, length - tail_length, tail_length)?;
        let end = end_record(&tail).ok_or(ArchiveError::Damaged)?;
        let (count, size, offset) = (u16_at(end, 10)?, u32_at(end, 12)?, u32_at(end, 16)?);
        if count > FILES {
            return Err(ArchiveError::TooManyFiles);
        }
        if size > DIRECTORY || u64::from(offset) + u64::from(size) > length {
            return Err(ArchiveError::Damaged);
        }
        let directory = read_at(&mut file, offset.into(), size.into())?;
        let mut rest = directory.as_slice();
        let mut entries = Vec::new();
        for _ in 0..count {
            let (entry, after) = entry(rest)?;
            entries.extend(entry);
            rest = after;
        }
        Ok(Self { file, length, entries })
    }

    /// The name of the first file that passes.
    pub fn find(&self, passes: impl Fn(&str) -> bool) -> Option<String> {
        self.entries.iter().map(|entry| &entry.name).find(|name| passes(name)).cloned()
    }

    /// Unpacks the file with this name; `None` when there is none. `max` bytes at most are unpacked.
    ///
    /// # Errors
    /// When the file is damaged or larger than `max`.
    pub fn read(&mut self, name: &str, max: u64) -> Result<Option<Vec<u8>>> {
        let Some(entry) = self.entries.iter().find(|entry| entry.name == name) else { return Ok(None) };
        let (offset, packed, method, crc) = (u64::from(entry.offset), u64::from(entry.packed), entry.method, entry.crc);
        let header = read_at(&mut self.file, offset, HEADER as u64)?;
        if !header.starts_with(HEADER_MAGIC) {
            return Err(ArchiveError::Damaged);
        }
        let names = u64::from(u16_at(&header, 26)?) + u64::from(u16_at(&header, 28)?);
        let start = offset + HEADER as u64 + names;
        if start + packed > self.length {
            return Err(ArchiveError::Damaged);
        }
        self.file.seek(SeekFrom::Start(start))?;
        let data = (&mut self.file).take(packed);
        let bytes = match method {
            STORED => unpacked(data, max)?,
            DEFLATED => unpacked(DeflateDecoder::new(data), max)?,
            _ => return Err(ArchiveError::Damaged),
        };
        let mut sum = Crc::new();
        sum.update(&bytes);
        if sum.sum() == crc { Ok(Some(bytes)) } else { Err(ArchiveError::Damaged) }
    }
}

/// The record that ends the archive, which only its comment follows.
fn end_record(tail: &[u8]) -> Option<&[u8]> {
    (0..=tail.len().checked_sub(END)?).rev().find_map(|at| {
        let record = tail.get(at..)?;
        let comment = usize::from(u16_at(record, 20).ok()?);
        (record.starts_with(END_MAGIC) && record.len() == END + comment).then_some(record)
    })
}

/// The first entry of a directory, unless it is of no use here (a folder, encrypted, without a plain name), and the rest
/// of the directory.
fn entry(directory: &[u8]) -> Result<(Option<Entry>, &[u8])> {
    if !directory.starts_with(ENTRY_MAGIC) || directory.len() < ENTRY {
        return Err(ArchiveError::Damaged);
    }
    let length = |at| u16_at(directory, at).map(usize::from);
    let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
    let rest = directory.get(ENTRY + name + extra + comment..).ok_or(ArchiveError::Damaged)?;
    let name = directory.get(ENTRY..ENTRY + name).and_then(|name| std::str::from_utf8(name).ok());
    let encrypted = u16_at(directory, 8)? & 1 == 1;
    let Some(name) = name.filter(|name| !encrypted && !name.ends_with('/')) else { return Ok((None, rest)) };
    let entry = Entry {
        name: name.to_owned(),
        method: u16_at(directory, 10)?,
        crc: u32_at(directory, 16)?,
        packed: u32_at(directory, 20)?,
        offset: u32_at(directory, 42)?,
    };
    Ok((Some(entry), rest))
}

fn unpacked(data: impl Read, max: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    data.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max { Err(ArchiveError::TooLarge) } else { Ok(bytes) }
}

fn read_at(file: &mut File, at: u64, length: u64) -> Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    let read = file.take(length).read_to_end(&mut bytes)?;
    if read as u64 == length { Ok(bytes) } else { Err(ArchiveError::Damaged) }
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16> {
    let found = bytes.get(at..).and_then(|rest| rest.first_chunk::<2>());
    found.map(|bytes| u16::from_le_bytes(*bytes)).ok_or(ArchiveError::Damaged)
}

fn u32_at(bytes: &[u8], at: usize) -> Result<u32> {
    let found = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
    found.map(|bytes| u32::from_le_bytes(*bytes)).ok_or(ArchiveError::Damaged)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use std::io::Write;

    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::*;

    /// An archive of a file with these bytes, packed, and of a stored one.
    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut zip = ZipWriter::new(io::Cursor::new(Vec::new()));
        zip.add_directory("media/", SimpleFileOptions::default()).unwrap();
        for (name, method) in [("a", zip::CompressionMethod::Deflated), ("b", zip::CompressionMethod::Stored)] {
            zip.start_file(name, SimpleFileOptions::default().compression_method(method)).unwrap();
            zip.write_all(if name == "a" { bytes } else { b"stored" }).unwrap();
        }
        zip.set_comment("a comment").unwrap();
        zip.finish().unwrap().into_inner()
    }

    fn open(bytes: &[u8]) -> Result<Archive> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        Archive::open(file)
    }

    #[test]
    fn packed_and_stored_files_are_read() {
        let bytes = packed(b"some text, some text, some text");
        assert!(is_archive(&bytes));
        let mut archive = open(&bytes).unwrap();
        assert_eq!(archive.find(|name| name != "a").as_deref(), Some("b"));
        assert_eq!(archive.read("a", 100).unwrap().unwrap(), b"some text, some text, some text");
        assert_eq!(archive.read("b", 6).unwrap().unwrap(), b"stored");
        assert_eq!(archive.read("media/", 6).unwrap(), None);
    }

    #[test]
    fn a_bomb_is_unpacked_no_further_than_it_may() {
        let bytes = packed(&vec![0; 64 << 20]);
        assert!(bytes.len() < 100_000, "{}", bytes.len());
        assert!(matches!(open(&bytes).unwrap().read("a", 1000), Err(ArchiveError::TooLarge)));
    }

    #[test]
    fn a_directory_that_claims_too_much_is_refused_unread() {
        let bytes = packed(b"text");
        let end = bytes.windows(4).rposition(|window| window == END_MAGIC).unwrap();
        let with = |at: usize, claim: [u8; 2]| {
            let mut bytes = bytes.clone();
            bytes[end + at..end + at + 2].copy_from_slice(&claim);
            open(&bytes).map(|_| ())
        };
        assert!(matches!(with(10, [0xff, 0xff]), Err(ArchiveError::TooManyFiles)));
        assert!(matches!(with(10, [0xff, 0x0f]), Err(ArchiveError::Damaged)));
        assert!(matches!(with(14, [0xff, 0xff]), Err(ArchiveError::Damaged)));
        assert!(matches!(with(18, [0xff, 0xff]), Err(ArchiveError::Damaged)));
    }

    #[test]
    fn no_change_of_a_byte_and_no_end_makes_it_panic() {
        let whole = packed(b"some text, some text, some text");
        for at in 0..whole.len() {
            let _ = open(&whole[..at]);
            for value in [0, 1, 0x7f, 0xff] {
                let mut bytes = whole.clone();
                bytes[at] = value;
                if let Ok(mut archive) = open(&bytes) {
                    for name in ["a", "b"] {
                        if let Ok(Some(read)) = archive.read(name, 100) {
                            assert!(read.len() <= 100);
                        }
                    }
                }
            }
        }
    }
}
