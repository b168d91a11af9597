//! Stores images under their hash, in a folder or an S3 bucket. Files are written under a temporary name, renamed into
//! place, and synced to disk before anything refers to them.

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

use super::file_type::FileType;
use super::variants::Variant;
use crate::config::Bucket;

/// Why an operation failed.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull,
    /// Anything else.
    #[error(transparent)]
    Backend(#[from] object_store::Error),
    /// A file could not be synced to disk.
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// How long requests to an unresponsive store are retried.
const RETRY_TIMEOUT: Duration = Duration::from_secs(8);

/// Where images are stored. Cheap to clone.
#[derive(Clone, Debug)]
pub struct BlobStore {
    objects: Arc<dyn ObjectStore>,
    /// The same store if it is a folder: there, writes have to be synced.
    folder: Option<Arc<LocalFileSystem>>,
}

/// Types of stored images, by hash.
pub type FileTypes = BTreeMap<String, FileType>;

/// Whether a name has the form of an image hash: 64 lower-case hex digits.
pub fn is_hash(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl BlobStore {
    /// A store in a folder, which is created if missing.
    ///
    /// # Errors
    /// When the folder can't be created.
    pub fn in_folder(folder: &Folder) -> Result<Self, BlobError> {
        std::fs::create_dir_all(folder)?;
        let folder = Arc::new(LocalFileSystem::new_with_prefix(folder)?);
        Ok(Self { objects: Arc::clone(&folder) as Arc<dyn ObjectStore>, folder: Some(folder) })
    }

    /// A store in an S3 bucket.
    ///
    /// # Errors
    /// When the settings are invalid.
    pub fn in_bucket(bucket: &Bucket) -> Result<Self, BlobError> {
        // Somebody waits for the reply: the default of three minutes is too long.
        let retry = RetryConfig { retry_timeout: RETRY_TIMEOUT, ..RetryConfig::default() };
        let builder = AmazonS3Builder::new().with_bucket_name(&bucket.name).with_region(&bucket.region);
        let mut builder = builder.with_retry(retry);
        if let Some(endpoint) = &bucket.endpoint {
            builder = builder.with_endpoint(endpoint).with_allow_http(endpoint.starts_with("http:"));
        }
        if let Some((name, secret)) = &bucket.key {
            builder = builder.with_access_key_id(name).with_secret_access_key(secret);
        }
        let objects = builder.build()?;
        Ok(Self::new(Arc::new(PrefixStore::new(objects, bucket.prefix.as_str()))))
    }

    /// A store over one that makes writes durable by itself.
    pub fn new(objects: Arc<dyn ObjectStore>) -> Self {
        Self { objects, folder: None }
    }

    /// Stores an image under its hash. When this returns, it is on disk.
    ///
    /// # Errors
    /// When it can't be stored.
    pub async fn put(&self, hash: &str, bytes: Bytes) -> Result<(), BlobError> {
        self.write(&image_path(hash), bytes).await
    }

    /// Stores a variant of an image.
    ///
    /// # Errors
    /// When it can't be stored.
    pub async fn put_variant(&self, hash: &str, variant: Variant, bytes: Bytes) -> Result<(), BlobError> {
        self.write(&variant_path(hash, variant), bytes).await
    }

    async fn write(&self, path: &Path, bytes: Bytes) -> Result<(), BlobError> {
        self.objects.put(path, PutPayload::from(bytes)).await.map_err(blob_error)?;
        let Some(folder) = &self.folder else { return Ok(()) };
        let file = folder.path_to_filesystem(path)?;
        let synced = tokio::task::spawn_blocking(move || sync_to_disk(file)).await;
        Ok(synced.map_err(io::Error::other)??)
    }

    /// Deletes an image, if it is there.
    ///
    /// # Errors
    /// When it can't be deleted.
    pub async fn remove(&self, hash: &str) -> Result<(), BlobError> {
        self.delete(&image_path(hash)).await
    }

    /// Deletes a variant of an image, if it is there.
    ///
    /// # Errors
    /// When it can't be deleted.
    pub async fn remove_variant(&self, hash: &str, variant: Variant) -> Result<(), BlobError> {
        self.delete(&variant_path(hash, variant)).await
    }

    async fn delete(&self, path: &Path) -> Result<(), BlobError> {
        match self.objects.delete(path).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(why) => Err(blob_error(why)),
        }
    }

    /// An image; `None` when there is none with this hash.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn get(&self, hash: &str) -> Result<Option<Bytes>, BlobError> {
        self.read(&image_path(hash)).await
    }

    /// A variant of an image; `None` when it has not been rendered yet.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn variant(&self, hash: &str, variant: Variant) -> Result<Option<Bytes>, BlobError> {
        self.read(&variant_path(hash, variant)).await
    }

    async fn read(&self, path: &Path) -> Result<Option<Bytes>, BlobError> {
        match self.objects.get(path).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(why) => Err(blob_error(why)),
        }
    }

    /// The bytes of an image or a range of them, as a stream; `None` when there is none with this hash.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn stream(&self, hash: &str, range: Option<GetRange>) -> Result<Option<Body>, BlobError> {
        match self.objects.get_opts(&image_path(hash), GetOptions { range, ..GetOptions::default() }).await {
            Ok(found) => Ok(Some(Body::from_stream(found.into_stream()))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(why) => Err(blob_error(why)),
        }
    }

    /// Which of these names are stored images, with their types.
    ///
    /// # Errors
    /// When they can't be read.
    pub async fn file_types<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<FileTypes, BlobError> {
        let mut found = FileTypes::new();
        for name in names.filter(|name| is_hash(name)) {
            if !found.contains_key(name)
                && let Some((_, start)) = self.head(name).await?
                && let Ok(file_type) = FileType::detect(&start)
            {
                found.insert(name.to_owned(), file_type);
            }
        }
        Ok(found)
    }

    /// The length and the first bytes of an image, enough to detect its type; `None` when there is none with this hash.
    ///
    /// # Errors
    /// When it can't be read.
    pub async fn head(&self, hash: &str) -> Result<Option<(u64, Bytes)>, BlobError> {
        let range = Some(GetRange::Bounded(0..16));
        match self.objects.get_opts(&image_path(hash), GetOptions { range, ..GetOptions::default() }).await {
            Ok(found) => Ok(Some((found.meta.size, found.bytes().await?))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(why) => Err(blob_error(why)),
        }
    }
}

/// `ab/ab…`: keeps folders small.
fn image_path(hash: &str) -> Path {
    Path::from_iter([hash.get(..2).unwrap_or("__"), hash])
}

/// `ab/ab….640.webp`: beside the image.
fn variant_path(hash: &str, variant: Variant) -> Path {
    Path::from_iter([hash.get(..2).unwrap_or("__"), &format!("{hash}.{}", variant.name())])
}

/// Waits until the file, its directory entry and its folder's entry are on disk.
fn sync_to_disk(file: PathBuf) -> io::Result<()> {
    File::open(&file)?.sync_all()?;
    for folder in file.ancestors().skip(1).take(2) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn blob_error(why: object_store::Error) -> BlobError {
    let mut next: Option<&(dyn std::error::Error + 'static)> = Some(&why);
    while let Some(error) = next {
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::StorageFull) {
            return BlobError::DiskFull;
        }
        next = error.source();
    }
    BlobError::Backend(why)
}
