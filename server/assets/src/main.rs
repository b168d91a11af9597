//! `mantel-assets FOLDER [FRONTEND]` writes the files of the site into a folder, for a server in development.

use std::path::{Path, PathBuf};

use mantel_assets::{Result, bundle, folder};

fn main() -> Result {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let to = arguments.next().ok_or("mantel-assets FOLDER [FRONTEND]")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    folder::write(&bundle(&root, arguments.next().as_deref())?, &to)
}
