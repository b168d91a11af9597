//! Unpacks a website into a folder: writes nothing outside of it and enforces size limits.

use std::path::Path;

use super::{Kind, UNPACKED_BYTES, archive, contents, place, shown};
use crate::failure::{Failure, Outcome};

/// Rejects a folder that is not empty, unless forced.
///
/// # Errors
/// When it is not a folder, or not empty.
pub fn must_be_empty(folder: &Path, force: bool) -> Outcome {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            Some(_) if !force => {
                Err(Failure::message(format!("{} is not empty; --force writes over what is there", shown(folder))))
            }
            _ => Ok(()),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::message(format!("{} cannot be used: {error}", shown(folder)))),
    }
}

/// Unpacks an archive into a folder and counts its files. All names are checked before the first is written.
///
/// # Errors
/// When the archive is damaged, names a path outside of the folder, or is too large.
pub fn unpack(bytes: Vec<u8>, folder: &Path) -> Outcome<usize> {
    let mut archive = archive("The server's answer", bytes)?;
    let mut files = Vec::new();
    for at in 0..archive.len() {
        match place(&mut archive, at)? {
            (_, Kind::Folder) => {}
            (path, Kind::File) => files.push((at, path)),
            (path, Kind::Link) => {
                return Err(Failure::message(format!(
                    "The zip file holds a link, {}; nothing was unpacked",
                    shown(&path)
                )));
            }
        }
    }
    let wrong =
        |path: &Path, error: std::io::Error| Failure::message(format!("{} cannot be written: {error}", shown(path)));
    let mut left = UNPACKED_BYTES;
    for (at, path) in &files {
        let bytes = contents(&mut archive, *at, left)?;
        left -= bytes.len() as u64;
        let target = folder.join(path);
        if let Some(parent) = target.parent() {
            std::fs::create_dir_all(parent).map_err(|error| wrong(parent, error))?;
        }
        // Writing through an existing symlink would end up elsewhere.
        if target.is_symlink() {
            std::fs::remove_file(&target).map_err(|error| wrong(&target, error))?;
        }
        std::fs::write(&target, bytes).map_err(|error| wrong(&target, error))?;
    }
    Ok(files.len())
}
