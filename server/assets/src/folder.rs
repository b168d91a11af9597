//! The files of the site in a folder, for a server in development: it reads them when it starts, so that none is compiled
//! again for a change of a stylesheet.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::{Asset, Result};

/// The name of the list of the files.
const TABLE: &str = "table";

/// Writes a folder, in place of what it held: each file under its number, and in `table` a line for each with its name, path
/// and media type.
///
/// # Errors
/// If the folder can't be written, or holds something else.
pub fn write(assets: &[Asset], folder: &Path) -> Result {
    if folder.exists() {
        if !folder.join(TABLE).exists() && fs::read_dir(folder)?.next().is_some() {
            return Err(
                format!("{} holds other files: name a folder that is empty or not there", folder.display()).into()
            );
        }
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let mut table = String::new();
    for (at, asset) in assets.iter().enumerate() {
        fs::write(folder.join(at.to_string()), &asset.body)?;
        writeln!(table, "{}\t{}\t{}", asset.name, asset.path, asset.mime)?;
    }
    fs::write(folder.join(TABLE), table)?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_folder_holds_what_is_written_and_no_more() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("assets");
        let asset = |name: &str| Asset {
            name: name.to_owned(),
            path: format!("/assets/{name}"),
            mime: "image/svg+xml",
            body: name.into(),
        };
        write(&[asset("a.svg"), asset("b.svg")], &folder).unwrap();
        write(&[asset("c.svg")], &folder).unwrap();
        let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(text("table"), "c.svg\t/assets/c.svg\timage/svg+xml\n");
        assert_eq!((text("0"), fs::read_dir(&folder).unwrap().count()), ("c.svg".to_owned(), 2));
    }
}
