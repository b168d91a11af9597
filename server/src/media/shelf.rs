//! Where pictures are kept: by their hash, written beside and renamed into place, on disk before anybody hears of them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path as Folder, PathBuf};
use std::sync::Arc;

use super::Kind;
use axum::body::{Body, Bytes};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutPayload};

/// Why the shelf did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Lost {
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// Anything else.
    #[error(transparent)]
    Away(#[from] object_store::Error),
    /// What is kept could not be made to last.
    #[error("{0}")]
    Disk(#[from] io::Error),
}

/// The shelf.
#[derive(Clone, Debug)]
pub struct Shelf {
    files: Arc<LocalFileSystem>,
}

/// Pictures by hash, with their kinds.
pub type Pictures = BTreeMap<String, Kind>;

/// Whether a name is a hash as pictures have them: 64 lower-case hex digits.
pub fn is_hash(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
}

impl Shelf {
    /// A shelf in a folder, which is made if it is missing.
    ///
    /// # Errors
    /// When the folder can't be made.
    pub fn open(folder: &Folder) -> Result<Self, Lost> {
        std::fs::create_dir_all(folder)?;
        Ok(Self { files: Arc::new(LocalFileSystem::new_with_prefix(folder)?) })
    }

    /// Keeps a picture under its hash. When this returns, it is on disk.
    ///
    /// # Errors
    /// When it could not.
    pub async fn put(&self, hash: &str, bytes: Vec<u8>) -> Result<(), Lost> {
        let place = place(hash);
        self.files.put(&place, PutPayload::from(bytes)).await.map_err(lost)?;
        let file = self.files.path_to_filesystem(&place)?;
        let done = tokio::task::spawn_blocking(move || settle(file)).await;
        Ok(done.map_err(io::Error::other)??)
    }

    /// Takes a picture off the shelf; one that is not there is no harm.
    ///
    /// # Errors
    /// When it can't be deleted.
    pub async fn remove(&self, hash: &str) -> Result<(), Lost> {
        match self.files.delete(&place(hash)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(why) => Err(lost(why)),
        }
    }

    /// A picture; `None` when there is none of this hash.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn whole(&self, hash: &str) -> Result<Option<Bytes>, Lost> {
        match self.files.get(&place(hash)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(why) => Err(lost(why)),
        }
    }

    /// A picture as it is read from disk, or a part of it; `None` when there is none of this hash.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn read(&self, hash: &str, range: Option<GetRange>) -> Result<Option<Body>, Lost> {
        match self.files.get_opts(&place(hash), GetOptions { range, ..GetOptions::default() }).await {
            Ok(it) => Ok(Some(Body::from_stream(it.into_stream()))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(why) => Err(lost(why)),
        }
    }

    /// Which of these are pictures on the shelf, and of what kind.
    ///
    /// # Errors
    /// When they can't be read.
    pub async fn pictures<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<Pictures, Lost> {
        let mut found = Pictures::new();
        for name in names.filter(|it| is_hash(it)) {
            if !found.contains_key(name)
                && let Some((_, start)) = self.start(name).await?
                && let Ok(kind) = Kind::of(&start)
            {
                found.insert(name.to_owned(), kind);
            }
        }
        Ok(found)
    }

    /// The first bytes of a picture, enough to tell its kind; `None` when there is none of this hash.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn start(&self, hash: &str) -> Result<Option<(u64, Bytes)>, Lost> {
        let range = Some(GetRange::Bounded(0..16));
        match self.files.get_opts(&place(hash), GetOptions { range, ..GetOptions::default() }).await {
            Ok(it) => Ok(Some((it.meta.size, it.bytes().await?))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(why) => Err(lost(why)),
        }
    }
}

/// `ab/ab…`: folders stay small.
fn place(hash: &str) -> Path {
    Path::from_iter([hash.get(..2).unwrap_or("__"), hash])
}

/// Waits until the file, its name and its folder's name are on disk.
fn settle(file: PathBuf) -> io::Result<()> {
    File::open(&file)?.sync_all()?;
    for folder in file.ancestors().skip(1).take(2) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn lost(why: object_store::Error) -> Lost {
    let mut next: Option<&(dyn std::error::Error + 'static)> = Some(&why);
    while let Some(error) = next {
        if error.downcast_ref::<io::Error>().is_some_and(|it| it.kind() == io::ErrorKind::StorageFull) {
            return Lost::Full;
        }
        next = error.source();
    }
    Lost::Away(why)
}
