//! The files of the site in a folder, for a server in development: it reads them when it starts, so that none is compiled
//! again for a change of a stylesheet.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::{Asset, Result};

/// Writes a folder, in place of what it held: each file under its number, and in `table` a line for each with its name, path
/// and media type.
///
/// # Errors
/// If the folder can't be written.
pub fn write(assets: &[Asset], folder: &Path) -> Result {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let mut table = String::new();
    for (at, asset) in assets.iter().enumerate() {
        fs::write(folder.join(at.to_string()), &asset.body)?;
        writeln!(table, "{}\t{}\t{}", asset.name, asset.path, asset.mime)?;
    }
    fs::write(folder.join("table"), table)?;
    Ok(())
}
