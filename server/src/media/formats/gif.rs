//! GIF: its first frame is drawn anew, so that only its size is read here.

use image::metadata::Orientation;

use crate::media::byte_reader::ByteReader;
use crate::media::container::{Container, pixel_bytes};

/// Takes a GIF apart.
///
/// # Errors
/// When it ends before its size.
pub fn parse(bytes: &[u8]) -> Result<Container, String> {
    let mut head = ByteReader(bytes);
    head.take(6)?;
    let (width, height) = (u16::from_le_bytes(head.array()?), u16::from_le_bytes(head.array()?));
    let (width, height) = (u32::from(width), u32::from(height));
    // The frame, and the image that it is laid into where it is smaller.
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
