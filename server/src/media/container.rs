//! The result of parsing a file without decoding it.

use image::metadata::Orientation;

/// Maximum size of an ICC profile, unpacked, bytes: those of screens and cameras take less than one MiB.
pub const MAX_PROFILE_BYTES: usize = 4 * 1024 * 1024;

/// A parsed file: its stripped bytes, its size, and the metadata needed before that is dropped.
#[derive(Debug)]
pub struct Container {
    /// The same image with all metadata removed.
    pub bytes: Vec<u8>,
    /// Width as stored, pixels.
    pub width: u32,
    /// Height as stored, pixels.
    pub height: u32,
    /// Peak memory of decoding it, bytes: the pixels and the decoder's buffers.
    pub decoded_bytes: u64,
    /// Exif orientation.
    pub orientation: Orientation,
    /// ICC profile.
    pub icc: Option<Vec<u8>>,
    /// Whether the stripped bytes are not usable as they are, so that the image must be encoded again.
    pub reencode: bool,
    /// Whether it is lossy, as photographs are.
    pub lossy: bool,
}

/// The memory of an image with this many bytes per pixel.
pub fn pixel_bytes(width: u32, height: u32, bytes: u64) -> u64 {
    u64::from(width).saturating_mul(u64::from(height)).saturating_mul(bytes)
}
