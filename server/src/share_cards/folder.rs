//! The folder with the cards: a cache of this server, which may be deleted at any time.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use axum::body::Bytes;

/// The most cards in the folder: those written first are deleted.
const CARDS: usize = 4000;
/// The most bytes in the folder.
const BYTES: u64 = 400 << 20;

/// A folder of cards.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The cards in this folder, which is made with the first.
    pub const fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// A card.
    pub async fn read(&self, name: &str) -> Option<Bytes> {
        tokio::fs::read(self.0.join(name)).await.ok().map(Bytes::from)
    }

    /// Whether there is such a card.
    pub async fn has(&self, name: &str) -> bool {
        tokio::fs::try_exists(self.0.join(name)).await.unwrap_or_default()
    }

    /// Keeps a card. One that can't be kept is drawn again when it is asked for.
    pub async fn write(&self, name: &str, card: &[u8]) {
        let (folder, path, card) = (self.0.clone(), self.0.join(name), card.to_vec());
        let written = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&folder)?;
            let mut file = tempfile::NamedTempFile::new_in(&folder)?;
            std::io::Write::write_all(&mut file, &card)?;
            file.persist(&path).map_err(|why| why.error)?;
            trim(&folder)
        });
        match written.await {
            Ok(Ok(())) => {}
            Ok(Err(why)) => tracing::warn!(error = %why, "a share card could not be kept"),
            Err(why) => tracing::error!(error = %why, "a share card could not be kept"),
        }
    }
}

/// Deletes the oldest files while there are too many.
fn trim(folder: &Path) -> std::io::Result<()> {
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
        if count <= CARDS && bytes <= BYTES {
            break;
        }
        std::fs::remove_file(path)?;
        (count, bytes) = (count - 1, bytes - size);
    }
    Ok(())
}
