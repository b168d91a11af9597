//! GIF: only its size is read here, because its first frame is encoded again.

use image::metadata::Orientation;

use crate::media::byte_reader::ByteReader;
use crate::media::container::{Container, pixel_bytes};

/// Parses a GIF.
///
/// # Errors
/// When it is truncated before its size.
pub fn parse(bytes: &[u8]) -> Result<Container, String> {
    let mut head = ByteReader(bytes);
    head.take(6)?;
    let (width, height) = (u16::from_le_bytes(head.array()?), u16::from_le_bytes(head.array()?));
    let (width, height) = (u32::from(width), u32::from(height));
    // The frame, and the canvas that it is drawn on if it is smaller.
    let decoded_bytes = pixel_bytes(width, height, 8);
    Ok(Container {
        bytes: bytes.to_vec(),
        width,
        height,
        decoded_bytes,
        orientation: Orientation::NoTransforms,
        icc: None,
        reencode: true,
        lossy: false,
    })
}
