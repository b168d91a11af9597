//! Imports the images of a page file from another Mantel instance: the file refers to them as `/media/<hash>`, and its
//! `$schema` says where they are.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use mantel_model::Problem;
use mantel_model::api::Import;
use mantel_model::limits::IMAGE_BYTES;
use serde_json::Value;
use url::Url;

use super::blob_store::is_hash;
use super::library::MediaLibrary;
use super::sanitize::SanitizedImage;
use crate::outbound::{Outbound, Request};

/// Where an instance has the schema that its page files name.
const SCHEMA_PATH: &str = "/schema/page.schema.json";
/// Maximum number of images imported with one page.
const MOST: usize = 100;
/// Total time for fetching them; the page is imported without the rest.
const TIMEOUT: Duration = Duration::from_secs(40);

/// Fetches the images of imported pages.
#[derive(Clone, Debug)]
pub struct MediaImport {
    /// The address of this instance.
    pub base_url: String,
    /// The stored images.
    pub library: Arc<MediaLibrary>,
    /// The HTTP client.
    pub outbound: Outbound,
}

impl MediaImport {
    /// Whether a page file states another instance as its origin.
    pub fn is_foreign(&self, import: &Import) -> bool {
        self.foreign_origin(&file_of(import)).is_some()
    }

    /// Fetches the images that a page file from another instance refers to and that are missing here, where `may`
    /// allows it, and passes each to `save`. The returned problem says how many could not be fetched; it does not prevent the import.
    pub async fn run<F, M, E>(
        &self,
        account: &str,
        import: &Import,
        may: impl Fn(String) -> M,
        save: impl Fn(SanitizedImage) -> F,
    ) -> Vec<Problem>
    where
        F: Future<Output = Result<Bytes, E>>,
        M: Future<Output = Result<(), E>>,
        E: Display,
    {
        let file = file_of(import);
        let Some(origin) = self.foreign_origin(&file) else { return Vec::new() };
        let missing = self.missing(&file).await;
        let mut imported = 0;
        let fetches = async {
            for hash in missing.iter().take(MOST) {
                // Before anything is fetched and decoded.
                if let Err(why) = may(hash.clone()).await {
                    tracing::debug!(origin, hash, %why, "an image may not be imported");
                    continue;
                }
                match self.fetch(account, &origin, hash, &save).await {
                    Ok(()) => imported += 1,
                    Err(why) => tracing::debug!(origin, hash, why, "an image could not be imported"),
                }
            }
        };
        let _ = tokio::time::timeout(TIMEOUT, fetches).await;
        let (total, left) = (missing.len(), missing.len() - imported);
        let message = format!("{left} of {total} pictures could not be brought over from {origin}; upload them again.");
        if left == 0 { Vec::new() } else { vec![Problem::new("/$schema", message)] }
    }

    fn foreign_origin(&self, file: &Value) -> Option<String> {
        origin(file).filter(|origin| *origin != self.base_url)
    }

    /// The images that a file refers to and that are not stored here.
    async fn missing(&self, file: &Value) -> Vec<String> {
        let mut named = BTreeSet::new();
        collect_hashes(file, &mut named);
        let mut missing = Vec::new();
        for hash in named {
            match self.library.blobs.head(&hash).await {
                Ok(Some(_)) => {}
                _ => missing.push(hash),
            }
        }
        missing
    }

    /// Fetches one image, which must have the hash in its name.
    async fn fetch<F, E>(
        &self,
        account: &str,
        origin: &str,
        hash: &str,
        save: &impl Fn(SanitizedImage) -> F,
    ) -> Result<(), String>
    where
        F: Future<Output = Result<Bytes, E>>,
        E: Display,
    {
        let url = Url::parse(&format!("{origin}/media/{hash}")).map_err(|why| why.to_string())?;
        let request = Request::document(&url, "image/*", IMAGE_BYTES).for_account(account);
        let fetched = self.outbound.get(&request).await.map_err(|why| why.to_string())?;
        let image = self.library.sanitize(fetched.body, None).await.map_err(|why| format!("{why:?}"))?;
        if image.hash != hash {
            return Err("it is another image".to_owned());
        }
        let file = save(image).await.map_err(|why| why.to_string())?;
        self.library.ensure_sketch(hash, file).await.map_err(|why| why.to_string())
    }
}

/// The page file of an import, parsed if it is given as text that may name another instance.
fn file_of(import: &Import) -> Cow<'_, Value> {
    match &import.file {
        Value::String(text) if text.contains(SCHEMA_PATH) => Cow::Owned(serde_json::from_str(text).unwrap_or_default()),
        Value::String(_) => Cow::Owned(Value::Null),
        file => Cow::Borrowed(file),
    }
}

/// The origin of a page file, from its `$schema`.
fn origin(file: &Value) -> Option<String> {
    let schema = Url::parse(file.get("$schema")?.as_str()?).ok()?;
    let is_page = matches!(schema.scheme(), "https" | "http") && schema.path() == SCHEMA_PATH;
    is_page.then(|| schema.origin().ascii_serialization())
}

/// Collects the hashes of all images that a file refers to.
fn collect_hashes(value: &Value, hashes: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            hashes.extend(text.strip_prefix("/media/").filter(|rest| is_hash(rest)).map(str::to_owned));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_hashes(item, hashes)),
        Value::Object(fields) => fields.values().for_each(|field| collect_hashes(field, hashes)),
        _ => {}
    }
}
