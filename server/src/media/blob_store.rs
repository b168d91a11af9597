//! Where pictures are kept: by their hash, written beside and renamed into place, on disk before anybody hears of them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path as Folder, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig};

use super::{Derived, Kind};
use crate::config::Bucket;

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

/// How long a store that does not answer is asked again.
const PATIENCE: Duration = Duration::from_secs(8);

/// The shelf.
#[derive(Clone, Debug)]
pub struct Shelf {
    files: Arc<dyn ObjectStore>,
    /// The same as a folder, where it is one: there, what is written must still be made to last.
    disk: Option<Arc<LocalFileSystem>>,
}

/// Pictures by hash, with their kinds.
pub type Pictures = BTreeMap<String, Kind>;

/// Whether a name is a hash as pictures have them: 64 lower-case hex digits.
pub fn is_hash(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl Shelf {
    /// A shelf in a folder, which is made if it is missing.
    ///
    /// # Errors
    /// When the folder can't be made.
    pub fn open(folder: &Folder) -> Result<Self, Lost> {
        std::fs::create_dir_all(folder)?;
        let disk = Arc::new(LocalFileSystem::new_with_prefix(folder)?);
        Ok(Self { files: Arc::clone(&disk) as Arc<dyn ObjectStore>, disk: Some(disk) })
    }

    /// A shelf in a bucket of a store that speaks S3.
    ///
    /// # Errors
    /// When the settings do not make one.
    pub fn in_bucket(bucket: &Bucket) -> Result<Self, Lost> {
        // Somebody waits for the answer: the usual three minutes of tries are too many.
        let tries = RetryConfig { retry_timeout: PATIENCE, ..RetryConfig::default() };
        let builder = AmazonS3Builder::new().with_bucket_name(&bucket.name).with_region(&bucket.region);
        let mut builder = builder.with_retry(tries);
        if let Some(endpoint) = &bucket.endpoint {
            builder = builder.with_endpoint(endpoint).with_allow_http(endpoint.starts_with("http:"));
        }
        if let Some((name, secret)) = &bucket.key {
            builder = builder.with_access_key_id(name).with_secret_access_key(secret);
        }
        let files = builder.build()?;
        Ok(Self::over(Arc::new(PrefixStore::new(files, bucket.prefix.as_str()))))
    }

    /// A shelf in a store that makes what it takes last by itself.
    pub fn over(files: Arc<dyn ObjectStore>) -> Self {
        Self { files, disk: None }
    }

    /// Keeps a picture under its hash. When this returns, it is on disk.
    ///
    /// # Errors
    /// When it could not.
    pub async fn put(&self, hash: &str, bytes: Bytes) -> Result<(), Lost> {
        self.write(&place(hash), bytes).await
    }

    /// Keeps something made of a picture beside it.
    ///
    /// # Errors
    /// When it could not.
    pub async fn put_beside(&self, hash: &str, what: Derived, bytes: Bytes) -> Result<(), Lost> {
        self.write(&beside(hash, what), bytes).await
    }

    async fn write(&self, place: &Path, bytes: Bytes) -> Result<(), Lost> {
        self.files.put(place, PutPayload::from(bytes)).await.map_err(lost)?;
        let Some(disk) = &self.disk else { return Ok(()) };
        let file = disk.path_to_filesystem(place)?;
        let done = tokio::task::spawn_blocking(move || settle(file)).await;
        Ok(done.map_err(io::Error::other)??)
    }

    /// Takes a picture off the shelf; one that is not there is no harm.
    ///
    /// # Errors
    /// When it can't be deleted.
    pub async fn remove(&self, hash: &str) -> Result<(), Lost> {
        self.delete(&place(hash)).await
    }

    /// Takes away something made of a picture; what is not there is no harm.
    ///
    /// # Errors
    /// When it can't be deleted.
    pub async fn remove_beside(&self, hash: &str, what: Derived) -> Result<(), Lost> {
        self.delete(&beside(hash, what)).await
    }

    async fn delete(&self, place: &Path) -> Result<(), Lost> {
        match self.files.delete(place).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(why) => Err(lost(why)),
        }
    }

    /// A picture; `None` when there is none of this hash.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn whole(&self, hash: &str) -> Result<Option<Bytes>, Lost> {
        self.get(&place(hash)).await
    }

    /// Something made of a picture; `None` when it was not made yet.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn beside(&self, hash: &str, what: Derived) -> Result<Option<Bytes>, Lost> {
        self.get(&beside(hash, what)).await
    }

    async fn get(&self, place: &Path) -> Result<Option<Bytes>, Lost> {
        match self.files.get(place).await {
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
        for name in names.filter(|name| is_hash(name)) {
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

/// `ab/ab….640.webp`: beside the picture.
fn beside(hash: &str, what: Derived) -> Path {
    Path::from_iter([hash.get(..2).unwrap_or("__"), &format!("{hash}.{}", what.name())])
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
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::StorageFull) {
            return Lost::Full;
        }
        next = error.source();
    }
    Lost::Away(why)
}
