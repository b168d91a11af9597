//! A page file with its pictures, as exports write it: `page.json`, and each picture as `media/<hash>.<extension>`.

use std::fs::File;

use mantel_model::limits::{BODY_BYTES, IMAGE_BYTES, PICTURE_BYTES};

use super::archive::{Archive, ArchiveError};

/// Why a bundle can't be read.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// Its archive can't be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// There is no page file in it.
    #[error("the zip file holds no page.json, so it is not one that the settings save")]
    NoPage,
    /// The page file is not text.
    #[error("page.json in the zip file is not text")]
    NotText,
}

/// A bundle.
#[derive(Debug)]
pub struct Bundle {
    archive: Archive,
    /// How much may still be unpacked, bytes.
    left: u64,
    /// The text of the page file.
    pub page: String,
}

impl Bundle {
    /// Reads the page file of a bundle.
    ///
    /// # Errors
    /// When it is no bundle, or too large.
    pub fn open(file: File) -> Result<Self, BundleError> {
        let mut archive = Archive::open(file)?;
        let page = archive.read("page.json", BODY_BYTES as u64)?.ok_or(BundleError::NoPage)?;
        let page = String::from_utf8(page).map_err(|_| BundleError::NotText)?;
        Ok(Self { archive, left: PICTURE_BYTES as u64, page })
    }

    /// The file of the picture that the page calls `/media/<name>`; `None` when it is missing, damaged or too large, or
    /// when the pictures before it took up all that an account may have.
    pub fn picture(&mut self, name: &str) -> Option<Vec<u8>> {
        let path = format!("media/{name}");
        let of_it = |file: &str| file.strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        let file = self.archive.find(of_it)?;
        let bytes = self.archive.read(&file, self.left.min(IMAGE_BYTES as u64)).ok()??;
        self.left = self.left.saturating_sub(bytes.len() as u64);
        Some(bytes)
    }
}
