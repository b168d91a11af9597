//! A folder with drawings: a cache of this server, which may be deleted at any time.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use axum::body::Bytes;

/// The most files in a folder: those written first are deleted.
const FILES: usize = 4000;

/// A folder of drawings.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    most_bytes: u64,
}

impl Folder {
    /// The drawings in this folder, which is made with the first and holds at most so many bytes.
    pub const fn new(path: PathBuf, most_bytes: u64) -> Self {
        Self { path, most_bytes }
    }

    /// A drawing.
    pub async fn read(&self, name: &str) -> Option<Bytes> {
        tokio::fs::read(self.path.join(name)).await.ok().map(Bytes::from)
    }

    /// Whether there is such a drawing.
    pub async fn has(&self, name: &str) -> bool {
        tokio::fs::try_exists(self.path.join(name)).await.unwrap_or_default()
    }

    /// Keeps a drawing. One that can't be kept is drawn again when it is asked for.
    pub async fn write(&self, name: &str, drawing: Vec<u8>) {
        let (folder, path, most_bytes) = (self.path.clone(), self.path.join(name), self.most_bytes);
        let written = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&folder)?;
            let mut file = tempfile::NamedTempFile::new_in(&folder)?;
            std::io::Write::write_all(&mut file, &drawing)?;
            file.persist(&path).map_err(|why| why.error)?;
            trim(&folder, most_bytes)
        });
        match written.await {
            Ok(Ok(())) => {}
            Ok(Err(why)) => tracing::warn!(error = %why, "a drawing could not be kept"),
            Err(why) => tracing::error!(error = %why, "a drawing could not be kept"),
        }
    }
}

/// Deletes the oldest files while there are too many.
fn trim(folder: &Path, most_bytes: u64) -> std::io::Result<()> {
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        files.push((about.modified()?, about.len(), entry.path()));
    }
    files.sort();
    let mut bytes: u64 = files.iter().map(|file| file.1).sum();
    let mut count = files.len();
    for (_, size, path) in files {
        if count <= FILES && bytes <= most_bytes {
            break;
        }
        std::fs::remove_file(path)?;
        (count, bytes) = (count - 1, bytes - size);
    }
    Ok(())
}
