//! GIF: its first frame is drawn anew, so that only its size is read here.

use image::metadata::Orientation;

use super::container::{Bytes, Opened, pixels};

/// Takes a GIF apart.
///
/// # Errors
/// When it ends before its size.
pub fn open(bytes: &[u8]) -> Result<Opened, String> {
    let mut head = Bytes(bytes);
    head.take(6)?;
    let (width, height) = (u16::from_le_bytes(head.array()?), u16::from_le_bytes(head.array()?));
    let (width, height) = (u32::from(width), u32::from(height));
    // The frame, and the picture that it is laid into where it is smaller.
    let unpacked = pixels(width, height, 8);
    Ok(Opened {
        plain: bytes.to_vec(),
        width,
        height,
        unpacked,
        orientation: Orientation::NoTransforms,
        icc: None,
        redraw: true,
        photo: false,
    })
}
