//! Where pictures are kept: a folder, or a bucket of a store that speaks S3.

use std::path::{Path, PathBuf};

use super::Reader;

/// Where pictures are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MediaPlace {
    /// In a folder.
    Folder(PathBuf),
    /// In a bucket.
    Bucket(Bucket),
}

/// A bucket, and how to come to it.
#[derive(Clone, PartialEq, Eq)]
pub struct Bucket {
    /// Its name.
    pub name: String,
    /// What every name in it begins with; empty for none.
    pub prefix: String,
    /// Its region.
    pub region: String,
    /// The store, where it is not Amazon's.
    pub endpoint: Option<String>,
    /// Name and secret of the key; without one the machine's own role.
    pub key: Option<(String, String)>,
}

impl std::fmt::Debug for Bucket {
    /// Without the secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "s3://{}/{}", self.name, self.prefix)
    }
}

pub(super) fn read(read: &mut Reader<'_>, data_dir: &Path) -> MediaPlace {
    let region = read.text("AWS_REGION");
    let endpoint = read.parsed("AWS_ENDPOINT_URL", |it| match it {
        "" => Ok(None),
        it if it.starts_with("https://") || it.starts_with("http://") => Ok(Some(it.to_owned())),
        _ => Err("give the address of the store, like https://s3.example".to_owned()),
    });
    let key = (read.text("AWS_ACCESS_KEY_ID"), read.text("AWS_SECRET_ACCESS_KEY"));
    let key = Some(key).filter(|it| !it.0.is_empty() && !it.1.is_empty());
    let bucket = Bucket { name: String::new(), prefix: String::new(), region, endpoint, key };
    read.parsed("MEDIA_URL", |it| place(it, data_dir, &bucket))
}

fn place(text: &str, data_dir: &Path, bucket: &Bucket) -> Result<MediaPlace, String> {
    match text.split_once("://") {
        None if text.is_empty() => Ok(MediaPlace::Folder(data_dir.join("media"))),
        Some(("file", folder)) if !folder.is_empty() => Ok(MediaPlace::Folder(PathBuf::from(folder))),
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
            Ok(MediaPlace::Bucket(Bucket { name: name.to_owned(), prefix, ..bucket.clone() }))
        }
        _ => Err("name a folder, like file:///var/lib/mantel/media, or a bucket, like s3://pictures".to_owned()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use super::*;
    use crate::config::Config;

    fn placed(set: &[(&str, &str)]) -> MediaPlace {
        let look = |name: &str| set.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
        Config::read(&look).unwrap().media
    }

    #[test]
    fn pictures_are_kept_in_a_folder_or_a_bucket() {
        assert_eq!(placed(&[("DATA_DIR", "/d")]), MediaPlace::Folder("/d/media".into()));
        assert_eq!(placed(&[("MEDIA_URL", "file:///m")]), MediaPlace::Folder("/m".into()));
        let set = [
            ("MEDIA_URL", "s3://pictures/a/b/"),
            ("AWS_ENDPOINT_URL", "http://127.0.0.1:9000"),
            ("AWS_ACCESS_KEY_ID", "name"),
            ("AWS_SECRET_ACCESS_KEY", "hidden"),
        ];
        let MediaPlace::Bucket(bucket) = placed(&set) else { panic!("a bucket") };
        assert_eq!(
            (bucket.name.as_str(), bucket.prefix.as_str(), bucket.region.as_str()),
            ("pictures", "a/b", "us-east-1")
        );
        assert_eq!(bucket.key, Some(("name".to_owned(), "hidden".to_owned())));
        assert!(!format!("{bucket:?}").contains("hidden"));
    }
}
