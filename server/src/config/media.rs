//! Where images are stored: a folder, or a bucket of an S3-compatible store.

use std::path::{Path, PathBuf};

use super::SettingsReader;

/// Where images are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaStorage {
    /// In a folder.
    Folder(PathBuf),
    /// In a bucket.
    Bucket(Bucket),
}

/// A bucket, and how to access it.
#[derive(Clone, PartialEq, Eq)]
pub struct Bucket {
    /// Its name.
    pub name: String,
    /// The prefix of every object name in it; may be empty.
    pub prefix: String,
    /// Its region.
    pub region: String,
    /// The URL of the store, if it is not Amazon S3.
    pub endpoint: Option<String>,
    /// Access key id and secret; without them the machine's own role is used.
    pub key: Option<(String, String)>,
}

impl std::fmt::Debug for Bucket {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "s3://{}/{}", self.name, self.prefix)
    }
}

pub(super) fn read(reader: &mut SettingsReader<'_>, data_dir: &Path) -> MediaStorage {
    let region = reader.text("AWS_REGION");
    let endpoint = reader.parsed("AWS_ENDPOINT_URL", |text| match text {
        "" => Ok(None),
        url if url.starts_with("https://") || url.starts_with("http://") => Ok(Some(url.to_owned())),
        _ => Err("give the address of the store, like https://s3.example".to_owned()),
    });
    let key = (reader.text("AWS_ACCESS_KEY_ID"), reader.text("AWS_SECRET_ACCESS_KEY"));
    let key = Some(key).filter(|(id, secret)| !id.is_empty() && !secret.is_empty());
    let bucket = Bucket { name: String::new(), prefix: String::new(), region, endpoint, key };
    reader.parsed("MEDIA_URL", |text| storage(text, data_dir, &bucket))
}

fn storage(text: &str, data_dir: &Path, bucket: &Bucket) -> Result<MediaStorage, String> {
    match text.split_once("://") {
        None if text.is_empty() => Ok(MediaStorage::Folder(data_dir.join("media"))),
        Some(("file", folder)) if !folder.is_empty() => Ok(MediaStorage::Folder(PathBuf::from(folder))),
        Some(("s3", place)) => {
            let (name, prefix) = place.split_once('/').unwrap_or((place, ""));
            if name.is_empty() || name.contains(['@', ':', '?']) {
                return Err(
                    "name a bucket, like s3://pictures or s3://pictures/mantel; keys are AWS_ACCESS_KEY_ID and \
                            AWS_SECRET_ACCESS_KEY"
                        .to_owned(),
                );
            }
            let prefix = prefix.trim_matches('/').to_owned();
            Ok(MediaStorage::Bucket(Bucket { name: name.to_owned(), prefix, ..bucket.clone() }))
        }
        _ => Err("name a folder, like file:///var/lib/mantel/media, or a bucket, like s3://pictures".to_owned()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::config::Config;

    fn storage_of(set: &[(&str, &str)]) -> MediaStorage {
        let lookup = |name: &str| set.iter().find(|entry| entry.0 == name).map(|entry| entry.1.to_owned());
        Config::read(&lookup).unwrap().media
    }

    #[test]
    fn images_are_stored_in_a_folder_or_a_bucket() {
        assert_eq!(storage_of(&[("DATA_DIR", "/d")]), MediaStorage::Folder("/d/media".into()));
        assert_eq!(storage_of(&[("MEDIA_URL", "file:///m")]), MediaStorage::Folder("/m".into()));
        let set = [
            ("MEDIA_URL", "s3://pictures/a/b/"),
            ("AWS_ENDPOINT_URL", "http://127.0.0.1:9000"),
            ("AWS_ACCESS_KEY_ID", "name"),
            ("AWS_SECRET_ACCESS_KEY", "hidden"),
        ];
        let MediaStorage::Bucket(bucket) = storage_of(&set) else { panic!("a bucket") };
        assert_eq!(
            (bucket.name.as_str(), bucket.prefix.as_str(), bucket.region.as_str()),
            ("pictures", "a/b", "us-east-1")
        );
        assert_eq!(bucket.key, Some(("name".to_owned(), "hidden".to_owned())));
        assert!(!format!("{bucket:?}").contains("hidden"));
    }
}
