//! What parsing a file without decoding it yields.

use image::metadata::Orientation;

/// A parsed file: its stripped bytes, its size, and the metadata that is needed before it is dropped.
#[derive(Debug)]
pub struct Container {
    /// The same image with all metadata removed.
    pub bytes: Vec<u8>,
    /// Pixels, as stored.
    pub width: u32,
    /// Pixels, as stored.
    pub height: u32,
    /// Peak memory of decoding it, bytes: the pixels and the decoder's buffers.
    pub decoded_bytes: u64,
    /// Exif orientation.
    pub orientation: Orientation,
    /// ICC profile of its colours.
    pub icc: Option<Vec<u8>>,
    /// Whether the stripped bytes can't be kept as they are and the image must be encoded again.
    pub reencode: bool,
    /// Whether it is coded with loss, as photographs are.
    pub lossy: bool,
}

/// The size of an image with this many bytes a pixel.
pub fn pixel_bytes(width: u32, height: u32, bytes: u64) -> u64 {
    u64::from(width).saturating_mul(u64::from(height)).saturating_mul(bytes)
}
