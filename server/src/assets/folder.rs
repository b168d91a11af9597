//! In development (`make watch`), the files are not embedded but read from the folder that `mantel-assets` wrote, which
//! `MANTEL_ASSETS_DIR` named when the server was built.

use std::fs;
use std::io;
use std::path::Path;

use super::Asset;

#[cfg(assets_in_folder)]
static FILES: std::sync::LazyLock<Result<Vec<Asset>, String>> = std::sync::LazyLock::new(|| {
    let folder = env!("MANTEL_ASSETS_DIR");
    read(Path::new(folder)).map_err(|why| format!("no static files in {folder}: {why}"))
});

/// Reads the files.
///
/// # Errors
/// A sentence with the folder, if they can't be read.
#[cfg(assets_in_folder)]
pub fn load() -> Result<(), String> {
    FILES.as_ref().map(|_| ()).map_err(Clone::clone)
}

/// Every file, or none if they can't be read.
#[cfg(assets_in_folder)]
pub fn all() -> &'static [Asset] {
    FILES.as_deref().unwrap_or_default()
}

/// The files of a folder, kept as long as the program runs.
fn read(folder: &Path) -> io::Result<Vec<Asset>> {
    let table: &'static str = fs::read_to_string(folder.join("table"))?.leak();
    let file = |(at, line): (usize, &'static str)| {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().ok_or_else(|| io::Error::other(format!("line {} of the table", at + 1)));
        let (name, path, mime) = (cell()?, cell()?, cell()?);
        let plain = fs::read(folder.join(at.to_string()))?.leak();
        Ok(Asset { name, path, mime, plain, br: None, gzip: None })
    };
    table.lines().enumerate().map(file).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_as_the_table_names_them() {
        let folder = tempfile::tempdir().unwrap();
        let table = "/a.svg\t/assets/a.0.svg\timage/svg+xml\nui.css\t/assets/ui.1.css\ttext/css; charset=utf-8\n";
        for (name, text) in [("table", table), ("0", "<svg/>"), ("1", "p{color:red}")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let files = read(folder.path()).unwrap();
        let files: Vec<_> = files.iter().map(|file| (file.name, file.path, file.mime, file.plain)).collect();
        let icon = ("/a.svg", "/assets/a.0.svg", "image/svg+xml", &b"<svg/>"[..]);
        let sheet = ("ui.css", "/assets/ui.1.css", "text/css; charset=utf-8", &b"p{color:red}"[..]);
        assert_eq!(files, [icon, sheet]);
    }

    #[test]
    fn a_folder_that_is_not_whole_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read(folder.path()).is_err(), "no table");
        fs::write(folder.path().join("table"), "/a.svg\t/assets/a.0.svg\timage/svg+xml\n").unwrap();
        assert!(read(folder.path()).is_err(), "no file");
        fs::write(folder.path().join("0"), "<svg/>").unwrap();
        assert_eq!(read(folder.path()).unwrap()[0].plain, b"<svg/>");
        fs::write(folder.path().join("table"), "/a.svg\n").unwrap();
        assert_eq!(read(folder.path()).unwrap_err().to_string(), "line 1 of the table");
    }
}
