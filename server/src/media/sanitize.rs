//! Sanitizing: every image from outside is checked here and stripped of its metadata.

use std::borrow::Cow;

use image::metadata::Orientation;
use mantel_model::limits::{IMAGE_BYTES, IMAGE_SIDE};
use sha2::{Digest, Sha256};

use super::avif::AvifDecoder;
use super::container::Container;
use super::decode;
use super::file_type::FileType;
use super::formats::{ico, parse};

/// An image as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanitizedImage {
    /// Its type.
    pub file_type: FileType,
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// SHA-256 of the bytes, lower-case hex; also its name.
    pub hash: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Why a file is refused, with a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanitizeError {
    /// Too many bytes or pixels.
    TooLarge(String),
    /// Not an accepted type, or not the type that was declared.
    Unsupported(String),
    /// Damaged.
    Unreadable(String),
}

/// Checks a file and strips its metadata. Sanitizing the result again changes nothing.
///
/// # Errors
/// Why it is refused.
pub fn sanitize(bytes: &[u8], content_type: Option<&str>, avif: &AvifDecoder) -> Result<SanitizedImage, SanitizeError> {
    if bytes.len() > IMAGE_BYTES {
        let message =
            format!("The picture is {} bytes; the limit is {IMAGE_BYTES} (10 MiB). Make it smaller.", bytes.len());
        return Err(SanitizeError::TooLarge(message));
    }
    let file_type = FileType::detect(bytes).map_err(SanitizeError::Unsupported)?;
    file_type.check_content_type(content_type).map_err(SanitizeError::Unsupported)?;
    let (file_type, bytes) = match file_type {
        FileType::Ico => ico::largest(bytes).map_err(|why| unreadable(&why))?,
        file_type => (file_type, Cow::Borrowed(bytes)),
    };
    let container = parse(file_type, &bytes).map_err(|why| unreadable(&why))?;
    check_size(container.width, container.height)?;
    let (file_type, stripped) = stripped(file_type, container, bytes.len(), avif)?;
    let (width, height) = (stripped.width, stripped.height);
    Ok(SanitizedImage { file_type, width, height, hash: hash(&stripped.bytes), bytes: stripped.bytes })
}

/// The stripped form of a file. It is fully decoded as a check, and encoded again only where necessary.
fn stripped(
    file_type: FileType,
    container: Container,
    length: usize,
    avif: &AvifDecoder,
) -> Result<(FileType, Container), SanitizeError> {
    check_memory(container.decoded_bytes, length)?;
    let pixels = match file_type {
        FileType::Avif => avif.decode(&container.bytes),
        file_type => decode::decode(file_type, &container.bytes),
    };
    let (pixels, orientation) = (pixels.map_err(|why| unreadable(&why))?, container.orientation);
    let profile = decode::non_srgb_profile(container.icc.as_deref());
    if !container.reencode && orientation == Orientation::NoTransforms && profile.is_none() {
        return Ok((file_type, container));
    }
    check_memory(decode::upright_memory(&pixels, orientation), length)?;
    let lossy = container.lossy;
    drop(container);
    let upright = decode::upright(pixels, orientation, profile.as_ref());
    let too_large = |why| SanitizeError::TooLarge(format!("The picture is too large: {why}."));
    let (file_type, bytes) = decode::encode(upright, lossy).map_err(too_large)?;
    Ok((file_type, parse(file_type, &bytes).map_err(|why| unreadable(&why))?))
}

fn check_size(width: u32, height: u32) -> Result<(), SanitizeError> {
    if width == 0 || height == 0 {
        return Err(unreadable("it has no pixels"));
    }
    if width > IMAGE_SIDE || height > IMAGE_SIDE {
        let message =
            format!("The picture is {width} x {height} pixels; the limit is {IMAGE_SIDE} a side. Make it smaller.");
        return Err(SanitizeError::TooLarge(message));
    }
    Ok(())
}

/// Checks that decoding fits in memory besides a file of this length, which is in memory up to three times.
fn check_memory(decoded_bytes: u64, length: usize) -> Result<(), SanitizeError> {
    let total = decoded_bytes.saturating_add(u64::try_from(length).unwrap_or(u64::MAX).saturating_mul(3));
    if total <= decode::MEMORY {
        return Ok(());
    }
    let (total, limit) = (total / (1024 * 1024), decode::MEMORY / (1024 * 1024));
    let message =
        format!("The picture would take {total} MiB of memory to read; the limit is {limit} MiB. Make it smaller.");
    Err(SanitizeError::TooLarge(message))
}

fn unreadable(why: &str) -> SanitizeError {
    let why: String = why.chars().take(200).collect();
    let why = why.trim_end_matches('.');
    SanitizeError::Unreadable(format!("The picture can't be read: {why}. Save it again and send the new file."))
}

/// The SHA-256 of these bytes, by which images are named.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
