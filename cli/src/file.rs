//! Files given by name, or by `-` as standard input or output.

use std::collections::HashSet;
use std::io::Read as _;
use std::path::Path;

use mantel_model::brief::{self, Imported};
use mantel_model::{Draft, TileId};

use crate::bundle;
use crate::context::Context;
use crate::failure::{Failure, Outcome};

/// The largest file that is read, bytes: a bundle full of pictures.
const MOST: u64 = 1024 * 1024 * 1024;

/// Whether a name stands for standard input or output.
pub fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input.
///
/// # Errors
/// When it cannot be read.
pub fn read(path: &Path) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    let done = if is_stream(path) {
        std::io::stdin().lock().take(MOST).read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MOST).read_to_end(&mut bytes)).map(|_| ())
    };
    done.map_err(|error| Failure::message(format!("{} cannot be read: {error}", path.display())))?;
    Ok(bytes)
}

/// Reads a file as text; invalid UTF-8 is replaced, as the service does.
///
/// # Errors
/// When it cannot be read, or is a bundle.
pub fn read_text(path: &Path) -> Outcome<String> {
    let bytes = read(path)?;
    if bundle::is_zip(&bytes) {
        let shown = path.display();
        return Err(Failure::message(format!(
            "{shown} is a zip file; mantel import takes bundles, unpacked they hold a page.json"
        )));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a file, or standard output. Files are written atomically.
///
/// # Errors
/// When it cannot be written.
pub fn write(context: &Context, path: &Path, bytes: &[u8]) -> Outcome {
    if is_stream(path) {
        return context.write(bytes);
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let done = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path));
    done.map_err(|error| Failure::message(format!("{} cannot be written: {error}", path.display())))
}

/// A page read from a file, and which of its ids the file states.
pub struct FilePage {
    /// The result of the importer.
    pub imported: Imported,
    /// Ids that the file states.
    pub own_ids: HashSet<TileId>,
}

/// Reads a page file or a brief, as the service would. Ids of new tiles are derived from the text and the version it
/// is compared with, so that `apply` makes exactly what `plan` shows.
///
/// # Errors
/// When it is neither: the place and what was expected there.
pub fn page(path: &Path, text: &str, version: u64) -> Outcome<FilePage> {
    let unread = |error| Failure::message(format!("{}: {error}", path.display()));
    let seed = fnv1a(text.as_bytes()) ^ version.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let imported = brief::import(text, seed).map_err(unread)?;
    // Ids that depend on the seed were generated; the others are in the file.
    let again = brief::import(text, !seed).map_err(unread)?;
    let ids = |draft: &Draft| draft.tiles.iter().map(|tile| tile.id.clone()).collect::<HashSet<TileId>>();
    let own_ids = &ids(&imported.draft) & &ids(&again.draft);
    Ok(FilePage { imported, own_ids })
}

/// FNV-1a: stable across platforms and releases, unlike the standard library's hashes.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
