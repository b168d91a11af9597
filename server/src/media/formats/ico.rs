//! ICO, used for site icons: its largest image. A PNG is extracted as it is, a BMP is encoded again.

use std::borrow::Cow;

use image::metadata::Orientation;

use crate::media::byte_reader::{ByteReader, TRUNCATED, to_usize};
use crate::media::container::{Container, pixel_bytes};
use crate::media::file_type::FileType;

/// Maximum width and height, pixels.
const SIDE: u32 = 256;
/// Bytes before the first image, if there is only one.
const HEAD: u32 = 22;

/// The largest image of an ICO, among those the one with the most colours: as PNG, or as an ICO with only this image.
///
/// # Errors
/// When it is outside the file.
pub fn largest(bytes: &[u8]) -> Result<(FileType, Cow<'_, [u8]>), String> {
    let mut rest = ByteReader(bytes);
    rest.take(4)?;
    let (mut found, mut most) = (None, None);
    for _ in 0..u16::from_le_bytes(rest.array()?) {
        let entry = rest.array::<16>()?;
        let [width, height, _, _, _, _, low, high, place @ ..] = entry;
        // A width or height of zero means 256.
        let size = Some((width.wrapping_sub(1).min(height.wrapping_sub(1)), u16::from_le_bytes([low, high])));
        if size > most {
            (found, most) = (Some((entry, place)), size);
        }
    }
    let (entry, [a, b, c, d, from @ ..]) = found.ok_or("there is no picture in it")?;
    let (count, from) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(from));
    let data = bytes.get(to_usize(from)..).and_then(|byte| byte.get(..to_usize(count))).ok_or(TRUNCATED)?;
    if data.starts_with(b"\x89PNG") {
        return Ok((FileType::Png, Cow::Borrowed(data)));
    }
    let mut alone = vec![0, 0, 1, 0, 1, 0];
    alone.extend(entry.iter().take(12));
    alone.extend(HEAD.to_le_bytes());
    alone.extend(data);
    Ok((FileType::Ico, Cow::Owned(alone)))
}

/// Parses an ICO with a single BMP image.
///
/// # Errors
/// When it is larger than an icon may be, or truncated before its size.
pub fn parse(bytes: &[u8]) -> Result<Container, String> {
    let mut rest = ByteReader(bytes);
    rest.take(to_usize(HEAD) + 4)?;
    // Below the image is a mask of the same size.
    let (width, height) =
        (i32::from_le_bytes(rest.array()?).unsigned_abs(), i32::from_le_bytes(rest.array()?).unsigned_abs() / 2);
    if width > SIDE || height > SIDE {
        return Err("it is larger than an icon may be".to_owned());
    }
    Ok(Container {
        bytes: bytes.to_vec(),
        width,
        height,
        decoded_bytes: pixel_bytes(width, height, 8),
        orientation: Orientation::NoTransforms,
        icc: None,
        reencode: true,
        lossy: false,
    })
}
